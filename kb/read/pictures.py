"""Symbols of an HTML page: pictures, and elements that draw one by their class."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from bs4.element import NavigableString, PageElement, Tag

from kb.read.elements import attribute
from kb.symbols import braced, described, named

_HINT = re.compile(r"symbol|mana|(?:^|[-_ /])ms(?:$|[-_ /])|cost", re.IGNORECASE)
_CLASS = re.compile(r"(?:card-symbol|symbol|mana|ms|icon)-([a-z0-9-]{1,20})", re.IGNORECASE)
_DRAWN = frozenset({"abbr", "i", "span", "em", "b", "sup"})
_LONGEST_TEXT = 40
_WRAPPERS = frozenset({"a", "abbr", "b", "em", "font", "i", "nobr", "span", "strong"})
_WRAPPED = 3
"""Elements around a picture alone that are looked out of for what it stands in."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture is in the text: a symbol, a symbol nobody knows, or nothing at all."""

    text: str


def symbol_of(tag: Tag) -> Picture | None:
    """Give what *tag* draws; None when it is no picture and its own content is to be read."""
    if tag.name == "img" or (tag.name == "input" and attribute(tag, "type") == "image"):
        return _image(tag)
    return _drawn(tag) if tag.name in _DRAWN else None


def _image(tag: Tag) -> Picture:
    found = picture(attribute(tag, "src"), _words(tag), attribute(tag, "class"))
    if found.text or not described(_words(tag)) or not _in_text(tag):
        return found
    return picture(attribute(tag, "src"), _words(tag), attribute(tag, "class"), within=True)


def _words(tag: Tag) -> str:
    return attribute(tag, "alt") or attribute(tag, "title")


def _in_text(tag: Tag) -> bool:
    """Whether the picture *tag* stands in running text, or beside another symbol."""
    for _ in range(_WRAPPED):
        beside = [_next(tag, "previous_sibling"), _next(tag, "next_sibling")]
        if any(beside) or tag.parent is None or tag.parent.name not in _WRAPPERS:
            return any(map(_is_text, beside))
        tag = tag.parent
    return False


def _next(tag: Tag, way: str) -> PageElement | None:
    """Give what stands next to *tag*, white space passed over once."""
    found: PageElement | None = getattr(tag, way)
    if isinstance(found, NavigableString) and not found.strip():
        found = getattr(found, way)
    return found


def _is_text(beside: PageElement | None) -> bool:
    if isinstance(beside, Tag):
        return beside.name == "img" and described(_words(beside)) is not None
    return type(beside) is NavigableString and bool(beside.strip())


def picture(address: str, words: str, classes: str = "", *, within: bool = False) -> Picture:
    """Say what the picture at *address*, described by *words*, is in a text.

    A picture that is a symbol by its address or class but that nobody knows is `{?words}`. Other pictures are
    decoration unless their words are a symbol; a single word or number is one only *within* running text.

    >>> picture("/img/symbol?name=GU&type=symbol", "").text
    '{G/U}'
    >>> picture("/img/symbol?name=QQ&type=symbol", "Moon Mana").text
    '{?Moon Mana}'
    >>> picture("/cards/57.jpg", "Dismember").text
    ''
    >>> picture("page_files/Image.ashx", "Black or Green").text, picture("page_files/Image.ashx", "Blue").text
    ('{B/G}', '')
    """
    try:
        parts = urlsplit(address)
        query = parse_qs(parts.query)
    except ValueError:
        return Picture("")
    stem = parts.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    is_set = "set" in query or "rarity" in query
    symbolic = not is_set and bool(_HINT.search(f"{parts.path} {query.get('type', [''])[0]} {classes}"))
    by_words = described(words)
    by_name = named(query.get("name", [""])[0]) or named(stem)
    if symbolic:
        found = by_words or by_name or _by_class(classes)
        shown = words.strip() or query.get("name", [stem])[0] or "picture"
        return Picture(found) if found else Picture("{?" + shown.replace("}", "")[:_LONGEST_TEXT] + "}")
    if by_words and not is_set and (within or len(words.split()) > 1):
        return Picture(by_words)
    if braced(words) or (by_name and by_name == by_words) or (not words and by_name and len(by_name) > len("{X}")):
        return Picture(by_words or by_name or "")
    return Picture("")


def _drawn(tag: Tag) -> Picture | None:
    classes = attribute(tag, "class")
    if not classes or not _HINT.search(classes):
        return None
    content = str(tag.string or "").strip() if len(tag.contents) == 1 else ""
    if tag.contents and not content:
        return None
    found = _by_class(classes)
    if found is None and (content == "" or described(content) or named(content)):
        found = (
            described(attribute(tag, "title") or attribute(tag, "aria-label")) or described(content) or named(content)
        )
    if found is None or len(content) > _LONGEST_TEXT:
        return None
    return Picture(found)


def _by_class(classes: str) -> str | None:
    for token in classes.split():
        match = _CLASS.fullmatch(token)
        symbol = named(match[1]) if match else None
        if symbol is not None:
            return symbol
    return None
