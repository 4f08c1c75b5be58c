"""Scryfall's rulings and cards in each of the forms in which people have them."""

import json
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from kb.errors import SourceError
from kb.layouts import scryfall
from kb.model import CardName, Container, Evidence, Lang, RawCard, Skipped, SourceText, Span
from kb.read import read
from tests.layouts.sources import TODAY, claiming, expected, sample, understood, written

ID = "00000000-0000-4000-8000-{:012d}"


def ruling(number: int = 1, **fields: object) -> dict[str, object]:
    return {
        "object": "ruling",
        "oracle_id": ID.format(number),
        "source": "wotc",
        "published_at": "2010-01-01",
        "comment": "Test it.",
        **fields,
    }


def card(number: int = 1, **fields: object) -> dict[str, object]:
    return {"object": "card", "oracle_id": ID.format(number), "name": f"Test {number}", "lang": "en", **fields}


def cards(folder: Path, *entries: dict[str, object]) -> tuple[RawCard, ...]:
    return understood(written(folder, list(entries))).cards


@pytest.mark.parametrize("name", ["api_rulings_list.json", "bulk_rulings.jsonl", "bulk_rulings_array.json"])
def test_each_form_of_rulings_gives_what_a_reader_finds(name: str) -> None:
    document = understood(sample(name))
    found = [
        (r.date and r.date.isoformat(), r.lang, r.text, r.source, (r.card.oracle_id or None) if r.card else None)
        for r in document.rulings
    ]
    fields = ("date", "lang", "text", "source", "oracle_id")
    wanted = [tuple(map(e.get, fields)) for e in expected(Path(name).stem)]
    assert found == wanted
    assert [r.span for r in document.rulings] == [Span(n, n) for n in range(1, len(wanted) + 1)]
    assert (document.layout, document.problems, document.skipped) == ("scryfall", (), ())


def test_a_ruling_names_its_card_by_oracle_id_and_keeps_its_publisher() -> None:
    last = understood(sample("bulk_rulings.jsonl")).rulings[-1]
    assert last.card == CardName("", oracle_id="11111111-2222-4333-8444-0000000000b3", evidence=Evidence.ORACLE_ID)
    assert (last.source, last.date_printed) == ("scryfall", "2020-04-17")


def test_an_answer_of_the_api_gives_rulings_without_a_card() -> None:
    assert {r.card for r in understood(sample("api_rulings_list.json")).rulings} == {None}


def test_packed_lines_are_read_whatever_the_name_says(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps(ruling(n)) for n in range(3))
    assert len(understood(written(tmp_path, lines, "rulings.json", packed=True)).rulings) == 3


def test_a_list_without_rulings_is_an_answer(tmp_path: Path) -> None:
    document = understood(written(tmp_path, {"object": "list", "has_more": False, "data": []}))
    assert (document.rulings, document.problems) == ((), ())


def test_a_list_that_has_more_pages_says_so(tmp_path: Path) -> None:
    document = understood(written(tmp_path, {"object": "list", "has_more": True, "data": [ruling()]}))
    assert (len(document.rulings), document.problems[0].code) == (1, "incomplete_list")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("error-object.json", "name your program in the User-Agent header"),
        ("bulk-data-listing.json", "lists downloads"),
        ("cut-in-mid-object.json", "breaks off in the middle of an entry"),
        ("last-line-cut.jsonl", "breaks off in the middle of an entry"),
    ],
)
def test_what_holds_no_whole_data_is_refused_in_one_line(name: str, reason: str) -> None:
    with pytest.raises(SourceError, match=reason) as raised:
        understood(sample(name))
    assert str(raised.value).startswith(f"{name}: ")
    assert "\n" not in str(raised.value)


def test_a_file_packed_and_cut_behind_its_beginning_is_refused(tmp_path: Path) -> None:
    text = "\n".join(json.dumps(ruling(n, comment=sha256(str(n).encode()).hexdigest())) for n in range(2000))
    whole = written(tmp_path, text, packed=True)
    whole.file.write_bytes(whole.file.read_bytes()[:-2000])
    with pytest.raises(SourceError, match="cut off or damaged"):
        scryfall.read(whole, TODAY)


def test_each_entry_ends_as_a_ruling_a_card_a_problem_or_a_skip(tmp_path: Path) -> None:
    entries = [
        ruling(),
        ruling(comment=""),
        ruling(comment=None),
        7,
        {"object": "price"},
        {"object": "set", "code": "tst"},
        card(),
        card(2, name=None),
        card(3, layout="art_series"),
        card(4, type_line="Token Creature — Soldier"),
        ruling(published_at="2009-02-30"),
        ruling(published_at="2093-04-17"),
        ruling(published_at=None),
    ]
    document = understood(written(tmp_path, entries))
    assert [r.span.first for r in document.rulings] == [1, 11, 12, 13]
    assert [r.date for r in document.rulings] == [date(2010, 1, 1), None, date(2093, 4, 17), None]
    assert [p.code for r in document.rulings for p in r.problems] == ["impossible_date", "future_date", "missing_date"]
    assert [(p.code, p.span.first) for p in document.problems] == [
        ("empty_ruling", 2),
        ("empty_ruling", 3),
        ("unknown_entry", 4),
        ("unknown_entry", 5),
        ("no_name", 8),
    ]
    assert document.skipped == (Skipped("set", Span(6, 6)), Skipped("token", Span(9, 10)))
    assert [c.name for c in document.cards] == ["Test 1"]


