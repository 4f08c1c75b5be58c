"""The scripts of the search: short modules, put together into the files that pages load."""

from collections.abc import Iterator
from pathlib import Path

from kb.errors import BuildError
from kb.site.finder.shards import FOLDER

_BOX = ("box",)
_NAMES = ("shards", "analysis", "suggest", "show")
_ENGINE = (
    *("stemmer", "postings", "lexicon", "parse", "filters", "units", "read", "match", "order", "texts", "spelling"),
    *("engine", "facets", "page"),
)
FILES = {"box.js": _BOX, "names.js": _NAMES, "engine.js": _ENGINE}
"""What each file is made of, in the order in which it is run. Every page has the first, which asks for the second once
somebody types; the search page has them all."""
SCRIPTS = ("names.js", "engine.js")
"""The files that the search page loads besides the box."""


def script_files(templates: Path) -> Iterator[tuple[str, bytes]]:
    """Give each file by its path from the folder of the site."""
    for name, modules in FILES.items():
        try:
            parts = [(templates / "search" / f"{module}.js").read_bytes() for module in modules]
        except OSError as error:
            raise BuildError(f"{error.filename}: a script of the search cannot be read; restore this folder") from error
        yield f"{FOLDER}/{name}", b"\n".join(parts)
