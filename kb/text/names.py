"""Card names looked up: exactly, folded, by face, in French, without punctuation; and names of close spelling."""

import heapq
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from unicodedata import normalize

from kb.model import Card
from kb.text.folding import bare_key, fold, name_key, squeeze

_ALCHEMY = re.compile(r"\bA-(?=\w)")
_SLASHES = re.compile(r" ?//? ?")
_SPELLINGS = str.maketrans(
    {"Æ": "Ae", "æ": "ae", "Œ": "Oe", "œ": "oe", "\ua789": ":"} | dict.fromkeys("‘’ʼ`´", "'") | dict.fromkeys("“”", '"')
)
"""Letters and signs that are spelled in several ways; U+A789 is a letter that looks like a colon."""
_SHORTLIST = 40
_CLOSE = 0.72
"""Likeness from which a spelling may be meant; `Dichotomancie` and `Dichotomancy` have 0.88."""

Keys = tuple[str, ...]
"""Keys of cards."""


def exact_key(name: str) -> str:
    """Return the form in which names are one name: composed letters, single blanks. Case and accents count."""
    return normalize("NFC", squeeze(name))


def spelling_key(name: str) -> str:
    """Return the form in which spellings of one name are the same: ligatures open, signs plain. Case and accents count.

    >>> spelling_key("Æther Vial") == spelling_key("Aether Vial"), spelling_key("Ratonhnhaké\ua789ton’s")
    (True, "Ratonhnhaké:ton's")
    """
    return exact_key(name).translate(_SPELLINGS)


def folded_key(name: str) -> str:
    """Return the form in which a name is looked up when it is not exact: one or two slashes between faces are the same.

    >>> folded_key("Fire/Ice") == folded_key("FIRE // ICE"), folded_key("+2 Mace")
    (True, '+2 mace')
    """
    key = name_key(spelling_key(name))
    return _SLASHES.sub(" // ", key) if "/" in key else key


def loose_key(name: str) -> str:
    """Return the form in which a person's spelling is looked up: words without marks, where there are any words.

    >>> loose_key("Fire // Ice"), loose_key("_____")
    ('fire ice', '_____')
    """
    return bare_key(name) or name_key(name)


def without_alchemy(name: str) -> str:
    """Return the name of the card that a rebalanced one goes back to; any other name as it is.

    >>> without_alchemy("A-Test Fog // A-Test Mist")
    'Test Fog // Test Mist'
    """
    return _ALCHEMY.sub("", name) if name.startswith("A-") else name


# --- look-up --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a set of cards, by every form in which they are looked up."""

    exact: Mapping[str, Keys]
    """English names, by `exact_key`."""
    folded: Mapping[str, Keys]
    """English names, by `folded_key`."""
    faces: Mapping[str, Keys]
    """English names of faces, by `folded_key`."""
    french: Mapping[str, Keys]
    """French names of cards and faces, by `fold`: accents count."""
    french_folded: Mapping[str, Keys]
    """The same, by `folded_key`."""
    also: Mapping[str, Keys]
    """Other names printed on the card, by `exact_key`."""
    also_folded: Mapping[str, Keys]
    """The same, by `folded_key`."""
    loose: Mapping[str, Keys]
    """All of these names, and those of rebalanced cards without their `A-`, by `loose_key`."""

    def english(self, name: str) -> str | None:
        """Return the one card of that English name: its own or another, exact; else folded, else a face's."""
        exact, key = exact_key(name), folded_key(name)
        folded = (names.get(key) for names in (self.folded, self.faces, self.also_folded))
        return _first_only(self.exact.get(exact), self.also.get(exact), *folded)

    def of_french(self, name: str) -> str | None:
        """Return the one card of that French name, the card's or a face's."""
        return _first_only(self.french.get(fold(name)), self.french_folded.get(folded_key(name)))

    def printed(self, name: str) -> str | None:
        """Return the one card that *name* is the name of, in either language.

        A name with its French accents is French before it is an English name that has none.
        """
        certain = (self.exact.get(exact_key(name)), self.french.get(fold(name)))
        return _first_only(*certain) if any(certain) else self.english(name) or self.of_french(name)

    def is_shared(self, name: str) -> bool:
        """Whether several cards have that name, in the language and spelling in which any has it at all."""
        key = folded_key(name)
        found = (
            self.exact.get(exact_key(name)),
            self.french.get(fold(name)),
            self.folded.get(key),
            self.faces.get(key),
        )
        return len(next(filter(None, found), ())) > 1

    def find(self, name: str) -> Keys:
        """Return every card that a person may mean by *name*: of the closest kind of likeness, all that have it."""
        exact, key = exact_key(name), folded_key(name)
        if not key:
            return ()
        return (
            _united(self.exact.get(exact, ()), self.french.get(fold(name), ()), self.also.get(exact, ()))
            or _united(self.folded.get(key, ()), self.french_folded.get(key, ()))
            or _united(self.faces.get(key, ()), self.also_folded.get(key, ()))
            or self.loose.get(loose_key(name), ())
        )


