"""An index, open for reading: what reading, matching, ranking and presenting share."""

from dataclasses import dataclass
from pathlib import Path

from whoosh.columns import ColumnReader
from whoosh.filedb.filestore import FileStorage
from whoosh.index import FileIndex
from whoosh.reading import IndexReader

from kb.search import schema as fields
from kb.search.postings import PostingReader
from kb.search.schema import Reference
from kb.search.stamp import Stamp, damaged, read_stamp


@dataclass(frozen=True, slots=True)
class Opened:
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


def open_index(folder: Path) -> Opened:
    """Open the index in *folder*; raises IndexUnusable if there is none, an older or a damaged one."""
    stamp = read_stamp(folder)
    try:
        reader = FileIndex(FileStorage(str(folder))).reader()
        columns = (
            reader.column_reader(name, translate=False) for name in (fields.REFERENCE, fields.RUNNING, fields.KEPT)
        )
        return Opened(folder, stamp, reader, PostingReader(reader), *columns)
    except Exception as error:
        # Whoosh answers damage with whatever the unpickling of it happens to raise.
        raise damaged(folder) from error
