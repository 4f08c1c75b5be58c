"""What the best reading of a page leaves: texts that look like rulings, and dates without a text."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from kb.layouts.reader.cuts import Cut, Dating, cut
from kb.layouts.reader.entries import Entry
from kb.layouts.reader.evidence import PageEvidence
from kb.layouts.reader.signs.kinds import TextKind, odds, scores
from kb.layouts.reader.signs.mark import MarkPlace
from kb.layouts.reader.signs.text_features import told
from kb.model import Problem, Span

_LIKELY = 0.0
"""The log odds of a text saying or asking how the game works from which on it is not left out in silence."""
_FEWEST_WORDS = 5
_SHOWN = 60


def unread(evidence: PageEvidence, entries: Sequence[Entry], inside: AbstractSet[int]) -> Iterator[Problem]:
    """Yield the texts that look like rulings and are in none of *entries*, whose lines are *inside*."""
    for unit in cut(evidence, Dating.NONE, Cut.LINE):
        numbers = [number for place in unit.places for number in evidence.lines[place].numbers]
        printed = evidence.in_card_block(unit.places[0], unit.section)
        if not printed and inside.isdisjoint(numbers) and (text := _likely(unit.texts)):
            yield _unread(text, Span(min(numbers), max(numbers)))
    found = {entry.text for entry in entries}
    lines = {number for entry in entries if entry.place >= 0 for number in range(entry.first, entry.last + 1)}
    for datum in evidence.data:
        within = datum.text in found or (datum.first in lines and datum.last in lines)
        if not within and not datum.called_other and (text := _likely((datum.text,))):
            yield _unread(text, Span(datum.first, datum.last))


def _likely(parts: tuple[str, ...]) -> str:
    """Return the text that is printed in *parts* if it looks like a ruling, else ""."""
    text = told(parts)
    if text.is_rule or len(text.text.split()) < _FEWEST_WORDS:
        return ""
    rate = odds(scores(text.text), TextKind.RULING, TextKind.ANSWER, TextKind.RULE, TextKind.QUESTION)
    return text.text if rate >= _LIKELY else ""


def _unread(text: str, span: Span) -> Problem:
    return Problem("unread_rulings", f"“{text[:_SHOWN]}” looks like a ruling and is in none that was read", span)


def barren(evidence: PageEvidence, entries: Sequence[Entry], inside: AbstractSet[int]) -> Iterator[Problem]:
    """Yield the dates among dated rulings that no text belongs to."""
    dated = [entry for entry in entries if entry.date is not None]
    if not dated:
        return
    for place, mark in evidence.marks.items():
        number = evidence.lines[place].number
        if mark.place is MarkPlace.ALONE and not mark.heading and number not in inside and number >= dated[0].first:
            yield Problem("date_without_text", f"nothing stands under “{mark.date.printed}”", Span(number, number))
