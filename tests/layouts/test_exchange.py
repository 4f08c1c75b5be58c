"""What `kb export` writes can be ingested again."""

import json
from datetime import date
from pathlib import Path

from kb.model import CardName, Lang
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


def test_a_ruling_of_several_cards_and_labels_is_read_for_each(tmp_path: Path) -> None:
    source = written(tmp_path, [exported(cards=["Test A", "Test B"], sources=["scryfall", "wotc"])])
    found = {(r.card and r.card.printed, r.source) for r in understood(source).rulings}
    assert found == {("Test A", "scryfall"), ("Test A", "wotc"), ("Test B", "scryfall"), ("Test B", "wotc")}


def test_what_is_no_ruling_is_a_problem(tmp_path: Path) -> None:
    source = written(tmp_path, [exported(), 5, exported(text=""), exported(lang="de"), exported(date="2009-02-30")])
    document = understood(source)
    assert [(p.code, p.span.first) for p in document.problems] == [
        ("unknown_entry", 2),
        ("empty_ruling", 3),
        ("unknown_language", 4),
    ]
    assert [p.code for r in document.rulings for p in r.problems] == ["impossible_date"]
