"""Markup as people save it, made fit for a strict parser without a change to what a browser would show.

What is left holds only whole tags; every other `<` is a letter. So no parser has anything to guess, and none takes
longer than the length of the page. Lines stay where they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5

LINES = "data-kb-lines"
"""Attribute of a tag that is printed on several lines: how many line ends it holds."""

_OPENS = re.compile(r"[<&]|\]\]>")
_CDATA = "<![CDATA["
_TAG_NAME = re.compile(r"/?[a-zA-Z][a-zA-Z0-9:-]{0,30}(?=[\s/>])")
_RAW = frozenset({"script", "style", "template", "noscript", "iframe", "object", "svg", "math", "textarea", "select"})
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31})(;?)")
_LEGACY = frozenset(name for name in html5 if not name.endswith(";"))
_LONGEST_LEGACY = max(map(len, _LEGACY))


@dataclass(slots=True)
class _Known:
    """What was looked for in vain, so that nothing is looked for again from every tag."""

    ends: dict[str, int] = field(default_factory=dict)
    """Of a quote or of a closing tag, the place behind which there is none."""
    endless: set[int] = field(default_factory=set)
    """Places outside quotes behind which no `>` stands outside quotes."""


def cleaned(markup: str) -> str:
    """Give *markup* without comments, scripts, styles and declarations, with entities closed and stray `<` escaped."""
    return "".join(_pieces(markup))


def _pieces(markup: str) -> Iterator[str]:
    at, last_close = 0, markup.rfind(">")
    known = _Known()
    for opens in _OPENS.finditer(markup):
        start = opens.start()
        if start < at:
            continue
        yield markup[at:start]
        if markup[start] == "]" or markup.startswith(_CDATA, start):
            # What a feed sets apart from its own markup is the text of the page.
            piece, at = "", start + len(_CDATA if markup[start] == "<" else "]]>")
        elif markup[start] == "&":
            piece, at = _entity(markup, start)
        elif markup.startswith(("<!", "<?"), start):
            piece, at = _declaration(markup, start)
        elif start < last_close and (name := _TAG_NAME.match(markup, start + 1)):
            piece, at = _tag(markup, start, name[0].lower(), known)
        else:
            piece, at = "&lt;", start + 1
        yield piece
    yield markup[at:]


def _entity(markup: str, start: int) -> tuple[str, int]:
    """Close a legacy entity that has no semicolon, as browsers read it in text: `&nbspD` is `&nbsp;D`."""
    match = _ENTITY.match(markup, start)
    if match is None:
        return "&amp;" if not markup.startswith("&#", start) else "&", start + 1
    name = match[1]
    if match[2] and f"{name};" in html5:
        return match[0], match.end()
    for length in range(min(len(name), _LONGEST_LEGACY), 1, -1):
        if name[:length] in _LEGACY:
            return f"&{name[:length]};", start + 1 + length
    return "&amp;", start + 1


def _declaration(markup: str, start: int) -> tuple[str, int]:
    sign = "-->" if markup.startswith("<!--", start) else ">"
    end = markup.find(sign, start + 2)
    end = len(markup) if end < 0 else end + len(sign)
    return "\n" * markup.count("\n", start, end), end


def _tag(markup: str, start: int, name: str, known: _Known) -> tuple[str, int]:
    end = _tag_end(markup, start, known)
    tag = markup[start:end]
    if name in _RAW and not tag.endswith("/>"):
        close = _closing(markup, name, end, known.ends)
        return "\n" * markup.count("\n", start, close), close
    lines = tag.count("\n")
    if lines and not name.startswith("/"):
        tag = f'{tag[:-1].rstrip("/")} {LINES}="{lines}">'
    return tag, end


def _tag_end(markup: str, start: int, known: _Known) -> int:
    """Find where the tag at *start* ends: `>` within quotes does not count, unless the quotes never close."""
    at, passed = start, [start]
    while at not in known.endless:
        close = markup.find(">", at)
        if close < 0:
            known.endless.update(passed)
            break
        quote = _next_quote(markup, at, close, known.ends)
        if quote < 0:
            return close + 1
        closing = markup.find(markup[quote], quote + 1)
        if closing < 0:
            known.ends[markup[quote]] = quote
            break
        at = closing + 1
        passed.append(at)
    else:
        known.endless.update(passed)
    return markup.index(">", start) + 1


def _next_quote(markup: str, at: int, close: int, ends: dict[str, int]) -> int:
    """Find the next quote before *close* that opens a value, leaving out a sign that is known never to close."""
    double, single = markup.find('"', at, close), markup.find("'", at, close)
    if double >= ends.get('"', len(markup)):
        double = -1
    if single < 0 or single >= ends.get("'", len(markup)):
        return double
    return single if double < 0 else min(double, single)


def _closing(markup: str, name: str, at: int, ends: dict[str, int]) -> int:
    """Find where the element *name*, whose content is no text of the page, is closed; without an end it is a tag."""
    sign = f"</{name}"
    if at >= ends.get(sign, len(markup)):
        return at
    match = re.compile(re.escape(sign) + r"(?=[\s/>])", re.IGNORECASE).search(markup, at)
    close = markup.find(">", match.end()) if match else -1
    if close < 0:
        ends[sign] = at
        return at
    return close + 1
