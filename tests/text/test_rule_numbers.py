"""Rule numbers in texts become links; other numbers never do."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.knowledge.rulebook import by_number
from kb.layouts.comprehensive_rules import parse
from kb.text.rule_numbers import references


def found(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], number) for start, end, number in references(text)]


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("See rule 702.62, “Suspend.”", [("702.62", "702.62")]),
        ("(See rule 116.)", [("116", "116")]),
        ("Rule 116's last point", [("116", "116")]),
        ("rules 601.2b and 601.2f-h", [("601.2b", "601.2b"), ("601.2f-h", "601.2f")]),
        ("rules 701.3a–c, 702.4, or 116", [("701.3a–c", "701.3a"), ("702.4", "702.4")]),
        ("rules 509.1-3", [("509.1-3", "509.1")]),
        ("rules 903.6-903.11.", [("903.6", "903.6"), ("903.11", "903.11")]),
        ("rules 116, 117, and 118", [("116", "116"), ("117", "117"), ("118", "118")]),
        ("rule 402.2 and 514.1.", [("402.2", "402.2"), ("514.1", "514.1")]),
        ("rule 704.5s and rule 704.5t", [("704.5s", "704.5s"), ("704.5t", "704.5t")]),
        ("(704.5s and 704.5t)", [("704.5s", "704.5s"), ("704.5t", "704.5t")]),
        ("See section 8, “Several Players.”", [("8", "8")]),
        ("see 805.8", [("805.8", "805.8")]),
        ("CR 702.62a", [("702.62a", "702.62a")]),
        ("la règle 702.62", [("702.62", "702.62")]),
        ("règles 601.2b et 601.2f-h", [("601.2b", "601.2b"), ("601.2f-h", "601.2f")]),
        ("règle\u00a0116", [("116", "116")]),
        ("rules 100.1a and 100.50 €", [("100.1a", "100.1a")]),
        ("rule 116 and 200 creatures", [("116", "116")]),
    ],
)
def test_rule_numbers_are_found_with_what_they_link_to(text: str, linked: list[tuple[str, str]]) -> None:
    assert found(text) == linked


@pytest.mark.parametrize(
    "text",
    [
        "",
        "It costs 702.62 to buy 116 cards.",
        "$702.62a is no price",
        "rule 702.62 €",
        "rule 100.50 dollars",
        "rule 100%",
        "on 18.06.2021 and 2021-06-18",
        "rule 2021",
        "rule 5",
        "see 116 cards",
        "rule 702.62l",
        "rule 702.62o",
        "rule 702.62.1",
        "rule 702.62ab",
        "version 1.702.62a",
        "a misrule 116",
        "rule 702,62",
        "rule 012",
        "rule ١١٦",
    ],
)
def test_plain_numbers_prices_and_dates_are_no_links(text: str) -> None:
    assert found(text) == []


PIECES = st.sampled_from(
    ["rule ", "rules ", "702.62", "601.2f-h", "116", ", ", " and ", "a", "–", "see ", "section 8", "€"]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=20).map("".join)))
def test_links_lie_within_the_text_in_order_and_apart(text: str) -> None:
    end = 0
    for first, last, number in references(text):
        assert end <= first < last <= len(text)
        assert text[first:last].startswith(number)
        end = last


@pytest.mark.parametrize("piece", ["rules ", "rules 1", "702.62a, ", "rule 116 and ", "1", " ", "702.1-"])
def test_long_texts_take_no_longer_than_their_length(piece: str) -> None:
    started = time.perf_counter()
    references(piece * 100_000)
    assert time.perf_counter() - started < 5


@pytest.mark.reference
def test_every_number_cited_in_the_real_rules_is_that_of_a_rule(reference: Path) -> None:
    text = (reference / "data" / "rules" / "MagicCompRules.txt").read_text("utf-8-sig")
    rules = tuple(entry.rule for entry in parse(text).entries)
    cited = [number for rule in rules for _, _, number in references(rule.text)]
    assert len(cited) == 1590
    assert set(cited) <= set(by_number(rules))
