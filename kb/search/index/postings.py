"""Which documents have a term, and with what weight, read from the Whoosh index in as few steps as can be."""

from array import array
from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple, cast

from whoosh.codec.whoosh3 import W3TermInfo
from whoosh.reading import MultiReader, SegmentReader, TermInfo, TermNotFound

from kb.search.index import schema as fields

_REMEMBERED = 8_000_000
"""Postings kept in memory (8 bytes each): the common words of a language, decoded once."""


_COUNTED = 50_000
"""Frequencies kept in memory; the same few are asked for many times in one query."""


class Postings(NamedTuple):
    """Documents in ascending order, and the weight of the term in each."""

    documents: "array[int]"
    weights: "array[float]"


NOWHERE = Postings(array("I"), array("f"))


class Leaves(MultiReader):
    """The reader of an index of two segments, which asks for a field the one that has it, not both."""

    def __init__(self, texts: SegmentReader, names: SegmentReader) -> None:
        """Join the readers of both."""
        super().__init__([texts, names])
        self._of = dict.fromkeys(fields.IN_TEXTS, (texts, 0))
        self._of |= {name: (names, texts.doc_count_all()) for name in fields.IN_NAMES}

    def leaf(self, field: str) -> tuple[SegmentReader, int]:
        """Return the reader that has *field*, and the number of its first document in the whole index."""
        return self._of[field]

    def items(self, field: str) -> Iterator[tuple[bytes, TermInfo]]:
        """Yield every term of *field* in order, with what stands beside it."""
        for (name, term), info in self.leaf(field)[0].iter_from(field, b""):
            if name != field:
                return
            yield term, info

    def doc_frequency(self, fieldname: str, text: str | bytes) -> int:
        """Return how many documents have the term *text*."""
        return self._of[fieldname][0].doc_frequency(fieldname, text)

    def expand_prefix(self, fieldname: str, prefix: str | bytes) -> Iterator[bytes]:
        """Return the terms that start with *prefix*, in order."""
        return iter(self._of[fieldname][0].expand_prefix(fieldname, prefix))

    def terms_within(self, fieldname: str, text: str, maxdist: int, prefix: int = 0) -> Iterator[str]:
        """Return the terms so many slips away from *text* that start with as many of its letters as *prefix* says."""
        return iter(self._of[fieldname][0].terms_within(fieldname, text, maxdist, prefix))


class PostingReader:
    """Reads postings, and remembers those it read last."""

    def __init__(self, reader: Leaves) -> None:
        self._reader = reader
        self._frequency: dict[tuple[str, str], int] = {}
        self._kept: OrderedDict[tuple[str, str], Postings] = OrderedDict()
        self._size = 0

    def frequency(self, field: str, term: str) -> int:
        """Return how many documents have *term*."""
        key = (field, term)
        found = self._frequency.get(key)
        if found is None:
            if len(self._frequency) >= _COUNTED:
                self._frequency.clear()
            found = self._frequency[key] = int(self._reader.doc_frequency(field, term.encode()))
        return found

    def postings(self, field: str, term: str) -> Postings:
        """Return the documents that have *term*; empty when none has."""
        key = (field, term)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        reader, first = self._reader.leaf(field)
        try:
            found = unpacked(reader.term_info(field, term.encode()), first)
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
        """Return the terms that start with *prefix*, in order."""
        return (term.decode() for term in self._reader.expand_prefix(field, prefix.encode()))

    def all(self, field: str) -> Iterator[tuple[str, Postings]]:
        """Return every term of *field* in order, with its postings."""
        first = self._reader.leaf(field)[1]
        return ((term.decode(), unpacked(info, first)) for term, info in self._reader.items(field))


def unpacked(info: TermInfo, first: int = 0) -> Postings:
    """Return the postings beside a term, as `kb.search.index.segment` writes them; *first* is added to each."""
    numbers, given, _ = cast("W3TermInfo", info).inlined_postings()
    documents = array("I", [number + first for number in numbers] if first else numbers)
    return Postings(documents, array("f", [1.0]) * len(documents) if given is None else array("f", given))
