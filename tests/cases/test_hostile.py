"""Names, rulings and queries that would be markup, script, template or terminal commands if they were let."""

from xml.etree import ElementTree as ET

import pytest

from tests.cases.shelf import Shelf
from tests.site.conftest import Site

IMAGE = "Test <img src=x onerror=\"document.title='XSS'\">"
IMAGE_FR = "Essai <img src=x onerror=\"document.title='XSS'\">"
ATTRIBUTE = 'Test " onmouseover="alert(1)'
SCRIPT = "Test javascript:alert(1)"
TEMPLATE = "Test {{ 7*7 }} {% raw %}"
MARKUP = "Hello <img src=x onerror=\"document.title='XSS'\"> world & <b>bold</b> \"quoted\" 'single'."
ATOM = "{http://www.w3.org/2005/Atom}"


def page_of(pages: Site, name: str) -> str:
    (row,) = [a for a in pages.page("en/cards/index.html").select(".names li > a") if a.get_text() == name]
    return str(row["href"]).rpartition("/")[2]


@pytest.mark.parametrize("name", [IMAGE, ATTRIBUTE, SCRIPT, TEMPLATE])
def test_a_name_is_escaped_once_in_title_heading_and_list(pages: Site, name: str) -> None:
    page = pages.page(f"en/cards/{page_of(pages, name)}")
    assert page.title is not None
    assert page.h1 is not None
    assert page.title.get_text() == f"{name} · Magic Rulings"
    assert page.h1.get_text() == name


def test_a_french_name_is_escaped_once_and_its_english_alias_too(pages: Site) -> None:
    page = pages.page(f"fr/cards/{page_of(pages, IMAGE)}")
    assert page.h1 is not None
    assert page.h1.get_text() == IMAGE_FR
    assert [alias.get_text() for alias in page.select(".other-name")] == [IMAGE]


def test_a_ruling_appears_exactly_as_in_its_file_on_its_card_its_day_and_its_own_page(odd: Shelf, pages: Site) -> None:
    (ruling,) = [ruling for ruling in odd.rulings if ruling["cards"] == [IMAGE]]
    assert ruling["text"] == MARKUP
    for path in (f"cards/{page_of(pages, IMAGE)}", "dates/2006-09-25.html", f"rulings/{ruling['id']}.html"):
        assert MARKUP in [text.get_text().strip() for text in pages.page(f"en/{path}").select("main p")], path


def test_braces_of_a_template_are_shown_as_typed(pages: Site) -> None:
    page = pages.page(f"en/cards/{page_of(pages, TEMPLATE)}")
    assert [text.get_text() for text in page.select(".entry .text")] == ["{{ 7*7 }} must be shown as typed."]


def test_the_feed_tells_names_and_texts_once_escaped(pages: Site) -> None:
    feed = ET.fromstring((pages.folder / "en" / "feed.xml").read_text("utf-8"))  # noqa: S314 - we wrote it ourselves
    entries = {entry.findtext(f"{ATOM}title"): entry.findtext(f"{ATOM}content") for entry in feed.iter(f"{ATOM}entry")}
    assert entries[f"Rulings on {IMAGE}."] == MARKUP
    assert entries[f"Rulings on {ATTRIBUTE}."] == "Attribute breakout."


def test_no_page_has_an_element_a_handler_or_an_address_out_of_the_data(pages: Site) -> None:
    for path in pages.paths():
        raw = (pages.folder / path).read_text("utf-8").lower()
        if "alert(1)" not in raw and "xss" not in raw:
            continue
        page = pages.page(path)
        assert page.select("main img, main b, main script, main style") == [], path
        for tag in page.select("*"):
            assert not [name for name in tag.attrs if name.startswith("on")], path
            assert not str(tag.get("href", "")).startswith("javascript:"), path


@pytest.mark.parametrize(
    "query", ["<img src=x onerror=alert(1)>", '"><svg onload=alert(1)>', "{{7*7}}", "javascript:alert(1)"]
)
def test_a_hostile_query_is_echoed_as_typed(odd: Shelf, query: str) -> None:
    answer = odd.ask(query)
    assert answer.code in (0, 1)
    assert answer.json["query"] == query


def test_a_query_with_control_characters_sends_none_to_the_terminal(odd: Shelf) -> None:
    run = odd.kb("search", "\x1b[31mqqqq\x07\x9b2J")
    assert run.code == 1
    assert "qqqq" in run.out
    assert not set("\x1b\x07\x9b") & set(run.out + run.err)
