"""The frame of a page: names of cards, and what only looks like one, or like a link."""

from pathlib import Path

import pytest

from kb.layouts import interpret
from kb.layouts.reader.signs.words import is_footer
from kb.model import Document
from kb.read import read
from tests.layouts.sources import TODAY


@pytest.mark.parametrize("name", ["Retour à la nature", "Retour de flamme du test", "Retour au cirque"])
def test_a_card_whose_name_begins_with_retour_heads_its_page(name: str, tmp_path: Path) -> None:
    text = f"{name}\n\nDécisions\n\n2024-02-02\n\nVous pouvez détruire votre propre enchantement, même sans cible.\n"
    (tmp_path / "page.txt").write_text(text, "utf-8")
    (ruling,) = interpret(read(tmp_path / "page.txt", "page.txt"), TODAY).rulings
    assert ruling.card is not None
    assert ruling.card.printed == name


@pytest.mark.parametrize(
    "link",
    [
        "Retour",
        "Retour à l’accueil",
        "Retour à la liste des cartes",
        "Retour au sommaire",
        "retour en haut",
        "Retour aux résultats",
    ],
)
def test_a_link_that_leads_back_is_part_of_the_frame(link: str) -> None:
    assert is_footer(link)


# --- dates that a bare blank sets off -------------------------------------------------------------------------------

AIM, PICK = "Shock can be aimed at any target.", "You pick the target for Shock while casting it."


def page(folder: Path, *lines: str) -> Document:
    """Understand a page on one card, its rulings made of *lines*."""
    (folder / "page.txt").write_text("\n".join(("Shock", "", "Rulings", *lines, "")), "utf-8")
    return interpret(read(folder / "page.txt", "page.txt"), TODAY)


def dated(document: Document) -> list[tuple[str, str]]:
    return [(ruling.date.isoformat() if ruling.date else "", ruling.text) for ruling in document.rulings]


@pytest.mark.parametrize("day", ["2020-12-31", "12/31/2020", "31 December 2020", "December 31, 2020"])
@pytest.mark.parametrize("lines", [("2021-03-19", AIM), ("2021-03-19", "", AIM, "")])
def test_a_date_and_a_sentence_on_one_line_open_an_entry_where_other_dates_stand_alone(
    lines: tuple[str, ...], day: str, tmp_path: Path
) -> None:
    document = page(tmp_path, *lines, f"{day} {PICK}")
    assert dated(document) == [("2021-03-19", AIM), ("2020-12-31", PICK)]
    assert document.problems == ()


def test_a_date_alone_behind_a_dated_line_belongs_to_what_follows_it(tmp_path: Path) -> None:
    document = page(tmp_path, f"2020-12-31 {PICK}", "2021-03-19", AIM)
    assert dated(document) == [("2020-12-31", PICK), ("2021-03-19", AIM)]


def test_an_odd_line_at_the_end_leaves_the_dated_line_before_it_a_ruling(tmp_path: Path) -> None:
    document = page(tmp_path, "2021-03-19", AIM, f"12/31/2020 {PICK}", "Some odd line that is no ruling")
    assert dated(document) == [("2021-03-19", AIM), ("2020-12-31", PICK)]


def test_a_date_within_a_sentence_that_goes_on_in_the_next_line_opens_no_entry(tmp_path: Path) -> None:
    document = page(tmp_path, "2021-03-19", "Cards were printed with another text until", "2020-12-31 When it changed.")
    assert dated(document) == [("2021-03-19", "Cards were printed with another text until 2020-12-31 When it changed.")]


@pytest.mark.parametrize(
    "lines",
    [
        (AIM, "2021-03-19", "", "You draw a card.", "2021-03-20", ""),
        (f"{AIM} (2021-03-19)", "You draw a card. (2021-03-20)"),
    ],
)
def test_a_dated_sentence_below_a_list_whose_dates_stand_behind_is_dated_by_its_own(
    lines: tuple[str, ...], tmp_path: Path
) -> None:
    document = page(tmp_path, *lines, f"2020-12-31 {PICK}")
    assert dated(document) == [("2021-03-19", AIM), ("2021-03-20", "You draw a card."), ("2020-12-31", PICK)]
    assert document.problems == ()


def test_a_dated_sentence_takes_no_date_that_stands_behind_it(tmp_path: Path) -> None:
    lines = (
        AIM,
        "2021-03-19",
        "",
        "You draw a card.",
        "2021-03-20",
        "",
        f"2020-12-31 {PICK}",
        "Cast it.",
        "2021-03-21",
    )
    document = page(tmp_path, "", *lines)
    assert dated(document) == [
        ("2021-03-19", AIM),
        ("2021-03-20", "You draw a card."),
        ("2020-12-31", PICK),
        ("2021-03-21", "Cast it."),
    ]
