"""The last look before anything is written: every link leads somewhere, and no two files share an address."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from kb.errors import BuildError
from kb.site.drafts import Drafts

# The templates set a blank before every attribute and quotes around its value, and quotes of the corpus are escaped:
# this finds links and nothing else. One pattern for both attributes would be three times as slow.
_HREF = re.compile(r' href="([^"]*)"')
_SRC = re.compile(r' src="([^"]*)"')
_ANCHOR = re.compile(r' id="([^"]*)"')
_OUTWARD = re.compile(r"[a-z][a-z0-9+.-]*:")
_NAME = re.compile(r"[a-z0-9._-]+")
_RESERVED = frozenset({"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)})
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Links:
    """The links of the pages, each resolved once for all pages of a folder: they link to the same places."""

    base_url: str
    resolved: dict[str, dict[str, str]] = field(default_factory=dict)
    """Where the links of each folder lead, as far as worked out; "" out of the site."""

    def fresh(self, path: str, text: str, anchors: list[str]) -> Iterator[str]:
        """Give where those links of a page lead that are not to its own *anchors* and no page of its folder had yet."""
        folder = posixpath.dirname(path)
        resolved = self.resolved.setdefault(folder, {})
        for href in _hrefs(text).difference(resolved):
            if href.startswith("#"):
                if href[1:] not in anchors:
                    yield path + href
            else:
                resolved[href] = _target(folder, href, self.base_url)
                if resolved[href]:
                    yield resolved[href]

    def lead(self, path: str, text: str) -> set[str]:
        """Give where all links of a page that was looked at before lead."""
        resolved = self.resolved[posixpath.dirname(path)]
        return {path + href if href.startswith("#") else resolved[href] for href in _hrefs(text)}


def check(drafts: Drafts, base_url: str) -> None:
    """Hold that the site is whole, or raise a BuildError that lists all that is not."""
    links = Links(base_url)
    faults = list(_bad_names(drafts))
    wanted: set[str] = set()
    for path, text in drafts.texts():
        anchors = _ANCHOR.findall(text)
        faults += _doubled_anchors(path, anchors)
        wanted.update(links.fresh(path, text, anchors))
    faults += _broken(drafts, links, wanted)
    if faults:
        raise BuildError(f"the site would be wrong, so nothing was written: {'; '.join(faults)}")


def _hrefs(text: str) -> set[str]:
    return {*_HREF.findall(text), *(_SRC.findall(text) if ' src="' in text else ())}


def _target(folder: str, href: str, base_url: str) -> str:
    """Give the path that *href* leads to from *folder*, with its anchor; "" if it leads out of the site.

    >>> _target("en/cards", "../dates/2024-02-02.html#r1", ""), _target("", "https://example.org/", "")
    ('en/dates/2024-02-02.html#r1', '')
    """
    root = urlsplit(base_url).path
    if base_url and href.startswith(base_url):
        return href.removeprefix(base_url)
    if root and href.startswith(root):
        return href.removeprefix(root)
    if _OUTWARD.match(href):
        return ""
    path, mark, anchor = href.partition("#")
    return posixpath.normpath(posixpath.join(folder, path.partition("?")[0])) + mark + anchor


def _bad_names(drafts: Drafts) -> Iterator[str]:
    """List what some systems cannot hold: names that are taken, differ by case alone, are reserved or unfit."""
    yield from (f"{path} is the address of two pages" for path in drafts.twice)
    taken = Counter(path.lower() for path in drafts.paths)
    for path in drafts.paths:
        if taken[path.lower()] > 1:
            yield f"{path} differs from the address of another page by case alone"
        if any(not _NAME.fullmatch(part) or part.partition(".")[0] in _RESERVED for part in path.split("/")):
            yield f"{path} is no name that every system can hold"


def _doubled_anchors(path: str, anchors: list[str]) -> Iterator[str]:
    if len(set(anchors)) < len(anchors):
        doubled = sorted(anchor for anchor, times in Counter(anchors).items() if times > 1)
        yield f"{path} has two places called {', '.join(doubled)}"


def _broken(drafts: Drafts, links: Links, wanted: set[str]) -> list[str]:
    """List every place of *wanted* that is not there, with pages that link to it."""
    missing = {target for target in wanted if target.partition("#")[0] not in drafts.paths}
    missing |= _missing_anchors(drafts, wanted - missing)
    if not missing:
        return []
    asked: dict[str, list[str]] = {target: [] for target in sorted(missing)}
    for path, text in drafts.texts():
        for target in missing.intersection(links.lead(path, text)):
            asked[target].append(path)
    return [f"{target} is not there, but linked from {_some(pages)}" for target, pages in asked.items()]


def _missing_anchors(drafts: Drafts, wanted: set[str]) -> set[str]:
    places: dict[str, set[str]] = {}
    for target in wanted:
        path, _, anchor = target.partition("#")
        if anchor:
            places.setdefault(path, set()).add(anchor)
    return {
        f"{path}#{anchor}"
        for path, anchors in places.items()
        for anchor in anchors.difference(_ANCHOR.findall(drafts.text(path)))
    }


def _some(pages: list[str]) -> str:
    """Name a few of *pages*: a fault of a template is on all of them."""
    more = f" and {len(pages) - _NAMED} other pages" if len(pages) > _NAMED else ""
    return ", ".join(pages[:_NAMED]) + more
