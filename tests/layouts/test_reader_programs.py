"""Rulings in the comments and the documentation of programs."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.catalog.known import table_of_names
from kb.layouts import interpret
from kb.layouts.reader.cards.declarations import Declarations
from kb.model import Container, Document, SourceText
from kb.read import read
from tests.layouts.sources import TODAY

NO_DATE = ""


def program(folder: Path, name: str, text: str) -> Document:
    """Understand a program."""
    (folder / name).write_text(text, "utf-8")
    return interpret(read(folder / name, name), TODAY)


def told(document: Document) -> list[tuple[str, str, str]]:
    """Return the date, the card and the text of each ruling."""
    return [
        (
            ruling.date.isoformat() if ruling.date else NO_DATE,
            ruling.card.english or ruling.card.printed if ruling.card else "",
            ruling.text,
        )
        for ruling in document.rulings
    ]


def reasons(document: Document) -> dict[int, str]:
    """Return why each line is left out, by its number."""
    return {n: skip.reason for skip in document.skipped for n in range(skip.span.first, skip.span.last + 1)}


CANNOT = "You can't cast it while a creature you control is attacking."
PREVENTS = "It prevents only combat damage, so damage from abilities is still dealt."
LIST = [("2004-10-04", "Holy Day", CANNOT), ("2008-05-01", "Holy Day", PREVENTS)]


# --- documentation --------------------------------------------------------------------------------------------------


DOCUMENTED = {
    "holy_day_test.clj": """
(ns game.cards.holy-day-test
  "Tests of the card.

   Rulings:
   - (2004-10-04): {0}
   - (2008-05-01): {1}"
  (:require [clojure.test :refer [deftest]]))
""",
    "test_cards.py": """
class TestHolyDay:
    \"\"\"Rulings:

    2004-10-04: {0}
    2008-05-01: {1}
    \"\"\"

    def test_first(self):
        pass
""",
    "cards.rs": """
/// Rulings
///
/// 2004-10-04: {0}
/// 2008-05-01: {1}
pub struct HolyDay;
""",
    "Cards.java": """
/**
 * Rulings
 *
 * 2004-10-04: {0}
 * 2008-05-01: {1}
 */
class HolyDay extends Card;
""",
    "cards.rb": """
## Rulings
##
## 2004-10-04: {0}
## 2008-05-01: {1}
class HolyDay < Card
end
""",
    "cards.lisp": """
;;; Rulings
;;;
;;; 2004-10-04: {0}
;;; 2008-05-01: {1}
(defun cast (x)
  (resolve x "Holy Day"))
""",
    "Cards.hs": """
-- | Rulings
--
-- 2004-10-04: {0}
-- 2008-05-01: {1}
data HolyDay = HolyDay
""",
    "cards.lua": """
