"""Text that a spreadsheet wrote: cells parted by a sign, quoted where they hold it themselves."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from kb.text import fold, strip_accents, word_set

_SIGNS = ";,|"
_LONGEST_ROW = 20_000
_LONGEST_LABEL = 40


class Column(StrEnum):
    """What the head of a table says that its columns hold."""

    DATE = "date"
    TEXT = "text"
    CARD = "card"
    SOURCE = "source"
    OTHER = "other"


_LABELS = {
    Column.DATE: word_set("date dates datum data fecha jour day when dated quand published published_at"),
    Column.TEXT: word_set(
        "ruling rulings text texte texto comment comments decision decisions what quoi note notes wording regle regles"
        " description precision precisions clarification clarifications information informations"
        " english french anglais francais"
    ),
    Column.CARD: word_set("card cards carte cartes name nom card_name cardname karte carta"),
    Column.SOURCE: word_set("source sources publisher by editeur origine quelle"),
    Column.OTHER: word_set(
        "no no. n° nr # id number numero lang language langue set edition extension oracle_id url link"
    ),
}
_WORDS = {label: column for column, labels in _LABELS.items() for label in labels}


@dataclass(frozen=True, slots=True)
class Separated:
    """How a text of rows is written."""

    sign: str
    width: int

    def cells(self, line: str) -> tuple[str, ...]:
        """Give the cells of *line*; nothing when it is no row of this text."""
        row = _cells(line, self.sign)
        return row if len(row) == self.width else ()


def columns_of(cells: Sequence[str]) -> tuple[Column, ...]:
    """Say what each column holds when *cells* are the head of a table of dated texts; else nothing.

    >>> [column.value for column in columns_of(("No.", "Date", "Ruling"))], columns_of(("2021-03-19", "Date"))
    (['other', 'date', 'text'], ())
    """
    if len(cells) < len((Column.DATE, Column.TEXT)) or any(len(cell) > _LONGEST_LABEL for cell in cells):
        return ()
    labels = [_WORDS.get(strip_accents(fold(cell)).replace(" ", "_").strip(":*")) for cell in cells]
    columns = tuple(label for label in labels if label is not None)
    if len(columns) < len(labels) or columns.count(Column.DATE) != 1:
        return ()
    return columns


def separated(text: str) -> Separated | None:
    """Say how *text* parts its cells; None unless its head names the columns and nearly all its lines are such rows."""
    lines = [line for line in text.split("\n") if line.strip()]
    for sign in _SIGNS:
        head = next((place for place, line in enumerate(lines[:5]) if columns_of(_cells(line, sign))), None)
        if head is None:
            continue
        found = Separated(sign, len(_cells(lines[head], sign)))
        rows = sum(bool(found.cells(line)) for line in lines[head + 1 :])
        if rows and 10 * rows >= 9 * (len(lines) - head - 1):
            return found
    return None


def _cells(line: str, sign: str) -> tuple[str, ...]:
    if sign not in line or len(line) > _LONGEST_ROW or "\t" in line or "\0" in line:
        return ()
    row = next(csv.reader([line.strip()], delimiter=sign), [])
    return tuple(cell.strip() for cell in row)
