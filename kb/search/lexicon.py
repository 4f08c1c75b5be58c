"""The names an index knows: mechanics and cards, looked up by what is typed, a few postings at a time."""

import json
from dataclasses import dataclass

from kb.search import schema as fields
from kb.search.analysis import phrase_key
from kb.search.opened import Opened
from kb.search.postings import PostingReader

MOST_CARDS = 200
"""Most cards that one name with some words left out may mean."""

FEW_CARDS = 12
"""Most cards that one word of their names may mean among other words."""


@dataclass(frozen=True, slots=True)
class KnownMechanic:
    """A mechanic, as far as reading a query needs it."""

    slug: str
    name: str
    ambiguous: bool
    english: tuple[str, ...]
    """Every form, as a phrase key."""
    french: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card, as far as reading a query needs it."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Looks names up in an index."""

    opened: Opened

    @property
    def postings(self) -> PostingReader:
        """The postings of the index."""
        return self.opened.postings

    def named(self, key: str) -> tuple[KnownMechanic | KnownCard, ...]:
        """Give the mechanics and the cards of which the phrase key *key* is a whole name; mechanics first."""
        if not self.postings.frequency(fields.NAME, key):
            return ()
        return tuple(self._entry(number) for number in self.postings.postings(fields.NAME, key).documents)

    def mechanics(self, name: str) -> tuple[KnownMechanic, ...]:
        """Give the mechanics named *name* in either language, by any form."""
        return tuple(found for found in self.named(phrase_key(name)) if isinstance(found, KnownMechanic))

    def cards(self, name: str) -> tuple[KnownCard, ...]:
        """Give the cards named *name* in either language; else those whose names have all its words."""
        key = phrase_key(name)
        whole = tuple(found for found in self.named(key) if isinstance(found, KnownCard))
        if whole or not key:
            return whole
        having = [set(self.postings.postings(fields.NAME_WORD, word).documents) for word in key.split()]
        numbers = sorted(set.intersection(*having))[:MOST_CARDS]
        return tuple(found for found in map(self._entry, numbers) if isinstance(found, KnownCard))

    def cards_with(self, word: str) -> tuple[KnownCard, ...]:
        """Give the cards that have *word* in a name, if they are few enough to be meant."""
        if not 0 < self.postings.frequency(fields.NAME_WORD, word) <= FEW_CARDS:
            return ()
        numbers = self.postings.postings(fields.NAME_WORD, word).documents
        return tuple(found for found in map(self._entry, numbers) if isinstance(found, KnownCard))

    def _entry(self, number: int) -> KnownMechanic | KnownCard:
        ident = self.opened.reference(number).id
        kept = json.loads(self.opened.kept[number])
        if number >= self.opened.stamp.first_card:
            return KnownCard(ident, kept["name"])
        return KnownMechanic(ident, kept["name"], kept["ambiguous"], tuple(kept["en"]), tuple(kept["fr"]))
