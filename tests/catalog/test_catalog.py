"""The catalogue: one card each, found by any of its names, and pages without a name identified or left alone."""

import itertools
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.catalog import Catalog, build, from_cards
from kb.catalog.place import place
from kb.catalog.spoken import coined_name, spoken, vocabulary
from kb.model import Card, CardName, Document, Evidence, Lang, RawCard, RawRuling
from kb.read import read
from kb.text.names import exact_key, nearest
from tests.layouts.sources import sample, understood

ID = "00000000-0000-4000-8000-{:012d}"


def document(
    *rulings: RawRuling, cards: Iterable[RawCard] = (), path: str = "page.txt", layout: str = "mtgjson"
) -> Document:
    return Document(path, layout, path, rulings=rulings, cards=tuple(cards))


def ruling(text: str, card: CardName | str | None = None, day: str = "2020-01-01", **fields: object) -> RawRuling:
    named = CardName(card, english=card) if isinstance(card, str) else card
    raw = RawRuling(text, date.fromisoformat(day) if day else None, Lang.EN, card=named)
    return replace(raw, **fields)  # type: ignore[arg-type]


def catalogue(*cards: RawCard | str) -> Catalog:
    return build([document(cards=[RawCard(card) if isinstance(card, str) else card for card in cards])])


def names(cards: Iterable[Card]) -> list[str]:
    return [card.name for card in cards]


def resolved(cards: Catalog, printed: str, **fields: str) -> str | None:
    key = cards.resolve(CardName(printed, **fields))  # type: ignore[arg-type]
    return cards.card(key).name if key else None


# --- one card each --------------------------------------------------------------------------------------------------


def test_card_data_in_two_languages_and_of_two_sources_make_one_card() -> None:
    english = RawCard("Test Fog", ID.format(1), text="New.", type_line="Instant", sets=("AAA",), keywords=("Flash",))
    french = RawCard("Test Fog", ID.format(1), name_fr="Brume", text_fr="Neuf.")
    older = RawCard("Test Fog", ID.format(1), name_fr="Brouillard", text="Old.", sets=("BBB",))
    unknown = RawCard("Test Fog", text="No id.", sets=("CCC",))
    documents = [
        document(cards=[english], path="b.json", layout="scryfall"),
        document(cards=[french], path="c.json", layout="scryfall"),
        document(cards=[older, unknown], path="a.json"),
    ]
    wanted = Card(
        "test-fog",
        "Test Fog",
        name_fr="Brume",
        oracle_id=ID.format(1),
        aliases=("Brouillard",),
        text="New.",
        text_fr="Neuf.",
        type_line="Instant",
        keywords=("Flash",),
        sets=("AAA", "BBB", "CCC"),
    )
    assert {build(order).cards for order in itertools.permutations(documents)} == {(wanted,)}


def test_of_several_names_of_one_card_it_goes_by_the_one_that_has_the_others_as_faces() -> None:
    half = RawCard("Dusk", ID.format(1), text="One half.")
    pair = RawCard("Dawn // Noon", ID.format(1), faces=("Dawn", "Noon"))
    whole = RawCard("Dawn // Noon // Dusk", ID.format(1), faces=("Dawn", "Noon", "Dusk"), text="All of it.")
    documents = [document(cards=[half, pair], path="a.json", layout="scryfall"), document(cards=[whole])]
    (card,) = build(documents).cards
    assert (card.name, card.faces, card.text) == (whole.name, whole.faces, "All of it.")
    assert card.aliases == ("Dawn // Noon", "Dusk")


def test_a_card_that_has_its_own_name_on_both_sides_keeps_the_plain_name() -> None:
    plain, twice = RawCard("Test Ring", ID.format(1)), RawCard("Test Ring // Test Ring", ID.format(1))
    assert names(catalogue(plain, twice).cards) == ["Test Ring"]


