"""The lines of a page: marks of lists, quotes, comments and Markdown taken off, and remembered."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from kb.layouts.reader.lines.comments import uncommented, utterances
from kb.layouts.reader.lines.field_labels import Field, front_field, front_matter, labels_of
from kb.layouts.reader.lines.markdown import is_markdown, links_in, plain, unstressed, without_bbcode
from kb.layouts.reader.lines.pieces import pieces_of
from kb.layouts.reader.lines.questions import QuestionLabel
from kb.layouts.reader.lines.questions import labels_of as question_labels
from kb.layouts.reader.lines.rows import Row, rows_in
from kb.model import Container, Markup, SourceText
from kb.text.folding import squeeze

_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_QUOTE = re.compile(r"\s{0,8}(?:>\s?){1,8}")
_BULLET = re.compile(
    r"(?:[^\w\s\"'“”«»‘’(){}\[\]<>$€£@&!?¡¿…/\\~%.,;:=|`#^°§©®™\u0300-\u036f][\ufe0f\u200d]?|[-=]{1,2}>|>>"
    r"|[([]?[0-9]{1,2}/[0-9]{1,2}[)\]]?|o"
    r"|[([]?(?:[0-9]{1,3}|[a-z]|[ivx]{1,5})[.)\]]|(?:[IVX]{1,5}|[A-Z])[.)](?=[\s\u00a0]{2,})"
    r"|[0-9]{1,2}(?:\.[0-9]{1,2}){1,3}\.?(?=[\s\u00a0]{1,4}[A-ZÀ-Þ])|[0-9]{1,2}(?=[\s\u00a0]{2,}[A-ZÀ-Þ])|\*{2,5}(?!.*\*(?:\*|\Z)))"
    r"(?=[\s\u00a0])[\s\u00a0]+"
)
_NUMBERING = re.compile(r"\A(?:[A-Z]\.)?[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}\s[-–—]\s+(?=\S)")
"""A number behind the mark of a list: `- U.2.1 - Some cards have …`."""
_STRONG_NUMBER = re.compile(r"(\*\*|__)(?P<number>[0-9]{1,3}[.)])\1\s+(?=\S)")
_USUAL_SIGNS = frozenset("*-–—•·+1>") | {"**", "***", "->", "=>"}
_TERM = re.compile(r"^;\s?\S", re.MULTILINE)
_DEFINED = re.compile(r"^:{1,3}\s?\S", re.MULTILINE)
_DEFINITION = re.compile(r"[:;]{1,3}\s?(?=\S)")
_BROKEN_OFF = re.compile(r"(?<=\S)\s{1,4}\+\Z")
"""What ends a line that goes on in the next in AsciiDoc."""
_ORG = re.compile(r"^#\+[A-Z_]{3,20}:", re.MULTILINE)
_ORG_HEADING = re.compile(r"(?P<stars>\*{1,6})\s+(?:[A-Z]{4,8}\s+)?(?P<told>\S.*?)(?:\s+:[\w@:]{1,80}:)?\s*")
_ORG_FIELD = re.compile(r"\s*(?::[A-Z_a-z-]{2,30}:|#\+[A-Za-z_]+:|(?:CLOSED|SCHEDULED|DEADLINE):\s)")
_TIGHT_BULLET = re.compile(r"[•▪◦‣●■➤►]\s*")
_TRIPLE = re.compile(r"\A[rbuf]{0,2}(?:\"\"\"|''')\s*|\s*(?:\"\"\"|''')\Z")
"""Where a text of several lines begins or ends in a program."""
_CHECKBOX = re.compile(r"\[[ xX]\]\s+(?=\S)")
_NUMBER_BEFORE_MONTH = re.compile(r"[0-9]{1,2}\.\s+[^\W\d_]{3,10}\.?\s+[0-9]{4}")
_HEADING = re.compile(r"#{1,6}\s+(?=\S)")
_CLOSED_BY = 6
_WIKI_HEADING = re.compile(r"(={2,6})\s?([^=]+?)\s?\1\Z")
_UNDERLINED = 2
_EDIT_LINK = re.compile(
    r"\s?\[\s?(?:edit|modifier)(?:\s?(?:source|le (?:code|wikicode)|[|·]|edit|modifier)){0,4}\s?\]\Z"
)
_TITLE = re.compile(r"(?=[A-ZÀ-ÞŒÆ])(?!.*[0-9]{4})(?:[^\s.:;!?]+\s){0,7}[^\s.:;!?]+\Z")
_FOOTNOTE = re.compile(r"(?<=[.!?)”\"»])(?:\[[0-9]{1,3}\])+\Z")
_ORNAMENT = re.compile(r"(?:[\s\-=_*~#+|:.·•—–>\\/]+|\{\|[^|]*|\|\})\Z")
_WIKI_FRAME = re.compile(
    r"\s*(?:\[\[(?:category|catégorie|file|fichier|image|[a-z]{2,3}):[^\[\]\n]{1,200}\]\]\s*|__[A-Z]{3,20}__\s*)+\Z",
    re.IGNORECASE,
)
"""Categories, pictures and other languages of a page of a wiki."""
_SIGNATURE = re.compile(r"\s*_{5,}\s*|\s*-- ?\s*")
"""What parts a letter or a post from the saying of its writer."""
_ENDED_BY_BAR = re.compile(r"\s\|\s*\Z")
_HTML_HEADING = re.compile(r"(?:\A|/)h([1-6])(?=[./]|\Z)")
_TAB_STOP = 4
_WIDEST_GAP = 200
_WIDE_GAP = re.compile(rf"([^\S\t]{{{_WIDEST_GAP}}})[^\S\t]+")
_MOST_CELLS = 100
"""Cells that a row of a table of rulings may have."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank, or a piece of one that holds several entries."""

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
    """A blank line, a ruler or the border of an HTML element stands before it."""
    quoted: int = 0
    """How often it is quoted."""
    level: int = 0
    """Of a heading by its markup its level, from 1; 0 for any other line."""
    role: str = ""
    """What it is by the markup of its page: see `Markup.role`; `field` for a field of a record."""
    path: str = ""
    """Of HTML, the elements that it stands in."""
    links: tuple[str, ...] = ()
    """Texts of links, alternative texts of pictures."""
    label: str = ""
    """`question` or `answer` where it is labelled as one; the label is no part of `raw`."""
    last: int = 0
    """Of a row that takes several lines the last of them; 0 for any other line."""

    @property
    def numbers(self) -> range:
        """The lines of `SourceText.text` that it takes."""
        return range(self.number, max(self.number, self.last) + 1)

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
class PageLines:
    """The lines of a page that are not blank, in order: those that say something, and those that only draw."""

    lines: tuple[Line, ...]
    ornaments: tuple[int, ...]
    """Numbers of the lines that say nothing: rulers, empty quotes, pictures that are no symbols."""


