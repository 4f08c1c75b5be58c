"""Fields in programs and data files: the names and values in a list of tokens, whatever the language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from kb.layouts.reader.syntax.groups import DataGroup, Scalar, Value
from kb.layouts.reader.syntax.statements import statements_of
from kb.layouts.reader.syntax.tokens import CodeToken
from kb.text.folding import squeeze


def group_of(name: str, tokens: Sequence[CodeToken]) -> DataGroup:
    """Return *tokens* as a group: values with their names, parts of one text joined, statements as groups within."""
    statements = list(statements_of(tokens))
    if len(statements) == 1:
        return DataGroup(name, [_unwrapped(item) for item in _items(statements[0])])
    group = DataGroup(name)
    for statement in statements:
        items = list(_items(statement))
        if len(items) > 1 and sum(not key for key, _ in items) > 1:
            head = items[0][1]
            called = head.text if isinstance(head, Scalar) and not head.quoted else ""
            group.items.append(("", DataGroup(_table(items) or called, items)))
        else:
            group.items += items
    return group


def _table(items: Sequence[tuple[str, Value]]) -> str:
    """Return the table into which an SQL statement inserts rows; "" for any other statement."""
    words = [value.text for _, value in items[:3] if isinstance(value, Scalar)]
    return words[2] if [word.upper() for word in words[:2]] == ["INSERT", "INTO"] and len(words) > 2 else ""


def _unwrapped(item: tuple[str, Value]) -> tuple[str, Value]:
    """Return the only field of a bracket in place of the bracket, as in the pairs of a Lisp list."""
    key, value = item
    if not key and isinstance(value, DataGroup) and not value.name and len(value.items) == 1 and value.items[0][0]:
        return value.items[0]
    return item


def _items(tokens: Sequence[CodeToken]) -> Iterator[tuple[str, Value]]:
    """Yield the values of a statement with their names."""
    found = _Items()
    for token in tokens:
        if token.kind == "field":
            yield token.name, token.scalar
        elif token.kind == "sign" or (token.kind == "word" and token.scalar.text == "."):
            found.sign(token)
        elif token.kind == "comma":
            yield from found.taken()
        elif token.is_operator:
            found.joins = True
        else:
            yield from found.value(cast("Value", token.value))
    yield from found.taken()


@dataclass(slots=True)
class _Items:
    """The value that is being read, with its name."""

    joins: bool = False
    """An operator precedes the next value."""
    _name: str = ""
    _pending: list[Value] = field(default_factory=list)
    """A value, or the parts of a text."""
    _printed: list[str] = field(default_factory=list)
    """The parts of a text as printed, and what separates them."""
    _spaced: bool = False
    """A part of the text has several words."""
    _before: str = ""
    """The name of the pending value."""

    def taken(self) -> Iterator[tuple[str, Value]]:
        """Yield the pending value, and start afresh."""
        if self._pending:
            yield self._before, self._whole()
        self._pending, self._name, self._before, self.joins = [], "", "", False

    def sign(self, token: CodeToken) -> None:
        """Make the value before a sign a name; a dot behind anything else joins the parts of a text."""
        called = _called(self._whole()) if self._pending and not self._before else ""
        if called:
            self._name, self._pending = called, []
        elif token.kind == "word":
            self.joins = True

    def value(self, value: Value) -> Iterator[tuple[str, Value]]:
        """Add *value* to the pending text, or yield the pending value and wait for what follows *value*."""
        if self._pending and isinstance(value, Scalar) and self._continues(value):
            self._add(value)
        else:
            name = self._name
            yield from self.taken()
            self._pending, self._before = [value], name
            if isinstance(value, Scalar):
                self._printed, self._spaced = [value.raw], " " in value.text
        self.joins = False

    def _continues(self, value: Scalar) -> bool:
        """Whether *value* continues the pending text."""
        before = self._pending[-1]
        if not isinstance(before, Scalar) or not (before.quoted and value.quoted):
            return False
        if self.joins:
            return True
        ended = before.text.endswith((".", "!", "?")) and not before.raw[-1:].isspace()
        return not ended and value.first != before.last and self._spaced

    def _add(self, value: Scalar) -> None:
        glued = self.joins or self._printed[-1][-1:].isspace() or value.raw[:1].isspace()
        self._printed.append(value.raw if glued else f" {value.raw}")
        self._spaced = self._spaced or not glued or " " in value.raw
        self._pending.append(value)

    def _whole(self) -> Value:
        first, last = self._pending[0], self._pending[-1]
        if first is last or not isinstance(first, Scalar) or not isinstance(last, Scalar):
            return first
        raw = "".join(self._printed)
        return Scalar(squeeze(raw), first.first, last.last, raw=raw)


def _called(value: Value) -> str:
    """Return the field name that *value* is, before a sign; Lua puts it in brackets."""
    if isinstance(value, DataGroup) and value.bracket == "[" and not value.name and len(value.items) == 1:
        value = value.items[0][1]
    return value.text if isinstance(value, Scalar) else ""
