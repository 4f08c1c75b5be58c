"""Make an update of the structured index: a copy of the file, in which only what changed is written."""

import shutil
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from kb.model import Update
from kb.store import insert
from kb.store.write import writing


def patch(before: Path, file: Path, update: Update) -> None:
    """Write to the new file *file* what the database *before* holds, with *update* made.

    Raises OSError when the file cannot be written, for lack of room as a rule.
    """
    shutil.copyfile(before, file)
    with writing(file) as db:
        _take_out(db, update)
        _put_in(db, update)


def _take_out(db: sqlite3.Connection, update: Update) -> None:
    number = dict(db.execute("select id, number from ruling"))
    gone = [number[ident] for ident in update.change.gone]
    for table in ("witness", "attachment", "link"):
        _delete(db, f"delete from {table} where ruling = ?", gone)  # noqa: S608  a name of our own
    _delete(db, "delete from ruling where number = ?", gone)
    _delete(db, "delete from link where ruling = ?", (number[i] for i in update.ties if i in number))
    source = insert.source_numbers(db)
    _delete(db, "delete from problem where source = ?", (source[path] for path in update.paths if path in source))
    still = {each.path for each in update.sources}
    _delete(db, "delete from source where path = ?", (path for path in update.paths if path not in still))
    db.execute("delete from revision")
    db.execute("delete from pair")


def _put_in(db: sqlite3.Connection, update: Update) -> None:
    insert.sources(db, update.sources)
    source = insert.source_numbers(db)
    insert.findings(db, update.findings, source)
    (last,) = db.execute("select coalesce(max(number), 0) from ruling").fetchone()
    insert.rulings(db, update.change.new, source, after=last)
    number = dict(db.execute("select id, number from ruling"))
    insert.links(db, (link for tie in update.ties.values() for link in tie.links), number)
    db.execute("delete from carried where card not in (select card from attachment)")
    insert.carried(db, update.carried)
    insert.revisions(db, update.revisions)
    insert.pairs(db, update.pairs)


def _delete(db: sqlite3.Connection, sql: str, keys: Iterable[object]) -> None:
    db.executemany(sql, ((key,) for key in keys))
