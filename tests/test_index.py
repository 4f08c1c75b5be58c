"""What an open index says to questions that no other test asks it."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import kb
from kb.errors import UsageError
from kb.index import Index
from kb.update.run import ingest

PAGE = """Void Test

Rulings

2006-09-25

Void Test puts a card on top of its owner's library.

2006-09-25

An empty library loses nobody the game at once.
"""


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    """An index of two rulings."""
    (tmp_path / "page.txt").write_text(PAGE, "utf-8")
    ingest([tmp_path / "page.txt"], tmp_path / "index", today=date(2026, 8, 1))
    with kb.open_index(tmp_path / "index") as opened:
        yield opened


@pytest.mark.parametrize("query", [None, 5, b"suspend", ["suspend"]])
def test_a_query_that_is_no_text_is_an_error_that_says_so(index: Index, query: object) -> None:
    with pytest.raises(UsageError, match="query cannot be"):
        index.search(query)  # type: ignore[arg-type]


def test_a_french_name_that_is_an_everyday_word_means_no_mechanic_among_other_words(index: Index) -> None:
    assert not any("the mechanic" in part for part in index.search("bibliothèque vide", explain=True).reading)
    assert any("the mechanic Void" in part for part in index.search("void", explain=True).reading)


def test_a_mechanic_is_found_by_a_french_name_that_is_an_everyday_word(index: Index) -> None:
    found = index.mechanic("vide")
    assert found is not None
    assert found.slug == "void"
