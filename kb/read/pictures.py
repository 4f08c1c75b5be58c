"""Symbols of an HTML page: pictures, drawings, and elements that draw one by their class or their label."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from bs4.element import PageElement, Tag

from kb.read.clean import TITLE, USED
from kb.read.elements import attribute
from kb.read.neighbours import is_in_text, is_missed
from kb.text.symbols import braced, described, named

_HINT = re.compile(r"symbol|mana|(?:^|[-_ /])ms(?:$|[-_ /])|cost", re.IGNORECASE)
_CLASS_HINT = re.compile(r"symbol|mana|cost|(?:^|\s)ms(?:$|\s)", re.IGNORECASE)
"""Classes of symbols; a page without symbols has `ms-2` for a margin."""
_CLASS = re.compile(r"(card-symbol|symbol|sym|mana|ms|icon)-([a-z0-9-]{1,20})", re.IGNORECASE)
_CODE = re.compile(r"[wubrgcxt]|[0-9]{1,2}|[2wubrgc]/?[wubrg]p?|[wubrg]p|tap|untap", re.IGNORECASE | re.ASCII)
"""A class that is nothing but a symbol: `mana w`."""
_DRAWN = frozenset({"abbr", "b", "em", "i", "span", "sup"})
_LABELS = ("alt", "title", "aria-label", TITLE, "data-symbol", "data-mana", "data-cost")
"""Attributes that can describe a picture, the most certain first."""
_LATE = ("data-src", "data-original", "data-lazy-src")
"""Where a page keeps the address of a picture that it loads only when it is seen."""
_DECORATION = re.compile(
    r"smil|emoji|emot|spacer|blank|pixel|transparent|external|avatar|flag|bullet|arrow|\.(?:jpe?g|webp)(?!\w)",
    re.IGNORECASE,
)
"""Addresses and classes of pictures that no sentence lacks."""
_LONGEST_TEXT, _LONGEST_CODE = 40, 4
_CONTENT_NODES = 6
"""Nodes of an element that are looked at for a content that is a symbol."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture is in the text: symbols, a symbol nobody knows (`{?words}`), or nothing at all."""

    text: str


def symbol_of(tag: Tag) -> Picture | None:
    """Return what *tag* draws; None when it is no picture and its own content is to be read."""
    if tag.name in {"img", "svg"} or (tag.name == "input" and attribute(tag, "type") == "image"):
        return _image(tag)
    return _drawn(tag) if tag.name in _DRAWN and tag.attrs else None


def _image(tag: Tag) -> Picture:
    address, words, classes = _address(tag), _words(tag), attribute(tag, "class")
    found = picture(address, words, classes)
    if found.text or _is_dot(tag):
        return found
    if described(words) and is_in_text(tag, _is_described):
        found = picture(address, words, classes, within=True)
    if found.text or _DECORATION.search(f"{address} {classes}") or not is_missed(tag):
        return found
    by_name = named(_stem(address)) if not words else None
    return Picture(by_name or _unknown(words or _stem(address)))


def _address(tag: Tag) -> str:
    address = attribute(tag, USED) or attribute(tag, "src")
    if not address or address.startswith("data:"):
        return next(filter(None, (attribute(tag, name) for name in _LATE)), "")
    return address


def _words(tag: Tag) -> str:
    """Return what describes *tag*: the first of its labels that is a symbol, or else the first there is."""
    labels = [label for label in (attribute(tag, name) for name in _LABELS if name in tag.attrs) if label.strip()]
    return next((label for label in labels if described(label)), labels[0] if labels else "")


def _is_described(tag: Tag) -> bool:
    return (tag.name in {"img", "svg"} or tag.name in _DRAWN) and described(_words(tag)) is not None


def _is_dot(tag: Tag) -> bool:
    """Return whether *tag* is a picture that nobody sees, as those that count visitors are."""
    return attribute(tag, "width") in {"0", "1"} or attribute(tag, "height") in {"0", "1"}


def _unknown(words: str) -> str:
    """Return what the text shows for a symbol that nobody knows; "" for words that are signs alone, as `:-)` is."""
    shown = words.strip().replace("}", "")[:_LONGEST_TEXT] or "picture"
    return f"{{?{shown}}}" if any(map(str.isalnum, shown)) else ""