def test_a_name_with_faces_that_lacks_another_name_of_the_card_takes_no_precedence() -> None:
    renamed, pair = RawCard("New Name", ID.format(1)), RawCard("Dawn // Noon", ID.format(1))
    assert names(catalogue(renamed, pair).cards) == ["New Name"]


def test_a_card_without_id_joins_no_name_that_two_ids_have() -> None:
    cards = catalogue(RawCard("Test", ID.format(1)), RawCard("Test", ID.format(2)), RawCard("Test")).cards
    assert sorted(card.oracle_id for card in cards) == ["", ID.format(1), ID.format(2)]
    assert len({card.key for card in cards}) == 3


def test_a_second_name_under_one_id_becomes_an_alias() -> None:
    known = catalogue(RawCard("Test Fog", ID.format(1)), RawCard("Test Fogg", ID.format(1)))
    assert [(card.name, card.aliases) for card in known.cards] == [("Test Fog", ("Test Fogg",))]
    assert names(known.find("test fogg")) == ["Test Fog"]


def test_a_french_name_that_is_the_english_one_is_no_french_name() -> None:
    known = build([understood(sample("one-french-name-two-cards.json"))])
    assert {card.name: card.name_fr for card in known.cards} == {
        "Unforge": "Refonte",
        "Reshape": "Refonte",
        "Unesh, Criosphinx Sovereign": "",
    }


def test_names_of_null_or_nothing_make_no_card_called_none() -> None:
    known = build([understood(sample("french-name-missing.json"))])
    assert names(known.cards) == ["Howlpack Piper // Wildsong Howler", "Test Null", "Test Stalker"]
    assert {card.name_fr for card in known.cards} == {
        "",
        "Joueuse de flûte de la hurlemeute // Hurleuse de chant sauvage",
    }
    assert known.find("None") == ()


def test_a_reversible_card_is_the_card_it_is() -> None:
    documents = [understood(sample("reversible.cards.json")), understood(sample("reversible.rulings.json"))]
    known = build(documents)
    assert [(card.key, card.name) for card in known.cards] == [("propaganda", "Propaganda")]
    assert names(known.find("Propaganda // Propaganda")) == ["Propaganda"]
    assert documents[1].rulings[0].card is not None
    assert known.resolve(documents[1].rulings[0].card) == "propaganda"


def test_composed_and_decomposed_names_are_one_card_at_one_address() -> None:
    known = build([understood(sample("nfc-nfd-names.json"))])
    assert [(card.key, card.name) for card in known.cards] == [("deja-vu", "Déjà Vu")]
    assert names(known.find("De\u0301ja\u0300 Vu")) == names(known.find("Déjà Vu")) == ["Déjà Vu"]


# --- keys -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "count"), [("slug-collisions.json", 18), ("reserved-card-names.json", 8)])
def test_names_alike_have_keys_of_their_own_that_any_system_takes(name: str, count: int) -> None:
    cards = build([understood(sample(name))]).cards
    keys = {card.key for card in cards}
    assert (len(cards), len({key.casefold() for key in keys})) == (count, count)
    assert not keys & {"con", "prn", "aux", "nul", "com1", "lpt9", "index"}
    assert all(key.replace("-", "a").isalnum() and key.isascii() for key in keys)


def test_rulings_of_names_alike_go_each_to_their_own() -> None:
    read_so = understood(sample("slug-collisions.json"))
    known = build([read_so])
    for raw in read_so.rulings:
        assert raw.card is not None
        assert resolved(known, raw.card.printed) == raw.card.printed


RAW = st.builds(
    RawCard,
    st.sampled_from(["Test", "TEST", "Tést", "Te\u0301st", "Test // Test", "A-Test", "_____", "+2 Test", "2 Test"]),
    st.sampled_from(["", "i1", "i2", "i3"]),
    name_fr=st.sampled_from(["", "Essai", "Test"]),
)


