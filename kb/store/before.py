"""What an update asks of the structured index that it starts from."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from kb.model import Card, CardName, Lang, LinkKind, Reach, Ruling
from kb.store import records
from kb.store.read import Store
from kb.text import bare_key, name_key

_MANY = 500
_HAS_TEXT = "(c.text <> '' or c.text_fr <> '' or c.keywords <> '[]')"


@dataclass(frozen=True, slots=True)
class Place:
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
        """Give how far a change of each corpus file reaches, by path."""
        return {source.path: source.reach for source in self.sources()}

    def matters_in(self, paths: Collection[str]) -> set[str]:
        """Give the matters of the rulings that were found in the files *paths*."""
        sql = (
            "select distinct r.matter from source s join witness w on w.source = s.id "
            "join ruling r on r.number = w.ruling where s.path in ({})"
        )
        return {str(row[0]) for row in self._rows_of(sql, sorted(paths))}

    def rulings_of_matters(self, matters: Collection[str]) -> list[Ruling]:
        """Give the rulings of *matters*."""
        return self._rulings_where("r.matter in ({})", matters)

    def texts_on(self, cards: Collection[str]) -> dict[str, Ruling]:
        """Give the rulings that stand on any of *cards*, by id, each with the witness alone that tells its place."""
        sql = (
            "select r.number, r.id, r.date, r.lang, r.text, r.wording, r.pattern, r.place, r.machine_translated "
            "from attachment a join ruling r on r.number = a.ruling where a.card in ({})"
        )
        found = {row[0]: row for row in self._rows_of(sql, sorted(cards))}
        own = self._grouped_by_ruling("select ruling, card from attachment")
        return {str(row[1]): records.text(row, tuple(own[number])) for number, row in found.items()}

    def french_rulings(self) -> tuple[Ruling, ...]:
        """Give the rulings in French."""
        return self._rulings("where r.lang = ?", [Lang.FR])

    def _rulings_where(self, condition: str, values: Collection[str]) -> list[Ruling]:
        found: dict[str, Ruling] = {}
        for some in _parts(values):
            marks = ",".join("?" * len(some))
            found |= {ruling.id: ruling for ruling in self._rulings(f"where {condition.format(marks)}", some)}
        return list(found.values())

    def cards_of(self, keys: Collection[str]) -> dict[str, Card]:
        """Give the cards of *keys*, by key."""
        rows = self._rows_of("select * from card where key in ({})", sorted(keys))
        return {card.key: card for card in map(records.card, rows)}

    def cards_with_names(self, names: Iterable[CardName]) -> tuple[Card, ...]:
        """Give every card that one of *names* may name: by oracle id, or spelt so but for case, accents and marks."""
        wanted = tuple(names)
        spelt = {text for name in wanted for text in (name.english, name.french, name.printed) if text}
        keys = {bare_key(text) for text in spelt} | {name_key(text) for text in spelt}
        found = {str(row[0]) for row in self._rows_of("select card from card_name where look_up in ({})", sorted(keys))}
        ids = {name.oracle_id for name in wanted if name.oracle_id}
        found |= {str(row[0]) for row in self._rows_of("select key from card where oracle_id in ({})", sorted(ids))}
        cards = self.cards_of(found)
        return tuple(cards[key] for key in sorted(cards))

    def carried_by_card(self) -> dict[str, frozenset[str]]:
        """Give the mechanics of every card that rulings stand on; some have none."""
        found: dict[str, list[str]] = {str(card): [] for (card,) in self._rows("select distinct card from attachment")}
        for card, mechanic in self._rows("select card, mechanic from carried"):
            found[str(card)].append(str(mechanic))
        return {card: frozenset(mechanics) for card, mechanics in found.items()}

    def cards_with_text(self) -> set[str]:
        """Give the cards of which it is known what they do."""
        return {str(row[0]) for row in self._rows(f"select key from card c where {_HAS_TEXT}")}  # noqa: S608  our own

    def places(self) -> Iterator[Place]:
        """Give every ruling without its text."""
        cards = self._grouped_by_ruling("select ruling, card from attachment")
        named = self._grouped_by_ruling(f"select ruling, mechanic from link where kind = '{LinkKind.NAMED}'")  # noqa: S608
        pages = self._pages_without_text()
        days = {day: date.fromisoformat(str(day)) for (day,) in self._rows("select distinct date from ruling") if day}
        langs = {lang.value: lang for lang in Lang}
        sql = "select number, id, date, wording, pattern, section, lang from ruling"
        for number, ident, day, wording, pattern, section, lang in self._rows(sql):
            yield Place(
                id=str(ident),
                date=days.get(day),
                wording=str(wording),
                pattern=str(pattern),
                section=str(section),
                lang=langs[str(lang)],
                cards=tuple(cards.get(number, ())),
                named=frozenset(named.get(number, ())),
                pages=tuple(pages.get(number, ())),
            )

    def _pages_without_text(self) -> dict[object, list[tuple[str, str]]]:
        sql = (
            "select w.ruling, s.path, w.card from witness w join source s on s.id = w.source "  # noqa: S608  our own
            f"where w.ruling not in (select a.ruling from attachment a join card c on c.key = a.card where {_HAS_TEXT}"
            ") order by s.path, w.number"
        )
        found: dict[object, list[tuple[str, str]]] = defaultdict(list)
        for number, path, card in self._rows(sql):
            found[number].append((str(path), str(card)))
        return found

    def _grouped_by_ruling(self, sql: str) -> dict[object, list[str]]:
        """Give the texts of the second column by the first, the number of a ruling."""
        found: dict[object, list[str]] = defaultdict(list)
        for number, value in self._rows(sql):
            found[number].append(str(value))
        return found


def _parts(values: Collection[str]) -> Iterator[list[str]]:
    every = sorted(values)
    for start in range(0, len(every), _MANY):
        yield every[start : start + _MANY]
