"""Data whose lines mean more than their brackets do, as groups of texts: YAML, INI, gettext, SQL, LaTeX."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from unicodedata import normalize

import yaml

from kb.layouts.reader.literals import Group, Scalar, Value, groups_of, unescaped
from kb.text import squeeze, word_set

_MOST = 200_000
"""Values of a file that are looked at; an alias may stand for as many as it likes."""
_DEEPEST_NODE = 100
_DEEPEST_KEY = 12
_BLOCK_STYLES = frozenset({"|", ">"})

# --- YAML -----------------------------------------------------------------------------------------------------------


def groups_of_yaml(text: str) -> Group | None:
    """Return what the documents in *text* hold, with the lines of each value; None where it is no YAML."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = Group()
    left = iter(range(_MOST))
    try:
        for document in yaml.compose_all(text, Loader=loader):
            found.items += _node_items("", document, left, 0)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    return found


def _node_items(key: str, node: yaml.Node | None, left: Iterator[int], depth: int) -> Iterator[tuple[str, Value]]:
    if node is None or depth > _DEEPEST_NODE or next(left, None) is None:
        return
    if isinstance(node, yaml.ScalarNode):
        yield key, _node_scalar(node)
        return
    group = Group(key)
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            label = name.value if isinstance(name, yaml.ScalarNode) else ""
            group.items += _node_items(str(label), value, left, depth + 1)
    else:
        for value in node.value:
            group.items += _node_items("", value, left, depth + 1)
    yield key, group


def _node_scalar(node: yaml.ScalarNode) -> Scalar:
    first, last = node.start_mark.line + 1, node.end_mark.line + 1
    if node.end_mark.column == 0 and last > first:
        last -= 1
    if node.style in _BLOCK_STYLES and last > first:
        # The sign of the block stands on a line of its own.
        first += 1
    quoted = any(sign.isalpha() for sign in node.value)
    return Scalar(squeeze(node.value), first, last, quoted=quoted, raw=node.value if node.style == "|" else "")


# --- properties and INI ---------------------------------------------------------------------------------------------

_SECTION = re.compile(r"\s*\[(?P<name>[^\[\]]{1,80})\]\s*")
_KEY = re.compile(r"(?P<key>(?:[^\W_]|[_@$])[\w.\-/|\[\]]{0,80}|[^\W\d_][\w.' -]{0,40}(?=\s?=))\s{0,20}(?P<sign>[=:])")
_REMARK = re.compile(r"\s*(?P<sign>[#;!]+)(?P<said>.*)")
_ONE_QUOTED = re.compile(r"(['\"])(?P<body>.*)\1", re.DOTALL)
_NUMBERED = re.compile(r"(?P<before>[^\d]*?)[_-]?(?P<number>[0-9]{1,4})(?:[_-](?P<after>[^\d]+))?")
_GOES_ON = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")
_OF_DATA = re.compile(r"\s*[\"'\[{(<]")
"""How the values of TOML and of programs begin."""
_SHARE_OF_FIELDS = 0.9
_BARE_SHARE = 0.5


def is_properties(lines: Sequence[str]) -> bool:
    """Whether *lines*, none of them blank, are nearly all `key=value` with values that are not quoted, and sections."""
    fields, bare, others, goes_on = 0, 0, 0, False
    for line in lines:
        match = None if goes_on else _KEY.match(line.lstrip())
        if match and match["sign"] == "=":
            fields += 1
            bare += not _OF_DATA.match(line.lstrip(), match.end()) and " " in line.strip()[match.end() :].strip()
        elif not goes_on and not _SECTION.fullmatch(line) and not _REMARK.match(line):
            others += 1
        goes_on = _GOES_ON.search(line) is not None
    return (
        fields > 1
        and bare > 0
        and others <= (1 - _SHARE_OF_FIELDS) * len(lines)
        and bare >= _BARE_SHARE * _texts(lines)
    )


def _texts(lines: Sequence[str]) -> int:
    """Return how many of *lines* give a field a value of several words."""
    return sum(" " in line.partition("=")[2].strip() for line in lines)


