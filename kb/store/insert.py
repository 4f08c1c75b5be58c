"""Put values into the tables of the structured index; `kb.store.records` reads them back."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.model import Card, Carries, Finding, Link, Mechanic, Pair, Revision, Rule, Ruling, Source
from kb.text.folding import bare_key, name_key

_encode = json.JSONEncoder(ensure_ascii=False).encode


def _list(values: Sequence[str]) -> str:
    return _encode(values) if values else "[]"


def sources(db: sqlite3.Connection, found: Iterable[Source]) -> None:
    """Put in corpus files; each gets a number, and one that is there already keeps it."""
    columns = ("layout", "digest", "machine_translated", "notice", "reach", "raw", "skipped")
    db.executemany(
        f"insert into source (path, {', '.join(columns)}) values (?, ?, ?, ?, ?, ?, ?, ?) "  # noqa: S608  our own
        f"on conflict (path) do update set {', '.join(f'{column} = excluded.{column}' for column in columns)}",
        ((s.path, s.layout, s.digest, _list(s.machine_translated), s.notice, s.reach, s.raw, s.skipped) for s in found),
    )


def source_numbers(db: sqlite3.Connection) -> dict[str, int]:
    """Return the numbers of the corpus files by path."""
    return dict(db.execute("select path, id from source"))


def findings(db: sqlite3.Connection, found: Iterable[Finding], source: Mapping[str, int]) -> None:
    """Put in problems; *source* gives the number of each file."""
    db.executemany(
        "insert into problem values (?, ?, ?, ?, ?)",
        ((source[f.path], f.problem.span.first, f.problem.span.last, f.problem.code, f.problem.detail) for f in found),
    )


def cards(db: sqlite3.Connection, found: Sequence[Card]) -> None:
    """Put in cards and the names they are found by."""
    db.executemany(
        "insert into card values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (c.key, c.name, c.name_fr, c.oracle_id, _list(c.faces), _list(c.faces_fr), _list(c.aliases))
            + (c.text, c.text_fr, c.type_line, _list(c.keywords), _list(c.sets), c.by_pages)
            for c in found
        ),
    )
    db.executemany("insert or ignore into card_name values (?, ?, ?, ?, ?)", (row for c in found for row in _names(c)))


def _names(card: Card) -> Iterator[tuple[str, bool, str, str, bool]]:
    official = [card.name, card.name_fr, card.key]
    for name in filter(None, (*official, *card.faces, *card.faces_fr, *card.aliases)):
        yield name_key(name), False, card.key, name, name in official
        if bare := bare_key(name):
            yield bare, True, card.key, name, name in official


def mechanics(db: sqlite3.Connection, found: Iterable[Mechanic]) -> None:
    """Put in mechanics."""
    db.executemany(
        "insert into mechanic values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (m.slug, m.kind, m.name, m.name_fr, _list(m.forms), _list(m.forms_fr))
            + (m.rule, m.ambiguous, m.evergreen, m.name_fr_evidence)
            for m in found
        ),
    )


def rulings(db: sqlite3.Connection, found: Iterable[Ruling], source: Mapping[str, int], after: int) -> dict[str, int]:
    """Put in rulings with their witnesses and cards, numbered from *after* + 1; give their numbers by id."""
    numbered = list(enumerate(found, after + 1))
    db.executemany(
        "insert into ruling values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (n, r.id, r.date and r.date.isoformat(), r.lang, r.text, r.wording, r.pattern, r.matter, _place(r))
            + (_list(r.sources), r.section, r.lost_symbol, r.machine_translated)
            for n, r in numbered
        ),
    )
    db.executemany(
        "insert into witness values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (n, source[w.path], w.span.first, w.span.last, w.text, w.source, w.card)
            + (w.evidence, w.machine_translated, w.section, w.lost_symbol, w.number)
            for n, r in numbered
            for w in r.witnesses
        ),
    )
    db.executemany("insert into attachment values (?, ?)", ((n, key) for n, r in numbered for key in r.cards))
    return {r.id: n for n, r in numbered}


def _place(ruling: Ruling) -> str:
    """Return a text that sorts as the place does: no path has a sign that comes before the tabulator."""
    path, number = ruling.place
    return f"{path}\t{number:09}"


def links(db: sqlite3.Connection, found: Iterable[Link], number: Mapping[str, int]) -> None:
    """Put in links; *number* gives the numbers of their rulings by id."""
    db.executemany(
        "insert into link values (?, ?, ?, ?, ?)",
        ((number[k.ruling], k.mechanic, k.kind, k.weight, k.evidence) for k in found),
    )


def carried(db: sqlite3.Connection, found: Iterable[Carries]) -> None:
    """Put in the mechanics that cards have."""
    db.executemany("insert into carried values (?, ?)", ((c.card, c.mechanic) for c in found))


def revisions(db: sqlite3.Connection, found: Iterable[Revision]) -> None:
    """Put in older wordings with what took their place."""
    db.executemany("insert into revision values (?, ?)", ((r.older, r.newer) for r in found))


def pairs(db: sqlite3.Connection, found: Iterable[Pair]) -> None:
    """Put in French rulings with their English originals."""
    db.executemany("insert into pair values (?, ?, ?)", ((p.french, p.english, p.status) for p in found))


def rules(db: sqlite3.Connection, found: Iterable[Rule]) -> None:
    """Put in rules, in their order."""
    db.executemany(
        "insert into rule values (?, ?, ?, ?, ?)",
        ((n, r.number, r.kind, r.title, r.text) for n, r in enumerate(found, 1)),
    )
