"""The lines of a page as its layouts see them: marks of lists, quotes and Markdown taken off, and remembered."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from kb.layouts._page.labels import Field, front_field, front_matter, labels_of
from kb.layouts._page.markdown import cells_of, is_markdown, plain, without_bbcode
from kb.layouts._page.separated import Separated, separated
from kb.model import Container, SourceText
from kb.text import squeeze

_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_QUOTE = re.compile(r"\s{0,8}(?:>\s?){1,8}")
_BULLET = re.compile(r"(?:[•·▪◦‣●○■□➤►✦★*+\u2010-\u2015-]|[([]?(?:[0-9]{1,3}|[a-z])[.)\]])(?=[\s\u00a0])[\s\u00a0]+")
_TIGHT_BULLET = re.compile(r"[•▪◦‣●■➤►]\s*")
_NUMBER_BEFORE_MONTH = re.compile(r"[0-9]{1,2}\.\s+[^\W\d_]{3,10}\.?\s+[0-9]{4}")
_HEADING = re.compile(r"#{1,6}\s+(?=\S)")
_CLOSED_BY = 6
_WIKI_HEADING = re.compile(r"(={2,6})\s?([^=]+?)\s?\1\Z")
_EDIT_LINK = re.compile(
    r"\s?\[\s?(?:edit|modifier)(?:\s?(?:source|le (?:code|wikicode)|[|·]|edit|modifier)){0,4}\s?\]\Z"
)
_TITLE = re.compile(r"(?=[A-ZÀ-ÞŒÆ])(?!.*[0-9]{4})(?:[^\s.:;!?]+\s){0,7}[^\s.:;!?]+\Z")
_FOOTNOTE = re.compile(r"(?<=[.!?)”\"»])(?:\[[0-9]{1,3}\])+\Z")
_ORNAMENT = re.compile(r"[\s\-=_*~#+|:.·•—–>\\/]+\Z")
_TAB_STOP = 4
_MOST_CELLS = 100
"""Cells that a row of a table of rulings may have."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank."""

    number: int
    """In `SourceText.text`, from 1."""
    raw: str
    """What it says, marks of lists and quotes taken off; the space within as printed."""
    text: str
    """`raw`, squeezed; never "" in a sheet."""
    indent: int = 0
    bullet: bool = False
    sign: str = ""
    """The mark of the list that it is an item of; `1` for numbers."""
    gap: bool = False
    """A blank line, or a ruler, stands before it."""
    quoted: bool = False
    heading: bool = False
    """It is a heading by its markup."""
    role: str = ""
    """What it is by the markup of its page: see `SourceText.roles`."""

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands between the tabs, squeezed; one cell where there is no tab, or more than any table has."""
        return tuple(squeeze(cell) for cell in self.raw_cells)

    @property
    def raw_cells(self) -> list[str]:
        """The same as printed."""
        cells = self.raw.split("\t", _MOST_CELLS)
        return cells if len(cells) <= _MOST_CELLS else [self.raw]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of a page that are not blank, in order: those that say something, and those that only draw."""

    lines: tuple[Line, ...]
    ornaments: tuple[int, ...]
    """Numbers of the lines that say nothing: rulers, empty quotes, pictures that are no symbols."""


@dataclass(frozen=True, slots=True)
class _Writing:
    """How the lines of a document are written."""

    markdown: bool
    rows: Separated | None
    html: bool

    def cells(self, body: str) -> tuple[str, ...]:
        """Give the cells of a row that is drawn with signs; nothing for any other line."""
        return cells_of(body) or (self.rows.cells(body) if self.rows else ())


