"""Cutting queries into clauses."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.search.query.dates import bounds, period
from kb.search.query.parse import MOST_CLAUSES, Clause, TokenKind, parse

TEXT, PHRASE, PREFIX, FIELD = TokenKind.TEXT, TokenKind.PHRASE, TokenKind.PREFIX, TokenKind.FIELD


@pytest.mark.parametrize(
    ("query", "clauses"),
    [
        ("suspend X", [Clause(TEXT, "suspend"), Clause(TEXT, "X")]),
        ('"deals damage"', [Clause(PHRASE, "deals damage")]),
        ("« sort ciblé »", [Clause(PHRASE, "sort ciblé")]),
        ("“curly”", [Clause(PHRASE, "curly")]),
        ('"unclosed phrase', [Clause(PHRASE, "unclosed phrase")]),
        ("-token", [Clause(TEXT, "token", negated=True)]),
        ('-"a b"', [Clause(PHRASE, "a b", negated=True)]),
        ("NOT token", [Clause(TEXT, "token", negated=True)]),
        ("NOT NOT ", []),
        ("-1/-1", [Clause(TEXT, "-1/-1")]),
        ("-3", [Clause(TEXT, "-3")]),
        ("-X/-X", [Clause(TEXT, "-X/-X")]),
        ("a OR b", [Clause(TEXT, "a"), Clause(TEXT, "b", joined="or")]),
        ("a AND b", [Clause(TEXT, "a"), Clause(TEXT, "b", joined="and")]),
        ("OR a", [Clause(TEXT, "a")]),
        ("sus*", [Clause(PREFIX, "sus")]),
        ('card:"Rest in Peace"', [Clause(FIELD, "Rest in Peace", "card", ":")]),
        ("KW:suspend", [Clause(FIELD, "suspend", "mechanic", ":")]),
        ("date>=2021", [Clause(FIELD, "2021", "date", ">=")]),
        ("-lang:fr", [Clause(FIELD, "fr", "lang", ":", negated=True)]),
        ("foo:bar", [Clause(TEXT, "foo:bar")]),
        ("card:", [Clause(TEXT, "card:")]),
        ("Protection: Red", [Clause(TEXT, "Protection:"), Clause(TEXT, "Red")]),
        ("http://example.invalid/", [Clause(TEXT, "http://example.invalid/")]),
        ("", []),
    ],
)
def test_a_query_is_cut_as_its_writer_meant_it(query: str, clauses: list[Clause]) -> None:
    assert list(parse(query).clauses) == clauses


@pytest.mark.parametrize("query", ["*", "*a*", "*abc", "a*b", "a*", "x" * 65])
def test_what_would_match_too_much_is_set_aside_and_said(query: str) -> None:
    assert parse(query).clauses == ()
    assert len(parse(query).notes) == 1


def test_a_size_with_a_star_is_no_wildcard() -> None:
    assert parse("*/*").clauses == (Clause(TEXT, "*/*"),)


def test_words_after_the_first_sixty_four_are_set_aside_and_said() -> None:
    query = parse(" ".join(f"w{n}" for n in range(1000)))
    assert len(query.clauses) == MOST_CLAUSES
    assert query.notes == ("only the first 64 words of the query are used",)


def test_stars_after_the_first_eight_are_set_aside_and_said() -> None:
    query = parse(" ".join(f"wo{letter}*" for letter in "abcdefghijkl"))
    assert [clause.text for clause in query.clauses] == [f"wo{letter}" for letter in "abcdefgh"]
    assert query.notes == ("only the first 8 words with a star are used",)


@given(st.text())
def test_nothing_typed_breaks_the_parser(query: str) -> None:
    assert len(parse(query).clauses) <= MOST_CLAUSES


def test_queries_that_broke_other_parsers_are_cut() -> None:
    sample = Path(__file__).parents[1] / "samples" / "search" / "queries-that-break-parsers.txt"
    for query in sample.read_text("utf-8").split("\n"):
        assert all(clause.text or clause.kind is PHRASE for clause in parse(query).clauses)


@pytest.mark.parametrize(
    ("operator", "text", "expected"),
    [
        (":", "2021", ("2021-01-01", "2021-12-31")),
        (":", "2020-02", ("2020-02-01", "2020-02-29")),
        ("=", "2021-06-18", ("2021-06-18", "2021-06-18")),
        (">=", "2021-06", ("2021-06-01", None)),
        (">", "2021-06", ("2021-07-01", None)),
        ("<=", "2021", (None, "2021-12-31")),
        ("<", "2021", (None, "2020-12-31")),
        (":", "2019..2020", ("2019-01-01", "2020-12-31")),
        ("<", "0001", (None, "0001-01-01")),
        (">", "9999", ("9999-12-31", None)),
    ],
)
def test_a_date_filter_spans_the_days_it_names(
    operator: str, text: str, expected: tuple[str | None, str | None]
) -> None:
    found = bounds(operator, text)
    assert found is not None
    assert tuple(str(day) if day else None for day in found) == expected


@pytest.mark.parametrize("text", ["", "soon", "2021-13", "2021-02-30", "0000", "21", "<2020", "2021-", "٢٠٢١"])
def test_what_is_no_date_is_not_guessed(text: str) -> None:
    assert period(text) is None


@pytest.mark.parametrize("query", ["NOT OR x", "NOT AND x", "NOT OU x"])
def test_an_operator_after_not_leaves_nothing_to_negate(query: str) -> None:
    assert [(clause.text, clause.negated) for clause in parse(query).clauses] == [("x", False)]
    assert parse("a OR NOT x").clauses[1].negated


def test_a_clause_said_again_is_dropped_but_words_stay_for_their_neighbours() -> None:
    query = parse('card:bolt -x "mana cost" card:bolt -x "mana cost" the card the player')
    assert [clause.text for clause in query.clauses] == ["bolt", "x", "mana cost", "the", "card", "the", "player"]
