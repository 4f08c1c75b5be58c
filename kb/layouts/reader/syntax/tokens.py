"""The tokens of programs and data files: texts, words, signs and groups."""

from dataclasses import dataclass
from typing import cast

from kb.layouts.reader.syntax.groups import Scalar, Value

_OPERATORS = frozenset({"+", "..", ".", "&", "\\", "||", "<>"})
"""Words that join the parts of a text."""


@dataclass(frozen=True, slots=True)
class CodeToken:
    """A token with its value."""

    kind: str
    """`text`, `word`, `group`, `sign`, `comma`, `end` (of a statement) or `field` (a value with its name)."""
    value: str | Value
    name: str = ""
    """The name of a field."""
    at: int = 0
    """Where a word begins."""

    @property
    def scalar(self) -> Scalar:
        """The value of a text, a word or a field."""
        return cast("Scalar", self.value)

    @property
    def is_operator(self) -> bool:
        """Whether the token joins the parts of a text."""
        return self.kind == "word" and self.scalar.text in _OPERATORS

    def is_word_before(self, place: int) -> bool:
        """Whether the token is a bare word that ends at *place*, or one space before."""
        return self.kind == "word" and place - self.at - len(self.scalar.text) <= 1 and self.scalar.text[-1].isalnum()
