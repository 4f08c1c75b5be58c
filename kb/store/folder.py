"""An index folder: each ingest builds a generation aside, and one rename puts it in place.

    INDEX/current            name of the generation in use; replaced in one step
    INDEX/lock               held while a run writes; a run that died holds nothing
    INDEX/gen-3f2a…/         one complete index: stamp.json, kb.sqlite, search/

A reader takes the name once and sees that generation whole, whatever is written meanwhile: the generation before the
current one is kept until the next run. Whoosh keeps its schema as a pickle, which is code: so the folder is made
private, and one that another user can write is refused.
"""

import errno
import json
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from kb.errors import IndexBusy, IndexUnusable, KbError
from kb.store.checksum import checksum

FORMAT = 2
"""Raised with each change to what is stored or how; an index of another format is built again."""

CERTAIN = "certain"
"""Note in the stamp of an index: "yes" if its fingerprint names all that it was made of."""

_HINT = "run `kb ingest` to build it"
_PREFIX = "gen-"
_STAMP = "stamp.json"
_OURS = (_PREFIX, "building-", "current", "lock", ".")
"""How the names of what lies in an index folder begin."""
_NO_ROOM = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_WAIT = 5.0
"""Seconds that a run waits for another one."""
_LOOK_AGAIN = 0.1
_NO_NOTES: Mapping[str, str] = MappingProxyType({})


def exists(folder: Path) -> bool:
    """Return whether *folder* holds an index, sound or not."""
    return (folder / "current").is_file()


def has_remains(folder: Path) -> bool:
    """Return whether *folder* holds an index, or what is left of one that lost its `current`."""
    return os.path.lexists(folder / "current") or any(folder.glob(f"{_PREFIX}*"))


def current(folder: Path) -> Path:
    """Return the generation in use; raises IndexUnusable when there is none, or it is of another format."""
    if not exists(folder):
        damaged = f"the index is damaged, it has no file `current`; {_HINT} again"
        raise IndexUnusable(f"{folder}: {damaged if has_remains(folder) else f'no index here; {_HINT}'}")
    try:
        name = (folder / "current").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        raise IndexUnusable(f"{folder}: the index is damaged; {_HINT} again") from None
    refuse_shared_folder(folder)
    generation = folder / Path(name).name
    if stamp(generation).get("format") != FORMAT:
        raise IndexUnusable(f"{folder}: the index was written by another version of kb; {_HINT} again")
    return generation


def refuse_shared_folder(folder: Path) -> None:
    """Raise IndexUnusable if a user other than this one and root can write *folder*; where there are users at all."""
    if not hasattr(os, "getuid"):
        return
    status = folder.stat()
    if status.st_uid not in {os.getuid(), 0}:
        raise IndexUnusable(
            f"{folder}: the index belongs to another user, and reading it would run what is in it; "
            "build your own from what `kb export` gave them"
        )
    if status.st_mode & _OTHERS_WRITE:
        raise IndexUnusable(
            f"{folder}: other users can write this index, and reading it would run what they put there; "
            "if nobody did, `chmod go-w` it, else remove it and ingest again"
        )


