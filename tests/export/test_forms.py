"""The JSON and CSV that scripts rely on."""

import csv
import json
from datetime import date

import pytest

from kb.export import forms
from kb.model import Answer, Hit, Lang, Link, LinkKind, Rule, RuleKind, Ruling, Span, Witness

RULING = Ruling(
    "abcdef012345", date(2024, 2, 2), Lang.EN, "X is 0.", "w", "p", ("bloom",), ("wotc",),
    witnesses=(Witness("corpus/a.txt", Span(3, 4), "X is  0."),),
)  # fmt: skip
UNDATED = Ruling("0123456789ab", None, Lang.FR, "=1+1 | é", "w2", "p2")
LINKS = (Link(RULING.id, "suspend", LinkKind.CONTEXT, 0.9, "its card has it"),)
NAMES = forms.NamesById({"bloom": "Lotus Bloom"}, {"suspend": "Suspend"})


def test_the_form_of_an_exported_ruling() -> None:
    assert forms.export(RULING, LINKS, NAMES) == {
        "id": "abcdef012345",
        "date": "2024-02-02",
        "lang": "en",
        "text": "X is 0.",
        "cards": ["Lotus Bloom"],
        "mechanics": ["Suspend"],
        "sources": ["wotc"],
    }


def test_an_undated_ruling_has_a_null_date() -> None:
    assert forms.export(UNDATED, (), NAMES)["date"] is None


def test_the_form_of_an_answer() -> None:
    rule = Rule("702.62", RuleKind.RULE, "Suspend", "")
    hit = Hit(1, 2.34567, RULING, same=("0123456789ab",), other_dates=(date(2021, 6, 18),))
    found = Answer("suspend X", 2, (hit,), rules=((rule, 1.0),), did_you_mean="suspends")
    assert forms.answer(found, {RULING.id: LINKS}, NAMES) == {
        "query": "suspend X",
        "total": 2,
        "hits": [
            {
                "rank": 1,
                "score": 2.3457,
                "id": "abcdef012345",
                "date": "2024-02-02",
                "lang": "en",
                "text": "X is 0.",
                "cards": ["Lotus Bloom"],
                "mechanics": [{"name": "Suspend", "kind": "context", "weight": 0.9}],
                "sources": ["wotc"],
                "other_dates": ["2021-06-18"],
                "same": ["0123456789ab"],
            }
        ],
        "did_you_mean": "suspends",
        "rules": [{"number": "702.62", "title": "Suspend", "text": "", "score": 1.0}],
        "notes": [],
    }


def test_every_form_can_be_written_as_ascii_json() -> None:
    for form in (forms.export(UNDATED, (), NAMES), forms.ruling(RULING, LINKS, NAMES)):
        assert json.dumps(form).isascii()


def test_a_ruling_at_length_names_its_witnesses() -> None:
    (witness,) = forms.ruling(RULING, LINKS, NAMES)["witnesses"]  # type: ignore[misc]
    assert witness == {"file": "corpus/a.txt", "lines": [3, 4], "text": "X is  0.", "evidence": None}


def test_csv_has_a_head_and_no_cell_that_a_spreadsheet_would_run() -> None:
    lines = list(forms.export_csv([forms.export(RULING, LINKS, NAMES), forms.export(UNDATED, (), NAMES)]))
    rows = list(csv.reader(lines))
    assert rows[0] == ["id", "date", "lang", "text", "cards", "mechanics", "sources"]
    assert rows[1] == ["abcdef012345", "2024-02-02", "en", "X is 0.", "Lotus Bloom", "Suspend", "wotc"]
    assert rows[2][1:4] == ["", "fr", "'=1+1 | é"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
def test_a_formula_in_any_field_is_text_in_csv(start: str) -> None:
    texts = {name: f"{start}{name}" for name in ("id", "date", "lang", "text")}
    lists = {name: [f"{start}{name}"] for name in ("cards", "mechanics", "sources")}
    head, row = csv.reader(forms.export_csv([{**texts, **lists}]))
    assert row == [f"'{start}{name}" for name in head]
