"""What a person reads in a terminal."""

import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.cli import terminal
from kb.cli.terminal import Style
from kb.export.forms import NamesById
from kb.knowledge.stats import Stats
from kb.model import (
    Answer,
    Finding,
    Hit,
    Lang,
    Link,
    LinkKind,
    Mechanic,
    MechanicKind,
    Problem,
    Rule,
    RuleKind,
    Ruling,
    Span,
)
from kb.text.folding import cells

TEXT = "If a card has {X} in its mana cost, X is 0."
RULING = Ruling("abcdef012345", date(2024, 2, 2), Lang.EN, TEXT, "w", "p", ("bloom", "rift"), ("wotc",))
SUSPEND = Mechanic("suspend", MechanicKind.KEYWORD_ABILITY, "Suspend", "suspension", rule="702.62")
LINKS = (Link(RULING.id, "suspend", LinkKind.CONTEXT, 0.9, "2 of 2 cards have it"),)
NAMES = NamesById({"bloom": "Lotus Bloom", "rift": "Rift Bolt"}, {"suspend": "Suspend"})
PLAIN, COLOUR = Style(100), Style(100, colour=True)


def told(answer: Answer, style: Style = PLAIN) -> str:
    return "\n".join(terminal.answer(answer, {RULING.id: LINKS}, NAMES, style))


def hit(**changes: object) -> Hit:
    return replace(Hit(1, 2.5, RULING), **changes)  # type: ignore[arg-type]


def test_a_hit_shows_date_id_text_mechanics_and_cards() -> None:
    assert told(Answer("x", 1, (hit(),))) == (
        " 1. 2024-02-02  abcdef012345\n"
        "    If a card has {X} in its mana cost, X is 0.\n"
        "    suspend (by context) · Lotus Bloom, Rift Bolt\n"
    )


def test_a_mechanic_that_a_ruling_only_mentions_is_not_shown_under_it() -> None:
    mentioned = Link(RULING.id, "cast", LinkKind.NAMED, 0.49, "the text says “cast”")
    names = NamesById({"bloom": "Lotus Bloom", "rift": "Rift Bolt"}, {"suspend": "Suspend", "cast": "Cast"})
    shown = "\n".join(terminal.answer(Answer("x", 1, (hit(),)), {RULING.id: (*LINKS, mentioned)}, names, PLAIN))
    assert "    suspend (by context) · Lotus Bloom, Rift Bolt\n" in shown
    assert "cast" not in shown


def test_other_dates_and_other_cards_are_told_apart() -> None:
    days = (date(2021, 3, 19), date(2013, 6, 7), date(2007, 2, 1))
    assert "also on 3 other dates" in told(Answer("x", 4, (hit(same=("a", "b", "c"), other_dates=days),)))
    assert "also on 2021-03-19" in told(Answer("x", 3, (hit(same=("a", "b"), other_dates=days[:1]),)))
    assert "the same on 1 other card" in told(Answer("x", 3, (hit(same=("a", "b"), other_dates=days[:1]),)))


def test_what_matched_is_highlighted_also_across_a_line_break() -> None:
    start = TEXT.index("mana cost")
    lines = list(terminal.wrapped(TEXT, Style(29, colour=True), marks=((start, start + 9),)))
    assert lines == ["If a card has {X} in its \x1b[1;33mmana\x1b[0m", "\x1b[1;33mcost\x1b[0m, X is 0."]


def test_without_colour_there_is_not_one_escape() -> None:
    assert "\x1b" not in told(Answer("x", 1, (hit(marks=((0, 5),), why=("text",)),), notes=("n",), reading=("r",)))


def test_more_hits_than_are_shown_are_counted() -> None:
    assert told(Answer("x", 1234, (hit(),))).endswith("1,234 rulings found; the best 1 are shown.")


def test_nothing_found_names_the_query_and_offers_the_nearest_spelling() -> None:
    assert told(Answer("supend", 0, did_you_mean="suspend")) == "Did you mean: suspend\nNothing found for: supend"