def stamp(generation: Path) -> Mapping[str, object]:
    """Read what *generation* says of itself; raises IndexUnusable when it cannot be read."""
    try:
        content = json.loads((generation / _STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        content = None
    if not isinstance(content, dict):
        raise IndexUnusable(f"{generation.parent}: the index is damaged; {_HINT} again")
    return content


def is_whole(generation: Path) -> bool:
    """Return whether every file of *generation* is as it was written; reads all of them."""
    try:
        return stamp(generation).get("files") == _checksums(generation)
    except OSError:
        return False


def _checksums(generation: Path) -> dict[str, int]:
    """Return the checksum of each file by its name, but for locks, which have no suffix, and the stamp."""
    files = (file for file in sorted(generation.rglob("*")) if file.suffix and file.name != _STAMP and file.is_file())
    return {file.relative_to(generation).as_posix(): checksum(file) for file in files}


def wait_until(free: Callable[[], bool], folder: Path, *, wait: float = _WAIT) -> None:
    """Return once *free* says so; raises IndexBusy, naming *folder*, when it still does not after *wait* seconds."""
    deadline = time.monotonic() + wait
    while not free():
        if time.monotonic() >= deadline:
            raise _busy(folder)
        time.sleep(_LOOK_AGAIN)


def _busy(folder: Path) -> IndexBusy:
    return IndexBusy(f"{folder}: another run is writing this index; try again when it is done")


@contextmanager
def writing(
    folder: Path, fingerprint: str, *, notes: Mapping[str, str] = _NO_NOTES, wait: float = _WAIT
) -> Iterator[Path]:
    """Yield an empty folder to build a generation in; put it in place if the block ends well, else remove it.

    *fingerprint* names what goes in, and *notes* are kept in the stamp beside it. Raises IndexBusy when another run is
    still writing after *wait* seconds, and KbError in place of an OSError of the block: there is no room, as a rule.
    """
    refuse_other_folder(folder)
    if exists(folder):
        refuse_shared_folder(folder)
    with _locked(folder, wait):
        _sweep(folder)
        aside = folder / f"building-{fingerprint}"
        try:
            aside.mkdir()
            yield aside
            content = {"format": FORMAT, "fingerprint": fingerprint, **notes, "files": _checksums(aside)}
            (aside / _STAMP).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
            _put_in_place(folder, aside, fingerprint)
        except OSError as error:
            shutil.rmtree(aside, ignore_errors=True)
            raise _unwritable(folder, error) from error
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise


def _unwritable(folder: Path, error: OSError) -> KbError:
    advice = "make room" if error.errno in _NO_ROOM else "mend that"
    return KbError(f"{folder}: the index cannot be written ({error.strerror or error}); {advice} and try again")


def refuse_other_folder(folder: Path) -> None:
    """Raise KbError if *folder* holds other files and no index: nobody means to mix them."""
    if exists(folder) or not folder.is_dir():
        return
    for file in sorted(folder.iterdir()):
        if not file.name.startswith(_OURS):
            raise KbError(f"{folder}: holds other files ({file.name}) and no index; name an empty or new folder")


@contextmanager
def _locked(folder: Path, wait: float) -> Iterator[None]:
    from filelock import FileLock, Timeout  # noqa: PLC0415  (who only reads needs no lock)

    lock = FileLock(folder / "lock")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not exists(folder) and folder.stat().st_mode & _OTHERS_WRITE:
            folder.chmod(0o700)
        lock.acquire(timeout=wait)
    except Timeout:
        raise _busy(folder) from None
    except OSError as error:
        raise KbError(f"{folder}: cannot write the index here ({error.strerror}); name another with --index") from None
    try:
        yield
    finally:
        lock.release()


def _put_in_place(folder: Path, aside: Path, fingerprint: str) -> None:
    """Name the finished generation and point `current` at it; older ones but the last are removed."""
    for file in sorted(aside.rglob("*")):
        if file.is_file():
            _flush(file)
    before = (folder / "current").read_text(encoding="ascii").strip() if exists(folder) else ""
    names = (f"{_PREFIX}{fingerprint}{suffix}" for suffix in ("", "-b"))
    name = next(n for n in names if n != before)
    shutil.rmtree(folder / name, ignore_errors=True)
    aside.rename(folder / name)
    pointer = folder / "current.new"
    pointer.write_text(f"{name}\n", encoding="ascii")
    _flush(pointer)
    pointer.replace(folder / "current")
    for old in folder.glob(f"{_PREFIX}*"):
        if old.name not in {name, before}:
            shutil.rmtree(old, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Remove what a run that was killed left behind."""
    for left in folder.glob("building-*"):
        shutil.rmtree(left, ignore_errors=True)


def _flush(file: Path) -> None:
    with file.open("rb+") as handle:
        os.fsync(handle.fileno())
