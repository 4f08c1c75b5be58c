"""Puts the site in place: only what changed, each file at once, and never a file of anyone else.

All that is to be written is written aside as it is made, so that a full disk or a run that is stopped leaves the site
as it was. Then files only change their names. Pages that come or go together link to each other in circles, so each of
them is for a moment one without links: whenever a run is cut off, every link leads somewhere.
"""

import json
import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from kb.errors import BuildError
from kb.site.output.drafts import CHANGED, FRESH, Drafts, digest, told

MANIFEST = ".kb-site.json"
ASIDE = ".kb-site.part"
"""How the names of all that waits to take its place in a site begin."""
_VERSION = 2
_START = "index.html"
_PAGE = ".html"
_STUB = b"""<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Not here</title>
<p>This page is not here. <span lang="fr">Cette page n\xe2\x80\x99est pas ici.</span></p>
</html>
"""
"""What stands in for a page before those that it links to have come, and after they have gone."""
_WAIT = 5.0
"""Seconds that a build waits for another one."""
_LOOK_AGAIN = 0.1


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did to the folder."""

    written: int
    """Files that are new or changed."""
    unchanged: int
    removed: int
    """Files of an earlier build that the site no longer has."""
    kept: tuple[str, ...] = ()
    """Such files that someone has changed since, and which were therefore left."""


@contextmanager
def staged(out: Path, base_url: str = "") -> Iterator[Drafts]:
    """Yield drafts of the site that will stand in *out*, which no other build may write during the block.

    A folder that is neither empty nor the work of an earlier build is refused, and so is one that another build is
    writing. What is not put in place by `settle` when the block ends leaves *out* as it was.
    """
    missing = [folder for folder in (out, *out.parents) if not folder.exists()]
    if out.exists() and not out.is_dir():
        raise BuildError(f"{out}: this is a file; give a folder to build the site in")
    try:
        with told(out):
            out.mkdir(parents=True, exist_ok=True)
        with _alone(out), _staging(out) as aside:
            yield Drafts(out, aside, _manifest(out), base_url)
    finally:
        for folder in missing:
            if not folder.is_dir() or any(folder.iterdir()):
                break
            folder.rmdir()


def settle(drafts: Drafts, made_from: str = "") -> Built:
    """Make the folder hold the *drafts* and nothing else that an earlier build had made; remember what of.

    Where a file of someone else's lies in the way, that is a BuildError and nothing happens. A run that is cut off in
    here leaves a folder whose links work, and which the next one finishes.
    """
    with told(drafts.out):
        return _settle(drafts, drafts.out, drafts.aside, made_from)


def standing(out: Path, made_from: str) -> Built | None:
    """Return what *out* holds if it was made from just this and no file is missing or newer; None otherwise.

    A file that was changed without a new time of change is not noticed.
    """
    try:
        listing = json.loads((out / MANIFEST).read_bytes())
        if listing["kb-site"] != _VERSION or listing["made from"] != made_from:
            return None
        done = (out / MANIFEST).stat().st_mtime_ns
        files = listing["files"]
        # A Path for each of a hundred thousand files would take as long as all the rest.
        if all(os.stat(f"{out}/{path}").st_mtime_ns <= done for path in files):  # noqa: PTH116  (see above)
            return Built(0, len(files), 0)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass  # the build itself says what is wrong, or mends it
    return None


def _settle(drafts: Drafts, out: Path, aside: Path, made_from: str) -> Built:
    old = drafts.before or {}
    _refuse_what_is_not_ours(drafts, out, old)
    gone = sorted(old.keys() - drafts.paths.keys())
    stale = [path for path in gone if _ours(out, path, old[path])]
    fresh, changed = drafts.waiting(FRESH), drafts.waiting(CHANGED)
    # Named before they are in place, so that a run that is cut off leaves no file that looks like someone else's.
    _put(out, aside, MANIFEST, _listing(_either(old, drafts.digests)))
    if (out / _START).is_file():
        _bring(aside, out, fresh)
    elif fresh:
        _move(aside / FRESH, out)
    for path in changed:
        (aside / CHANGED / path).replace(out / path)
    _take_away(aside, out, stale)
    _put(out, aside, MANIFEST, _listing(drafts.digests, made_from))
    os.utime(out / MANIFEST)
    written = len(fresh) + len(changed)
    return Built(written, len(drafts.paths) - written, len(stale), tuple(path for path in gone if path not in {*stale}))


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Hold *out* for this build alone; a build that died holds nothing. Without locks on folders, as on Windows, trust.

    Raises BuildError when another one still has it after a while.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415  (not on every system)
    except ImportError:
        yield
        return
    handle = os.open(out, os.O_RDONLY)
    deadline = time.monotonic() + _WAIT
    try:
        while True:
            try:
                flock(handle, LOCK_EX | LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise BuildError(
                        f"{out}: another build is writing this folder; try again when it is done"
                    ) from None
                time.sleep(_LOOK_AGAIN)
        yield
    finally:
        os.close(handle)


@contextmanager
def _staging(out: Path) -> Iterator[Path]:
    """Yield an empty folder in *out* for the block; nothing of it is left."""
    aside = out / ASIDE
    _clear(aside)
    aside.mkdir()
    try:
        yield aside
    finally:
        _clear(aside)


def _clear(aside: Path) -> None:
    if aside.is_dir() and not aside.is_symlink():
        shutil.rmtree(aside)
    else:
        aside.unlink(missing_ok=True)


def _bring(aside: Path, out: Path, fresh: list[str]) -> None:
    """Put what is new into a site that people read."""
    for folder in _folders(fresh):
        (out / folder).mkdir(exist_ok=True)
    pages = [path for path in fresh if path.endswith(_PAGE)]
    for path in pages:
        _put(out, aside, path, _STUB)
    for path in (*(path for path in fresh if not path.endswith(_PAGE)), *pages):
        (aside / FRESH / path).replace(out / path)


def _take_away(aside: Path, out: Path, stale: list[str]) -> None:
    """Remove what no page leads to any more but those that go with it."""
    for path in stale:
        if path.endswith(_PAGE) and (out / path).is_file():
            _put(out, aside, path, _STUB)
    for path in stale:
        _remove(out, path)


def _move(source: Path, target: Path) -> None:
    """Move all of *source* into *target*, whole folders where there is none of that name; the start page comes last."""
    for entry in sorted(source.iterdir(), key=lambda entry: (entry.name == _START, entry.name)):
        place = target / entry.name
        if entry.is_dir() and place.is_dir():
            _move(entry, place)
        else:
            entry.rename(place)


def _either(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """List every file with the hash it had, has, or both: while a build runs, either may be what is there."""
    either = {path: dict.fromkeys((*old.get(path, "").split(), *new.get(path, "").split())) for path in {**old, **new}}
    return {path: " ".join(digests) for path, digests in either.items()}


def _listing(digests: Mapping[str, str], made_from: str = "") -> bytes:
    listing = {"kb-site": _VERSION, "files": digests, **({"made from": made_from} if made_from else {})}
    return json.dumps(listing, indent=0, sort_keys=True).encode() + b"\n"


def _manifest(out: Path) -> dict[str, str] | None:
    """Return the files that an earlier build made in *out*, with their hashes; None where *out* is empty.

    A folder of someone else's is refused.
    """
    if not (out / MANIFEST).is_file():
        if any(not entry.name.startswith(ASIDE) for entry in out.iterdir()):
            raise BuildError(f"{out}: this folder is not empty and was not made by kb; give another, or empty it first")
        return None
    try:
        listing = json.loads((out / MANIFEST).read_bytes())
        files = {str(path): str(digest) for path, digest in listing["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BuildError(f"{out / MANIFEST}: damaged; empty this folder and build again") from error
    if listing.get("kb-site") != _VERSION or not all(map(_inside, files)):
        raise BuildError(f"{out / MANIFEST}: not written by this version of kb; empty this folder and build again")
    return files


def _inside(path: str) -> bool:
    pure = PurePosixPath(path)
    return not pure.is_absolute() and ".." not in pure.parts and "\\" not in path and "\0" not in path


def _refuse_what_is_not_ours(drafts: Drafts, out: Path, old: Mapping[str, str]) -> None:
    foreign = [path for path in drafts.paths if path not in old and os.path.lexists(f"{out}/{path}")]
    # A link to a folder elsewhere would have us write there.
    foreign += [folder for folder in _folders(drafts.paths) if _blocked(out / folder)]
    if foreign:
        raise BuildError(f"{out}: these are in the way and were not made by kb: {', '.join(foreign)}; move them away")


def _folders(paths: Iterable[str]) -> list[str]:
    """List the folders that *paths* lie in, the outer ones first."""
    nearest = {path.rpartition("/")[0] for path in paths}
    return sorted({str(folder) for inner in nearest for folder in (PurePosixPath(inner, "x").parents)} - {"."})


def _blocked(folder: Path) -> bool:
    return folder.is_symlink() or (folder.exists() and not folder.is_dir())


def _put(out: Path, aside: Path, path: str, content: bytes) -> None:
    """Return the file *path* its content by way of *aside*, if it has another; a reader sees the old or the new one."""
    if (out / path).is_file() and (out / path).read_bytes() == content:
        return
    waiting = aside / "one"
    waiting.write_bytes(content)
    waiting.replace(out / path)


def _ours(out: Path, path: str, digests: str) -> bool:
    """Whether the file *path* of an earlier build is as some build left it, or gone."""
    target = out / path
    if target.is_symlink() or not target.resolve().is_relative_to(out.resolve()):
        return False
    if not target.is_file():
        return True
    content = target.read_bytes()
    return content == _STUB or digest(content) in digests.split()


def _remove(out: Path, path: str) -> None:
    """Remove a file and the folders it leaves empty."""
    target = out / path
    target.unlink(missing_ok=True)
    for folder in target.relative_to(out).parents:
        if folder == Path() or not (out / folder).is_dir() or any((out / folder).iterdir()):
            break
        (out / folder).rmdir()
