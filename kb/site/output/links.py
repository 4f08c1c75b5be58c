"""Where the links of pages lead, and what is wrong with pages that can be seen on each alone."""

import posixpath
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urlsplit

# The templates set a blank before every attribute and quotes around its value, and quotes of the corpus are escaped:
# this finds links and nothing else.
_LINK = re.compile(r' (?:href|src)="([^"]*)"')
_ANCHOR = re.compile(r' id="([^"]*)"')
_OUTWARD = re.compile(r"[a-z][a-z0-9+.-]*:")


@dataclass(slots=True)
class Links:
    """The links of all pages that were looked at, each resolved once for all pages of a folder: many are the same."""

    base_url: str = ""
    wanted: set[str] = field(default_factory=set)
    """Every place in the site where a link leads, but those that are on the page of the link; "" is out of it."""
    faults: list[str] = field(default_factory=list)
    seen: dict[str, set[str]] = field(default_factory=dict)
    """The links of each folder, as pages write them, whose places are among those wanted."""

    def look(self, path: str, text: str) -> None:
        """Take in the links of the page at *path*."""
        anchors = _ANCHOR.findall(text)
        if len(set(anchors)) < len(anchors):
            doubled = sorted(anchor for anchor, times in Counter(anchors).items() if times > 1)
            self.faults.append(f"{path} has two places called {', '.join(doubled)}")
        folder = posixpath.dirname(path)
        seen = self.seen.setdefault(folder, set())
        for href in set(_LINK.findall(text)).difference(seen):
            if not href.startswith("#"):
                seen.add(href)
                self.wanted.add(_target(folder, href, self.base_url))
            elif href[1:] not in anchors:
                self.wanted.add(path + href)

    def forget(self) -> None:
        """Drop what only saves time while pages of the same folders are looked at."""
        self.seen.clear()

    def lead(self, path: str, text: str) -> set[str]:
        """Return where all links of a page lead."""
        folder = posixpath.dirname(path)
        hrefs = set(_LINK.findall(text))
        return {path + href if href.startswith("#") else _target(folder, href, self.base_url) for href in hrefs}


def missing_anchors(path: str, text: str, anchors: set[str]) -> set[str]:
    """Return those places of *anchors* that the page at *path* lacks."""
    return {f"{path}#{anchor}" for anchor in anchors.difference(_ANCHOR.findall(text))}


def _target(folder: str, href: str, base_url: str) -> str:
    """Return the path that *href* leads to from *folder*, with its anchor; "" if it leads out of the site.

    >>> _target("en/cards", "../dates/2024-02-02.html#r1", ""), _target("", "https://example.org/", "")
    ('en/dates/2024-02-02.html#r1', '')
    """
    if base_url and href.startswith(base_url):
        return href.removeprefix(base_url)
    root = _root(base_url)
    if root and href.startswith(root):
        return href.removeprefix(root)
    if _OUTWARD.match(href):
        return ""
    path, mark, anchor = href.partition("#")
    return posixpath.normpath(posixpath.join(folder, path.partition("?")[0])) + mark + anchor


@cache
def _root(base_url: str) -> str:
    return urlsplit(base_url).path
