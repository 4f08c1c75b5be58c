"""What `kb check` says of a corpus in which something is on the wrong card."""

from pathlib import Path

import pytest

from tests.cases.shelf import Shelf, run, sample

CARDS, RULINGS = sample("wrong-card.cards.json"), sample("wrong-card.rulings.json")


def test_a_ruling_that_names_another_card_and_not_its_own_is_reported_once() -> None:
    checked = run("check", CARDS, RULINGS)
    assert checked.code == 0
    found = [line.split(": ", 2)[:2] + [line.split(": ", 2)[2].partition(" (")[0]] for line in checked.out.splitlines()]
    assert found == [
        ["wrong-card.rulings.json:1", "other_card", "on Test Mountain Keep, names Test Gem Raider instead"],
        ["wrong-card.rulings.json:4", "other_card", "on Test Gem Raider, names Test Mountain Keep instead"],
    ]


def test_both_cards_keep_both_rulings(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, CARDS, RULINGS)
    assert [each["cards"] for each in shelf.rulings] == [["Test Gem Raider", "Test Mountain Keep"]] * 2


@pytest.mark.slow
def test_few_rulings_of_all_are_reported(reference: Path) -> None:
    checked = run("check", reference / "data" / "scryfall")
    found = [line for line in checked.out.splitlines() if ": other_card: " in line]
    assert len(found) < 20
    assert any("on Takenuma, Abandoned Mire, names Suit Up instead" in line for line in found)
    assert any("on Traveling Minister, names Undead Butler instead" in line for line in found)


def test_explaining_a_page_shows_its_readings_and_what_each_line_was_taken_for(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Rift Bolt\n\nRulings\n\n2007-02-01\nIf it is countered, it isn't exiled.\n\x1b[2J\n", "utf-8")
    shown = run("check", "--explain", page).out.splitlines()
    scores = [float(line.split()[0]) for line in shown if " taken" in line]
    assert shown[0].endswith(f"page.txt: {len(scores)} readings, the best first")
    assert scores == sorted(scores, reverse=True)
    lines = [line.split(None, 2)[:2] for line in shown if line.lstrip()[:1].isdigit() and "taken" not in line]
    assert ["1", "heading"] in lines
    assert ["5", "ruling"] in lines
    assert not any("\x1b" in line for line in shown)


def test_explaining_an_exact_format_says_so() -> None:
    assert run("check", "--explain", CARDS).out.endswith("in an exact format, which is read field by field\n")


def test_explaining_what_cannot_be_read_says_why_and_fails(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_bytes(b"")
    explained = run("check", "--explain", tmp_path / "page.txt")
    assert explained.code == 1
    assert "is empty" in explained.out