@given(st.lists(RAW, max_size=8), st.randoms(use_true_random=False))
def test_keys_are_unique_and_every_name_is_found_in_whatever_order_the_files_come(
    raws: list[RawCard], random: object
) -> None:
    documents = [document(cards=[raw], path=f"{n}.json") for n, raw in enumerate(raws)]
    known = build(documents)
    random.shuffle(documents)  # type: ignore[attr-defined]
    assert build(documents).cards == known.cards
    assert len({card.key for card in known.cards}) == len(known.cards)
    assert [card.key for card in known.cards] == sorted(card.key for card in known.cards)
    for raw in raws:
        assert any(exact_key(raw.name) in (card.name, card.name_fr, *card.aliases) for card in known.find(raw.name))


# --- look-up --------------------------------------------------------------------------------------------------------

FIRE = RawCard("Fire // Ice", faces=("Fire", "Ice"), name_fr="Feu // Glace", faces_fr=("Feu", "Glace"))
TRAPS = catalogue(
    "+2 Mace",
    "2 Mace",
    "_____",
    "Æther Test",
    'Ach! "Test"',
    "A-Test Fog",
    "Test Fog",
    "A-Only",
    FIRE,
    "Suspend",
    "None",
)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("+2 Mace", ["+2 Mace"]),
        ("+2 mace", ["+2 Mace"]),
        ("2 mace", ["2 Mace"]),
        ("_____", ["_____"]),
        ("____", []),
        ("aether test", ["Æther Test"]),
        ("ÆTHER  TEST", ["Æther Test"]),
        ("ach test", ['Ach! "Test"']),
        ("Ach! “Test”", ['Ach! "Test"']),
        ("Test Fog", ["Test Fog"]),
        ("a-test fog", ["A-Test Fog"]),
        ("Only", ["A-Only"]),
        ("fire", ["Fire // Ice"]),
        ("Fire/Ice", ["Fire // Ice"]),
        ("fire ice", ["Fire // Ice"]),
        ("glace", ["Fire // Ice"]),
        ("feu // glace", ["Fire // Ice"]),
        ("suspend", ["Suspend"]),
        ("none", ["None"]),
        ("", []),
        ("  ", []),
        ("\u200b", []),
    ],
)
def test_people_find_a_card_by_what_they_type(asked: str, found: list[str]) -> None:
    assert names(TRAPS.find(asked)) == found


def test_one_french_name_finds_both_its_cards_and_ties_to_neither() -> None:
    known = build([understood(sample("one-french-name-two-cards.json"))])
    assert names(known.find("refonte")) == ["Reshape", "Unforge"]
    assert resolved(known, "Refonte") is None
    assert resolved(known, "Refonte", english="Unforge") == "Unforge"


def test_a_name_in_both_languages_finds_the_english_card_first_and_ties_to_it() -> None:
    known = catalogue(RawCard("Brume"), RawCard("A Fog", name_fr="Brume"))
    assert names(known.find("Brume")) == ["Brume", "A Fog"]
    assert resolved(known, "Brume") == "Brume"


def test_a_french_name_with_its_accents_is_not_an_english_name_without_them() -> None:
    known = catalogue(RawCard("Eruption"), RawCard("Outbreak", name_fr="Éruption"))
    assert resolved(known, "Éruption") == "Outbreak"
    assert resolved(known, "eruption") == "Eruption"


def test_a_french_name_of_two_cards_is_not_an_english_name_without_its_accents() -> None:
    known = catalogue(RawCard("Eruption", name_fr="Éruption"), RawCard("Outbreak", name_fr="Éruption"))
    assert resolved(known, "Éruption") is None


def test_cards_that_differ_by_case_alone_are_both_offered_to_people_and_not_tied() -> None:
    known = catalogue("Ow", "OW")
    assert sorted(names(known.find("ow"))) == ["OW", "Ow"]
    assert (resolved(known, "ow"), resolved(known, "OW")) == (None, "OW")


