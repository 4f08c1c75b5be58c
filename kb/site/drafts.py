"""The finished files before they are in place, kept out of memory: a site may have a hundred thousand."""

import hashlib
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Self


class Drafts:
    """Files by their path from the folder of the site, in the order in which they were added."""

    def __init__(self, spool: Path | None = None) -> None:
        """Keep them in the file *spool*, or in one that nobody sees."""
        self._spool: IO[bytes] = spool.open("xb+") if spool else tempfile.TemporaryFile()  # noqa: SIM115
        self._where: dict[str, tuple[int, int]] = {}
        self._digests: dict[str, str] = {}
        self._twice: list[str] = []

    def __enter__(self) -> Self:
        """Keep the drafts until the block ends."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Drop the drafts."""
        self._spool.close()

    @property
    def paths(self) -> Mapping[str, object]:
        """Every path."""
        return self._where

    @property
    def digests(self) -> Mapping[str, str]:
        """Hash of each file."""
        return self._digests

    @property
    def listing(self) -> dict[str, tuple[int, int, str]]:
        """Where in the spool each file begins, how long it is, and its hash."""
        return {path: (*where, self._digests[path]) for path, where in self._where.items()}

    @property
    def twice(self) -> tuple[str, ...]:
        """Paths that were added again; the first file is kept."""
        return tuple(self._twice)

    def add(self, path: str, content: bytes) -> None:
        """Take in a file."""
        if path in self._where:
            self._twice.append(path)
            return
        self._spool.seek(0, 2)
        self._where[path] = (self._spool.tell(), len(content))
        self._digests[path] = hashlib.sha256(content).hexdigest()
        self._spool.write(content)

    def take_in(self, spool: Path, listing: Mapping[str, tuple[int, int, str]]) -> None:
        """Take in the files that other drafts kept in *spool*, as their *listing* says."""
        begin = self._spool.seek(0, 2)
        with spool.open("rb") as file:
            shutil.copyfileobj(file, self._spool)
        for path, (start, length, digest) in listing.items():
            if path in self._where:
                self._twice.append(path)
                continue
            self._where[path] = (begin + start, length)
            self._digests[path] = digest

    def content(self, path: str) -> bytes:
        """Give the bytes of a file."""
        start, length = self._where[path]
        self._spool.seek(start)
        return self._spool.read(length)

    def text(self, path: str) -> str:
        """Give the text of an HTML file; "" for any other."""
        return self.content(path).decode() if path.endswith(".html") else ""

    def texts(self) -> Iterator[tuple[str, str]]:
        """Give every HTML file."""
        return ((path, self.text(path)) for path in self._where if path.endswith(".html"))
