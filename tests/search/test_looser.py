"""What finds nothing says what to leave out, and an older wording stands after the newer one."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kb.model import Revision
from kb.search.index import build as index
from kb.search.searcher import Searcher
from tests.search.make import Base, Said, base, knowledge, ruling

ROWS = [
    Said("A suspended card waits in exile.", "2021-06-18", "Slow Spell", "suspend"),
    Said("Cascade exiles cards until one is cheaper.", "2006-09-25", "Quick Spell", "cascade"),
]
OLD = Said("Its controller plays the spell when the last counter leaves it.", "2006-09-25", "Slow Spell")
NEW = Said("When the last counter leaves it, its controller casts that spell.", "2004-01-01", "Slow Spell")


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    """Two rulings with nothing in common."""
    with base(tmp_path_factory.mktemp("two"), ROWS) as opened:
        yield opened


def test_filters_that_leave_nothing_together_are_named_with_what_is_found_without_each(two: Base) -> None:
    notes = two.ask('card:"Slow Spell" mechanic:cascade').notes
    assert notes == ("without card:Slow Spell: 1 found", "without mechanic:cascade: 1 found")


def test_dates_that_leave_nothing_are_named(two: Base) -> None:
    assert "without the dates: 1 found" in two.ask("cascade date>=2020").notes


def test_a_phrase_that_stands_nowhere_is_named_and_left_out_on_offer(two: Base) -> None:
    notes = two.ask('cascade "until the sky falls"').notes
    assert notes == ('no ruling here has: "until the sky falls"', 'without "until the sky falls": 1 found')


def test_a_query_that_finds_something_is_offered_nothing(two: Base) -> None:
    assert two.ask("cascade lang:en").notes == ()


def _texts(folder: Path, revisions: tuple[Revision, ...]) -> list[str]:
    """Index two wordings with the dates against the newer one; give them as found."""
    held = replace(knowledge([OLD, NEW]), revisions=revisions)
    index.write(folder, held)
    by_id = {one.id: one for one in held.rulings}
    searcher = Searcher(folder, lambda ids: [by_id[ident] for ident in ids])
    try:
        return [hit.ruling.text for hit in searcher.search("last counter leaves").hits]
    finally:
        searcher.close()


def test_a_wording_that_was_replaced_stands_after_the_one_that_replaced_it(tmp_path: Path) -> None:
    replaced = Revision(older=ruling(OLD).id, newer=ruling(NEW).id)
    assert _texts(tmp_path / "plain", ()) == [OLD.text, NEW.text]
    assert _texts(tmp_path / "revised", (replaced,)) == [NEW.text, OLD.text]
