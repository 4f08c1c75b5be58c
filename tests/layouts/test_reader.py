"""The reader of pages: which texts it takes, with which dates and cards, and what it says of all else."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.catalog.known import KnownNames, table_of_names
from kb.layouts import explained, interpret
from kb.layouts.reader.ledger import covered
from kb.layouts.reader.lines.pieces import pieces_of
from kb.layouts.reader.lines.questions import labels_of
from kb.layouts.reader.signs.joining import joined
from kb.layouts.reader.signs.kinds import TextKind, odds, scores
from kb.model import Container, Document, Lang, SourceText
from kb.read import read
from tests.layouts.sources import TODAY

EXILE = "If the exiled card is a land, you can't cast it, and it stays in exile."
TARGET = "The target is chosen when the ability triggers, not when it resolves."
COUNTER = "A spell that is countered doesn't resolve, so no counters are put on the creature."
WIDER = "Each player who controls a creature may draw a card for it."


def page(text: str, path: str = "page.txt", names: KnownNames | None = None) -> Document:
    """Read *text* as a page."""
    source = SourceText(path, Path(path), Container.TEXT, text, "0" * 64)
    return interpret(source, TODAY, names)


def told(document: Document) -> list[tuple[str | None, str, str]]:
    """Return date, card and text of each ruling."""
    return [
        (raw.date.isoformat() if raw.date else None, raw.card.printed if raw.card else "", raw.text)
        for raw in document.rulings
    ]


def codes(document: Document) -> list[str]:
    """Return the codes of all problems."""
    return [
        problem.code for problem in (*document.problems, *(each for raw in document.rulings for each in raw.problems))
    ]


# --- how a page is cut ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        f"Rift Bolt\n\nRulings\n\n2007-02-01\n{EXILE}\n\n2013-06-07\n{TARGET}\n",
        f"Rift Bolt\n\n{EXILE}\n2007-02-01\n\n{TARGET}\n2013-06-07\n",
        f"Rift Bolt\n\n- 2/1/2007: {EXILE}\n- 6/7/2013: {TARGET}\n",
        f"Rift Bolt\n\n* {EXILE} [Nora Ficta 2007/02/01]\n* {TARGET} [Nora Ficta 2013/06/07]\n",
        f"Rift Bolt\n\n| Date | Ruling |\n|---|---|\n| 2007-02-01 | {EXILE} |\n| 2013-06-07 | {TARGET} |\n",
        f'Card Name,Ruling Date,Ruling\nRift Bolt,2007-02-01,"{EXILE}"\nRift Bolt,2013-06-07,"{TARGET}"\n',
        f'Ruling;uuid;Card;When\n"{EXILE}";a1;Rift Bolt;2007-02-01\n"{TARGET}";a2;Rift Bolt;2013-06-07\n',
        f"== Rift Bolt ==\n;1 February 2007\n:{EXILE}\n;7 June 2013\n:{TARGET}\n\n[[Category:Cards]]\n",
        f"> Rift Bolt\n>\n> Rulings\n> 2007-02-01 {EXILE}\n> 2013-06-07 {TARGET}\n",
    ],
    ids=["above", "below", "before", "author", "table", "csv", "semicolons", "wiki", "quoted"],
)
def test_one_card_and_two_dated_rulings_are_read_in_any_layout(text: str) -> None:
    assert told(page(text)) == [("2007-02-01", "Rift Bolt", EXILE), ("2013-06-07", "Rift Bolt", TARGET)]


def test_a_question_and_its_answer_are_one_ruling_whatever_stands_between() -> None:
    asked = "Does my creature get its counters if the spell is countered?"
    talk = f"12:01 <anna> {asked}\n12:02 <tom> hi\n12:03 <judge> anna: {COUNTER}\n12:04 <anna> thanks!\n"
    assert [text for _, _, text in told(page(talk))] == [f"{asked} {COUNTER}"]


def test_lines_that_are_broken_at_one_width_are_one_text() -> None:
    text = (
        "Rift Bolt\n\nRulings\n\n- If the exiled card is a land, you can't cast it,\n  and it stays in exile.\n"
        "- The target is chosen when the ability triggers, not\n  when it resolves.\n"
    )
    assert [text for _, _, text in told(page(text))] == [EXILE, TARGET]


def test_stars_and_tags_that_stress_a_word_are_no_text() -> None:
    text = f"Rift Bolt\n\nRulings\n\n2007-02-01: {EXILE.replace('land', '*land*')}\n2013-06-07: {TARGET}\n"
    assert told(page(text))[0][2] == EXILE


# --- dates ----------------------------------------------------------------------------------------------------------


def test_slash_dates_without_zeros_are_month_first_on_an_english_page() -> None:
    assert told(page(f"Rift Bolt\n\n2/1/2007: {EXILE}\n2/1/2007: {TARGET}\n"))[0][0] == "2007-02-01"


def test_slash_dates_with_zeros_need_evidence() -> None:
    document = page(f"Rift Bolt\n\n02/01/2007: {EXILE}\n02/01/2007: {TARGET}\n")
    assert [day for day, _, _ in told(document)] == [None, None]
    assert codes(document) == ["ambiguous_date", "ambiguous_date"]


def test_the_date_behind_an_author_dates_one_text_alone() -> None:
    text = f"Rift Bolt\n  {EXILE} [Nora 1999/08/11]\n  {TARGET}\n  {COUNTER} [Nora 2003/10/01]\n"
    assert [day for day, _, _ in told(page(text))] == ["1999-08-11", None, "2003-10-01"]


# --- cards ----------------------------------------------------------------------------------------------------------


def test_each_record_has_its_own_card() -> None:
    text = f"News of the week\n\nRift Bolt: {EXILE}\nGilded Drake: {TARGET}\nRift Bolt: {COUNTER}\n"
    assert [card for _, card, _ in told(page(text))] == ["Rift Bolt", "Gilded Drake", "Rift Bolt"]


def test_a_question_is_about_the_card_it_names_not_about_that_of_the_one_before() -> None:
    first = f"Q: Can I cast it as a land?\nA: {EXILE}"
    text = f"Rift Bolt\n\n{first}\n\nQ: When is the target of Gilded Drake chosen?\nA: {TARGET}\n"
    assert [card for _, card, _ in told(page(text))] == ["Rift Bolt", "Gilded Drake"]


def test_names_of_the_corpus_are_known_while_pages_are_read() -> None:
    text = f"Made of Whole Cloth: {EXILE}\nQuite Another Cloth: {TARGET}\n"
    names = KnownNames([("Made of Whole Cloth", ""), ("Quite Another Cloth", "Un tout autre tissu")])
    assert [card for _, card, _ in told(page(text, names=names))] == ["Made of Whole Cloth", "Quite Another Cloth"]


def test_what_a_heading_says_of_the_week_is_no_card() -> None:
    document = page(f"RULING OF THE WEEK\n\n- {EXILE}\n- {TARGET}\n")
    assert [card for _, card, _ in told(document)] == ["", ""]


@pytest.mark.parametrize(
    ("path", "card"), [("KitchenFinks.txt", "Kitchen Finks"), ("kitchen_finks.txt", "Kitchen Finks"), ("notes.txt", "")]
)
def test_the_name_of_a_file_may_name_the_card(path: str, card: str) -> None:
    assert [name for _, name, _ in told(page(f"Rulings\n\n2007-02-01 {EXILE}\n2013-06-07 {TARGET}\n", path))] == [
        card
    ] * 2


# --- what is left ---------------------------------------------------------------------------------------------------


def test_what_looks_like_a_ruling_and_is_in_none_is_reported() -> None:
    text = (
        "Shopping list\n\nmilk\nbread\n\nDon't forget: if the exiled card is a land, you can't cast it and it stays "
        "in exile until the end of turn\n\neggs\nbutter\n"
    )
    document = page(text)
    assert document.rulings or "unread_rulings" in codes(document)


def test_a_text_whose_beginning_is_lost_is_reported() -> None:
    document = page(
        f"Rift Bolt\n\nRulings\n\n2007-02-01\n{EXILE}\n\n2013-06-07\nwhen the ability resolves, it is exiled.\n"
    )
    assert codes(document) == ["fragment"]


def test_pages_without_rulings_give_none() -> None:
    changes = "Changes\n\n1.2 (2021-03-04)\n* The search finds names again.\n* Pictures are drawn on the left.\n"
    assert page(changes).rulings == ()


WORDS = st.sampled_from(
    ["Rift Bolt", EXILE, TARGET, WIDER, "2007-02-01", "2/1/2007", "-", "* ", "Q:", "A:", "Rulings", "|", "",
     "{X}", "> ", "Why?", "Home", "  ", "\t", "; ", ": ", "#", "[Nora 1999/08/11]", "https://example.org", "“Oui”"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(WORDS, max_size=4).map(" ".join), max_size=25).map("\n".join))
def test_every_line_of_any_page_is_in_one_place_and_nothing_is_made_up(text: str) -> None:
    document = page(text)
    filled = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    numbers = covered(document)
    assert set(filled) <= set(numbers)
    left = [n for n in numbers if not any(raw.span.first <= n <= raw.span.last for raw in document.rulings)]
    assert len(left) == len(set(left))
    words = set(text.split())
    assert all(
        set(raw.text.split()) <= words | {part for w in words for part in w.split("|")} for raw in document.rulings
    )
    assert page(text) == document


def test_explaining_a_page_tells_its_readings_and_every_line() -> None:
    text = f"Rift Bolt\n\nRulings\n\n2007-02-01\n{EXILE}\n\n2013-06-07\n{TARGET}\n"
    explanation = explained(SourceText("page.txt", Path("page.txt"), Container.TEXT, text, ""), TODAY)
    assert explanation is not None
    scores_ = [reading.score for reading in explanation.readings]
    assert scores_ == sorted(scores_, reverse=True)
    assert explanation.readings[0].taken == 2
    assert [line.taken_for for line in explanation.lines] == [
        "heading", "heading", "ruling 1", "ruling 1", "ruling 2", "ruling 2"
    ]  # fmt: skip


# --- its parts ------------------------------------------------------------------------------------------------------


def test_names_are_found_whole_by_case_face_and_code() -> None:
    names = KnownNames([("Wear // Tear", "Usure // Déchirure"), ("Kitchen Finks", ""), ("Finks", ""), ("Opt", "")])
    assert {name.english for name in names.called("usure")} == {"Wear"}
    assert [mention.name.english for mention in names.within("Kitchen Finks and opt")] == ["Kitchen Finks"]
    assert [name.english for name in names.in_code("KitchenFinks")] == ["Kitchen Finks"]
    assert [name.english for name in names.part_of_code("TestKitchenFinksPersist")] == ["Kitchen Finks"]


def test_the_table_of_names_has_both_languages() -> None:
    [name] = table_of_names().called("Vision ancestrale")
    assert (name.english, name.lang) == ("Ancestral Vision", Lang.FR)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (EXILE, TextKind.RULING),
        ("Si la carte exilée est un terrain, vous ne pouvez pas la lancer.", TextKind.RULING),
        ("Flying, haste", TextKind.CARD_TEXT),
        ("702.62a Suspend is a keyword that represents three abilities.", TextKind.RULE),
        ("Can I respond to that with an instant?", TextKind.QUESTION),
        ("Add to cart", TextKind.SITE),
        ("lol thanks, see you on friday", TextKind.CHAT),
    ],
)
def test_kinds_of_text_are_told_apart(text: str, kind: TextKind) -> None:
    rated = scores(text)
    assert max(TextKind, key=lambda each: odds(rated, each)) is kind


def test_a_word_that_a_hyphen_parts_is_whole_again_and_a_compound_keeps_its_hyphen() -> None:
    assert joined(["The crea-", "ture is turned face-", "down."]) == "The creature is turned face-down."


def test_a_line_whose_breaks_were_lost_is_cut_at_its_dates() -> None:
    line = f"Rift Bolt 2007-02-01: {EXILE} 2013-06-07: {TARGET} 2014-07-18: {COUNTER}"
    assert len(pieces_of(line)) > 2


def test_labels_of_questions_are_inferred_from_what_they_lead() -> None:
    lines = ["Joueur : puis-je la lancer ?", "Arbitre : non.", "Joueur : et ma copie ?", "Arbitre : oui."]
    assert labels_of(lines).questions == {"joueur"}
    assert labels_of(lines).answers == {"arbitre"}


def test_dates_in_the_future_are_reported(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text(f"Rift Bolt\n\n2100-02-01 {EXILE}\n2013-06-07 {TARGET}\n", "utf-8")
    document = interpret(read(tmp_path / "page.txt", "page.txt"), date(2026, 1, 1))
    assert codes(document) == ["future_date"]
