"""Lists of rulings without dates: under a heading, or where only the change of language says that they begin."""

from datetime import date

from kb.language import common_language
from kb.layouts._list.grammar import understood
from kb.layouts._list.kind import Kind, kind_of
from kb.layouts._list.statements import Undated, undated
from kb.layouts._page.build import Origin, ruling
from kb.layouts._page.cards import cards_of
from kb.layouts._page.finish import document
from kb.model import Document, SourceText

NAME = "undated list"
GENERAL = True


def claims(source: SourceText) -> bool:
    """Whether *source* is a page of text that lists rulings without dates."""
    return kind_of(source) is Kind.UNDATED


def read(source: SourceText, today: date) -> Document:  # noqa: ARG001  (there are no dates to compare)
    """Read every ruling of *source*; a list that starts over gives its rulings twice, a fragment at its end none."""
    sheet, _ = understood(source)
    found = undated(sheet.lines) or Undated(())
    used = {number for unit in found.units for number in unit.numbers}
    rest = [line for line in sheet.lines if line.number not in used]
    fragments = {number: "cut off" for unit in found.cut_off for number in unit.numbers}
    texts = [unit.text for unit in found.units]
    default = common_language(texts, source.page_lang)
    cards = cards_of(source, rest, texts, [unit.numbers[0] for unit in found.units])
    rulings = [
        ruling(unit.texts, unit.numbers, Origin(card=cards.at(unit.numbers[0]), default=default))
        for unit in found.units
    ]
    return document(source, NAME, sheet, rulings, rest, fragments)
