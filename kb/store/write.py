"""Write a knowledge base as the structured index, a SQLite file."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import resources
from pathlib import Path

from kb.model import Knowledge
from kb.store import insert

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


@contextmanager
def writing(file: Path) -> Iterator[sqlite3.Connection]:
    """Open the database *file* to write it; raises OSError when that fails, for lack of room as a rule.

    What the block writes is there when it ends well, and the file is of no use when it does not.
    """
    try:
        with closing(sqlite3.connect(file)) as db:
            db.executescript("pragma journal_mode = off; pragma synchronous = off;")
            with db:
                yield db
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & _PRIMARY not in _OF_THE_DISK:
            raise
        raise OSError(_OF_THE_DISK[error.sqlite_errorcode & _PRIMARY], str(error), str(file)) from error


def write(file: Path, knowledge: Knowledge) -> None:
    """Write *knowledge* to the new file *file*; equal knowledge gives an equal database.

    Raises OSError when the file cannot be written, for lack of room as a rule.
    """
    with writing(file) as db:
        db.executescript(resources.files("kb.store").joinpath("schema.sql").read_text(encoding="utf-8"))
        insert.sources(db, knowledge.sources)
        source = insert.source_numbers(db)
        insert.findings(db, knowledge.findings, source)
        insert.cards(db, knowledge.cards)
        insert.mechanics(db, knowledge.mechanics)
        number = insert.rulings(db, knowledge.rulings, source, after=0)
        insert.carried(db, knowledge.carried)
        insert.links(db, knowledge.links, number)
        insert.revisions(db, knowledge.revisions)
        insert.pairs(db, knowledge.pairs)
        insert.rules(db, knowledge.rules)
        db.execute("analyze")
