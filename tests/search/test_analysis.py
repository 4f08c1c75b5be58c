"""Tokens and stems: what counts as one word, and what as the same word."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.model import Lang
from kb.search.index.analysis import phrase_key, ranked, stem, tokens, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("X is Y", ["x", "is", "y"]),
        ("{X}{R}, {2/W} {W/P}", ["{x}", "{r}", "{2/w}", "{w/p}"]),
        ("+1/+1 −1/−1 -1/-1 1/1 */*", ["+1/+1", "-1/-1", "-1/-1", "1/1", "*/*"]),
        ("+2 Mace; 2 Mace", ["+2", "mace", "2", "mace"]),
        ("a loyalty ability of −3.", ["a", "loyalty", "ability", "of", "-3"]),
        ("2–3 cards", ["2", "3", "cards"]),
        ("rule 702.62a.", ["rule", "702.62a"]),
        ("face-down", ["face", "down"]),
        ("Can’t, don't, players’ dragon's", ["can't", "don't", "players", "dragon's"]),
        ("L’exil d'une carte qu’il a", ["l'", "exil", "d'", "une", "carte", "qu'", "il", "a"]),
        ("aujourd'hui", ["aujourd'hui"]),
        ("cou\u0302t COÛT coût", ["cout", "cout", "cout"]),
        ("manœuvre Æther Ça", ["manoeuvre", "aether", "ca"]),
        ("sus\u00adpend", ["suspend"]),
        ("_____", []),
        ("", []),
    ],
)
def test_text_falls_into_the_tokens_a_reader_sees(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        (Lang.EN, "counter counters countered countering"),
        (Lang.EN, "die dies died dying"),
        (Lang.EN, "dragon dragons dragon's"),
        (Lang.EN, "can't cannot cant"),
        (Lang.FR, "exiler exilez exilé exilée exilés exilées exile"),
        (Lang.FR, "créature créatures creature"),
        (Lang.FR, "animal animaux"),
        (Lang.FR, "attaque attaquer attaquez attaquent"),
        (Lang.FR, "capacité capacités capacite"),
    ],
)
def test_forms_of_one_word_have_one_stem(lang: Lang, forms: str) -> None:
    assert len({stem(form, lang) for form in forms.split()}) == 1


@pytest.mark.parametrize(("one", "other"), [("can", "can't"), ("+1/+1", "-1/-1"), ("1/1", "+1/+1"), ("{b/g}", "{b}")])
def test_opposites_have_different_stems(one: str, other: str) -> None:
    assert stem(one, Lang.EN) != stem(other, Lang.EN)


@pytest.mark.parametrize(
    "word", ["not", "can", "may", "must", "when", "if", "no", "x", "y", "each", "any", "only", "until"]
)
def test_small_words_that_decide_a_ruling_are_kept(word: str) -> None:
    assert stem(word, Lang.EN) is not None


def test_y_is_kept_in_french_where_it_is_a_number_too() -> None:
    assert stem("y", Lang.FR) == "y"


def test_a_symbol_counts_as_its_letter_too_but_a_hybrid_does_not() -> None:
    assert ranked(words("Pay {X} or {B/G}."), Lang.EN) == ["pay", "{x}", "x", "{b/g}"]


def test_names_that_differ_in_a_sign_have_different_keys() -> None:
    assert phrase_key("+2 Mace") != phrase_key("2 Mace")


@given(st.text())
def test_every_token_stands_where_it_says_in_order_and_is_not_empty(text: str) -> None:
    found = list(tokens(text))
    assert all(token.text and 0 <= token.start < token.end <= len(text) for token in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert not any(character.isspace() for token in found for character in token.text)


@given(st.text())
def test_case_does_not_change_the_tokens_of_plain_letters(text: str) -> None:
    plain = "".join(c for c in text if c.isascii())
    assert words(plain.upper()) == words(plain.lower())


@pytest.mark.parametrize("piece", ["a", "'", "a'", "{", "1/", "1.", "-", "\u0300", "a\u0300", "+1/", "\u00ad"])
def test_long_repetitions_are_read_in_a_moment(piece: str) -> None:
    start = time.perf_counter()
    list(tokens(piece * 20_000))
    assert time.perf_counter() - start < 1
