"""Rulings as elements of HTML: lists, definition lists, paragraphs, boxes, headings, lines with breaks."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from tests.tools.reader.pages.draft import Draft, Ruling
from tests.tools.reader.pages.entries import Style, join

_SYMBOL = re.compile(r"\{([^{}\s]+)\}")
_SYMBOL_NAMES = {
    "W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green", "X": "Variable Colorless", "T": "Tap",
    "1": "1", "2": "2", "3": "3", "4": "4",
}  # fmt: skip
_ENTITIES = {
    "é": "&eacute;", "è": "&egrave;", "à": "&agrave;", "ê": "&ecirc;", "«": "&laquo;", "»": "&raquo;", "’": "&rsquo;",
    "“": "&ldquo;", "”": "&rdquo;", "'": "&#39;", '"': "&quot;", "—": "&mdash;", "–": "&#8211;", "…": "&hellip;",
}  # fmt: skip
_WORD = re.compile(r"\b[a-zà-ÿ]{4,}\b")


@dataclass(frozen=True, slots=True)
class Look:
    """How an HTML page writes text and rulings."""

    symbols: str
    """`text`, `picture`, `named picture`, `abbreviation`."""
    entities: bool
    emphasis: str
    """A pattern for a word that is made to stand out; "" for none."""
    line: str
    """What separates elements in the source."""
    date: str
    """A pattern for dates within a line."""
    date_block: str
    """A pattern for dates on a line of their own."""
    label: str
    paragraph: str
    """A pattern for each paragraph of an entry that has several."""
    classes: tuple[str, str]
    """Class names of a list and of an entry."""
    title: str
    heading: str
    entries: str
    """How rulings are written, a key of the table at the end of this module."""


_DATES = (
    '<span class="date">{date}</span>', "<b>{date}</b>", "<i>{date}</i>", "<small>{date}</small>",
    "<time>{date}</time>", "{date}", '<strong class="d">{date}</strong>', "<em>{date}</em>",
    '<span class="rulings-item-date">{date}</span>', '<span id="d1"><font color="#666">{date}</font></span>',
)  # fmt: skip
_DATE_BLOCKS = (
    '<div class="date">{date}</div>', '<p class="when"><b>{date}</b></p>', '<span class="date">{date}</span><br>',
    "<b>{date}</b><br/>", "<h5>{date}</h5>", '<div><div class="meta"><time>{date}</time></div></div>',
)  # fmt: skip
_CLASSES = (
    ("rulings", "ruling"), ("card-rulings", "item"), ("l-list", "l-row"), ("faq", "entry"), ("css-1x8a", "css-9kq2"),
    ("rulings-container", "rulings-item"), ("notes", "note"), ("box", "txt"),
)  # fmt: skip
_TITLES = ("<h1>{}</h1>", "<h1>{}</h1>", '<div class="title">{}</div>', '<h2 class="name"><span>{}</span></h2>')
_HEADINGS = (
    "<h2>{}</h2>", "<h3>{}</h3>", "<h6>{}</h6>", "<p><strong>{}</strong></p>", '<div class="h">{}</div>',
)  # fmt: skip
_UNDATED = ("list", "list", "paragraphs", "boxes", "quotations")
_LINED = ("list", "boxes", "lines", "definitions", "rows", "headings")
_INLINE = ("list", "list", "paragraphs", "boxes", "lines")
_GROUPED = ("definitions", "headings", "nested")


def choose_look(draft: Draft, place: str) -> Look:
    """Choose how the page is written; *place* is that of its dates."""
    if place in {"undated", "heading"}:
        options: Sequence[str] = _UNDATED
    elif place.startswith("some"):
        options = ("list", "boxes")
    elif place == "group":
        options = _GROUPED
    else:
        options = _INLINE if "-" in place else (_LINED if place == "before" else _LINED[:3])
    chosen = draft.pick(options)
    draft.traits.append(chosen)
    return Look(
        symbols=draft.weighted((("text", 50), ("picture", 25), ("named picture", 15), ("abbreviation", 10))),
        entities=draft.chance(0.3),
        emphasis=draft.weighted((("", 60), ("<em>{}</em>", 10), ("<b>{}</b>", 10), ('<a href="/r/7">{}</a>', 15))),
        line=draft.pick(("\n", "\n", "\n  ", "")),
        date=draft.pick(_DATES),
        date_block=draft.pick(_DATE_BLOCKS),
        label=draft.pick(("<b>{}</b>", "<strong>{}</strong>", '<span class="l">{}</span>', "{}", "<i>{}</i>")),
        paragraph=draft.pick(("<p>{}</p>", "<div>{}</div>", "{}<br>")),
        classes=draft.pick(_CLASSES),
        title=draft.pick(_TITLES),
        heading=draft.pick(_HEADINGS),
        entries=chosen,
    )


# --- text -----------------------------------------------------------------------------------------------------------


def plain(look: Look, text: str) -> str:
    """Return *text* as HTML without any elements."""
    if not look.entities:
        return escape(text, quote=False)
    return "".join(_ENTITIES.get(sign, sign) for sign in escape(text, quote=False))


def rich(draft: Draft, look: Look, text: str) -> str:
    """Return *text* as HTML, with pictures for symbols and a word or two that stand out."""
    marked = _SYMBOL.sub("\x00\\1\x01", text)
    words = [match for match in _WORD.finditer(marked) if look.emphasis and draft.chance(0.08)]
    pieces, end = [], 0
    for match in words[:2]:
        pieces += [plain(look, marked[end : match.start()]), look.emphasis.format(match[0])]
        end = match.end()
    pieces.append(plain(look, marked[end:]))
    named = look.symbols == "named picture" and all(each in _SYMBOL_NAMES for each in _SYMBOL.findall(text))
    return re.sub("\x00(.+?)\x01", lambda match: _symbol(look, match[1], named=named), "".join(pieces))


def _symbol(look: Look, symbol: str, *, named: bool) -> str:
    if look.symbols == "text":
        return f"{{{symbol}}}"
    if look.symbols == "abbreviation":
        return f'<abbr class="card-symbol card-symbol-{symbol}" title="{symbol} mana">{{{symbol}}}</abbr>'
    alt = _SYMBOL_NAMES[symbol] if named else f"{{{symbol}}}"
    return f'<img src="/img/{symbol.replace("/", "")}.png" alt="{alt}" class="mana">'


# --- entries --------------------------------------------------------------------------------------------------------


def rulings(draft: Draft, look: Look, style: Style, entries: Sequence[Ruling]) -> str:
    """Return *entries* as HTML."""
    if any(len(each.paragraphs) > 1 and not each.labelled for each in entries):
        return _question_heads(draft, look, style, entries)
    return _LOOKS[look.entries](draft, look, style, entries)


def _paragraphs(draft: Draft, look: Look, ruling: Ruling) -> list[str]:
    return [
        f"{look.label.format(plain(look, label))} {rich(draft, look, text)}" if label else rich(draft, look, text)
        for label, text in ruling.paragraphs
    ]


def _content(draft: Draft, look: Look, style: Style, ruling: Ruling, *, blocks: bool = True) -> str:
    """Return a ruling with its date; without elements that end a line where *blocks* is False."""
    parts = _paragraphs(draft, look, ruling)
    if style.inline and ruling.written:
        place = 0 if style.place.endswith("before") else -1
        slots = {"{date}": look.date.format(date=ruling.written), "{author}": plain(look, ruling.author)}
        parts[place] = join(escape(style.join, quote=False), parts[place], slots)
    body = _body(look, parts, blocks=blocks)
    if style.place not in {"before", "after"}:
        return body
    pattern = look.date_block if blocks else "{date}<br>"
    date = pattern.format(date=style.date_line.format(date=look.date.format(date=ruling.written)))
    if style.place == "before":
        return f"{date}{look.line}{body}"
    return f"{body}{'' if body.endswith('>') and blocks else '<br>'}{look.line}{date}"


def _body(look: Look, parts: Sequence[str], *, blocks: bool) -> str:
    if len(parts) == 1:
        return look.paragraph.format(parts[0]) if blocks and look.paragraph != "{}<br>" else parts[0]
    return look.line.join(look.paragraph.format(part) for part in parts) if blocks else "<br>".join(parts)


def _wrapped(tag: str, look: Look, contents: Sequence[str]) -> str:
    begin = f'<{tag} class="{look.classes[1]}">'
    return look.line.join(f"{begin}{content}</{tag}>" for content in contents)


def _list(draft: Draft, look: Look, style: Style, entries: Sequence[Ruling]) -> str:
    tag = "ol" if draft.chance(0.15) else "ul"
    contents = [_content(draft, look, style, each) for each in entries]
    return f'<{tag} class="{look.classes[0]}">{look.line}{_wrapped("li", look, contents)}{look.line}</{tag}>'


def _all_paragraphs(draft: Draft, look: Look, style: Style, entries: Sequence[Ruling]) -> str:
    return _wrapped("p", look, [_content(draft, look, style, each, blocks=False) for each in entries])


def _boxes(draft: Draft, look: Look, style: Style, entries: Sequence[Ruling]) -> str:
    return _wrapped(draft.pick(("div", "article")), look, [_content(draft, look, style, each) for each in entries])


def _quotations(draft: Draft, look: Look, style: Style, entries: Sequence[Ruling]) -> str:
    return _wrapped("blockquote", look, [_content(draft, look, style, each) for each in entries])


def _lines(draft: Draft, look: Look, style: Style, entries: Sequence[Ruling]) -> str:
    between = draft.pick(("<br><br>", "<br/><br/>", "<br>", "<hr>")) if style.place != "after" else "<br><br>"
    contents = [_content(draft, look, style, each, blocks=False) for each in entries]
    return f'<div class="{look.classes[0]}">{f"{between}{look.line}".join(contents)}</div>'


def _rows(draft: Draft, look: Look, _: Style, entries: Sequence[Ruling]) -> str:
    cells = [
        (look.date.format(date=each.written), _body(look, _paragraphs(draft, look, each), blocks=True))
        for each in entries
    ]
    rows = [f"<tr><td>{date}</td><td>{body}</td></tr>" for date, body in cells]
    return f'<table class="{look.classes[0]}">{look.line}{look.line.join(rows)}{look.line}</table>'


def _by_date(entries: Sequence[Ruling]) -> list[tuple[str, list[Ruling]]]:
    return [(written, list(members)) for written, members in groupby(entries, key=lambda each: each.written)]


def _definitions(draft: Draft, look: Look, _: Style, entries: Sequence[Ruling]) -> str:
    lines = []
    for written, members in _by_date(entries):
        lines.append(f"<dt>{written}</dt>")
        lines += [f"<dd>{_body(look, _paragraphs(draft, look, each), blocks=True)}</dd>" for each in members]
    return f'<dl class="{look.classes[0]}">{look.line}{look.line.join(lines)}{look.line}</dl>'


def _headings(draft: Draft, look: Look, _: Style, entries: Sequence[Ruling]) -> str:
    tag = draft.pick(("h4", "h5", "h6"))
    listed = draft.chance(0.5)
    lines = []
    for written, members in _by_date(entries):
        contents = [_body(look, _paragraphs(draft, look, each), blocks=False) for each in members]
        inner = _wrapped("li" if listed else "p", look, contents)
        lines += [f"<{tag}>{written}</{tag}>", f"<ul>{inner}</ul>" if listed else inner]
    return look.line.join(lines)


def _nested(draft: Draft, look: Look, _: Style, entries: Sequence[Ruling]) -> str:
    lines = []
    for written, members in _by_date(entries):
        contents = [_body(look, _paragraphs(draft, look, each), blocks=True) for each in members]
        inner = _wrapped("li", look, contents)
        lines.append(f"<li>{look.date.format(date=written)}{look.line}<ul>{inner}</ul></li>")
    return f'<ul class="{look.classes[0]}">{look.line}{look.line.join(lines)}{look.line}</ul>'


def _question_heads(draft: Draft, look: Look, _: Style, entries: Sequence[Ruling]) -> str:
    """Return questions as terms or headings, and answers below them."""
    outer, head, answer = draft.pick(
        (("dl", "dt", "dd"), ("div", "h4", "p"), ("div", "h3", "div"), ("section", "summary", "p"))
    )
    lines = []
    for each in entries:
        question, *answers = _paragraphs(draft, look, each)
        pair = [f"<{head}>{question}</{head}>", *(f"<{answer}>{part}</{answer}>" for part in answers)]
        lines.append(f"<details>{''.join(pair)}</details>" if head == "summary" else look.line.join(pair))
    return f'<{outer} class="{look.classes[0]}">{look.line}{look.line.join(lines)}{look.line}</{outer}>'


_LOOKS: dict[str, Callable[[Draft, Look, Style, Sequence[Ruling]], str]] = {
    "list": _list,
    "paragraphs": _all_paragraphs,
    "boxes": _boxes,
    "quotations": _quotations,
    "lines": _lines,
    "definitions": _definitions,
    "rows": _rows,
    "headings": _headings,
    "nested": _nested,
}
