"""Release notes and FAQs of sets: notes under cards, and general notes under the headings of sections."""

from collections.abc import Iterable
from datetime import date

from kb.layouts._list.kind import Kind, kind_of
from kb.layouts._list.notes import Block, blocks_of
from kb.layouts._page.build import Origin, ruling, skipped
from kb.layouts._page.cards import named_card
from kb.layouts._page.frame import notices, provenance, reason_of
from kb.layouts._page.lines import Line, lines_of
from kb.model import Document, RawRuling, SourceText

NAME = "release notes"
GENERAL = True


def claims(source: SourceText) -> bool:
    """Whether *source* is a page of text with notes under cards or sections."""
    return kind_of(source) is Kind.NOTES


def read(source: SourceText, today: date) -> Document:  # noqa: ARG001  (there are no dates to compare)
    """Read every note of *source* with the card it is on, or the section when it is a general one."""
    lines = lines_of(source)
    blocks = blocks_of(lines)
    used = {number for block in blocks for unit in block.units for number in unit.numbers}
    rest = [line for line in lines if line.number not in used]
    noticed = notices(rest)
    notice, machine = provenance(rest, noticed)
    last = max(used, default=1)
    names = {block.line for block in blocks}
    left = [(line, _reason(line, noticed, names, last)) for line in rest]
    return Document(
        source.path,
        NAME,
        source.digest,
        rulings=tuple(note for block in blocks for note in _notes(block, lines, source)),
        skipped=skipped(left),
        machine_translated=machine,
        notice=notice,
    )


def _reason(line: Line, noticed: frozenset[int], names: set[int], last: int) -> str:
    if line.number in noticed:
        return "notice"
    return "heading" if line.number in names else reason_of(line, after=line.number > last)


def _notes(block: Block, lines: Iterable[Line], source: SourceText) -> Iterable[RawRuling]:
    texts = [unit.text for unit in block.units]
    shown = [line for line in lines if block.line <= line.number < block.units[0].numbers[0]]
    card = named_card(block.card, texts, shown, source) if block.card else None
    for unit in block.units:
        yield ruling(unit.texts, unit.numbers, Origin(card=card, section=block.section))