--- Rulings
---
--- 2004-10-04: {0}
--- 2008-05-01: {1}
local HolyDay = card
""",
}
"""Files in several languages that say the same in their documentation."""


@pytest.mark.parametrize("name", DOCUMENTED)
def test_documentation_is_read_as_prose(name: str, tmp_path: Path) -> None:
    text = DOCUMENTED[name].lstrip("\n").format(CANNOT, PREVENTS)
    assert told(program(tmp_path, name, text)) == LIST


def test_a_text_of_several_lines_in_a_record_stays_data(tmp_path: Path) -> None:
    text = (
        'CARDS = [\n  Card(name="Fog",\n       date="2004-10-04",\n'
        f'       ruling="""{CANNOT[:30]}\n          {CANNOT[30:].strip()}\n       """),\n]\n'
    )
    ((day, card, found),) = told(program(tmp_path, "cards.py", text))
    assert (day, card) == ("2004-10-04", "Fog")
    assert found.startswith("You can't cast it while")


# --- what parts texts -----------------------------------------------------------------------------------------------


def test_what_a_programmer_says_in_the_next_comment_is_no_part_of_a_dated_ruling(tmp_path: Path) -> None:
    text = (
        f"// Rulings:\n//   [2004-10-04] {CANNOT}\n//   [2008-05-01] {PREVENTS}\n\n"
        "// Each turn keeps a list of its own, so this flag is only read and\n"
        "// written here (see the tests of combat.ts).\n"
        'export default card({\n  name: "Holy Day",\n});\n'
    )
    assert told(program(tmp_path, "holy_day.ts", text)) == LIST


def test_code_between_two_comments_ends_the_first(tmp_path: Path) -> None:
    text = (
        f"/**\n * 5/1/2008 {PREVENTS[:41]}\n * {PREVENTS[41:].strip()}\n * <p>\n * 10/15/2013 {CANNOT}\n */\n"
        "public class HolyDay extends Card {\n    // When you cast it, all combat damage is prevented.\n}\n"
    )
    document = program(tmp_path, "HolyDay.java", text)
    assert told(document) == [("2008-05-01", "Holy Day", PREVENTS), ("2013-10-15", "Holy Day", CANNOT)]
    assert document.rulings[1].span.last == 5


@pytest.mark.parametrize("other", ["///", "//!"])
def test_another_sign_parts_what_is_quoted_from_what_is_said(other: str, tmp_path: Path) -> None:
    text = (
        '// RULING: Clone #1 - "You choose what Clone copies as it enters the battlefield\n'
        "//   and it doesn't target that creature.\"\n"
        f"{other} The bears are chosen as the Clone enters the battlefield and\n"
        f"{other} nobody may respond to that.\n"
        '#[test]\nfn a_test() {\n    put("Serra Angel");\n    put("Grizzly Bears");\n}\n\n'
        '// RULING: Clone #2 - "If nothing is chosen, Clone is a 0/0 creature, and it\n'
        "//   is put into its owner's graveyard.\"\n"
        f'{other} Both "may" questions are asked.\n#[test]\nfn another_test() {{\n}}\n'
    )
    document = program(tmp_path, "copies.rs", text)
    assert told(document) == [
        (
            NO_DATE,
            "Clone",
            "You choose what Clone copies as it enters the battlefield and it doesn't target that creature.",
        ),
        (NO_DATE, "Clone", "If nothing is chosen, Clone is a 0/0 creature, and it is put into its owner's graveyard."),
    ]
    assert [(ruling.span.first, ruling.span.last) for ruling in document.rulings] == [(1, 2), (11, 12)]
    assert reasons(document)[3] == reasons(document)[4] == "comment"


# --- labelled quotes ------------------------------------------------------------------------------------------------


def test_a_label_says_card_date_and_publisher_of_what_it_quotes(tmp_path: Path) -> None:
    text = (
        '  it "CR 509.1a a blocker is declared once, and only then" $ do\n'
        "    -- Nothing but the first test tells the two implementations apart: a\n"
        "    -- creature that was declared as a blocker stays one.\n"
        "    bears <- creature\n"
        '  it "CR 615.1 combat damage is prevented as it would be dealt" $ do\n'
        "    -- Gatherer ruling on Holy Day (WotC, 2004-10-04): \"It doesn't matter\n"
        '    -- which creature deals the damage, or to whom." CR 615 says how\n'
        "    -- prevention works, and the engine asks there.\n"
        "    day <- card\n"
    )
    document = program(tmp_path, "spec.hs", text)
    assert told(document) == [
        ("2004-10-04", "Holy Day", "It doesn't matter which creature deals the damage, or to whom.")
    ]
    assert document.rulings[0].source == "wotc"
    assert (document.rulings[0].span.first, document.rulings[0].span.last) == (6, 7)


def test_labels_follow_each_other_line_by_line(tmp_path: Path) -> None:
    text = (
        f'# Fog ruling, 2004-10-04: "{CANNOT}"\n# Holy Day ruling, 2008-05-01: “{PREVENTS}”\n'
        "def test_both():\n    run()\n"
    )
    assert told(program(tmp_path, "test_all.py", text)) == [
        ("2004-10-04", "Fog", CANNOT),
        ("2008-05-01", "Holy Day", PREVENTS),
    ]


def test_a_rule_that_a_comment_quotes_is_no_ruling(tmp_path: Path) -> None:
    text = (
        f"// Rulings\n// 2004-10-04: {CANNOT}\n// 2008-05-01: {PREVENTS}\nclass HolyDay {{\n"
        '  // CR 615.1: "Some continuous effects are prevention effects. Such effects watch for a\n'
        '  // damage event that would happen."\n  run() {}\n}\n'
    )
    assert told(program(tmp_path, "HolyDay.ts", text)) == LIST


# --- markup ---------------------------------------------------------------------------------------------------------


def test_the_rows_of_a_list_in_xml_are_read(tmp_path: Path) -> None:
    text = (
        "namespace Cards\n{\n    /// <summary>Holy Day, an instant.</summary>\n    /// <remarks>\n"
        '    /// <list type="table">\n'
        "    /// <listheader><term>Date</term><description>Ruling</description></listheader>\n"
        f"    /// <item><term>2004-10-04</term><description>{CANNOT[:34].replace(chr(39), '&apos;')}\n"
        f"    /// {CANNOT[34:].strip()}</description></item>\n"
        f"    /// <item><term>2008-05-01</term><description>{PREVENTS}</description></item>\n"
        "    /// </list>\n    /// </remarks>\n    public class HolyDayTests : Tests\n    {\n    }\n}\n"
    )
    document = program(tmp_path, "HolyDayTests.cs", text)
    assert told(document) == LIST
    assert [(ruling.span.first, ruling.span.last) for ruling in document.rulings] == [(7, 8), (9, 9)]


def test_javadoc_is_read_as_it_is_shown(tmp_path: Path) -> None:
    text = (
        "/**\n * Rulings\n * <ul>\n"
        " * <li>2004-10-04: You can't cast it while a {@code creature} you control\n * is <em>attacking</em>.\n"
        " * <li>2008-05-01: It prevents only {@link Damage#COMBAT combat} damage, so damage from <b>abilities</b> is\n"
        " * still dealt.</li>\n * </ul>\n * @see Fog\n */\npublic class HolyDay {\n}\n"
    )
    assert told(program(tmp_path, "HolyDay.java", text)) == LIST


def test_a_page_that_is_kept_in_a_comment_is_read(tmp_path: Path) -> None:
    text = (
        "class Parser {\n    /*-\n"
        '     <table class="rulings" cellpadding="0">\n\n     <tr class="even">\n'
        '     <td id="date_1" style="width: 70px;">2004-10-04</td>\n\n'
        f'     <td id="text_1">{CANNOT} </td>\n\n     </tr>\n     </table>\n     */\n'
        '    private static Pattern rows = compile("<td>(.+?)</td>");\n}\n'
    )
    assert [(day, found) for day, _, found in told(program(tmp_path, "Parser.java", text))] == [("2004-10-04", CANNOT)]


def test_signs_that_are_no_tags_stay(tmp_path: Path) -> None:
    text = (
        "// Rulings\n// 2004-10-04: If X < 3 and your life total is > 3, you can't cast it & it stays in your hand.\n"
        f"// 2008-05-01: {PREVENTS}\nclass HolyDay {{\n}}\n"
    )
    ((_, _, first), _) = told(program(tmp_path, "HolyDay.ts", text))
    assert first == "If X < 3 and your life total is > 3, you can't cast it & it stays in your hand."


# --- code -----------------------------------------------------------------------------------------------------------


def test_every_line_of_code_is_accounted_for(tmp_path: Path) -> None:
    text = (
        f"/**\n * Rulings\n * 2004-10-04: {CANNOT}\n * 2008-05-01: {PREVENTS}\n */\n"
        "public class HolyDay extends Card {\n\n    public HolyDay() {\n        super(1); // a cost\n    }\n}\n"
    )
    document = program(tmp_path, "HolyDay.java", text)
    assert told(document) == LIST
    assert document.problems == ()
    assert reasons(document) == {
        1: "comment",
        2: "heading",
        5: "comment",
        **dict.fromkeys([6, 8, 9, 10, 11], "code"),
    }


WORDS = st.sampled_from(
    [
        "//",
        "///",
        "/*",
        "*/",
        "#",
        '"""',
        '"',
        "“",
        "”",
        "Ruling on Fog:",
        "2004-10-04:",
        CANNOT,
        "<li>",
        "<tr>",
        "</tr>",
    ]
    + [
        "<td>",
        "<p>",
        "<item>",
        "{@code x}",
        "&amp;",
        "\n",
        "\n\n",
        "(",
        "}",
        "class HolyDay",
        "Rulings",
        "CR 707.4",
        ";",
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["a.java", "a.py", "a.rs"]), st.lists(WORDS, min_size=1, max_size=50).map(" ".join))
def test_every_line_of_any_program_is_in_one_place(name: str, text: str) -> None:
    document = interpret(SourceText(name, Path(name), Container.TEXT, text, ""), TODAY)
    told_of = [n for each in document.rulings for n in range(each.span.first, each.span.last + 1)]
    left = [n for each in (*document.problems, *document.skipped) for n in range(each.span.first, each.span.last + 1)]
    assert len(left) == len(set(left))
    assert {n for n, line in enumerate(text.split("\n"), 1) if line.strip()} <= {*told_of, *left}
    assert all(problem.code != "unread" for problem in document.problems)


