"""Addresses: one for each page, on every system, whatever the names."""

import json
import re
import unicodedata
from pathlib import Path, PurePosixPath

import pytest

from tests.cases.shelf import Shelf, sample
from tests.site.conftest import Site

# Eighteen names whose usual slugs would be eleven.
RIVALS = json.loads(sample("slug-collisions.json").read_text("utf-8"))["data"]
RESERVED = ("Con", "Aux", "Nul", "PRN", "COM1", "Lpt9", "Con.", "aux.card")


def address_of(site: Site, name: str, lang: str = "en") -> str:
    """Return the one address that the list of cards has for *name*."""
    (found,) = [a for a in site.page(f"{lang}/cards/index.html").select(".names li > a") if a.get_text() == name]
    return f"{lang}/{str(found['href']).removeprefix('../')}"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("number", "name"), list(enumerate(RIVALS, 1)))
def test_cards_whose_names_give_one_slug_each_have_a_page_with_their_own_ruling(
    pages: Site, number: int, name: str, lang: str
) -> None:
    page = pages.page(address_of(pages, name, lang))
    assert page.h1 is not None
    assert page.h1.get_text() == name
    assert [text.get_text() for text in page.select(".entry .text")] == [f"Ruling of card number {number}."]


def test_no_two_paths_are_one_where_case_and_accents_do_not_count(pages: Site) -> None:
    paths = pages.paths("*")
    assert len({unicodedata.normalize("NFC", path).lower() for path in paths}) == len(paths)


def test_cards_called_suspend_index_search_404_and_assets_leave_the_other_pages_as_they_are(pages: Site) -> None:
    headings = {
        "en/mechanics/suspend.html": "Suspend",
        "en/mechanics/fear.html": "Fear",
        "en/cards/index.html": "Cards",
        "en/mechanics/index.html": "Mechanics",
    }
    for path, heading in headings.items():
        h1 = pages.page(path).h1
        assert h1 is not None
        assert h1.get_text() == heading
    for path in ("index.html", "en/index.html", "404.html", "en/404.html"):
        assert "Ruling of card number" not in (pages.folder / path).read_text("utf-8"), path
    assert (pages.folder / "static" / "style.css").is_file()


def test_addresses_do_not_depend_on_the_order_in_which_cards_come(tmp_path: Path, pages: Site) -> None:
    turned = {"meta": {"version": "5.0.0"}, "data": dict(reversed(RIVALS.items()))}
    (tmp_path / "turned.json").write_text(json.dumps(turned), "utf-8")
    site = Shelf(tmp_path, tmp_path / "turned.json").site()
    addresses = {name: address_of(site, name) for name in RIVALS}
    assert addresses == {name: address_of(pages, name) for name in RIVALS}
    assert len(set(addresses.values())) == 18


def test_no_part_of_a_path_is_a_name_that_windows_keeps_or_ends_in_a_dot(pages: Site) -> None:
    kept = re.compile(r"(?i)(con|aux|nul|prn|com[0-9]|lpt[0-9])(\..*)?")
    for path in pages.paths("*"):
        for part in PurePosixPath(path).parts:
            assert not kept.fullmatch(part), path
            assert not part.endswith((".", " ")), path


@pytest.mark.parametrize("name", RESERVED)
def test_a_card_with_a_name_that_windows_keeps_has_a_page_that_shows_the_name_unchanged(pages: Site, name: str) -> None:
    page = pages.page(address_of(pages, name))
    assert page.h1 is not None
    assert page.h1.get_text() == name
    assert [text.get_text() for text in page.select(".entry .text")] == [f"Ruling of {name}."]
