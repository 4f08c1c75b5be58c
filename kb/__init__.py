"""A knowledge base of Magic: The Gathering rulings: read, search, publish.

import kb

with kb.open_index("path/to/.kb") as index:
    for hit in index.search("suspend X cost").hits:
        print(hit.ruling.date, hit.ruling.text)
"""

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.index import Index

__all__ = ["__version__", "open_index"]
__version__ = "0.1.0"


def open_index(path: str | PathLike[str]) -> "Index":
    """Open the index in the folder *path*; raises `kb.errors.IndexUnusable` when there is none that can be read."""
    # Imported here, so that `kb --version` and completion do not load the search library.
    from pathlib import Path  # noqa: PLC0415

    from kb.index import Index  # noqa: PLC0415

    return Index(Path(path))
