"""The finished files before they are in place: written aside, as each is made, unless the site has them already."""

import hashlib
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from kb.errors import BuildError
from kb.site.output.links import Links

FRESH, CHANGED = "fresh", "changed"
"""The folders of what the site lacks, and of what stands there otherwise."""
_STANDS = ""
_MARK = "\0"
"""What no path and no link has."""
_PAGE = ".html"
_ASTRAY = re.compile(r"(?:^|/)\.{0,2}(?:/|$)|[\\:\0]")
"""A step up or nowhere, or what some system takes for one: the addresses of pages come from the corpus."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What drafts hold, as one process tells it another: in long strings, which take the least room."""

    files: str
    """Of each file its path, the folder that it waits in, or "" where the site has it, and its hash."""
    twice: tuple[str, ...]
    wanted: str
    """Where links of these pages lead, but to these files as a whole."""
    faults: tuple[str, ...]


class Drafts:
    """Files by their path from the folder of the site, in the order in which they were added."""

    def __init__(self, out: Path, aside: Path, before: Mapping[str, str] | None, base_url: str = "") -> None:
        """Keep in *aside* what differs from what stands in *out*.

        *before* are the files that an earlier build made in *out*, with their hashes; None says that it is empty.
        """
        self.out, self.aside, self.before = out, aside, before
        self._files: dict[str, tuple[str, str]] = {}
        self._twice: list[str] = []
        self._folders: set[str] = set()
        self.links = Links(base_url)

    def apart(self) -> "Drafts":
        """Return drafts of the same site with nothing in them, for a process of its own."""
        return Drafts(self.out, self.aside, self.before, self.links.base_url)

    @property
    def paths(self) -> Mapping[str, object]:
        """Every path."""
        return self._files

    @property
    def digests(self) -> Mapping[str, str]:
        """Hash of each file."""
        return {path: digest for path, (_, digest) in self._files.items()}

    @property
    def twice(self) -> tuple[str, ...]:
        """Paths that were added again; the first file is kept."""
        return tuple(self._twice)

    def waiting(self, folder: str) -> list[str]:
        """Return the paths of the files that wait in one of the folders."""
        return [path for path, (kept, _) in self._files.items() if kept == folder]

    def add(self, path: str, content: bytes) -> None:
        """Take in a file, and see where its links lead if it is a page.

        Raises BuildError where there is no room, and for a path that leads out of the site before anything is written.
        """
        if _ASTRAY.search(path):
            raise BuildError(f"the site would be wrong, so nothing was written: {path} leads out of it")
        if path in self._files:
            self._twice.append(path)
            return
        with told(self.out):
            self._files[path] = (self._keep(path, content), digest(content))
        if path.endswith(_PAGE):
            self.links.look(path, content.decode())

    def listing(self) -> Listing:
        """Send what is here to another process."""
        files = _MARK.join(chain.from_iterable((path, *told) for path, told in self._files.items()))
        wanted = _MARK.join(sorted(target for target in self.links.wanted if target not in self._files))
        return Listing(files, self.twice, wanted, (*self.links.faults,))

    def take_in(self, listing: Listing) -> None:
        """Take in what another process has added to drafts of the same site."""
        self._twice += listing.twice
        for path, kept, hashed in _threes(listing.files):
            if path in self._files:
                self._twice.append(path)
            else:
                self._files[path] = (sys.intern(kept), hashed)
        self.links.wanted.update(listing.wanted.split(_MARK))
        self.links.faults += listing.faults

    def text(self, path: str) -> str:
        """Return the text of a page."""
        kept, _ = self._files[path]
        with told(self.out):
            return ((self.aside / kept if kept else self.out) / path).read_bytes().decode()

    def texts(self) -> Iterator[tuple[str, str]]:
        """Return every page in the order of the paths."""
        return ((path, self.text(path)) for path in sorted(self._files) if path.endswith(_PAGE))

    def _keep(self, path: str, content: bytes) -> str:
        there = None if self.before is None else _standing(f"{self.out}/{path}")
        if there == content:
            return _STANDS
        kept = FRESH if there is None else CHANGED
        folder = f"{self.aside}/{kept}/{path}".rpartition("/")[0]
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103  (see below)
            self._folders.add(folder)
        _write(f"{self.aside}/{kept}/{path}", content)
        return kept


def digest(content: bytes) -> str:
    """Return the hash of a file: as much of it as tells it from all others."""
    return hashlib.sha256(content).hexdigest()[:32]


@contextmanager
def told(out: Path) -> Iterator[None]:
    """Return in one line why nothing can be written, if that is so."""
    try:
        yield
    except OSError as error:
        raise BuildError(
            f"{error.filename or out}: the site cannot be written here ({error.strerror or error}); "
            "mend that and build again"
        ) from error


def _threes(files: str) -> Iterator[tuple[str, str, str]]:
    told = iter(files.split(_MARK) if files else ())
    return zip(told, told, told, strict=True)


# A Path for each of a hundred thousand files would take as long as to write it.


def _standing(file: str) -> bytes | None:
    try:
        if not stat.S_ISREG(os.stat(file).st_mode):  # noqa: PTH116
            return None
        with open(file, "rb", buffering=0) as found:  # noqa: PTH123
            return found.read()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _write(file: str, content: bytes) -> None:
    with open(file, "wb", buffering=0) as made:  # noqa: PTH123
        left = memoryview(content)
        while left:
            left = left[made.write(left) :]
