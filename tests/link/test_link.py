"""Rulings are tied to what they explain: what they name, and what their cards and neighbours say."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.link import link
from kb.link.carried import carried
from kb.link.mentions import finder
from kb.model import Card, Lang, Link, LinkKind, Ruling, Span, Witness
from kb.model.knowledge import ABOUT
from kb.tables import mechanics
from kb.text.folding import fold, stable_id
from tests.tools.quality.links import measure

DAY, OTHER_DAY = date(2021, 6, 18), date(2013, 6, 7)
X_IS_ZERO = "If X stands in its mana cost, the value of X is 0."


def ruling(
    text: str,
    cards: Sequence[str] = (),
    day: date | None = DAY,
    *,
    lang: Lang = Lang.EN,
    path: str = "page.txt",
    section: str = "",
) -> Ruling:
    """Make a ruling that stands on *cards* in one file."""
    witnesses = tuple(Witness(path, Span(1, 1), text, card=card) for card in cards or ("",))
    wording = stable_id(lang, fold(text))
    id_ = stable_id(lang, str(day), fold(text))
    return Ruling(id_, day, lang, text, wording, wording, cards=tuple(cards), witnesses=witnesses, section=section)


def cards(texts: Mapping[str, str]) -> dict[str, Card]:
    """Make cards of their rules texts, by key; the name is the key with a capital."""
    return {key: Card(key=key, name=f"{key.capitalize()} Test", text=text) for key, text in texts.items()}


def many(stem: str, count: int, text: str) -> dict[str, Card]:
    """Make *count* cards with one rules text."""
    return cards({f"{stem}{n}": text for n in range(count)})


def links(rulings: Iterable[Ruling], catalogue: Mapping[str, Card] | None = None) -> dict[tuple[str, str], Link]:
    """Link *rulings*; by text and mechanic."""
    listed = list(rulings)
    texts = {each.id: each.text for each in listed}
    return {(texts[each.ruling], each.mechanic): each for each in link(listed, catalogue or {}, mechanics())}


def about(rulings: Iterable[Ruling], catalogue: Mapping[str, Card] | None = None) -> set[tuple[str, str]]:
    """Name the links that say what a ruling is about."""
    return {key for key, each in links(rulings, catalogue).items() if each.about}


# --- named ----------------------------------------------------------------------------------------------------------


def weight(text: str, mechanic: str, catalogue: Mapping[str, Card] | None = None) -> float:
    """Return the weight of a named link of a ruling on all cards of *catalogue*."""
    found = links([ruling(text, tuple(catalogue or ()))], catalogue)[text, mechanic]
    assert found.kind is LinkKind.NAMED
    return found.weight


def test_a_ruling_that_names_a_mechanic_of_its_own_is_about_it() -> None:
    assert weight("You can suspend the card at any such time.", "suspend") >= ABOUT


def test_an_evergreen_mechanic_weighs_less_than_a_distinctive_one() -> None:
    text = "It matters here: a creature has {}."
    assert weight(text.format("flying"), "flying") < weight(text.format("wither"), "wither")


def test_an_everyday_verb_of_the_game_is_only_mentioned() -> None:
    assert weight("You may cast the card and sacrifice that creature.", "cast") < ABOUT
    assert weight("You may cast the card and sacrifice that creature.", "sacrifice") < ABOUT


def test_an_example_is_only_mentioned() -> None:
    text = "You may cast it for another cost (such as emerge or flash) if there is one."
    assert weight(text, "emerge") < ABOUT
    assert weight(text, "flash") < ABOUT


def test_repeating_a_mechanic_and_opening_with_it_weigh_more() -> None:
    once = "Nothing else changes. It simply has wither."
    assert weight("It simply has wither. Nothing else changes.", "wither") > weight(once, "wither")
    assert weight(f"{once} Its wither stays.", "wither") > weight(once, "wither")


def test_a_mechanic_that_the_cards_have_weighs_more() -> None:
    text = "Nothing else changes. It simply has wither."
    assert weight(text, "wither", cards({"a": "Wither"})) > weight(text, "wither", cards({"a": "Draw a card."}))


def test_a_ruling_that_speaks_of_its_own_card_is_less_about_an_evergreen_mechanic() -> None:
    catalogue = cards({"a": "Flying"})
    assert weight("Before that, A Test has flying.", "flying", catalogue) < ABOUT
    assert weight("Two instances of flying are no better.", "flying", catalogue) >= ABOUT


def test_the_property_enchanted_is_only_mentioned() -> None:
    assert weight("The enchanted creature is still an artifact.", "enchant") < ABOUT


def test_a_named_link_says_what_it_rests_on() -> None:
    text = "Suspend a card; the suspended card waits. Another suspended card too."
    found = links([ruling(text, ("a", "b"))], cards({"a": "Suspend 2—{U}", "b": "Draw a card."}))[text, "suspend"]
    assert found.evidence == "the text says “suspend”, “suspended” ×2; 1 of 2 cards have it"


def test_a_word_of_the_cards_own_name_is_no_link() -> None:
    catalogue = {"s": Card(key="s", name="Suspended Sentinel", name_fr="Sentinelle suspendue", text="Flying")}
    english = ruling("Suspended Sentinel's ability is optional.", ("s",))
    french = ruling("La capacité de la Sentinelle suspendue est facultative.", ("s",), lang=Lang.FR)
    assert links([english, french], catalogue) == {}


# --- context from the cards -----------------------------------------------------------------------------------------


def test_cards_that_share_a_mechanic_give_it_to_their_ruling_when_a_ruling_of_that_date_names_it() -> None:
    catalogue = many("s", 5, "Suspend 2—{U}")
    named = ruling("Suspend works from the hand.", tuple(catalogue))
    hidden = ruling(X_IS_ZERO, tuple(catalogue))
    found = links([named, hidden], catalogue)[X_IS_ZERO, "suspend"]
    assert found == Link(
        hidden.id, "suspend", LinkKind.CONTEXT, 0.95, "5 of 5 cards have it; 1 ruling of that date name it"
    )


def test_two_mechanics_that_part_the_cards_between_them_are_both_linked_each_with_its_weight() -> None:
    catalogue = many("s", 57, "Suspend 2—{U}") | many("c", 6, "Cascade") | many("o", 6, "Draw a card.")
    suspend = tuple(key for key in catalogue if key.startswith("s"))
    cascade = tuple(key for key in catalogue if key.startswith("c"))
    found = links(
        [
            ruling("Suspend works from the hand.", suspend),
            ruling("Cascade triggers on casting.", cascade),
            ruling(X_IS_ZERO, tuple(catalogue)),
        ],
        catalogue,
    )
    heavy, light = found[X_IS_ZERO, "suspend"], found[X_IS_ZERO, "cascade"]
    assert heavy.evidence.startswith("57 of 69 cards have it")
    assert light.evidence.startswith("6 of 69 cards have it")
    assert heavy.weight > light.weight >= ABOUT


def test_reminder_text_gives_a_card_no_mechanic() -> None:
    catalogue = many("a", 5, "Draw a card. (A card with suspend has cascade.)")
    assert about([ruling(X_IS_ZERO, tuple(catalogue)), ruling("Suspend works.", tuple(catalogue))], catalogue) == {
        ("Suspend works.", "suspend")
    }


def test_an_evergreen_mechanic_is_no_context() -> None:
    catalogue = many("f", 5, "Flying")
    rulings = [ruling(X_IS_ZERO, tuple(catalogue)), ruling("Flying works.", tuple(catalogue))]
    assert (X_IS_ZERO, "flying") not in links(rulings, catalogue)


def test_a_pair_of_cards_out_of_a_large_group_speaks_of_itself() -> None:
    catalogue = many("p", 12, "Partner")
    group = ruling("A deck may have two commanders with partner.", tuple(catalogue))
    assert (X_IS_ZERO, "partner") not in links([group, ruling(X_IS_ZERO, ("p0", "p1"))], catalogue)
    pair = ruling("These two have partner.", ("p0", "p1"))
    assert (X_IS_ZERO, "partner") in about([group, pair, ruling(X_IS_ZERO, ("p0", "p1"))], catalogue)


def test_a_mechanic_on_too_few_of_the_cards_is_no_context() -> None:
    catalogue = many("s", 4, "Suspend 2—{U}") | many("o", 4, "Draw a card.")
    suspend = ruling("Suspend works.", tuple(catalogue)[:4])
    assert (X_IS_ZERO, "suspend") not in links([suspend, ruling(X_IS_ZERO, tuple(catalogue))], catalogue)


def test_a_ruling_of_another_date_does_not_vouch() -> None:
    catalogue = many("s", 3, "Suspend 2—{U}")
    rulings = [ruling(X_IS_ZERO, tuple(catalogue)), ruling("Suspend works.", tuple(catalogue), OTHER_DAY)]
    assert (X_IS_ZERO, "suspend") not in links(rulings, catalogue)


def test_all_cards_of_a_date_with_an_ability_word_and_no_others_need_no_ruling_that_names_it() -> None:
    catalogue = many("r", 4, "Radiance — Each creature that shares a color gets +1/+1.")
    text = "All creatures of that color are affected."
    assert (text, "radiance") in about([ruling(text, tuple(catalogue))], catalogue)


def test_the_same_words_on_another_date_are_linked_too_where_the_card_has_the_mechanic() -> None:
    catalogue = many("s", 5, "Suspend 2—{U}") | cards({"o": "Draw a card."})
    suspend = tuple(key for key in catalogue if key.startswith("s"))
    first = [ruling("Suspend works.", suspend), ruling(X_IS_ZERO, suspend)]
    again, elsewhere = ruling(X_IS_ZERO, ("s0",), OTHER_DAY), ruling(X_IS_ZERO, ("o",), date(2014, 1, 1))
    linked = {each.ruling for each in link([*first, again, elsewhere], catalogue, mechanics())}
    assert again.id in linked
    assert elsewhere.id not in linked


def test_the_only_card_of_a_date_with_a_mechanic_gives_it_to_what_stands_among_rulings_on_it() -> None:
    catalogue = cards({"s": "Suspend 2—{U}"})
    named = [ruling(f"Suspend fact number {n}.", ("s",)) for n in range(3)]
    assert (X_IS_ZERO, "suspend") in about([*named, ruling(X_IS_ZERO, ("s",))], catalogue)
    own = "S Test draws two cards."
    of_itself = replace(ruling(own, ("s",)), pattern="~ draws two cards.")
    assert (own, "suspend") not in links([*named, of_itself], catalogue)


# --- context from the page ------------------------------------------------------------------------------------------


def page(naming: int, silent: int, day: date | None = DAY, *, path: str = "page.txt") -> list[Ruling]:
    """Make the rulings of one page and date, so many of which name suspend."""
    texts = [f"Suspend fact number {n} of {day}." for n in range(naming)]
    texts += [f"Quiet fact number {n} of {day}." for n in range(silent)]
    return [ruling(text, day=day, path=path) for text in texts]


def quiet(rulings: Sequence[Ruling], catalogue: Mapping[str, Card] | None = None) -> set[str]:
    """Name the texts that have suspend as their context."""
    found = links(rulings, catalogue)
    return {text for (text, slug), each in found.items() if slug == "suspend" and each.kind is LinkKind.CONTEXT}


def test_on_a_page_without_card_texts_most_neighbours_of_the_date_decide() -> None:
    """Of ten rulings of one date seven name suspend: the three others get it; two of another date do not."""
    rulings = [*page(7, 3), *page(0, 2, OTHER_DAY)]
    assert quiet(rulings) == {f"Quiet fact number {n} of {DAY}." for n in range(3)}
    found = links(rulings)[f"Quiet fact number 0 of {DAY}.", "suspend"]
    assert (found.weight, found.evidence) == (0.75, "7 of the 9 other rulings of its page and date name it")


@pytest.mark.parametrize(("naming", "silent", "linked"), [(1, 1, 0), (2, 1, 1), (2, 3, 3), (2, 4, 0), (3, 5, 0)])
def test_it_takes_two_neighbours_and_half_of_the_others(naming: int, silent: int, linked: int) -> None:
    assert len(quiet(page(naming, silent))) == linked


def test_rulings_of_another_file_or_another_card_are_no_neighbours() -> None:
    assert quiet([*page(3, 0, path="one.txt"), ruling("Quiet.", path="two.txt")]) == set()
    elsewhere = [ruling(f"Suspend fact {n}.", ("a",)) for n in range(3)]
    assert quiet([*elsewhere, ruling("Quiet.", ("b",))]) == set()


def test_undated_rulings_of_a_page_are_neighbours() -> None:
    assert len(quiet(page(3, 1, None))) == 1


def test_a_card_whose_text_is_known_to_lack_the_mechanic_outweighs_the_page() -> None:
    rulings = [ruling(f"Suspend fact {n}.", ("a",)) for n in range(3)]
    assert quiet([*rulings, ruling("Quiet.", ("a",))], cards({"a": ""})) == {"Quiet."}
    assert quiet([*rulings, ruling("Quiet.", ("a",))], cards({"a": "Flying"})) == set()


def test_neighbours_count_in_either_language() -> None:
    french = [ruling(f"La suspension, fait {n}.", lang=Lang.FR) for n in range(2)]
    assert quiet([*french, ruling("Quiet.")]) == {"Quiet."}


def test_a_heading_that_names_a_mechanic_speaks_for_what_stands_under_it() -> None:
    found = links([ruling(X_IS_ZERO, section="Returning Mechanic: Suspend")])[X_IS_ZERO, "suspend"]
    assert (found.kind, found.weight) == (LinkKind.CONTEXT, 0.8)
    assert found.evidence == "it stands under “Returning Mechanic: Suspend”"
    assert links([ruling(X_IS_ZERO, section="General notes")]) == {}


# --- cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "slugs"),
    [
        (Card("a", "A", text="Flash\nFlying, reach (It can block.)\nWard {2}"), {"flash", "flying", "reach", "ward"}),
        (Card("a", "A", text="Riot\nWhen A enters, scry 2."), {"riot", "scry"}),
        (Card("a", "Storm Crow", text="Storm Crow has flying."), {"flying"}),
        (Card("a", "A", text="Remove a time counter.", keywords=("Suspend",)), {"suspend"}),
        (Card("a", "A", name_fr="B", text_fr="Suspension 2—{U}\nVol, portée"), {"suspend", "flying", "reach"}),
        (Card("a", "A"), set()),
    ],
)
def test_a_card_carries_what_its_text_or_its_keywords_say(card: Card, slugs: set[str]) -> None:
    assert carried(card, finder()) == slugs


# --- all ------------------------------------------------------------------------------------------------------------

TEXTS = ["Suspend works.", "Flying works.", X_IS_ZERO, "Cascade, then suspend it.", "Cast it.", "Quiet."]
RULINGS = st.lists(
    st.builds(
        ruling,
        st.sampled_from(TEXTS),
        st.lists(st.sampled_from(["s0", "s1", "s2", "c0", "o"]), unique=True).map(tuple),
        st.sampled_from([DAY, OTHER_DAY, None]),
        path=st.sampled_from(["a.txt", "b.txt"]),
    ),
    unique_by=lambda each: each.id,
    max_size=12,
)
CATALOGUE = many("s", 3, "Suspend 2—{U}") | many("c", 1, "Cascade\nFlying") | cards({"o": ""})


@given(RULINGS, st.randoms(use_true_random=False))
def test_links_are_unique_sorted_within_bounds_and_independent_of_order(
    rulings: list[Ruling], chance: random.Random
) -> None:
    found = link(rulings, CATALOGUE, mechanics())
    assert len({(each.ruling, each.mechanic) for each in found}) == len(found)
    assert list(found) == sorted(found, key=lambda each: (each.ruling, -each.weight, each.mechanic))
    assert all(0 <= each.weight <= 1 and each.weight == round(each.weight, 2) and each.evidence for each in found)
    chance.shuffle(rulings)
    assert link(rulings, CATALOGUE, mechanics()) == found


def test_no_rulings_have_no_links() -> None:
    assert link([], {}, mechanics()) == ()


@pytest.mark.reference
def test_links_of_real_rulings_agree_with_their_readers(reference: Path) -> None:
    """What the text names and what only its cards say are both right often enough to be shown as facts."""
    tallies, _ = measure(reference)
    assert tallies["all"].f1 >= 0.82
    assert tallies["not named"].precision >= 0.9
    assert tallies["not named"].recall >= 0.8
    assert tallies["false friends"].wrong == 0
