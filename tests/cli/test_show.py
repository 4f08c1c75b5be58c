"""Showing rulings, cards, mechanics and rules."""

import json
from pathlib import Path

import pytest

from tests.cli.make import SUSPEND, Kb, page


def test_show_finds_rulings_cards_and_mechanics_by_any_name(shipped: Kb) -> None:
    ident = shipped("search", "suspend X cost", "--json").json["hits"][0]["id"]  # type: ignore[index]
    assert shipped("show", ident, "--json").json["id"] == ident
    assert shipped("show", ident[:8], "--json").json["id"] == ident
    assert shipped("show", "suspension", "--json").json["mechanic"] == "Suspend"
    assert shipped("show", "lotus", "bloom").code in (0, 2)


def test_show_offers_the_nearest_names_for_one_that_is_unknown(shipped: Kb) -> None:
    run = shipped("show", "suspnd")
    assert run.code == 2
    assert "Suspend" in run.err


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        ("702.62", "; `kb show suspend` shows its mechanic"),
        ("rule:702.62A.", "; `kb show suspend` shows its mechanic"),
        ("207.2c", ""),
        ("100.1", ""),
    ],
)
def test_a_rule_asked_for_where_there_are_none_says_how_to_get_them(shipped: Kb, number: str, advice: str) -> None:
    run = shipped("show", number)
    rule = number.removeprefix("rule:").rstrip(".").lower()
    told = "is a rule's number, and this index has no rules: `kb fetch rules && kb ingest` adds them"
    assert (run.code, run.out, run.err) == (2, "", f"kb: {rule} {told}{advice}\n")


RULES = """Sample Comprehensive Rules

These rules are effective as of January 1, 2026.

Contents

7. Additional Rules
702. Keyword Abilities
Glossary
Credits

7. Additional Rules

702. Keyword Abilities

702.1. Some abilities are so common that one word stands for them.

702.62. Suspend

702.62a Suspend is a keyword that lets a card wait in exile.
Example: A card with three counters waits three turns.

702.62b A card is suspended while it waits in exile with a time counter.

702.630. Waiting

702.630a Waiting is a keyword that does nothing.

Glossary

Suspend
A way to play a card later. See rule 702.62, "Suspend."

Lotus Bloom
An entry that is called as a card is.

Credits

Nobody.
"""


