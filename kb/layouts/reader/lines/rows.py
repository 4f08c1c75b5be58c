"""Rows of tables in plain text: of files that are a table, and of tables drawn with bars within a page."""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.text.dates import find_dates
from kb.text.folding import word_set

_SIGNS = ",;|\t"
_LONGEST_LABEL = 40
_SHORT_LABEL = 6
"""Letters below which a label may be cut short with a full stop."""
_WIDEST = 100
_TABLES = 2
_LEAST_ROWS = 2
_KEPT = "\ue000"
"""Stands for a sign that parts no cells."""
_LONGEST_DATE = 30
_LABELS_AT_LEAST = 2
_LABEL_WORD = re.compile(r"[a-zà-ÿ]+")
_KNOWN_LABELS = word_set(
    "date dates day datum jour ruling rulings decision decisions text texte card carte name nom cardname uuid id source"
    " comment"
)
_REGULAR = 0.9
"""Share of the rows that have as many cells as the head."""
_SEPARATOR = re.compile(r"\ufeff?sep=.\s*")
"""What a spreadsheet writes above its table to say what parts the cells."""
_RULER = re.compile(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?\s*\Z|\s*\|?\s*:?-{3,}:?\s*\|\s*\Z")
_BORDER = re.compile(r"\s*\+(?:[-=]{2,}\+)+\s*")
_BORDERS = 3
"""Of a table whose rows are parted only from their head, at most."""
_MARK = re.compile(r"\A[-*•+]\s+")
"""Of a list whose items are rows."""
_WIKI_START = re.compile(r"\s*:{0,4}\{\|")
_WIKI_CELL = re.compile(r"\s*(?:\|\||!!)\s*")
_OPEN_TEMPLATE = re.compile(r"\{\{[^{}|]{1,60}")
_LONGEST_TEMPLATE = 30
_TEMPLATE = re.compile(r"[*:#]{0,4}\s*\{\{[^{}|\n]{1,60}\|(?P<given>.*)\}\}")
_BAR = re.compile(r"\|(?![^\[\]{}]*(?:\]\]|\}\}))")
_GIVEN = re.compile(r"\A\s*[\w -]{1,30}\s*=")
_ROWSPAN = re.compile(r"rowspan\s?=\s?\"?([0-9]{1,2})", re.IGNORECASE)
_WIKI_ATTRIBUTES = re.compile(r"(?:\s*[\w-]{1,30}\s?=\s?(?:\"[^\"]{0,200}\"|[\w%#-]{1,40}))+\s*\|(?!\|)")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, and the lines of the file that it takes, from 1."""

    first: int
    last: int
    cells: tuple[str, ...]


def rows_in(lines: Sequence[str]) -> Mapping[int, Row]:
    """Return the rows of the tables in *lines*, by the number of their first line."""
    if separated := _separated(lines):
        return {row.first: row for row in separated}
    wiki = tuple(_wiki_rows(lines))
    inside = {number for row in wiki for number in range(row.first, row.last + 1)}
    others = (*_barred_rows(lines), *_templates(lines), *_grid_rows(lines))
    return {row.first: row for row in (*(row for row in others if row.first not in inside), *wiki)}


# --- files that are tables --------------------------------------------------------------------------------------------


def _separated(lines: Sequence[str]) -> tuple[Row, ...]:
    """Return the rows of a file that is a table from its first line on, or several; nothing when it is none.

    The first row of a table names the columns or is a record like the others, and nearly all others have as many
    cells. A blank line stands between tables; a line alone is the title of one.
    """
    return _table(lines, _regular) or _several(lines) or _table(lines, _mended)


def _several(lines: Sequence[str]) -> tuple[Row, ...]:
    blocks = [(first, lines[first:end]) for first, end in _blocks(lines) if end > first + 1]
    tables = [(first, _table(block, _regular)) for first, block in blocks] if len(blocks) >= _TABLES else []
    if not tables or not all(rows for _, rows in tables):
        return ()
    return tuple(replace(row, first=row.first + first, last=row.last + first) for first, rows in tables for row in rows)


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where the lines begin and end that stand between blank ones."""
    blank = [-1, *(place for place, line in enumerate(lines) if not line.strip()), len(lines)]
    yield from ((before + 1, after) for before, after in pairwise(blank) if after > before + 1)


def _table(lines: Sequence[str], told: Callable[[Sequence[Row]], tuple[Row, ...]]) -> tuple[Row, ...]:
    """Return the rows of *lines* if they are one table, the same sign between all of its cells, as *told* from them."""
    top = next((line for line in lines if line.strip() and not _SEPARATOR.fullmatch(line)), "")
    for sign in sorted(_SIGNS, key=top.count, reverse=True):
        rows = tuple(_rows_at(lines, top, sign)) if sign in top else ()
        if rows and _SEPARATOR.fullmatch(lines[rows[0].first - 1]):
            rows = rows[1:]
        if len(rows) >= _LEAST_ROWS and (found := told(rows)):
            return found
    return ()


def _rows_at(lines: Sequence[str], top: str, sign: str) -> Sequence[Row]:
    """Return the rows of *lines* with *sign* between cells; none where *top*, the first, is no head and no record."""
    try:
        headed = any(_is_head(row.cells) for row in _parsed([top], sign, headed=True))
        if headed or any(_is_record(row.cells) for row in _parsed([top], sign, headed=False)):
            return tuple(_parsed(lines, sign, headed=headed))
    except csv.Error:
        pass
    return ()


def _is_record(cells: Sequence[str]) -> bool:
    """Whether *cells* are the first row of a table without a head: short ones, and a date among them."""
    short = [cell for cell in cells if cell and len(cell) <= _LONGEST_LABEL]
    return len(_dates(cells)) == 1 and 2 < len(cells) <= _WIDEST and len(short) > 1


def _dates(cells: Sequence[str]) -> list[int]:
    return [column for column, cell in enumerate(cells) if len(cell) <= _LONGEST_DATE and find_dates(cell)]


def _regular(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return *rows* if nearly all have as many cells as the first, and a date where it has one."""
    head = rows[0].cells
    dates = [] if _is_head(head) else _dates(head)
    alike = (row for row in rows if len(row.cells) == len(head))
    dated = sum(all(find_dates(row.cells[column]) for column in dates) for row in alike)
    return tuple(rows) if dated >= _REGULAR * len(rows) else ()


def _mended(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return *rows*, half of which have as many cells as their head; in the others, commas of a text part cells.

    Of the columns one holds dates, or two have usual labels.
    """
    head = rows[0].cells
    alike = [row.cells for row in rows[1:] if len(row.cells) == len(head)]
    labelled = sum(not _KNOWN_LABELS.isdisjoint(_LABEL_WORD.findall(cell.casefold())) for cell in head)
    dated = alike and any(column in _dates(cells) for column in _dates(alike[0]) for cells in alike[1:] or alike)
    if not alike or not _is_head(head) or 2 * len(alike) < len(rows) - 1 or (labelled < _LABELS_AT_LEAST and not dated):
        return ()
    lengths = [sum(len(cells[column]) for cells in alike) for column in range(len(head))]
    column = lengths.index(max(lengths))
    return tuple(replace(row, cells=_fitted(row.cells, column, len(head))) for row in rows)


def _fitted(cells: tuple[str, ...], column: int, width: int) -> tuple[str, ...]:
    """Return *cells* as *width* of them, those that are too many joined in *column*."""
    extra = len(cells) - width
    if extra <= 0:
        return (*cells, *[""] * -extra)
    return (*cells[:column], ", ".join(cells[column : column + extra + 1]), *cells[column + extra + 1 :])


def _is_head(cells: Sequence[str]) -> bool:
    """Whether *cells* can name columns: each a short label, none twice."""
    labels = [cell.strip() for cell in cells]
    if not 2 <= len(labels) <= _WIDEST or len(set(labels)) < len(labels):
        return False
    return all(_is_label(label) for label in labels)


def _is_label(label: str) -> bool:
    if not label or len(label) > _LONGEST_LABEL or len(label.split()) > 4:
        return False
    return (
        any(sign.isalpha() for sign in label)
        and (label[-1] not in ".!?:" or len(label) < _SHORT_LABEL)
        and not label[0].isdigit()
    )


def _parsed(lines: Sequence[str], sign: str, *, headed: bool) -> Iterator[Row]:
    """Yield the rows of *lines*; where no head tells how many cells there are, *sign* and a blank part no cells."""
    kept = "" if headed else f"{sign} "
    read = (f"{line.replace(kept, _KEPT) if kept else line}\n" for line in lines)
    reader = csv.reader(read, delimiter=sign, skipinitialspace=True)
    last = 0
    for cells in reader:
        first, last = last + 1, reader.line_num
        if any(cell.strip() for cell in cells):
            while not lines[first - 1].strip():
                first += 1
            yield Row(first, last, tuple(" ".join(cell.replace(_KEPT, kept).split()) for cell in cells))


# --- tables within a page -------------------------------------------------------------------------------------------


def _barred_rows(lines: Sequence[str]) -> Iterator[Row]:
    """Yield the rows drawn with bars: at both ends, or between as many cells in lines that follow each other."""
    cells = [_cells(line) for line in lines]
    for place, found in enumerate(cells):
        beside = (cells[other] for other in (place - 1, place + 1) if 0 <= other < len(cells))
        if found and (_is_edged(lines[place]) or any(len(other) == len(found) for other in beside)):
            yield Row(place + 1, place + 1, () if _RULER.match(lines[place]) else found)


def _grid_rows(lines: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of tables drawn with bars and `+---+`; where such a border parts all, a row has several lines."""
    place = 0
    while place < len(lines):
        end = place
        while end < len(lines) and (_BORDER.fullmatch(lines[end]) or (end > place and _is_edged(lines[end]))):
            end += 1
        yield from _grid(lines, place, end)
        place = max(end, place + 1)


def _grid(lines: Sequence[str], start: int, end: int) -> Iterator[Row]:
    borders = [place for place in range(start, end) if _BORDER.fullmatch(lines[place])]
    parted = len(borders) > _BORDERS
    for first, last in pairwise(borders):
        rows: list[Row] = []
        for place in range(first + 1, last):
            cells = tuple(cell.strip() for cell in lines[place].strip()[1:-1].split("|"))
            if rows and len(cells) == len(rows[-1].cells) and (parted or not cells[0]):
                told = (" ".join(pair).strip() for pair in zip(rows[-1].cells, cells, strict=True))
                rows[-1] = Row(rows[-1].first, place + 1, tuple(told))
            else:
                rows.append(Row(place + 1, place + 1, cells))
        yield from rows


def _cells(line: str) -> tuple[str, ...]:
    body = line.strip().removeprefix("> ").strip()
    if _is_edged(body):
        return tuple(cell.strip() for cell in body[1:-1].split("|"))
    if " | " in body and body[-1] != "|":
        return tuple(cell.strip() for cell in _MARK.sub("", body.removeprefix("| "), count=1).split(" | "))
    return ("",) if _RULER.match(body) else ()


def _is_edged(line: str) -> bool:
    body = line.strip()
    return len(body) > 2 and body[0] == body[-1] == "|"


def _wiki_rows(lines: Sequence[str]) -> Iterator[Row]:
    """Yield the rows between `{|` and `|}`, which `|-` parts; a cell begins with `|` or `!` or behind two of them."""
    inside, first = False, 0
    cells: list[str] = []
    spans: dict[int, tuple[int, str]] = {}
    for number, line in enumerate(lines, 1):
        body = line.strip()
        if not inside:
            inside, first, cells, spans = _WIKI_START.match(line) is not None, number + 1, [], {}
            continue
        ends = body.startswith("|}")
        if ends or body.startswith("|-"):
            if cells:
                filled, spans = _reaching_down(cells, spans)
                yield Row(first, number - 1, filled)
            inside, first, cells = not ends, number + 1, []
        elif body[:1] in {"|", "!"} and not body.startswith("|+"):
            cells += _WIKI_CELL.split(body[1:])
        elif cells:
            cells[-1] = f"{cells[-1]} {body}"


def _reaching_down(
    cells: Sequence[str], spans: Mapping[int, tuple[int, str]]
) -> tuple[tuple[str, ...], dict[int, tuple[int, str]]]:
    """Return the row of *cells*, which may have attributes, and what of it reaches down into the rows below.

    *spans* are the cells of the rows above that reach down into it, by column: for how many rows, and what they say.
    """
    row: list[str] = []
    left: dict[int, tuple[int, str]] = {}
    waiting = list(cells)
    while waiting or len(row) in spans:
        count, told = spans.get(len(row), (0, ""))
        if not count:
            cell = waiting.pop(0)
            reach = _ROWSPAN.search(cell.split("|", 1)[0]) if "|" in cell else None
            count, told = int(reach[1]) if reach else 1, _WIKI_ATTRIBUTES.sub("", cell).strip()
        if count > 1:
            left[len(row)] = (count - 1, told)
        row.append(told)
    return tuple(row), left


def _templates(lines: Sequence[str]) -> Iterator[Row]:
    """Yield the templates of a wiki that stand on lines of their own, with what each is given: `{{ruling|day|text}}`.

    A template over several lines counts if it is given a date: others describe the card.
    """
    number = 0
    while number < len(lines):
        first = number = number + 1
        body = lines[first - 1].strip()
        while _OPEN_TEMPLATE.fullmatch(lines[first - 1].strip()) and number < min(
            first + _LONGEST_TEMPLATE, len(lines)
        ):
            number += 1
            body = f"{body} {lines[number - 1].strip()}"
            if lines[number - 1].strip() == "}}":
                break
        match = _TEMPLATE.fullmatch(body)
        given = [_GIVEN.sub("", part).strip() for part in _BAR.split(match["given"])] if match else []
        if len(given) > 1 and (
            number == first or any(find_dates(part) and len(part) < _LONGEST_LABEL for part in given)
        ):
            yield Row(first, number, tuple(given))
        elif number > first:
            number = first