def test_a_card_has_its_texts_in_both_languages(tmp_path: Path) -> None:
    english = card(oracle_text="Flying\r\nTest it.", type_line="Creature — Tester", keywords=["Flying"], set="abc")
    french = card(lang="fr", printed_name="Essai", printed_text="Vol\nEssayez.", set="xyz")
    german = card(lang="de", printed_name="Versuch", printed_text="Fliegend")
    assert cards(tmp_path, english, french, german) == (
        RawCard(
            "Test 1",
            ID.format(1),
            name_fr="Essai",
            text="Flying\nTest it.",
            text_fr="Vol\nEssayez.",
            type_line="Creature — Tester",
            keywords=("Flying",),
            sets=("ABC", "XYZ"),
        ),
    )


def test_the_newest_french_printing_has_the_word(tmp_path: Path) -> None:
    printings = [
        card(lang="fr", printed_name=name, printed_text=f"{name}.", released_at=released)
        for name, released in (("Vieux", "1999-01-01"), ("Neuf", "2020-01-01"), ("Milieu", "2010-01-01"))
    ]
    (found,) = cards(tmp_path, *printings)
    assert (found.name_fr, found.text_fr) == ("Neuf", "Neuf.")


def test_the_faces_of_a_card_are_joined_in_the_order_of_its_name(tmp_path: Path) -> None:
    faces = [
        {"name": "Day", "oracle_text": "Shine.", "type_line": "Land", "printed_name": "Jour", "printed_text": "Luit."},
        {"name": "Night", "oracle_text": "", "type_line": "Land", "printed_name": "Nuit", "printed_text": None},
    ]
    (found,) = cards(tmp_path, card(name="Day // Night", lang="fr", card_faces=faces[::-1]))
    assert (found.faces, found.faces_fr, found.name_fr) == (("Day", "Night"), ("Jour", "Nuit"), "Jour // Nuit")
    assert (found.text, found.text_fr, found.type_line) == ("Shine.\n//\n", "Luit.\n//\n", "Land // Land")


def test_french_face_names_are_taken_from_the_whole_name_where_the_faces_have_none(tmp_path: Path) -> None:
    faces = [{"name": "Day"}, {"name": "Night"}]
    (found,) = cards(tmp_path, card(name="Day // Night", lang="fr", printed_name="Jour // Nuit", card_faces=faces))
    assert found.faces_fr == ("Jour", "Nuit")


def test_a_reversible_card_is_the_card_on_its_faces() -> None:
    document = understood(sample("reversible.cards.json"))
    assert [(c.name, c.oracle_id, c.faces, c.aliases) for c in document.cards] == [
        ("Propaganda", ID.format(80), (), ("Propaganda // Propaganda",))
    ]
    assert (document.problems, document.skipped) == ((), ())


def test_entries_that_disagree_on_the_name_of_one_id_leave_no_face_behind(tmp_path: Path) -> None:
    day, night = ({"name": name, "oracle_text": f"{name}."} for name in ("Day", "Night"))
    first, second = (
        card(name="Day // Night", card_faces=[day, night]),
        card(name="Day // Dusk", card_faces=[{"name": "Dusk"}]),
    )
    (found,) = cards(tmp_path, first, second)
    assert (found.name, found.faces, found.aliases) == ("Day // Night", ("Day", "Night"), ("Day // Dusk",))
    assert found.text == "Day.\n//\nNight."


def test_names_for_one_product_are_aliases(tmp_path: Path) -> None:
    (found,) = cards(tmp_path, card(), card(flavor_name="Monster of the Week", printed_name="Test 1"))
    assert found.aliases == ("Monster of the Week",)


@pytest.mark.parametrize("value", [None, 5, [], {}, "", [{}], "\u0000"])
def test_a_field_of_any_kind_is_tolerated(tmp_path: Path, value: object) -> None:
    fields = (
        "lang",
        "card_faces",
        "printed_name",
        "keywords",
        "set",
        "released_at",
        "layout",
        "oracle_id",
        "type_line",
    )
    source = written(tmp_path, [card() | {field: value} for field in fields] + [card(oracle_text=value)])
    assert understood(source).problems == ()


@pytest.mark.parametrize(
    "content",
    [
        [],
        {},
        [1, 2],
        {"object": "catalog", "data": ["a"]},
        [{"object": "symbol"}],
        {"name": "Test", "rulings": 5},
        {"a": {"text": "b"}},
        {"meta": {"version": "5"}, "data": {"abilityWords": ["a"]}},
        {"meta": {"version": "5"}, "data": [{"code": "TST", "name": "Test", "baseSetSize": 3}]},
        {"meta": {"version": "5"}, "data": {"code": "TST", "name": "A Deck", "mainBoard": [{"name": "Test"}]}},
    ],
)
def test_json_of_another_kind_is_claimed_by_no_layout(tmp_path: Path, content: object) -> None:
    assert claiming(written(tmp_path, content)) == []


def test_text_that_is_no_json_is_not_claimed() -> None:
    text = json.dumps([ruling()])
    assert not scryfall.claims(SourceText("a.txt", Path("a.txt"), Container.TEXT, text, ""))


def test_lang_of_rulings_is_english() -> None:
    assert {r.lang for r in understood(sample("order.rulings.json")).rulings} == {Lang.EN}


def test_rulings_stay_in_the_order_of_the_file() -> None:
    texts = [r.text for r in understood(sample("order.rulings.json")).rulings]
    assert texts == ["Third, first half.", "Third, second half.", "Second.", "First."]


@pytest.mark.reference
def test_the_snapshot_is_read_whole(reference: Path) -> None:
    folder = reference / "data" / "scryfall"
    rulings = understood(read(folder / "rulings.json", "rulings.json"))
    assert (len(rulings.rulings), rulings.problems, rulings.skipped) == (46_633, (), ())
