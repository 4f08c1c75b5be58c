"""Which rulings are taken to be on the wrong card, and which only name another in passing."""

from datetime import date

import pytest

from kb.ingest.misattribution import misattributions
from kb.model import Card, Lang, Ruling

CARDS = (
    Card("keep", "Test Keep of Stone", oracle_id="1"),
    Card("raider", "Test Gem Raider", name_fr="Test pillard de gemmes", oracle_id="2"),
    Card("oak", "Oakheart, the Eldest", text="Search for a card named Test Gem Raider.", oracle_id="3"),
    Card("zorble", "Zorblegast", oracle_id="4"),
)


def named(text: str, *cards: str, lang: Lang = Lang.EN) -> list[tuple[str, str]]:
    """Return the card, and the other one that *text* names, if that is a misattribution."""
    ruling = Ruling("0123456789ab", date(2024, 2, 2), lang, text, "w", "p", cards=cards)
    return [(found.card, found.named) for found in misattributions([ruling], CARDS)]


@pytest.mark.parametrize(
    "text",
    [
        "Test Gem Raider stays tapped.",
        "“Test Gem Raider” stays tapped.",
        "If Test Gem Raider is tapped, it stays so.",
        "After you exile Test Gem Raider, it stays there.",
        "You don’t sacrifice Test Gem Raider.",
        "The last ability of Test Gem Raider triggers once.",
    ],
)
def test_a_text_about_another_card_is_reported(text: str) -> None:
    assert named(text, "keep") == [("keep", "Test Gem Raider")]


def test_a_french_text_about_another_card_is_reported() -> None:
    text = "Si Test pillard de gemmes est engagé, il le reste."
    assert named(text, "keep", lang=Lang.FR) == [("keep", "Test pillard de gemmes")]


def test_a_name_of_one_word_that_is_no_other_word_is_sure() -> None:
    assert named("Zorblegast stays tapped.", "keep") == [("keep", "Zorblegast")]
    assert named("Zorblegast stays tapped. A zorblegast is a kind of goat.", "keep") == []


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("It stays tapped. Test Gem Raider does too.", ["keep"]),
        ("An effect of Test Gem Raider changes that.", ["keep"]),
        ("If an effect such as that of Test Gem Raider applies, pay again.", ["keep"]),
        ("If Test Gem Raider is tapped, Test Keep of Stone stays so.", ["keep"]),
        ("If Test Gem Raider is tapped, the Test stays so.", ["keep"]),
        ("Test Gem Raider stays tapped.", ["raider"]),
        ("Test Gem Raider stays tapped.", ["oak"]),
        ("Oakheart stays tapped.", ["oak"]),
        ("Test Gem Raider stays tapped.", []),
    ],
)
def test_a_text_that_names_another_card_in_passing_is_not_reported(text: str, cards: list[str]) -> None:
    assert named(text, *cards) == []


def test_of_two_cards_the_one_that_is_not_named_is_reported_wherever_the_other_is_named() -> None:
    assert named("Nothing is targeted by Test Gem Raider.", "keep", "raider") == [("keep", "Test Gem Raider")]
    assert named("Both are cast. For example, Test Gem Raider is.", "keep", "raider") == []
