"""What a site is made from, in one word: where it is the same as before, so is the site."""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

import kb
from kb.errors import BuildError

_STORE = ".sqlite"
"""The file of an index that is the same to the letter whenever the same is ingested."""
_NOTES = ".json"
"""What an index notes of its own files, which is another in every ingest."""


def origin(index: Path, templates: Path, options: Iterable[str]) -> str:
    """Name the files of the *index* and the *templates*, the program itself and the *options* of a build together.

    Two builds of the same name give the same bytes.
    """
    made = hashlib.sha256()
    for part in options:
        made.update(f"{len(part)}:{part}".encode())
    for folder in (templates, Path(kb.__file__).parent):
        _take_in(made, folder, lambda path: path.suffix != ".pyc")
    _take_in(made, index, lambda path: path.suffix == _STORE)
    # The search follows from these and from the program; only the names and stamps of its files change.
    others = (path for path in index.rglob("*") if path.is_file() and path.suffix not in {_STORE, _NOTES})
    made.update(repr(sorted((path.suffix, path.stat().st_size) for path in others)).encode())
    return made.hexdigest()


def _take_in(made: "hashlib._Hash", folder: Path, wanted: Callable[[Path], bool]) -> None:
    try:
        for path in sorted(path for path in folder.rglob("*") if wanted(path) and path.is_file()):
            content = path.read_bytes()
            made.update(f"{path.relative_to(folder).as_posix()}:{len(content)}:".encode())
            made.update(content)
    except OSError as error:
        raise BuildError(f"{folder}: it cannot be read ({error}); restore this folder") from error
