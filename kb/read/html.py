"""An HTML page to lines of text, with their lines in the file.

Blocks stand on lines of their own, inline elements join without a blank between, a table row is one line with a tab
between its cells, an item of a list is a line `- ` indented by its depth. Symbols are in braces. What is hidden, a
comment or a script is no text.
"""

import re
import warnings
from dataclasses import dataclass, field

from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning, XMLParsedAsHTMLWarning
from bs4.element import Tag

from kb.model import Markup, Span
from kb.read.breaks import BREAK, CELL, ITEM, broken, collapsed, rows_of
from kb.read.clean import cleaned
from kb.read.elements import (
    BLOCKS,
    attribute,
    day_of,
    first_tags,
    first_texts,
    is_layout_row,
    lists_rulings,
    names_quoted,
    role_of,
    signature,
    slug_of,
    states_ruling,
)
from kb.read.pictures import Picture
from kb.read.steps import Step, steps_of
from kb.text.dates import DateForm, find_dates
from kb.text.folding import squeeze

_FEED = re.compile(r"\s*(?:<\?xml[^<>]{0,200}>\s*)?(?:<!--[^<>]{0,200}-->\s*)?<(?:rss|feed)\b", re.IGNORECASE)
_SPAN_LIMIT = 200
_DOWN_COLUMNS, _DOWN_LENGTH = 40, 400
"""Columns of a table, and characters of a cell, that are repeated in the rows that the cell reaches down to."""
_REPEATED = 500_000
"""Characters of a page that are repeated in all."""
_DEEPEST = 40
"""A list deeper than this is indented no further."""
_STEPS = 8
"""The innermost elements that are kept of a path."""
_LONGEST_LINK, _MOST_LINKS = 150, 200
_MOMENT_PARTS = 4
"""Texts of a `<time>` that can hold its date."""


@dataclass(frozen=True, slots=True)
class Page:
    """The lines of a page, for each its lines in the file and what the markup says of it."""

    title: str
    lang: str
    lines: tuple[str, ...]
    spans: tuple[Span, ...]
    markup: tuple[Markup, ...]