@pytest.mark.parametrize("name", ["Test Fgo", "Only", "2Mace", "Fire Ice", "ach test", "Test"])
def test_a_ruling_is_never_tied_by_likeness(name: str) -> None:
    assert resolved(TRAPS, name) is None


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("Test Fgo", "Test Fog"),
        ("Aethr Test", "Æther Test"),
        ("____", "_____"),
        ("Suspendd", "Suspend"),
        ("Fire // Icee", "Fire // Ice"),
        ("Feu // Glase", "Feu // Glace"),
    ],
)
def test_a_name_of_close_spelling_is_suggested(asked: str, first: str) -> None:
    assert TRAPS.suggest(asked)[0] == first


def test_nothing_is_suggested_for_what_is_like_nothing() -> None:
    assert TRAPS.suggest("Zzyzx Quux") == ()
    assert TRAPS.suggest("") == ()


def test_words_of_a_longer_name_are_enough_for_a_suggestion() -> None:
    assert nearest("fog grey", ["Test Fog, the Grey", "Frog", "Grey"])[0] == "Test Fog, the Grey"


@given(st.text(max_size=12), st.lists(st.text(max_size=12)), st.randoms(use_true_random=False))
def test_suggestions_do_not_depend_on_the_order_of_the_names(name: str, others: list[str], random: object) -> None:
    shuffled = list(others)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert nearest(name, others) == nearest(name, shuffled)


def test_a_catalogue_opened_from_stored_cards_finds_the_same() -> None:
    again = from_cards(TRAPS.cards)
    assert again.cards == TRAPS.cards
    assert names(again.find("fire ice")) == ["Fire // Ice"]


# --- names on pages -------------------------------------------------------------------------------------------------


def test_a_name_that_only_pages_know_becomes_a_card() -> None:
    known = build([document(ruling("Test it.", "Test Fog"))])
    assert [(card.key, card.name, card.oracle_id) for card in known.cards] == [("test-fog", "Test Fog", "")]


def test_a_page_with_both_names_ties_the_pages_with_either() -> None:
    both = CardName("Brume d'essai", english="Test Fog", french="Brume d'essai")
    pages = [
        document(ruling("One.", CardName("Brume d'essai", french="Brume d'essai")), path="french.txt"),
        document(ruling("Two.", "Test Fog"), path="english.txt"),
        document(ruling("Three.", both), path="both.txt"),
    ]
    for order in itertools.permutations(pages):
        known = build(order)
        assert [(card.name, card.name_fr) for card in known.cards] == [("Test Fog", "Brume d'essai")]
        assert {known.resolve(raw.card) for page in pages for raw in page.rulings if raw.card} == {"test-fog"}


def test_a_french_name_alone_is_the_name_in_both_languages() -> None:
    (card,) = build([document(ruling("Un.", CardName("Brume", french="Brume")))]).cards
    assert (card.name, card.name_fr) == ("Brume", "Brume")


def test_a_page_adds_the_french_name_that_card_data_lack() -> None:
    named = CardName("Brume", english="test fog", french="Brume")
    known = build([document(cards=[RawCard("Test Fog")]), document(ruling("One.", named))])
    assert [(card.name, card.name_fr) for card in known.cards] == [("Test Fog", "Brume")]


def test_a_name_in_a_third_language_is_a_name_to_find_the_card_by() -> None:
    known = build([document(ruling("One.", CardName("Névoa", english="Test Fog")))])
    assert [(card.name, card.name_fr, card.aliases) for card in known.cards] == [("Test Fog", "", ("Névoa",))]
    assert names(known.find("nevoa")) == ["Test Fog"]


def test_a_name_that_two_cards_share_makes_no_third() -> None:
    data = understood(sample("one-french-name-two-cards.json"))
    page = document(ruling("One.", CardName("Refonte", french="Refonte")))
    known = build([data, page])
    assert len(known.cards) == 3
    assert known.resolve(CardName("Refonte", french="Refonte")) is None


def test_an_id_without_any_name_makes_no_card() -> None:
    assert build([understood(sample("bulk_rulings.jsonl"))]).cards == ()


