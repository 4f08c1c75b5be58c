"""Which of the general layouts a page of text is in: always exactly one."""

from enum import StrEnum
from functools import lru_cache

from kb.layouts._list.grammar import Stands, understood
from kb.layouts._list.notes import blocks_of
from kb.layouts._list.statements import undated
from kb.layouts._page.headings import rulings_heading
from kb.model import Container, SourceText


class Kind(StrEnum):
    """How a page states its rulings."""

    DATED = "with dates"
    NOTES = "as notes under cards"
    UNDATED = "without dates"
    NONE = "not at all"


@lru_cache(maxsize=2)
def kind_of(source: SourceText) -> Kind | None:
    """Say how *source* states its rulings; None when it is JSON."""
    if source.container is Container.JSON:
        return None
    sheet, grammar = understood(source)
    lines = sheet.lines
    blocks = blocks_of(lines)
    if grammar is not None:
        under_one_date = grammar.stands is Stands.HEAD and any(block.card for block in blocks)
        return Kind.NOTES if under_one_date else Kind.DATED
    numbers = {line.number: line for line in lines}
    headed = {block.line for block in blocks if block.card and rulings_heading(numbers[block.line].text) is None}
    if headed or any(block.section for block in blocks):
        listed = undated(lines)
        if listed is None or headed:
            return Kind.NOTES
        return Kind.UNDATED
    return Kind.UNDATED if undated(lines) is not None else Kind.NONE
