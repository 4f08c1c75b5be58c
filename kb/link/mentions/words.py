"""The words of a text, folded for comparing, and where they stand in it."""

import re
from dataclasses import dataclass
from functools import lru_cache

from kb.text.folding import strip_accents

_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*|∞")


@dataclass(frozen=True, slots=True)
class MechanicWords:
    """The words of a text, folded, and where they stand."""

    text: str
    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]

    def gap(self, index: int) -> str:
        """What stands between the word before *index* and that word."""
        start = self.spans[index - 1][1] if index else 0
        return self.text[start : self.spans[index][0] if index < len(self.spans) else len(self.text)]

    def capital(self, index: int) -> bool:
        """Whether the word begins with a capital letter."""
        return index < len(self.spans) and self.text[self.spans[index][0]].isupper()

    def small(self, index: int) -> bool:
        """Whether the word begins with a small letter."""
        return self.text[self.spans[index][0]].islower()


def words_of(text: str) -> MechanicWords:
    """Cut *text* into words; plain ASCII, where folding keeps every place, is folded in one go."""
    if text.isascii():
        folded = text.lower()
        spans = tuple([match.span() for match in _WORD.finditer(folded)])
        return MechanicWords(text, tuple([folded[start:end] for start, end in spans]), spans)
    spans = tuple([match.span() for match in _WORD.finditer(text)])
    return MechanicWords(text, tuple([_folded(text[start:end]) for start, end in spans]), spans)


@lru_cache(maxsize=65_536)
def _folded(word: str) -> str:
    return word.casefold() if word.isascii() else strip_accents(word).casefold()


@lru_cache(maxsize=65_536)
def split(phrase: str) -> tuple[str, ...]:
    """Return the words of a name or form alone."""
    return words_of(phrase).words
