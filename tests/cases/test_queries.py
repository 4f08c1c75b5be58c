"""What people type, and the cards they must find by it."""

import re
import time
from pathlib import Path

import pytest

from tests.cases.shelf import Shelf, run, sample

SMALL_WORDS = "stop-words.json"
ACCENTS = "accents.html"
SIGNS = "plus-minus-counters.json"
PHRASES = "phrases.json"
CONTRACTIONS = "contractions.json"


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Shelf]:
    """An index for each of the files."""
    return {
        name: Shelf(tmp_path_factory.mktemp("queries"), sample(name))
        for name in (SMALL_WORDS, ACCENTS, SIGNS, PHRASES, CONTRACTIONS)
    }


# --- small words and single letters ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ("suspend X cost", ["Test A1", "Test A2"]),
        ("X", ["Test A1"]),
        ("Y", ["Test A5"]),
        ("as it will be", ["Test A3"]),
        ("can't", ["Test A4"]),
        ("can’t", ["Test A4"]),
        ("may not", ["Test A4"]),
    ],
)
def test_letters_and_small_words_are_looked_for(shelves: dict[str, Shelf], query: str, cards: list[str]) -> None:
    assert shelves[SMALL_WORDS].cards(query) == cards


def test_the_ruling_without_the_x_that_was_asked_for_is_clearly_lower(shelves: dict[str, Shelf]) -> None:
    with_x, without = shelves[SMALL_WORDS].ask("suspend X cost").json["hits"]
    assert with_x["score"] > 1.5 * without["score"]


def test_a_query_of_one_very_common_word_says_so_and_lists_only_rulings_that_have_it(shelves: dict[str, Shelf]) -> None:
    shelf = shelves[SMALL_WORDS]
    assert sorted(shelf.cards("the")) == ["Test A1", "Test A2"]
    assert shelf.ask("the").json["notes"] == ["the query has only very common words: the"]


# --- accents --------------------------------------------------------------------------------------------------------

BOTH = ["Test Coût NFC", "Test Coût NFD"]


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ("cout", BOTH),
        ("coût", BOTH),
        ("cou\u0302t", BOTH),
        ("COÛT", BOTH),
        ("celerite", BOTH),
        ("manoeuvre", ["Test Manœuvre"]),
        ("manœuvre", ["Test Manœuvre"]),
        ("aether", ["Test Manœuvre"]),
        ("ca commence", ["Test Français"]),
    ],
)
def test_accents_composed_or_not_and_ligatures_hide_no_french_ruling(
    shelves: dict[str, Shelf], query: str, cards: list[str]
) -> None:
    assert sorted(shelves[ACCENTS].cards(query)) == cards


def test_the_highlight_covers_the_whole_accented_word_in_its_own_letters(
    shelves: dict[str, Shelf], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = run("search", "cout", "--index", shelves[ACCENTS].index, terminal=True).out
    marked = re.findall(r"Le \x1b\[[0-9;]+m(\w[^\x1b]*)\x1b\[0m est", out)
    assert marked == ["coût", "cou\u0302t"]


# --- signs and symbols ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ("+1/+1", ["Test Plus"]),
        ("-1/-1", ["Test Minus", "Test True Minus"]),
        ("−1/−1", ["Test Minus", "Test True Minus"]),
        ("1/1", ["Test One"]),
        ("{B/G}", ["Test Hybrid"]),
        ("{B}{G}", ["Test Split Cost"]),
        ("{X}", []),
    ],
)
def test_plus_minus_and_plain_sizes_and_hybrid_and_split_costs_are_told_apart(
    shelves: dict[str, Shelf], query: str, cards: list[str]
) -> None:
    assert shelves[SIGNS].cards(query) == cards


def test_a_symbol_that_no_ruling_has_finds_nothing_and_is_no_error(shelves: dict[str, Shelf]) -> None:
    answer = shelves[SIGNS].ask("{X}")
    assert (answer.code, answer.err, answer.json["total"]) == (1, "", 0)


# --- phrases --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ('"deals damage to a player"', ["Test B1"]),
        ('"damage to a player"', ["Test B1"]),
        ('"damage player"', ["Test B2"]),
        ('"player damage"', []),
    ],
)
def test_a_phrase_means_these_words_in_this_order_small_ones_included(
    shelves: dict[str, Shelf], query: str, cards: list[str]
) -> None:
    assert shelves[PHRASES].cards(query) == cards


def test_the_same_words_without_quotes_find_all_their_forms_in_any_order(shelves: dict[str, Shelf]) -> None:
    assert sorted(shelves[PHRASES].cards("damage player")) == ["Test B1", "Test B2", "Test B3", "Test B4"]


# --- what broke other parsers ---------------------------------------------------------------------------------------

BREAKERS = sample("queries-that-break-parsers.txt").read_text("utf-8").split("\n")


