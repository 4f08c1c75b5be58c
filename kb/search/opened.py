"""An index, open for reading: what reading, matching, ranking and presenting share."""

from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

from whoosh.columns import ColumnReader
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.structfile import StructFile
from whoosh.index import FileIndex
from whoosh.reading import IndexReader

from kb.search import schema as fields
from kb.search.postings import PostingReader
from kb.search.schema import Reference
from kb.search.stamp import Stamp, damaged, read_stamp


class Opened(NamedTuple):
    """The parts of an open index."""

    folder: Path
    stamp: Stamp
    reader: IndexReader
    postings: PostingReader
    references: ColumnReader
    """By document, what `Reference` packs."""
    running: ColumnReader
    """By document, its tokens in order."""
    kept: ColumnReader
    """By document, the JSON of a rule, mechanic or card."""

    def reference(self, number: int) -> Reference:
        """Give what is known of document *number*."""
        return Reference.unpack(self.references[number])


class _Files(FileStorage):
    """The files of an index, mapped into memory: a query reads a few bytes in thousands of places.

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
    files = _Files(str(folder))
    try:
        reader = FileIndex(files).reader()
        columns = (
            reader.column_reader(name, translate=False) for name in (fields.REFERENCE, fields.RUNNING, fields.KEPT)
        )
        return Opened(folder, stamp, reader, PostingReader(reader), *columns)
    except Exception as error:
        files.close()
        # Whoosh answers damage with whatever the unpickling of it happens to raise.
        raise damaged(folder) from error
