"""Newer wordings, French versions and look-alikes."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.knowledge.dedupe import Statement, merge
from kb.knowledge.history import near_twins, pairs, revisions, tokens
from kb.model import Card, Lang, Link, LinkKind, PairStatus, Ruling
from tests.make import catalogue, statement

CARDS = catalogue(Card("bloom", "Lotus Bloom"), Card("rift", "Rift Bolt"))
OLD = "As the last time counter comes off, you must cast the card if able, and it costs you nothing."
NEW = "As the last time counter comes off, you may cast the card if able, and it costs you nothing."
FRENCH = "La carte est en exil face visible, avec trois marqueurs « temps » sur elle."
ENGLISH = "The card is in exile face up, with three time counters on it."


def merged(*statements: Statement) -> tuple[Ruling, ...]:
    return merge(statements, CARDS)


def shown(rulings: Sequence[Ruling], pair: tuple[str, str]) -> tuple[str, str]:
    """Return the texts of two rulings by their ids."""
    text = {r.id: r.text for r in rulings}
    return text[pair[0]], text[pair[1]]


def test_a_later_ruling_of_nearly_the_same_words_on_the_same_card_replaces_the_older() -> None:
    rulings = merged(statement(OLD, "2013-06-07", card="bloom"), statement(NEW, "2024-02-02", card="bloom"))
    (found,) = revisions(rulings)
    assert shown(rulings, (found.older, found.newer)) == (OLD, NEW)


@pytest.mark.parametrize(
    ("text", "on", "card"),
    [
        (NEW, "2024-02-02", "rift"),
        (NEW, "2013-06-07", "bloom"),
        (OLD, "2024-02-02", "bloom"),
        ("Mana value looks at the printed cost alone.", "2024-02-02", "bloom"),
    ],
    ids=["another card", "the same date", "a reissue word for word", "another matter"],
)
def test_what_is_no_newer_wording(text: str, on: str, card: str) -> None:
    assert revisions(merged(statement(OLD, "2013-06-07", card="bloom"), statement(text, on, card=card))) == ()


def test_look_alikes_differ_in_one_word_changed_or_added() -> None:
    other = NEW.replace("nothing", "nothing whatsoever")
    rulings = merged(statement(OLD), statement(NEW), statement(other))
    assert {frozenset(r.text for r in pair) for pair in near_twins(rulings)} == {
        frozenset({OLD, NEW}),
        frozenset({NEW, other}),
    }


def test_rulings_that_differ_in_the_cards_own_name_are_no_look_alikes() -> None:
    rulings = merged(
        statement("Lotus Bloom has no mana cost at all.", card="bloom"),
        statement("Rift Bolt has no mana cost at all.", card="rift"),
    )
    assert near_twins(rulings) == ()


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=4, max_size=8), max_size=12))
def test_look_alikes_are_those_that_comparing_each_with_each_finds(rows: list[list[str]]) -> None:
    rulings = merged(*(statement(" ".join(words)) for words in rows))

    def one_apart(a: Ruling, b: Ruling) -> bool:
        x, y = sorted((tokens(a.text), tokens(b.text)), key=len)
        if len(x) == len(y):
            return sum(p != q for p, q in zip(x, y, strict=True)) == 1
        return any(y[:n] + y[n + 1 :] == x for n in range(len(y)))

    expected = {frozenset((a.id, b.id)) for a in rulings for b in rulings if a.id < b.id and one_apart(a, b)}
    assert {frozenset(r.id for r in pair) for pair in near_twins(rulings)} == expected


def paired(*statements: Statement, links: Sequence[Link] = ()) -> list[tuple[str, str, PairStatus]]:
    rulings = merged(*statements)
    found = pairs(rulings, links, revisions(rulings))
    return [(*shown(rulings, (p.french, p.english)), p.status) for p in found]


def test_a_french_ruling_is_paired_with_the_english_one_of_its_date_and_card() -> None:
    assert paired(
        statement(FRENCH, lang=Lang.FR, card="bloom"),
        statement(ENGLISH, card="bloom"),
        statement("You may pay additional costs.", card="bloom"),
    ) == [(FRENCH, ENGLISH, PairStatus.CONFIRMED)]


def test_the_pair_is_outdated_when_the_english_wording_was_replaced() -> None:
    newer = ENGLISH.replace("three", "several")
    assert paired(
        statement(FRENCH, "2013-06-07", Lang.FR, card="bloom"),
        statement(ENGLISH, "2013-06-07", card="bloom"),
        statement(newer, "2024-02-02", card="bloom"),
    ) == [(FRENCH, ENGLISH, PairStatus.OUTDATED)]


def test_machine_made_french_is_marked_so() -> None:
    ((_, _, status),) = paired(
        statement(FRENCH, lang=Lang.FR, card="bloom", machine=True), statement(ENGLISH, card="bloom")
    )
    assert status is PairStatus.MACHINE


def test_a_ruling_on_another_card_is_no_original() -> None:
    assert paired(statement(FRENCH, lang=Lang.FR, card="bloom"), statement(ENGLISH, card="rift")) == []


def test_a_ruling_on_another_matter_is_no_original() -> None:
    assert (
        paired(statement(FRENCH, lang=Lang.FR, card="bloom"), statement("You may pay additional costs.", card="bloom"))
        == []
    )


def test_mechanics_named_in_both_speak_for_a_pair() -> None:
    french, english = "On ne répond pas à la suspension.", "Nobody responds to suspend."
    rulings = merged(statement(french, lang=Lang.FR, card="bloom"), statement(english, card="bloom"))
    links = [Link(r.id, slug, LinkKind.NAMED, 1.0, "") for r in rulings for slug in ("suspend", "respond")]
    assert [p.status for p in pairs(rulings, links, ())] == [PairStatus.CONFIRMED]


NEW_TARGET = "The new target is picked as Lotus Bloom's trigger resolves. Where there is none, the old target stays."
NOUVELLE_CIBLE = (
    "La nouvelle cible se choisit à la résolution de la capacité de Lotus Bloom. Sans elle, l'ancienne reste."
)
OTHER_NUMBERS = "Morph lets you cast Lotus Bloom face down for {3}, as its trigger resolves, as a 2/2 creature."


def test_what_is_left_on_a_card_and_date_is_a_pair_when_its_numbers_and_length_fit_nothing_else() -> None:
    assert paired(
        statement(NOUVELLE_CIBLE, lang=Lang.FR, card="bloom"),
        statement(NEW_TARGET, card="bloom"),
        statement(OTHER_NUMBERS, card="bloom"),
    ) == [(NOUVELLE_CIBLE, NEW_TARGET, PairStatus.CONFIRMED)]


@pytest.mark.parametrize(
    "others",
    [
        [statement(NEW_TARGET, "2013-06-07", card="bloom")],
        [statement(NEW_TARGET, card="bloom"), statement(NEW_TARGET.replace("old", "first"), card="bloom")],
        [statement("The new one is picked as it goes off. Where there is none, the old target stays.", card="bloom")],
        [statement(f"{NEW_TARGET} It is none of its own, and nobody else may pick one either.", card="bloom")],
    ],
    ids=["another date", "two candidates", "too little in common", "much longer"],
)
def test_what_is_left_is_no_pair_where_any_doubt_remains(others: list[Statement]) -> None:
    assert paired(statement(NOUVELLE_CIBLE, lang=Lang.FR, card="bloom"), *others) == []


def test_without_dates_a_pair_is_never_confirmed() -> None:
    assert paired(
        statement(FRENCH, "", Lang.FR, card="bloom"),
        statement(ENGLISH, "", card="bloom"),
    ) == [(FRENCH, ENGLISH, PairStatus.UNKNOWN)]


def test_the_plural_of_a_term_and_a_mechanic_in_any_sense_speak_for_a_pair() -> None:
    french = "Les capacités de la disparition ne se déclenchent pas deux fois."
    english = "The abilities of vanishing do not trigger twice over."
    assert [status for _, _, status in paired(
        statement(french, lang=Lang.FR, card="bloom"), statement(english, card="bloom")
    )] == [PairStatus.CONFIRMED]  # fmt: skip


def test_a_page_that_puts_thousands_of_rulings_on_one_card_is_compared_in_part() -> None:
    french = [statement(f"La suspension {n} exile.", lang=Lang.FR, card="bloom") for n in range(1000, 2000)]
    english = [statement(f"Its suspend {n} exiles.", card="bloom") for n in range(1000, 2000)]
    assert len(paired(*french, *english)) == 200
