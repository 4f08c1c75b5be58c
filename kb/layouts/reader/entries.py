"""The rulings of a reading as entries: their texts, lines and dates, whichever kind of reading found them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.layouts.reader.cuts import Unit
from kb.layouts.reader.data.texts import Datum
from kb.layouts.reader.evidence import PageEvidence
from kb.layouts.reader.readings import Candidate, Reading
from kb.text.dates import DateMark


@dataclass(frozen=True, slots=True)
class Entry:
    """A ruling of a page, before its card, its day and its language are settled."""

    text: str
    first: int
    last: int
    """The lines of `SourceText.text` that it takes, its date among them."""
    place: int
    """Of its first line among the lines of the page; -1 in data."""
    section: int = -1
    """The place of the heading or name that it stands under; -1 where there is none."""
    date: DateMark | None = None
    card: str = ""
    card_fr: str = ""
    """The names that it states itself."""
    source: str = ""
    identifier: str = ""
    links: tuple[str, ...] = ()
    question: bool = False
    beside: tuple[int, ...] = ()
    """The places of its lines that are no text."""


def entries_of(evidence: PageEvidence, reading: Reading) -> tuple[Entry, ...]:
    """Return what *reading* takes for rulings, in the order of the page."""
    return tuple(sorted(_entries(evidence, reading.taken), key=lambda entry: (entry.first, entry.place, entry.last)))


def _entries(evidence: PageEvidence, taken: Sequence[Candidate]) -> Iterator[Entry]:
    for each in taken:
        if isinstance(each.origin, Datum):
            yield _of_data(each.text, each.origin)
        else:
            yield _of_page(evidence, each.text, each.origin)


def _of_data(text: str, datum: Datum) -> Entry:
    return Entry(
        text,
        datum.first,
        datum.last,
        place=-1,
        date=None if datum.inherited and datum.odd_date else datum.date,
        card=datum.card,
        card_fr=datum.card_fr,
        source=datum.source,
    )


def _of_page(evidence: PageEvidence, text: str, unit: Unit) -> Entry:
    lines = [evidence.lines[place] for place in (*unit.places, *unit.beside)]
    numbers = [number for line in lines for number in line.numbers]
    return Entry(
        text,
        min(numbers),
        max(numbers),
        place=unit.places[0],
        section=unit.section,
        date=unit.date,
        card=unit.card,
        source=unit.source,
        identifier=unit.identifier,
        links=tuple(link for line in lines for link in line.links),
        question=unit.question,
        beside=unit.beside,
    )
