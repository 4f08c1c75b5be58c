"""Which documents have a term, and with what weight, read from the Whoosh index in as few steps as can be."""

from array import array
from collections import OrderedDict
from collections.abc import Iterator
from itertools import accumulate, repeat
from typing import NamedTuple

from whoosh.codec.whoosh3 import W3LeafMatcher
from whoosh.matching.mcore import Matcher
from whoosh.reading import IndexReader, TermNotFound

_REMEMBERED = 8_000_000
"""Postings kept in memory (8 bytes each): the common words of a language, decoded once."""


_COUNTED = 50_000
"""Frequencies kept in memory; the same few are asked for many times in one query."""


class Postings(NamedTuple):
    """Documents in ascending order, and the weight of the term in each."""

    documents: "array[int]"
    weights: "array[float]"


NOWHERE = Postings(array("I"), array("f"))


class PostingReader:
    """Reads postings, and remembers those it read last."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader
        self._frequency: dict[tuple[str, str], int] = {}
        self._kept: OrderedDict[tuple[str, str], Postings] = OrderedDict()
        self._size = 0

    def frequency(self, field: str, term: str) -> int:
        """Give how many documents have *term*."""
        key = (field, term)
        found = self._frequency.get(key)
        if found is None:
            if len(self._frequency) >= _COUNTED:
                self._frequency.clear()
            found = self._frequency[key] = int(self._reader.doc_frequency(field, term.encode()))
        return found

    def postings(self, field: str, term: str) -> Postings:
        """Give the documents that have *term*; empty when none has."""
        key = (field, term)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        try:
            found = read_postings(self._reader.postings(field, term.encode()))
        except TermNotFound:
            found = NOWHERE
        self._remember(key, found)
        return found

    def _remember(self, key: tuple[str, str], found: Postings) -> None:
        self._kept[key] = found
        self._size += len(found.documents) + 1
        while self._size > _REMEMBERED and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped.documents) + 1

    def starting_with(self, field: str, prefix: str) -> Iterator[str]:
        """Give the terms that start with *prefix*, in order."""
        return (term.decode() for term in self._reader.expand_prefix(field, prefix.encode()))


def read_postings(matcher: Matcher) -> Postings:
    """Read all that is left of *matcher*."""
    found = Postings(array("I"), array("f"))
    if type(matcher) is W3LeafMatcher:
        _read_blocks(matcher, found)
    else:
        _read_one_by_one(matcher, found)
    return found


def _read_blocks(matcher: W3LeafMatcher, found: Postings) -> None:
    # The public calls give one posting at a time, ten times slower than the block that lies behind them: its numbers as
    # differences, its weights as an array, as one number for all, or as None for 1.0. Both releases of Whoosh keep them
    # so; a test holds that both ways read the same.
    while matcher.is_active():
        matcher._read_data()  # noqa: SLF001
        differences, weights, _ = matcher._data or ((), None, None)  # noqa: SLF001
        found.documents.extend(accumulate(differences))
        if weights is None or isinstance(weights, float):
            weights = repeat(1.0 if weights is None else weights, len(differences))
        found.weights.extend(weights)
        matcher._next_block()  # noqa: SLF001


def _read_one_by_one(matcher: Matcher, found: Postings) -> None:
    while matcher.is_active():
        found.documents.append(matcher.id())
        found.weights.append(matcher.weight())
        matcher.next()
