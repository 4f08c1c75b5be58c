"""The stamp of a search index: what it holds, by which version, and whether its files are whole."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from kb.errors import IndexUnusable
from kb.model import Lang
from kb.store.checksum import checksum

FORMAT = 2
"""Raised with every change of what the index holds or means."""
STAMP = "search.json"
_UNDATED = ""
_ADVICE = "run `kb ingest` to build it again"


class Stamp(NamedTuple):
    """What is known of an index without opening it."""

    rulings: int
    """Documents 0 to this are rulings."""
    rules: int
    """So many documents after them are rules."""
    mechanics: int
    """So many after those are mechanics; the rest are cards."""
    texts: dict[str, int]
    """How many of both are written in each language."""
    dates: tuple[tuple[int, str], ...]
    """First document of each date, newest first; "" for the undated, which come last."""
    files: dict[str, tuple[int, int]]
    """Size and checksum of each file."""

    @property
    def first_card(self) -> int:
        """The first document that is a card."""
        return self.rulings + self.rules + self.mechanics


def write_stamp(folder: Path, days: Sequence[date | None], *, french: int, rules: int, mechanics: int) -> None:
    """Stamp the finished index in *folder*; *days* are those of its rulings in order, and *french* so many of them."""
    dates: dict[str, int] = {}
    for number, day in enumerate(days):
        dates.setdefault(day.isoformat() if day else _UNDATED, number)
    rulings = len(days)
    stamp = {
        "format": FORMAT,
        "rulings": rulings,
        "rules": rules,
        "mechanics": mechanics,
        "texts": {Lang.EN: rulings - french + rules, Lang.FR: french},
        "dates": [[number, day] for day, number in dates.items()],
        "files": {path.name: [path.stat().st_size, checksum(path)] for path in _parts(folder)},
    }
    (folder / STAMP).write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8", newline="\n")


def _parts(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix and path.name != STAMP)


def check(folder: Path) -> None:
    """Raise IndexUnusable, saying what to do, unless *folder* holds a whole index of this version; reads all of it."""
    for name, (_, crc) in read_stamp(folder).files.items():
        if checksum(folder / name) != crc:
            raise damaged(folder)


def read_stamp(folder: Path) -> Stamp:
    """Read the stamp of the index in *folder*; raises IndexUnusable if there is none or its files are not as it says.

    Looks at versions, names and sizes. What is damaged inside a file of the right size, `check` tells.
    """
    try:
        kept = json.loads((folder / STAMP).read_bytes())
    except FileNotFoundError:
        raise IndexUnusable(f"{folder}: there is no search index here; run `kb ingest`") from None
    except (OSError, ValueError, RecursionError):
        raise damaged(folder) from None
    if not isinstance(kept, dict) or kept.get("format") != FORMAT:
        raise IndexUnusable(f"{folder}: this search index was written by another version; {_ADVICE}")
    try:
        files = {str(name): (int(size), int(crc)) for name, (size, crc) in kept["files"].items()}
        dates = tuple((int(number), str(day)) for number, day in kept["dates"])
        rulings, rules, mechanics = (int(kept[kind]) for kind in ("rulings", "rules", "mechanics"))
        texts = {lang.value: int(kept["texts"][lang]) for lang in Lang}
        stamp = Stamp(rulings, rules, mechanics, texts, dates, files)
        sizes = {path.name: path.stat().st_size for path in _parts(folder)}
    except (KeyError, TypeError, ValueError, AttributeError, OSError):
        raise damaged(folder) from None
    if sizes != {name: size for name, (size, _) in files.items()}:
        raise damaged(folder)
    return stamp


def damaged(folder: Path) -> IndexUnusable:
    """Return the error that says that the index in *folder* is damaged."""
    return IndexUnusable(f"{folder}: the search index is damaged; {_ADVICE}")


def span(stamp: Stamp, since: date | None, until: date | None) -> range:
    """Return the documents of the rulings dated from *since* to *until*; with neither, of all rulings."""
    if since is None and until is None:
        return range(stamp.rulings)
    first, last = (since or date.min).isoformat(), (until or date.max).isoformat()
    inside = [numbers for day, numbers in _spans(stamp) if day and first <= day <= last]
    return range(inside[0].start, inside[-1].stop) if inside else range(0)


def days(stamp: Stamp) -> Iterator[date | None]:
    """Yield the date of each ruling, in order."""
    for day, numbers in _spans(stamp):
        yield from repeat(date.fromisoformat(day) if day else None, len(numbers))


def _spans(stamp: Stamp) -> Iterator[tuple[str, range]]:
    ends = [*(number for number, _ in stamp.dates), stamp.rulings][1:]
    for (start, day), end in zip(stamp.dates, ends, strict=True):
        yield day, range(start, end)
