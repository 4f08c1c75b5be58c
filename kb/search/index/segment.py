"""Writing a segment of a search index, from postings gathered in memory.

Whoosh's own writer sorts postings on disk, a pickle each, and keeps them in blocks for a search that skips. Those of
rulings are few enough to gather by term, and ranking reads whole lists; so each list is kept whole beside its term, as
Whoosh itself may keep short ones. Its own readers find all of it; a test reads it back by their calls.
"""

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from pickle import dumps, loads
from struct import Struct
from zlib import crc32

from whoosh.codec.whoosh3 import W3Codec, W3Segment
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.filetables import HashWriter, OrderedHashReader, OrderedHashWriter
from whoosh.filedb.structfile import StructFile
from whoosh.index import TOC
from whoosh.util.numlists import GrowableArray

from kb.search.index import schema as fields

Terms = Mapping[str, float] | Collection[str]
"""Terms of one field of a document, each once, with their weights; without, each weighs 1."""

Weights = Sequence[float] | None
"""Of a term in each document that has it; None where all are 1."""

Listed = tuple[bytes, Sequence[int], Weights]
"""A term, the documents that have it, and its weights."""

_CRC = 1
"""Whoosh's number for the fastest of the hashes by which it finds a term."""
_SHORT = 64
"""Below so many postings, plain numbers are smaller and quicker to read than packed ones."""
_PICKLE = 3
"""The oldest protocol that keeps bytes as they are; newer ones frame them, which short lists need not."""
_RECORD = Struct("!BfIBBfII")
"""Of a term, as Whoosh keeps it: whether its postings follow, the sum of their weights, how many they are, two lengths
that are of no use here, the highest weight, the first document and the last."""
_NUMBER = 2
"""Bytes of the number of a field, which stands before each of its terms."""
_LENGTHS = Struct("!ii")
_SLOT = Struct("!Iq")
_FREE = (0, 0)


class Gathered:
    """The documents of a segment, in their order: the postings of their terms, and what is kept of them."""

    def __init__(self, segment: str) -> None:
        """Begin with none."""
        self.columns: dict[str, list[bytes]] = {name: [] for name in fields.COLUMNS[segment]}
        self._plain: defaultdict[str, defaultdict[str, array[int]]] = defaultdict(_by_term)
        self._weighted: defaultdict[str, defaultdict[str, tuple[array[int], array[float]]]] = defaultdict(_by_weighted)

    def add(self, document: int, terms: Mapping[str, Terms], columns: Mapping[str, bytes]) -> None:
        """Add a document: by field its *terms*, by column what is kept of it."""
        self.add_terms(document, terms)
        for name, values in self.columns.items():
            values.append(columns.get(name, b""))

    def add_terms(self, document: int, terms: Mapping[str, Terms]) -> None:
        """Add *terms* to a document; those of one term have to come in the order of their documents.

        A field has weights in every document or in none.
        """
        for name, given in terms.items():
            if isinstance(given, Mapping):
                weighted = self._weighted[name]
                for term, weight in given.items():
                    documents, weights = weighted[term]
                    documents.append(document)
                    weights.append(weight)
            else:
                plain = self._plain[name]
                for term in given:
                    plain[term].append(document)

    def lists(self, name: str) -> Iterator[Listed]:
        """Yield the terms of field *name* in order, with their postings."""
        plain, weighted = self._plain[name], self._weighted[name]
        yield from ((term.encode(), plain[term], None) for term in sorted(plain))
        yield from ((term.encode(), *weighted[term]) for term in sorted(weighted))


def _by_term() -> "defaultdict[str, array[int]]":
    return defaultdict(lambda: array("I"))


def _by_weighted() -> "defaultdict[str, tuple[array[int], array[float]]]":
    return defaultdict(lambda: (array("I"), array("f")))


def write_segment(
    folder: Path, name: str, lists: Mapping[str, Iterable[Listed]], columns: Mapping[str, Sequence[bytes]]
) -> None:
    """Write the segment *name* of the index in *folder*: by field, its terms in order; by column, what is kept."""
    segment = _segment(name, 0)
    for column, values in columns.items():
        with (folder / W3Codec.column_filename(segment, column)).open("wb") as file:
            _write_column(StructFile(file), values)
    # Whoosh opens a file of postings too, and one that is empty cannot be mapped into memory.
    (folder / segment.make_filename(W3Codec.POSTS_EXT)).write_bytes(b"none")
    with terms_file(folder, name).open("wb") as file:
        writer = _TermWriter(StructFile(file), sorted(lists))
        for number, field in enumerate(sorted(lists)):
            prefix = number.to_bytes(_NUMBER, "big")
            for term, documents, weights in lists[field]:
                writer.add(prefix + term, _packed(documents, weights))
        writer.close()  # type: ignore[no-untyped-call]


