"""Making the index of changed rulings from the one before: the very files that a fresh one would have."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import IndexUnusable
from kb.model import Card, Change, Knowledge, Lang, Revision, Rule, RuleKind, Ruling, Tie
from kb.search.index import build as index
from kb.search.index import stamp
from kb.search.index.export import Exported, export
from kb.search.index.patch import SortOrder, patch
from kb.search.searcher import Searcher
from kb.text.folding import slug
from tests.search.make import MECHANICS, Said, knowledge, ruling

CARDS = tuple(Card(slug(name), name) for name in ("Ancestral Vision", "Hymn", "Rift Bolt"))
RULES = (
    Rule("702.62", RuleKind.RULE, "Suspend", "Suspend is a keyword that represents three abilities."),
    Rule("702.62a", RuleKind.RULE, "", "Remove a time counter at the beginning of your upkeep."),
)


def known(*rows: Said, superseded: tuple[Said, ...] = ()) -> Knowledge:
    """Return the knowledge of *rows*; each of *superseded* has a newer wording."""
    revisions = tuple(Revision(ruling(row).id, "newer") for row in superseded)
    return replace(knowledge(rows, CARDS, RULES), revisions=revisions)


def ties(held: Knowledge) -> dict[str, Tie]:
    """Return the ties of each ruling of *held*."""
    old = {revision.older for revision in held.revisions}
    return {
        one.id: Tie(tuple(link for link in held.links if link.ruling == one.id), one.id in old) for one in held.rulings
    }


def parts(folder: Path, before: Knowledge, after: Knowledge) -> tuple[Change, SortOrder]:
    """Return what makes *after* of *before*, in *folder*."""
    was, now = ({one.id: one for one in held.rulings} for held in (before, after))
    gone = frozenset(ident for ident, one in was.items() if now.get(ident) != one)
    new = tuple(one for ident, one in now.items() if was.get(ident) != one)
    was_tied = ties(before)
    changed = {ident: tie for ident, tie in ties(after).items() if ident in gone or tie != was_tied.get(ident, Tie())}
    return Change(gone, new), SortOrder(folder, changed, MECHANICS)


def handed(*parts: Change | SortOrder | None) -> Callable[[], Change | SortOrder | None]:
    """Return a call that gives *parts* one after the other."""
    return iter(parts).__next__


def files(folder: Path) -> dict[str, bytes]:
    """Read every file in *folder*."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def patched(folder: Path, before: Knowledge, after: Knowledge) -> Exported:
    """Patch the index of *before* to that of *after* in *folder*, as a fresh one is; give what it holds."""
    index.write(folder / "before", before)
    as_it_was = files(folder / "before")
    patch(folder / "before", handed(*parts(folder / "patched", before, after)))
    index.write(folder / "fresh", after)
    assert files(folder / "patched") == files(folder / "fresh")
    assert files(folder / "before") == as_it_was
    stamp.check(folder / "patched")
    return export(folder / "patched")


def holding(exported: Exported, field: str, term: str) -> list[int]:
    """Return the documents that have *term*."""
    found = exported.postings[field].get(term)
    return list(found.documents) if found else []


NEW = Said("Suspended cards have time counters.", "2021-01-01", "Rift Bolt", "suspend")
MID = Said("Exile it with counters on it.", "2014-07-18", "Ancestral Vision|Rift Bolt", "~suspend")
OLD = Said("A hymn is sung at random.", "2004-10-04", "Hymn")
UNDATED = Said("Chosen at random.", "", "Hymn", source="scryfall")
ALL = (NEW, MID, OLD, UNDATED)


def ids(exported: Exported) -> list[str]:
    """Return the rulings in their order."""
    return [reference.id for reference in exported.references[: exported.stamp.rulings]]


def idents(*rows: Said) -> list[str]:
    """Return the ids of *rows*."""
    return [ruling(row).id for row in rows]


