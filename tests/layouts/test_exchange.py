"""What `kb export` writes can be ingested again."""

import json
from datetime import date
from pathlib import Path

import pytest

from kb.errors import SourceError
from kb.model import CardName, Document, Evidence, Lang, Problem, RawCard, Rule, RuleKind, Span
from tests.layouts.sources import claiming, understood, written


def exported(**fields: object) -> dict[str, object]:
    return {
        "id": "0123456789ab",
        "date": "2009-10-01",
        "lang": "en",
        "text": "Test it.",
        "cards": ["Test Fog"],
        "mechanics": ["Suspend"],
        "sources": ["wotc"],
        **fields,
    }


def test_lines_of_an_export_are_rulings_again(tmp_path: Path) -> None:
    lines = [exported(), exported(date=None, lang="fr", text="Essayez.", cards=[], sources=[])]
    source = written(tmp_path, "\n".join(map(json.dumps, lines)) + "\n", "export.jsonl")
    assert claiming(source) == ["kb export"]
    document = understood(source)
    first, second = document.rulings
    assert (first.date, first.lang, first.text, first.source) == (date(2009, 10, 1), Lang.EN, "Test it.", "wotc")
    assert first.card == CardName("Test Fog", english="Test Fog")
    assert (second.date, second.lang, second.card, second.source) == (None, Lang.FR, None, "")
    assert (document.problems, first.problems, second.problems) == ((), (), ())


def test_a_ruling_of_several_cards_and_labels_is_read_until_each_is_named(tmp_path: Path) -> None:
    source = written(tmp_path, [exported(cards=["Test A", "Test B", "Test C"], sources=["scryfall", "wotc"])])
    found = [(r.card and r.card.printed, r.source) for r in understood(source).rulings]
    assert found == [("Test A", "scryfall"), ("Test B", "wotc"), ("Test C", "wotc")]


def test_what_is_no_ruling_is_a_problem(tmp_path: Path) -> None:
    source = written(tmp_path, [exported(), 5, exported(text=""), exported(lang="de"), exported(date="2009-02-30")])
    document = understood(source)
    assert [(p.code, p.span.first) for p in document.problems] == [
        ("unknown_entry", 2),
        ("empty_ruling", 3),
        ("unknown_language", 4),
    ]
    assert [p.code for r in document.rulings for p in r.problems] == ["impossible_date"]


def witness(**fields: object) -> dict[str, object]:
    return {"file": "in/page.txt", "number": 0, "lines": [3, 4], **fields}


def told(source_lines: list[dict[str, object]], folder: Path) -> Document:
    """Read *source_lines*, and give the one file that they tell of."""
    (within,) = understood(written(folder, "\n".join(map(json.dumps, source_lines)), "export.jsonl")).within
    return within


def test_a_ruling_with_its_places_is_read_where_it_stood_and_as_it_stood_there(tmp_path: Path) -> None:
    places = [
        witness(number=1, text="Test  it…", source="wotc", card="Test Fog", oracle_id="1", evidence="title"),
        witness(section="About tests", lost_symbol=True, lines=[1, 1]),
    ]
    document = told([exported(witnesses=places)], tmp_path)
    first, second = document.rulings
    assert (document.path, document.by_hearsay) == ("in/page.txt", True)
    assert (first.text, first.card, first.section, first.lost_symbol) == ("Test it.", CardName(""), "About tests", True)
    assert second.card == CardName("Test Fog", "Test Fog", oracle_id="1", evidence=Evidence.TITLE)
    assert (second.text, second.source, second.span) == ("Test it…", "wotc", Span(3, 4))


def test_what_is_told_besides_rulings_are_files_cards_and_rules(tmp_path: Path) -> None:
    problem = {"code": "mojibake", "detail": "mended", "lines": [2, 2]}
    also = [
        {"file": {"name": "in/page.txt", "layout": "dated list", "machine_translated": ["fr"], "problems": [problem]}},
        {"card": {"name": "Test A // Test B", "faces": ["Test A", "Test B"], "faces_fr": ["Essai", ""]}},
        {"rule": {"number": "702.1a", "kind": "subrule", "text": "One.\nTwo."}},
    ]
    document = understood(written(tmp_path, [exported(witnesses=[witness()], also=also)]))
    (within,) = document.within
    assert (within.layout, within.machine_translated) == ("dated list", (Lang.FR,))
    assert within.problems == (Problem("mojibake", "mended", Span(2, 2)),)
    assert document.cards == (RawCard("Test A // Test B", faces=("Test A", "Test B"), faces_fr=("Essai", "")),)
    assert document.rules == (Rule("702.1a", RuleKind.SUBRULE, "", "One.\nTwo."),)
    assert document.only_tells_of_others


