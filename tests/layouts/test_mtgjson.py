"""MTGJSON's cards and rulings, of every version and in every arrangement."""

import json
import tracemalloc
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import SourceError
from kb.layouts import mtgjson
from kb.model import CardName, Container, Document, Evidence, Lang, Skipped, SourceText, Span
from kb.read import read
from tests.layouts.sources import FOLDER, TODAY, claiming, expected, sample, understood, written

META = {"date": "2026-01-01", "version": "5.2.2"}
ID = "00000000-0000-4000-8000-000000000001"


def stated(document: Document) -> list[tuple[str | None, str, str | None, str]]:
    return [
        (r.date.isoformat() if r.date else None, r.lang, r.card.printed if r.card else None, r.text)
        for r in document.rulings
    ]


def one_set(*cards: object, code: str = "TST", **fields: object) -> dict[str, object]:
    return {"meta": META, "data": {"code": code, "name": "Test Set", "cards": list(cards), **fields}}


def card(**fields: object) -> dict[str, object]:
    return {"name": "Test Fog", "layout": "normal", "rulings": [{"date": "2009-10-01", "text": "Test it."}], **fields}


@pytest.mark.parametrize("name", ["allcards_v4", "allprintings_v5", "atomiccards_v5", "set_v4", "set_v5"])
def test_each_version_and_arrangement_gives_what_a_reader_finds(name: str) -> None:
    document = understood(sample(f"{name}.json"))
    wanted = [(e["date"], e["lang"], e["card_as_printed"], e["text"]) for e in expected(name)]
    assert stated(document) == wanted
    assert document.problems == ()
    french = {e["card"]: e["card_fr"] for e in expected(name)}
    assert {c.name: c.name_fr for c in document.cards if c.name in french} == french


@pytest.mark.parametrize("name", ["allprintings_v5", "set_v5", "atomiccards_v5"])
def test_a_split_card_is_one_card_with_both_faces_in_both_languages(name: str) -> None:
    (split,) = (c for c in understood(sample(f"{name}.json")).cards if "//" in c.name)
    assert (split.name, split.faces) == ("Fire // Ice", ("Fire", "Ice"))
    assert (split.name_fr, split.faces_fr) == ("Feu // Glace", ("Feu", "Glace"))
    assert split.text.split("\n//\n")[1] == "Tap a permanent you target, then draw a card."


def test_printings_that_disagree_make_one_card_with_the_rulings_of_all() -> None:
    document = understood(sample("printings-disagree.set.json"))
    assert [(r.date, r.text) for r in document.rulings] == [
        (date(2009, 10, 1), "Damage already dealt stays dealt."),
        (date(2012, 7, 1), "It stops combat damage only."),
    ]
    assert [c.name for c in document.cards] == ["Test Fog"]
    assert document.skipped == (
        Skipped("another printing", Span(2, 3)),
        Skipped("another printing", Span(5, 5)),
    )
    assert [(p.code, p.span) for p in document.problems] == [("doubled_entry", Span(5, 5))]


def test_typographic_variants_are_read_apart_for_others_to_fold() -> None:
    document = understood(sample("dedupe-near-twins.json"))
    assert len(document.rulings) == 13
    assert {r.card for r in document.rulings} == {CardName("Test Gamma", english="Test Gamma")}


def test_names_of_null_or_nothing_are_no_names() -> None:
    cards = {c.name: c.name_fr for c in understood(sample("french-name-missing.json")).cards}
    assert (cards["Test Stalker"], cards["Test Null"]) == ("", "")


def test_french_names_of_all_faces_on_the_entry_of_one_name_them_all() -> None:
    cards = {c.name: c for c in understood(sample("french-name-missing.json")).cards}
    card = cards["Howlpack Piper // Wildsong Howler"]
    assert card.faces_fr == ("Joueuse de flûte de la hurlemeute", "Hurleuse de chant sauvage")
    assert card.name_fr == "Joueuse de flûte de la hurlemeute // Hurleuse de chant sauvage"


def test_a_ruling_on_both_faces_of_a_card_is_read_once() -> None:
    texts = [r.text for r in understood(sample("french-name-missing.json")).rulings]
    assert texts == ["It may be blocked.", "It becomes day or night only once."]


def test_composed_and_decomposed_names_are_one_card() -> None:
    document = understood(sample("nfc-nfd-names.json"))
    assert [c.name for c in document.cards] == ["Déjà Vu"]
    assert [r.text for r in document.rulings] == ["From the composed file.", "Only in the decomposed file."]