def sheet_of(source: SourceText) -> Sheet:
    """Give the lines of *source* that are not blank; a line that says nothing parts as a blank line does."""
    plain_text = source.container is Container.TEXT
    writing = _Writing(
        markdown=plain_text and is_markdown(source.text),
        rows=separated(source.text) if plain_text else None,
        html=source.container is Container.HTML,
    )
    lines: list[Line] = []
    ornaments: list[int] = []
    gap = False
    for number, (printed, role) in enumerate(zip_longest(source.text.split("\n"), source.roles, fillvalue=""), 1):
        line = _line(number, printed, role, writing, gap=gap) if printed.strip() else None
        gap = line is None
        if line is None:
            continue
        if line.text:
            lines.append(line)
            continue
        if lines and ornaments[-1:] != [number - 1] and _underlines(line.raw, lines[-1]):
            lines[-1] = replace(lines[-1], heading=True)
        gap = True
        ornaments.append(number)
    return Sheet(_with_titles(_told(lines, source.text)), tuple(ornaments))


def _with_titles(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Make headings of the items that do no more than name the list within them."""
    return tuple(
        replace(line, heading=True, bullet=False)
        if line.bullet and after is not None and after.bullet and after.indent > line.indent and _TITLE.match(line.text)
        else line
        for line, after in zip_longest(lines, lines[1:])
        if line is not None
    )


def _told(lines: Sequence[Line], text: str) -> tuple[Line, ...]:
    """Take the labels of records off *lines*, and mark the fields that are no text of a ruling."""
    head = front_matter(text)
    labels = labels_of([line.text for line in lines])
    told = []
    for line in lines:
        field = front_field(line.text) if line.number <= head else labels.field(line.text, line.raw)
        told.append(line if field is None else _said(line, field))
    return tuple(told)


def _said(line: Line, field: Field) -> Line:
    return replace(line, raw=field.raw, text=squeeze(field.raw), role=line.role or field.role)


def _line(number: int, printed: str, role: str, writing: _Writing, *, gap: bool) -> Line:
    body = _INVISIBLE.sub("", printed)
    quote = _QUOTE.match(body)
    body = body[quote.end() :] if quote else body
    indent = _width(body)
    body = body.strip(" \r\f\v") if "\t" in (body if writing.html else body.strip()) else body.strip()
    if _ORNAMENT.match(body) or not body.strip():
        return Line(number, printed.strip(), "", gap=gap, quoted=bool(quote), role=role)
    body = without_bbcode(body) if writing.markdown else body
    body = _FOOTNOTE.sub("", _EDIT_LINK.sub("", body))
    heading = _heading(body)
    body = body if heading is None else heading
    row = writing.cells(body)
    body = "\t".join(row) if row else body
    # A dash before a tab is an entry of a table, not the mark of a list.
    bullet = None if row else _bullet(body)
    body = body[bullet.end() :] if bullet else body
    body = plain(body) if writing.markdown else body
    return Line(
        number,
        body,
        squeeze(body),
        indent + (2 if bullet else 0),
        bullet=bool(bullet),
        sign=_sign(bullet),
        gap=gap,
        quoted=bool(quote),
        heading=heading is not None or role in {"heading", "name"},
        role=role,
    )


def _heading(body: str) -> str | None:
    """Give what a heading of Markdown or a wiki says; None for any other line."""
    opened = _HEADING.match(body)
    if opened is None:
        wiki = _WIKI_HEADING.match(body)
        return wiki[2] if wiki else None
    told = body[opened.end() :].rstrip()
    closing = min(len(told) - len(told.rstrip("#")), _CLOSED_BY)
    return told[: len(told) - closing].rstrip()


def _bullet(body: str) -> re.Match[str] | None:
    if _NUMBER_BEFORE_MONTH.match(body):
        return None
    return _BULLET.match(body) or _TIGHT_BULLET.match(body)


def _sign(bullet: re.Match[str] | None) -> str:
    if bullet is None:
        return ""
    return "1" if bullet[0].strip()[-1] in ".)]" else bullet[0].strip()


def _width(body: str) -> int:
    lead = body[: len(body) - len(body.lstrip(" \t\u00a0"))]
    return len(lead.expandtabs(_TAB_STOP))


def _underlines(ruler: str, before: Line) -> bool:
    """Whether *ruler* makes a heading of the line before it, as in Markdown."""
    return len(ruler) > 2 and set(ruler) in ({"="}, {"-"}) and not before.bullet
