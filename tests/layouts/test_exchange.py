"""What `kb export` writes can be ingested again."""

import json
from datetime import date
from pathlib import Path

import kb
from kb import forms
from kb.ingest import ingest
from kb.model import CardName, Lang
from tests.layouts.sources import claiming, understood, written
from tests.reliability.ground import answers


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


def exchanged(index: Path, file: Path) -> Path:
    """Export *index* into *file*, and give an index made of that."""
    with kb.open_index(index) as opened:
        rulings = opened.rulings()
        links = opened.links(rulings)
        names = forms.Names(opened.store.names_of_cards(), opened.store.names_of_mechanics())
        lines = [json.dumps(forms.export(ruling, links[ruling.id], names)) for ruling in rulings]
    file.write_text("\n".join(lines) + "\n", "ascii")
    ingest([file], file.with_suffix(""), today=date(2026, 1, 1))
    return file.with_suffix("")


def test_an_index_made_of_an_export_gives_the_same_export_and_then_the_same_answers(tmp_path: Path) -> None:
    ingest([Path(__file__).parents[2] / "corpus"], tmp_path / "pages", today=date(2026, 1, 1))
    once = exchanged(tmp_path / "pages", tmp_path / "once.jsonl")
    twice = exchanged(once, tmp_path / "twice.jsonl")
    first = (tmp_path / "once.jsonl").read_bytes()
    assert first.count(b"\n") > 50
    assert (tmp_path / "twice.jsonl").read_bytes() == first
    assert answers(twice) == answers(once)