# --- pages without a name -------------------------------------------------------------------------------------------


def identified(rulings: list[RawRuling], *known: Document) -> tuple[str, Evidence] | None:
    page = document(*rulings, path="nameless.txt")
    found = build([*known, page]).identify(page.rulings)
    return found[:2] if found else None


SHARED, OWN, OTHER = "You pay it later.", "It hides the fog of {X} tests.", "It clears the air."
KNOWN = document(
    ruling(SHARED, "Test Fog"),
    ruling(OWN, "Test Fog"),
    ruling(SHARED, "Test Haze"),
    ruling(OTHER, "Test Haze"),
    path="known.json",
)


def test_a_page_is_the_card_that_alone_carries_its_rulings() -> None:
    assert identified([ruling(SHARED), ruling(OWN)], KNOWN) == ("test-fog", Evidence.CATALOGUE)


def test_typography_and_a_lost_symbol_do_not_hide_a_ruling() -> None:
    assert identified([ruling("It hides the fog of  tests.")], KNOWN) == ("test-fog", Evidence.CATALOGUE)


def test_a_page_without_dates_is_compared_with_all_days() -> None:
    assert identified([ruling(OTHER, day="")], KNOWN) == ("test-haze", Evidence.CATALOGUE)


@pytest.mark.parametrize(
    "rulings",
    [
        [ruling(SHARED)],
        [ruling(OWN), ruling(OTHER)],
        [ruling(OWN, day="2021-01-01")],
        [ruling(OWN), ruling("New one."), ruling("New two.")],
        [ruling(OWN, section="General notes")],
        [],
    ],
)
def test_a_page_that_may_be_several_cards_is_left_alone(rulings: list[RawRuling]) -> None:
    assert identified(rulings, KNOWN) is None


CARDS = document(
    cards=[
        RawCard("Test Fog", text="Rest a turn.", keywords=("Rebound",)),
        RawCard("Test Fog Bank"),
        RawCard("Rebound"),
        RawCard("Turn"),
        RawCard("Hazard"),
        RawCard("Essayeur Gris", name_fr="Le Gris Essayeur"),
        RawCard("Aru, Tester of All"),
    ],
    path="cards.json",
)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("You choose it as you cast Test Fog.", "test-fog"),
        ("Test Fog's second ability triggers once.", "test-fog"),
        ("If Test Fog Bank leaves the battlefield, it goes on.", "test-fog-bank"),
        ("You don't choose it as Hazard resolves.", "hazard"),
        ("You don't choose it for Hazard.", None),
        ("You choose it as you cast Hazard.", "hazard"),
        ("You choose it as you cast Rebound.", None),
        ("You choose it as you cast Turn.", None),
        ("Aru’s first ability is a mana ability.", "aru-tester-of-all"),
        ("It is like another Test Fog you control.", None),
        ("Any effect (such as from Test Fog's ability) counts.", None),
        ("Any effect, such as that of Test Fog, counts.", None),
        ("It counts. For example, if you cast Test Fog, it counts.", None),
        ("The Great Test Fog's second ability is not this one.", None),
        ("A test fog is not a name.", None),
    ],
)
def test_a_known_card_is_recognised_by_the_name_its_rulings_use(text: str, key: str | None) -> None:
    found = build([CARDS]).identify([ruling(text)])
    assert (found and found[:2]) == (key and (key, Evidence.TEXT))


def test_a_french_ruling_is_recognised_by_the_french_name() -> None:
    text = "Choisissez une cible quand vous lancez Le Gris Essayeur, comme Test Fog."
    assert build([CARDS]).identify([ruling(text, lang=Lang.FR)]) == (
        "essayeur-gris",
        Evidence.TEXT,
        "the rulings themselves speak of Essayeur Gris",
    )


