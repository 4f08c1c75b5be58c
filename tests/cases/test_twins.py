"""What is one ruling and what is two."""

import json
from pathlib import Path

from tests.cases.shelf import Shelf, sample

CANT = "You can’t pay the suspend cost unless you could begin to cast the card."


def test_spaces_quotes_and_true_minus_keep_no_ruling_apart_but_signs_symbols_and_negation_do(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("dedupe-near-twins.json"))
    assert (shelf.summary["raw"], shelf.summary["rulings"], shelf.summary["duplicates"]) == (13, 8, 5)
    assert shelf.texts(on="2006-09-25") == [
        CANT,
        "Put a +1/+1 counter on it.",
        "Put a -1/-1 counter on it.",
        "It costs {X}{R}.",
        "It costs {X}{G}.",
        "You can cast it.",
        "You can't cast it.",
    ]
    assert shelf.texts(on="2013-06-07") == [CANT]


def test_entities_left_in_the_texts_of_old_data_keep_no_ruling_apart(tmp_path: Path) -> None:
    texts = ("R&amp;D may cast it.", "R&D may cast it.")
    card = {"name": "Test Fog", "layout": "normal", "rulings": [{"date": "2017-03-14", "text": text} for text in texts]}
    file = tmp_path / "old.json"
    file.write_text(json.dumps({"Test Fog": card}), "utf-8")
    shelf = Shelf(tmp_path, file)
    assert (shelf.texts(), shelf.summary["duplicates"]) == (["R&D may cast it."], 1)


def test_printings_with_missing_or_null_rulings_and_a_doubled_id_make_one_card_with_all_rulings(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("printings-disagree.set.json"))
    assert shelf.summary["cards"] == 1
    assert shelf.dated("Test Fog") == [
        ("2009-10-01", "Damage already dealt stays dealt."),
        ("2012-07-01", "It stops combat damage only."),
    ]
    assert [problem["code"] for problem in shelf.summary["problems"]] == ["doubled_entry"]


def test_each_of_two_cards_saved_on_one_page_gets_its_own_rulings(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("two-cards-one-page.html"))
    assert shelf.texts("Test Partner North") == ["North gives menace."]
    assert shelf.texts("Test Partner South") == ["South gives deathtouch.", "North and South share a search ability."]