def test_a_spelling_that_was_answered_for_is_not_offered_once_more() -> None:
    answered = Answer("suspnd", 1, (hit(),), notes=("answered for: suspend",), did_you_mean="suspend")
    assert "Did you mean" not in told(answered)
    assert "answered for: suspend" in told(answered)


def test_a_note_of_a_web_site_is_never_shown_as_official() -> None:
    note = replace(RULING, sources=("scryfall",))
    assert "not an official ruling" in "\n".join(terminal.ruling(note, (), NAMES, PLAIN))


def test_a_mechanic_shows_both_names_its_rule_and_rulings() -> None:
    rules = [Rule("702.62a", RuleKind.SUBRULE, "", "What it is.")]
    lines = list(terminal.mechanic(SUSPEND, rules, [(RULING, LINKS)], NAMES, PLAIN))
    assert lines[:2] == ["Suspend · suspension", "keyword ability, rule 702.62"]
    assert "702.62a" in lines
    assert "2024-02-02  abcdef012345" in lines


def test_a_ruling_links_to_its_page_where_there_is_one() -> None:
    linked = Style(100, page=lambda ident: f"file:///site/{ident}.html")
    head = next(terminal.ruling(RULING, (), NAMES, linked))
    assert head == "2024-02-02  \x1b]8;;file:///site/abcdef012345.html\x1b\\abcdef012345\x1b]8;;\x1b\\"
    assert next(terminal.ruling(RULING, (), NAMES, PLAIN)) == "2024-02-02  abcdef012345"


def test_the_rulings_that_a_hit_stands_for_are_listed_under_it() -> None:
    other = replace(RULING, id="fedcba543210", date=date(2021, 3, 19), cards=("rift",))
    lines = terminal.answer(
        Answer("x", 2, (hit(same=("fedcba543210",)),)), {RULING.id: LINKS}, NAMES, PLAIN, {other.id: other}
    )
    assert list(lines)[-4:-1] == ["    = 2021-03-19  fedcba543210", "      Rift Bolt", ""]


def test_wide_signs_count_two_columns() -> None:
    assert list(terminal.wrapped("渦まく知識 渦まく知識", Style(20))) == ["渦まく知識", "渦まく知識"]
    assert list(terminal.wrapped("渦まく知識 渦まく知識", Style(21))) == ["渦まく知識 渦まく知識"]


def test_the_counts_are_drawn_within_the_width(held: Stats) -> None:
    lines = list(terminal.stats(held, 15, Style(40)))
    assert lines == [
        "1,234 rulings in 2 wordings on 1 card",
        "",
        "By year",
        "  2020         0",
        "  2021     1,000  " + "█" * 22,
        "  undated      1  █",
        "",
        "By mechanic",
        "  Suspend  5  " + "█" * 26,
    ]
    assert max(map(len, lines)) <= 40


@pytest.fixture
def held() -> Stats:
    years = (("2020", 0), ("2021", 1000), ("undated", 1))
    return Stats(1234, 2, 1, years, (), (), (("Suspend", 5),))


def test_a_problem_is_one_line_that_an_editor_can_jump_to() -> None:
    found = Finding("corpus/a.txt", Problem("ambiguous_date", "03/04/2005", Span(7, 7)))
    assert terminal.finding(found) == "corpus/a.txt:7: ambiguous_date: 03/04/2005"


@given(st.text(), st.integers(20, 60))
def test_wrapping_loses_no_word_and_keeps_to_the_width(text: str, width: int) -> None:
    lines = list(terminal.wrapped(text, Style(width), indent="  "))
    assert " ".join(lines).split() == [terminal.visible(word) for word in text.split()]
    assert all(cells(line) <= width or " " not in line.strip() for line in lines)


@given(st.text(), st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=5))
def test_no_text_and_no_marks_can_smuggle_an_escape_into_the_terminal(text: str, ranges: list[tuple[int, int]]) -> None:
    marks = tuple(sorted((min(r), max(r)) for r in ranges))
    line = "\n".join(terminal.wrapped(text, COLOUR, marks=marks))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", line)
    assert terminal.visible(plain) == plain
    assert "".join(plain.split()) == "".join(map(terminal.visible, text.split()))