@pytest.mark.parametrize("query", BREAKERS, ids=lambda query: query[:20])
def test_a_query_that_breaks_parsers_is_answered_or_refused_in_a_second(shelves: dict[str, Shelf], query: str) -> None:
    began = time.perf_counter()
    answer = shelves[SMALL_WORDS].kb("search", query)
    assert time.perf_counter() - began < 1
    assert answer.code in (0, 1) or answer.err.count("\n") == 1


def test_a_quoted_phrase_is_found_among_all_fields(shelves: dict[str, Shelf]) -> None:
    assert sorted(shelves[SMALL_WORDS].cards('"suspend cost"')) == ["Test A1", "Test A2"]


def test_an_unknown_field_is_plain_text(shelves: dict[str, Shelf]) -> None:
    assert shelves[SMALL_WORDS].cards("foo:Y suspend") == shelves[SMALL_WORDS].cards("foo Y suspend")


def test_a_bare_star_lists_nothing_and_says_why(shelves: dict[str, Shelf]) -> None:
    answer = shelves[SMALL_WORDS].ask("*")
    assert (answer.code, answer.json["hits"]) == (1, [])
    assert "star" in answer.json["notes"][0]


# --- contractions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["it's", "it’s", "IT'S", "you're", "youre"])
def test_a_contraction_of_small_words_is_found_where_it_is_all_that_is_typed(
    shelves: dict[str, Shelf], query: str
) -> None:
    answer = shelves[CONTRACTIONS].ask(query).json
    assert [hit["cards"] for hit in answer["hits"]] == [["Test Owl"]]
    assert [note.split(":")[0] for note in answer["notes"]] == ["the query has only very common words"]


@pytest.mark.parametrize("query", ["it's untaps", "what's untaps", "they'll untaps", "theyre untaps"])
def test_a_contraction_of_small_words_is_not_missed_among_others(shelves: dict[str, Shelf], query: str) -> None:
    answer = shelves[CONTRACTIONS].ask(query).json
    assert [hit["cards"] for hit in answer["hits"]] == [["Test Owl"]]
    assert (answer["notes"], answer["did_you_mean"]) == ([], None)


@pytest.mark.slow
def test_contractions_of_small_words_are_found_among_all_rulings(tmp_path: Path, reference: Path) -> None:
    shelf = Shelf(tmp_path, reference / "data" / "scryfall")
    for query in ("it's", "you're"):
        hits = shelf.ask(query).json["hits"]
        assert all(query in hit["text"].replace("’", "'").casefold() for hit in hits)
        assert len(hits) == 10


# --- what begins with a minus, and options --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        (["-damage"], ["Test B4"]),
        (["-haste", "damage"], ["Test B1", "Test B2", "Test B3", "Test B4"]),
        (["-hexproof"], ["Test B1", "Test B2", "Test B3", "Test B4"]),
        (["player", "-deals"], ["Test B2", "Test B3", "Test B4"]),
        (["player", "--limit", "9", "-deals"], ["Test B2", "Test B3", "Test B4"]),
        (["--", "player", "-deals"], ["Test B2", "Test B3", "Test B4"]),
    ],
)
def test_one_minus_means_without_this_word_wherever_it_is_typed(
    shelves: dict[str, Shelf], typed: list[str], cards: list[str]
) -> None:
    answer = run("search", "--json", "--index", shelves[PHRASES].index, *typed)
    assert sorted(card for hit in answer.json["hits"] for card in hit["cards"]) == cards


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_is_shown_for_both_its_options(option: str) -> None:
    assert run("search", "damage", option).out.startswith("Usage: ")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["search", "--limt", "3", "suspend"], "'--limit'"),
        (["search", "suspend", "--jsn"], "'--json'"),
        (["search", "suspend", "--crad=Test"], "'--card'"),
        (["show", "--jsn", "suspend"], "'--json'"),
    ],
)
def test_an_unknown_option_is_wrong_usage_and_its_neighbour_is_suggested(typed: list[str], meant: str) -> None:
    refused = run(*typed)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "No such option" in refused.err
    assert meant in refused.err


def test_an_option_without_its_value_is_wrong_usage() -> None:
    refused = run("search", "suspend", "--limit")
    assert (refused.code, "requires an argument" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("--card", "No Such Card", "no such card here"),
        ("--mechanic", "no such mechanic", "no such mechanic here"),
        ("--source", "nobody", "no such source here"),
    ],
)
def test_an_option_with_an_unknown_name_finds_nothing_and_says_so(
    shelves: dict[str, Shelf], option: str, value: str, reason: str
) -> None:
    answer = run("search", "--json", "--index", shelves[PHRASES].index, option, value, "damage")
    assert (answer.code, answer.json["total"]) == (1, 0)
    assert answer.json["notes"][0] == f"nothing found: {option[2:]}:{value}; {reason}"
