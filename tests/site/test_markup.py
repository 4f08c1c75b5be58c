"""Texts as HTML."""

import html
import re
import time

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from kb.site.base.markup import anchor, linked, plain

TEXTS = st.text(
    st.sampled_from("ab {}XWT/2P+-1<>&\"'é\u202e") | st.characters(exclude_categories=["Cs", "Cc"]), max_size=60
)


def seen(markup: str) -> str:
    return BeautifulSoup(f"<p>{markup}</p>", "html.parser").get_text()


def classes(symbol: str) -> list[str]:
    span = BeautifulSoup(plain(symbol).markup, "html.parser").span
    return list(span["class"]) if span else []


@given(TEXTS)
def test_a_text_reads_the_same_once_it_is_marked_up(text: str) -> None:
    assert seen(plain(text).markup) == text


@given(TEXTS, st.lists(st.tuples(st.integers(-3, 70), st.integers(-3, 70), st.sampled_from(["a", "b"])), max_size=6))
def test_no_link_lies_in_a_link_and_no_mark_changes_the_text(text: str, marks: list[tuple[int, int, str]]) -> None:
    markup = linked(text, marks).markup
    assert seen(markup) == text
    assert re.sub(r"[^<]|<(?!/?a[ >])", "", markup).replace("<", "") == ""
    assert not BeautifulSoup(f"<p>{markup}</p>", "html.parser").select("a a")


def test_a_word_leads_to_its_address() -> None:
    markup = linked("Cards with suspend & X", ((11, 18, "../mechanics/suspend.html"),)).markup
    assert markup == 'Cards with <a href="../mechanics/suspend.html">suspend</a> &amp; X'


def test_the_first_of_two_marks_that_overlap_is_kept() -> None:
    markup = linked("first strike", ((0, 12, "first-strike.html"), (6, 12, "strike.html"))).markup
    assert markup == '<a href="first-strike.html">first strike</a>'


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("{X}", ["mana", "m-c"]),
        ("{T}", ["mana", "m-tap"]),
        ("{10}", ["mana", "m-c"]),
        ("{2/W}", ["mana", "m-split", "a-c", "b-w"]),
        ("{B/G}", ["mana", "m-split", "a-b", "b-g"]),
        ("{W/P}", ["mana", "m-w", "m-phyrexian"]),
        ("{G/U/P}", ["mana", "m-split", "a-g", "b-u", "m-phyrexian"]),
        ("{S}", ["mana", "m-s"]),
        ("{C}", ["mana", "m-c"]),
        ("{Q}", ["mana", "m-untap"]),
    ],
)
def test_a_symbol_is_drawn_and_named(symbol: str, expected: list[str]) -> None:
    assert classes(symbol) == expected
    assert f'role="img" aria-label="{symbol}"' in plain(symbol).markup


@pytest.mark.parametrize(
    "text", ["{{ 7*7 }}", "{% raw %}", "{no}", "{?Moonlight Mana}", "{W/}", "{/W}", "{}", "{P/W/U/B}"]
)
def test_braces_that_are_no_symbol_stand_as_typed(text: str) -> None:
    assert plain(text).markup == html.escape(text)


@pytest.mark.parametrize("counter", ["+1/+1", "-1/-1", "−1/−1", "+X/+X", "-0/-2"])
def test_a_counter_is_kept_from_breaking(counter: str) -> None:
    assert plain(f"a {counter} counter").markup == f'a <span class="nw">{counter}</span> counter'


def test_markup_in_a_name_is_shown_and_not_obeyed() -> None:
    assert anchor("a.html", "<b>\"'&", "en").markup == """<a href="a.html" lang="en">&lt;b&gt;&quot;'&amp;</a>"""


def test_a_name_in_latin_letters_stands_as_it_is_and_any_other_apart() -> None:
    assert anchor("a", "Épée d’Aïon…").markup == '<a href="a">Épée d’Aïon…</a>'
    assert anchor("a", "סוללה").markup == '<a href="a"><bdi>סוללה</bdi></a>'
    assert anchor("a", "x\u202ey").markup == '<a href="a"><bdi>x\u202ey</bdi></a>'


def test_the_same_words_lead_to_the_same_place_once() -> None:
    marks = ((0, 4, "cast.html"), (8, 12, "cast.html"), (16, 23, "cast.html"))
    assert linked("Cast or cast or casting", marks).markup == (
        '<a href="cast.html">Cast</a> or cast or <a href="cast.html">casting</a>'
    )


def test_a_long_hostile_text_takes_time_in_proportion() -> None:
    text = "{" * 200_000 + "{X/" * 50_000 + "+1" * 50_000
    started = time.process_time()
    assert plain(text).markup.startswith(text[:-8])
    assert time.process_time() - started < 2
