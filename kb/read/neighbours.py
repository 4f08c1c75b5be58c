"""What stands beside an element that draws: text, another symbol, or nothing."""

import re
from collections.abc import Callable

from bs4.element import NavigableString, PageElement, Tag

_WRAPPERS = frozenset({"a", "abbr", "b", "em", "font", "i", "nobr", "picture", "span", "strong"})
_WRAPPED = 3
"""Elements around a picture alone that are looked out of for what it stands in."""
_ROW = 12
"""Pictures in a row that are passed over for the text beside them."""
_DRAWS = frozenset({"img", "svg", "input", "source"})
_OPEN = re.compile(r"[\w,(/’']\Z")
"""How a text ends that goes on behind a picture."""
_GOES_ON = re.compile(r"[a-zà-ÿ,;:)/]|[.?!](?:\s|\Z)")
_BEGINS = re.compile("[:,]")
"""How a text goes on whose first word is a symbol, as those of abilities do."""

Describes = Callable[[Tag], bool]


def is_in_text(tag: Tag, is_symbol: Describes) -> bool:
    """Return whether the picture *tag* stands in running text, or beside another that *is_symbol* knows."""
    inner = _unwrapped(tag)
    return any(
        is_symbol(beside) if isinstance(beside, Tag) else bool(beside and beside.strip())
        for beside in (_next(inner, "previous_sibling"), _next(inner, "next_sibling"))
    )


def is_missed(tag: Tag) -> bool:
    """Return whether a sentence lacks a word without the picture *tag*: it has begun before it or goes on behind it."""
    inner = _unwrapped(tag)
    before, behind = _text_beside(inner, "previous_sibling").rstrip(), _text_beside(inner, "next_sibling").lstrip()
    if not before:
        return _BEGINS.match(behind) is not None
    return bool(_OPEN.search(before[-1:]) and _GOES_ON.match(behind))


def _unwrapped(tag: Tag) -> Tag:
    """Return the outermost element around *tag* that holds nothing else."""
    for _ in range(_WRAPPED):
        parent = tag.parent
        alone = _next(tag, "previous_sibling") is None and _next(tag, "next_sibling") is None
        if not alone or parent is None or parent.name not in _WRAPPERS:
            break
        tag = parent
    return tag


def _next(tag: PageElement, way: str) -> Tag | str | None:
    """Return what stands next to *tag*, white space and comments passed over."""
    found: PageElement | None = getattr(tag, way)
    for _ in range(_WRAPPED):
        if not _is_nothing(found):
            break
        found = getattr(found, way)
    return found if isinstance(found, Tag) else str(found) if found is not None else None


def _is_nothing(found: PageElement | None) -> bool:
    if isinstance(found, Tag):
        return found.name == "source"
    return isinstance(found, NavigableString) and not found.strip()


def _text_beside(tag: Tag, way: str) -> str:
    """Return the text beside *tag* and the pictures next to it; "" where another element follows first."""
    found: PageElement | None = getattr(tag, way)
    for _ in range(_ROW):
        if not (_is_nothing(found) or (isinstance(found, Tag) and draws(found))):
            break
        found = getattr(found, way)
    return str(found) if isinstance(found, NavigableString) else ""


def draws(tag: Tag) -> bool:
    """Return whether *tag* is a picture, or an empty element that can draw one by its class."""
    return tag.name in _DRAWS or (tag.name in _WRAPPERS and not tag.contents and "class" in tag.attrs)
