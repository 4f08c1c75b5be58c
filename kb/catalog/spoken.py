"""Card names that rulings speak of: names from a vocabulary, and the name a ruling uses of its own card.

What a ruling brings in as an example is not searched. A name counts more where the sentence treats it as a card:
"Test Fog's second ability", "as you cast Test Fog", "when Test Fog resolves".
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.model import Lang, RawRuling
from kb.text.folding import strip_accents

Words = tuple[str, ...]
Keys = tuple[str, ...]
"""Keys of cards."""
Vocabulary = Mapping[Words, Mapping[Words, Keys]]
"""By its first word or two: the words of each name, the longest first, and the cards that have it."""

FRAMED, MENTIONED = 3, 1
"""How much it counts that a sentence treats a name as a card's, and that it has the name at all."""

_LONGEST = 4000
"""Letters of a ruling that are searched; rulings stay far below."""
_WORD = re.compile(r"[\w+][\w+'-]*")
_SENTENCE = re.compile(r"(?<=[.!?:])\s+")
_BRACKET = re.compile(r"\([^()]*\)")
_EXAMPLE = re.compile(r"\b(?:such as|like|for example|for instance|e\.g\.|comme|par exemple)\b", re.IGNORECASE)
_EXAMPLE_ON = re.compile(
    r"(?:^|(?<=[.!?] ))For (?:example|instance)\b[^.!?]*"
    r"|\b(?:such as|like|for example,|for instance,|comme|par exemple,)\s[^.;!?]*",
    re.IGNORECASE,
)
_KIND = "first|second|third|fourth|last|other|own|triggered|activated|static|loyalty|mana|replacement"
_OWNED = frozenset(_KIND.split("|")) | {"ability", "abilities", "controller", "cost", "effect", "enters", "owner"}
_STATS = frozenset({"power", "toughness", "target", "upkeep"})
_DOES = frozenset({"resolve", "resolves", "enters", "leaves", "dies", "deals", "triggers", "attack", "attacks"})
_IS = frozenset({"has", "can", "will", "doesn't", "can't", "isn't", "won't", "blocks"})
_DONE_TO = frozenset({"cast", "casting", "casts", "control", "controlling"})
_ANY = frozenset({"a", "an", "another", "each", "target", "other"})

_CAPITAL = r"[A-Z][\w'-]{0,40}"
_NAME = rf"(?<![\w'-])(?P<name>{_CAPITAL}(?:,? (?:(?:of|the|to|and|on|at|de|a) ){{0,2}}{_CAPITAL}){{1,8}})"
_OWN_ABILITY = re.compile(rf"(?<=[\w,] ){_NAME}'s? (?:(?:{_KIND}) ){{0,2}}(?:ability|abilities)\b")
_CASTING = re.compile(rf"\b[Cc]ast(?:ing)? {_NAME}")


def words_of(text: str) -> Words:
    """Split *text* into words, accents aside; case counts, for names have capitals."""
    return tuple(_WORD.findall(strip_accents(text[:_LONGEST].replace("’", "'"))))


def vocabulary(named: Iterable[tuple[str, Iterable[str]]]) -> Vocabulary:
    """Sort the names of cards, given by their keys, for `spoken`."""
    found: dict[Words, dict[Words, Keys]] = {}
    for key, names in named:
        for words in sorted({words_of(name) for name in names} - {()}):
            begun = found.setdefault(words[:2], {})
            begun[words] = (*begun.get(words, ()), key)
    return {start: dict(sorted(begun.items(), key=lambda item: -len(item[0]))) for start, begun in found.items()}


def spoken(text: str, names: Vocabulary, everyday: frozenset[str]) -> Iterator[tuple[Keys, int]]:
    """Yield the cards that *text* names, with how much that counts; of names that overlap, the longest.

    A name of one word counts only where it is treated as a card's, and never if it is one of the *everyday* words of
    the game (`Forest`, `Rebound`, `When`).
    """
    for sentence in _SENTENCE.split(_without_examples(text)):
        words = words_of(sentence)
        at = 0
        while at < len(words):
            name, keys = _name_at(words, at, names)
            weight = _weight(words, at, len(name)) if name else 0
            if weight and (len(name) > 1 or (weight == FRAMED and name[0].lower() not in everyday)):
                yield keys, weight
            at += len(name) or 1


def coined_name(rulings: Iterable[RawRuling]) -> str:
    """Return the name that English rulings use of their own card, whether any card data know it or not; "" if in doubt.

    Only "Some Name's first ability" and "as you cast Some Name" count, and only where no other name stands so.
    """
    names = {name for raw in rulings if raw.lang is Lang.EN and not raw.section for name in _coined(raw.text)}
    if len(names) != 1:
        return ""
    name = names.pop()
    parts = name.split(", ")
    return name if len(set(parts)) == len(parts) else ""


def _coined(text: str) -> Iterator[str]:
    searched = _without_examples(text.replace("’", "'"))
    for pattern in (_OWN_ABILITY, _CASTING):
        for match in pattern.finditer(searched):
            yield match["name"].removesuffix("'s")


def _without_examples(text: str) -> str:
    without = _BRACKET.sub(lambda match: " " if _EXAMPLE.search(match[0]) else match[0], text[:_LONGEST])
    return _EXAMPLE_ON.sub(" ", without)


def _name_at(words: Words, at: int, names: Vocabulary) -> tuple[Words, Keys]:
    for length in (2, 1):
        start = words[at : at + length]
        for begin in dict.fromkeys((start, _unpossessed(start))):
            for name, keys in names.get(begin, {}).items():
                there = words[at : at + len(name)]
                if name in {there, _unpossessed(there)}:
                    return name, keys
    return (), ()


def _unpossessed(words: Words) -> Words:
    return (*words[:-1], words[-1].removesuffix("'s").removesuffix("'")) if words else ()


def _weight(words: Sequence[str], at: int, length: int) -> int:
    """Weigh a name by the words around it; 0 when it is a part of a longer name, or any card of that name is meant."""
    before = words[at - 1] if at else ""
    after = words[at + length] if at + length < len(words) else ""
    if after[:1].isupper() or (at > 1 and before[:1].isupper()) or before.lower() in _ANY:
        return 0
    owns = words[at + length - 1].endswith(("'", "'s"))
    framed = (owns and after in _OWNED | _STATS) or before.lower() in _DONE_TO or after in _DOES or after in _IS
    return FRAMED if framed else MENTIONED
