"""What an index is made from, in a few digits: equal ones give an equal index."""

import platform
import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from kb.ingest.corpus import Content
from kb.text.folding import stable_id

_PACKAGE = Path(__file__).parents[1]
_DECIDES = frozenset({".gz", ".py", ".sql", ".toml", ".tsv"})
"""Kinds of files of this program that decide what an index holds."""
_LIBRARIES = ("beautifulsoup4", "pyyaml", "whoosh3")
"""Libraries that do."""


def fingerprint(program: str, files: Iterable[Content]) -> str:
    """Return the name of what *program* makes of *files*."""
    return stable_id(program, *(part for file in files for part in (file.shown, file.digest)))


def of_program() -> str:
    """Return the name of this program: one of another name may read the same files in another way."""
    return stable_id(*_parts())


def _parts() -> Iterator[str]:
    yield from (platform.python_version(), unicodedata.unidata_version)
    yield from map(_version, _LIBRARIES)
    for file in sorted(_PACKAGE.rglob("*")):
        if file.suffix in _DECIDES:
            yield file.relative_to(_PACKAGE).as_posix()
            yield sha256(file.read_bytes()).hexdigest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""
