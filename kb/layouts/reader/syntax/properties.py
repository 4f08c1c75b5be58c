"""Rulings in INI and properties files: their sections and fields as groups of texts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kb.layouts.reader.syntax.escapes import unescaped
from kb.layouts.reader.syntax.groups import DataGroup, Scalar
from kb.text.folding import squeeze

_DEEPEST = 12
_SECTION = re.compile(r"\s*\[(?P<name>[^\[\]]{1,80})\]\s*")
_KEY = re.compile(r"(?P<key>(?:[^\W_]|[_@$])[\w.\-/|\[\]]{0,80}|[^\W\d_][\w.' -]{0,40}(?=\s?=))\s{0,20}(?P<sign>[=:])")
_COMMENT = re.compile(r"\s*[#;!]+(?P<body>.*)")
_ONE_QUOTED = re.compile(r"(['\"])(?P<body>.*)\1", re.DOTALL)
_NUMBERED = re.compile(r"(?P<before>[^\d]*?)[_-]?(?P<number>[0-9]{1,4})(?:[_-](?P<after>[^\d]+))?")
_CONTINUATION = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")
_LITERAL = re.compile(r"\s*[\"'\[{(<]")
"""The beginning of a value in TOML or a program."""
_SHARE_OF_FIELDS = 0.9
_BARE_SHARE = 0.5


def is_properties(lines: Sequence[str]) -> bool:
    """Whether nearly all of *lines* are sections or `key=value` without quotes; none of *lines* is blank."""
    fields, bare, others, continued = 0, 0, 0, False
    for line in lines:
        match = None if continued else _KEY.match(line.lstrip())
        if match and match["sign"] == "=":
            fields += 1
            bare += not _LITERAL.match(line.lstrip(), match.end()) and " " in line.strip()[match.end() :].strip()
        elif not continued and not _SECTION.fullmatch(line) and not _COMMENT.match(line):
            others += 1
        continued = _CONTINUATION.search(line) is not None
    return (
        fields > 1
        and bare > 0
        and others <= (1 - _SHARE_OF_FIELDS) * len(lines)
        and bare >= _BARE_SHARE * _texts(lines)
    )


def _texts(lines: Sequence[str]) -> int:
    """Return the number of *lines* with a value of several words."""
    return sum(" " in line.partition("=")[2].strip() for line in lines)


def groups_of_properties(text: str) -> DataGroup:
    """Return the fields of an INI file or a properties file.

    `rules.1.date` is in the group `1` of the group `rules`, and what follows `[name]` is in a group of that name. A
    line that ends with a backslash continues on the next, and so does a value that is indented below its key.
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
    """A field with the lines of its value; without a key, the name of a section."""

    key: str
    lines: list[str]
    first: int

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


def _fields(lines: Sequence[str]) -> Iterator[_Field | Scalar]:
    """Yield the fields, sections and comments in order; comments on consecutive lines are one."""
    comments: list[str] = []
    number = 0
    while number < len(lines):
        line, first = lines[number], number + 1
        number += 1
        comment = _COMMENT.match(line)
        if comment:
            comments.append(comment["body"])
            continue
        if comments:
            yield _comment(comments, first - len(comments))
            comments = []
        if section := _SECTION.fullmatch(line):
            yield _Field("", [section["name"].strip(" \"'")], first)
        elif match := _KEY.match(line.lstrip()):
            indent = len(line) - len(line.lstrip())
            value = [line.lstrip()[match.end() :]]
            while number < len(lines) and _continues(value, lines[number], indent):
                value.append(lines[number])
                number += 1
            yield _Field(match["key"].strip(), value, first)
    if comments:
        yield _comment(comments, len(lines) - len(comments) + 1)


def _continues(value: Sequence[str], line: str, indent: int) -> bool:
    """Whether *line* continues *value*, whose key is indented by *indent*."""
    if _CONTINUATION.search(value[-1]):
        return True
    if not line.strip() or len(line) - len(line.lstrip()) <= indent or _COMMENT.match(line):
        return False
    return not value[0].strip() or not _KEY.match(line.lstrip())


def _comment(lines: Sequence[str], first: int) -> Scalar:
    printed = "\n".join(lines)
    raw = unescaped(printed) if "\\u" in printed else printed
    return Scalar(squeeze(raw), first, first + len(lines) - 1, raw=raw)


def _value(found: _Field) -> Scalar:
    parts: list[str] = []
    for place, line in enumerate(found.lines):
        continued = _CONTINUATION.search(line)
        body = line.lstrip() if place else line
        parts.append(body.rstrip()[:-1] if continued else f"{body}\n")
    joined = "".join(parts).strip()
    quoted = _ONE_QUOTED.fullmatch(joined)
    raw = unescaped(quoted["body"] if quoted else joined)
    shown = squeeze(raw)
    return Scalar(shown, found.first, found.last, quoted=any(sign.isalpha() for sign in shown), raw=raw)


@dataclass(slots=True)
class _Tree:
    """The groups of a file, by the parts of their names."""

    whole: DataGroup = field(default_factory=DataGroup)
    _groups: dict[tuple[str, ...], DataGroup] = field(default_factory=dict)
    _taken: set[tuple[str, ...]] = field(default_factory=set)
    """The paths of values."""
    _section: tuple[str, ...] = ()

    def open(self, name: str) -> None:
        """Begin the section *name*; `[rules.1]` is part of `[rules]`."""
        self._section = tuple(name.split(".")) if " " not in name else (name,)
        self._group(self._section)

    def add(self, key: str, value: Scalar) -> None:
        """Add *value* to the group that *key* names."""
        *names, name = _path(key)
        path = self._section
        while names and (*path, names[0]) not in self._taken:
            path = (*path, names.pop(0))
        name = ".".join((*names, name))
        self._taken.add((*path, name))
        self._group(path).items.append((name, value))

    def _group(self, path: tuple[str, ...]) -> DataGroup:
        if not path:
            return self.whole
        if path not in self._groups:
            self._groups[path] = DataGroup(path[-1])
            self._group(path[:-1]).items.append((path[-1], self._groups[path]))
        return self._groups[path]


def _path(key: str) -> list[str]:
    """Return the names of the groups around the value of *key*, then the name of its field.

    A number comes before the field that it counts, wherever the key has it.

    >>> _path("rules.text.1"), _path("RULE_1_TEXT")
    (['rules', '1', 'text'], ['RULE', '1', 'TEXT'])
    """
    parts = [part for part in re.split(r"[./|\[\]]+|(?<=[^\W\d])(?=[0-9]{1,3}\.)", key) if part][:_DEEPEST] or [key]
    last = parts.pop()
    if last.isdigit() and parts:
        return [*parts[:-1], last, parts[-1]]
    match = _NUMBERED.fullmatch(last)
    if match is None or not (match["before"] or match["after"]):
        return [*parts, last]
    if match["after"]:
        return [*parts, *([match["before"]] if match["before"] else []), match["number"], match["after"]]
    return [*parts, match["number"], match["before"]]
