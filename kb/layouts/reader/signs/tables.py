"""What the columns of a table hold, found by their labels and by what stands in them, in whatever order they come."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from kb.catalog.known import KnownNames
from kb.layouts.reader.lines.page_lines import Line
from kb.layouts.reader.signs.kinds import TextKind, odds, scores
from kb.layouts.reader.signs.mark import publisher, residue
from kb.layouts.reader.signs.names import tidy
from kb.layouts.reader.signs.sentences import ends_sentence
from kb.model import Lang
from kb.text.dates import DateMark, find_dates
from kb.text.folding import fold, strip_accents, word_set
from kb.text.language import speaks

_DATE = word_set("date dates dated datum data fecha jour day when quand published publie added ajoute")
_OTHER_DATE = word_set(
    "bought paid counted acquired achete paye compte acquis checked verifie modified modifie sold vendu"
)
"""What columns of dates are called that date no text."""
_TEXT = word_set(
    "ruling rulings text texte texto comment comments decision decisions what quoi note notes wording regle regles"
    " description precision precisions clarification clarifications information statement answer reponse"
    " english french anglais francais"
)
_RULING = word_set("ruling rulings decision decisions clarification clarifications precision precisions")
_OTHER_TEXT = word_set("oracle flavor flavour type types card carte printed ambiance illustration artist rules")
_CARD = word_set("card cards carte cartes name nom names cardname karte carta title titre")
_NAME = word_set("name names nom noms cardname card carte")
_SOURCE = word_set("source sources publisher by editeur origine quelle author auteur")
_IDENTIFIER = word_set("id uuid oracle multiverseid gid identifier identifiant key cle")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]+")
_LABEL = re.compile(r"[^\W\d_][\w .-]{0,30}")
_LONGEST_LABEL = 40
_WORDS_OF_TEXT = 4
"""Words that the cells of a column of texts have on average, at least."""
_WORDS_OF_NO_DATE = 1
_MOST = 0.5
_SAMPLE = 50
"""Rows that are looked at to say what a column holds."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A text of a row, and what the other columns say of it."""

    text: str
    """As printed."""
    date: DateMark | None = None
    card: str = ""
    source: str = ""
    identifier: str = ""


@dataclass(frozen=True, slots=True)
class _Columns:
    texts: tuple[tuple[int, int | None], ...]
    """Columns of texts, each with the column of its date."""
    card: int | None
    source: int | None
    identifier: int | None


def tables_in(lines: Sequence[Line], names: KnownNames) -> Mapping[int, tuple[Cells, ...]]:
    """Return what the rows among *lines* say, by their places; only rows of tables that have a column of texts.

    A row may hold several rulings, a column for each, or one in several languages; a head holds none.
    """
    found: dict[int, tuple[Cells, ...]] = {}
    for run in _runs(lines):
        if not _is_table(lines, run):
            continue
        rows = [lines[place].cells for place in run]
        head = _head(rows)
        body = rows[1:] if head else rows
        called = any(lines[place].role == "ruling" for place in run)
        columns = _columns(head, body[:_SAMPLE], names, least=0 if called else _WORDS_OF_TEXT) if body else None
        if columns is None:
            continue
        card = ""
        for place, row in zip(run[1:] if head else run, body, strict=True):
            # A spreadsheet names the card in the first of its rows only.
            card = _cell(row, columns.card) or card
            found[place] = tuple(_cells(lines[place], row, columns, card))
        if head:
            found[run[0]] = ()
    return found


