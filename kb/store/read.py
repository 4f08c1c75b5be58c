"""Read the structured index."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from kb.errors import IndexUnusable
from kb.model import Card, Finding, Knowledge, Link, Mechanic, Pair, Revision, Rule, Ruling, Source
from kb.store import records
from kb.store.records import Row
from kb.text import bare_key, name_key

_RULING = (
    "r.position, r.id, r.date, r.lang, r.text, r.wording, r.pattern, r.sources, r.section, r.lost_symbol, "
    "r.machine_translated"
)
_WITNESSES = (
    "select x.ruling, s.path, x.first_line, x.last_line, x.text, x.label, x.card, x.evidence, x.machine_translated "
    "from witness x join source s on s.id = x.source {} order by x.rowid"
)
_ATTACHMENTS = (
    "select x.ruling, x.card from attachment x join card c on c.key = x.card {} order by x.ruling, c.name, c.key"
)
_IN_ONE_QUERY = 500


class Store:
    """A structured index, open for reading. Lists come in the order of `Knowledge`."""

    def __init__(self, file: Path) -> None:
        """Open *file*; raises IndexUnusable when it is missing or no such database."""
        try:
            # `immutable`: an index is never changed in place, so no lock is needed, also on a read-only disk.
            self._db = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
            self._meta = dict(self._db.execute("select name, value from meta"))
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

    def count(self, table: str) -> int:
        """Count the rows of *table*, a name of the schema."""
        (row,) = self._rows(f"select count(*) from {table}")  # noqa: S608 a name of our own
        return int(str(row[0]))

    def rulings(self, ids: Sequence[str]) -> tuple[Ruling, ...]:
        """Give the rulings of *ids*, in that order; unknown ids are left out."""
        found: dict[str, Ruling] = {}
        for start in range(0, len(ids), _IN_ONE_QUERY):
            some = ids[start : start + _IN_ONE_QUERY]
            marks = ",".join("?" * len(some))
            found |= {r.id: r for r in self._rulings(f"where r.id in ({marks})", some)}
        return tuple(found[i] for i in ids if i in found)

    def rulings_by_prefix(self, prefix: str) -> tuple[Ruling, ...]:
        """Give the rulings whose id starts with *prefix*, hex digits."""
        return self._rulings("where r.id >= ? and r.id < ?", [prefix, f"{prefix}g"])

    def rulings_of_card(self, key: str) -> tuple[Ruling, ...]:
        """Give the rulings that stand on the card *key*."""
        return self._rulings("join attachment a on a.ruling = r.position where a.card = ?", [key])

    def rulings_of_mechanic(self, slug: str) -> tuple[Ruling, ...]:
        """Give the rulings that are tied to the mechanic *slug*."""
        return self._rulings("join link k on k.ruling = r.position where k.mechanic = ?", [slug])

    def rulings_with(self, words: str) -> tuple[Ruling, ...]:
        """Give the rulings in whose text *words* stand, letter for letter."""
        return self._rulings("where instr(r.text, ?) > 0", [words])

    def all_rulings(self) -> tuple[Ruling, ...]:
        """Give every ruling."""
        return self._rulings("", [])

    def _rulings(self, condition: str, values: Sequence[object]) -> tuple[Ruling, ...]:
        rows = list(self._rows(f"select {_RULING} from ruling r {condition} order by r.position", values))  # noqa: S608
        whole = condition == ""
        positions = [int(str(row[0])) for row in rows]
        witnesses = self._grouped(_WITNESSES, positions, whole=whole)
        cards = self._grouped(_ATTACHMENTS, positions, whole=whole)
        return tuple(
            records.ruling(row, tuple(str(c[0]) for c in cards[p]), tuple(map(records.witness, witnesses[p])))
            for p, row in zip(positions, rows, strict=True)
        )

    def _grouped(self, sql: str, positions: Sequence[int], *, whole: bool) -> dict[int, list[Row]]:
        """Give the rows of *sql* by their first column, a ruling's position: for all rulings, or for *positions*."""
        groups: dict[int, list[Row]] = defaultdict(list)
        parts = [()] if whole else [positions[n : n + _IN_ONE_QUERY] for n in range(0, len(positions), _IN_ONE_QUERY)]
        for part in parts:
            condition = "" if whole else f"where x.ruling in ({','.join('?' * len(part))})"
            for first, *rest in self._rows(sql.format(condition), part):
                groups[int(str(first))].append(tuple(rest))
        return groups

    def links(self, rulings: Sequence[str] | None = None) -> tuple[Link, ...]:
        """Give the links of *rulings* (ids), or all; by ruling, heaviest first."""
        sql = "select r.id, k.mechanic, k.kind, k.weight, k.evidence from link k join ruling r on r.position = k.ruling"
        order = "order by r.position, k.weight desc, k.mechanic"
        if rulings is None:
            return tuple(map(records.link, self._rows(f"{sql} {order}")))
        rows: list[Link] = []
        for start in range(0, len(rulings), _IN_ONE_QUERY):
            some = rulings[start : start + _IN_ONE_QUERY]
            marks = ",".join("?" * len(some))
            rows += map(records.link, self._rows(f"{sql} where r.id in ({marks}) {order}", some))
        return tuple(rows)

    def cards(self) -> tuple[Card, ...]:
        """Give every card."""
        return tuple(map(records.card, self._rows("select * from card order by key")))

    def cards_of(self, keys: Sequence[str]) -> dict[str, Card]:
        """Give the cards of *keys* that exist, by key."""
        found: dict[str, Card] = {}
        for start in range(0, len(keys), _IN_ONE_QUERY):
            some = keys[start : start + _IN_ONE_QUERY]
            marks = ",".join("?" * len(some))
            found |= {
                c.key: c
                for c in map(records.card, self._rows(f"select * from card where key in ({marks})", some))  # noqa: S608
            }
        return found

    def cards_named(self, name: str) -> tuple[Card, ...]:
        """Give the cards that *name* may mean: by exact name first, else without regard to accents, case and marks."""
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
        """Give every name that a card is found by, for completion and "did you mean"."""
        return tuple(str(row[0]) for row in self._rows("select distinct name from card_name order by name"))

    def mechanics(self) -> tuple[Mechanic, ...]:
        """Give every mechanic."""
        return tuple(map(records.mechanic, self._rows("select * from mechanic order by slug")))

    def mechanics_of(self, slugs: Sequence[str]) -> tuple[Mechanic, ...]:
        """Give the mechanics of *slugs* that exist."""
        found: list[Mechanic] = []
        for start in range(0, len(slugs), _IN_ONE_QUERY):
            some = slugs[start : start + _IN_ONE_QUERY]
            marks = ",".join("?" * len(some))
            found += map(records.mechanic, self._rows(f"select * from mechanic where slug in ({marks})", some))  # noqa: S608
        return tuple(found)

    def sources(self) -> tuple[Source, ...]:
        """Give every corpus file."""
        sql = "select path, layout, digest, machine_translated, notice from source order by id"
        return tuple(map(records.source, self._rows(sql)))

    def findings(self) -> tuple[Finding, ...]:
        """Give every problem that the ingest met."""
        sql = (
            "select s.path, p.first_line, p.last_line, p.code, p.detail "
            "from problem p join source s on s.id = p.source order by p.rowid"
        )
        return tuple(map(records.finding, self._rows(sql)))

    def rules(self, number: str | None = None) -> tuple[Rule, ...]:
        """Give the rules, or those of *number*."""
        condition = "" if number is None else "where number = ?"
        sql = f"select number, kind, title, text from rule {condition} order by position"  # noqa: S608
        return tuple(map(records.rule, self._rows(sql, [] if number is None else [number])))

    def revisions(self) -> tuple[Revision, ...]:
        """Give the older wordings and their successors."""
        return tuple(Revision(str(o), str(n)) for o, n in self._rows("select older, newer from revision"))

    def pairs(self) -> tuple[Pair, ...]:
        """Give the French rulings and their English originals."""
        return tuple(map(records.pair, self._rows("select french, english, status from pair")))

    def knowledge(self) -> Knowledge:
        """Read everything; equal to what was written."""
        return Knowledge(
            sources=self.sources(),
            rulings=self.all_rulings(),
            cards=self.cards(),
            mechanics=self.mechanics(),
            links=self.links(),
            revisions=self.revisions(),
            pairs=self.pairs(),
            rules=self.rules(),
            findings=self.findings(),
            skipped=int(self._meta["skipped"]),
            raw=int(self._meta["raw"]),
        )
