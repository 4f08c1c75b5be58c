"""Writing the one segment of a search index, from postings gathered in memory.

Whoosh's own pool sorts postings on disk, a pickle each; those of rulings are few enough to gather by term, eight bytes
each, and to hand whole lists of them to its codec. What is written is the same, in a fraction of the time.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping

from whoosh.codec.whoosh3 import W3Codec, W3PostingsWriter
from whoosh.index import FileIndex
from whoosh.writing import SegmentWriter

_BLOCK = 1024
"""Postings read in one step. Whoosh's own 128 suits a search that skips; ranking here reads whole lists."""

Weighted = Iterable[tuple[str, float]]
"""Terms of one field of a document, each once, with their weights."""


class Segment:
    """Takes documents in their order, then writes them all at once."""

    def __init__(self, index: FileIndex) -> None:
        """Begin the segment of *index*, which is locked until `commit` or `cancel`."""
        # As files of their own: of one file of all, Whoosh reads each part into memory when the index is opened.
        self._writer = SegmentWriter(index, codec=_Codec(), compound=False)
        self._schema = index.schema
        self._fields: defaultdict[str, _Field] = defaultdict(_Field)
        self._size = 0

    def add(self, terms: Mapping[str, Weighted], columns: Mapping[str, bytes]) -> None:
        """Add a document: by field its *terms*, by column what is kept of it."""
        self.add_terms(self._size, terms)
        self._writer.add_document(**columns)
        self._size += 1

    def add_terms(self, document: int, terms: Mapping[str, Weighted]) -> None:
        """Add *terms* to a document; those of one term have to come in the order of their documents."""
        for name, weighted in terms.items():
            self._fields[name].add(document, weighted)

    def commit(self) -> None:
        """Write what was added; the index can be read from then on."""
        for name in sorted(self._fields):
            self._write(name, self._fields.pop(name))
        self._writer.commit()

    def cancel(self) -> None:
        """Write nothing, and unlock the index."""
        self._writer.cancel()

    def _write(self, name: str, field: "_Field") -> None:
        writer = self._writer.fieldwriter
        writer.start_field(name, self._schema[name])
        for term in sorted(field.postings):
            writer.start_term(term.encode())
            writer.add(*field.postings[term], b"", 0)
            writer.finish_term()
        writer.finish_field()


class _Field:
    """The documents that have each term of one field, and the weight of the term there."""

    def __init__(self) -> None:
        self.postings: defaultdict[str, tuple[array[int], array[float]]] = defaultdict(_no_postings)

    def add(self, document: int, terms: Weighted) -> None:
        for term, weight in terms:
            documents, weights = self.postings[term]
            documents.append(document)
            weights.append(weight)


def _no_postings() -> tuple["array[int]", "array[float]"]:
    return array("I"), array("f")


class _Codec(W3Codec):
    """Whoosh's codec, but for taking all postings of a term at once; it is kept in the index as Whoosh's own."""

    def __init__(self) -> None:
        super().__init__(blocklimit=_BLOCK)  # type: ignore[no-untyped-call]

    def postings_writer(self, dbfile: object, byteids: bool = False) -> "_PostingsWriter":  # noqa: FBT001, FBT002  as in the base
        return _PostingsWriter(dbfile, byteids=byteids)

    def __reduce__(self) -> tuple[type[W3Codec], tuple[int]]:
        return W3Codec, (_BLOCK,)


class _PostingsWriter(W3PostingsWriter):
    """Fills whole blocks, where Whoosh adds one posting after the other and looks at the type of each.

    Both releases of Whoosh keep a block in these attributes; a test reads back what was written.
    """

    def __init__(self, dbfile: object, *, byteids: bool) -> None:
        super().__init__(dbfile, blocklimit=_BLOCK, byteids=byteids)  # type: ignore[no-untyped-call]

    def add_posting(self, id_: "array[int]", weight: "array[float]", *_: object) -> None:
        for start in range(0, len(id_), _BLOCK):
            if self._ids:
                super()._write_block()  # type: ignore[no-untyped-call]
            self._ids, self._weights = id_[start : start + _BLOCK], weight[start : start + _BLOCK]
            self._maxweight = max(self._weights)