@pytest.fixture
def ruled(kb: Kb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kb:
    """`kb` on an index of a few rulings and of a small book of rules."""
    page(tmp_path / "in", "a.txt", SUSPEND)
    page(tmp_path / "in", "b.txt", ("2023-01-01", "It waits as rule 702.62b says."), card="Opt")
    page(tmp_path / "in", "c.txt", ("2023-01-01", "It does nothing, as rule 702.630a says."), card="Shock")
    (tmp_path / "in" / "rules.txt").write_text(RULES, encoding="utf-8")
    monkeypatch.setenv("KB_INDEX", str(tmp_path / "index"))
    assert kb("ingest", tmp_path / "in").code == 0
    return kb


def shown_rule(kb: Kb, name: str) -> tuple[list[str], list[str], list[str]]:
    """Return the numbers, mechanics and texts of rulings that `kb show` has for *name*."""
    form = kb("show", name, "--json").json
    texts = [ruling["text"] for ruling in form["rulings"]]  # type: ignore[attr-defined]
    return [rule["number"] for rule in form["rules"]], form["mechanics"], texts  # type: ignore[attr-defined,return-value]


def test_a_rule_comes_with_its_subrules_its_mechanics_and_the_rulings_tied_to_it(ruled: Kb) -> None:
    numbers, mechanics, texts = shown_rule(ruled, "702.62")
    assert numbers == ["702.62", "702.62a", "702.62b"]
    assert mechanics == ["Suspend"]
    assert texts == [SUSPEND[1], "It waits as rule 702.62b says."]
    assert "Example: A card with three counters" in ruled("show", "702.62").out


def test_a_rule_that_the_rulebook_has_not_is_just_unknown(ruled: Kb) -> None:
    assert "'702.99' is no ruling, card, mechanic or rule of this index" in ruled("show", "702.99").err


def test_a_subrule_comes_with_what_it_stands_under_and_the_rulings_that_cite_it(ruled: Kb) -> None:
    assert shown_rule(ruled, "702.62B.") == (["702.62b"], ["Suspend"], ["It waits as rule 702.62b says."])
    assert ruled("show", "702.62b").out.splitlines()[:3] == [
        "7 Additional Rules",
        "702 Keyword Abilities",
        "702.62 Suspend",
    ]


def test_a_section_lists_its_rules_and_a_chapter_its_sections(ruled: Kb) -> None:
    assert shown_rule(ruled, "702") == (["702", "702.1", "702.62", "702.630"], [], [])
    assert shown_rule(ruled, "7")[0] == ["7", "702"]


def test_a_mechanic_shows_its_rule_what_defines_it_and_its_entry_in_the_glossary(ruled: Kb) -> None:
    rules = ruled("show", "suspend", "--json").json["rules"]
    assert [rule["number"] for rule in rules] == ["702.62", "702.62a", "702.62b", "Suspend"]  # type: ignore[attr-defined]


def test_a_name_of_several_things_can_be_asked_for_by_kind_and_says_so(ruled: Kb) -> None:
    run = ruled("show", "lotus bloom")
    assert run.out.splitlines()[0] == "Lotus Bloom"
    assert run.out.splitlines()[-1] == "'lotus bloom' is also a term of the rules: kb show rule:lotus bloom"
    assert shown_rule(ruled, "rule:lotus bloom")[0] == ["Lotus Bloom"]
    assert ruled("show", "mechanic:lotus bloom").code == 2


def test_rules_are_found_by_number_and_by_words(ruled: Kb) -> None:
    rules = ruled("search", "is:rule", "lets a card wait", "--json").json["rules"]
    assert set(rules[0]) == {"number", "title", "text", "score"}  # type: ignore[index]
    assert rules[0]["number"] == "702.62a"  # type: ignore[index]
    for query in ("702.62", "rule:702.62"):
        found = ruled("search", query, "--json").json
        assert found["query"] == query
        assert found["rules"][0]["number"] == "702.62"  # type: ignore[index]
        assert [hit["text"] for hit in found["hits"]] == [SUSPEND[1]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["+2 Mace", "_____", "Æther Vial", '"Ach! Hans, Run!"', "-1 Sword", "A-Teleportation"])
def test_a_card_of_an_odd_name_is_shown_by_it(kb: Kb, tmp_path: Path, name: str) -> None:
    cards = [
        {
            "object": "card",
            "oracle_id": f"0000000{n}-0000-4000-8000-000000000000",
            "id": "x",
            "lang": "en",
            "name": card,
        }
        | {"layout": "normal", "type_line": "Artifact", "oracle_text": "It is odd."}
        for n, card in enumerate(("+2 Mace", "2 Mace", "_____", "Æther Vial", '"Ach! Hans, Run!"', "-1 Sword", name))
    ]
    (tmp_path / "cards.json").write_text(json.dumps(cards[:6] if name in str(cards[:6]) else cards), encoding="utf-8")
    kb("ingest", tmp_path / "cards.json", "--index", tmp_path / "index")
    run = kb("show", name, "--index", tmp_path / "index", "--json")
    assert (run.code, run.err) == (0, "")
    assert run.json["card"] == name


def test_a_french_name_of_two_cards_names_both_and_what_tells_them_apart(kb: Kb, tmp_path: Path) -> None:
    french = {"object": "card", "id": "x", "lang": "fr", "layout": "normal", "printed_name": "Refonte"}
    cards = [
        french | {"oracle_id": f"0000000{n}-0000-4000-8000-000000000000", "name": card, "oracle_text": "It is odd."}
        for n, card in enumerate(("Reshape", "Unforge"))
    ]
    (tmp_path / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
    kb("ingest", tmp_path / "cards.json", "--index", tmp_path / "index")
    run = kb("show", "refonte", "--index", tmp_path / "index")
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert "Reshape (reshape); Unforge (unforge)" in run.err
    assert kb("show", "unforge", "--index", tmp_path / "index", "--json").json["card"] == "Unforge"


def test_a_name_that_is_near_is_offered_as_people_write_it_and_not_as_an_address(shipped: Kb) -> None:
    run = shipped("show", "rift-bol")
    assert "did you mean Rift Bolt?" in run.err
    assert "rift-bolt" not in run.err
