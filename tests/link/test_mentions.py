"""Mechanics are found in their keyword sense: whole words, longest first, in either language, never in a name."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.link.mentions import Finder, finder, mentions
from kb.model import Lang, Mechanic, MechanicKind
from kb.tables import mechanics

SAMPLES = Path(__file__).parents[1] / "samples" / "links"
SLUGS = {mechanic.slug for mechanic in mechanics()}
WORDS = sorted({form for m in mechanics() for form in (*m.forms, *m.forms_fr)})


def slugs(text: str, lang: Lang = Lang.EN, names: tuple[str, ...] = ()) -> list[str]:
    """Name the mechanics that *text* names, in order."""
    return [mention.slug for mention in mentions(text, lang, names)]


def senses() -> list[tuple[str, str, str]]:
    """Read the table of texts."""
    lines = (SAMPLES / "senses.tsv").read_text(encoding="utf-8").splitlines()
    return [(lang, text, found) for lang, text, found in (line.split("\t") for line in lines if line[0] != "#")]


@pytest.mark.parametrize(("lang", "text", "expected"), senses())
def test_a_word_is_a_mention_only_in_its_keyword_sense(lang: str, text: str, expected: str) -> None:
    assert slugs(text, Lang(lang)) == ([] if expected == "-" else expected.split())


def test_flavour_words_and_parts_of_words_name_no_mechanic() -> None:
    """In rulings on cards whose names hold such words, each text names just what it speaks of."""
    sample = json.loads((SAMPLES / "flavour_words_and_parts_of_words.json").read_text(encoding="utf-8"))
    found = {
        (name, ruling["text"].split()[0]): slugs(ruling["text"], names=(name,))
        for name, faces in sample["data"].items()
        for face in faces
        for ruling in face["rulings"]
    }
    assert found == {
        ("Unearthly Herald", "Unearthly"): [],
        ("Unearthly Herald", "Unearthing"): [],
        ("Food Brawl", "Food"): [],
        ("Test Digger", "If"): ["unearth", "exile"],
        ("Test Merfolk", "Islandcycling"): ["cycling", "cycling", "cycling"],
        ("Test Merfolk", "A"): ["double-strike", "first-strike"],
        ("Test Merfolk", "Commander"): ["ninjutsu", "ninjutsu"],
        ("Test Merfolk", "Protection"): ["protection", "hexproof"],
        ("Suspended Sentinel", "A"): ["suspend", "suspend", "exile"],
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Suspended Sentinel's ability can target a suspended card.", "Suspended Sentinel"),
        ("Morph's first ability turns a morph creature face up.", "Morph"),
        ("If Cascade leaves, its cascade ability still resolves.", "Cascade, the Falling"),
        ("If Vanishing Act is a copy, it has vanishing.", "Front // Vanishing Act"),
    ],
)
def test_no_mention_lies_in_a_name_of_the_card(text: str, name: str) -> None:
    assert len(mentions(text, Lang.EN, (name,))) == 1


def test_a_french_name_of_the_card_hides_its_words() -> None:
    text = "La Sentinelle suspendue peut cibler une carte suspendue."
    assert [m.start for m in mentions(text, Lang.FR, ("Sentinelle suspendue",))] == [text.rindex("suspendue")]


def test_a_mention_tells_where_it_stands_and_what_form_stands_there() -> None:
    text = "Then ISLANDCYCLING, or ’first strike’."
    assert [(text[m.start : m.end], m.form) for m in mentions(text, Lang.EN)] == [
        ("ISLANDCYCLING", "islandcycling"),
        ("first strike", "first strike"),
    ]


@pytest.mark.parametrize("text", ["La ce\u0301le\u0301rite\u0301 suit.", "La célérité suit.", "La celerite suit."])
def test_accents_may_be_composed_decomposed_or_missing(text: str) -> None:
    (mention,) = mentions(f"Elle acquiert {text[0].lower()}{text[1:]}", Lang.FR)
    assert mention.slug == "haste"


def test_words_of_a_form_may_be_joined_by_a_hyphen_but_not_parted_by_a_full_stop() -> None:
    assert slugs("A level-up ability.") == ["level-up"]
    assert slugs("They wait for the first. Strike now.") == []


def test_a_word_in_the_other_language_is_not_looked_for() -> None:
    assert slugs("suspension", Lang.EN) == []
    assert slugs("suspend", Lang.EN) == ["suspend"]


def test_on_a_card_that_has_the_mechanic_its_name_needs_no_other_sign() -> None:
    text = "Echo matters here."
    assert slugs(text) == []
    assert [m.slug for m in finder().read(text, Lang.EN, carried=frozenset({"echo"})).mentions] == ["echo"]


def test_a_reading_says_whether_the_text_speaks_of_the_card() -> None:
    assert finder().read("Then Otrimi leaves.", Lang.EN, ("Otrimi, the Ever-Playful",)).speaks_of_names
    assert not finder().read("Then it leaves.", Lang.EN, ("Otrimi, the Ever-Playful",)).speaks_of_names


def test_a_mechanic_that_the_table_lacks_can_be_looked_for() -> None:
    own = Finder([Mechanic("frob", MechanicKind.KEYWORD_ABILITY, "Frob", forms=("frob", "frobbed"))])
    assert [m.slug for m in own.mentions("A frobbed card with flying.", Lang.EN)] == ["frob"]


def test_the_form_that_opens_a_text_is_found() -> None:
    assert finder().leading("first strike, flying", Lang.EN) == "first-strike"
    assert finder().leading("a card", Lang.EN) is None
    assert finder().leading("", Lang.EN) is None


@given(
    st.lists(st.sampled_from([*WORDS, "has", "with", "the", "+1/+1", "{2}", "Storm Crow", ",", ".", "’", "\u0301"])),
    st.sampled_from([" ", "-", "  ", "\n"]),
    st.sampled_from(list(Lang)),
)
def test_mentions_are_in_order_without_overlap_and_of_known_mechanics(parts: list[str], joint: str, lang: Lang) -> None:
    text = joint.join(parts)
    found = mentions(text, lang, ("Storm Crow",))
    ends = [0, *(mention.end for mention in found)]
    assert all(end <= m.start < m.end <= len(text) for end, m in zip(ends, found, strict=False))
    assert {mention.slug for mention in found} <= SLUGS
    assert not any("Storm" in text[m.start : m.end] for m in found)


@given(st.text(), st.sampled_from(list(Lang)), st.lists(st.text(), max_size=3))
def test_any_text_and_any_name_can_be_read(text: str, lang: Lang, names: list[str]) -> None:
    for mention in mentions(text, lang, names):
        assert text[mention.start : mention.end].strip() == text[mention.start : mention.end]


@pytest.mark.parametrize(
    "unit", ["of the ", "Flash of ", "flash, reach ", "phase in ", "- ", "Storm ", "counter ", "(("]
)
def test_a_text_ten_times_as_long_takes_no_more_than_some_ten_times_the_time(unit: str) -> None:
    def seconds(count: int) -> float:
        started = time.process_time()
        mentions(unit * count, Lang.EN, ("Flash of the Storm", "Of"))
        return time.process_time() - started

    seconds(100)
    assert seconds(20_000) < 40 * seconds(2_000) + 0.2


@pytest.mark.parametrize("name", ["Travel Preparations", "Travel of the Tests"])
def test_words_that_end_in_the_beginning_of_another_cards_name_are_no_mention(name: str) -> None:
    assert slugs(f"The creature is gone by the time {name} resolves.") == []


@pytest.mark.parametrize("words", ["time travel", "time Travel"])
def test_a_mechanic_in_whatever_capitals_is_a_mention_where_no_name_goes_on(words: str) -> None:
    assert slugs(f"Whenever you {words}, nothing happens.") == ["time-travel"]
