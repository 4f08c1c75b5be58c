"""A dated list cut into entries, and into the lines around them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.layouts._list.grammar import Grammar, Stands, finished
from kb.layouts._list.marks import Mark, Place, publisher
from kb.layouts._list.units import Unit, units_of
from kb.layouts._page.frame import frame_reason
from kb.layouts._page.lines import Line
from kb.layouts._page.names import can_be_name, tidy
from kb.layouts._page.words import card_fact, rulings_heading


@dataclass(frozen=True, slots=True)
class Entry:
    """A statement, the date it stands under, and the lines of both."""

    mark: Mark | None
    texts: tuple[str, ...]
    numbers: tuple[int, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """A document cut up: every line is part of one entry or left over."""

    entries: tuple[Entry, ...]
    rest: tuple[Line, ...]
    barren: tuple[Mark, ...] = ()
    """Dates that no text belongs to."""


@dataclass(frozen=True, slots=True)
class _Segment:
    """The lines that can belong to one date."""

    mark: Mark
    own: Line | None
    """What the date's line says besides the date, as a line."""
    lines: tuple[Line, ...]
    edge: bool
    """At its far side stands no other date but the rest of the page."""


def cut(lines: Sequence[Line], grammar: Grammar) -> Cut:
    """Cut *lines* as *grammar* says; lines before the first date and after the last are cut at what is no ruling."""
    segments = _segments(lines, grammar)
    parted = [_part(segment, grammar) for segment in segments]
    limit = max(
        (len(units) for segment, (units, _) in zip(segments, parted, strict=True) if not segment.edge), default=0
    )
    entries: list[Entry] = []
    barren: list[Mark] = []
    used: set[int] = set()
    for segment, (units, _) in zip(segments, parted, strict=True):
        kept = _within(units, segment, grammar, limit)
        made = list(_entries(segment, kept, lines, grammar))
        if not any(entry.mark for entry in made):
            barren.append(segment.mark)
        entries += made
        used.update(number for entry in made for number in entry.numbers)
    marked = {lines[mark.index].number for mark in barren}
    rest = tuple(line for line in lines if line.number not in used and line.number not in marked)
    return Cut(tuple(entries), rest, tuple(barren))


def _segments(lines: Sequence[Line], grammar: Grammar) -> list[_Segment]:
    places = [mark.index for mark in grammar.marks]
    segments = []
    for position, mark in enumerate(grammar.marks):
        own = _own(lines[mark.index], mark)
        if grammar.opens:
            end = places[position + 1] if position + 1 < len(places) else len(lines)
            segments.append(_Segment(mark, own, tuple(lines[mark.index + 1 : end]), edge=end == len(lines)))
        else:
            start = places[position - 1] + 1 if position else 0
            segments.append(_Segment(mark, own, tuple(lines[start : mark.index]), edge=position == 0))
    return segments


def _own(line: Line, mark: Mark) -> Line | None:
    if not mark.text.strip():
        return None
    return replace(line, raw=mark.text, text=" ".join(mark.text.split()))


def _part(segment: _Segment, grammar: Grammar) -> tuple[tuple[Unit, ...], str]:
    """Part the lines of a segment that can be its text into statements; gives also the publisher named below a date."""
    lines, label = list(segment.lines), ""
    if grammar.opens:
        if lines and segment.own is None and (label := publisher(lines[0].text)):
            lines = lines[1:]
        lines = lines[: _opening(lines, segment, grammar)]
        body = [*([segment.own] if segment.own else []), *lines]
    else:
        lines = lines[_closing(lines) :]
        body = [*lines, *([segment.own] if segment.own else [])]
    return units_of(body, wrapped=grammar.wrapped), label


def _opening(lines: Sequence[Line], segment: _Segment, grammar: Grammar) -> int:
    """Say how many of *lines*, which follow a date, are text: up to what is no ruling, or to the next card."""
    before = segment.own
    for index, line in enumerate(lines):
        if frame_reason(line) is not None:
            return index
        if (before is not None or index) and _heads_card(lines, index, ended=not segment.edge):
            return index
        if segment.own is not None and grammar.stands is Stands.ROW and not _is_more_of_row(before, line):
            return index
        before = line
    return len(lines)