# --- what a program declares ----------------------------------------------------------------------------------------


def declared(text: str, line: int) -> str:
    """Return the card that the part of a program is called after which *line* stands in."""
    code = frozenset(number for number, each in enumerate(text.split("\n"), 1) if "ruling" not in each)
    card = Declarations(text, code, table_of_names()).card_of(line, line)
    return card.english if card else ""


@pytest.mark.parametrize(
    "line",
    [
        "class KitchenFinksTest:",
        "def test_kitchen_finks():",
        "class TestKitchenFinks:",
        "def kitchen_finks_spec():",
        "class TarmogoyfSpec:",
        "(ns game.cards.tarmogoyf-test",
        "(deftest kitchen-finks-comes-back-test",
    ],
)
def test_a_test_is_called_after_a_card(line: str) -> None:
    text = f"# ruling\n{line}\n    a = 1\n    # ruling\n\n\n# ruling\ndef test_wear_tear():\n    b = 2\n"
    name = "Tarmogoyf" if "armogoyf" in line else "Kitchen Finks"
    assert [declared(text, number) for number in (1, 4, 7)] == [name, name, "Wear // Tear"]


def test_a_test_of_a_card_that_nobody_knows_is_not_called_after_the_next() -> None:
    text = (
        "fn gloomy_test_walrus_attacks() {\n    ruling!();\n}\n\nfn kitchen_finks_comes_back() {\n    ruling!();\n}\n"
    )
    assert [declared(text, number) for number in (2, 6)] == ["", "Kitchen Finks"]


def test_a_comment_belongs_to_what_begins_below_it(tmp_path: Path) -> None:
    text = (
        f"/**\n * 2004-10-04: {CANNOT}\n */\nclass HolyDay {{\n}}\n\n"
        f"/**\n * 2008-05-01: {PREVENTS}\n */\nclass KitchenFinks {{\n}}\n"
    )
    assert [card for _, card, _ in told(program(tmp_path, "cards.ts", text))] == ["Holy Day", "Kitchen Finks"]
