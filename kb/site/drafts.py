"""The finished files before they are in place, kept out of memory: a site may have a hundred thousand."""

import hashlib
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from kb.errors import BuildError

ASIDE = ".kb-site.part"
"""How the names of all that waits to take its place in a site begin."""

Listing = Mapping[str, tuple[int, int, str]]
"""By path, where in the spool a file begins, how long it is, and its hash."""


class Drafts:
    """Files by their path from the folder of the site, in the order in which they were added."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep them in a file without a name in *folder*, or, while there is none, in the next one that it will lie in.

        So they take room on the disk that the site will be on. Raises BuildError when nothing can be written there, as
        the other calls do when the disk is full.
        """
        self.folder = folder
        place = None if folder is None else next(f for f in (folder, *folder.absolute().parents) if f.is_dir())
        with self._told():
            self._spool = tempfile.TemporaryFile(dir=place, prefix=ASIDE)  # noqa: SIM115  (closed by __exit__)
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
        # What could not be written before cannot be now, and nobody wants it any more.
        with suppress(OSError):
            self._spool.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BuildError(
                f"{self.folder or tempfile.gettempdir()}: the site cannot be written here "
                f"({error.strerror or error}); mend that and build again"
            ) from error

    @property
    def paths(self) -> Mapping[str, object]:
        """Every path."""
        return self._where

    @property
    def digests(self) -> Mapping[str, str]:
        """Hash of each file."""
        return self._digests

    @property
    def twice(self) -> tuple[str, ...]:
        """Paths that were added again; the first file is kept."""
        return tuple(self._twice)

    def written(self) -> Listing:
        """Finish writing, so that another process that has this spool too can read it by what is given here."""
        with self._told():
            self._spool.flush()
        return {path: (*where, self._digests[path]) for path, where in self._where.items()}

    def add(self, path: str, content: bytes) -> None:
        """Take in a file."""
        if path in self._where:
            self._twice.append(path)
            return
        with self._told():
            self._where[path] = (self._spool.seek(0, 2), len(content))
            self._spool.write(content)
        self._digests[path] = hashlib.sha256(content).hexdigest()

    def pour(self, file: IO[bytes]) -> None:
        """Write the whole spool to *file*."""
        self._spool.seek(0)
        shutil.copyfileobj(self._spool, file)

    def take_in(self, other: "Drafts", listing: Listing) -> None:
        """Take in the files that stand in the spool of *other* as *listing* says."""
        with self._told():
            begin = self._spool.seek(0, 2)
            other.pour(self._spool)
        for path, (start, length, digest) in listing.items():
            if path in self._where:
                self._twice.append(path)
                continue
            self._where[path] = (begin + start, length)
            self._digests[path] = digest

    def content(self, path: str) -> bytes:
        """Give the bytes of a file."""
        start, length = self._where[path]
        with self._told():
            self._spool.seek(start)
            return self._spool.read(length)

    def text(self, path: str) -> str:
        """Give the text of an HTML file; "" for any other."""
        return self.content(path).decode() if path.endswith(".html") else ""

    def texts(self) -> Iterator[tuple[str, str]]:
        """Give every HTML file."""
        return ((path, self.text(path)) for path in self._where if path.endswith(".html"))
