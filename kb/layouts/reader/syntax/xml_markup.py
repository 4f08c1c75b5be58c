"""XML markup: the tags of elements with their attributes, and the text between tags."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from kb.layouts.reader.syntax.cursor import Cursor
from kb.layouts.reader.syntax.groups import Scalar
from kb.text.folding import squeeze

_CDATA = "<![CDATA["
_CDATA_END = "]]>"
_XML = re.compile(r"\s*<(?:\?xml|!|[A-Za-z_])")
_TAG = re.compile(r"<(?P<close>/?)(?P<tag>[A-Za-z_][\w.:-]{0,60})(?P<rest>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
_ATTRIBUTE = re.compile(r"(?P<name>[\w.:-]{1,60})\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')")
_INLINE = r"/?(?:b|i|em|strong|u|s|br|sup|sub|small)\s?/?>|/?span\b[^<>]*>"
_INLINE_TAG = re.compile(f"<(?:{_INLINE})", re.IGNORECASE)
"""Tags within a text, which set no part of it apart as data."""
_OTHER_TAG = re.compile(f"<(?!{_INLINE})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tag:
    """The tag that opens or closes an element."""

    name: str
    closes: bool
    is_empty: bool
    """Whether the element has no contents: `<ruling date="…"/>`."""
    attributes: tuple[tuple[str, Scalar], ...]


def is_xml(text: str) -> bool:
    """Whether *text* begins as XML does."""
    return _XML.match(text) is not None


def is_text(cursor: Cursor) -> bool:
    """Whether the `<` at *cursor* belongs to a text: it begins a CDATA section or an inline tag."""
    return cursor.text.startswith(_CDATA, cursor.at) or _INLINE_TAG.match(cursor.text, cursor.at) is not None


def take_text(cursor: Cursor) -> Scalar | None:
    """Return the text at *cursor*, inline tags included, and move behind it; None if it is blank."""
    return _take_cdata(cursor) if cursor.text.startswith(_CDATA, cursor.at) else _take_content(cursor)


def _take_cdata(cursor: Cursor) -> Scalar | None:
    start = cursor.at + len(_CDATA)
    end = cursor.text.find(_CDATA_END, start)
    end = len(cursor.text) if end < 0 else end
    body, first = cursor.text[start:end], cursor.line(cursor.at)
    cursor.at = end + len(_CDATA_END)
    return Scalar(squeeze(body), first, first + body.rstrip().count("\n"), raw=body) if body.strip() else None


def _take_content(cursor: Cursor) -> Scalar | None:
    start = cursor.at
    after = _OTHER_TAG.search(cursor.text, start)
    end = after.start() if after else len(cursor.text)
    cursor.at = max(end, start + 1)
    body = cursor.text[start:end]
    if not body.strip():
        return None
    first = cursor.line(start + len(body) - len(body.lstrip()))
    shown = unescape(body.strip())
    return Scalar(squeeze(shown), first, first + body.strip().count("\n"), raw=shown)


def take_tag(cursor: Cursor) -> Tag | None:
    """Return the tag that begins at *cursor* and move behind it; None if none begins there."""
    match = _TAG.match(cursor.text, cursor.at)
    if match is None:
        return None
    line = cursor.line(cursor.at)
    cursor.at = match.end()
    is_empty = match["rest"].rstrip().endswith("/")
    return Tag(match["tag"], bool(match["close"]), is_empty, tuple(_attributes(match, line)))


def _attributes(tag: re.Match[str], line: int) -> Iterator[tuple[str, Scalar]]:
    """Yield the attributes in *tag*, which begins on *line*."""
    for match in _ATTRIBUTE.finditer(tag["rest"]):
        value = match["double"] if match["double"] is not None else match["single"]
        first = line + tag[0].count("\n", 0, len(tag[0]) - len(tag["rest"]) - 1 + match.start())
        yield match["name"], Scalar(squeeze(unescape(value)), first, first + value.count("\n"))
