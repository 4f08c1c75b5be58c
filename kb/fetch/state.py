"""What earlier runs fetched into a folder: a small JSON file in it, so that nothing is fetched twice."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from kb.errors import FetchError

NAME = ".kb-fetch.json"
_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class Kept:
    """A file in the folder, or the beginning of one, and how the server knows it."""

    file: str = ""
    """Its name in the folder."""
    url: str = ""
    etag: str = ""
    last_modified: str = ""
    stamp: str = ""
    """The service's own word for the version."""
    sha256: str = ""
    """Of the bytes as they lie there."""
    size: int = 0

    @property
    def validator(self) -> str:
        """What a server accepts as proof that the beginning is of the same file: no weak tag is."""
        return self.etag if self.etag and not self.etag.startswith("W/") else self.last_modified


@dataclass(slots=True)
class State:
    """The files of one folder, whole ones and begun ones, by key."""

    folder: Path
    files: dict[str, Kept] = field(default_factory=dict)
    partial: dict[str, Kept] = field(default_factory=dict)

    def save(self) -> None:
        """Write it in one step, in a fixed order."""
        told = {
            name: {key: asdict(kept) for key, kept in sorted(entries.items())}
            for name, entries in (("files", self.files), ("partial", self.partial))
        }
        aside = self.folder / f"{NAME}.part"
        try:
            aside.write_text(json.dumps(told, indent=1) + "\n", encoding="ascii")
            os.replace(aside, self.folder / NAME)  # noqa: PTH105
        except OSError as error:
            aside.unlink(missing_ok=True)
            raise FetchError(f"cannot write in {self.folder}: {error.strerror}") from error


def load(folder: Path) -> State:
    """Read the state of *folder*; one that is missing or damaged counts as empty, at the cost of fetching again."""
    try:
        with (folder / NAME).open("rb") as file:
            told = json.loads(file.read(_LIMIT))
    except (OSError, ValueError, RecursionError):
        return State(folder)
    return State(folder, _entries(told, "files"), _entries(told, "partial"))


def _entries(told: object, name: str) -> dict[str, Kept]:
    entries = told.get(name) if isinstance(told, dict) else None
    if not isinstance(entries, dict):
        return {}
    return {key: _kept(entry) for key, entry in entries.items() if isinstance(entry, dict)}


def _kept(entry: Mapping[str, object]) -> Kept:
    texts = {
        wanted.name: value
        for wanted in fields(Kept)
        if wanted.name != "size" and isinstance(value := entry.get(wanted.name), str)
    }
    size = entry.get("size")
    return Kept(**texts, size=size if isinstance(size, int) else 0)
