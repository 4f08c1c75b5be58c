"""Puts the site in place: only what changed, each file at once, and never a file of anyone else."""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from kb.errors import BuildError
from kb.site.drafts import Drafts

MANIFEST = ".kb-site.json"
_VERSION = 1
_ASIDE = ".kb-site.part"
"""Where a file is written before it takes its place; left over by a run that was cut off."""


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


def write(drafts: Drafts, out: Path) -> Built:
    """Make *out* hold the drafts and nothing else that an earlier build had made.

    A folder that is neither empty nor the work of an earlier build is refused, and so is one where a file of someone
    else's lies in the way. A run that is cut off leaves a folder that the next one can finish.
    """
    try:
        return _write(drafts, out)
    except OSError as error:
        raise BuildError(
            f"{error.filename or out}: cannot be written ({error.strerror or error}); mend that and build again"
        ) from error


def _write(drafts: Drafts, out: Path) -> Built:
    old = _manifest(out)
    _refuse_what_is_not_ours(drafts, out, old)
    # Named before they are written, so that a run that is cut off leaves no file that looks like someone else's.
    _put(out, MANIFEST, _listing({**old, **drafts.digests}))
    written = sum(_put(out, path, drafts.content(path), known=path in old) for path in drafts.paths)
    stale = sorted(old.keys() - drafts.paths.keys())
    kept = tuple(path for path in stale if not _remove(out, path, old[path]))
    _put(out, MANIFEST, _listing(drafts.digests))
    return Built(written, len(drafts.paths) - written, len(stale) - len(kept), kept)


def _listing(digests: Mapping[str, str]) -> bytes:
    return json.dumps({"kb-site": _VERSION, "files": digests}, indent=0, sort_keys=True).encode() + b"\n"


def _manifest(out: Path) -> dict[str, str]:
    """Give the files that an earlier build made in *out*, with their hashes; refuse a folder of someone else's."""
    if not out.exists():
        out.mkdir(parents=True)
    if not out.is_dir():
        raise BuildError(f"{out}: this is a file; give a folder to build the site in")
    if not (out / MANIFEST).is_file():
        if any(entry.name != _ASIDE for entry in out.iterdir()):
            raise BuildError(f"{out}: this folder is not empty and was not made by kb; give another, or empty it first")
        return {}
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
    foreign = [path for path in drafts.paths if path not in old and os.path.lexists(out / path)]
    # A link to a folder elsewhere would have us write there.
    folders = sorted({str(parent) for path in drafts.paths for parent in PurePosixPath(path).parents})
    foreign += [folder for folder in folders if folder != "." and _blocked(out / folder)]
    if foreign:
        raise BuildError(f"{out}: these are in the way and were not made by kb: {', '.join(foreign)}; move them away")


def _blocked(folder: Path) -> bool:
    return folder.is_symlink() or (folder.exists() and not folder.is_dir())


def _put(out: Path, path: str, content: bytes, *, known: bool = True) -> bool:
    """Give the file *path* its content and say whether that was needed; a reader sees the old one or the new one.

    *known* files may be there already.
    """
    target = out / path
    if known and target.is_file() and target.read_bytes() == content:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = out / _ASIDE
    aside.write_bytes(content)
    aside.replace(target)
    return True


def _remove(out: Path, path: str, digest: str) -> bool:
    """Remove a file of an earlier build and the folders it leaves empty, unless someone has changed it since."""
    target = out / path
    if _elsewhere(out, target):
        return False
    if target.is_file():
        if hashlib.sha256(target.read_bytes()).hexdigest() != digest:
            return False
        target.unlink()
    for folder in target.relative_to(out).parents:
        if folder == Path() or not (out / folder).is_dir() or any((out / folder).iterdir()):
            break
        (out / folder).rmdir()
    return True


def _elsewhere(out: Path, target: Path) -> bool:
    return target.is_symlink() or not target.resolve().is_relative_to(out.resolve())
