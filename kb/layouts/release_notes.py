"""Release notes and FAQs of sets: notes under cards, and general notes under the headings of sections."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import date
from operator import attrgetter

from kb.dates import Order
from kb.language import common_language
from kb.layouts._list.grammar import Stands, understood
from kb.layouts._list.kind import Kind, kind_of
from kb.layouts._list.notes import Block, blocks_of
from kb.layouts._page.build import Dating, Origin, dating, ruling
from kb.layouts._page.cards import named_card
from kb.layouts._page.finish import document
from kb.layouts._page.lines import Line
from kb.model import Document, RawRuling, SourceText

NAME = "release notes"
GENERAL = True
_number = attrgetter("number")


def claims(source: SourceText) -> bool:
    """Whether *source* is a page of text with notes under cards or sections."""
    return kind_of(source) is Kind.NOTES


def read(source: SourceText, today: date) -> Document:
    """Read every note of *source* with the card it is on, or the section when it is a general one.

    A page that says of which day all its notes are ("New rulings of June 18, 2021") dates them.
    """
    sheet, grammar = understood(source)
    head = grammar.marks[0] if grammar is not None and grammar.stands is Stands.HEAD else None
    day = dating(head.date if head else None, Order.UNSETTLED, today)
    blocks = blocks_of(sheet.lines)
    used = {number for block in blocks for unit in block.units for number in unit.numbers}
    rest = [line for line in sheet.lines if line.number not in used]
    names = dict.fromkeys((block.line for block in blocks), "heading")
    notes = [note for block in blocks for note in _notes(block, sheet.lines, source, day)]
    return document(source, NAME, sheet, notes, rest, names)


def _notes(block: Block, lines: Sequence[Line], source: SourceText, day: Dating) -> Iterable[RawRuling]:
    texts = [unit.text for unit in block.units]
    default = common_language(texts, source.page_lang)
    start, end = (bisect_left(lines, number, key=_number) for number in (block.line, block.units[0].numbers[0]))
    shown = lines[start:end]
    card = named_card(block.card, texts, shown, source) if block.card else None
    for unit in block.units:
        yield ruling(unit.texts, unit.numbers, Origin(day, card, section=block.section, default=default))
