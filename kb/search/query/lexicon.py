"""The names an index knows: mechanics and cards, looked up by what is typed, a few postings at a time."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from kb.search.index import schema as fields
from kb.search.index.analysis import phrase_key
from kb.search.index.handle import Opened
from kb.search.index.postings import PostingReader
from kb.tables import nicknames

MOST_CARDS = 200
"""Most cards that one name with some words left out may mean."""

FEW_CARDS = 12
"""Most cards that one word of their names may mean among other words."""


class KnownMechanic(NamedTuple):
    """A mechanic, as far as reading a query needs it."""

    slug: str
    name: str
    ambiguous: bool
    english: tuple[str, ...]
    """Every form, as a phrase key."""
    french: tuple[str, ...]


class KnownCard(NamedTuple):
    """A card, as far as reading a query needs it."""

    key: str
    name: str
    by_nickname: bool = False


class Lexicon(NamedTuple):
    """Looks names up in an index."""

    opened: Opened

    @property
    def postings(self) -> PostingReader:
        """The postings of the index."""
        return self.opened.postings

    def named(self, key: str) -> tuple[KnownMechanic | KnownCard, ...]:
        """Return the mechanics and the cards of which the phrase key *key* is a whole name or a nickname.

        Mechanics come first, cards known by their nickname last.
        """
        found = [self._entry(number) for number in self._numbers(key)]
        for card in nicknames().get(key, ()):
            known = (self._entry(number) for number in self._numbers(phrase_key(card)))
            found += [one._replace(by_nickname=True) for one in known if isinstance(one, KnownCard)]
        return tuple(found)

    def _numbers(self, key: str) -> Sequence[int]:
        return self.postings.postings(fields.NAME, key).documents if self.postings.frequency(fields.NAME, key) else ()

    def mechanics(self, name: str) -> tuple[KnownMechanic, ...]:
        """Return the mechanics named *name* in either language, by any form."""
        return tuple(found for found in self.named(phrase_key(name)) if isinstance(found, KnownMechanic))

    def cards(self, name: str) -> tuple[KnownCard, ...]:
        """Return the cards named *name* in either language; else those whose names have all its words."""
        key = phrase_key(name)
        whole = tuple(found for found in self.named(key) if isinstance(found, KnownCard))
        if whole or not key:
            return whole
        having = [set(self.postings.postings(fields.NAME_WORD, word).documents) for word in key.split()]
        numbers = sorted(set.intersection(*having))[:MOST_CARDS]
        return tuple(found for found in map(self._entry, numbers) if isinstance(found, KnownCard))

    def cards_with(self, *words: str) -> tuple[KnownCard, ...]:
        """Return the cards that have all *words* in their names, if they are few enough to be meant."""
        having = sorted((self.postings.frequency(fields.NAME_WORD, word), word) for word in words)
        if not having[0][0] or (len(words) == 1 and having[0][0] > FEW_CARDS):
            return ()
        numbers = set.intersection(
            *(set(self.postings.postings(fields.NAME_WORD, word).documents) for _, word in having)
        )
        if len(numbers) > FEW_CARDS:
            return ()
        return tuple(found for found in map(self._entry, sorted(numbers)) if isinstance(found, KnownCard))

    def rules(self, number: str) -> tuple[str, ...]:
        """Return the rule *number* and those under it: 702.62a under 702.62, not 702.621."""
        under = self.postings.starting_with(fields.RULE, number) if number else ()
        return tuple(found for found in under if not found[len(number) : len(number) + 1].isdigit())

    def apostrophized(self, word: str) -> str:
        """Return *word* with the apostrophe that it lacks, if only so a card name has it: urzas, gaeas."""
        if not word.endswith("s") or any(
            self.postings.frequency(name, word) for name in (fields.NAME_WORD, fields.WORDS)
        ):
            return word
        possessive = f"{word[:-1]}'s"
        return possessive if self.postings.frequency(fields.NAME_WORD, possessive) else word

    def _entry(self, number: int) -> KnownMechanic | KnownCard:
        ident = self.opened.reference(number).id
        kept = json.loads(self.opened.kept[number])
        if number >= self.opened.stamp.first_card:
            return KnownCard(ident, kept["name"])
        return KnownMechanic(ident, kept["name"], kept["ambiguous"], tuple(kept["en"]), tuple(kept["fr"]))