def _stem(address: str) -> str:
    """Return the name that *address* ends in, without its ending: of a part of a file that of the part."""
    return re.split(r"[/#]", address.split("?", maxsplit=1)[0])[-1].rsplit(".", 1)[0]


def picture(address: str, words: str, classes: str = "", *, within: bool = False) -> Picture:
    """Return what the picture at *address*, described by *words*, is in a text.

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
    >>> picture("/icons.svg#mana-2", "").text
    '{2}'
    """
    try:
        parts = urlsplit(address)
        query = parse_qs(parts.query)
    except ValueError:
        return Picture("")
    stem = parts.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    is_set = "set" in query or "rarity" in query
    hints = f"{parts.path} {parts.fragment} {query.get('type', [''])[0]}"
    symbolic = not is_set and bool(_HINT.search(hints) or _CLASS_HINT.search(classes))
    by_words = described(words)
    by_name = named(query.get("name", [""])[0]) or named(parts.fragment) or named(stem)
    if symbolic:
        found = by_words or by_name or _by_class(classes)
        return Picture(found or _unknown(words.strip() or query.get("name", [parts.fragment or stem])[0]))
    if by_words and not is_set and (within or len(words.split()) > 1):
        return Picture(by_words)
    if braced(words) or (by_name and by_name == by_words) or (not words and by_name and len(by_name) > len("{X}")):
        return Picture(by_words or by_name or "")
    return Picture("")


def _drawn(tag: Tag) -> Picture | None:
    """Return the symbol that an element draws by its class or its label; None where its content is to be read."""
    classes, words = attribute(tag, "class"), _words(tag)
    hinted = bool(classes) and _CLASS_HINT.search(classes) is not None
    if not hinted and not words:
        return None
    content = _content(tag)
    if content is None or len(content) > _LONGEST_TEXT:
        return None
    by_content = described(content) or named(content)
    if not by_content and any(map(str.isalnum, content)):
        return None
    # The letters of a font of symbols mean nothing.
    shown = content if by_content else ""
    if hinted:
        found = _by_class(classes) or described(words) or by_content or (None if shown else _by_code(classes))
    else:
        found = _labelled(tag, words, shown, by_content)
    if found is None and not content and (hinted or attribute(tag, "role") == "img") and is_missed(tag):
        found = _unknown(words or _suffix(classes))
    return Picture(found) if found else None


def _labelled(tag: Tag, words: str, content: str, by_content: str | None) -> str | None:
    """Return the symbol that the label of *tag* names: of one that is empty in a text, of another where both agree."""
    found = described(words)
    if content:
        return found if found == by_content and len(content) <= _LONGEST_CODE else None
    certain = found is not None and (braced(words) is not None or len(words.split()) > 1)
    return found if certain or (found and is_in_text(tag, _is_described)) else None


def _content(tag: Tag) -> str | None:
    """Return the text of *tag* where it is a short one; None where *tag* holds pictures or much else."""
    texts: list[str] = []
    pending: list[PageElement] = [tag]
    for _ in range(_CONTENT_NODES):
        if not pending:
            break
        node = pending.pop()
        if not isinstance(node, Tag):
            texts.append(str(node))
            continue
        if node.name in {"img", "svg", "input", "br"} or len(node.contents) > _CONTENT_NODES:
            return None
        pending += reversed(node.contents)
    return None if pending else "".join(texts).strip()


def _by_class(classes: str) -> str | None:
    tokens = classes.split()
    for token in tokens:
        match = _CLASS.fullmatch(token)
        symbol = named(match[2]) if match and (match[1].lower() != "ms" or "ms" in tokens) else None
        if symbol is not None:
            return symbol
    return None


def _by_code(classes: str) -> str | None:
    """Return the symbol that one of the classes alone names, beside one that says that it is a symbol."""
    return next(filter(None, (named(token) for token in classes.split() if _CODE.fullmatch(token))), None)


def _suffix(classes: str) -> str:
    """Return what the first class of a symbol says of it, or the class: `moon` for `ms ms-moon`."""
    match = next(filter(None, map(_CLASS.fullmatch, classes.split())), None)
    return match[2] if match else classes
