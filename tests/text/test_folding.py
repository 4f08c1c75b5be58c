"""Folding, keys and addresses."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.text.folding import bare_key, fold, label, name_key, slug, squeeze, unique_slugs, visible, without_symbols

# The eighteen card names that a simple slug puts on eleven addresses.
COLLIDING = (
    "Suspend", "Fear", "Flash", "Test-Case", "Test Case", "TEST CASE", "Testcase", "Test: Case", "Tést Case", "Ow",
    "OW", "Fire // Ice", "Fire Ice", "Fire-Ice", "Index", "Search", "404", "Assets",
)  # fmt: skip
RESERVED = ("Con", "Aux", "Nul", "PRN", "COM1", "Lpt9", "Con.", "aux.card")


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Il dit « oui ».", "Il dit “oui”."),
        ("Il dit «\u202foui\u00a0».", 'Il dit "oui".'),
        ("Coût\u00a0: {2}.", "Coût: {2}."),
        ("Cout : {2}.", "Cout: {2}."),
        ("Vraiment ?! Oui ; 50 %", "Vraiment?! Oui; 50%"),
    ],
)
def test_blanks_that_french_sets_and_english_does_not_are_no_difference(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_blanks_elsewhere_are_a_difference() -> None:
    assert fold("Il dit « a b ».") != fold("Il dit « ab ».")
    assert fold("{2} .") != fold("{2}.")


@given(st.text(), st.text())
def test_typography_never_decides_whether_two_texts_are_equal(before: str, after: str) -> None:
    assert fold(f"{before} ’“—… {after}") == fold(f"{before}\u00a0 '\"-...\u2009{after}")


@given(st.text())
def test_decomposed_and_composed_accents_give_one_key(name: str) -> None:
    assert name_key(unicodedata.normalize("NFD", name)) == name_key(unicodedata.normalize("NFC", name))


def test_a_plus_sign_tells_two_names_apart_unless_marks_are_left_out() -> None:
    assert name_key("+2 Mace") != name_key("2 Mace")
    assert bare_key("+2 Mace") == bare_key("2 Mace")


def test_symbols_leave_one_blank_behind() -> None:
    assert without_symbols(fold("It has {X} in it, and {2/W}{W/P}.")) == "it has in it, and ."


def test_addresses_are_unique_also_where_letter_case_does_not_count() -> None:
    addresses = unique_slugs(COLLIDING)
    assert len({a.casefold() for a in addresses.values()}) == len(COLLIDING)
    assert addresses["Suspend"] == "suspend"
    assert addresses["Index"].startswith("index-")


def test_no_address_is_a_name_that_windows_keeps_for_itself() -> None:
    addresses = unique_slugs(RESERVED)
    assert len(set(addresses.values())) == len(RESERVED)
    assert not {a.split(".")[0] for a in addresses.values()} & {"con", "aux", "nul", "prn", "com1", "lpt9"}


@given(st.permutations(COLLIDING))
def test_an_address_does_not_depend_on_the_order_of_the_names(names: list[str]) -> None:
    assert unique_slugs(tuple(names)) == unique_slugs(COLLIDING)


@given(st.lists(st.text(max_size=200), unique=True))
def test_every_address_is_a_safe_file_name(names: list[str]) -> None:
    for address in unique_slugs(tuple(names)).values():
        assert address
        assert set(address) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
        assert len(address) <= 90


def test_composed_and_decomposed_names_have_one_address() -> None:
    assert slug("Déjà Vu") == slug(unicodedata.normalize("NFD", "Déjà Vu")) == "deja-vu"


@pytest.mark.parametrize("sign", ["\x1b", "\x07", "\u202e", "\u2066", "\u200f", "\x9b", "\x00", "\ud800"])
def test_signs_that_act_on_a_terminal_are_made_harmless(sign: str) -> None:
    assert visible(f"a{sign}b") == "a�b"


@given(st.text())
def test_a_label_is_one_line_that_can_be_written_and_shown(text: str) -> None:
    shown = label(text)
    assert len(shown) == len(text)
    assert len(shown.splitlines()) <= 1
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert visible(shown) == shown


def test_letters_of_every_script_are_shown() -> None:
    assert visible("→ − ★ ☃ Æther œuvre 日本") == "→ − ★ ☃ Æther œuvre 日本"


@given(st.text())
def test_squeezed_text_is_in_one_line(text: str) -> None:
    assert len(squeeze(text).splitlines()) <= 1