def lines_of_page(markup: str) -> Page:
    """Turn *markup*, however broken, into the lines that a reader sees; takes time in proportion to its length."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        soup = BeautifulSoup(cleaned(_unescaped(markup)), "html.parser")
    writer = _Writer()
    for step in steps_of(soup):
        writer.take(step)
    writer.flush()
    html = soup.find("html")
    return Page(
        title=squeeze(soup.title.get_text()) if soup.title else "",
        lang=attribute(html, "lang").lower() if isinstance(html, Tag) else "",
        lines=tuple(line.text for line in writer.lines),
        spans=tuple(line.span for line in writer.lines),
        markup=tuple(line.markup for line in writer.lines),
    )


def _unescaped(markup: str) -> str:
    """Return *markup* with the pages that a feed holds as text, escaped, as markup again."""
    if not _FEED.match(markup):
        return markup
    return markup.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


_ENDED, _BEGUN = re.compile("[a-zà-ÿ.!?]\\Z"), re.compile("[A-ZÀ-Þ]")
"""Between elements, a word that ends and one that begins."""
_DAY_AND_MONTH = re.compile(
    r"\s*(?:[0-9]{1,2}(?:er|st|nd|rd|th)?\.?\s[^\W\d_]{3,10}\.?|[^\W\d_]{3,10}\.?\s[0-9]{1,2}(?:st|nd|rd|th)?)\s*"
)


@dataclass(frozen=True, slots=True)
class _Out:
    text: str
    span: Span
    markup: Markup


@dataclass(slots=True)
class _Cell:
    """A cell that reaches down over more rows."""

    text: str
    rows: int


@dataclass(slots=True)
class _Writer:
    """Gathers steps into lines."""

    lines: list[_Out] = field(default_factory=list)
    _pieces: list[tuple[str, int]] = field(default_factory=list)
    _depth: int = 0
    _bullet: bool = False
    _row: Tag | None = None
    _row_role: str = ""
    _listed: Tag | None = None
    _cells: int = 0
    _spans: list[int] = field(default_factory=list)
    _down: dict[int, _Cell] = field(default_factory=dict)
    _repeated: int = 0
    _roles: list[tuple[Tag, str]] = field(default_factory=list)
    _pre: int = 0
    _block: int = 0
    _path: list[str] = field(default_factory=list)
    _place: str = ""
    """The path at the beginning of the line that is being gathered."""
    _links: list[str] = field(default_factory=list)
    _linked: list[int] = field(default_factory=list)
    """Of each open link the number of pieces that stand before it."""

    def take(self, step: Step) -> None:
        """Add one step."""
        if isinstance(step.node, str):
            self._text(step.node, step.line)
        elif step.opens:
            self._path.append(signature(step.node))
            if step.picture is None:
                self._open(step.node, step.line)
            else:
                self._draw(step.node, step.picture, step.line)
        else:
            self._close(step.node)
            self._path.pop()

    def _text(self, text: str, line: int) -> None:
        if not self._pieces or not self._place:
            self._place = "/".join(self._path[-_STEPS:])
        if not self._pre:
            apart = self._pieces and _ENDED.search(self._pieces[-1][0]) and _BEGUN.match(text)
            self._pieces.append((f" {text}" if apart else text, line))
            return
        for offset, part in enumerate(text.split("\n")):
            if offset:
                self._pieces.append((BREAK, line + offset))
            self._pieces.append((part, line + offset))

    def _draw(self, tag: Tag, picture: Picture, line: int) -> None:
        self._pieces.append((picture.text, line))
        self._link("" if picture.text else attribute(tag, "alt"))

    def _open(self, tag: Tag, line: int) -> None:
        name = tag.name
        if name == "a":
            self._linked.append(len(self._pieces))
        if name == "tr":
            self._open_row(tag)
        elif name in {"td", "th"} and self._row is not None:
            self._open_cell(tag, line)
        elif name == "br":
            self._pieces.append((BREAK, line))
        elif name in BLOCKS:
            self._open_block(tag, line)
        elif name == "time":
            self._pieces.append((_moment(tag), line))
        role = role_of(tag)
        if role:
            if name not in BLOCKS and self._row is None:
                self.flush()
            self._roles.append((tag, role))

    def _open_block(self, tag: Tag, line: int) -> None:
        if self._row is not None and tag.name != "table":
            if tag.name in {"ul", "ol"} and not self._row_role and lists_rulings(tag):
                self._listed = tag
            self._pieces.append((ITEM if tag.name == "li" and tag.parent is self._listed else " ", line))
            return
        self.flush()
        if day := day_of(tag):
            _drop_part_of_date(tag)
            self._emit(day, Span(line, line))
            self._block += 1
        self._depth += tag.name in {"ul", "ol", "dl", "menu"}
        self._bullet = tag.name in {"li", "dd"} or (self._bullet and tag.name not in {"h1", "h2", "h3"})
        self._pre += tag.name == "pre"

    def _close(self, tag: Tag) -> None:
        name = tag.name
        if name == "a" and self._linked:
            self._link(self._text_since(self._linked.pop()))
            self._link(slug_of(attribute(tag, "href")))
        elif name == "tr":
            if self._row is tag:
                self._close_row()
        elif name == "table":
            self._close_row()
            self._down.clear()
        elif name in BLOCKS and self._row is not None:
            self._pieces.append((" ", 0))
        elif name in BLOCKS:
            self.flush()
            self._depth -= name in {"ul", "ol", "dl", "menu"} and self._depth > 0
            self._bullet = self._bullet and name not in {"li", "dd"}
            self._pre -= name == "pre"
        elif names_quoted(tag) and self._row is None:
            self.flush()
        if self._roles and self._roles[-1][0] is tag:
            if self._row is None:
                self.flush()
            self._roles.pop()

    def _text_since(self, begun: int) -> str:
        """Return what was gathered after the first *begun* pieces; "" where it is too long for a link."""
        pieces = self._pieces[begun : begun + _LONGEST_LINK]
        return "".join(piece for piece, _ in pieces) if len(self._pieces) - begun < _LONGEST_LINK else ""

    def _link(self, text: str) -> None:
        shown = squeeze(text)
        if shown and len(shown) <= _LONGEST_LINK and len(self._links) < _MOST_LINKS:
            self._links.append(shown)

    # --- rows

    def _open_row(self, tag: Tag) -> None:
        self._close_row()
        self.flush()
        if not is_layout_row(tag):
            self._row, self._cells, self._spans = tag, 0, []
            self._row_role = "ruling" if states_ruling(tag) else ""

    def _open_cell(self, tag: Tag, line: int) -> None:
        self._reach_down()
        if self._cells:
            self._pieces.append((CELL, line))
        self._cells += 1
        rows = attribute(tag, "rowspan")
        self._spans.append(min(int(rows), _SPAN_LIMIT) if rows.isascii() and rows.isdigit() else 1)

    def _reach_down(self) -> None:
        """Repeat, before the next cell, those of the rows above that reach down to here."""
        while (cell := self._down.get(self._cells)) is not None and cell.rows > 0 and self._repeated < _REPEATED:
            self._pieces.append(((CELL if self._cells else "") + cell.text, 0))
            self._repeated += len(cell.text) + 1
            self._cells += 1
            self._spans.append(0)
            cell.rows -= 1

    def _close_row(self) -> None:
        if self._row is None:
            return
        row = collapsed("".join(piece for piece, _ in self._pieces).replace(BREAK, " "))
        for number, (text, rows) in enumerate(zip(row.split(CELL), self._spans, strict=False)):
            if rows > 1 and number < _DOWN_COLUMNS and len(text) <= _DOWN_LENGTH:
                self._down[number] = _Cell(text.replace(ITEM, "").strip(" "), rows - 1)
        self._row = None
        span = _span_of(self._pieces)
        for cells in rows_of(row):
            self._block += 1
            self._emit(CELL.join(cells).rstrip(), span, self._row_role)
        self._pieces, self._links, self._place = [], [], ""

    # --- lines

    def flush(self) -> None:
        """End the line that is being gathered, unless a table row is."""
        if self._row is not None or not self._pieces:
            return
        pieces, self._pieces = self._pieces, []
        self._block += 1
        said = len(self.lines)
        for group in broken(pieces):
            text = collapsed("".join(piece for piece, _ in group)).strip(" ")
            self._block += not text
            self._emit(text, _span_of(group))
        self._place = ""
        if len(self.lines) > said:
            self._links = []

    def _emit(self, text: str, span: Span, role: str = "") -> None:
        if not text.strip():
            return
        prefix = "  " * max(min(self._depth, _DEEPEST) - 1, 0) + ("- " if self._bullet else "  " if self._depth else "")
        self._bullet = False
        role = self._roles[-1][1] if self._roles else role
        links = tuple(link for link in self._links if link in text or "-" in link or len(self._links) == 1)
        self.lines.append(_Out(prefix + text, span, Markup(role, self._place, self._block, links)))


def _span_of(pieces: list[tuple[str, int]]) -> Span:
    """Return the lines of the file on which *pieces*, each with the line it begins on, stand."""
    # A text may begin with line ends that are no part of what is seen of it.
    seen = [
        (line + len(head), line + len(head) + piece.strip().count("\n"))
        for piece, line in pieces
        if line and piece.strip()
        for head in [piece[: len(piece) - len(piece.lstrip())].split("\n")[1:]]
    ]
    return Span(min(first for first, _ in seen), max(last for _, last in seen)) if seen else Span(1, 1)


def _drop_part_of_date(tag: Tag) -> None:
    """Empty the element in *tag* that shows the day and the month of a date whose year only an attribute gives."""
    for child in first_tags(tag, _MOMENT_PARTS):
        if _DAY_AND_MONTH.fullmatch("".join(first_texts(child, _MOMENT_PARTS))):
            child.clear()
            return


def _moment(tag: Tag) -> str:
    """Return the date of a `<time>` from its attribute, where its text says none or one that can be read two ways."""
    marks = find_dates("".join(first_texts(tag, _MOMENT_PARTS)))
    stamp = find_dates(attribute(tag, "datetime"))
    if stamp and (not marks or marks[0].form is DateForm.NUMERIC):
        tag.clear()
        return stamp[0].printed[:10]
    return ""