def test_nothing_changed_gives_the_same_files(tmp_path: Path) -> None:
    found = patched(tmp_path, known(*ALL), known(*ALL))
    assert ids(found) == idents(NEW, MID, OLD, UNDATED)


def test_a_new_ruling_comes_before_older_ones_and_undated_ones_come_last(tmp_path: Path) -> None:
    found = patched(tmp_path, known(MID, OLD), known(*ALL))
    assert ids(found) == idents(NEW, MID, OLD, UNDATED)
    assert found.stamp.dates == ((0, "2021-01-01"), (1, "2014-07-18"), (2, "2004-10-04"), (3, ""))
    assert holding(found, "words", "random") == [2, 3]
    assert holding(found, "words", "counters") == [0, 1]


@pytest.mark.parametrize("left", range(4))
def test_a_ruling_that_is_gone_leaves_the_others_in_order(tmp_path: Path, left: int) -> None:
    rest = [row for number, row in enumerate(ALL) if number != left]
    assert ids(patched(tmp_path, known(*ALL), known(*rest))) == idents(*rest)


def test_a_word_that_no_ruling_has_any_more_is_gone(tmp_path: Path) -> None:
    before, after = known(*ALL), known(NEW, MID, UNDATED)
    found = patched(tmp_path, before, after)
    assert "sung" not in found.postings["words"]
    assert list(found.postings["card"]) == ["ancestral-vision", "hymn", "rift-bolt"]


def test_all_rulings_may_go_and_come(tmp_path: Path) -> None:
    assert patched(tmp_path / "go", known(*ALL), known()).stamp.rulings == 0
    assert patched(tmp_path / "come", known(), known(*ALL)).stamp.rulings == 4
    assert patched(tmp_path / "stay", known(), known()).stamp.rulings == 0


def test_rules_and_names_stand_after_the_rulings_as_before(tmp_path: Path) -> None:
    found = patched(tmp_path, known(OLD), known(*ALL))
    assert holding(found, "rule", "702.62a") == [5]
    assert [reference.id for reference in found.references[4:6]] == ["702.62", "702.62a"]
    assert holding(found, "name", "suspend") == [9]
    assert holding(found, "name", "hymn") == [11]


def test_a_wording_that_becomes_shared_is_found_by_it_and_no_more_when_one_is_gone(tmp_path: Path) -> None:
    again = replace(OLD, on="2009-10-01")
    term = f"wording {ruling(OLD).wording}"
    assert holding(patched(tmp_path / "more", known(*ALL), known(*ALL, again)), "same", term) == [2, 3]
    assert holding(patched(tmp_path / "less", known(*ALL, again), known(*ALL)), "same", term) == []


def test_ties_of_a_ruling_that_stays_are_those_given_and_its_own_marks_stay(tmp_path: Path) -> None:
    untied = replace(MID, mechanics="")
    found = patched(tmp_path, known(NEW, MID), known(NEW, untied, superseded=(untied,)))
    assert holding(found, "mechanic", "suspend") == [0, 2, 3]
    assert holding(found, "rule", "702.62") == [0, 2]
    assert {term: list(of.documents) for term, of in found.postings["is"].items()} == {
        "official": [0, 1],
        "shared": [1],
        "superseded": [1],
    }


def test_a_ruling_that_changed_is_as_it_is_now(tmp_path: Path) -> None:
    note = replace(known(OLD).rulings[0], sources=("scryfall",), cards=("hymn", "rift-bolt"))
    found = patched(tmp_path, known(*ALL), replace(known(*ALL), rulings=(*known(NEW, MID, UNDATED).rulings, note)))
    assert holding(found, "is", "note") == [2, 3]
    assert holding(found, "is", "shared") == [1, 2]
    assert holding(found, "card", "rift-bolt") == [0, 1, 2]


