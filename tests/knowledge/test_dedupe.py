"""What is one ruling, and what is two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.knowledge.dedupe import Statement, mask_names, merge
from kb.model import Card, Lang, RawRuling, Ruling
from tests.make import catalogue, statement

SUSPEND = "You can’t pay the suspend cost unless you could begin to cast the card."


def merged(*statements: Statement, cards: dict[str, Card] | None = None) -> tuple[Ruling, ...]:
    """Merge *statements*, no cards being known unless given."""
    return merge(statements, cards or {})


@pytest.mark.parametrize(
    "variant",
    [
        SUSPEND.replace("’", "'"),
        SUSPEND + " ",
        SUSPEND.replace("cost ", "cost  "),
        SUSPEND.replace(" cost", "\u00a0cost"),
        SUSPEND.replace("begin", "be\u00adgin"),
        "\ufeff" + SUSPEND,
        SUSPEND.upper(),
    ],
)
def test_typography_space_and_case_make_no_second_ruling(variant: str) -> None:
    (ruling,) = merged(statement(SUSPEND), statement(variant))
    assert len(ruling.witnesses) == 2
    assert ruling.text == SUSPEND


def test_french_and_english_spacing_of_marks_make_no_second_ruling() -> None:
    (ruling,) = merged(
        statement("La carte « suspendue »\u00a0: rien.", lang=Lang.FR),
        statement("La carte “suspendue”: rien.", lang=Lang.FR),
    )
    assert len(ruling.witnesses) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Put a +1/+1 counter on it.", "Put a -1/-1 counter on it."),
        ("It costs {X}{R}.", "It costs {X}{G}."),
        ("You can cast it.", "You can't cast it."),
        ("It costs {1}{B/G}.", "It costs {1}{B}{G}."),
        ("It costs {1}.", "It costs {1}{G}."),
    ],
)
def test_texts_that_say_different_things_stay_apart(one: str, other: str) -> None:
    assert len(merged(statement(one), statement(other))) == 2


def test_a_hyphen_and_a_true_minus_are_the_same_sign() -> None:
    assert len(merged(statement("Put a -1/-1 counter on it."), statement("Put a −1/−1 counter on it."))) == 1


def test_the_same_text_on_another_date_is_another_ruling_of_the_same_wording() -> None:
    older, newer = merged(statement(SUSPEND, "2013-06-07"), statement(SUSPEND, "2006-09-25"))
    assert (str(older.date), str(newer.date)) == ("2006-09-25", "2013-06-07")
    assert older.id != newer.id
    assert older.wording == newer.wording


def test_the_same_text_in_two_languages_is_two_rulings() -> None:
    assert len(merged(statement("Flash."), statement("Flash.", lang=Lang.FR))) == 2


def test_a_text_that_lost_its_symbol_joins_the_one_that_has_it() -> None:
    (ruling,) = merged(
        statement("If the card has \u00a0 in its mana cost, X is 0.", lost_symbol=True, path="a.txt"),
        statement("If the card has {X} in its mana cost, X is 0.", path="b.txt"),
    )
    assert ruling.text == "If the card has {X} in its mana cost, X is 0."
    assert not ruling.lost_symbol
    assert [w.path for w in ruling.witnesses] == ["a.txt", "b.txt"]
    assert ruling.witnesses[0].text == "If the card has \u00a0 in its mana cost, X is 0."


def test_a_lost_symbol_is_never_guessed_between_two_candidates() -> None:
    rulings = merged(statement("It costs ."), statement("It costs {X}."), statement("It costs {2}."))
    assert len(rulings) == 3


def test_a_lost_symbol_is_not_mended_from_another_date() -> None:
    rulings = merged(
        statement("It has in its cost.", lost_symbol=True), statement("It has {X} in its cost.", "2006-09-25")
    )
    assert len(rulings) == 2
    assert rulings[1].lost_symbol


def test_one_of_two_symbols_lost_is_mended_where_the_reader_saw_the_hole() -> None:
    (ruling,) = merged(statement("Pay {2} or , then {X}.", lost_symbol=True), statement("Pay {2} or {G}, then {X}."))
    assert ruling.text == "Pay {2} or {G}, then {X}."


def test_the_id_is_the_same_whatever_else_is_read() -> None:
    (alone,) = merged(statement(SUSPEND))
    among = {
        r.id for r in merged(statement("Other."), statement(SUSPEND.replace("’", "'"), path="b"), statement("More."))
    }
    assert alone.id in among
    assert len(alone.id) == 12


def test_undated_rulings_come_first_and_pages_keep_their_order() -> None:
    rulings = merged(
        statement("Third, first half.", "2009-10-01"),
        statement("Third, second half.", "2009-10-01"),
        statement("Second.", "2007-02-01"),
        statement("First.", ""),
    )
    assert [r.text for r in rulings] == ["First.", "Second.", "Third, first half.", "Third, second half."]


def test_rulings_equal_but_for_the_cards_own_name_share_a_pattern() -> None:
    cards = catalogue(Card("fog", "Fog"), Card("holy-day", "Holy Day"))
    one, other = merged(
        statement("Fog counts once.", card="fog"), statement("Holy Day counts once.", card="holy-day"), cards=cards
    )
    assert one.pattern == other.pattern
    assert one.wording != other.wording


def test_the_part_of_a_name_before_a_comma_is_the_cards_name_too() -> None:
    assert mask_names("Urza draws.", [Card("urza", "Urza, Lord High Artificer")]) == "~ draws."


def test_a_name_inside_a_longer_word_is_no_name() -> None:
    assert mask_names("Fogs and Fog.", [Card("fog", "Fog")]) == "Fogs and ~."


def test_a_ruling_is_machine_made_only_when_no_page_says_otherwise() -> None:
    (ruling,) = merged(statement("Texte.", lang=Lang.FR, machine=True), statement("Texte.", lang=Lang.FR))
    assert not ruling.machine_translated


texts = st.text(alphabet=st.sampled_from("ab {X}{2}.’'-−\u00a0"), min_size=1, max_size=14).filter(str.strip)


@given(st.lists(st.tuples(texts, st.sampled_from(["2024-02-02", "2006-09-25", ""]), st.booleans()), max_size=12))
def test_every_statement_is_a_witness_of_exactly_one_ruling(rows: list[tuple[str, str, bool]]) -> None:
    made = [statement(text, on, lost_symbol=lost, line=n) for n, (text, on, lost) in enumerate(rows, 1)]
    rulings = merge(made, {})
    assert sorted(w.span.first for r in rulings for w in r.witnesses) == list(range(1, len(rows) + 1))
    assert len({r.id for r in rulings}) == len(rulings)


@given(st.lists(st.tuples(texts, st.booleans()), max_size=8), st.randoms())
def test_what_is_one_ruling_does_not_depend_on_the_order_of_files(rows: list[tuple[str, bool]], random: object) -> None:
    made = [statement(text, lost_symbol=lost, line=n) for n, (text, lost) in enumerate(rows, 1)]
    shuffled = list(made)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert {r.id for r in merge(made, {})} == {r.id for r in merge(shuffled, {})}


def test_the_shown_text_is_an_original_not_the_folded_key() -> None:
    (ruling,) = merge([Statement(RawRuling("“Quoted” – text…", None, Lang.EN), "p")], {})
    assert ruling.text == "“Quoted” – text…"
