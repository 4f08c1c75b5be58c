"""How much counts for what: every number of the ranking, each with its reason."""

from collections import Counter
from collections.abc import Iterable
from math import log

SATURATION = 1.2
"""BM25's k1. A word said twice is a better sign, said five times hardly more."""
LENGTH = 0.4
"""BM25's b. Rulings are short and a long one is often the full answer, so length is held against it less than usual."""
USUAL_STEMS = 24.0
"""The length that counts as neither short nor long. Fixed, so that a ruling weighs the same in every corpus."""

MECHANIC = 1.5
"""A tie to the mechanic that was asked for, against its name standing in the text: the tie says what it is about."""
EVERYDAY = 0.6
"""What is left of that where the word has an everyday sense too (counter, fight): then it is a hint."""
CARD = 1.25
"""A ruling on the card that was asked for: who names a card wants that card's rulings. Its rarity lifts it further."""
UNDISTINCTIVE = 0.15
"""The least that counts of a card whose name is a plain word of other rulings (Clone, Sacrifice)."""
HALF_NAME = 0.6
"""A ruling on a card of whose name one word was typed."""
PART_OF_NAME = 0.9
"""A ruling on a card of whose name several words were typed: nearly as sure as the whole."""
NICKNAME = 10.0
"""A nickname means its card even where so many times more rulings have the word than stand on the card: rulings never
use it so. A plain word (top) is above that, and then counts for the card by its share."""
NAMESAKE = 0.4
"""A nickname in the text, where it surely means its card: it is part of the name of another (Chimney Goyf)."""
MENTION = 0.5
"""A text that has the name of a card which was called by a nickname: mostly a ruling on another card."""
TELLING = 0.3
"""The share of the rulings saying a word that must stand on the card, for the word to mean the card."""
UNTRANSLATED = 0.4
"""A word of a French query that no table translates, in English rulings: a name perhaps, more often a false friend."""
REWORDED = 0.95
"""Another official wording of the same thing (converted mana cost, mana value): hardly less than the one typed."""
PLAYERS = 0.7
"""What a table says a player's word means: good as a rule, but a ruling that has the word itself is nearer."""
SPREAD = 0.5
"""Words that mean something together (board wipe) each have a part of its weight: by their number to this power."""
SLANG = 2
"""In so few texts at most words stand together that only players say together (board wipe)."""
SLANG_WORD = 0.5
"""What is left of each of them by itself: a board and a wipe are other things."""

COMMON_SHARE = 0.3
"""The commonest words of a query, as long as together they hold less than this share of what it says, do not make a
ruling match by themselves. They still count in rulings that match: "cost" alone is no answer to "suspend X cost"."""
WHOLE = 0.35
"""Part of the score that a ruling keeps only as far as it has all parts of the query: two parts once beat one twice."""
NEAR = 0.06
"""Gain for each two neighbours of the query that are neighbours in the ruling, as a share of its score."""
VERBATIM = 0.25
"""Gain when the ruling has the whole query word for word."""
NOTE = 0.95
"""A note by a web site stands after the publisher's ruling that says the same."""
SUPERSEDED = 0.9
"""A ruling that was worded anew stands after its new wording, unless it answers clearly better."""

SHORTLIST = 200
"""How many rulings are looked at closely (all parts, neighbours, official) after the first count; more on demand."""


def impacts(stems: Iterable[str]) -> list[tuple[str, float]]:
    """Return each stem of one text with its weight there; 1.0 is a stem that stands once in a text of usual length."""
    counts = Counter(stems)
    spread = SATURATION * (1 - LENGTH + LENGTH * sum(counts.values()) / USUAL_STEMS)
    return [(stem, round(n * (SATURATION + 1) / (n + spread), 2)) for stem, n in counts.items()]


def information(holding: float, of: int) -> float:
    """Return how much it says that a ruling has what *holding* out of *of* have; more for the rarer, never negative."""
    return log(1 + max(of - holding + 0.5, 0.0) / (holding + 0.5)) if holding else 0.0
