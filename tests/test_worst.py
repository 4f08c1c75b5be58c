"""Every reader takes time in proportion to the size of a file, however bad it is: none of these tests may hang."""

from datetime import date
from pathlib import Path

import pytest

from kb.ingest.assemble import CorpusReading, assemble, read_files
from kb.ingest.corpus import CorpusFile
from kb.model import Card
from kb.read import read
from kb.text.names import index_names
from tests.tools.bench.worst_files import FILES

_SMALL, _LARGE = 6_000, 100_000
_ONCE_STEEP = (
    ("txt", "names and rulings"),
    ("txt", "names alone, each another"),
    ("txt", "bullets under names"),
    ("txt", "costs under one type"),
    ("txt", "labels and blanks"),
    ("txt", "one line of words before a date"),
    ("txt", "one line of brackets"),
    ("txt", "one row without end"),
    ("txt", "markdown heading with blanks"),
    ("txt", "markdown picture with blanks"),
    ("html", "tags whose ends are quoted, no space"),
    ("html", "quotes behind the last tag"),
    ("html", "one long class, and rows"),
    ("html", "cells that reach down"),
    ("html", "long cells that reach down"),
    ("json", "cards of one name"),
)
"""What once took time by the square of its size, so that this many bytes would take minutes."""


def reading(folder: Path, reader: str, name: str, size: int) -> CorpusReading:
    """Read a file of *size* bytes in a corpus of its own."""
    file = folder / f"worst.{reader}"
    file.write_bytes(FILES[reader][name](size))
    return read_files([CorpusFile(file, file.name)], today=date(2026, 1, 1))


@pytest.mark.parametrize(("reader", "name"), [(reader, name) for reader, files in FILES.items() for name in files])
def test_the_worst_files_are_read_or_refused_in_one_line(tmp_path: Path, reader: str, name: str) -> None:
    read_ = reading(tmp_path, reader, name, _SMALL)
    assert len(read_.documents) + len(read_.failures) == 1
    assert not any("\n" in str(failure) for failure in read_.failures)


@pytest.mark.parametrize(("reader", "name"), _ONCE_STEEP)
def test_what_was_steep_once_is_read_up_to_its_ties(tmp_path: Path, reader: str, name: str) -> None:
    assemble(reading(tmp_path, reader, name, _LARGE))


@pytest.mark.parametrize("name", ["cells that reach down", "long cells that reach down", "rows that reach down"])
def test_cells_that_reach_down_do_not_swell_a_page(tmp_path: Path, name: str) -> None:
    file = tmp_path / "worst.html"
    file.write_bytes(FILES["html"][name](_LARGE))
    assert len(read(file, file.name).text) < _LARGE + 550_000


def test_names_of_very_many_cards_are_sorted_once() -> None:
    cards = [Card(key=f"bell-{number}", name="Bell") for number in range(20_000)]
    assert len(index_names(cards).find("bell")) == 20_000
