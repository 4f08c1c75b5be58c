"""What `kb check` lists, beyond the problems of single files."""

from datetime import date

from kb.ingest.check import without_card
from kb.model import Finding, Knowledge, Lang, Problem, Ruling, Source, Span, Witness


def known(*findings: Finding) -> Knowledge:
    """Return a knowledge base of a ruling without a card, told twice on one page."""
    witnesses = tuple(Witness("page.txt", Span(line, line), "A text.") for line in (7, 5))
    ruling = Ruling("0123456789ab", date(2024, 2, 2), Lang.EN, "A text.", "w", "p", witnesses=witnesses)
    return Knowledge(sources=(Source("page.txt", "dated list", "d"),), rulings=(ruling,), findings=findings)


def test_a_page_of_no_known_card_is_named_once_with_its_first_ruling() -> None:
    problem = Problem("no_card", "no card is known of 2 rulings on this page", Span(5, 5))
    assert without_card(known()) == (Finding("page.txt", problem),)


def test_a_page_under_the_name_of_two_cards_is_not_called_one_without_a_card_as_well() -> None:
    doubt = Finding("page.txt", Problem("ambiguous_card", "is the name of two", Span(5, 5)))
    assert without_card(known(doubt)) == ()


def test_doubt_about_one_page_says_nothing_of_another() -> None:
    doubt = Finding("other.txt", Problem("ambiguous_card", "is the name of two", Span(5, 5)))
    assert len(without_card(known(doubt))) == 1
