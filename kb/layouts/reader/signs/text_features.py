"""What a text shows by itself, wherever it stands: what kind of text it is, how it begins and ends, how long it is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import log2

from kb.layouts.reader.signs.joining import joined
from kb.layouts.reader.signs.kinds import LIMIT, TextKind, game_odds, odds, scores_of, sums
from kb.layouts.reader.signs.sentences import ends_sentence
from kb.layouts.reader.signs.words import speaks_of_self
from kb.text.folding import squeeze

Feature = tuple[str, float]

_RULE_NUMBER = re.compile(r"[1-9][0-9]{2}\.[0-9]{1,3}(?:[a-z]\b|\.)")
_ELSEWHERE = re.compile(
    r"https?:|www\.|#[0-9]{2,6}\b|(?<!\w)@\w|[$€£]\s?[0-9]|[0-9]\s?[€£]|\w\(\)|\w::\w|[a-z0-9]_[a-z0-9]+_"
)
"""Addresses, numbers of reports, people, prices, names in programs."""
_BEGINS = "\"“«'’({[+-…¡¿"
_FEW, _SOME, _MANY = 3, 7, 120
"""Words."""
_KINDS = {
    "card text": (TextKind.CARD_TEXT,),
    "rule": (TextKind.RULE,),
    "talk": (TextKind.PROSE, TextKind.CHAT, TextKind.FLAVOUR),
    "site": (TextKind.SITE, TextKind.HEADING),
}


class Support(StrEnum):
    """What besides its words says that a text is a ruling."""

    NONE = ", bare"
    SOME = ""
    FIRM = ", firm"
    """A date of its own, and a heading, a name or the markup that says so."""


@dataclass(frozen=True, slots=True)
class Told:
    """A text with what it shows by itself."""

    text: str
    odds: float
    """Of it saying how the game works: see `kinds.game_odds`."""
    told_by_somebody: bool
    is_rule: bool
    """It begins with the number of a rule."""
    kinds: tuple[Feature, ...]
    size: tuple[Feature, ...]
    shape: tuple[Feature, ...]

    def features(self, support: Support) -> Iterator[Feature]:
        """Yield its features, of what its words say as much as *support* leaves them to say."""
        yield f"ruling{support}", self.odds / LIMIT
        yield "bare", support is Support.NONE
        firm = support if support is Support.FIRM else ""
        yield from ((f"{name}{firm}", value) for name, value in (*self.kinds, *self.size))
        yield from self.shape


@lru_cache(maxsize=16384)
def told(parts: tuple[str, ...]) -> Told:
    """Look at the text that is printed in *parts*."""
    kinds = scores_of([sums(squeeze(part)) for part in parts])
    text = joined(parts)
    return Told(
        text,
        game_odds(kinds),
        speaks_of_self(text),
        _RULE_NUMBER.match(text) is not None,
        tuple((name, (odds(kinds, *of) + LIMIT) / LIMIT) for name, of in _KINDS.items()),
        _features(_size(text)),
        _features(_shape(text)),
    )


def odds_of(parts: Sequence[str]) -> float:
    """Return the log odds of a text that is printed in *parts* saying how the game works, within limits."""
    return game_odds(scores_of([sums(squeeze(part)) for part in parts]))


def _features(found: Iterator[Feature]) -> tuple[Feature, ...]:
    return tuple((name, float(value)) for name, value in found if value)


def _size(text: str) -> Iterator[Feature]:
    words = len(text.split())
    yield "three words or fewer", words <= _FEW
    yield "seven words or fewer", words <= _SOME
    yield "length", min(log2(1 + words) / 8, 1.0)
    yield "over 120 words", words > _MANY


def _shape(text: str) -> Iterator[Feature]:
    yield "begins with the number of a rule", _RULE_NUMBER.match(text) is not None
    yield "begins in lower case", text[:1].islower()
    yield "begins oddly", bool(text) and not text[0].isalnum() and text[0] not in _BEGINS
    yield "points elsewhere", _ELSEWHERE.search(text) is not None
    yield "ends a sentence", ends_sentence(text)
    yield "ends with a colon", text.endswith(":")
    yield "ends openly", not ends_sentence(text) and not text.endswith(":")
