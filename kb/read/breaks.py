"""Where the text of an HTML page breaks into lines, and the space that its markup does not mean."""

from itertools import pairwise

from kb.dates import find_dates

BREAK = "\v"
CELL = "\t"
ITEM = "\x1e"
"""Before each ruling of a list that fills a cell."""
_PROSE = (".", "!", "?", ":", ";", ",", ")", "”", '"')
_SENTENCE = (".", "!", ")", "”", '"')
_BULLETS = "•·▪◦‣●■➤►–—-*"
_FEW = 2
_REPEATED, _COLUMNS = 200, 20
"""Characters and cells of a row that may stand again beside each item of a list in it."""


def collapsed(text: str) -> str:
    """Fold the space that markup does not mean; no-break spaces and the tabs between cells stay."""
    cells = text.split(CELL)
    return CELL.join(" ".join(part for part in _split_space(cell)) for cell in cells)


def _split_space(text: str) -> list[str]:
    for sign in "\n\r\f":
        text = text.replace(sign, " ")
    parts = [part for part in text.split(" ") if part]
    return ["", *parts, ""] if text.strip(" ") != text else parts


def _are_statements(texts: list[str]) -> bool:
    """Whether each part between `<br>` stands for itself: all are items of a list, or several whole sentences."""
    told = [text for text in texts if text]
    if len(told) > 1 and all(text[0] in _BULLETS for text in told):
        return True
    return len(told) > _FEW and all(text.endswith(_SENTENCE) and not text[0].islower() for text in told)


def rows_of(row: str) -> list[list[str]]:
    r"""Give the cells of a table's *row*; several rows where a cell lists rulings, the other cells in each of them.

    >>> rows_of("2021-03-19\t \x1eIt is cast. \x1eIt resolves.")
    [['2021-03-19', 'It is cast.'], ['2021-03-19', 'It resolves.']]
    """
    cells = [[item.strip(" ") for item in cell.split(ITEM) if item.strip(" ")] for cell in row.split(CELL)]
    count = max(1, *map(len, cells))
    if len(cells) > _COLUMNS or sum(len(item) for items in cells if len(items) < count for item in items) > _REPEATED:
        return [[" ".join(items) for items in cells]]
    return [[items[number] if len(items) == count else " ".join(items) for items in cells] for number in range(count)]


def broken(pieces: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Cut at `<br>` where it ends a line: at two in a row, where parts are dated, where no sentence ends or goes on.

    Between the sentences of a paragraph it is a blank.
    """
    groups: list[list[tuple[str, int]]] = [[]]
    for piece, line in pieces:
        if piece == BREAK:
            groups.append([])
        else:
            groups[-1].append((piece, line))
    if len(groups) == 1:
        return groups
    texts = ["".join(piece for piece, _ in group).strip() for group in groups]
    dated = sum(bool(text) and bool(find_dates(text[:60]) or find_dates(text[-60:])) for text in texts)
    if dated > 1 or (not dated and _are_statements(texts)):
        return groups
    paragraphs: list[list[tuple[str, int]]] = [groups[0]]
    for (before, text), group in zip(pairwise(texts), groups[1:], strict=True):
        if not before or not text or not (before.endswith(_PROSE) or text[:1].islower()):
            paragraphs.append(group)
        else:
            paragraphs[-1] += [(" ", 0), *group]
    return paragraphs