def named_identifiers(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """Yield the identifiers that the tables among *lines* give to cards, each with the card's name."""
    for run in _runs(lines):
        rows = [lines[place].cells for place in run]
        is_headed = _is_table(lines, run) and all(map(_LABEL.fullmatch, rows[0]))
        labels = [_words(cell) for cell in rows[0]] if is_headed else []
        named = [column for column, label in enumerate(labels) if label & _NAME and label.isdisjoint(_IDENTIFIER)]
        coded = [column for column, label in enumerate(labels) if not label.isdisjoint(_IDENTIFIER)]
        if named:
            yield from (
                (row[column], row[named[0]]) for row in rows[1:] for column in coded if row[column] and row[named[0]]
            )


def _runs(lines: Sequence[Line]) -> Iterator[list[int]]:
    """Yield the places of the rows of each table: lines in a row that have as many cells, up to the next head."""
    run: list[int] = []
    for place, line in enumerate(lines):
        width = len(line.raw_cells)
        heads = line.gap and line.last > 0 and width > 1 and _head([line.cells])
        if run and (width != len(lines[run[-1]].raw_cells) or lines[run[-1]].path != line.path or heads):
            yield run
            run = []
        if width > 1:
            run.append(place)
    if run:
        yield run


def _is_table(lines: Sequence[Line], run: Sequence[int]) -> bool:
    """Whether a run of rows is a table: drawn or marked up as one, or lines with tabs whose texts end in them."""
    first, last = lines[run[0]], lines[run[-1]]
    if first.path or first.last:
        return True
    after = lines[run[-1] + 1] if run[-1] + 1 < len(lines) else None
    goes_on = after is not None and not after.gap and not ends_sentence(last.text)
    return len(run) > 1 and not goes_on


def _words(label: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(strip_accents(label)))


def _head(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the first row if its cells are labels of columns."""
    head = rows[0]
    known = _DATE | _TEXT | _CARD | _SOURCE | _IDENTIFIER
    if any(len(cell) > _LONGEST_LABEL or cell.endswith(".") or find_dates(cell) for cell in head):
        return ()
    labelled = sum(not known.isdisjoint(_words(cell)) for cell in head)
    labels = all(map(_LABEL.fullmatch, head)) and any(find_dates(cell) for row in rows[1:] for cell in row)
    return tuple(head) if labelled and (labels or 2 * labelled >= sum(map(bool, head))) else ()


def _columns(head: Sequence[str], body: Sequence[Sequence[str]], names: KnownNames, *, least: int) -> _Columns | None:
    """Return what the columns hold; None where none has texts, of *least* words on average."""
    width = len(body[0])
    labels = [_words(cell) for cell in head] or [frozenset[str]()] * width
    cells = [[row[column] for row in body if row[column]] for column in range(width)]

    def best(rate: Callable[[int], float], least: float, taken: Sequence[int | None] = ()) -> int | None:
        rated = [(rate(column), -column) for column in range(width) if column not in taken and cells[column]]
        top = max(rated, default=(0.0, 0))
        return -top[1] if top[0] >= least else None

    date = best(lambda column: -1.0 if labels[column] & _OTHER_DATE else _date_rate(cells[column]), _MOST)
    text = best(lambda column: _text_rate(labels[column], cells[column], least), 0.0, (date,))
    if text is None:
        return None
    texts = (text, *_translations(text, labels, cells), *_numbered(text, head))
    card = best(lambda column: _card_rate(labels[column], cells[column], names), _MOST, (date, *texts))
    source = best(
        lambda column: max(
            _share(cells[column], lambda cell: bool(publisher(cell))), 1.0 * (not labels[column].isdisjoint(_SOURCE))
        ),
        _MOST,
        (date, card, *texts),
    )
    taken = (date, card, source, *texts)
    identifier = best(lambda column: _identifier_rate(labels[column], cells[column]), _MOST, taken)
    return _Columns(tuple((each, _date_of(each, date, head)) for each in texts), card, source, identifier)


def _date_rate(cells: Sequence[str]) -> float:
    """Rate how likely a column holds dates: its share of dates; half at least where all else is "unknown"."""
    share = _share(cells, lambda cell: _date(cell) is not None)
    short = all(len(cell.split()) <= _WORDS_OF_NO_DATE for cell in cells if _date(cell) is None)
    return max(share, _MOST) if share and short else share


def _share(cells: Sequence[str], holds: Callable[[str], bool]) -> float:
    return sum(map(holds, cells)) / len(cells)


def _text_rate(label: frozenset[str], cells: Sequence[str], least: int) -> float:
    """Rate how likely a column holds rulings; below 0 where it cannot."""
    words = fmean(len(cell.split()) for cell in cells)
    called = 4.0 * (not label.isdisjoint(_RULING)) + 2.0 * (not label.isdisjoint(_TEXT))
    called -= 4.0 * (not label.isdisjoint(_OTHER_TEXT - _RULING) and label.isdisjoint(_RULING))
    if words < least and called <= 0:
        return -1.0
    rate = fmean(max(-3.0, min(3.0, odds(scores(cell), TextKind.RULING, TextKind.ANSWER))) for cell in cells)
    return 4.0 + called + rate + min(words, 20) / 20


def _translations(text: int, labels: Sequence[frozenset[str]], cells: Sequence[Sequence[str]]) -> Iterator[int]:
    """Yield the columns that say the same as column *text* in the other language."""
    own = _language(cells[text])
    for column, column_cells in enumerate(cells):
        if column == text or not column_cells or fmean(len(cell.split()) for cell in column_cells) < _WORDS_OF_TEXT:
            continue
        other = _language(column_cells)
        if own and other and own is not other and labels[column].isdisjoint(_OTHER_TEXT):
            yield column


def _language(cells: Sequence[str]) -> Lang | None:
    return speaks(" ".join(cells))


def _card_rate(label: frozenset[str], cells: Sequence[str], names: KnownNames) -> float:
    """Rate how likely a column holds names of cards; numbers and ids are none, whatever their label says."""
    called = not label.isdisjoint(_CARD) and label.isdisjoint(_IDENTIFIER) and _share(cells, str.isdigit) < _MOST
    known = _share(cells, lambda cell: bool(names.called(tidy(cell))))
    return known + (1.0 if called else 0.0)


def _identifier_rate(label: frozenset[str], cells: Sequence[str]) -> float:
    """Rate how likely a column holds ids of cards, rather than of the rows themselves."""
    of_card = not label.isdisjoint(_CARD)
    called = not label.isdisjoint(_IDENTIFIER) or (of_card and _share(cells, str.isdigit) >= _MOST)
    return _share(cells, lambda cell: _UUID.fullmatch(cell) is not None) + called * (2.0 if of_card else 1.0)


def _date(cell: str) -> DateMark | None:
    found = find_dates(cell)
    return found[0] if found and not residue(cell, found[0]) else None


def _cell(row: Sequence[str], column: int | None) -> str:
    return "" if column is None else row[column]


def _cells(line: Line, row: Sequence[str], columns: _Columns, card: str) -> Iterator[Cells]:
    raw = line.raw_cells
    source = _cell(row, columns.source)
    for text, date in columns.texts:
        if row[text]:
            yield Cells(
                raw[text],
                _date(_cell(row, date)),
                card,
                publisher(source) or fold(source),
                _cell(row, columns.identifier),
            )


def _numbered(text: int, head: Sequence[str]) -> Iterator[int]:
    """Yield the columns that are called as column *text* is, but for a number: `Ruling 1`, `Ruling 2`."""
    if head:
        called = _unnumbered(head[text])
        yield from (column for column, label in enumerate(head) if column != text and _unnumbered(label) == called)


def _unnumbered(label: str) -> str:
    return _DIGITS.sub("", label).strip(" _-#.")


def _date_of(text: int, date: int | None, head: Sequence[str]) -> int | None:
    """Return the column of the dates of column *text*: that with its number, where there are several, else *date*."""
    if date is None or not head or not any(sign.isdigit() for sign in head[date]):
        return date
    called, number = _DIGITS.sub("", head[date]), _DIGITS.findall(head[text])
    numbered = (
        column
        for column, label in enumerate(head)
        if _DIGITS.sub("", label) == called and _DIGITS.findall(label) == number
    )
    return next(numbered, date)
