"""Rules found by number and by mechanic, and mechanics learnt from them."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.knowledge.rulebook import by_number, cites, learn_mechanics, parent_number, passage, rules_of, subrules
from kb.layouts.comprehensive_rules import parse
from kb.model import Mechanic, MechanicKind, Rule, RuleKind
from kb.text.folding import slug
from tests.conftest import SAMPLES

ABILITY, ACTION, WORD = MechanicKind.KEYWORD_ABILITY, MechanicKind.KEYWORD_ACTION, MechanicKind.ABILITY_WORD
RULES = tuple(entry.rule for entry in parse((SAMPLES / "rules" / "whole.txt").read_text("utf-8")).entries)


def defining(rules: tuple[Rule, ...], known: Mechanic) -> Rule | None:
    return rules_of(rules, (known,))[known.slug].defining


def in_glossary(rules: tuple[Rule, ...], known: Mechanic) -> Rule | None:
    return rules_of(rules, (known,))[known.slug].glossary


def mechanic(name: str, kind: MechanicKind = ABILITY, rule: str = "", *forms: str) -> Mechanic:
    return Mechanic(slug(name), kind, name, forms=(name.lower(), *forms), rule=rule)


def numbers(rules: tuple[Rule, ...]) -> list[str]:
    return [rule.number for rule in rules]


SUSPEND = mechanic("Suspend", ABILITY, "702.62")
SCRY = mechanic("Scry", ACTION, "701.22")
DELIRIUM = mechanic("Delirium", WORD, "207.2c")


def test_rules_are_found_by_number_and_glossary_terms_are_no_numbers() -> None:
    found = by_number(RULES)
    assert found["702.3"].title == "Suspend"
    assert "Suspend" not in found
    assert len(found) == 38


@pytest.mark.parametrize(
    ("number", "below"),
    [
        ("702.5", ["702.5a", "702.5b"]),
        ("701", ["701.1", "701.2", "701.3"]),
        ("7", ["700", "701", "702"]),
        ("702.5a", []),
        ("702.50", []),
        ("", ["1", "2", "7"]),
    ],
)
def test_what_stands_directly_under_a_number_is_listed(number: str, below: list[str]) -> None:
    assert numbers(subrules(RULES, number)) == below


@given(st.integers(100, 999), st.integers(1, 300), st.sampled_from("abcdefghijkmnpqrstuvwxyz"))
def test_going_up_from_any_subrule_ends_at_its_chapter(section: int, rule: int, letter: str) -> None:
    path = [f"{section}.{rule}{letter}"]
    while path[-1]:
        path.append(parent_number(path[-1]))
    assert path == [f"{section}.{rule}{letter}", f"{section}.{rule}", str(section), str(section)[0], ""]


def test_the_defining_subrule_is_found_by_the_title_of_its_rule_wherever_it_moved() -> None:
    found = defining(RULES, SUSPEND)
    assert found is not None
    assert found.number == "702.3a"


def test_without_subrules_the_rule_itself_defines() -> None:
    rules = (Rule("702.62", RuleKind.RULE, "Suspend", "All in one paragraph."),)
    assert defining(rules, SUSPEND) == rules[0]
    assert defining((Rule("702.62", RuleKind.RULE, "Suspend", ""),), SUSPEND) is None


def test_a_rule_under_an_older_name_is_found_by_a_form() -> None:
    renamed = mechanic("Hold Back", ABILITY, "702.9", "suspend")
    assert rules_of(RULES, (renamed,))["hold-back"].heading == by_number(RULES)["702.3"]


def test_a_number_counts_only_where_the_rule_speaks_of_the_mechanic() -> None:
    assert defining(RULES, mechanic("Behold", ACTION, "701.2")) is None
    spoken = (Rule("702.9", RuleKind.RULE, "", "Fear is an ability of one paragraph."),)
    assert defining(spoken, mechanic("Fear", ABILITY, "702.9")) == spoken[0]
    assert defining(spoken, mechanic("Ear", ABILITY, "702.9")) is None


def test_an_ability_word_is_defined_where_ability_words_are_listed() -> None:
    found = defining(RULES, DELIRIUM)
    assert found is not None
    assert found.number == "207.2c"


@pytest.mark.parametrize(
    ("name", "term"),
    [("Suspend", "Suspend"), ("Banding", "Banding, “Bands Together”"), ("Tower", "Tower (Obsolete)")],
)
def test_glossary_entries_are_found_by_term_part_of_a_term_and_without_notes(name: str, term: str) -> None:
    found = in_glossary(RULES, mechanic(name))
    assert found is not None
    assert found.title == term


def test_a_mechanic_without_glossary_entry_has_none() -> None:
    assert in_glossary(RULES, SCRY) is None


def test_known_mechanics_follow_the_numbers_of_the_rules() -> None:
    known = (SUSPEND, SCRY, DELIRIUM, mechanic("Cascade", ABILITY, "702.2"))
    learnt = learn_mechanics(RULES, known)
    assert learnt[:4] == (
        replace(SUSPEND, rule="702.3"),
        replace(SCRY, rule="701.2"),
        DELIRIUM,
        mechanic("Cascade", ABILITY, "702.2"),
    )


def test_a_number_under_which_the_rules_have_another_mechanic_is_dropped() -> None:
    behold, plot = mechanic("Behold", ACTION, "701.2"), mechanic("Plot", ABILITY, "702.170")
    assert learn_mechanics(RULES, (behold, plot))[:2] == (replace(behold, rule=""), plot)


def test_mechanics_that_only_the_rules_know_are_learnt_with_their_forms() -> None:
    known = (
        SUSPEND,
        SCRY,
        DELIRIUM,
        mechanic("Cascade"),
        mechanic("Landfall", WORD),
        mechanic("Council's Dilemma", WORD),
    )
    learnt = learn_mechanics(RULES, known)[len(known) :]
    assert learnt == (
        Mechanic(
            "start-your-engines",
            ABILITY,
            "Start Your Engines!",
            forms=("start your engines!",),
            rule="702.4",
            name_fr_evidence="none",
        ),
        Mechanic(
            "glimmerstep",
            ABILITY,
            "Glimmerstep",
            forms=("glimmerstep", "glimmerstepped", "glimmerstepping"),
            rule="702.5",
            ambiguous=True,
            name_fr_evidence="none",
        ),
        Mechanic(
            "glimmer-forth",
            ACTION,
            "Glimmer Forth",
            forms=("glimmer forth", "glimmers forth", "glimmered forth"),
            rule="701.3",
            name_fr_evidence="none",
        ),
        Mechanic(
            "gleam-of-the-deep",
            WORD,
            "Gleam of the Deep",
            forms=("gleam of the deep",),
            rule="207.2c",
            name_fr_evidence="none",
        ),
    )


def test_learning_twice_changes_nothing_and_without_rules_nothing_is_learnt() -> None:
    once = learn_mechanics(RULES, (SUSPEND,))
    assert learn_mechanics(RULES, once) == once
    assert learn_mechanics((), (SUSPEND, SCRY)) == (SUSPEND, SCRY)


def test_sections_are_known_by_title_where_their_numbers_differ() -> None:
    moved = (
        Rule("502", RuleKind.SECTION, "Keyword Abilities", ""),
        Rule("502.7", RuleKind.RULE, "Glimmerstep", ""),
        Rule("702", RuleKind.SECTION, "Something Else", ""),
        Rule("702.1", RuleKind.RULE, "No Keyword", ""),
    )
    assert [(learnt.name, learnt.rule) for learnt in learn_mechanics(moved, ())] == [("Glimmerstep", "502.7")]


@pytest.mark.reference
def test_every_mechanic_of_the_real_rules_has_its_rule_and_its_number_of_that_year(reference: Path) -> None:
    text = (reference / "data" / "rules" / "MagicCompRules.txt").read_text("utf-8-sig")
    rules = tuple(entry.rule for entry in parse(text).entries)
    with (reference / "facts" / "mechanics.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    table = tuple(
        mechanic(row["en"], MechanicKind(row["kind"]), row["cr"], *row["en_forms"].split("|")) for row in rows
    )

    learnt = learn_mechanics(rules, table)
    assert len(learnt) == len(table) == 325
    for row, found in zip(rows, learnt, strict=True):
        if row["cr_2022"]:
            assert found.rule == row["cr_2022"], found.name
    suspend = rules_of(rules, learnt)["suspend"]
    assert [rule.number for rule in (suspend.heading, suspend.defining, suspend.glossary) if rule] == [
        "702.62",
        "702.62a",
        "Suspend",
    ]


# --- as one looks them up -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", ".", "9", "702.99", "702.62aa", "nothing such", "\x00", "７"])
def test_what_the_rules_do_not_have_is_none(name: str) -> None:
    assert passage(RULES, (SUSPEND,), name) is None


def test_a_place_comes_with_what_is_above_and_below_it_and_the_mechanics_of_its_rule() -> None:
    suspend = mechanic("Suspend", ABILITY, "702.3")
    place = passage(RULES, (suspend, SCRY), " 702.3. ")
    assert place is not None
    assert numbers(place.parents) == ["7", "702"]
    assert numbers(place.rules)[0] == "702.3"
    assert place.mechanics == place.explained == (suspend,)


def test_a_list_of_ability_words_is_not_about_each_of_them() -> None:
    place = passage([Rule("207.2c", RuleKind.SUBRULE, "", "The ability words are delirium.")], (DELIRIUM,), "207.2c")
    assert place is not None
    assert (place.mechanics, place.explained) == ((DELIRIUM,), ())


def test_a_glossary_term_is_found_without_regard_to_case() -> None:
    place = passage(RULES, (SUSPEND,), "sUSPEND")
    assert place is not None
    assert (place.rules[0].kind, place.rules[0].title) == (RuleKind.GLOSSARY, "Suspend")


def test_a_text_cites_a_rule_by_its_number_or_by_that_of_a_subrule_only() -> None:
    assert cites("As rule 702.62b says.", "702.62")
    assert cites("As 702.62b says.", "702.62b")
    assert not cites("As rule 702.62 says.", "702.62b")
    assert not cites("As rule 702.630 says.", "702.63")
    assert not cites("It costs 702.62.", "702.62")


@given(st.text(max_size=30))
def test_any_name_can_be_looked_up(name: str) -> None:
    place = passage(RULES, (SUSPEND,), name)
    assert place is None or place.rules