def groups_of_properties(text: str) -> Group:
    """Return the fields of properties, of an INI file or the like.

    `rules.1.date` stands in a group `1` in a group `rules`; what follows `[name]` is in a group of that name. A line
    that ends with a backslash goes on in the next, and so does a value that is indented below its key.
    """
    tree = _Tree()
    for found in _fields(text.split("\n")):
        if isinstance(found, Scalar):
            tree.whole.comments.append(found)
        elif found.key:
            tree.add(found.key, _value(found))
        else:
            tree.open(found.lines[0])
    return tree.whole


@dataclass(slots=True)
class _Field:
    """A field with the lines of its value, or, without a key, the name of a section."""

    key: str
    lines: list[str]
    first: int

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


def _fields(lines: Sequence[str]) -> Iterator[_Field | Scalar]:
    """Yield fields and sections in order; comments as scalars, those of lines in a row as one."""
    remarks: list[str] = []
    number = 0
    while number < len(lines):
        line, first = lines[number], number + 1
        number += 1
        remark = _REMARK.match(line)
        if remark:
            remarks.append(remark["said"])
            continue
        if remarks:
            yield _comment(remarks, first - len(remarks))
            remarks = []
        if section := _SECTION.fullmatch(line):
            yield _Field("", [section["name"].strip(" \"'")], first)
        elif match := _KEY.match(line.lstrip()):
            indent = len(line) - len(line.lstrip())
            value = [line.lstrip()[match.end() :]]
            while number < len(lines) and _continues(value, lines[number], indent):
                value.append(lines[number])
                number += 1
            yield _Field(match["key"].strip(), value, first)
    if remarks:
        yield _comment(remarks, len(lines) - len(remarks) + 1)


def _continues(value: Sequence[str], line: str, indent: int) -> bool:
    """Whether *line* goes on with *value*, whose key is indented by *indent*."""
    if _GOES_ON.search(value[-1]):
        return True
    if not line.strip() or len(line) - len(line.lstrip()) <= indent or _REMARK.match(line):
        return False
    return not value[0].strip() or not _KEY.match(line.lstrip())


def _comment(remarks: Sequence[str], first: int) -> Scalar:
    raw = unescaped("\n".join(remarks)) if any("\\u" in remark for remark in remarks) else "\n".join(remarks)
    return Scalar(squeeze(raw), first, first + len(remarks) - 1, raw=raw)


def _value(found: _Field) -> Scalar:
    parts: list[str] = []
    for place, line in enumerate(found.lines):
        going_on = _GOES_ON.search(line)
        body = line.lstrip() if place else line
        parts.append(body.rstrip()[:-1] if going_on else f"{body}\n")
    joined = "".join(parts).strip()
    quoted = _ONE_QUOTED.fullmatch(joined)
    raw = unescaped(quoted["body"] if quoted else joined)
    shown = squeeze(raw)
    return Scalar(shown, found.first, found.last, quoted=any(sign.isalpha() for sign in shown), raw=raw)


@dataclass(slots=True)
class _Tree:
    """The groups of a file by the parts of their names."""

    whole: Group = field(default_factory=Group)
    _groups: dict[tuple[str, ...], Group] = field(default_factory=dict)
    _taken: set[tuple[str, ...]] = field(default_factory=set)
    """The ways to values."""
    _section: tuple[str, ...] = ()

    def open(self, name: str) -> None:
        """Begin the section *name*: `[rules.1]` stands in `[rules]`."""
        self._section = tuple(name.split(".")) if " " not in name else (name,)
        self._group(self._section)

    def add(self, key: str, value: Scalar) -> None:
        """Put *value* where its *key* tells."""
        *path, name = _way(key)
        way = self._section
        while path and (*way, path[0]) not in self._taken:
            way = (*way, path.pop(0))
        name = ".".join((*path, name))
        self._taken.add((*way, name))
        self._group(way).items.append((name, value))

    def _group(self, way: tuple[str, ...]) -> Group:
        if not way:
            return self.whole
        if way not in self._groups:
            self._groups[way] = Group(way[-1])
            self._group(way[:-1]).items.append((way[-1], self._groups[way]))
        return self._groups[way]


