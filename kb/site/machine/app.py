"""The site as an app that can be installed: what names it, and the script that keeps what was read."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from kb.errors import BuildError
from kb.model import Lang
from kb.site.base import address
from kb.site.base.tree import Tree

_ICON = "static/icon.svg"
_PIECE = re.compile(r"search/(?!base)([a-z_]+)\d+\.js")
_PAPER = "#fbfaf6"
_FIRST = (
    *(f"{lang}/{page}" for lang in Lang for page in (address.HOME, address.SEARCH, address.OFFLINE)),
    *(_ICON, "static/style.css", "static/tap.svg"),
    *("search/box.js", "search/names.js", "search/page.js", "search/live.js"),
    *("search/worker.js", "search/engine.js", "search/base0.js"),
)
"""What is kept from the first visit on; everything else once it was read."""


def manifest(tree: Tree) -> tuple[str, bytes]:
    """Return what browsers need to install the site, by its path, in the language of *tree*."""
    told = {
        "name": tree.words.say("site"),
        "description": tree.words.say("site_summary"),
        "lang": tree.lang.value,
        "start_url": address.HOME,
        "scope": "../",
        "display": "minimal-ui",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": [{"src": f"../{_ICON}", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    return f"{tree.lang}/{address.APP}", json.dumps(told, ensure_ascii=False, indent=1).encode() + b"\n"


def service_worker(templates: Path, digests: Mapping[str, str]) -> bytes:
    """Return the script that serves what was read where there is no network, for the site of these *digests*.

    Any other site has another: so browsers notice that there is a new one, and drop what they kept of the old.
    """
    build = hashlib.sha256(repr(sorted(digests.items())).encode()).hexdigest()[:12]
    given = {"BUILD": build, "FIRST": [path for path in _FIRST if path in digests], "PIECES": _pieces(digests)}
    try:
        script = (templates / "search" / "service.js").read_bytes()
    except OSError as error:
        raise BuildError(f"{error.filename}: a script of the site cannot be read; restore this folder") from error
    return "".join(f"const {name} = {json.dumps(value)};\n" for name, value in given.items()).encode() + script


def _pieces(paths: Iterable[str]) -> dict[str, int]:
    """Count the pieces of the index of each kind; they are numbered from nought."""
    return dict(sorted(Counter(found[1] for path in paths if (found := _PIECE.fullmatch(path))).items()))
