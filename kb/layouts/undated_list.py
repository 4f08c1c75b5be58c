"""Lists of rulings without dates: under a heading, or where only the change of language says that they begin."""

from datetime import date

from kb.layouts._list.kind import Kind, kind_of
from kb.layouts._list.statements import Undated, undated
from kb.layouts._page.build import Origin, ruling, skipped
from kb.layouts._page.cards import cards_of
from kb.layouts._page.frame import notices, provenance, reason_of
from kb.layouts._page.lines import lines_of
from kb.model import Document, SourceText

NAME = "undated list"
GENERAL = True


def claims(source: SourceText) -> bool:
    """Whether *source* is a page of text that lists rulings without dates."""
    return kind_of(source) is Kind.UNDATED


def read(source: SourceText, today: date) -> Document:  # noqa: ARG001  (there are no dates to compare)
    """Read every ruling of *source*; a list that starts over gives its rulings twice, a fragment at its end none."""
    lines = lines_of(source)
    found = undated(lines) or Undated(())
    used = {number for unit in (*found.units, *found.cut_off) for number in unit.numbers}
    rest = [line for line in lines if line.number not in used]
    first, last = min(used, default=1), max(used, default=1)
    noticed = notices(rest)
    notice, machine = provenance(rest, noticed)
    cards = cards_of(source, rest, [unit.text for unit in found.units], first)
    left = [(line, "notice" if line.number in noticed else reason_of(line, after=line.number > last)) for line in rest]
    left += [(line, "cut off") for unit in found.cut_off for line in unit.lines]
    return Document(
        source.path,
        NAME,
        source.digest,
        rulings=tuple(ruling(unit.texts, unit.numbers, Origin(card=cards.at(unit.numbers[0]))) for unit in found.units),
        skipped=skipped(left),
        machine_translated=machine,
        notice=notice,
    )