def test_a_patched_index_is_patched_again(tmp_path: Path) -> None:
    stages = [known(OLD), known(OLD, NEW), known(MID, NEW, UNDATED), known(*ALL)]
    index.write(tmp_path / "0", stages[0])
    for number, (before, after) in enumerate(pairwise(stages)):
        patch(tmp_path / f"{number}", handed(*parts(tmp_path / f"{number + 1}", before, after)))
    index.write(tmp_path / "fresh", known(*ALL))
    assert files(tmp_path / "3") == files(tmp_path / "fresh")


def test_a_search_finds_what_is_new_and_not_what_is_gone(tmp_path: Path) -> None:
    after = known(NEW, MID, UNDATED)
    patched(tmp_path, known(MID, OLD, UNDATED), after)
    by_id = {one.id: one for one in after.rulings}

    def fetch(wanted: list[str]) -> list[Ruling]:
        return [by_id[ident] for ident in wanted]

    with closing(Searcher(tmp_path / "patched", fetch)) as searcher:
        assert [hit.ruling.text for hit in searcher.search("suspend").hits] == [NEW.text, MID.text]
        assert [hit.ruling.text for hit in searcher.search("hymn").hits] == [UNDATED.text]
        assert not searcher.search("sung").total


def test_what_is_no_sound_index_is_not_patched(tmp_path: Path) -> None:
    index.write(tmp_path / "before", known(*ALL))
    terms = next((tmp_path / "before").glob("*texts.trm"))
    terms.write_bytes(bytes(len(terms.read_bytes())))
    with pytest.raises(IndexUnusable, match="damaged"):
        patch(tmp_path / "before", handed(Change(), SortOrder(tmp_path / "patched", {}, MECHANICS)))
    with pytest.raises(IndexUnusable, match="no search index"):
        patch(tmp_path / "nowhere", handed(Change(), SortOrder(tmp_path / "other", {}, MECHANICS)))
    assert not (tmp_path / "patched" / stamp.STAMP).exists()


@pytest.mark.parametrize("parts", [(None,), (Change(), None)], ids=["change", "order"])
def test_without_a_change_or_an_order_nothing_is_made(tmp_path: Path, parts: tuple[Change | None, ...]) -> None:
    index.write(tmp_path / "before", known(*ALL))
    patch(tmp_path / "before", handed(*parts))
    assert [path.name for path in tmp_path.iterdir()] == ["before"]


TEXTS = ("Suspend it.", "Rift Bolt has suspend.", "Hymn has suspend.", "Exile a card, then a card.", "Un sort suspendu")
ROWS = st.builds(
    Said,
    st.sampled_from(TEXTS),
    st.sampled_from(("", "2004-10-04", "2014-07-18", "2021-01-01")),
    st.sampled_from(("", "Hymn", "Rift Bolt", "Hymn|Rift Bolt")),
    st.sampled_from(("", "suspend", "~suspend cascade", "~counter")),
    st.sampled_from(Lang),
    st.sampled_from(("", "wotc", "scryfall")),
)


@st.composite
def knowledges(draw: st.DrawFn) -> Knowledge:
    """Return some rulings, some of them with newer wordings."""
    rows = draw(st.lists(ROWS, max_size=12, unique_by=lambda said: ruling(said).id))
    old = tuple(row for row in rows if draw(st.booleans()))
    return known(*rows, superseded=old)


@settings(max_examples=30)
@given(knowledges(), knowledges())
def test_any_index_patched_to_any_other_has_the_files_of_a_fresh_one(before: Knowledge, after: Knowledge) -> None:
    with TemporaryDirectory() as folder:
        patched(Path(folder), before, after)


@settings(max_examples=10)
@given(st.sets(st.integers(0, 149)), st.sets(st.integers(0, 149)))
def test_long_lists_are_patched_as_short_ones_are(gone: set[int], new: set[int]) -> None:
    rows = [Said(f"Card number {number} of many.", f"20{number % 20:02}-01-01") for number in range(150)]
    before = known(*(row for number, row in enumerate(rows) if number not in new))
    after = known(*(row for number, row in enumerate(rows) if number not in gone))
    with TemporaryDirectory() as folder:
        patched(Path(folder), before, after)