def test_names_that_differ_by_case_or_sign_are_cards_of_their_own() -> None:
    assert len({c.name for c in understood(sample("slug-collisions.json")).cards}) == 18
    assert [c.name for c in understood(sample("plus-two-mace.json")).cards] == [
        "+2 Mace",
        "Mace of the Valiant",
        "2 Mace",
    ]


def test_the_set_is_the_one_of_the_content_not_of_the_file_name() -> None:
    assert [c.sets for c in understood(sample("CON_.json")).cards] == [("CON",)]


def test_a_file_in_utf16_is_read() -> None:
    (ruling,) = understood(sample("utf16.json")).rulings
    content = json.loads((FOLDER / "utf16.json").read_text(encoding="utf-16"))
    ((name, _),) = content["data"].items()
    assert ruling.card == CardName(name, english=name)


def test_letters_and_long_dash_come_through_whole() -> None:
    (ruling,) = understood(sample("bom.json")).rulings
    assert ruling.card is not None
    assert (ruling.card.printed, ruling.text) == (
        "Écho de l’Éther",
        "Le coût d’écho est payé une fois — pas deux.",
    )


def test_an_oracle_id_says_which_card_it_is(tmp_path: Path) -> None:
    for fields in ({"identifiers": {"scryfallOracleId": ID}}, {"scryfallOracleId": ID}):
        document = understood(written(tmp_path, one_set(card(**fields))))
        assert [c.oracle_id for c in document.cards] == [ID]
        named = CardName("Test Fog", english="Test Fog", oracle_id=ID, evidence=Evidence.ORACLE_ID)
        assert [r.card for r in document.rulings] == [named]


def test_halves_in_older_versions_are_one_card_by_the_list_of_their_names(tmp_path: Path) -> None:
    halves = [card(name=name, names=["Day", "Night"], layout="split", text=f"{name}.") for name in ("Night", "Day")]
    (found,) = understood(written(tmp_path, {"code": "TST", "cards": halves})).cards
    assert (found.name, found.faces, found.text) == ("Day // Night", ("Day", "Night"), "Day.\n//\nNight.")


def test_cards_that_meld_stay_cards_of_their_own(tmp_path: Path) -> None:
    old = [card(name=name, names=["Left", "Whole", "Right"], layout="meld") for name in ("Left", "Right", "Whole")]
    new = [card(name="Upper // Full", faceName="Upper", layout="meld")]
    found = understood(written(tmp_path, {"code": "TST", "cards": old + new})).cards
    assert [(c.name, c.faces) for c in found] == [("Left", ()), ("Right", ()), ("Whole", ()), ("Upper", ())]


def test_french_names_of_version_three_are_read(tmp_path: Path) -> None:
    foreign = [{"language": "Italian", "name": "Nebbia"}, {"language": "French", "name": "Brume", "multiverseid": 1}]
    sets = {"TST": {"name": "Test", "code": "TST", "cards": [card(foreignNames=foreign)]}}
    (found,) = understood(written(tmp_path, sets)).cards
    assert (found.name_fr, found.sets) == ("Brume", ("TST",))


def test_sets_in_a_row_are_read_as_sets_by_code_are(tmp_path: Path) -> None:
    row = [{"code": code, "cards": [card()]} for code in ("AAA", "BBB")]
    assert [c.sets for c in understood(written(tmp_path, row)).cards] == [("AAA", "BBB")]


def test_a_code_behind_the_cards_is_that_of_the_set(tmp_path: Path) -> None:
    text = json.dumps({"meta": META, "data": {"AAA": {"cards": [card()], "code": "BBB"}}})
    assert [c.sets for c in understood(written(tmp_path, text)).cards] == [("BBB",)]


def test_a_set_is_known_by_its_size_when_its_cards_are_out_of_sight(tmp_path: Path) -> None:
    content = {"meta": META, "data": {"baseSetSize": 1, "booster": {"x": "y" * 100_000}, "cards": [card()]}}
    assert len(understood(written(tmp_path, content)).rulings) == 1


def test_tokens_are_left_out(tmp_path: Path) -> None:
    document = understood(written(tmp_path, one_set(card(), tokens=[{"name": "Soldier"}, {"name": "Clue"}])))
    assert [c.name for c in document.cards] == ["Test Fog"]
    assert document.skipped == (Skipped("token", Span(2, 3)),)


