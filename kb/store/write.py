"""Write a knowledge base as the structured index, a SQLite file."""

import errno
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib import resources
from pathlib import Path

from kb.model import Card, Knowledge, Mechanic, Rule
from kb.text import bare_key, name_key

_PRIMARY = 0xFF
"""The part of an error code of SQLite that says of what kind it is."""
_OF_THE_DISK = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_CANTOPEN: errno.EIO,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_CORRUPT: errno.EIO,
}
"""Errors that are no fault of ours, by what the system would call them."""
_encode = json.JSONEncoder(ensure_ascii=False).encode


def _list(values: Sequence[str]) -> str:
    return _encode(values) if values else "[]"


def write(file: Path, knowledge: Knowledge) -> None:
    """Write *knowledge* to the new file *file*; equal knowledge gives an equal database.

    Raises OSError when the file cannot be written, for lack of room as a rule.
    """
    try:
        _write(file, knowledge)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & _PRIMARY not in _OF_THE_DISK:
            raise
        raise OSError(_OF_THE_DISK[error.sqlite_errorcode & _PRIMARY], str(error), str(file)) from error


def _write(file: Path, knowledge: Knowledge) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.executescript("pragma journal_mode = off; pragma synchronous = off;")
        db.executescript(resources.files("kb.store").joinpath("schema.sql").read_text(encoding="utf-8"))
        with db:
            _write_sources(db, knowledge)
            _write_cards(db, knowledge.cards)
            _write_mechanics(db, knowledge.mechanics)
            _write_rulings(db, knowledge)
            _write_rules(db, knowledge.rules)
        db.execute("analyze")
        db.commit()


def _write_sources(db: sqlite3.Connection, knowledge: Knowledge) -> None:
    db.executemany("insert into meta values (?, ?)", [("raw", str(knowledge.raw)), ("skipped", str(knowledge.skipped))])
    db.executemany(
        "insert into source values (?, ?, ?, ?, ?, ?)",
        (
            (n, s.path, s.layout, s.digest, _list(s.machine_translated), s.notice)
            for n, s in enumerate(knowledge.sources, 1)
        ),
    )
    number = {s.path: n for n, s in enumerate(knowledge.sources, 1)}
    db.executemany(
        "insert into problem values (?, ?, ?, ?, ?)",
        (
            (number[f.path], f.problem.span.first, f.problem.span.last, f.problem.code, f.problem.detail)
            for f in knowledge.findings
        ),
    )


def _write_cards(db: sqlite3.Connection, cards: Sequence[Card]) -> None:
    db.executemany(
        "insert into card values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (c.key, c.name, c.name_fr, c.oracle_id, _list(c.faces), _list(c.faces_fr), _list(c.aliases))
            + (c.text, c.text_fr, c.type_line, _list(c.keywords), _list(c.sets))
            for c in cards
        ),
    )

    db.executemany("insert or ignore into card_name values (?, ?, ?, ?, ?)", (row for c in cards for row in _names(c)))


def _names(card: Card) -> Iterator[tuple[str, bool, str, str, bool]]:
    official = [card.name, card.name_fr, card.key]
    for name in filter(None, (*official, *card.faces, *card.faces_fr, *card.aliases)):
        yield name_key(name), False, card.key, name, name in official
        if bare := bare_key(name):
            yield bare, True, card.key, name, name in official


def _write_mechanics(db: sqlite3.Connection, mechanics: Sequence[Mechanic]) -> None:
    db.executemany(
        "insert into mechanic values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (m.slug, m.kind, m.name, m.name_fr, _list(m.forms), _list(m.forms_fr))
            + (m.rule, m.ambiguous, m.evergreen, m.name_fr_evidence)
            for m in mechanics
        ),
    )


def _write_rulings(db: sqlite3.Connection, knowledge: Knowledge) -> None:
    number = {s.path: n for n, s in enumerate(knowledge.sources, 1)}
    position = {r.id: n for n, r in enumerate(knowledge.rulings, 1)}
    db.executemany(
        "insert into ruling values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (position[r.id], r.id, r.date and r.date.isoformat(), r.lang, r.text, r.wording, r.pattern)
            + (_list(r.sources), r.section, r.lost_symbol, r.machine_translated)
            for r in knowledge.rulings
        ),
    )
    db.executemany(
        "insert into witness values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (position[r.id], number[w.path], w.span.first, w.span.last, w.text, w.source, w.card)
            + (w.evidence, w.machine_translated)
            for r in knowledge.rulings
            for w in r.witnesses
        ),
    )
    db.executemany(
        "insert into attachment values (?, ?)", ((position[r.id], key) for r in knowledge.rulings for key in r.cards)
    )
    db.executemany(
        "insert into link values (?, ?, ?, ?, ?)",
        ((position[k.ruling], k.mechanic, k.kind, k.weight, k.evidence) for k in knowledge.links),
    )
    db.executemany("insert into revision values (?, ?)", ((r.older, r.newer) for r in knowledge.revisions))
    db.executemany("insert into pair values (?, ?, ?)", ((p.french, p.english, p.status) for p in knowledge.pairs))


def _write_rules(db: sqlite3.Connection, rules: Sequence[Rule]) -> None:
    db.executemany(
        "insert into rule values (?, ?, ?, ?, ?)",
        ((n, r.number, r.kind, r.title, r.text) for n, r in enumerate(rules, 1)),
    )