@dataclass(frozen=True, slots=True)
class _Writing:
    """How the lines of a document are written."""

    html: bool
    markdown: bool
    wiki: bool
    """It has lists of definitions, as wikis write them."""
    org: bool
    barred: bool
    """Its lines end with a bar, as those of a table that was pasted cell by cell."""


def sheet_of(source: SourceText, comments: Sequence[str] | None = None) -> PageLines:
    """Return the lines of *source* that are not blank; a line that says nothing parts as a blank line does.

    Of a program only its *comments* are read: its lines, without signs of comments, all others blank.
    """
    if source.container is Container.JSON:
        return PageLines((), ())
    html = source.container is Container.HTML
    printed = [_narrow(line) for line in (comments if comments is not None else source.text.split("\n"))]
    printed = printed if html or comments is not None else uncommented(printed)
    writing = _writing(source, printed)
    rows = {} if html else rows_in(printed)
    said = {} if html else utterances(printed)
    lines: list[Line] = []
    ornaments: list[int] = []
    gap, block, taken = False, 0, 0
    for number, (body, markup) in enumerate(zip_longest(printed, source.markup), 1):
        if number <= taken:
            continue
        if not body.strip():
            gap = True
            continue
        row = rows.get(number)
        taken = row.last if row else number
        parted = gap or number in said or (markup is not None and markup.block != block)
        block = markup.block if markup else 0
        spoken = body[said.get(number, 0) :]
        line = _row(row, writing, gap=parted) if row else _line(number, spoken, markup or Markup(), writing, gap=parted)
        signed = number - 1 in ornaments[-1:] and _SIGNATURE.fullmatch(printed[number - 2])
        if line.text and signed and not any(map(str.strip, printed[number : number + 1])) and not html:
            line = replace(line, role="footer")
        gap = not line.text
        if line.text:
            lines += _in_pieces(line)
            continue
        if lines and lines[-1].numbers[-1] == number - 1 and lines[-1].gap and _underlines(line.raw, lines[-1]):
            lines[-1] = replace(lines[-1], level=_UNDERLINED)
        ornaments += line.numbers
    told = _asked(_with_titles(tuple(_told(_with_usual_signs(lines), source.text))))
    ornaments += (number for line in told if not line.text for number in line.numbers)
    return PageLines(tuple(line for line in told if line.text), tuple(sorted(ornaments)))