def test_dates_that_are_none_are_problems_of_their_ruling(tmp_path: Path) -> None:
    dates = ("2009-02-30", "10/4/2004", None, "2093-04-17")
    rulings = [{"date": day, "text": f"Test {day}."} for day in dates]
    document = understood(written(tmp_path, one_set(card(rulings=rulings))))
    assert [(r.date, r.problems[0].code) for r in document.rulings] == [
        (None, "impossible_date"),
        (None, "unreadable_date"),
        (None, "missing_date"),
        (date(2093, 4, 17), "future_date"),
    ]


def test_what_is_no_card_and_no_ruling_is_a_problem(tmp_path: Path) -> None:
    cards = [card(), 5, card(name=None), card(rulings=[{"date": "2009-10-01"}, 5]), card(rulings="none")]
    document = understood(written(tmp_path, one_set(*cards)))
    assert [(p.code, p.span.first) for p in document.problems] == [
        ("unknown_entry", 2),
        ("no_name", 3),
        ("empty_ruling", 4),
        ("unknown_entry", 4),
        ("unknown_entry", 5),
    ]


def test_rulings_are_english_and_without_a_publisher() -> None:
    rulings = understood(sample("set_v5.json")).rulings
    assert {(r.lang, r.source) for r in rulings} == {(Lang.EN, "")}


def test_names_for_one_product_are_aliases(tmp_path: Path) -> None:
    (found,) = understood(written(tmp_path, one_set(card(), card(flavorName="Monster of the Week")))).cards
    assert found.aliases == ("Monster of the Week",)


def test_a_file_that_goes_on_behind_its_end_is_refused(tmp_path: Path) -> None:
    text = json.dumps(one_set(card()))
    with pytest.raises(SourceError, match="the end of the file was expected"):
        understood(written(tmp_path, text + text))


def test_each_sample_is_claimed_by_one_layout() -> None:
    names = ("allcards_v4", "allprintings_v5", "atomiccards_v5", "set_v4", "set_v5")
    assert [claiming(sample(f"{name}.json")) for name in names] == [["mtgjson"]] * len(names)


def test_cards_by_their_uuid_are_cards(tmp_path: Path) -> None:
    content = {"meta": META, "data": {ID: card(uuid=ID)}}
    assert [c.name for c in understood(written(tmp_path, content)).cards] == ["Test Fog"]


ANYTHING = st.recursive(
    st.none() | st.integers() | st.text("aé\ud800 ", max_size=3), lambda v: st.lists(v) | st.dictionaries(st.text(), v)
)
FIELDS = ("name", "faceName", "names", "rulings", "foreignData", "identifiers", "printings", "uuid", "text", "keywords")


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), ANYTHING))
def test_a_field_of_any_kind_is_tolerated(fields: dict[str, object]) -> None:
    reading = mtgjson._MtgjsonReader(TODAY)
    reading.take({**card(), **fields})
    for found in reading.sheets.cards():
        found.name.encode()
    assert reading.number == 1


def test_every_entry_is_accounted_for(tmp_path: Path) -> None:
    cards = [card(), card(), card(name="Test Haze"), card(rulings=[{"date": "2010-01-01", "text": "More."}]), None]
    document = understood(written(tmp_path, one_set(*cards, tokens=[{}])))
    spans = [raw.span for raw in document.rulings]
    spans += [problem.span for problem in document.problems] + [skip.span for skip in document.skipped]
    assert {n for span in spans for n in range(span.first, span.last + 1)} == set(range(1, 7))


def test_memory_depends_on_the_cards_and_not_on_their_printings(tmp_path: Path) -> None:
    cards = [card(name=f"Test {n}", text="Test it. " * 40, flavor="Long ago. " * 40) for n in range(100)]
    sets = {f"S{n:02}": {"code": f"S{n:02}", "cards": cards} for n in range(100)}
    source = written(tmp_path, {"meta": META, "data": sets})
    assert source.file.stat().st_size > 8_000_000
    tracemalloc.start()
    try:
        document = mtgjson.read(source, TODAY)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (len(document.cards), len(document.rulings), len(document.cards[0].sets)) == (100, 100, 100)
    assert peak < 7_000_000


def test_a_text_file_is_not_claimed() -> None:
    text = json.dumps(one_set(card()))
    assert not mtgjson.claims(SourceText("a.txt", Path("a.txt"), Container.TEXT, text, ""))


@pytest.mark.reference
def test_the_snapshot_of_atomic_cards_is_read_whole(reference: Path) -> None:
    document = understood(read(reference / "data" / "mtgjson" / "AtomicCards.json", "AtomicCards.json"))
    assert (len(document.rulings), document.problems) == (33_192, ())
    dichotomancy = next(c for c in document.cards if c.name == "Dichotomancy")
    assert dichotomancy.name_fr == "Dichotomancie"
