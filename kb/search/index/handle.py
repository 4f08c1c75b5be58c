"""An index, open for reading: what reading, matching, ranking and presenting share."""

from errno import ENOMEM
from itertools import repeat
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

from whoosh.columns import ColumnReader
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.structfile import StructFile
from whoosh.index import TOC
from whoosh.reading import SegmentReader

from kb.search.index import schema as fields
from kb.search.index.postings import Leaves, PostingReader
from kb.search.index.schema import INDEX, Reference
from kb.search.index.stamp import Stamp, damaged, read_stamp


class Column:
    """What is kept of the documents of both segments, by document."""

    __slots__ = ("_names", "_texts", "_texts_end")

    def __init__(self, texts: ColumnReader, names: ColumnReader, texts_end: int) -> None:
        """Join what is kept of *texts*, documents 0 to *texts_end*, and of *names*, those after them."""
        self._texts, self._names, self._texts_end = texts, names, texts_end

    def __getitem__(self, number: int) -> bytes:
        """Return what is kept of document *number*."""
        end = self._texts_end
        found: bytes = self._texts[number] if number < end else self._names[number - end]
        return found


class Opened(NamedTuple):
    """The parts of an open index."""

    folder: Path
    stamp: Stamp
    reader: Leaves
    postings: PostingReader
    references: Column
    """By document, what `Reference` packs."""
    running: ColumnReader
    """By ruling or rule, its tokens in order."""
    kept: Column
    """By document, the JSON of a rule, mechanic or card."""

    def reference(self, number: int) -> Reference:
        """Return what is known of document *number*."""
        return Reference.unpack(self.references[number])


class _Files(FileStorage):
    """The files of a segment, mapped into memory: a query reads a few bytes in thousands of places.

    It knows those that it opened, as a reader that could not be made closes none.
    """

    def __init__(self, folder: str) -> None:
        super().__init__(folder)  # type: ignore[no-untyped-call]
        self._opened: list[StructFile] = []

    def open_file(self, name: str, **_: object) -> StructFile:
        with Path(self.folder, name).open("rb") as file:
            mapped = mmap(file.fileno(), 0, access=ACCESS_READ)
        self._opened.append(StructFile(mapped, name=name))  # type: ignore[arg-type]  # reads as a file does
        return self._opened[-1]

    def close(self) -> None:
        for file in self._opened:
            if not file.is_closed:
                file.close()


def open_index(folder: Path) -> Opened:
    """Open the index in *folder*; raises IndexUnusable if there is none, an older or a damaged one."""
    stamp = read_stamp(folder)
    # Files of their own for each reader, which closes all it finds there.
    files = _Files(str(folder)), _Files(str(folder))
    try:
        toc = TOC.read(files[0], INDEX)
        texts, names = map(SegmentReader, files, repeat(toc.schema), toc.segments)
        reader = Leaves(texts, names)
        references, running, kept = (_column(texts, name) for name in (fields.REFERENCE, fields.RUNNING, fields.KEPT))
        end = texts.doc_count_all()
        return Opened(
            folder=folder,
            stamp=stamp,
            reader=reader,
            postings=PostingReader(reader),
            references=Column(references, _column(names, fields.REFERENCE), end),
            running=running,
            kept=Column(kept, _column(names, fields.KEPT), end),
        )
    except Exception as error:
        for opened in files:
            opened.close()
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == ENOMEM:  # which is no damage
            raise
        # Whoosh answers damage with whatever the unpickling of it happens to raise.
        raise damaged(folder) from error


def _column(reader: SegmentReader, name: str) -> ColumnReader:
    return reader.column_reader(name, translate=False)
