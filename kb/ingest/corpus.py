"""The files of a corpus: which there are, the names they are shown by, and what tells whether they have changed."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.errors import SourceError, UsageError
from kb.read import digest
from kb.text.folding import label

_UNFINISHED = ".part"
"""End of the name of a download that is not complete."""


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """A file to read, and the name it is shown by."""

    file: Path
    shown: str


@dataclass(frozen=True, slots=True)
class Content:
    """What a file holds, as far as a change of it would show."""

    shown: str
    digest: str
    """Hash of the file's bytes; where they cannot be read, what keeps them from it."""


def corpus_files(paths: Sequence[Path]) -> tuple[CorpusFile, ...]:
    """List the files under *paths*, sorted by the name they are shown by: `folder/part/file`, or `file`.

    What cannot be shown in a line is replaced in that name, and files of equal names are told apart by a number.
    Hidden files are passed over, and so are links that lead out of their folder.
    """
    files: dict[str, Path] = {}
    for path in paths:
        for file, found in _under(path):
            shown = label(found)
            name, n = shown, 2
            while files.get(name, file) != file:
                name, n = f"{shown}~{n}", n + 1
            files[name] = file
    return tuple(CorpusFile(files[shown], shown) for shown in sorted(files))


def _under(path: Path) -> Iterator[tuple[Path, str]]:
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    if not path.is_dir():
        yield path, path.name
        return
    root = path.resolve()
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(n for n in inner if not n.startswith("."))
        for name in sorted(n for n in names if not n.startswith(".") and not n.endswith(_UNFINISHED)):
            file = Path(folder, name)
            if file.is_file() and file.resolve().is_relative_to(root):
                yield file, f"{root.name}/{file.relative_to(root).as_posix()}"


def contents(files: Sequence[CorpusFile]) -> tuple[Content, ...]:
    """Hash every file, without reading what it says."""
    return tuple(Content(entry.shown, _digest(entry)) for entry in files)


def _digest(entry: CorpusFile) -> str:
    try:
        return digest(entry.file, entry.shown)
    except SourceError as error:
        return error.reason
