"""The lines of a page as its layouts see them: marks of lists, quotes and Markdown taken off, and remembered."""

import re
from dataclasses import dataclass, replace

from kb.layouts._page.markdown import cells_of, is_markdown, plain
from kb.model import Container, SourceText
from kb.text import squeeze

_INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_QUOTE = re.compile(r"\s{0,8}(?:>\s?){1,8}")
_BULLET = re.compile(r"(?:[•·▪◦‣●○■□➤►✦★*+\u2010-\u2015-]|[([]?(?:[0-9]{1,3}|[a-z])[.)\]])(?=[\s\u00a0])[\s\u00a0]+")
_TIGHT_BULLET = re.compile(r"[•▪◦‣●■➤►]\s*")
_NUMBER_BEFORE_MONTH = re.compile(r"[0-9]{1,2}\.\s+[^\W\d_]{3,10}\.?\s+[0-9]{4}")
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#{0,6}\s*\Z")
_ORNAMENT = re.compile(r"[\s\-=_*~#+|:.·•—–>\\/]+\Z")
_TAB_STOP = 4


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
        """What stands between the tabs, squeezed; one cell where there is no tab."""
        return tuple(squeeze(cell) for cell in self.raw.split("\t"))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of a page that are not blank, in order: those that say something, and those that only draw."""

    lines: tuple[Line, ...]
    ornaments: tuple[int, ...]
    """Numbers of the lines that say nothing: rulers, empty quotes, pictures that are no symbols."""


def sheet_of(source: SourceText) -> Sheet:
    """Give the lines of *source* that are not blank; a line that says nothing parts as a blank line does."""
    markdown = source.container is Container.TEXT and is_markdown(source.text)
    roles = source.roles
    lines: list[Line] = []
    ornaments: list[int] = []
    gap = False
    for number, printed in enumerate(source.text.split("\n"), 1):
        role = roles[number - 1] if number <= len(roles) else ""
        line = _line(number, printed, role, markdown=markdown, gap=gap) if printed.strip() else None
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
    return Sheet(tuple(lines), tuple(ornaments))


def _line(number: int, printed: str, role: str, *, markdown: bool, gap: bool) -> Line:
    body = _INVISIBLE.sub("", printed)
    quote = _QUOTE.match(body)
    body = body[quote.end() :] if quote else body
    indent = _width(body)
    body = body.strip(" \r\f\v") if "\t" in body.strip() else body.strip()
    if _ORNAMENT.match(body) or not body.strip():
        return Line(number, printed.strip(), "", gap=gap, quoted=bool(quote), role=role)
    heading = _HEADING.match(body)
    body = heading[2] if heading else body
    row = cells_of(body)
    body = "\t".join(row) if row else body
    # A dash before a tab is an entry of a table, not the mark of a list.
    bullet = None if row else _bullet(body)
    body = body[bullet.end() :] if bullet else body
    body = plain(body) if markdown else body
    return Line(
        number,
        body,
        squeeze(body),
        indent + (2 if bullet else 0),
        bullet=bool(bullet),
        sign=_sign(bullet),
        gap=gap,
        quoted=bool(quote),
        heading=bool(heading) or role in {"heading", "name"},
        role=role,
    )


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
