"""What a site is made from, in one word: where it is the same as before, so is the site."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

import kb
from kb.errors import BuildError


def origin(index: str, templates: Path, options: Iterable[str]) -> str:
    """Return one name for what an index holds, the *templates*, the program and the *options* of a build.

    *index* names all that the index holds. Two builds of the same name give the same bytes.
    """
    made = hashlib.sha256()
    for part in (index, *options):
        made.update(f"{len(part)}:{part}".encode())
    for folder in (templates, Path(kb.__file__).parent):
        _take_in(made, folder)
    return made.hexdigest()


def _take_in(made: "hashlib._Hash", folder: Path) -> None:
    try:
        for path in sorted(path for path in folder.rglob("*") if path.suffix != ".pyc" and path.is_file()):
            content = path.read_bytes()
            made.update(f"{path.relative_to(folder).as_posix()}:{len(content)}:".encode())
            made.update(content)
    except OSError as error:
        raise BuildError(f"{folder}: it cannot be read ({error}); restore this folder") from error
