"""Rulings that go to the right card and date, each by itself, though another is nearer or better known."""

from pathlib import Path

import pytest

from tests.cases.shelf import Shelf, sample


def cards_of(shelf: Shelf, text: str) -> list[str]:
    """Return the cards on which the one ruling stands whose text contains *text*."""
    [found] = [each for each in shelf.rulings if text in each["text"]]
    return list(found["cards"])


def test_a_known_name_is_taken_whole_with_its_brackets(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("erase-parenthesis.html"), sample("names-with-brackets.cards.json"))
    assert cards_of(shelf, "you draw a card") == ["Erase (Not the Urza's Legacy One)"]


def test_the_face_of_a_card_that_pages_name_with_both_is_that_card(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("slashes-without-faces.txt"))
    assert cards_of(shelf, "both halves") == cards_of(shelf, "enchantment is gone") == ["Wear // Tear"]
    assert shelf.show("Wear").json["card"] == shelf.show("Tear").json["card"] == "Wear // Tear"


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("aether vial", "Æther Vial"),
        ("æther vial", "Æther Vial"),
        ("ratonhnhake:ton", "Ratonhnhaké:ton"),
        ("Ratonhnhaké\ua789ton", "Ratonhnhaké:ton"),
        ("lim-dul's vault", "Lim-Dûl's Vault"),
    ],
)
def test_old_and_new_spellings_of_a_name_are_one_card(tmp_path: Path, asked: str, named: str) -> None:
    shelf = Shelf(tmp_path, sample("lookalike-letters.json"))
    assert shelf.show(asked).json["card"] == named
    assert len({card for each in shelf.rulings for card in each["cards"]}) == 4


@pytest.mark.parametrize("folder", ["tables-by-id", "tables-by-id-first"])
def test_tables_are_joined_by_the_identifiers_of_cards(tmp_path: Path, folder: str) -> None:
    shelf = Shelf(tmp_path, sample(folder))
    assert cards_of(shelf, "a land is tapped") == ["Rift Bolt"]
    assert cards_of(shelf, "keeps its counters") == ["Ancestral Vision"]


def test_a_table_of_rulings_may_have_an_identifier_besides(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("uuid-and-name.csv"))
    assert [(each["date"], each["cards"]) for each in shelf.rulings] == [
        ("2009-10-01", ["Rift Bolt"]),
        ("2021-06-18", ["Rift Bolt"]),
    ]


def test_an_author_and_a_date_behind_a_text_date_it_alone(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("author-tags.txt"))
    assert {each["text"]: each["date"] for each in shelf.rulings} == {
        "It waits one turn in exile before it is cast.": "1999-08-11",
        "Countering it does not bring it back.": None,
        "It may target a player.": "2003-10-01",
    }


def test_names_that_look_like_the_furniture_of_a_site_are_names(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("furniture-words"))
    assert sorted(card for each in shelf.rulings for card in each["cards"]) == [
        "Doomskar Oracle",
        "Doomskar Oracle",
        "Rubblebelt Recluse",
    ]


def test_a_table_within_a_cell_belongs_to_the_cell(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("nested-with-dates.html"))
    assert [each["date"] for each in shelf.rulings] == ["2009-10-01", "2010-01-13"]