def test_the_card_named_twice_as_much_as_any_other_is_meant() -> None:
    once, twice = ruling("Test Fog's last ability triggers."), ruling("As you cast Test Fog, choose. Hazard can wait.")
    known = build([CARDS])
    assert known.identify([twice]) is None
    assert (known.identify([once, twice]) or ("",))[0] == "test-fog"


def test_a_ruling_known_from_several_cards_is_not_searched_for_names() -> None:
    shared = "Test Fog's ability and this one are alike."
    known = document(ruling(shared, "Test Fog"), ruling(shared, "Test Haze"), path="known.json")
    assert identified([ruling(shared), ruling("New.")], known) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Cards exiled with The Ninth Tester's first ability stay there.", "The Ninth Tester"),
        ("You check it once you finish casting Testbraid Marauder, not before.", "Testbraid Marauder"),
        ("Cards you draw with Aru, Tester of the World’s ability are yours.", "Aru, Tester of the World"),
        ("As Aru's first ability resolves, choose.", ""),
        ("The Tester's first ability resolves.", ""),
        ("If you control a Time Lord, it gets older.", ""),
        ("It counts (such as with Ninth Tester's ability).", ""),
        ("You may cast Testbraid Marauder with Ninth Tester's ability.", ""),
        ("The counters on Aru, Aru's ability does not count.", ""),
    ],
)
def test_the_name_a_ruling_uses_of_its_own_card_is_heard_where_it_is_certain(text: str, name: str) -> None:
    assert coined_name([ruling(text)]) == name


def test_a_page_that_speaks_of_a_card_nobody_knows_makes_that_card_known() -> None:
    page = document(ruling("Cards exiled with The Ninth Tester's first ability stay there."), ruling(SHARED))
    known = build([KNOWN, page])
    assert names(known.cards) == ["Test Fog", "Test Haze", "The Ninth Tester"]
    assert (known.identify(page.rulings) or ())[:2] == ("the-ninth-tester", Evidence.TEXT)


def test_a_general_note_coins_no_name() -> None:
    note = ruling("As you cast Testbraid Marauder, look.", section="General notes")
    assert coined_name([note]) == ""
    assert build([document(note)]).cards == ()


@pytest.mark.parametrize(
    "text", ["A " * 4000, "Aa " * 2000 + "'s", "(" * 4000, "(such as " * 900, "cast " + "A" * 9000]
)
def test_hostile_texts_name_nothing_and_take_no_time(text: str) -> None:
    names_known = vocabulary([("a", ["A B", "A"])])
    assert coined_name([ruling(text)]) == ""
    assert [keys for keys, _ in spoken(text, names_known, frozenset({"a"}))] == []


# --- one name of several cards --------------------------------------------------------------------------------------

TWO_CARDS = (
    RawCard("Back to Test", ID.format(1), name_fr="Retour au test"),
    RawCard("Return to Test", ID.format(2), name_fr="Retour au test"),
    RawCard("Test Fog", ID.format(3)),
)
SHARED_NAME = CardName("Retour au test")
OF_BACK = ruling("It goes back once.", "Back to Test", "2020-01-01")
OF_RETURN = ruling("It returns twice.", "Return to Test", "2021-02-02")


def put(
    *rulings: RawRuling, known: Iterable[RawRuling] = (OF_BACK, OF_RETURN)
) -> tuple[set[tuple[str, object]], list[str]]:
    """Place *rulings* of one page; give the cards with their evidence, and what is left open."""
    page = document(*rulings, path="page.txt")
    cards = build([document(*known, cards=TWO_CARDS, path="known.json"), page])
    placed = place(page, cards)
    return {(s.card, s.evidence) for s in placed.statements}, [f.problem.detail for f in placed.findings]


