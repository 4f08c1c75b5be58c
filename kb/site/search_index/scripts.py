"""The scripts of the search: short modules, put together into the files that pages load."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from kb.errors import BuildError
from kb.model import Lang
from kb.site.base.words import PageWords
from kb.site.search_index.shards import FOLDER

_BOX = ("box", "preview", "app")
_NAMES = ("shards", "analysis", "suggest", "show")
_ENGINE = (
    *("stemmer", "postings", "lexicon", "parse", "filters", "named", "units", "read", "match"),
    *("order", "texts", "spelling", "engine", "facets", "answers"),
)
FILES = {
    "box.js": _BOX,
    "names.js": _NAMES,
    "engine.js": _ENGINE,
    "page.js": ("asking", "page"),
    "live.js": ("asking", "live"),
    "worker.js": ("worker",),
}
"""What each file is made of, in the order in which it is run. Every page has the first, which asks for the second once
somebody types. The engine, with what it shares with the second, runs in a thread of the search page."""
_CHECKED = "engine.js"
SCRIPTS = ("names.js", "page.js")
"""The files that the search page loads besides the box."""

_OWN = "box_"
_COMMENT = re.compile(rb"//.*|/\*.*\*/")


def script_files(templates: Path, words: Mapping[Lang, PageWords], previews: int) -> Iterator[tuple[str, bytes]]:
    """Yield each file by its path from the folder of the site; *previews* is how many files of them a language has."""
    for name, modules in FILES.items():
        parts = [_read(templates / "search" / f"{module}.js") for module in modules]
        if modules is _BOX:
            parts.insert(0, _stated(boxWords=_box_words(words), edition=edition(templates), previewParts=previews))
        elif name == _CHECKED:
            parts.insert(0, _stated(engineEdition=edition(templates)))
        yield f"{FOLDER}/{name}", b"".join(map(_bare, parts))


def edition(templates: Path) -> str:
    """Return what tells the scripts from those of another edition of the site, which read other files of the index.

    Pages and scripts ask for the scripts that belong to them under it, so that what browsers keep of others is no use.
    """
    modules = sorted({f"{module}.js" for modules in FILES.values() for module in modules})
    return hashlib.sha256(b"".join(_read(templates / "search" / module) for module in modules)).hexdigest()[:8]


def _read(script: Path) -> bytes:
    try:
        return script.read_bytes()
    except OSError as error:
        raise BuildError(f"{error.filename}: a script of the search cannot be read; restore this folder") from error


def _bare(script: bytes) -> bytes:
    """Leave out what browsers need not be sent: lines that are blank or a comment, and what stands before the others.

    Comments and strings of the scripts end on the line on which they begin.
    """
    lines = (line.strip() for line in script.splitlines())
    return b"".join(line + b"\n" for line in lines if line and not _COMMENT.fullmatch(line))


def _box_words(words: Mapping[Lang, PageWords]) -> Mapping[str, Mapping[str, object]]:
    """Return what the box says, in every language: it is on the pages of all."""
    return {
        lang.value: {key.removeprefix(_OWN): phrase for key, phrase in of.phrases.items() if key.startswith(_OWN)}
        for lang, of in words.items()
    }


def _stated(**stated: object) -> bytes:
    return f"Object.assign((globalThis.kb ??= {{}}), {json.dumps(stated, sort_keys=True)});\n".encode()
