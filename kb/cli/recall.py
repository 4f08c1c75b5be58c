"""The hits of the last search in a terminal, so that `kb show 3` opens the third; and where an index has its pages.

Kept in the user's state folder, a small file for each index. It is a convenience: what cannot be written or read is
treated as never remembered, and no command fails for it.
"""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from kb.text.folding import stable_id

_MOST_DIGITS = 3
"""Of the number of a hit; the start of an id has four or more."""
_LARGEST = 1 << 20


def remember_hits(index: Path, ids: Sequence[str]) -> None:
    """Remember *ids* as the hits of the last search in *index*, in their order."""
    _write(index, {**_read(index), "hits": list(ids)})


def remember_site(index: Path, site: Path) -> None:
    """Remember that the pages of *index* were written to *site*."""
    _write(index, {**_read(index), "site": str(site.resolve())})


def hit(index: Path, number: str) -> str | None:
    """Return the id of hit *number* of the last search in *index*; None if that is no number of one."""
    if not (number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS):
        return None
    hits = _read(index).get("hits")
    place = int(number) - 1
    if not isinstance(hits, list) or not 0 <= place < len(hits):
        return None
    return str(hits[place])


def site_of(index: Path) -> Path | None:
    """Return the folder that the pages of *index* were last written to, if it is still there."""
    site = _read(index).get("site")
    folder = Path(site) if isinstance(site, str) and "\0" not in site else None
    return folder if folder is not None and folder.is_absolute() and folder.is_dir() else None


def _file(index: Path) -> Path:
    from kb.system.places import state_folder

    return state_folder() / f"index-{stable_id(str(index.resolve()))}.json"


def _read(index: Path) -> dict[str, object]:
    try:
        with _file(index).open("rb") as file:
            kept = json.loads(file.read(_LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _write(index: Path, kept: Mapping[str, object]) -> None:
    try:
        file = _file(index)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = file.with_suffix(f".{os.getpid()}")
        try:
            aside.write_text(json.dumps(kept) + "\n", encoding="ascii")
            aside.replace(file)
        finally:
            aside.unlink(missing_ok=True)
    except (OSError, RuntimeError):
        # No home folder, a full or read-only disk: the next `kb show 3` will not know, and says so.
        return