def _way(key: str) -> list[str]:
    """Return the names of the groups around the value of *key*, and last that of its field.

    A number stands before the field that it counts, wherever it is printed: `rules.text.1`, `RULE_1_TEXT`.
    """
    parts = [part for part in re.split(r"[./|\[\]]+|(?<=[^\W\d])(?=[0-9]{1,3}\.)", key) if part][:_DEEPEST_KEY] or [key]
    last = parts.pop()
    if last.isdigit() and parts:
        return [*parts[:-1], last, parts[-1]]
    match = _NUMBERED.fullmatch(last)
    if match is None or not (match["before"] or match["after"]):
        return [*parts, last]
    if match["after"]:
        return [*parts, *([match["before"]] if match["before"] else []), match["number"], match["after"]]
    return [*parts, match["number"], match["before"]]


# --- gettext --------------------------------------------------------------------------------------------------------

_MESSAGE = re.compile(r"(?:(?P<key>msg(?:ctxt|id_plural|id|str)(?:\[[0-9]\])?)\s+)?\"(?P<body>(?:[^\"\\]|\\.)*)\"\s*")


def is_gettext(text: str) -> bool:
    """Whether *text* is a catalogue of messages and their translations."""
    return re.search(r"^msgid\s+\"", text, re.MULTILINE) is not None and "\nmsgstr" in text


def groups_of_gettext(text: str) -> Group:
    """Return the messages of a catalogue: a group for each, with its context, its text and its translation."""
    whole = Group()
    keys: set[str] = set()
    for key, parts, first in _messages(text):
        if key == "msgctxt" or (key == "msgid" and keys != {"msgctxt"}):
            whole.items.append(("", Group()))
            keys = set()
        keys.add(key)
        message = whole.items[-1][1] if whole.items else whole
        raw = "".join(parts)
        if isinstance(message, Group):
            message.items.append((key, Scalar(squeeze(raw), first, first + len(parts) - 1, raw=raw)))
    return whole


def _messages(text: str) -> Iterator[tuple[str, list[str], int]]:
    """Yield the strings of a catalogue: the word before each, its parts, and the line that it begins on."""
    key, parts, first = "", list[str](), 0
    for number, line in enumerate(text.split("\n"), 1):
        match = _MESSAGE.fullmatch(line)
        if match and not match["key"] and parts:
            parts.append(unescaped(match["body"]))
            continue
        if parts:
            yield key, parts, first
        key, parts, first = "", [], number
        if match and match["key"]:
            key, parts = match["key"].partition("[")[0], [unescaped(match["body"])]
    if parts:
        yield key, parts, first


# --- SQL ------------------------------------------------------------------------------------------------------------

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
    """Whether *text* puts rows into tables."""
    return _SQL.search(text) is not None


def groups_of_sql(text: str) -> Group:
    """Return what the statements in *text* hold, the values of rows named as the columns of their tables are."""
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


def _without_copies(text: str) -> tuple[str, list[Group]]:
    r"""Return *text* without the rows that a dump of PostgreSQL holds between `COPY` and `\.`, and these rows."""
    lines = text.split("\n")
    copied: list[Group] = []
    number = 0
    while number < len(lines):
        match = _COPY.match(f"{lines[number]}\n")
        number += 1
        if match is None:
            continue
        columns = [_bare(column) for column in match["columns"].split(",")]
        table = Group(_bare(match["name"]))
        while number < len(lines) and lines[number] != _COPY_ENDS:
            table.items += _copied(lines[number], number + 1, table.name, columns)
            lines[number] = ""
            number += 1
        copied.append(table)
    return "\n".join(lines), copied


def _copied(line: str, number: int, table: str, columns: Sequence[str]) -> Iterator[tuple[str, Value]]:
    """Yield a row whose cells are parted by tabs."""
    cells = [unescaped(cell) if cell != "\\N" else "" for cell in line.split("\t")]
    if len(cells) == len(columns):
        yield (
            "",
            Group(table, [(column, _cell(cell, number)) for column, cell in zip(columns, cells, strict=True)], "("),
        )


def _cell(cell: str, number: int) -> Scalar:
    return Scalar(squeeze(cell), number, number, quoted=any(sign.isalpha() for sign in cell), raw=cell)


