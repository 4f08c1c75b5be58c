"""What an update asks of the structured index that it starts from."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple, TypeVar

from kb.model import Card, CardName, Lang, LinkKind, Reach, Ruling
from kb.store import records
from kb.store.read import Store
from kb.text.folding import bare_key, name_key

_MANY = 500

T = TypeVar("T")


class WitnessPlace(NamedTuple):
    """A ruling without its text: what tells, with its neighbours, what it is about."""

    id: str
    date: date | None
    wording: str
    pattern: str
    section: str
    lang: Lang
    cards: tuple[str, ...]
    named: frozenset[str]
    """The mechanics its text names."""
    pages: tuple[tuple[str, str], ...]
    """Files it was found in, each with the card it stands on there; only where none of its cards has a known text."""


class Before(Store):
    """A structured index, asked for the parts of it that a change may reach."""

    def reaches(self) -> dict[str, Reach]:
        """Return how far a change of each corpus file reaches, by path."""
        return {source.path: source.reach for source in self.sources()}

    def matters_in(self, paths: Collection[str]) -> set[str]:
        """Return the matters of the rulings that were found in the files *paths*."""
        sql = (
            "select distinct r.matter from source s join witness w on w.source = s.id "
            "join ruling r on r.number = w.ruling where s.path in ({})"
        )
        return {str(row[0]) for row in self._rows_of(sql, sorted(paths))}

    def rulings_of_matters(self, matters: Collection[str]) -> list[Ruling]:
        """Return the rulings of *matters*."""
        return self._rulings_where("r.matter in ({})", matters)

    def texts_on(self, cards: Collection[str]) -> dict[str, Ruling]:
        """Return the rulings that stand on any of *cards*, by id, each with the witness alone that tells its place."""
        sql = (
            "select r.number, r.id, r.date, r.lang, r.text, r.wording, r.pattern, r.place, r.machine_translated "
            "from attachment a join ruling r on r.number = a.ruling where a.card in ({})"
        )
        found = {row[0]: row for row in self._rows_of(sql, sorted(cards))}
        return {str(row[1]): records.text(row, tuple(self._attached[number])) for number, row in found.items()}

    def french_rulings(self) -> tuple[Ruling, ...]:
        """Return the rulings in French."""
        return self._rulings("where r.lang = ?", [Lang.FR])

    def _rulings_where(self, condition: str, values: Collection[str]) -> list[Ruling]:
        found: dict[str, Ruling] = {}
        for some in _parts(sorted(values)):
            where = condition.format(_marks(some))
            found |= {ruling.id: ruling for ruling in self._rulings(f"where {where}", some)}
        return list(found.values())

    def cards_of(self, keys: Collection[str]) -> dict[str, Card]:
        """Return the cards of *keys*, by key."""
        rows = self._rows_of("select * from card where key in ({})", sorted(keys))
        return {card.key: card for card in map(records.card, rows)}

    def cards_with_names(self, names: Iterable[CardName]) -> tuple[Card, ...]:
        """Return every card that one of *names* may name: by oracle id, or spelt so but for case, accents and marks."""
        wanted = tuple(names)
        spelt = {text for name in wanted for text in (name.english, name.french, name.printed) if text}
        keys = {bare_key(text) for text in spelt} | {name_key(text) for text in spelt}
        found = {str(row[0]) for row in self._rows_of("select card from card_name where look_up in ({})", sorted(keys))}
        ids = {name.oracle_id for name in wanted if name.oracle_id}
        found |= {str(row[0]) for row in self._rows_of("select key from card where oracle_id in ({})", sorted(ids))}
        cards = self.cards_of(found)
        return tuple(cards[key] for key in sorted(cards))

    def carried_by_card(self) -> dict[str, frozenset[str]]:
        """Return the mechanics of every card that rulings stand on; some have none."""
        carried = self._by_first("select card, mechanic from carried")
        cards = {card for cards in self._attached.values() for card in cards}
        return {card: frozenset(carried.get(card, ())) for card in cards}

    @cached_property
    def cards_with_text(self) -> frozenset[str]:
        """The cards of which it is known what they do."""
        sql = "select key from card where text <> '' or text_fr <> '' or keywords <> '[]'"
        return frozenset(str(row[0]) for row in self._rows(sql))

    def places(self) -> Iterator[WitnessPlace]:
        """Yield every ruling without its text."""
        named = self._by_first(f"select ruling, mechanic from link where kind = '{LinkKind.NAMED}'")  # noqa: S608
        pages = self._pages_without_text()
        days = {day: date.fromisoformat(str(day)) for (day,) in self._rows("select distinct date from ruling") if day}
        langs = {lang.value: lang for lang in Lang}
        sql = "select number, id, date, wording, pattern, section, lang from ruling"
        for number, ident, day, wording, pattern, section, lang in self._rows(sql):
            yield WitnessPlace(
                id=str(ident),
                date=days.get(day),
                wording=str(wording),
                pattern=str(pattern),
                section=str(section),
                lang=langs[str(lang)],
                cards=tuple(self._attached.get(number, ())),
                named=frozenset(named.get(number, ())),
                pages=tuple(pages.get(number, ())),
            )

    def _pages_without_text(self) -> Mapping[object, Sequence[tuple[str, str]]]:
        known = self.cards_with_text
        told = {number for number, cards in self._attached.items() if not known.isdisjoint(cards)}
        numbers = [number for (number,) in self._rows("select number from ruling") if number not in told]
        sql = (
            "select w.ruling, s.path, w.card from witness w join source s on s.id = w.source "
            "where w.ruling in ({}) order by s.path, w.number"
        )
        found: dict[object, list[tuple[str, str]]] = defaultdict(list)
        for some in _parts(numbers):
            for number, path, card in self._rows(sql.format(_marks(some)), some):
                found[number].append((str(path), str(card)))
        return found

    @cached_property
    def _attached(self) -> Mapping[object, Sequence[str]]:
        """The cards of every ruling that stands on any, by its number."""
        return self._by_first("select ruling, card from attachment")

    def _by_first(self, sql: str) -> Mapping[object, Sequence[str]]:
        """Return the texts of the second column by the first."""
        found: dict[object, list[str]] = defaultdict(list)
        for first, second in self._rows(sql):
            found[first].append(str(second))
        return found


def _parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(values), _MANY):
        yield values[start : start + _MANY]


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))
