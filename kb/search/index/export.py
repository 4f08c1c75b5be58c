"""A whole search index as plain values, for a search that runs without Whoosh: in a reader's browser."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.search.index import schema as fields
from kb.search.index.handle import Opened, open_index
from kb.search.index.postings import Postings
from kb.search.index.schema import Reference
from kb.search.index.stamp import Stamp

Kept = Mapping[str, str | bool | list[str]]
"""What is kept of a rule, mechanic or card."""


@dataclass(frozen=True, slots=True)
class Exported:
    """Everything that answers are made from, but the rulings themselves."""

    stamp: Stamp
    postings: Mapping[str, Mapping[str, Postings]]
    """By field, then by term, the terms in order."""
    references: tuple[Reference, ...]
    """By document."""
    running: tuple[str, ...]
    """By document, the tokens of its text in order, parted by blanks; of rulings and rules."""
    kept: tuple[Kept, ...]
    """By document, from the first rule on."""

    def kept_of(self, number: int) -> Kept:
        """Return what is kept of document *number*, which is no ruling."""
        return self.kept[number - self.stamp.rulings]


def nothing() -> Exported:
    """Return the index of no knowledge at all."""
    stamp = Stamp(0, 0, 0, dict.fromkeys(fields.TEXT, 0), (), {})
    return Exported(stamp, {name: {} for name in fields.FIELDS}, (), (), ())


def export(folder: Path) -> Exported:
    """Read the whole index in *folder*; raises IndexUnusable if there is none, an older or a damaged one."""
    opened = open_index(folder)
    try:
        return _exported(opened)
    finally:
        opened.reader.close()


def _exported(opened: Opened) -> Exported:
    stamp = opened.stamp
    texts, every = stamp.rulings + stamp.rules, opened.reader.doc_count_all()
    return Exported(
        stamp=stamp,
        postings={name: dict(opened.postings.all(name)) for name in fields.FIELDS},
        references=tuple(map(opened.reference, range(every))),
        running=tuple(opened.running[number].decode().strip() for number in range(texts)),
        kept=tuple(json.loads(opened.kept[number]) for number in range(stamp.rulings, every)),
    )