@pytest.mark.parametrize(
    ("rulings", "evidence"),
    [
        ([("It goes back once.", "2020-01-01"), ("Rien d'autre.", "2019-09-09")], Evidence.CATALOGUE),
        ([("As you cast Back to Test, choose.", "2019-09-09")], Evidence.TEXT),
        ([("As you cast Back to Test with Test Fog, choose.", "2019-09-09")], Evidence.TEXT),
        ([("Il ne revient qu'une fois.", "2020-01-01")], Evidence.CATALOGUE),
    ],
    ids=["a ruling of one", "the name of one", "another card named too", "the day of one"],
)
def test_of_two_cards_of_one_name_the_rulings_under_it_decide(
    rulings: list[tuple[str, str]], evidence: Evidence
) -> None:
    assert put(*(ruling(text, SHARED_NAME, day) for text, day in rulings)) == ({("back-to-test", evidence)}, [])


@pytest.mark.parametrize(
    "rulings",
    [
        [("Rien d'autre.", "2019-09-09")],
        [("Rien d'autre.", "")],
        [("Rien d'autre.", "2019-09-09"), ("Ni cela.", "2020-01-01")],
        [("It goes back once.", "2020-01-01"), ("It returns twice.", "2021-02-02")],
        [("As you cast Test Fog, choose.", "2019-09-09")],
    ],
    ids=["an unknown day", "no day", "an unknown day and that of one", "rulings of both", "the name of a third"],
)
def test_where_nothing_decides_between_two_cards_none_is_taken_and_it_is_said(rulings: list[tuple[str, str]]) -> None:
    assert put(*(ruling(text, SHARED_NAME, day) for text, day in rulings)) == (
        {("", None)},
        ["“Retour au test” is the name of Back to Test and of Return to Test; its rulings do not tell which is meant"],
    )


def test_a_name_that_one_card_has_alone_stands_whatever_its_rulings_say() -> None:
    named = CardName("Retour au test", english="Return to Test")
    assert put(ruling("It goes back once.", named)) == ({("return-to-test", Evidence.HEADING)}, [])


# --- the real thing -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def snapshot(reference: Path) -> tuple[Catalog, tuple[Document, ...]]:
    folder = reference / "data" / "scryfall"
    files = ("all-cards-fr.json", "oracle-cards.json", "rulings.json")
    documents = tuple(understood(read(folder / name, name)) for name in files)
    return build(documents), documents


@pytest.mark.reference
def test_the_snapshot_has_a_card_for_each_oracle_id_and_ties_every_ruling(
    snapshot: tuple[Catalog, tuple[Document, ...]],
) -> None:
    known, documents = snapshot
    assert len(known.cards) == len({raw.oracle_id for d in documents for raw in d.cards}) == 23_825
    assert all(known.resolve(raw.card) for d in documents for raw in d.rulings if raw.card)
    assert {known.card(key).name for key in ("2-mace", "dichotomancy")} == {"+2 Mace", "Dichotomancy"}


@pytest.mark.reference
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("dichotomancie", ["Dichotomancy"]),
        ("aether vial", ["Aether Vial"]),
        ("Retour à la nature", ["Back to Nature", "Return to Nature"]),
        ("lim-dul's vault", ["Lim-Dûl's Vault"]),
        ("_____", ["_____"]),
    ],
)
def test_real_names_are_found(snapshot: tuple[Catalog, tuple[Document, ...]], asked: str, found: list[str]) -> None:
    assert names(snapshot[0].find(asked)) == found


@pytest.mark.reference
def test_pages_whose_name_is_hidden_are_identified_or_left_alone(
    snapshot: tuple[Catalog, tuple[Document, ...]],
) -> None:
    known, (*_, rulings) = snapshot
    pages: dict[str, list[RawRuling]] = {}
    for raw in rulings.rulings:
        assert raw.card is not None
        pages.setdefault(known.resolve(raw.card) or "", []).append(replace(raw, card=None))
    sample_pages = [(key, pages[key]) for key in sorted(pages)[::40]]
    found = [(key, known.identify(page)) for key, page in sample_pages]
    right = sum(answer is not None and answer[0] == key for key, answer in found)
    wrong = sum(answer is not None and answer[0] != key for key, answer in found)
    assert right / len(found) > 0.6
    assert wrong / len(found) < 0.01
