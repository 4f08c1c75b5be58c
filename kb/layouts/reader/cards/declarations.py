"""What a program declares: classes, functions and values that are called after cards."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from kb.catalog.known import KnownName, KnownNames
from kb.layouts.reader.signs.names import is_sure

_DECLARED = re.compile(
    r"\b(?:class|object|struct(?:\s+\w+)?|data|module|val|var|let|const|def|defn|fun|fn|func|function|type|sub|interface"
    r"|record|enum|trait|impl|void|describe|context|local|ns|deftest|defrecord|test)\s+(?P<name>[A-Za-z][\w.-]*\w)"
)
_CARD = re.compile(r"card", re.IGNORECASE)
_TESTED = re.compile(r"(?:(?:test|spec)s?[_-]?(?=.))|[_-]?(?:tests?|specs?|rulings?|card)\Z", re.IGNORECASE)
"""What stands beside the name of a card in that of its test."""
_TAB_STOP = 4
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class _Declared:
    number: int
    indent: int
    card: KnownName | None
    around: int
    """The place of the declaration that it stands in; -1 where there is none."""


class Declarations:
    """The declarations of one file."""

    def __init__(self, text: str, code: frozenset[int], names: KnownNames) -> None:
        """Look for declarations in the lines of *text* that are *code*; *names* are those of known cards."""
        self._lines = text.split("\n")
        self._found: list[_Declared] = []
        open_: list[int] = []
        for number, line in enumerate(self._lines, 1):
            match = _DECLARED.search(line[:_LONGEST]) if number in code else None
            if match is None:
                continue
            indent = _indent(line)
            while open_ and self._found[open_[-1]].indent >= indent:
                open_.pop()
            open_.append(len(self._found))
            around = open_[-2] if len(open_) > 1 else -1
            self._found.append(_Declared(number, indent, _card(match["name"], line, names), around))

    def card_of(self, first: int, last: int) -> KnownName | None:
        """Return the card that what surrounds the lines *first* to *last* is called after, else what begins below.

        What surrounds them and begins anew below is another thing.
        """
        line = self._lines[first - 1]
        indent = _indent(line) - line.lstrip().startswith("*")
        place = bisect_left(self._found, first, key=lambda declared: declared.number) - 1
        around = -1
        while place >= 0:
            declared = self._found[place]
            if declared.indent < indent:
                if declared.card is not None:
                    return declared.card
                around = max(around, declared.indent)
            place = declared.around
        after = bisect_right(self._found, last, key=lambda declared: declared.number)
        below = self._found[after] if after < len(self._found) else None
        return below.card if below is not None and around < below.indent <= indent else None


def _indent(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip())].expandtabs(_TAB_STOP))


def _card(identifier: str, line: str, names: KnownNames) -> KnownName | None:
    """Return the one card that *identifier* is called after; for a common word *line* has to speak of a card."""
    last = identifier.rsplit(".", 1)[-1]
    found = names.in_code(last) or names.in_code(_TESTED.sub("", last)) or names.part_of_code(last)
    spoken = _CARD.search(line.replace(last, "")) is not None
    sure = {name.english: name for name in found if is_sure(name.english) or spoken}
    return next(iter(sure.values())) if len(sure) == 1 else None
