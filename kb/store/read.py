"""Read the structured index."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TypeVar

from kb import model
from kb.errors import IndexUnusable
from kb.model import Link, Rule, Ruling
from kb.store import records
from kb.store.records import Row
from kb.system.garbage import unswept
from kb.text.folding import bare_key, name_key

T = TypeVar("T")

_RULING = (
    "r.number, r.id, r.date, r.lang, r.text, r.wording, r.pattern, r.matter, r.sources, r.section, r.lost_symbol, "
    "r.machine_translated"
)
_WITNESSES = (
    "select x.ruling, s.path, x.first_line, x.last_line, x.text, x.label, x.card, x.evidence, x.machine_translated, "
    "x.section, x.lost_symbol, x.number from witness x join source s on s.id = x.source {} order by s.path, x.number"
)
_ATTACHMENTS = (
    "select x.ruling, x.card from attachment x join card c on c.key = x.card {} order by x.ruling, c.name, c.key"
)
_ORDER = "order by r.date, r.lang, r.place"
_CARD_NAMES = (
    "select distinct n.name from card_name n join card c on c.key = n.card "
    "where n.name <> c.key or c.name = c.key order by n.name"
)
_IN_ONE_QUERY = 500


class Store:
    """A structured index, open for reading. Lists come in the order of `Knowledge`."""

    def __init__(self, file: Path) -> None:
        """Open *file*; raises IndexUnusable when it is missing or no such database."""
        try:
            # `immutable`: an index is never changed in place, so no lock is needed, also on a read-only disk.
            self._db = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
            self._db.execute("select 1 from ruling limit 1")
        except sqlite3.Error as error:
            raise IndexUnusable(f"the index cannot be read ({error}); run `kb ingest` to build it again") from None

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    def _rows(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        try:
            yield from self._db.execute(sql, tuple(values))
        except sqlite3.Error as error:
            raise IndexUnusable(f"the index cannot be read ({error}); run `kb ingest` to build it again") from None

    @property
    def raw(self) -> int:
        """How many rulings were read, before dedupe."""
        return self._total("raw")

    @property
    def skipped(self) -> int:
        """How many lines or entries were left out on purpose."""
        return self._total("skipped")

    def _total(self, column: str) -> int:
        (row,) = self._rows(f"select total({column}) from source")  # noqa: S608  a name of our own
        return int(float(str(row[0])))

    def count(self, table: str, *, distinct: str = "") -> int:
        """Count the rows of *table*, or the values of its column *distinct*; both are names of the schema."""
        what = f"distinct {distinct}" if distinct else "*"
        (row,) = self._rows(f"select count({what}) from {table}")  # noqa: S608 names of our own
        return int(str(row[0]))

    def has_rulings_dated(self, after: date, until: date) -> bool:
        """Return whether a ruling is dated later than *after*, and *until* at the latest."""
        sql = "select 1 from ruling where date > ? and date <= ? limit 1"
        return any(self._rows(sql, [after.isoformat(), until.isoformat()]))

    def _rows_of(self, sql: str, keys: Sequence[str]) -> Iterator[Row]:
        """Yield the rows of *sql* for all of *keys*, in whose place it has braces."""
        for start in range(0, len(keys), _IN_ONE_QUERY):
            some = keys[start : start + _IN_ONE_QUERY]
            yield from self._rows(sql.format(",".join("?" * len(some))), some)

    def rulings(self, ids: Sequence[str]) -> tuple[Ruling, ...]:
        """Return the rulings of *ids*, in that order; unknown ids are left out."""
        found: dict[str, Ruling] = {}
        for start in range(0, len(ids), _IN_ONE_QUERY):
            some = ids[start : start + _IN_ONE_QUERY]
            marks = ",".join("?" * len(some))
            found |= {r.id: r for r in self._rulings(f"where r.id in ({marks})", some)}
        return tuple(found[i] for i in ids if i in found)

    def rulings_by_prefix(self, prefix: str) -> tuple[Ruling, ...]:
        """Return the rulings whose id starts with *prefix*, hex digits."""
        return self._rulings("where r.id >= ? and r.id < ?", [prefix, f"{prefix}g"])

    def rulings_of_card(self, key: str) -> tuple[Ruling, ...]:
        """Return the rulings that stand on the card *key*."""
        return self._rulings("join attachment a on a.ruling = r.number where a.card = ?", [key])

    def rulings_of_mechanic(self, slug: str) -> tuple[Ruling, ...]:
        """Return the rulings that are tied to the mechanic *slug*."""
        return self._rulings("join link k on k.ruling = r.number where k.mechanic = ?", [slug])

    def rulings_with(self, words: str) -> tuple[Ruling, ...]:
        """Return the rulings in whose text *words* stand, letter for letter."""
        return self._rulings("where instr(r.text, ?) > 0", [words])

    def all_rulings(self) -> tuple[Ruling, ...]:
        """Return every ruling."""
        return self._rulings("", [])

    def _rulings(self, condition: str, values: Sequence[object]) -> tuple[Ruling, ...]:
        rows = list(self._rows(f"select {_RULING} from ruling r {condition} {_ORDER}", values))  # noqa: S608
        whole = condition == ""
        numbers = [int(str(row[0])) for row in rows]
        witnesses = self._grouped(records.witness, _WITNESSES, numbers, whole=whole)
        cards = self._grouped(records.attachment, _ATTACHMENTS, numbers, whole=whole)
        return tuple(
            records.ruling(row, tuple(cards[n]), tuple(witnesses[n])) for n, row in zip(numbers, rows, strict=True)
        )

    def _grouped(
        self, read: Callable[[Row], T], sql: str, numbers: Sequence[int], *, whole: bool
    ) -> Mapping[int, list[T]]:
        """Read the rows of *sql* by their first column, a ruling's number: for all rulings, or for *numbers*."""
        groups: dict[int, list[T]] = defaultdict(list)
        parts = [()] if whole else [numbers[n : n + _IN_ONE_QUERY] for n in range(0, len(numbers), _IN_ONE_QUERY)]
        for part in parts:
            condition = "" if whole else f"where x.ruling in ({','.join('?' * len(part))})"
            for first, *rest in self._rows(sql.format(condition), part):
                groups[int(str(first))].append(read(tuple(rest)))
        return groups

    def links(self, rulings: Sequence[str] | None = None) -> tuple[Link, ...]:
        """Return the links of *rulings* (ids), or all; by ruling, heaviest first."""
        sql = "select r.id, k.mechanic, k.kind, k.weight, k.evidence from link k join ruling r on r.number = k.ruling"
        order = "order by r.id, k.weight desc, k.mechanic"
        if rulings is None:
            return tuple(map(records.link, self._rows(f"{sql} {order}")))
        return tuple(map(records.link, self._rows_of(f"{sql} where r.id in ({{}}) {order}", rulings)))

    def cards(self) -> tuple["model.Card", ...]:
        """Return every card."""
        return tuple(map(records.card, self._rows("select * from card order by key")))

    def names_of_cards(self, keys: Sequence[str] | None = None) -> dict[str, str]:
        """Return the English names of the cards of *keys* that exist, or of all, by key."""
        return self._names("select key, name from card", "key", keys)

    def names_of_mechanics(self, slugs: Sequence[str] | None = None) -> dict[str, str]:
        """Return the English names of the mechanics of *slugs* that exist, or of all, by slug."""
        return self._names("select slug, name from mechanic", "slug", slugs)

    def _names(self, sql: str, column: str, keys: Sequence[str] | None) -> dict[str, str]:
        rows = self._rows(sql) if keys is None else self._rows_of(f"{sql} where {column} in ({{}})", keys)
        return {str(key): str(name) for key, name in rows}

    def cards_named(self, name: str) -> tuple["model.Card", ...]:
        """Return the cards that *name* may mean: by exact name, else without regard to accents, case and marks."""
        sql = (
            "select c.* from card_name n join card c on c.key = n.card where n.look_up = ? and n.bare = ? "
            "group by c.key order by max(n.official) desc, c.key"
        )
        for look_up, bare in ((name_key(name), False), (bare_key(name), True)):
            found = tuple(map(records.card, self._rows(sql, [look_up, bare])))
            if found:
                exact = tuple(c for c in found if name in (c.key, c.name, c.name_fr))
                return exact or found
        return ()

    def card_names(self) -> tuple[str, ...]:
        """Return every name of a card, but no key: for completion and "did you mean"."""
        return tuple(str(row[0]) for row in self._rows(_CARD_NAMES))

    def mechanics(self) -> tuple["model.Mechanic", ...]:
        """Return every mechanic."""
        return tuple(map(records.mechanic, self._rows("select * from mechanic order by slug")))

    def sources(self) -> tuple["model.Source", ...]:
        """Return every corpus file."""
        sql = "select path, layout, digest, machine_translated, notice, reach, raw, skipped from source order by path"
        return tuple(map(records.source, self._rows(sql)))

    def findings(self) -> tuple["model.Finding", ...]:
        """Return every problem that the ingest met."""
        sql = (
            "select s.path, p.first_line, p.last_line, p.code, p.detail "
            "from problem p join source s on s.id = p.source "
            "order by s.path, p.first_line, p.last_line, p.code, p.detail"
        )
        return tuple(map(records.finding, self._rows(sql)))

    def rules(self, number: str | None = None) -> tuple[Rule, ...]:
        """Return the rules, or those of *number*."""
        condition = "" if number is None else "where number = ?"
        sql = f"select number, kind, title, text from rule {condition} order by position"  # noqa: S608
        return tuple(map(records.rule, self._rows(sql, [] if number is None else [number])))

    def carried(self) -> tuple["model.Carries", ...]:
        """Return the mechanics of the cards that rulings stand on."""
        rows = self._rows("select card, mechanic from carried order by card, mechanic")
        return tuple(model.Carries(str(card), str(mechanic)) for card, mechanic in rows)

    def revisions(self) -> tuple["model.Revision", ...]:
        """Return the older wordings and their successors."""
        rows = self._rows("select older, newer from revision order by older, newer")
        return tuple(model.Revision(str(older), str(newer)) for older, newer in rows)

    def pairs(self) -> tuple["model.Pair", ...]:
        """Return the French rulings and their English originals."""
        return tuple(map(records.pair, self._rows("select french, english, status from pair order by french, english")))

    def knowledge(self) -> "model.Knowledge":
        """Read everything; equal to what was written."""
        with unswept():
            return model.Knowledge(
                sources=self.sources(),
                rulings=self.all_rulings(),
                cards=self.cards(),
                mechanics=self.mechanics(),
                carried=self.carried(),
                links=self.links(),
                revisions=self.revisions(),
                pairs=self.pairs(),
                rules=self.rules(),
                findings=self.findings(),
            )
