"""Markup as people save it, made fit for a strict parser without a change to what a browser would show.

What is left holds only whole tags; every other `<` is a letter. So no parser has anything to guess, and none takes
longer than the length of the page. Lines stay where they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5

from kb.text.folding import word_set

LINES = "data-kb-lines"
"""Attribute of a tag that is printed on several lines: how many line ends it holds."""
TITLE, USED = "data-kb-title", "data-kb-used"
"""Attributes of a drawing: the title within it, and the address of the drawing that it uses."""

_XML = re.compile(r"\s*(?:<!--[^<>]{0,200}-->\s*)?<(?:\?xml|rss|feed)\b", re.IGNORECASE)
_OPENS = re.compile(r"[<&]|\]\]>")
_CDATA = "<![CDATA["
_TAG_NAME = re.compile(r"/?[a-zA-Z][a-zA-Z0-9:-]{0,30}(?=[\s/>])")
_RAW = word_set("script style template noscript noframes noembed iframe object svg math textarea select")
EMPTY = word_set("area base basefont bgsound br col embed hr img input link meta param source track wbr")
"""Elements that hold nothing and have no end tag."""
_STRAY_END = re.compile(r"</[^a-zA-Z]")
"""The end of no element, which browsers take for a comment."""
_COMMENT_ENDS = re.compile(r"--!?>")
_SHEET = re.compile(r"<symbol\b", re.IGNORECASE)
"""A drawing of others, which are used elsewhere."""
_TITLE = re.compile(r"<(title|tspan|text)\b[^<>]{0,300}>([^<]{1,200})</\1", re.IGNORECASE)
_USE = re.compile(r"<use\b[^<>]{0,300}?href\s{0,9}=\s{0,9}[\"']?([^\"'\s<>]{1,200})", re.IGNORECASE)
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31})(;?)")
_TITLE_ENDS = re.compile(r"</title(?=[\s/>])", re.IGNORECASE)
_LONGEST_TITLE = 2000
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
    """Return *markup* without comments, scripts, styles and declarations, with entities closed and stray `<` escaped.

    Of a drawing its title stays, and what it uses. Comments end where browsers end them: at `--!>` too, and one
    without an end at that of the page.
    """
    return "".join(_pieces(markup))


def _pieces(markup: str) -> Iterator[str]:
    at, last_close = 0, markup.rfind(">")
    known = _Known()
    is_xml = _XML.match(markup) is not None
    for opens in _OPENS.finditer(markup):
        start = opens.start()
        if start < at:
            continue
        yield markup[at:start]
        if markup[start] == "]":
            piece, at = ("" if is_xml else "]]&gt;"), start + len("]]>")
        elif is_xml and markup.startswith(_CDATA, start):
            # What a feed sets apart from its own markup is the text of the page.
            piece, at = "", start + len(_CDATA)
        elif markup[start] == "&":
            piece, at = _entity(markup, start)
        elif markup.startswith(("<!", "<?"), start) or (start < last_close and _STRAY_END.match(markup, start)):
            piece, at = _declaration(markup, start)
        elif start < last_close and (name := _TAG_NAME.match(markup, start + 1)):
            piece, at = _tag(markup, start, name[0].lower(), known)
            if name[0].lower() == "title" and not is_xml:
                yield piece
                piece, at = _title(markup, at)
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
    end = _comment_end(markup, start) if markup.startswith("<!--", start) else markup.find(">", start + 2) + 1
    end = end or len(markup)
    return "\n" * markup.count("\n", start, end), end


def _comment_end(markup: str, start: int) -> int:
    """Return the place behind the comment that begins at *start*; 0 where it does not end."""
    for early in ("<!-->", "<!--->"):
        if markup.startswith(early, start):
            return start + len(early)
    end = _COMMENT_ENDS.search(markup, start + len("<!--"))
    return end.end() if end else 0


def _tag(markup: str, start: int, name: str, known: _Known) -> tuple[str, int]:
    end = _tag_end(markup, start, known)
    tag = markup[start:end]
    if name in _RAW and not tag.endswith("/>"):
        close = _closing(markup, name, end, known.ends)
        if name == "svg" and close > end:
            return _drawing(tag, markup[end:close]), close
        return "\n" * markup.count("\n", start, close), close
    lines = tag.count("\n")
    if name == "/br":
        name, tag = "br", f"<br{chr(10) * lines}>"
    added = f' {LINES}="{lines}"' if lines and not name.startswith("/") else ""
    if name in EMPTY:
        # The parser looks through all empty elements that it has not seen closed at each end tag.
        return f"{tag[:-1].rstrip('/')}{added} />", end
    return (f"{tag[:-1].rstrip('/')}{added}>" if added else tag), end


def _title(markup: str, at: int) -> tuple[str, int]:
    """Return the text of the title that begins at *at*, in which no markup is any, up to its end."""
    end = _TITLE_ENDS.search(markup, at, at + _LONGEST_TITLE)
    return (cleaned(markup[at : end.start()].replace("<", "&lt;")), end.start()) if end else ("", at)


def _drawing(tag: str, content: str) -> str:
    """Return the `<svg>` that *tag* opens with what *content*, its end included, says of it in attributes."""
    title, used = _TITLE.search(content), _USE.search(content)
    if _SHEET.search(content):
        title = used = None
    said = {
        TITLE: title[2].strip() if title else "",
        USED: used[1] if used else "",
        LINES: str(lines) if (lines := tag.count("\n") + content.count("\n")) else "",
    }
    added = "".join(f' {name}="{value.replace(chr(34), "&quot;")}"' for name, value in said.items() if value)
    # The parser counts lines, so that none may go.
    return f"{tag[:-1]}{added}{chr(10) * content.count(chr(10))}></svg>"


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
