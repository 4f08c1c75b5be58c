"""Where the text of an HTML page breaks into lines, and the space that its markup does not mean."""

BREAK = "\v"
CELL = "\t"
ITEM = "\x1e"
"""Before each ruling of a list that fills a cell."""
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


def rows_of(row: str) -> list[list[str]]:
    r"""Return the cells of a table's *row*; several rows where a cell lists rulings, the other cells in each of them.

    >>> rows_of("2021-03-19\t \x1eIt is cast. \x1eIt resolves.")
    [['2021-03-19', 'It is cast.'], ['2021-03-19', 'It resolves.']]
    """
    cells = [[item.strip(" ") for item in cell.split(ITEM) if item.strip(" ")] for cell in row.split(CELL)]
    count = max(1, *map(len, cells))
    if len(cells) > _COLUMNS or sum(len(item) for items in cells if len(items) < count for item in items) > _REPEATED:
        return [[" ".join(items) for items in cells]]
    return [[items[number] if len(items) == count else " ".join(items) for items in cells] for number in range(count)]


def broken(pieces: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Return the lines that `<br>` makes of *pieces*; an empty one where two follow each other."""
    groups: list[list[tuple[str, int]]] = [[]]
    for piece, line in pieces:
        if piece == BREAK:
            groups.append([])
        else:
            groups[-1].append((piece, line))
    return groups
