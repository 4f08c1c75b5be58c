"""Rulings in data and programs, found by their shape: a text beside a date, or under a name that says so.

Their card is the one whose name is nearest in the nesting.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.catalog.known import KnownNames
from kb.layouts.reader.data.dates import Dates, dates_in, is_of_other, is_text, words
from kb.layouts.reader.data.names import DataNames
from kb.layouts.reader.data.shapes import plain
from kb.layouts.reader.lines.page_lines import Line
from kb.layouts.reader.signs.mark import MarkPlace, publisher
from kb.layouts.reader.signs.marks import mark_of
from kb.layouts.reader.syntax.groups import DataGroup, Scalar
from kb.text.dates import DateMark
from kb.text.folding import squeeze, word_set

_RULINGS = word_set(
    "ruling rulings decision decisions clarification clarifications faq faqs note notes errata precision precisions"
    " judgement answers qa regle regles"
)
_OTHER_TEXT = word_set(
    "oracle flavor flavour type types description desc artist printed original legal image uri url price rules title"
    " name effect ability abilities reminder summary"
)
_PRINTED = word_set("oracle flavor flavour ambiance artist")
"""Words in the names of fields that are never rulings, whatever they say."""
_SOURCE = word_set("source publisher by author editor origine")
_DEEPEST = 60


@dataclass(frozen=True, slots=True)
class Datum:
    """A text in data that may be a ruling, with what stands around it."""

    text: str
    first: int
    last: int
    date: DateMark | None = None
    inherited: bool = False
    """Its date is that of a group around its own."""
    odd_date: bool = False
    """The name of the field says that the date is that of something else: of a printing, of a file."""
    card: str = ""
    card_fr: str = ""
    source: str = ""
    key: str = ""
    """The name of its field, or the word before its bracket."""
    under: tuple[str, ...] = ()
    """The names of the groups around it, the innermost last."""

    @property
    def called_ruling(self) -> bool:
        """Whether a name on the way to it says that it is a ruling."""
        return any(not _RULINGS.isdisjoint(words(name)) for name in (*self.under, self.key))

    @property
    def called_other(self) -> bool:
        """Whether its name says that it is another text: what a card prints, a title."""
        return not _OTHER_TEXT.isdisjoint(words(self.key))


@dataclass(frozen=True, slots=True)
class _Step:
    """A group on the way to a text, and the place of the item that the way leads through."""

    group: DataGroup
    place: int
    dates: Dates
    name: str


def read_data(group: DataGroup, names: KnownNames) -> tuple[Datum, ...]:
    """Return the texts of *group*, however deep, in their order."""
    whole = plain(group)
    reader = _Reader(DataNames(names, whole))
    return tuple(sorted(reader.texts(whole, ()), key=lambda datum: (datum.first, datum.last)))


class _Reader:
    """Walks through the groups of one file."""

    def __init__(self, names: DataNames) -> None:
        self._names = names
        self._sources = _Sources()

    def texts(self, group: DataGroup, above: tuple[_Step, ...], called: str = "") -> Iterator[Datum]:
        """Yield the texts of *group*; *called* is the field that it is the value of."""
        dates = dates_in(group)
        name = group.name or called
        for place, (key, value) in enumerate(group.items):
            way = (*above, _Step(group, place, dates, name))
            if isinstance(value, DataGroup):
                if len(way) < _DEEPEST:
                    yield from self.texts(value, way, key)
            elif is_text(value) and (_PRINTED.isdisjoint(words(key)) or not _RULINGS.isdisjoint(words(key))):
                yield self._datum(key, value, way)

    def _datum(self, key: str, value: Scalar, way: Sequence[_Step]) -> Datum:
        text, date, field, inherited = value.text, None, "", False
        mark = mark_of(Line(value.first, text, text))
        if mark and mark.text and mark.place in {MarkPlace.LEAD, MarkPlace.TAIL}:
            text, date = squeeze(mark.text), mark.date
        elif own := way[-1].dates.beside.get(way[-1].place):
            date, field = own
        elif (near := _inherited(way)) is not None:
            (date, field), inherited = near, True
        card = self._names.card([(step.group, step.place) for step in way])
        return Datum(
            text,
            value.first,
            value.last,
            date,
            inherited,
            is_of_other(field),
            card.name if card else "",
            card.french if card else "",
            source=next(
                (source for step in reversed(way) if (source := self._sources.source(step.group, step.place))), ""
            ),
            key=key or way[-1].name,
            under=tuple(step.name for step in way if not step.name.isdigit() and step.name),
        )


class _Sources:
    """Who published the items of groups, as fields beside them say."""

    def __init__(self) -> None:
        self._stated: dict[int, list[tuple[int, str]]] = {}

    def source(self, group: DataGroup, place: int) -> str:
        """Return who published the item of *group* at *place*, as the nearest field says; "" where none does."""
        if id(group) not in self._stated:
            self._stated[id(group)] = [
                (other, publisher(value.text) or value.text.casefold())
                for other, (key, value) in enumerate(group.items)
                if isinstance(value, Scalar) and value.quoted and not _SOURCE.isdisjoint(words(key))
            ]
        stated = self._stated[id(group)]
        after = bisect_left(stated, (place,))
        near = stated[max(after - 1, 0) : after + 1]
        return min((abs(place - other), source) for other, source in near)[1] if near else ""


def _inherited(way: Sequence[_Step]) -> tuple[DateMark, str] | None:
    """Return the date of the nearest group that dates all there is in it.

    None behind one whose parts have dates of their own.
    """
    for step in reversed(way[:-1]):
        if step.place in step.dates.beside:
            return step.dates.beside[step.place]
        if step.dates.within:
            return None
        if step.dates.sole is not None:
            return step.dates.sole
    return None