def _first_only(*found: Keys | None) -> str | None:
    """Return the key that stands alone in the first of *found* that has any."""
    for keys in found:
        if keys:
            return keys[0] if len(keys) == 1 else None
    return None


def _united(*several: Keys) -> Keys:
    return tuple(dict.fromkeys(key for keys in several for key in keys))


def index_names(cards: Sequence[Card]) -> Names:
    """Sort the names of *cards* for look-up."""
    return Names(
        exact=_by(cards, lambda c: (c.name,), exact_key),
        folded=_by(cards, lambda c: (c.name,), folded_key),
        faces=_by(cards, lambda c: c.faces, folded_key),
        french=_by(cards, _french_names, fold),
        french_folded=_by(cards, _french_names, folded_key),
        also=_by(cards, lambda c: c.aliases, exact_key),
        also_folded=_by(cards, lambda c: c.aliases, folded_key),
        loose=_by(cards, _all_names, loose_key),
    )


def _by(cards: Sequence[Card], names: Callable[[Card], Iterable[str]], key: Callable[[str], str]) -> dict[str, Keys]:
    found: dict[str, list[str]] = {}
    for card in cards:
        for form in dict.fromkeys(key(name) for name in names(card) if name):
            found.setdefault(form, []).append(card.key)
    return {form: tuple(keys) for form, keys in found.items()}


def _french_names(card: Card) -> tuple[str, ...]:
    return (card.name_fr, *card.faces_fr)


def _all_names(card: Card) -> tuple[str, ...]:
    named = (card.name, *card.faces, *_french_names(card), *card.aliases)
    return (*named, *(without_alchemy(name) for name in named))


# --- close spelling -------------------------------------------------------------------------------------------------


def names_of(cards: Iterable[Card]) -> Iterator[str]:
    """Yield every name of *cards* that may be suggested."""
    for card in cards:
        yield from filter(None, (card.name, card.name_fr, *card.faces, *card.faces_fr, *card.aliases))


def nearest(name: str, names: Iterable[str], limit: int = 5) -> tuple[str, ...]:
    """Return the names of close spelling, or that hold all the words of *name*; the nearest first, never *name* itself.

    Meant for people, who decide. The answer does not depend on the order of *names*.

    >>> nearest("Test Frog", ["Best Fog", "Test Fog", "Another"])
    ('Test Fog', 'Best Fog')
    """
    wanted = name_key(name)[:_LONGEST]
    if not wanted:
        return ()
    candidates = {other: name_key(other)[:_LONGEST] for other in names}
    pairs = _pairs(wanted)
    shared = ((len(pairs & _pairs(key)) / (len(key) + len(wanted) or 1), other) for other, key in candidates.items())
    rated = ((_likeness(wanted, candidates[other]), other) for _, other in heapq.nlargest(_SHORTLIST, shared))
    close = sorted((-rate, other) for rate, other in rated if rate >= _CLOSE and candidates[other] != wanted)
    return tuple(other for _, other in close[:limit])


_LONGEST = 150
"""Letters of a name that are compared; the longest card name has 141."""


def _likeness(wanted: str, other: str) -> float:
    """Rate how like two folded names are, 0 to 1: letters in their order, or all the words of one in the other."""
    letters = SequenceMatcher(None, wanted, other, autojunk=False).ratio()
    if set(wanted.split()) <= set(other.replace(",", "").split()):
        return max(letters, _CLOSE + (1 - _CLOSE) * len(wanted) / len(other))
    return letters


def _pairs(key: str) -> set[str]:
    return {key[n : n + 2] for n in range(len(key) - 1)} or {key}
