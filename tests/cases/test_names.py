"""Names that are missing, shared, doubled, signed or spelt in two ways."""

import unicodedata

from bs4 import BeautifulSoup

from tests.cases.shelf import Shelf, run, sample
from tests.site.conftest import Site


def listed(page: BeautifulSoup, name: str) -> list[str]:
    """Return the addresses that a list of cards has under *name*."""
    rows = page.select(".names li > a")
    return [str(row["href"]).removeprefix("../cards/") for row in rows if row.get_text() == name]


def titles(page: BeautifulSoup) -> list[str]:
    """Return the names at the head of a page."""
    return [name.get_text() for name in page.select("main .head h1, main .head .other-name")]


# --- missing --------------------------------------------------------------------------------------------------------


def test_a_french_name_that_is_absent_null_or_empty_leaves_the_english_one_on_french_pages(
    odd: Shelf, pages: Site
) -> None:
    page = pages.page("fr/cards/test-stalker.html")
    assert titles(page) == ["Test Stalker"]
    assert page.select_one('h1 [lang="en"], h1[lang="en"]') is not None
    for name in ("Test Stalker", "Test Null"):
        shown = odd.show(name).json
        assert (shown["card"], shown["name_fr"]) == (name, None)


def test_french_names_of_both_faces_on_the_entry_of_one_are_the_name_of_the_french_page(
    odd: Shelf, pages: Site
) -> None:
    both = "Joueuse de flûte de la hurlemeute // Hurleuse de chant sauvage"
    assert odd.show("Howlpack Piper // Wildsong Howler").json["name_fr"] == both
    assert odd.show("Hurleuse de chant sauvage").json["card"] == "Howlpack Piper // Wildsong Howler"
    page = pages.page("fr/cards/howlpack-piper-wildsong-howler.html")
    assert page.h1 is not None
    assert page.h1.get_text() == both


def test_no_page_is_called_none_and_no_link_is_empty(pages: Site) -> None:
    assert not [path for path in pages.paths() if path.rpartition("/")[2] in {"none.html", "null.html", ".html"}]
    for path in ("fr/cards/index.html", "en/cards/index.html", "fr/index.html"):
        for link in pages.page(path)("a"):
            assert link["href"]
            assert link.get_text(strip=True) not in {"", "None", "null"}


def test_a_ruling_on_both_faces_of_a_card_stands_once_on_its_page(odd: Shelf, pages: Site) -> None:
    assert odd.texts("Howlpack Piper // Wildsong Howler") == ["It becomes day or night only once."]
    assert len(pages.page("en/cards/howlpack-piper-wildsong-howler.html").select("main .entry")) == 1


# --- shared ---------------------------------------------------------------------------------------------------------


def test_a_french_name_of_two_cards_offers_both_in_the_shell(odd: Shelf) -> None:
    assert sorted(odd.cards("Refonte")) == ["Reshape", "Unforge"]
    shown = odd.show("Refonte")
    assert shown.code == 2
    assert "Reshape" in shown.err
    assert "Unforge" in shown.err


def test_a_french_name_of_two_cards_leads_to_two_french_pages(pages: Site) -> None:
    assert listed(pages.page("fr/cards/index.html"), "Refonte") == ["reshape.html", "unforge.html"]
    assert titles(pages.page("fr/cards/reshape.html")) == ["Refonte", "Reshape"]
    assert titles(pages.page("fr/cards/unforge.html")) == ["Refonte", "Unforge"]


def test_a_french_name_left_in_english_makes_no_second_entry_in_lists(pages: Site) -> None:
    page = pages.page("fr/cards/index.html")
    assert listed(page, "Unesh, Criosphinx Sovereign") == ["unesh-criosphinx-sovereign.html"]
    (row,) = [row for row in page.select(".names li") if "Unesh" in row.get_text()]
    assert row.get_text().count("Unesh") == 1


# --- doubled --------------------------------------------------------------------------------------------------------


def test_a_reversible_card_with_a_doubled_name_is_the_card_it_is_and_has_no_page_of_its_own(
    odd: Shelf, pages: Site
) -> None:
    assert odd.texts("Propaganda") == ["The tax is paid as attackers are declared."]
    assert odd.show("Propaganda // Propaganda").json["card"] == "Propaganda"
    assert [path for path in pages.paths() if "propaganda" in path] == [
        "en/cards/propaganda.html",
        "fr/cards/propaganda.html",
    ]


# --- signed ---------------------------------------------------------------------------------------------------------


def test_a_name_that_begins_with_a_plus_sign_is_the_first_hit_and_no_neighbour_takes_its_place(odd: Shelf) -> None:
    assert odd.cards("+2 Mace")[0] == "+2 Mace"
    assert run("search", "+2", "Mace", "--json", "--index", odd.index).json["hits"][0]["cards"] == ["+2 Mace"]
    assert odd.show("+2 Mace").json["rulings"][0]["text"] == "The bonus lasts while it is attached."
    assert odd.show("2 Mace").json["rulings"][0]["text"] == "An invented neighbour with nearly the same slug."


def test_names_that_differ_by_a_plus_sign_have_pages_that_the_list_leads_to(pages: Site) -> None:
    index = pages.page("en/cards/index.html")
    for name in ("+2 Mace", "2 Mace", "Mace of the Valiant"):
        (address,) = listed(index, name)
        assert titles(pages.page(f"en/cards/{address}")) == [name]


# --- spelt in two ways ----------------------------------------------------------------------------------------------


def test_composed_and_decomposed_accents_are_one_card_at_one_address_found_by_either_form(
    odd: Shelf, pages: Site
) -> None:
    assert [path for path in pages.paths() if "ja-vu" in path] == ["en/cards/deja-vu.html", "fr/cards/deja-vu.html"]
    for form in ("NFC", "NFD"):
        name = unicodedata.normalize(form, "Déjà Vu")
        assert [ruling["text"] for ruling in odd.show(name).json["rulings"]] == [
            "From the composed file.",
            "Only in the decomposed file.",
        ]
        assert odd.cards(name) == ["Déjà Vu", "Déjà Vu"]


def test_a_file_whose_own_name_is_decomposed_is_read_and_has_a_page(odd: Shelf, pages: Site) -> None:
    assert odd.dated("Test Echo") == [("2024-02-02", "It is heard once.")]
    assert [path for path in pages.paths() if "sources/echo" in path] == [
        "en/sources/echo-txt.html",
        "fr/sources/echo-txt.html",
    ]


def test_a_set_is_shown_by_the_code_inside_the_file_not_by_the_name_of_the_file(pages: Site) -> None:
    head = pages.page("en/cards/test-conflux-card.html").select_one("main .head")
    assert head is not None
    assert "CON" in head.get_text().split()
    assert "CON_" not in head.get_text()
    assert sample("CON_.json").exists()
