"""Players' words, older wordings and French terms find what they mean, and the tables that say so are sound."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import tables
from kb.model import Card, Lang
from kb.search.index.analysis import phrase_key, words
from kb.search.query.meanings import LONGEST, bare, english_words, french_words, longest, stems, translations
from tests.search.make import Base, Said, base

ROWS = [
    Said("Destroy all creatures at the same time; none may hide.", cards="Flood of Test"),
    Said("A wiped board of slate costs one coin.", cards="Slate Test"),
    Said("The spell doesn't resolve if its target becomes illegal.", cards="Aim Test"),
    Said("The converted mana cost of the card is three.", "2006-09-25", "Old Test"),
    Said("A mana value of three is what it has.", "2021-06-18", "New Test"),
    Said("Its size changes with the graveyards.", cards="Tarmogoyf"),
    Said("Look at the top card of your library.", cards="Sensei's Divining Top"),
    Said("The top of the hill is far away.", cards="Hill Test"),
    Said("The top of the tree is far away, and so is the top of the house.", cards="Tree Test"),
    Said("It bends toward the cradle's owner.", cards="Gaea's Cradle"),
    Said("Feast first, famine later.", cards="Sword of Feast and Famine"),
    Said("Les sorts sont lancés depuis le cimetière.", cards="Test lent", lang=Lang.FR),
]
CARDS = [Card("gaeas-cradle", "Gaea's Cradle")]


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    """Rulings that use other words than players do."""
    with base(tmp_path_factory.mktemp("spoken"), ROWS, CARDS) as opened:
        yield opened


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("sweeper", "Flood of Test"),
        ("fizzle", "Aim Test"),
        ("cmc", "New Test"),
        ("balayage", "Flood of Test"),
        ("coût converti de mana", "Old Test"),
        ("valeur de mana", "New Test"),
    ],
)
def test_a_player_s_word_finds_what_rulings_say_for_it(spoken: Base, query: str, first: str) -> None:
    assert spoken.cards(query)[0] == first


@pytest.mark.parametrize(
    "query", ["mana value", "converted mana cost", "cmc", "valeur de mana", "cout converti de mana"]
)
def test_old_and_new_wordings_find_each_other(spoken: Base, query: str) -> None:
    assert set(spoken.cards(query)[:2]) == {"Old Test", "New Test"}


def test_the_words_themselves_come_before_what_they_mean(spoken: Base) -> None:
    assert spoken.cards("wiped board")[0] == "Slate Test"


def test_a_nickname_finds_its_card(spoken: Base) -> None:
    assert spoken.cards("goyf") == ["Tarmogoyf"]


def test_a_nickname_that_is_a_plain_word_finds_both(spoken: Base) -> None:
    found = spoken.cards("top")
    assert set(found) == {"Sensei's Divining Top", "Hill Test", "Tree Test"}


def test_a_nickname_is_a_name_for_the_card_filter(spoken: Base) -> None:
    assert spoken.cards("card:goyf") == ["Tarmogoyf"]


def test_a_name_without_its_apostrophe_is_the_name(spoken: Base) -> None:
    assert spoken.cards("gaeas cradle") == ["Gaea's Cradle"]


def test_several_words_of_a_name_mean_the_card(spoken: Base) -> None:
    answer = spoken.ask("feast famine", explain=True)
    assert "feast famine: the card Sword of Feast and Famine" in answer.reading[0]


def test_a_correction_beyond_doubt_is_used_and_said(spoken: Base) -> None:
    answer = spoken.ask("librery")
    assert [hit.ruling.text for hit in answer.hits] == ["Look at the top card of your library."]
    assert answer.did_you_mean == "library"
    assert "answered for: library" in answer.notes


def test_the_longest_thing_a_table_knows_is_read() -> None:
    known = longest(["state", "based", "action", "lethal"], english_words)
    assert known is not None
    assert known.length == 3


def test_a_french_word_of_players_means_the_same_in_both_languages() -> None:
    assert {meaning.lang for meaning in french_words(stems("incontrable", Lang.FR))} == {Lang.EN, Lang.FR}


def test_an_english_word_of_players_means_english_words_only() -> None:
    assert {meaning.lang for meaning in english_words(("fizzl",))} == {Lang.EN}


def test_a_french_term_means_its_older_wording_too() -> None:
    said = [meaning.said for meaning in translations(stems("coût converti de mana", Lang.FR))]
    assert said[:2] == ["converted mana cost", "mana value"]


def test_an_unknown_word_means_nothing_else() -> None:
    assert english_words(("qwxyz",)) == ()


@given(st.text("aéœÉx1 |'’-–−+/*{}.,"))
def test_every_word_begins_where_its_first_letters_are_sought(said: str) -> None:
    assert [word for word in words(said) if f" {bare(word[:2])}" not in f" {bare(said)}"] == []


# --- the tables


def test_everything_a_table_knows_can_be_typed() -> None:
    """A phrase of very common words alone, or a very long one, would never be met."""
    typed = [(said, Lang.EN) for known in tables.players_words() for said in known.said_en]
    typed += [(said, Lang.FR) for known in tables.players_words() for said in known.said_fr]
    typed += [(said, Lang.EN) for group in tables.wordings() for said in group.en]
    typed += [(said, Lang.FR) for group in tables.wordings() for said in group.fr]
    assert [said for said, lang in typed if not 0 < len(stems(said, lang)) <= LONGEST] == []


def test_every_row_of_players_words_says_what_rulings_say() -> None:
    assert all((known.said_en or known.said_fr) and known.en for known in tables.players_words())


def test_no_wording_stands_in_two_rows() -> None:
    keys = Counter(key for group in tables.wordings() for key in {stems(said, Lang.EN) for said in group.en})
    assert [key for key, rows in keys.items() if rows > 1] == []


def test_nicknames_are_written_as_they_are_looked_up() -> None:
    assert [said for said in tables.nicknames() if phrase_key(said) != said] == []


def test_no_nickname_is_the_whole_name() -> None:
    assert [said for said, cards in tables.nicknames().items() if said in {phrase_key(card) for card in cards}] == []
