"""Rulings in SQL: the rows that its statements insert, with the names of their columns."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.layouts.reader.syntax.escapes import unescaped
from kb.layouts.reader.syntax.groups import DataGroup, Scalar, Value
from kb.layouts.reader.syntax.literals import groups_of
from kb.text.folding import squeeze, word_set

_SQL = re.compile(
    r"^\s*(?:(?:INSERT|REPLACE)\s[^\n;]{0,60}?\bINTO\b|COPY\s\S{1,90}\s*\()", re.IGNORECASE | re.MULTILINE
)
_CREATE = re.compile(
    r"\bCREATE\s+(?:\w{1,20}\s+){0,3}?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?P<name>[^\s(]{1,120})\s*\(", re.IGNORECASE
)
_COLUMN_PART = re.compile(r"'(?:[^'\\]|''|\\.){0,500}'|--[^\n]*|[(),]|[`\"\[]?(?P<word>\w{1,80})[`\"\]]?")
_CONSTRAINTS = word_set("primary key unique constraint index foreign check fulltext spatial exclude period")
_COPY = re.compile(
    r"^COPY\s+(?P<name>\S{1,120})\s*\((?P<columns>[^()]{1,2000})\)\s+FROM\s+stdin;\n", re.IGNORECASE | re.MULTILINE
)
_COPY_ENDS = "\\."
_CAST = re.compile(
    r"(?<=')\s?::\s?[a-z_]{1,30}(?:\s[a-z]{1,12}){0,3}(?=\s*[,)])|\b(?:date|timestamp)\s+(?=')", re.IGNORECASE
)
_QUOTES_OF_NAMES = '`"[]'
_ROWS = frozenset({"VALUES", "VALUE", "ROW"})
_STATEMENTS = word_set("insert replace create update delete drop alter set select begin commit lock unlock use copy")


def is_sql(text: str) -> bool:
    """Whether *text* inserts rows into tables."""
    return _SQL.search(text) is not None


def groups_of_sql(text: str) -> DataGroup:
    """Return the contents of the statements in *text*; each value of a row has the name of its column."""
    text, copied = _without_copies(text)
    made = list(_CREATE.finditer(text))
    ends = (*(match.start() for match in made[1:]), len(text))
    tables = {
        _bare(each["name"]): tuple(_columns(text, each.end(), end)) for each, end in zip(made, ends, strict=False)
    }
    found = groups_of(_CAST.sub("", text))
    named = _WithColumns(tables).group(found)
    named.comments = found.comments
    named.items += [("", group) for group in copied]
    return named


def _without_copies(text: str) -> tuple[str, list[DataGroup]]:
    r"""Return *text* without the rows between `COPY` and `\.` in a PostgreSQL dump, and these rows."""
    lines = text.split("\n")
    copied: list[DataGroup] = []
    number = 0
    while number < len(lines):
        match = _COPY.match(f"{lines[number]}\n")
        number += 1
        if match is None:
            continue
        columns = [_bare(column) for column in match["columns"].split(",")]
        table = DataGroup(_bare(match["name"]))
        while number < len(lines) and lines[number] != _COPY_ENDS:
            table.items += _copied(lines[number], number + 1, table.name, columns)
            lines[number] = ""
            number += 1
        copied.append(table)
    return "\n".join(lines), copied


def _copied(line: str, number: int, table: str, columns: Sequence[str]) -> Iterator[tuple[str, Value]]:
    """Yield the row on *line*, whose cells are separated by tabs, if it has as many cells as the table has columns."""
    cells = [unescaped(cell) if cell != "\\N" else "" for cell in line.split("\t")]
    if len(cells) == len(columns):
        yield (
            "",
            DataGroup(table, [(column, _cell(cell, number)) for column, cell in zip(columns, cells, strict=True)], "("),
        )


def _cell(cell: str, number: int) -> Scalar:
    return Scalar(squeeze(cell), number, number, quoted=any(sign.isalpha() for sign in cell), raw=cell)


def _columns(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the columns of a `CREATE TABLE` whose list begins at *start* and ends before *end*."""
    depth, first = 1, True
    for match in _COLUMN_PART.finditer(text, start, end):
        sign = match[0]
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth -= 1
            if not depth:
                return
        elif sign == "," and depth == 1:
            first = True
        elif first and match["word"] and depth == 1:
            first = False
            if match["word"].casefold() not in _CONSTRAINTS or sign != match["word"]:
                yield match["word"]


def _bare(name: str) -> str:
    """Return *name*, of a table or a column, without schema and quotes."""
    return name.strip().rsplit(".", 1)[-1].strip(_QUOTES_OF_NAMES).casefold()


@dataclass(slots=True)
class _WithColumns:
    """Names the values of rows, statement by statement."""

    _tables: Mapping[str, Sequence[str]]
    _words: list[str] = field(default_factory=list)
    """The words of the statement so far."""
    _listed: Sequence[str] | None = None
    """The columns that the statement lists."""
    _into: str = ""
    """The table that the statement inserts into."""

    def group(self, group: DataGroup) -> DataGroup:
        """Return *group*, the statements of a file, with the values of rows named."""
        return DataGroup(group.name, [(key, self._item(key, value)) for key, value in group.items], group.bracket)

    def _item(self, key: str, value: Value) -> Value:
        if isinstance(value, Scalar):
            self._word(value.text, named=bool(key) or value.quoted)
            return value
        if not value.bracket:
            inner = [(name, self._item(name, each)) for name, each in value.items]
            return DataGroup(self._into or value.name, inner, value.bracket, value.comments)
        return self._bracket(value)

    def _word(self, word: str, *, named: bool = False) -> None:
        if not named and word.casefold() in _STATEMENTS:
            self._words, self._listed, self._into = [], None, ""
        self._words.append(word.upper())
        if (
            self._words[0] in {"INSERT", "REPLACE"}
            and word.upper() not in {*_ROWS, "INTO", "IGNORE", "OR"}
            and not self._rows
        ):
            self._into = _bare(word)

    @property
    def _rows(self) -> bool:
        """Whether the rows of the statement have begun."""
        return not _ROWS.isdisjoint(self._words[-2:])

    def _bracket(self, value: DataGroup) -> DataGroup:
        """Return a row with its values named; remember the columns of the statement, and a name in square brackets."""
        if value.name:
            self._word(value.name)
        if not self._words or self._words[0] not in {"INSERT", "REPLACE"}:
            return value
        if self._rows and value.bracket == "(":
            return self._row(value)
        names = [_bare(_text(each)) for _, each in value.items]
        if value.bracket == "[" and len(names) == 1:
            self._word(names[0], named=True)
        elif value.bracket == "(":
            self._listed = names
        return value

    def _row(self, value: DataGroup) -> DataGroup:
        columns = self._listed or self._tables.get(self._into, ())
        items = value.items
        if len(columns) == len(items):
            items = [(column, each) for column, (_, each) in zip(columns, items, strict=True)]
        return DataGroup(self._into or value.name, items, value.bracket, value.comments)


def _text(value: Value) -> str:
    if isinstance(value, Scalar):
        return value.text
    return _text(value.items[0][1]) if len(value.items) == 1 else value.name
