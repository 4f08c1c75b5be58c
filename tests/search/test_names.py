"""Names in a query: nicknames and namesakes, cards without rulings, slips of the pen, and words that only ask."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from kb.errors import UsageError
from kb.model import Card, Lang
from tests.search.make import Base, Said, base

ROWS = [
    Said("Its size changes with the graveyards.", cards="Tarmogoyf"),
    Said("It pays attention to Tarmogoyf in the story.", cards="Story Test"),
    Said("Chimney Goyf is no Tarmogoyf, but Chimney Goyf grows as Chimney Goyf likes.", cards="Chimney Goyf"),
    Said("You choose whether it becomes a copy.", cards="Clone"),
    Said("A clone of a clone is a clone, says Double Test.", cards="Double Test"),
    Said("Destroy all creatures at the same time; none may hide.", cards="Flood of Test"),
    Said("Boarded Test has a board, a board and one more board.", cards="Boarded Test"),
    Said("The suspended card waits in exile.", cards="Slow Test", mechanics="suspend"),
    Said("While it waits, a card with suspend has counters.", cards="Late Test", mechanics="suspend"),
    Said("The damage of first strike is dealt before.", cards="Spear Test", mechanics="first-strike"),
    Said("Its owner chooses the number.", cards="Number Test"),
    Said("An empty library loses nobody the game at once.", cards="Empty Test"),
    Said("It cannot be a Brawlspell for anything.", cards="Quarrel Test"),
]
CARDS = [
    Card("silent-test", "Silent Test", name_fr="Épreuve muette"),
    Card("brawlspell", "Brawlspell", name_fr="Querellesort"),
    Card("void", "Void", name_fr="Vide"),
]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    """Rulings on cards whose names are much alike, and cards without rulings."""
    with base(tmp_path_factory.mktemp("names"), ROWS, CARDS) as opened:
        yield opened


def test_a_nickname_means_its_card_before_a_card_whose_name_has_the_word(names: Base) -> None:
    assert names.cards("goyf")[0] == "Tarmogoyf"


def test_texts_that_mention_the_card_of_a_nickname_are_found_after_it(names: Base) -> None:
    assert "Story Test" in names.cards("goyf")[1:]


def test_a_whole_name_that_is_all_of_the_query_means_its_card(names: Base) -> None:
    assert names.cards("clone")[0] == "Clone"


def test_words_that_players_say_together_count_little_apart(names: Base) -> None:
    assert names.cards("board wipe")[0] == "Flood of Test"


@pytest.mark.parametrize("query", ["Silent Test", "épreuve muette", "silent test on the stack", '"silent test"'])
def test_a_card_without_rulings_is_known_by_any_of_its_names(names: Base, query: str) -> None:
    assert "Silent Test is a card without rulings here" in names.ask(query).notes


def test_a_filter_on_a_card_without_rulings_says_so(names: Base) -> None:
    assert names.ask("card:querellesort").notes[0] == "Brawlspell is a card without rulings here"


def test_a_french_name_finds_the_texts_that_have_the_english_one(names: Base) -> None:
    assert names.cards("querellesort") == ["Quarrel Test"]


def test_a_card_with_rulings_is_not_said_to_have_none(names: Base) -> None:
    assert names.ask("tarmogoyf").notes == ()


def test_a_french_word_among_others_is_no_card_that_is_called_so(names: Base) -> None:
    assert names.cards("bibliothèque vide")[0] == "Empty Test"
    assert names.ask("bibliothèque vide").notes == ()


def test_a_mechanic_of_one_word_is_known_in_two(names: Base) -> None:
    assert names.cards("sus pend") == names.cards("suspend")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("suspned", "suspend"),
        ("supsend", "suspend"),
        ("suspnd", "suspend"),
        ("suspned number", "suspend number"),
        ("is a suspned card in exile?", "is a suspend card in exile?"),
        ("firststrike", "first strike"),
    ],
)
def test_a_slip_that_can_only_mean_one_word_is_corrected_and_said(names: Base, typed: str, meant: str) -> None:
    answer = names.ask(typed)
    assert answer.did_you_mean == meant
    assert f"answered for: {meant}" in answer.notes
    assert answer.hits == names.ask(meant).hits


def test_forms_of_one_word_do_not_rival_each_other(names: Base) -> None:
    """Both suspend and suspended are near, and are one word."""
    assert names.ask("suspendd").notes[-1] == "answered for: suspend"


def test_words_that_only_ask_are_set_aside(names: Base) -> None:
    answer = names.ask("what happens to something suspended?")
    assert answer.hits[0].ruling.text == names.texts("suspended")[0]
    assert answer.notes == ()


def test_a_word_that_only_asks_is_looked_for_when_it_is_all_there_is(names: Base) -> None:
    assert names.cards("anything") == ["Quarrel Test"]


@pytest.mark.parametrize(
    "given", [{"since": "2021"}, {"until": 2021}, {"card": 5}, {"source": ["x"]}, {"limit": "3"}, {"limit": -1}]
)
def test_a_value_of_another_kind_is_an_error_that_says_which(names: Base, given: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=next(iter(given))):
        names.ask("suspend", **given)


def test_a_moment_counts_as_its_day(names: Base) -> None:
    assert names.ask("suspend", since=datetime(2006, 9, 25, 12)).total == 2  # noqa: DTZ001  (the day is what counts)
    assert names.ask("suspend", lang=Lang.FR).total == 0