def _is_more_of_row(before: Line | None, line: Line) -> bool:
    """Whether *line* goes on with the cell before it: only text that was pasted from a table breaks in a cell."""
    return before is not None and not finished(before) and not line.gap and not line.role


def _heads_card(lines: Sequence[Line], index: int, *, ended: bool) -> bool:
    """Whether a block on another card begins at *index*: its name, then nothing, facts of a card, or a heading."""
    line = lines[index]
    if line.role == "name":
        return True
    if line.bullet or not can_be_name(tidy(line.text)) or finished(line):
        return False
    if index and not line.gap and not finished(lines[index - 1]):
        return False
    after = lines[index + 1] if index + 1 < len(lines) else None
    if after is None:
        return ended
    return bool(
        card_fact(after.text) or rulings_heading(after.text) or after.text == line.text or (after.gap and not ended)
    )


def _closing(lines: Sequence[Line]) -> int:
    """Say where among *lines*, which precede a date, its text begins: behind the last line that is no ruling."""
    start = 0
    for index, line in enumerate(lines):
        headed = not line.bullet and can_be_name(tidy(line.text)) and not finished(line)
        following = lines[index + 1] if index + 1 < len(lines) else None
        alone = (
            headed and (line.gap or index == 0) and (following is None or following.gap or following.text[:1].isupper())
        )
        if frame_reason(line) not in {None, "site note"} or line.role == "name" or alone:
            start = index + 1
    return start


def _within(units: Sequence[Unit], segment: _Segment, grammar: Grammar, limit: int) -> tuple[Unit, ...]:
    """Keep, at the edge of the list, as many statements as its other entries have: what follows is the page again."""
    if not segment.edge or not units:
        return tuple(units)
    if grammar.opens:
        if grammar.grouped and (limit == 0 or limit > 1):
            return tuple(units) if limit > 1 or segment.mark.heading or _is_list_of(units) else tuple(units[:1])
        return tuple(units[: max(limit, 1)])
    if grammar.bullets:
        return tuple(units)
    return tuple(units[-max(limit, 1) :])


def _is_list_of(units: Sequence[Unit]) -> bool:
    return all(finished(unit.lines[-1]) for unit in units) or all(unit.lines[0].bullet for unit in units)


def _entries(segment: _Segment, units: Sequence[Unit], lines: Sequence[Line], grammar: Grammar) -> Sequence[Entry]:
    """Make entries of the statements under one date; the date's own line is part of the nearest."""
    if not units:
        return ()
    mark, number = segment.mark, lines[segment.mark.index].number
    label, source = _label(segment, grammar, number)
    if grammar.opens and grammar.grouped and len(units) > 1:
        own = (number, *label)
        return [
            Entry(mark, unit.texts, tuple(sorted({*unit.numbers, *(own if place == 0 else ())})), source)
            for place, unit in enumerate(units)
        ]
    if grammar.opens or not grammar.bullets:
        texts = tuple(text for unit in units for text in unit.texts)
        numbers = {number, *label, *(n for unit in units for n in unit.numbers)}
        return [Entry(mark, texts, tuple(sorted(numbers)), source)]
    undated = [Entry(None, unit.texts, unit.numbers) for unit in units[:-1]]
    last = units[-1]
    return [*undated, Entry(mark, last.texts, tuple(sorted({number, *last.numbers})), source)]


def _label(segment: _Segment, grammar: Grammar, number: int) -> tuple[tuple[int, ...], str]:
    """Give the line below the date that names only the publisher, and the publisher."""
    if grammar.opens and segment.own is None and segment.lines and segment.mark.place is Place.ALONE:
        label = publisher(segment.lines[0].text)
        if label:
            return (segment.lines[0].number,), label
    return (), segment.mark.source if number else ""