def _columns(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the names of the columns that a table is made with, whose list begins at *start*, before *end*."""
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
    """Return the name of a table without its schema and its quotes."""
    return name.strip().rsplit(".", 1)[-1].strip(_QUOTES_OF_NAMES).casefold()


@dataclass(slots=True)
class _WithColumns:
    """Names the values of rows in the statements of one file, one after the other."""

    _tables: Mapping[str, Sequence[str]]
    _words: list[str] = field(default_factory=list)
    """Of the statement so far."""
    _listed: Sequence[str] | None = None
    """The columns that the statement names."""
    _into: str = ""

    def group(self, group: Group) -> Group:
        """Return *group*, the statements of a file, with its rows named."""
        return Group(group.name, [(key, self._item(key, value)) for key, value in group.items], group.bracket)

    def _item(self, key: str, value: Value) -> Value:
        if isinstance(value, Scalar):
            self._word(value.text, named=bool(key) or value.quoted)
            return value
        if not value.bracket:
            inner = [(name, self._item(name, each)) for name, each in value.items]
            return Group(self._into or value.name, inner, value.bracket, value.comments)
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

    def _bracket(self, value: Group) -> Group:
        """Return a row named; take note of the columns that the statement lists, and of a name in square brackets."""
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

    def _row(self, value: Group) -> Group:
        columns = self._listed or self._tables.get(self._into, ())
        items = value.items
        if len(columns) == len(items):
            items = [(column, each) for column, (_, each) in zip(columns, items, strict=True)]
        return Group(self._into or value.name, items, value.bracket, value.comments)


def _text(value: Value) -> str:
    if isinstance(value, Scalar):
        return value.text
    return _text(value.items[0][1]) if len(value.items) == 1 else value.name


# --- LaTeX ----------------------------------------------------------------------------------------------------------

_LATEX = re.compile(r"^\s{0,20}\\(?:documentclass|begin\{document\}|(?:sub)?section\*?\{)", re.MULTILINE)
_DOCUMENT = re.compile(r"\\begin\{document\}")
_LEVELS = {name: level for level, name in enumerate(("part", "chapter", "section", "subsection", "subsubsection"))}
_MACRO = re.compile(r"\\(?P<name>[A-Za-z@]{1,40})\*?")
_NO_CALLS = word_set(
    "begin end newcommand renewcommand providecommand def input include usepackage label ref cite vspace"
)
_NEXT_MACRO = re.compile(r"\s{0,80}\\[A-Za-z@]{1,40}")
_ARGUMENT = re.compile(r"[ \t]*\n?[ \t]*(?P<open>[\[{])")
_ITEM_END = re.compile(r"\\(?:item|begin|end|(?:sub){0,2}section)\b")
_BRACKET = re.compile(r"\\.|[\[\]{}]", re.DOTALL)
_REMARK_OF_LATEX = re.compile(r"(?<!\\)%[^\n]*")
_INNER = re.compile(r"\\(?P<name>[A-Za-z@]{1,40})\*?\s?(?:\[[^\[\]{}]*\])?\{(?P<told>[^{}]*)\}")
_SYMBOLS = word_set("mana manasymbol manacost mtgsymbol symb symbol ms")
_SYMBOL = re.compile(r"[0-9]+|[A-Z](?:/[A-Z0-9])?")
_ACCENT = re.compile(r"\\(?P<accent>[`'^\"~]|c(?=\{))\{?(?P<letter>[A-Za-z])\}?")
_ACCENTS = {"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "c": "\u0327"}
_PRINTED = {"``": "“", "''": "”", "---": "—", "--": "–", "~": " ", "\\\\": "\n", "\\ldots": "…", "\\dots": "…"}
_SIGNS = re.compile("|".join(re.escape(sign) for sign in sorted(_PRINTED, key=len, reverse=True)))
_OTHER_MACRO = re.compile(r"\\[A-Za-z@]{1,40}\*?(?:\{\})?[ \t]*")
_OPENED, _CLOSED = "\ue000", "\ue001"
_DEEPEST_MACRO = 10


def is_latex(text: str) -> bool:
    """Whether *text* is a document of LaTeX, or a part of one."""
    return _LATEX.search(text) is not None


def groups_of_latex(text: str) -> Group:
    r"""Return the macros of a document as calls that are given what stands in their braces: `\ruling{2004-10-04}{…}`.

    They stand in groups with the titles of their sections.
    """
    text = _REMARK_OF_LATEX.sub("", text)
    begun = _DOCUMENT.search(text)
    return _Latex(text, begun.end() if begun else 0).parse()


class _Latex:
    """Reads a document from its beginning to its end, once."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._start = start
        self._ends = _bracket_ends(text)
        self._breaks = [place for place, sign in enumerate(text) if sign == "\n"]

    def parse(self) -> Group:
        open_groups = [(-1, Group())]
        at = self._start
        while match := _MACRO.search(self._text, at):
            name, at = match["name"], match.end()
            if name == "item":
                at = self._item(at, open_groups[-1][1])
                continue
            arguments, end = self._arguments(at)
            at = at if name in _NO_CALLS else end
            if name in _LEVELS and arguments:
                title = arguments[-1].text
                while open_groups[-1][0] >= _LEVELS[name]:
                    open_groups.pop()
                group = Group(title)
                open_groups[-1][1].items.append((title, group))
                open_groups.append((_LEVELS[name], group))
            elif arguments and name not in _NO_CALLS:
                open_groups[-1][1].items.append(("", Group(name, [("", each) for each in arguments], "(")))
        return open_groups[0][1]

    def _item(self, at: int, into: Group) -> int:
        """Put the item of a list whose macro ends at *at* into a group; return where to go on."""
        label, begin = self._arguments(at, "[")
        macro = _NEXT_MACRO.match(self._text, begin)
        if macro and len(self._arguments(macro.end())[0]) > 1:
            return begin
        after = _ITEM_END.search(self._text, begin)
        end = after.start() if after else len(self._text)
        into.items.append(("", Group("item", [("", each) for each in (*label, self._scalar(begin, end))], "(")))
        return end

    def _arguments(self, at: int, opens: str = "[{") -> tuple[list[Scalar], int]:
        """Return what stands in the brackets behind *at*, and where the last of them ends."""
        found: list[Scalar] = []
        while (match := _ARGUMENT.match(self._text, at)) and match["open"] in opens:
            end = self._ends.get(match.start("open"))
            if end is None:
                break
            found.append(self._scalar(match.end(), end))
            at = end + 1
        return found, at

    def _scalar(self, start: int, end: int) -> Scalar:
        body = self._text[start:end]
        raw = _printed(body.strip())
        lead = len(body) - len(body.lstrip())
        first, last = (bisect_left(self._breaks, place) + 1 for place in (start + lead, start + len(body.rstrip())))
        return Scalar(squeeze(raw), first, max(first, last), raw=raw)


def _bracket_ends(text: str) -> dict[int, int]:
    """Return where each bracket of *text* is closed."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACKET.finditer(text):
        sign = match[0]
        if sign in "[{":
            opened.append(match.start())
        elif sign in "]}" and opened and text[opened[-1]] + sign in {"[]", "{}"}:
            ends[opened.pop()] = match.start()
        elif sign == "}":
            while opened and text[opened[-1]] == "[":
                opened.pop()
            if opened:
                ends[opened.pop()] = match.start()
    return ends


def _printed(body: str) -> str:
    """Return *body* as it is printed, without macros."""
    told = _ACCENT.sub(lambda match: normalize("NFC", match["letter"] + _ACCENTS[match["accent"]]), body)
    for _ in range(_DEEPEST_MACRO):
        told, count = _INNER.subn(_of_macro, told)
        if not count:
            break
    told = _OTHER_MACRO.sub("", _SIGNS.sub(lambda match: _PRINTED[match[0]], told))
    told = re.sub(r"\\([%$&_#{} ])|[{}]", lambda match: match[1] or "", told)
    return told.replace(_OPENED, "{").replace(_CLOSED, "}")


def _of_macro(match: re.Match[str]) -> str:
    if match["name"] not in _SYMBOLS:
        return match["told"]
    return "".join(f"{_OPENED}{symbol}{_CLOSED}" for symbol in _SYMBOL.findall(match["told"]))
