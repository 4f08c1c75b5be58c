"""Which words of a ruling lead to a mechanic, from the shell to the site."""

import pytest
from bs4 import Tag

from tests.cases.shelf import Shelf
from tests.site.conftest import Site


def linked(page: Tag, part: str) -> list[tuple[str, str]]:
    """Return the words and the mechanic of each link in the ruling that begins with *part*."""
    (text,) = [text for text in page.select("main .entry .text") if text.get_text().startswith(part)]
    return [(a.get_text(), str(a["href"]).rpartition("/")[2].removesuffix(".html")) for a in text("a")]


def test_a_word_that_only_begins_with_a_mechanic_puts_no_card_on_the_page_of_the_mechanic(pages: Site) -> None:
    cards = {a.get_text() for a in pages.page("en/mechanics/unearth.html").select('main a[href*="/cards/"]')}
    assert cards == {"Test Digger"}


def test_a_card_named_after_food_is_tied_to_no_mechanic(odd: Shelf) -> None:
    (ruling,) = [ruling for ruling in odd.rulings if ruling["cards"] == ["Food Brawl"]]
    assert ruling["mechanics"] == []


@pytest.mark.parametrize(
    ("beginning", "links"),
    [
        ("Islandcycling", [("Islandcycling", "cycling"), ("cycling", "cycling"), ("landcycling", "cycling")]),
        ("A creature with", [("double strike", "double-strike"), ("first strike", "first-strike")]),
        ("Commander ninjutsu", [("Commander ninjutsu", "ninjutsu"), ("ninjutsu", "ninjutsu")]),
        ("Protection from", [("Protection from", "protection"), ("hexproof from", "hexproof")]),
    ],
)
def test_a_compound_is_one_link_and_none_lies_on_a_part_of_it(
    pages: Site, beginning: str, links: list[tuple[str, str]]
) -> None:
    assert linked(pages.page("en/cards/test-merfolk.html"), beginning) == links


def test_a_mechanic_in_a_text_is_linked_and_in_the_name_of_the_card_is_not(pages: Site) -> None:
    page = pages.page("en/cards/suspended-sentinel.html")
    assert [link for link in linked(page, "A suspended card") if link[1] == "suspend"] == [
        ("suspended", "suspend"),
        ("suspend", "suspend"),
    ]
    assert isinstance(page.h1, Tag)
    assert page.h1("a") == []
    assert linked(pages.page("en/cards/unearthly-herald.html"), "Unearthly Herald") == []


def test_no_link_lies_in_a_link_on_any_page(pages: Site) -> None:
    for path in pages.paths("cards/*.html"):
        assert pages.page(path).select("a a") == [], path
