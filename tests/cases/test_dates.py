"""Dates in every form that pages print, and the order they put rulings in."""

import re
from pathlib import Path

import pytest

from tests.cases.shelf import Shelf, run, sample, saved
from tests.site.conftest import Site

PAGES = (
    "dates-month-first.html",
    "dates-day-first-saved-in-english.html",
    "dates-french.html",
    "dates-all-ambiguous.html",
    "order.cards.json",
    "order.rulings.json",
)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("dates"), *map(sample, PAGES))


def test_a_day_over_twelve_in_the_second_place_makes_a_page_month_first(shelf: Shelf) -> None:
    assert shelf.dated("Test Delta") == [("2008-04-01", "Delta ruling one."), ("2009-12-25", "Delta ruling two.")]


def test_a_day_over_twelve_in_the_first_place_makes_an_english_page_day_first(shelf: Shelf) -> None:
    assert shelf.dated("Test Epsilon") == [("2023-05-04", "Epsilon ruling two."), ("2023-06-16", "Epsilon ruling one.")]


def test_a_french_page_is_day_first_and_its_first_of_a_month_is_1er(shelf: Shelf) -> None:
    assert shelf.dated("Test Delta", "fr") == [
        ("2008-04-01", "Décision delta une."),
        ("2009-12-25", "Décision delta deux."),
        ("2010-04-01", "Décision delta trois."),
    ]


def test_a_date_that_nothing_settles_is_not_guessed_but_reported_with_both_readings(shelf: Shelf) -> None:
    problems = [p for p in shelf.summary["problems"] if p["code"] == "ambiguous_date"]
    assert [(p["file"], p["line"]) for p in problems] == [("dates-all-ambiguous.html", 5)]
    assert all(day in problems[0]["detail"] for day in ("03/04/2005", "2005-03-04", "2005-04-03"))


def test_a_day_that_no_calendar_has_is_reported_with_its_place_and_the_other_rulings_load(shelf: Shelf) -> None:
    problems = [p for p in shelf.summary["problems"] if p["code"] == "impossible_date"]
    assert [(p["file"], p["line"]) for p in problems] == [("dates-all-ambiguous.html", 6)]
    assert "31/02/2005" in problems[0]["detail"]
    assert shelf.dated("Test Zeta") == [
        (None, "Zeta ruling one."),
        (None, "Zeta ruling with a date that does not exist."),
    ]


def test_a_row_whose_date_cannot_be_read_is_a_ruling_with_a_problem(tmp_path: Path) -> None:
    rows = [
        ("0000-00-00", "A ruling with a date of noughts."),
        ("4/16/2020", "An ordinary ruling stands in the middle."),
        ("unknown", "A ruling whose date is not known."),
    ]
    shelf = Shelf(tmp_path, saved(tmp_path, *rows))
    assert set(shelf.dated("Test Page")) == {("2020-04-16", rows[1][1]), (None, rows[0][1]), (None, rows[2][1])}
    assert [problem["code"] for problem in shelf.summary["problems"]] == ["undated", "undated"]


def test_what_is_said_of_a_date_to_come_is_the_same_on_any_day_of_reading(tmp_path: Path) -> None:
    file = saved(tmp_path, ("2099-01-02", "It is a ruling of days to come."), ("2020-01-02", "It is a ruling."))
    (problem,) = Shelf(tmp_path, file).summary["problems"]
    assert problem["detail"] == "“2099-01-02” lies in the future; kept as read"


ORDER = ["First.", "Second.", "Third, first half.", "Third, second half."]


def test_rulings_listed_newest_first_are_shown_by_date_and_those_of_one_day_in_the_order_of_the_file(
    shelf: Shelf,
) -> None:
    shown = run("show", "Test Eta", "--index", shelf.index).out
    assert re.findall(r"^    (First|Second|Third, \w+ half)", shown, re.MULTILINE) == [t.rstrip(".") for t in ORDER]


def test_the_site_lists_the_rulings_of_a_card_in_the_order_that_the_shell_does(pages: Site) -> None:
    page = pages.page("en/cards/test-eta.html")
    assert [text.get_text() for text in page.select("main .entry .text")] == ORDER
