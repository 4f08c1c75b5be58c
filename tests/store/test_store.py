"""What goes into the structured index comes out again, and a person can read it."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from kb.errors import IndexUnusable
from kb.model import (
    Card,
    Carries,
    Evidence,
    Finding,
    Knowledge,
    Lang,
    Link,
    LinkKind,
    Mechanic,
    MechanicKind,
    Pair,
    PairStatus,
    Problem,
    Reach,
    Revision,
    Rule,
    RuleKind,
    Ruling,
    Source,
    Span,
    Witness,
)
from kb.store.read import Store
from kb.store.write import write

WITNESS = Witness("corpus/a.txt", Span(3, 4), "Text  as it stood", "wotc", "fire-ice", Evidence.HEADING)
KNOWLEDGE = Knowledge(
    sources=(
        Source("corpus/a.txt", "dated list", "d1", (Lang.FR,), "Automatique", Reach.PAGES, 9, 7),
        Source("corpus/b", "", ""),
    ),
    rulings=(
        Ruling(
            "0123456789ab",
            None,
            Lang.FR,
            "Texte à lire",
            "w1",
            "p1",
            witnesses=(Witness("corpus/a.txt", Span(1, 1), "t"),),
        ),
        Ruling(
            "abcdef012345",
            date(2024, 2, 2),
            Lang.EN,
            "{X} is 0; “quoted” <b>",
            "w2",
            "p2",
            ("fire-ice", "aether"),
            ("scryfall", "wotc"),
            "General notes",
            lost_symbol=True,
            machine_translated=True,
            witnesses=(WITNESS, replace(WITNESS, number=1, section="General notes", lost_symbol=True)),
        ),
    ),
    cards=(
        Card("aether", "Æther Vial", "Fiole d'Æther", aliases=("Aether Vial",)),
        Card(
            "fire-ice",
            "Fire // Ice",
            "Feu // Glace",
            "id-1",
            ("Fire", "Ice"),
            ("Feu", "Glace"),
            keywords=("Fuse",),
            sets=("CON",),
        ),
        Card("mace", "+2 Mace"),
        Card("mace-2", "2 Mace"),
        Card("seal-a", "Seal of Fire", "Refonte"),
        Card("seal-b", "Remake", "Refonte"),
        Card("two", "TEST CASE"),
        Card("two-b", "Test Case"),
    ),
    mechanics=(
        Mechanic(
            "suspend",
            MechanicKind.KEYWORD_ABILITY,
            "Suspend",
            "suspension",
            ("suspend", "suspended"),
            ("suspension",),
            "702.62",
            ambiguous=True,
            evergreen=True,
            name_fr_evidence="cards:3",
        ),
    ),
    carried=(Carries("fire-ice", "suspend"),),
    links=(Link("abcdef012345", "suspend", LinkKind.CONTEXT, 0.75, "3 of 4 cards have it"),),
    revisions=(Revision("0123456789ab", "abcdef012345"),),
    pairs=(Pair("0123456789ab", "abcdef012345", PairStatus.OUTDATED),),
    rules=(
        Rule("702.62", RuleKind.RULE, "Suspend", ""),
        Rule("702.62a", RuleKind.SUBRULE, "", "What it is.\nExample: So."),
        Rule("702.620", RuleKind.RULE, "Another", ""),
        Rule("Suspend", RuleKind.GLOSSARY, "Suspend", "A word."),
    ),
    findings=(Finding("corpus/b", Problem("undecodable_file", "no text", Span(0, 0))),),
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    write(tmp_path / "kb.sqlite", KNOWLEDGE)
    return Store(tmp_path / "kb.sqlite")


def test_everything_comes_out_as_it_went_in(store: Store) -> None:
    assert store.knowledge() == KNOWLEDGE


def test_equal_knowledge_gives_equal_bytes(tmp_path: Path) -> None:
    write(tmp_path / "one", KNOWLEDGE)
    write(tmp_path / "two", KNOWLEDGE)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_rulings_come_in_the_order_asked_for_and_unknown_ids_are_left_out(store: Store) -> None:
    assert [r.id for r in store.rulings(["abcdef012345", "nope", "0123456789ab"])] == ["abcdef012345", "0123456789ab"]


def test_a_ruling_is_found_by_the_start_of_its_id(store: Store) -> None:
    assert [r.id for r in store.rulings_by_prefix("abcd")] == ["abcdef012345"]
    assert store.rulings_by_prefix("*") == ()


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("Fire // Ice", ["fire-ice"]),
        ("feu // glace", ["fire-ice"]),
        ("fire ice", ["fire-ice"]),
        ("Ice", ["fire-ice"]),
        ("glace", ["fire-ice"]),
        ("aether vial", ["aether"]),
        ("Fiole d’Æther", ["aether"]),
        ("+2 Mace", ["mace"]),
        ("2 mace", ["mace-2"]),
        ("Refonte", ["seal-a", "seal-b"]),
        ("Test Case", ["two-b"]),
        ("test case", ["two", "two-b"]),
        ("two", ["two"]),
        ("nobody", []),
        ("", []),
    ],
)
def test_a_card_is_found_by_any_of_its_names(store: Store, name: str, keys: list[str]) -> None:
    assert [c.key for c in store.cards_named(name)] == keys


def test_rulings_of_a_card_and_of_a_mechanic(store: Store) -> None:
    assert [r.id for r in store.rulings_of_card("fire-ice")] == ["abcdef012345"]
    assert [r.id for r in store.rulings_of_mechanic("suspend")] == ["abcdef012345"]


def test_a_person_reads_it_with_any_sqlite_tool(tmp_path: Path) -> None:
    write(tmp_path / "kb.sqlite", KNOWLEDGE)
    with closing(sqlite3.connect(tmp_path / "kb.sqlite")) as db:
        rows = db.execute("select date, lang, cards, text from reading where cards is not null").fetchall()
    assert rows == [("2024-02-02", "en", "Fire // Ice; Æther Vial", "{X} is 0; “quoted” <b>")]


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_a_missing_or_damaged_file_is_said_in_one_line(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "kb.sqlite"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(IndexUnusable, match="kb ingest"):
        Store(file)


def test_a_file_cut_in_half_is_said_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "kb.sqlite"
    write(file, KNOWLEDGE)
    file.write_bytes(file.read_bytes()[:6000])
    with pytest.raises(IndexUnusable, match="kb ingest"):
        Store(file).knowledge()


def test_a_place_where_nothing_can_be_written_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="unable to open database file"):
        write(tmp_path / "missing" / "kb.sqlite", KNOWLEDGE)


def test_a_fault_of_ours_stays_an_error_of_the_library(tmp_path: Path) -> None:
    write(tmp_path / "kb.sqlite", KNOWLEDGE)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        write(tmp_path / "kb.sqlite", KNOWLEDGE)
