"""Card data of which some entries, or some fields of them, are of a type that nobody expects."""

from pathlib import Path

import pytest

from tests.cases.shelf import Shelf, run, sample

CARD = '{"object": "card", "oracle_id": "o", "name": "Test Bear"}'
RULING = '{"object": "ruling", "oracle_id": "o", "published_at": "2020-01-01", "comment": "It growls twice."}'


def test_an_entry_whose_kind_is_a_list_is_reported_and_the_card_is_read(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("object-list.json"))
    assert [problem["code"] for problem in shelf.summary["problems"]] == ["unknown_entry"]
    assert shelf.summary["cards"] == 1
    assert shelf.show("Bear").code == 0


ODD = ('{"object": ["ruling"]}', '{"object": null}', '{"object": {}}', "{}", "[7]", "7", "null")
LISTS = ("[{0}, {1}, {2}]", "[{1}, {2}, {0}]", '{{"object": "list", "data": [{0}, {1}, {2}]}}')
LINES = ("{0}\n{1}\n{2}", "{1}\n{2}\n{0}")


@pytest.mark.parametrize(
    ("whole", "odd"),
    [*((whole, odd) for whole in LISTS for odd in ODD), *((lines, odd) for lines in LINES for odd in ODD[:5])],
)
def test_an_odd_entry_is_reported_wherever_it_is_and_all_else_is_read(tmp_path: Path, whole: str, odd: str) -> None:
    (tmp_path / "odd.json").write_text(whole.format(odd, CARD, RULING), "utf-8")
    shelf = Shelf(tmp_path, tmp_path / "odd.json")
    assert [problem["code"] for problem in shelf.summary["problems"]] == ["unknown_entry"]
    assert shelf.texts("Test Bear") == ["It growls twice."]


def test_a_list_whose_data_are_no_list_is_reported(tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text('{"object": "list", "data": {"a": 1}}', "utf-8")
    assert "unknown_entry" in run("check", tmp_path / "odd.json").out