def terms_file(folder: Path, name: str) -> Path:
    """Return the file that has the terms of the segment *name*, and their postings."""
    return folder / f"{fields.INDEX}_{name}{W3Codec.TERMS_EXT}"


def write_contents(folder: Path, texts: int, names: int) -> None:
    """Make one index of the two segments in *folder*, which have so many documents."""
    segments = [_segment(fields.TEXTS, texts), _segment(fields.NAMES, names)]
    TOC(fields.schema(), segments, 1).write(FileStorage(str(folder)), fields.INDEX)


def _segment(name: str, size: int) -> W3Segment:
    return W3Segment(W3Codec(), fields.INDEX, doccount=size, segid=name)


def _write_column(file: StructFile, values: Sequence[bytes]) -> None:
    # As Whoosh does, but always with the places of the values: without, they are counted when the index is opened.
    lengths = _narrow(list(map(len, values)))
    places = _narrow(list(accumulate(lengths, initial=0))[:-1])
    file.write(b"".join(values))
    file.write_array(lengths)
    file.write_array(places)
    file.write(f"{lengths.typecode}{places.typecode}X".encode())


def _narrow(numbers: Sequence[int]) -> "array[int]":
    most = max(numbers, default=0)
    return array("H" if most < 1 << 16 else "i" if most < 1 << 31 else "q", numbers)


def _packed(documents: Sequence[int], weights: Weights) -> bytes:
    """Return what is kept of a term: what Whoosh wants to know of it, then its postings."""
    number = len(documents)
    total, most = (number, 1.0) if weights is None else (sum(weights), max(weights))
    record = _RECORD.pack(1, total, number, 0, 0, most, documents[0], documents[-1])
    if number >= _SHORT:
        documents, weights = array("I", documents), None if weights is None else array("f", weights)
    else:
        documents, weights = tuple(documents), None if weights is None else tuple(weights)
    return record + dumps((documents, weights, ()), _PICKLE)


def read_lists(file: Path) -> Iterator[tuple[str, bytes, Sequence[int], Weights]]:
    """Yield the field, the term and the postings of every term in a *file* of terms, in order."""
    content = file.read_bytes()
    table = OrderedHashReader(StructFile(BytesIO(content)), len(content))
    names = list(table.extras["fieldmap"])
    place = table.startofdata
    while place < table.endofdata:
        key, value = _LENGTHS.unpack_from(content, place)
        start = place + _LENGTHS.size
        place = start + key + value
        documents, weights, _ = loads(content[start + key + _RECORD.size : place])  # noqa: S301  as Whoosh does
        number = int.from_bytes(content[start : start + _NUMBER])
        yield names[number], content[start + _NUMBER : start + key], documents, weights


class _TermWriter(OrderedHashWriter):
    """Whoosh's table of terms, written with fewer calls and found by a faster hash."""

    def __init__(self, file: StructFile, names: Sequence[str]) -> None:
        HashWriter.__init__(self, file, hashtype=_CRC)
        self.extras["fieldmap"] = {name: number for number, name in enumerate(names)}
        self.index = GrowableArray("q")
        self._end = file.tell()

    def add(self, key: bytes, value: bytes) -> None:
        hashed = crc32(key)
        self.buckets[hashed & 255].append((hashed, self._end))
        self.index.array.append(self._end)
        self._end += self.dbfile.file.write(_LENGTHS.pack(len(key), len(value)) + key + value)

    def _write_hashes(self) -> None:
        for entries in self.buckets:
            self.directory.append((self.dbfile.tell(), 2 * len(entries)))
            self.dbfile.write(b"".join(_SLOT.pack(*slot) for slot in _slots(entries)))


def _slots(entries: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    slots = [_FREE] * (2 * len(entries))
    for entry in entries:
        slot = (entry[0] >> 8) % len(slots)
        while slots[slot] != _FREE:
            slot = (slot + 1) % len(slots)
        slots[slot] = entry
    return slots
