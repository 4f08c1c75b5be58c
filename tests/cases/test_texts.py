"""The text of a saved page, as a person reads it there."""

from pathlib import Path

import pytest

from tests.cases.shelf import Shelf, sample, saved
from tests.site.conftest import Site

PAGES = ("hybrid-symbols.html", "line-breaks-and-inline-tags.html", "entities.html")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("texts"), *map(sample, PAGES))


def test_a_hybrid_or_phyrexian_picture_is_one_symbol_and_an_empty_caption_gives_way_to_the_file_name(
    shelf: Shelf,
) -> None:
    assert shelf.texts("Test Beta")[:3] == [
        "Its cost is {1}{B/G}, which is one generic and one hybrid symbol.",
        "Compare {2/W} with {R/P}.",
        "An unnamed picture {W/U} still has a file name.",
    ]


def test_a_picture_that_nobody_knows_stays_visible_and_is_named_in_a_warning(shelf: Shelf) -> None:
    assert shelf.texts("Test Beta")[3] == "A picture nobody knows: {?Moonlight Mana}."
    (problem,) = shelf.summary["problems"]
    assert (problem["file"], problem["code"]) == ("hybrid-symbols.html", "unknown_symbol")
    assert "Moonlight Mana" in problem["detail"]


def test_breaks_part_words_and_inline_tags_do_not(shelf: Shelf) -> None:
    assert shelf.texts("Test Lambda") == [
        "Pay the cost. Then draw a card. See Test Fog, Test Fire.",
        "First part. Second part.",
        "unearthed cost: {2}{U}.",
        "one two wrapped line",
    ]


def test_a_symbol_in_a_page_saved_with_its_pictures_is_read_from_its_caption(tmp_path: Path) -> None:
    text = (
        'It costs {1}<img src="Saved_files/Image(3).ashx" alt="Black or Green">, and you pay '
        '<img src="Saved_files/Image.ashx" alt="2"><img src="Saved_files/Image(1).ashx" alt="Blue"> for it.'
    )
    shelf = Shelf(tmp_path, saved(tmp_path, ("4/17/2020", text)))
    assert shelf.texts() == ["It costs {1}{B/G}, and you pay {2}{U} for it."]


@pytest.mark.parametrize(
    ("rows", "texts"),
    [
        ([("4/17/2020", "Yes."), ("4/18/2020", "Not so"), ("4/19/2020", "Yes.")], ["Yes.", "Not so", "Yes."]),
        ([("4/17/2020", "Not so")], ["Not so"]),
        ([("4/17/2020", "<p>Yes.</p><hr><p>No.</p>")], ["Yes. No."]),
        ([("unknown", "It is a ruling here.")], ["It is a ruling here."]),
    ],
)
def test_rows_of_a_table_of_rulings_are_rulings_however_short(
    tmp_path: Path, rows: list[tuple[str, str]], texts: list[str]
) -> None:
    assert Shelf(tmp_path, saved(tmp_path, *rows)).texts() == texts


AS_READ = [
    "Write &lt;i&gt; to show an italic tag; R&D stays R&D.",
    "Café — “quoted” ’tick nbsp Æther −1 ©",
    "&amp; is shown as an entity.",
    "5 < 6 > 4 and A&B & C D",
]


def test_entities_are_decoded_once(shelf: Shelf) -> None:
    assert shelf.texts("Test R&D") == AS_READ


def test_what_was_decoded_once_looks_the_same_on_the_site(pages: Site) -> None:
    page = pages.page("en/cards/test-r-d.html")
    assert page.h1 is not None
    assert page.h1.get_text() == "Test R&D"
    assert [text.get_text() for text in page.select("main .entry .text")] == AS_READ
