"""The measure of the reader counts what it should, and the reader does not fall behind what it has reached."""

from datetime import date
from pathlib import Path

import pytest

from kb.errors import SourceError
from kb.layouts import interpret
from kb.model import CardName, Document, Lang, RawRuling, Span
from kb.read import read
from tests.tools.reader.samples import Sample, sample_of, samples_in
from tests.tools.reader.score import Score, score

TEXT = "The target is chosen as the ability triggers, and not as it resolves."
OTHER = "Nothing is countered if the spell has left the stack by then."
PAGES = Path(__file__).parents[2] / "samples" / "pages"


def wanted(**fields: object) -> Sample:
    """Make a sample with one ruling."""
    line = {"text": TEXT, "date": "2007-02-01", "lang": "en", "card": "Rift Bolt", "card_as_printed": "Rift Bolt"}
    return sample_of(Path("page.txt"), [line | fields])


def found(*rulings: RawRuling) -> Document:
    """Make what a reader found."""
    return Document("page.txt", "page", "", rulings=rulings)


def ruling(text: str = TEXT, card: str = "Rift Bolt", day: date | None = date(2007, 2, 1)) -> RawRuling:
    """Make a ruling that a reader found."""
    return RawRuling(text, day, Lang.EN, CardName(card, english=card) if card else None, span=Span(1, 1))


@pytest.mark.parametrize(
    ("rulings", "expected"),
    [
        ([ruling()], Score(1, right=1)),
        ([ruling(card="Opt")], Score(1, wrong_card=1)),
        ([ruling(card="")], Score(1)),
        ([ruling(day=None)], Score(1, wrong_date=1)),
        ([ruling(), ruling(OTHER)], Score(1, right=1, invented=1)),
        ([ruling(f"{TEXT} {OTHER[:20]}")], Score(1, miscut=1)),
        ([], Score(1, silent=1)),
    ],
    ids=["right", "wrong card", "no card", "no date", "invented", "joined", "lost"],
)
def test_each_way_to_be_wrong_is_counted_as_what_it_is(rulings: list[RawRuling], expected: Score) -> None:
    assert score(wanted(), found(*rulings), TEXT) == expected


def test_what_a_sidecar_leaves_open_may_be_missing() -> None:
    sample = wanted(card_as_printed=None, note="date of the article; null is right too")
    assert score(sample, found(ruling(card="", day=None)), TEXT).perfect


def test_most_pages_that_were_read_wrongly_once_are_read_right() -> None:
    total = Score()
    for sample in samples_in(PAGES):
        source = read(sample.path, sample.name)
        try:
            total += score(sample, interpret(source, date(2026, 1, 1)), source.text)
        except SourceError:
            total += score(sample, None)
    assert total.right >= 0.75 * total.wanted
    assert total.invented <= 0.05 * total.wanted
    assert total.wrong_card <= 0.02 * total.wanted
