"""The rules document: every line in its place, whatever the copy looks like."""

import re
from datetime import date
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.layouts.comprehensive_rules import NAME, Parsed, claims, parse, read
from kb.model import Container, Document, Rule, RuleKind, SourceText
from tests.conftest import SAMPLES

TODAY = date(2026, 9, 1)
WHOLE = (SAMPLES / "rules" / "whole.txt").read_text("utf-8")
WRAPPED = (SAMPLES / "rules" / "wrapped_lines.txt").read_text("utf-8")


def source(text: str, container: Container = Container.TEXT) -> SourceText:
    return SourceText("rules.txt", Path("rules.txt"), container, text, "0" * 12)


def read_text(text: str) -> Document:
    return read(source(text), TODAY)


def rules_of_kind(text: str, kind: RuleKind) -> list[Rule]:
    return [rule for rule in read_text(text).rules if rule.kind is kind]


def lines_accounted_for(parsed: Parsed) -> list[int]:
    spans = [stated.span for stated in (*parsed.problems, *parsed.skipped)]
    blank_or_not = chain.from_iterable(range(span.first, span.last + 1) for span in spans)
    return sorted([*chain.from_iterable(entry.lines for entry in parsed.entries), *blank_or_not])


def lines_with_text(text: str) -> list[int]:
    return [number for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1) if line.strip("\ufeff \t\xa0")]


def test_the_tree_of_rules_is_read_in_the_order_of_the_document() -> None:
    numbers = " ".join(rule.number for rule in read_text(WHOLE).rules if rule.kind is not RuleKind.GLOSSARY)
    assert numbers == (
        "1 100 100.1 100.1a 100.1b 100.2 101 101.1 101.1k 101.1m 101.2 101.2a "
        "2 207 207.1 207.2 207.2c 7 700 700.1 701 701.1 701.2 701.2a 701.3 701.3a "
        "702 702.1 702.2 702.2a 702.3 702.3a 702.3b 702.4 702.4a 702.5 702.5a 702.5b"
    )


@pytest.mark.parametrize(
    ("kind", "count"), [(RuleKind.SECTION, 9), (RuleKind.RULE, 15), (RuleKind.SUBRULE, 14), (RuleKind.GLOSSARY, 7)]
)
def test_each_kind_is_counted(kind: RuleKind, count: int) -> None:
    assert len(rules_of_kind(WHOLE, kind)) == count


def test_headings_are_titles_and_statements_are_texts() -> None:
    titles = {rule.number: (rule.title, rule.text) for rule in read_text(WHOLE).rules}
    assert titles["7"] == ("Further Rules", "")
    assert titles["702"] == ("Keyword Abilities", "")
    assert titles["702.3"] == ("Suspend", "")
    assert titles["702.4"] == ("Start Your Engines!", "")
    assert titles["101.2"] == ("Kinds of Order", "")
    assert titles["702.1"] == ("", "Some abilities are a single word.")
    assert titles["702.3b"] == ("", "A card that waits is “suspended.”")


def test_examples_and_paragraphs_without_a_number_belong_to_the_rule_before_them() -> None:
    texts = {rule.number: rule.text.split("\n") for rule in read_text(WHOLE).rules}
    assert texts["100.1b"] == [
        "Another small point.",
        "Example: Somebody draws a card. Nothing else happens.",
        "Example: Somebody draws no card. Nothing happens at all.",
    ]
    assert texts["101.1"] == ["Things happen one after the other.", "A second paragraph stands below without a number."]


def test_a_number_is_read_with_and_without_its_full_stop() -> None:
    texts = {rule.number: rule.text for rule in read_text(WHOLE).rules}
    assert texts["100.2"] == "This rule lost the full stop after its number."
    assert texts["101.1m"].startswith("The twelfth point")


def test_the_glossary_is_terms_with_their_definitions() -> None:
    entries = {rule.title: rule.text for rule in rules_of_kind(WHOLE, RuleKind.GLOSSARY)}
    assert list(entries) == [
        "Active Player",
        "Banding, “Bands Together”",
        "Cascade",
        "Order",
        "Start Your Engines!",
        "Suspend",
        "Tower (Obsolete)",
    ]
    assert entries["Cascade"] == "A waiting ability’s opposite."
    assert entries["Order"].split("\n") == [
        "1. One thing after another.",
        "2. What one asks for at a table.",
        "See rule 101, “Order of Things.”",
    ]


def test_the_day_from_which_the_rules_hold_is_read() -> None:
    assert read_text(WHOLE).effective == date(2026, 8, 7)
    assert read_text(WRAPPED).effective is None


def test_title_introduction_contents_and_credits_are_left_out_with_their_reason() -> None:
    reasons = [skip.reason for skip in read_text(WHOLE).skipped]
    counts = {reason: reasons.count(reason) for reason in dict.fromkeys(reasons)}
    assert counts == {"title": 1, "effective date": 1, "introduction": 3, "contents": 12, "heading": 1, "credits": 4}


@pytest.mark.parametrize("text", [WHOLE, WRAPPED], ids=["whole", "wrapped"])
def test_every_line_is_in_exactly_one_rule_problem_or_skip(text: str) -> None:
    assert lines_accounted_for(parse(text)) == lines_with_text(text)


def indented(text: str) -> str:
    return "\n".join(f"\t  {line} \xa0" if line else line for line in text.split("\n"))