def _narrow(line: str) -> str:
    """Return *line* without the rest of its very wide gaps, which would be searched over and over."""
    return _WIDE_GAP.sub(r"\1", line) if len(line) > _WIDEST_GAP else line


def _asked(lines: Sequence[Line]) -> list[Line]:
    """Take the labels of questions and answers off *lines*, and put each of the two on lines of its own.

    A line that is only a label is left without a text.
    """
    labels = question_labels([line.text for line in lines])
    if not labels.questions and not labels.answers:
        return list(lines)
    found: list[Line] = []
    label: QuestionLabel | None = None
    for line in lines:
        own, rest = labels.read(line.raw) if not line.role else (None, line.raw)
        label = own or label
        question, answer = labels.in_two(rest)
        found.append(replace(line, raw=question, text=squeeze(question), label=(label or "") if question else ""))
        if rest != question and not answer:
            label = QuestionLabel.ANSWER
            continue
        if answer:
            found.append(
                replace(
                    line,
                    raw=answer,
                    text=squeeze(answer),
                    label=QuestionLabel.ANSWER,
                    gap=False,
                    bullet=False,
                )
            )
        label = None if question else label
    return found


def _row(row: Row, writing: _Writing, *, gap: bool) -> Line:
    """Return a row as a line of cells parted by tabs."""
    cells = [plain(without_bbcode(cell)) for cell in row.cells] if writing.markdown else row.cells
    raw = "\t".join(cells if writing.markdown else map(unstressed, cells))
    links = tuple(link for cell in row.cells for link in links_in(cell)) if writing.markdown else ()
    return Line(row.first, raw, squeeze(raw), gap=gap, links=links, last=row.last)


def _writing(source: SourceText, printed: Sequence[str]) -> _Writing:
    plain_text = source.container is Container.TEXT
    filled = [line for line in printed if line.strip()]
    barred = sum(_ENDED_BY_BAR.search(line) is not None and line.count("|") == 1 for line in filled)
    return _Writing(
        html=source.container is Container.HTML,
        markdown=plain_text and is_markdown(source.text),
        wiki=plain_text and len(_TERM.findall(source.text)) > 0 and len(_DEFINED.findall(source.text)) > 0,
        org=plain_text and _ORG.search(source.text) is not None,
        barred=plain_text and 2 * barred > len(filled),
    )


def _in_pieces(line: Line) -> Iterator[Line]:
    for place, part in enumerate(pieces_of(line.raw)):
        if part is line.raw:
            yield line
        else:
            yield replace(line, raw=part, text=squeeze(part), gap=line.gap or place > 0)


def _with_usual_signs(lines: Sequence[Line]) -> list[Line]:
    """Take for items of a list only those whose mark is a usual one, or that of another line, too."""
    signs = Counter(line.sign for line in lines)
    return [
        replace(line, bullet=False, sign="", indent=line.indent - 2)
        if line.bullet and signs[line.sign] == 1 and line.sign not in _USUAL_SIGNS
        else line
        for line in lines
    ]