def test_an_export_without_rulings_is_read_as_well(tmp_path: Path) -> None:
    line = json.dumps({"also": [{"card": {"name": "Test Fog"}}, {"file": {"name": "cards.json"}}]})
    document = understood(written(tmp_path, line, "export.jsonl"))
    assert (document.rulings, document.cards, document.problems) == ((), (RawCard("Test Fog"),), ())


@pytest.mark.parametrize(
    "odd",
    [
        {"card": {}},
        {"card": {"name": 5}},
        {"rule": {"number": "1", "kind": "law"}},
        {"file": {"name": "\n"}},
        {"else": 1},
        {},
        {"file": "x"},
    ],
)
def test_what_is_told_besides_and_not_understood_is_a_problem(odd: dict[str, object], tmp_path: Path) -> None:
    document = understood(written(tmp_path, [exported(also=[odd])]))
    assert [problem.code for problem in document.problems] == ["unknown_entry"]


def test_numbers_and_names_that_cannot_be_are_left_aside(tmp_path: Path) -> None:
    odd = witness(file="a\nb\u202e", number=-1, lines=[10**40, True, "x"], evidence="rumour", card="Test Fog")
    file = {"name": "a\nb\u202e", "skipped": 10**40, "digest": "../..", "problems": [{"code": "<b>"}]}
    document = told([exported(witnesses=[odd], also=[{"file": file}])], tmp_path)
    (raw,) = document.rulings
    assert "\n" not in document.path
    assert (document.digest, document.passed_over) == ("", 0)
    assert (raw.span, raw.card) == (Span(0, 0), CardName("Test Fog", "Test Fog"))
    assert document.problems == (Problem("unknown_problem", "", Span(0, 0)),)


def test_an_exchange_that_tells_of_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.layouts.exchange._MOST", 3)
    also = [{"card": {"name": "Test Fog"}}, {"file": {"name": "in/page.txt"}}]
    line = exported(witnesses=[witness()], also=also)
    assert told([line], tmp_path).rulings
    with pytest.raises(SourceError, match="tells of over 3"):
        told([line, line], tmp_path)


def test_a_day_to_come_is_reported_once_whether_the_exchange_says_so_or_not(tmp_path: Path) -> None:
    said = {"code": "future_date", "detail": "2999-01-01 lies in the future", "lines": [3, 4]}
    line = exported(date="2999-01-01", witnesses=[witness()])
    silent = told([line], tmp_path)
    open_about_it = told([{**line, "also": [{"file": {"name": "in/page.txt", "problems": [said]}}]}], tmp_path)
    assert silent.problems == open_about_it.problems != ()


@pytest.mark.parametrize("number", ["abc/../../x", "CON", "７０２", "702.²", "-1", "0", "702.62A", "1234"])
def test_what_has_no_number_of_a_rule_is_no_rule(number: str, tmp_path: Path) -> None:
    rule = {"number": number, "kind": "rule", "title": "Test", "text": "Test it."}
    document = understood(written(tmp_path, json.dumps({"also": [{"rule": rule}]}), "export.jsonl"))
    assert (document.rules, [p.code for p in document.problems]) == ((), ["unknown_entry"])


@pytest.mark.parametrize(("day", "code"), [("2024-02-30", "impossible_date"), ("02/03/2024", "unreadable_date")])
def test_a_day_that_cannot_be_is_reported_beside_its_places_too(day: str, code: str, tmp_path: Path) -> None:
    line = json.dumps(exported(date=day, witnesses=[witness()]))
    document = understood(written(tmp_path, line, "export.jsonl"))
    assert [(p.code, p.span.first) for p in document.problems] == [(code, 1)]


def test_a_place_that_is_told_of_twice_is_one(tmp_path: Path) -> None:
    line = exported(witnesses=[witness(), witness()])
    assert len(told([line, line], tmp_path).rulings) == 1