@pytest.mark.parametrize(
    "spelling",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        indented,
        lambda text: text.replace("\n", "\n\n"),
        lambda text: re.sub(r"\n\n+", "\n", text),
        lambda text: text.encode("cp1252").decode("cp1252").rstrip("\n"),
    ],
    ids=["mark", "crlf", "cr", "indented", "blank between all", "no blanks", "cp1252"],
)
def test_the_same_rules_come_from_every_spelling_of_the_file(spelling: object) -> None:
    assert callable(spelling)
    other = read_text(spelling(WHOLE))
    assert other.rules == read_text(WHOLE).rules
    assert other.effective == date(2026, 8, 7)
    assert lines_accounted_for(parse(spelling(WHOLE))) == lines_with_text(spelling(WHOLE))


def test_wrapped_lines_are_joined_and_never_taken_for_rules() -> None:
    texts = {rule.number: rule.text for rule in read_text(WRAPPED).rules if rule.text}
    assert texts == {
        "100.1": "Some copies break their lines at about sixty letters, as in rule 702.3a, and the number at the head "
        "of this line is no rule 100.9z Nor is this one, whose sentence has not ended before it either.",
        "100.1a": "The next point. Its example is broken as well, in the same manner and for the same reason.\n"
        "Example: A line is broken because a printer of former days had no room for more.",
        "100.2": "The last rule.",
        "100.3": "This one follows without a blank line.",
        "100.3a": "So does this.",
    }


def test_the_second_rule_of_one_number_is_a_problem() -> None:
    parsed = parse(WRAPPED + "\n100.2. Something else.\nExample: Of it.\n")
    assert [(problem.code, problem.span.last - problem.span.first) for problem in parsed.problems] == [
        ("repeated_rule", 1)
    ]
    assert lines_accounted_for(parsed) == lines_with_text(WRAPPED + "\n100.2. Something else.\nExample: Of it.\n")


@pytest.mark.parametrize("day", ["June 31, 2026", "Brumaire 9, 1799"])
def test_a_day_that_no_calendar_has_is_a_problem(day: str) -> None:
    text = WHOLE.replace("August 7, 2026", day, 1)
    document = read_text(text)
    assert document.effective is None
    assert [(problem.code, problem.span.first) for problem in document.problems] == [("impossible_date", 3)]
    assert lines_accounted_for(parse(text)) == lines_with_text(text)


@pytest.mark.parametrize("text", [WHOLE, WRAPPED, WHOLE[WHOLE.rindex("\n702.") - 900 : WHOLE.rindex("\nGlossary")]])
def test_the_rules_and_parts_of_them_are_claimed(text: str) -> None:
    assert claims(source(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Suspend\n\n2024-02-02: See rule 702.62a.\n",
        "702.62a A rule on its own is quoted here.\n",
        "1. First Notions\n100. General\n101. Order of Things\n",
        "100. General\n100.1. One rule in much else.\n" + "Some sentence about a card.\n" * 20,
        "Price list\n100.50 euros\n200.30 euros\n300.10 euros\n",
    ],
)
def test_texts_that_only_speak_of_rules_are_not_claimed(text: str) -> None:
    assert not claims(source(text))


@pytest.mark.parametrize("container", [Container.HTML, Container.JSON])
def test_only_plain_text_is_claimed(container: Container) -> None:
    assert not claims(source(WHOLE, container))


def test_the_document_names_its_layout_and_file() -> None:
    document = read_text(WHOLE)
    assert (document.layout, document.path, document.digest) == (NAME, "rules.txt", "0" * 12)
    assert NAME == "comprehensive rules"


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            ["", "1. A", "100. General", "100.1. Text.", "100.1a Text.", "Glossary", "Credits", "Contents"]
        ),
        st.sampled_from(["Term", "See rule 100.", "Example: So.", "100.2. Heading", "effective as of May 35, 2020"]),
        st.text(max_size=20),
    ),
    max_size=30,
)


@given(LINES)
def test_no_line_of_any_text_is_lost_or_counted_twice(lines: list[str]) -> None:
    text = "\n".join(lines)
    claims(source(text))
    stripped = [line.strip() for line in re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))]
    assert lines_accounted_for(parse(text)) == [number for number, line in enumerate(stripped, 1) if line]


@pytest.mark.reference
def test_counts_on_the_real_rules_agree_with_an_independent_count(reference: Path) -> None:
    text = (reference / "data" / "rules" / "MagicCompRules.txt").read_text("utf-8-sig")
    document = read_text(text)
    body = text[text.index("\nCredits\n") :]
    body, glossary = body[: body.index("\nGlossary\n")], body[body.index("\nGlossary\n") : body.rindex("\nCredits\n")]
    counts = {kind: len(rules_of_kind(text, kind)) for kind in RuleKind}
    assert counts[RuleKind.SECTION] == len(re.findall(r"(?m)^\d(?:\d\d)?\. ", body)) == 146
    assert counts[RuleKind.RULE] == len(re.findall(r"(?m)^\d{3}\.\d+\.? ", body)) == 1031
    assert counts[RuleKind.SUBRULE] == len(re.findall(r"(?m)^\d{3}\.\d+[a-z]\.? ", body)) == 1620
    # One entry of this copy stands right below the one before it, without the blank line that all others have.
    assert counts[RuleKind.GLOSSARY] == len(re.findall(r"\n\n+(?=\S)", glossary)) + 1 == 622
    examples = sum(line.startswith("Example:") for rule in document.rules for line in rule.text.split("\n"))
    assert examples == len(re.findall(r"(?m)^Example:", text)) == 265
    assert (document.effective, document.problems) == (date(2022, 4, 29), ())
    assert lines_accounted_for(parse(text)) == lines_with_text(text)
    assert claims(source(text))