def _with_titles(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Make headings of the items that do no more than name the list within them."""
    return tuple(
        replace(line, level=6, bullet=False)
        if line.bullet and after is not None and after.bullet and after.indent > line.indent and _TITLE.match(line.text)
        else line
        for line, after in zip_longest(lines, lines[1:])
        if line is not None
    )


def _told(lines: Sequence[Line], text: str) -> Iterator[Line]:
    """Take the labels of records off *lines*, and mark the fields that are no text of a ruling."""
    head = front_matter(text)
    labels = labels_of([line.text for line in lines])
    for line in lines:
        field = front_field(line.text) if line.number <= head else labels.field(line.text, line.raw)
        yield line if field is None else _said(line, field)


def _said(line: Line, field: Field) -> Line:
    level = 1 if field.role == "heading" else line.level
    return replace(line, raw=field.raw, text=squeeze(field.raw), role=line.role or field.role, level=level)


def _line(number: int, printed: str, markup: Markup, writing: _Writing, *, gap: bool) -> Line:
    body = _INVISIBLE.sub("", printed)
    quote = _QUOTE.match(body)
    body = body[quote.end() :] if quote else body
    indent = _width(body)
    body = body.strip(" \r\f\v") if "\t" in (body if writing.html else body.strip()) else body.strip()
    body = _ENDED_BY_BAR.sub("", body) if writing.barred else body
    body = body if writing.html else _TRIPLE.sub("", body)
    if _ORNAMENT.match(body) or not body.strip() or (not writing.html and _WIKI_FRAME.match(body)):
        return Line(number, printed.strip(), "", gap=gap, quoted=quote[0].count(">") if quote else 0, role=markup.role)
    if writing.org and (found := _in_org(number, printed, gap=gap)):
        return found
    body = without_bbcode(body) if writing.markdown else body
    body = _STRONG_NUMBER.sub(r"\g<number> ", body, count=1)
    body = body if writing.html else _BROKEN_OFF.sub("", _defined(body, writing))
    body = _FOOTNOTE.sub("", _EDIT_LINK.sub("", body))
    level, body = _heading(body, markup)
    bullet = _bullet(body)
    body = body[bullet.end() :] if bullet else body
    body = _NUMBERING.sub("", _CHECKBOX.sub("", body, count=1), count=1) if bullet else body
    links = links_in(body) if writing.markdown else markup.links
    body = plain(body) if writing.markdown else body if writing.html else unstressed(body)
    return Line(
        number,
        body,
        squeeze(body),
        indent + (2 if bullet else 0),
        bullet=bool(bullet),
        sign=_sign(bullet),
        gap=gap,
        quoted=quote[0].count(">") if quote else 0,
        level=level,
        role=markup.role,
        path=markup.path,
        links=links,
    )


def _defined(body: str, writing: _Writing) -> str:
    """Return a line of a wiki's list of definitions with usual marks: what is said of a term is an item of a list."""
    mark = _DEFINITION.match(body) if writing.wiki else None
    if mark is None:
        return body
    return ("* " if mark[0].strip().endswith(":") else "") + body[mark.end() :]


def _in_org(number: int, printed: str, *, gap: bool) -> Line | None:
    """Return a heading or a field of a file of Org; None for any other line."""
    heading = _ORG_HEADING.fullmatch(printed)
    if heading is not None:
        return Line(number, heading["told"], squeeze(heading["told"]), gap=True, level=len(heading["stars"]))
    field = _ORG_FIELD.match(printed)
    return Line(number, printed.strip(), squeeze(printed), gap=gap, role="field") if field else None


def _heading(body: str, markup: Markup) -> tuple[int, str]:
    """Return the level of a heading of Markdown, a wiki or HTML, and what it says; level 0 for any other line."""
    opened = _HEADING.match(body)
    if opened is not None:
        told = body[opened.end() :].rstrip()
        closing = min(len(told) - len(told.rstrip("#")), _CLOSED_BY)
        return body.index(" ") if " " in body[:7] else 1, told[: len(told) - closing].rstrip()
    wiki = _WIKI_HEADING.match(body)
    if wiki:
        return len(wiki[1]), wiki[2]
    if markup.role in {"heading", "name"}:
        found = _HTML_HEADING.search(markup.path)
        return int(found[1]) if found else 3, body
    return 0, body


def _bullet(body: str) -> re.Match[str] | None:
    if _NUMBER_BEFORE_MONTH.match(body):
        return None
    return _BULLET.match(body) or _TIGHT_BULLET.match(body)


def _sign(bullet: re.Match[str] | None) -> str:
    if bullet is None:
        return ""
    sign = bullet[0].strip()
    if "/" in sign:
        return "/" + sign.strip("()[]").split("/")[1]
    return "1" if sign[-1] in ".)]" or sign[-1].isdigit() else sign


def _width(body: str) -> int:
    lead = body[: len(body) - len(body.lstrip(" \t\u00a0"))]
    return len(lead.expandtabs(_TAB_STOP))


def _underlines(ruler: str, before: Line) -> bool:
    """Whether *ruler* makes a heading of the line before it, as in Markdown."""
    return len(ruler) > 2 and set(ruler) in ({"="}, {"-"}) and not before.bullet
