"""What the markup of a saved page hides or breaks: drawn symbols, comments, control characters, deep nesting."""

import time
from pathlib import Path

import pytest

from tests.cases.shelf import Shelf, run, sample, saved

_DAY = "9/25/2006"


def told(folder: Path, text: str) -> tuple[list[str], list[str]]:
    """Return the texts of a page with one ruling, and the codes of its problems."""
    shelf = Shelf(folder, saved(folder, (_DAY, text)))
    return shelf.texts(), [problem["code"] for problem in shelf.summary["problems"]]


# --- symbols --------------------------------------------------------------------------------------------------------


def test_drawings_labels_and_unusual_captions_are_symbols(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("svg-and-aria-symbols.html"))
    assert shelf.texts() == ["It costs {2} and {W} less.", "It costs {2}{U} less.", "It costs {∞} mana."]
    assert shelf.summary["problems"] == []


@pytest.mark.parametrize(
    ("drawn", "symbol"),
    [
        ("<svg><title>White</title><path d='M0 0'/></svg>", "{W}"),
        ("<svg viewBox='0 0 1 1'>\n<g><title>Two or White</title></g>\n</svg>", "{2/W}"),
        ("<svg aria-label='Phyrexian Red'></svg>", "{R/P}"),
        ("<svg><use href='#ms-2'></use></svg>", "{2}"),
        ("<svg class='icon'><use xlink:href='sprite.svg#mana-gu'/></svg>", "{G/U}"),
        ("<svg><text x='1'><tspan>2</tspan></text></svg>", "{2}"),
        ("<span role='img' aria-label='{2}{U}'></span>", "{2}{U}"),
        ("<span aria-label='blue mana'></span>", "{U}"),
        ("<span class='mana' title='tap'>\ue61a</span>", "{T}"),
        ("<span class='mana small w'></span>", "{W}"),
        ("<span class='mana' data-symbol='X'></span>", "{X}"),
        ("<i class='ms ms-2 ms-cost'></i>", "{2}"),
        ("<abbr title='White'>W</abbr>", "{W}"),
        ("<img src='a.png' alt='' title='Blue'>", "{U}"),
        ("<img src='a.png' alt=':mana-w:'>", "{W}"),
        ("<img src='a.png' alt='one white mana or two life'>", "{W/P}"),
        ("<img src='data:image/gif;base64,R0lGOD' data-src='/mana/b.svg'>", "{B}"),
        ("<img src='20px-G.png'>", "{G}"),
        ("<picture><source srcset='a.webp'><img src='a.png' alt='Green'></picture>", "{G}"),
    ],
)
def test_a_symbol_is_read_however_a_page_draws_it(tmp_path: Path, drawn: str, symbol: str) -> None:
    assert told(tmp_path, f"It costs {drawn} less to cast.") == ([f"It costs {symbol} less to cast."], [])


@pytest.mark.parametrize(
    ("drawn", "symbol"),
    [
        ("<svg><title>Moon</title></svg>", "{?Moon}"),
        ("<svg><path d='M0 0'/></svg>", "{?picture}"),
        ("<svg><use href='#ms-moon'/></svg>", "{?ms-moon}"),
        ("<span role='img' aria-label='Moon'></span>", "{?Moon}"),
        ("<i class='ms ms-moon ms-cost'></i>", "{?moon}"),
        ("<img src='moon.png'>", "{?moon}"),
        ("<img src='moon.gif' alt='Moon Mark'>", "{?Moon Mark}"),
    ],
)
def test_a_symbol_that_cannot_be_read_stays_visible_and_is_reported(tmp_path: Path, drawn: str, symbol: str) -> None:
    assert told(tmp_path, f"It costs {drawn} less to cast.") == (
        [f"It costs {symbol} less to cast."],
        ["unknown_symbol"],
    )


@pytest.mark.parametrize(
    "drawn",
    [
        "<svg style='display: none'><symbol id='ms-2'><title>2</title></symbol></svg>",
        "<img src='smilies/wink.gif' alt=';)'>",
        "<img src='photo.jpg' alt='Opening a pack'>",
        "<img src='count.gif?id=7' width='1' height='1'>",
        "<span class='ms-2'></span>",
        "<span title='Edit'></span>",
    ],
)
def test_decoration_is_no_symbol(tmp_path: Path, drawn: str) -> None:
    assert told(tmp_path, f"It costs {drawn} less to cast.") == (["It costs less to cast."], [])


@pytest.mark.parametrize(
    "link", ["<a href='/x'>the rules <svg><path d='M0'/></svg></a>", "<b class='ms-2'>the rules</b>"]
)
def test_the_sign_of_a_link_and_a_class_of_a_margin_are_no_symbols(tmp_path: Path, link: str) -> None:
    assert told(tmp_path, f"It follows {link} as usual.") == (["It follows the rules as usual."], [])


# --- comments -------------------------------------------------------------------------------------------------------


def test_a_comment_ends_where_browsers_end_it(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("bad-comment.html"))
    assert shelf.dated("Test Mu") == [
        ("2009-10-01", "If the creature dies, you draw a card."),
        ("2010-01-13", "You choose the target as you cast the spell."),
    ]


@pytest.mark.parametrize(
    "broken",
    ["<!-->", "<!--->", "<!-- a -- b --!>", "<! a >", "<!>", "<?a>", "</ a>", "</>", "<!-- a -- b > -->", "<!--!> -->"],
)
def test_a_broken_comment_hides_nothing_behind_it(tmp_path: Path, broken: str) -> None:
    assert told(tmp_path, f"You draw{broken} a card.") == (["You draw a card."], [])


def test_a_comment_in_a_title_is_text_and_hides_no_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(saved(tmp_path, (_DAY, "You draw a card.")).read_text("utf-8").replace("Saved", "Saved <!-- a"))
    assert Shelf(tmp_path, page).texts() == ["You draw a card."]


# --- letters --------------------------------------------------------------------------------------------------------


def test_control_characters_are_the_signs_of_windows_that_they_were(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("c1-controls-in-utf8.html"))
    assert shelf.texts() == ["Le coût de l’exil — « suspension » … œuvre"]
    assert shelf.summary["problems"] == []


def test_a_lost_letter_is_reported_with_its_line(tmp_path: Path) -> None:
    (problem,) = Shelf(tmp_path, sample("replacement-character.html")).summary["problems"]
    assert (problem["code"], problem["line"]) == ("lost_letter", 5)
    assert "\ufffduvre" in problem["detail"]


# --- time -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("<ul><td></td>", ""), ("<ul><td></td>", "</ul>"), ("<b><br>", ""), ("<b><br>", "</b>"), ("<b>a<br>", "")],
)
def test_a_page_that_nests_without_end_is_refused_at_once(tmp_path: Path, opening: str, closing: str) -> None:
    depth = 280_000 // len(opening + closing)
    page = tmp_path / "deep.html"
    page.write_text(f"<html><body>{opening * depth}{closing * depth}", "utf-8")
    begun = time.process_time()
    refused = run("ingest", page, "--index", tmp_path / "index")
    assert time.process_time() - begun < 1
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "has over 10,000 elements within each other" in refused.err
