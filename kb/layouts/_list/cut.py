"""A dated list cut into entries, and into the lines around them."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from kb.layouts._list.grammar import Grammar, Stands, finished, is_field
from kb.layouts._list.mark import Mark, publisher
from kb.layouts._list.rows import undated_text
from kb.layouts._list.units import Unit, units_of
from kb.layouts._page.facts import card_fact
from kb.layouts._page.frame import frame_reason
from kb.layouts._page.headings import rulings_heading
from kb.layouts._page.lines import Line
from kb.layouts._page.names import can_be_name, labelled_name, tidy
from kb.layouts._page.words import speaks_of_game, speaks_of_self


@dataclass(frozen=True, slots=True)
class Entry:
    """A statement, the date it stands under, and the lines of both."""

    mark: Mark | None
    texts: tuple[str, ...]
    numbers: tuple[int, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """A document cut up: every line is part of one entry or left over, but for strays, which nobody read."""

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


@dataclass(frozen=True, slots=True)
class _Part:
    """What stands under one date: its statements, and the fields beside the date."""

    units: tuple[Unit, ...]
    fields: tuple[int, ...] = ()
    source: str = ""
    card: str = ""


def cut(lines: Sequence[Line], grammar: Grammar) -> Cut:
    """Cut *lines* as *grammar* says; lines before the first date and after the last are cut at what is no ruling."""
    segments = _segments(lines, grammar)
    parted = [_part(segment, grammar) for segment in segments]
    limit = max(
        (len(part.units) for segment, part in zip(segments, parted, strict=True) if not segment.edge), default=0
    )
    entries: list[Entry] = []
    barren: list[Mark] = []
    used: set[int] = set()
    for segment, part in zip(segments, parted, strict=True):
        kept = _within(part.units, segment, grammar, limit)
        made = list(_entries(segment, replace(part, units=kept), lines, grammar))
        if not any(entry.mark for entry in made):
            barren.append(segment.mark)
        entries += made
        used.update(number for entry in made for number in entry.numbers)
    entries += _undated_rows(lines, grammar, used)
    used.update(number for entry in entries for number in entry.numbers)
    marked = {lines[mark.index].number for mark in barren}
    taken = used | marked | grammar.strays
    rest = tuple(line for line in lines if line.number not in taken)
    entries.sort(key=lambda entry: entry.numbers)
    return Cut(tuple(entries), rest, tuple(barren))


def _undated_rows(lines: Sequence[Line], grammar: Grammar, used: AbstractSet[int]) -> Iterator[Entry]:
    """Give the rows of a table of rulings whose date is left blank or cannot be read."""
    if grammar.stands is not Stands.ROW:
        return
    first, last = grammar.marks[0].index, grammar.marks[-1].index
    for index, line in enumerate(lines):
        if line.number in used:
            continue
        text = undated_text(line, below=index > first, between=first < index < last)
        if text:
            yield Entry(None, (text,), (line.number,))


def _segments(lines: Sequence[Line], grammar: Grammar) -> list[_Segment]:
    places = [mark.index for mark in grammar.marks]
    segments = []
    for position, mark in enumerate(grammar.marks):
        own = _own(lines[mark.index], mark)
        if grammar.opens:
            end = places[position + 1] if position + 1 < len(places) else len(lines)
            # The texts of a row in several languages are whole.
            end = mark.index + 1 if mark.index in places[max(0, position - 1) : position] else end
            segments.append(_Segment(mark, own, tuple(lines[mark.index + 1 : end]), edge=end == len(lines)))
        else:
            start = places[position - 1] + 1 if position else 0
            segments.append(_Segment(mark, own, tuple(lines[start : mark.index]), edge=position == 0))
    return segments


def _own(line: Line, mark: Mark) -> Line | None:
    if not mark.text.strip():
        return None
    return replace(line, raw=mark.text, text=" ".join(mark.text.split()))


def _part(segment: _Segment, grammar: Grammar) -> _Part:
    """Part the lines of a segment that can be its text into statements, the fields beside its date taken off."""
    # A stray has its own date, and parts what stands before it from the date of the segment.
    stray = max((n for n, line in enumerate(segment.lines) if line.number in grammar.strays), default=-1)
    lines = list(segment.lines[stray + 1 :])
    if not grammar.opens:
        own = [segment.own] if segment.own else []
        fields = 0 if own else next((n for n, line in enumerate(reversed(lines)) if not is_field(line)), len(lines))
        lines, beside = lines[: len(lines) - fields], lines[len(lines) - fields :]
        body = [*lines[_closing([*lines, *own], len(lines)) :], *own]
        return _Part(units_of(body, wrapped=grammar.wrapped), *_told(beside))
    fields = 0 if segment.own else next((n for n, line in enumerate(lines) if not is_field(line)), len(lines))
    end = fields + _opening(lines[fields:], segment, grammar)
    body = [*([segment.own] if segment.own else []), *lines[fields:end]]
    numbers, source, card = _told(lines[:fields])
    below = publisher(lines[end].text) if end < len(lines) else ""
    return _Part(units_of(body, wrapped=grammar.wrapped), numbers, source or below, card)


def _told(fields: Sequence[Line]) -> tuple[tuple[int, ...], str, str]:
    """Give the numbers of the fields beside a date, and the publisher and the card that they name."""
    return (
        tuple(line.number for line in fields),
        next((label for line in fields if (label := publisher(line.text))), ""),
        next((name for line in fields if (name := labelled_name(line, None))), ""),
    )


def _opening(lines: Sequence[Line], segment: _Segment, grammar: Grammar) -> int:
    """Say how many of *lines*, which follow a date, are text: up to what is no ruling, or to the next card."""
    before = segment.own
    for index, line in enumerate(lines):
        if frame_reason(line) is not None or publisher(line.text):
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
    if line.role == "name" or labelled_name(line, None):
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


def _closing(lines: Sequence[Line], end: int) -> int:
    """Say where among the first *end* of *lines*, which precede a date, its text begins: behind what is no ruling."""
    start = 0
    for index, line in enumerate(lines[:end]):
        headed = not line.bullet and can_be_name(tidy(line.text)) and not finished(line)
        following = lines[index + 1] if index + 1 < len(lines) else None
        listed = headed and following is not None and following.bullet
        alone = (
            headed and (line.gap or index == 0) and (following is None or following.gap or following.text[:1].isupper())
        )
        framed = frame_reason(line) not in {None, "site note"} or line.role == "name" or labelled_name(line, None)
        if framed or alone or listed:
            start = index + 1
    return start


def _within(units: Sequence[Unit], segment: _Segment, grammar: Grammar, limit: int) -> tuple[Unit, ...]:
    """Keep, at the edge of the list, as many statements as its other entries have: what follows is the page again."""
    if not segment.edge or not units:
        return tuple(units)
    if grammar.opens:
        if grammar.grouped and (limit == 0 or limit > 1):
            return tuple(units) if limit > 1 or segment.mark.heading or _is_list_of(units) else tuple(units[:1])
        kept = max(limit, 1)
        while grammar.grouped and kept < len(units) and _states(units[kept]):
            kept += 1
        return tuple(units[:kept])
    if grammar.bullets:
        return tuple(units)
    return tuple(units[-max(limit, 1) :])


def _states(unit: Unit) -> bool:
    """Whether *unit*, which stands below the last date of a page, is certainly one more ruling."""
    return finished(unit.lines[-1]) and speaks_of_game(unit.text) and not speaks_of_self(unit.text)


def _is_list_of(units: Sequence[Unit]) -> bool:
    return all(finished(unit.lines[-1]) for unit in units) or all(unit.lines[0].bullet for unit in units)


def _entries(segment: _Segment, part: _Part, lines: Sequence[Line], grammar: Grammar) -> Sequence[Entry]:
    """Make entries of the statements under one date; the date's own line is part of the nearest."""
    units = part.units
    if not units:
        return ()
    mark, number = segment.mark, lines[segment.mark.index].number
    if part.card and not mark.card:
        mark = replace(mark, card=part.card)
    own, source = (number, *part.fields), mark.source or part.source
    if grammar.opens and grammar.grouped and len(units) > 1:
        return [
            Entry(mark, unit.texts, tuple(sorted({*unit.numbers, *(own if place == 0 else ())})), source)
            for place, unit in enumerate(units)
        ]
    if grammar.opens or not grammar.bullets:
        texts = tuple(text for unit in units for text in unit.texts)
        return [Entry(mark, texts, tuple(sorted({*own, *(n for unit in units for n in unit.numbers)})), source)]
    undated = [Entry(None, unit.texts, unit.numbers) for unit in units[:-1]]
    last = units[-1]
    return [*undated, Entry(mark, last.texts, tuple(sorted({*own, *last.numbers})), source)]
