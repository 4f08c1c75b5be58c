"""Rows of tables: the cell that is a date, the one that is the text, those beside them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.dates import find_dates
from kb.layouts._list.mark import EDGE, Mark, Place, publisher, residue
from kb.layouts._page.lines import Line
from kb.layouts._page.separated import Column, columns_of

_NO_DATE = re.compile(r"(?:0{1,4}([/.-])){2}0{1,4}|[?–—-]{1,3}")
_SENTENCE = (".", "!", "?", ")", "”", '"')
_LABEL = 20


def cell_mark(index: int, line: Line, columns: Sequence[Column]) -> Mark | None:
    """Read a row of a table: by the head of its columns, else a cell that is a date and the longest of the others."""
    cells = line.cells
    if len(cells) < 2:
        return None
    if len(columns) == len(cells) and Column.TEXT in columns:
        return _under_head(index, line, columns)
    for place, cell in enumerate(cells):
        dates = find_dates(cell[:EDGE])
        if dates and not residue(cell, dates[0]):
            others = [other for number, other in enumerate(cells) if number != place and other]
            if not others:
                return Mark(index, Place.ALONE, dates[0])
            text = max(others, key=len)
            rest = [other for other in others if other is not text]
            source = next((label for other in rest if (label := publisher(other))), "")
            card = next((other for other in rest if not publisher(other) and _is_card_cell(other, cells, text)), "")
            return Mark(index, Place.CELL, dates[0], _raw_cell(line, cells.index(text)), source, card, firm=True)
    return None


def _under_head(index: int, line: Line, columns: Sequence[Column]) -> Mark | None:
    """Read a row of a table whose head says what its columns hold."""
    cells = line.cells
    dates = find_dates(cells[columns.index(Column.DATE)][:EDGE])
    place = columns.index(Column.TEXT)
    if not dates or not cells[place]:
        return None
    card = cells[columns.index(Column.CARD)] if Column.CARD in columns else ""
    source = cells[columns.index(Column.SOURCE)].lower() if Column.SOURCE in columns else ""
    return Mark(index, Place.CELL, dates[0], _raw_cell(line, place), source, card, firm=True)


def _raw_cell(line: Line, place: int) -> str:
    return line.raw_cells[place]


def _is_card_cell(cell: str, cells: tuple[str, ...], text: str) -> bool:
    return len(cell) < len(text) and len(cells) > 2 and bool(re.match(r"[A-ZÀ-Þ]", cell)) and not cell.endswith(".")


def beside(mark: Mark, line: Line, columns: Sequence[Column]) -> Iterator[Mark]:
    """Give the other texts of a row that says the same in several languages, a column for each."""
    if mark.place is not Place.CELL or len(columns) != len(line.cells):
        return
    texts = [place for place, column in enumerate(columns) if column is Column.TEXT]
    for place in texts[1:]:
        if line.cells[place]:
            yield replace(mark, text=_raw_cell(line, place))


def undated_text(line: Line, *, below: bool, between: bool) -> str:
    """Give the text of a row of rulings that has no date that can be read; "" for any other line.

    Its markup calls it a ruling, or it is a sentence beside a date of noughts, beside a blank *below* a dated row, or
    beside a word or two *between* such rows.
    """
    first, *others = line.cells
    told = [place for place, cell in enumerate(others, 1) if cell]
    if not told or columns_of(line.cells):
        return ""
    text = max(told, key=lambda place: len(line.cells[place]))
    if line.role == "ruling":
        return _raw_cell(line, text)
    if len(told) > 1 or not line.cells[text].endswith(_SENTENCE):
        return ""
    undated = bool(_NO_DATE.fullmatch(first)) or (below and not first) or (between and len(first) <= _LABEL)
    return _raw_cell(line, text) if undated else ""
