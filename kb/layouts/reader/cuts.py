"""Ways to cut the lines of a page into statements: where its dates stand, and what begins an entry."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kb.layouts.reader.evidence import LinePart, PageEvidence, finished
from kb.layouts.reader.lines.page_lines import Line
from kb.layouts.reader.signs.joining import joined
from kb.layouts.reader.signs.kinds import game_odds, knows, scores
from kb.layouts.reader.signs.mark import Mark, MarkPlace, publisher
from kb.text.dates import DateMark

_SHORT = 40
_WORDS_OF_QUESTION = 3
_LINES_OF_QUESTION = 4
_YES_OR_NO = re.compile(r"(?:yes|no|nope|yep|correct|oui|non|exact)\b(?!\s*\?)", re.IGNORECASE)
_ADDRESS = re.compile(r"@[\w.-]{2,30}[:,]?\s+(?=\S)|(?P<name>[\w\[\]\\`^{}|-]{2,20})[:,]\s+(?=\S)")
_EDITED = re.compile(r"\s{0,4}[(\[](?:edited|modifié|édité)[)\]]\s{0,4}\Z", re.IGNORECASE)
_ASKER = re.compile(r"(?<=\?)\s{1,3}(?:--|—|–|-)\s{1,3}[^\W\d_][^?!\n]{0,40}\Z")
_BETWEEN = 12
"""Paragraphs between a question and its answer, at most: names of writers, buttons, days."""


class Dating(StrEnum):
    """Where the dates of a page stand."""

    NONE = "no dates"
    OPEN = "dates before the texts"
    CLOSE = "dates behind the texts"


class Cut(StrEnum):
    """What begins an entry."""

    WHOLE = "all under one date"
    LINE = "each line"
    PARAGRAPH = "each paragraph"
    ITEM = "each item of a list"
    QUESTION = "each question"
    TALK = "each question with the paragraphs that answer it"
    TALK_LINES = "each question with the lines that answer it"
    HANGING = "each line that is not indented"


@dataclass(frozen=True, slots=True)
class Unit:
    """Lines that may state one ruling, with what stands beside its text."""

    places: tuple[int, ...]
    """Of the lines of its text."""
    texts: tuple[str, ...]
    """The parts of its text, as printed, without date, name and mark of a list."""
    mark: Mark | None = None
    date: DateMark | None = None
    """Its own date, or that of the group or the section that it stands in."""
    beside: tuple[int, ...] = ()
    """Places of lines that belong to it and are no text: its date, its publisher."""
    card: str = ""
    """The name that it states itself."""
    source: str = ""
    identifier: str = ""
    order: int = 0
    """How many units under the same date stand before it."""
    question: bool = False
    row: bool = False
    section: int = -1
    """The place of the heading or name that it stands under; -1 above the first."""


@dataclass(slots=True)
class _Stretch:
    """Lines in a row that nothing parts."""

    places: list[int]
    section: int
    date: DateMark | None
    """That of the heading above."""


def cut(evidence: PageEvidence, dating: Dating, way: Cut) -> Iterator[Unit]:
    """Cut a page one way: yield all that may be a ruling, in order. Every line of text is in one unit at most."""
    if way in {Cut.TALK, Cut.TALK_LINES}:
        parts = Cut.PARAGRAPH if way is Cut.TALK else Cut.LINE
        for unit in _talk(list(cut(evidence, Dating.NONE, parts))):
            yield replace(unit, texts=tuple(_unaddressed(text, evidence.source.text) for text in unit.texts))
        return
    for stretch in _stretches(evidence, asking=way is Cut.QUESTION):
        if len(stretch.places) == 1 and stretch.places[0] in evidence.cells:
            yield from _row_units(evidence, stretch)
        else:
            yield from _Cutter(evidence, dating, way, stretch).units()


def _stretches(evidence: PageEvidence, *, asking: bool) -> Iterator[_Stretch]:
    """Yield the runs of lines between headings, names and other lines that are no text; rows stand alone."""
    section, date, heading = -1, None, None
    places: list[int] = []
    for place, part in enumerate(evidence.parts):
        if place in evidence.furniture:
            continue
        mark = evidence.marks.get(place)
        headed = mark is not None and (mark.heading or part is LinePart.HEADING)
        text = part is None or (asking and evidence.is_question(place) and part is LinePart.HEADING)
        if text and not headed and place not in evidence.cells:
            places.append(place)
            continue
        if places:
            yield _Stretch(places, section, date)
            places = []
        if place in evidence.cells:
            yield _Stretch([place], section, date)
        elif headed and mark is not None:
            section, date, heading = place, mark.date, place
        elif part in {LinePart.RULINGS, LinePart.SECTION, LinePart.HEADING, LinePart.NAME}:
            section = place
            if part is not LinePart.NAME and heading is not None and _outranks(evidence, place, heading):
                date, heading = None, None
    if places:
        yield _Stretch(places, section, date)


def _heads(first: Line, line: Line) -> bool:
    """Whether *first* is a heading over *line*, which stands deeper, and not the beginning of the same sentence."""
    return first.text.endswith(":") or (
        len(first.text) < _SHORT and not finished(first) and not line.text[:1].islower()
    )


def _talk(paragraphs: Sequence[Unit]) -> Iterator[Unit]:
    """Yield each question among *paragraphs* with the paragraphs that answer it, whatever stands between the two.

    What the page repeats is part of it: buttons, the sayings under what somebody writes.
    """
    count = Counter(unit.texts for unit in paragraphs)
    spoken = [unit for unit in paragraphs if count[unit.texts] == 1]
    texts = [joined(unit.texts) for unit in spoken]
    place = 0
    while place < len(spoken):
        answer = _answer_to(texts, place) if _asks(texts[place]) else range(0)
        if answer:
            parts = [spoken[place], *(spoken[other] for other in answer)]
            yield replace(
                parts[0],
                places=tuple(number for part in parts for number in part.places),
                texts=tuple(text for part in parts for text in part.texts),
                question=True,
            )
        place = answer.stop if answer else place + 1


def _answer_to(texts: Sequence[str], place: int) -> range:
    """Return where the paragraphs stand that answer the question at *place*; an empty range where none do."""
    for first in range(place + 1, min(place + 1 + _BETWEEN, len(texts))):
        if _asks(texts[first]):
            break
        if _answers(texts[first]):
            last = first + 1
            while last < len(texts) and _answers(texts[last]) and not _asks(texts[last]):
                last += 1
            return range(first, last)
    return range(0)


def _unaddressed(text: str, page: str) -> str:
    """Return what is said without "(edited)", and without the name of whom it is said to.

    A name is one that stands elsewhere on the *page*, too.
    """
    match = _ADDRESS.match(text)
    name = match["name"] if match else None
    if match is not None and (name is None or (not knows(name) and page.count(name) > 1)):
        text = text[match.end() :]
    return unsigned(_EDITED.sub("", text))


def unsigned(text: str) -> str:
    """Return a question without the name of who asks it, behind a dash: "Can I copy it? -- Tessa M., Leeds"."""
    return _ASKER.sub("", text)


def _asks(text: str) -> bool:
    return unsigned(text).rstrip(')"”»*_ ').endswith("?") and len(text.split()) >= _WORDS_OF_QUESTION


def _answers(text: str) -> bool:
    return _YES_OR_NO.match(text) is not None or game_odds(scores(text)) > 0


def _outranks(evidence: PageEvidence, place: int, heading: int) -> bool:
    own, other = evidence.lines[place].level, evidence.lines[heading].level
    return own == 0 or own <= other


def _row_units(evidence: PageEvidence, stretch: _Stretch) -> Iterator[Unit]:
    place = stretch.places[0]
    for cells in evidence.cells[place]:
        yield Unit(
            (place,),
            (cells.text,),
            date=cells.date or stretch.date,
            card=cells.card,
            source=cells.source,
            identifier=cells.identifier,
            row=True,
            section=stretch.section,
        )


@dataclass(slots=True)
class _Cutter:
    """Cuts one stretch one way."""

    evidence: PageEvidence
    dating: Dating
    way: Cut
    stretch: _Stretch
    base: int = 0
    """How deep the outermost items of lists stand among the lines that are cut."""

    def units(self) -> Iterator[Unit]:
        """Yield the units of the stretch."""
        pending: list[int] = []
        opened: Mark | None = None
        for place in self.stretch.places:
            mark = self.evidence.marks.get(place) if self.dating is not Dating.NONE else None
            if mark is None or not self._bounds(mark, pending, opened):
                pending.append(place)
            elif self._opens(mark):
                yield from self._cut(pending, opened, opens=True)
                pending, opened = [place], mark
            elif mark.place is MarkPlace.LEAD:
                # Among dates behind the texts a line that begins with its date is dated by it alone.
                yield from self._cut(pending, None, opens=False)
                yield from self._cut([place], mark, opens=True)
                pending = []
            else:
                yield from self._cut([*pending, place], mark, opens=False)
                pending = []
        yield from self._cut(pending, opened, opens=True)

    def _opens(self, mark: Mark) -> bool:
        return self.dating is Dating.OPEN and mark.place in {MarkPlace.ALONE, MarkPlace.LEAD}

    def _bounds(self, mark: Mark, pending: Sequence[int], opened: Mark | None) -> bool:
        """Whether an entry begins or ends with *mark*, with the lines *pending* before it."""
        if mark.place is MarkPlace.LEAD and pending:
            return finished(self.evidence.lines[pending[-1]]) or self.evidence.lines[mark.index].gap
        return mark.place is not MarkPlace.TAIL or self.dating is Dating.CLOSE or opened is None

    def _cut(self, places: Sequence[int], mark: Mark | None, *, opens: bool) -> Iterator[Unit]:
        """Cut the lines that belong to one date, its own among them; it *opens* the first entry, or closes the last."""
        beside = [place for place in places if self._is_beside(place, mark)]
        lines = [self.evidence.lines[place] for place in places if place not in beside]
        self.base = min([line.indent for line in lines if line.bullet] or [line.indent for line in lines] or [0])
        groups: list[list[int]] = []
        for place in places:
            if place in beside:
                continue
            if groups and not self._begins(groups[-1], place):
                groups[-1].append(place)
            else:
                groups.append([place])
        dated = 0 if opens else len(groups) - 1
        for number, group in enumerate(groups):
            own = mark if opens or number == dated else None
            yield self._unit(group, own, beside if number == dated else (), number)
        if beside and not groups and mark is not None:
            yield Unit((), (), mark, mark.date, tuple(beside), section=self.stretch.section)

    def _is_beside(self, place: int, mark: Mark | None) -> bool:
        """Whether the line at *place* is no text: the date itself, alone on its line, or the publisher beside it."""
        if mark is None:
            return False
        return (place == mark.index and not mark.text) or bool(publisher(self.evidence.lines[place].text))

    def _unit(self, group: Sequence[int], mark: Mark | None, beside: Sequence[int], number: int) -> Unit:
        source = mark.source if mark else ""
        for place in beside:
            source = source or publisher(self.evidence.lines[place].text)
        if group[-1] in self.evidence.credits:
            source = source or self.evidence.credits[group[-1]].source
        return Unit(
            tuple(group),
            tuple(self._text(place, mark, first=place == group[0]) for place in group),
            mark,
            mark.date if mark else self.stretch.date,
            tuple(beside),
            card=self._name(group[0]) or (mark.card if mark else ""),
            source=source,
            order=number,
            question=len(group) > 1 and (self.evidence.is_question(group[0]) or self._asks_first(group)),
            section=self.stretch.section,
        )

    def _asks_first(self, group: Sequence[int]) -> bool:
        """Whether an item of a list is a question, of a few lines, with what answers it below."""
        if not self.evidence.lines[group[0]].bullet:
            return False
        asked = [number for number, place in enumerate(group[:-1]) if _asks(self.evidence.lines[place].text)]
        return bool(asked) and asked[0] < _LINES_OF_QUESTION

    def _text(self, place: int, mark: Mark | None, *, first: bool) -> str:
        lead = self.evidence.leads.get(place)
        if first and lead is not None:
            return lead.rest
        if mark is not None and mark.index == place:
            return mark.text
        credit = self.evidence.credits.get(place)
        return credit.text if credit is not None else self.evidence.lines[place].raw

    def _name(self, place: int) -> str:
        lead = self.evidence.leads.get(place)
        return lead.name if lead else ""

    # --- what begins an entry ---

    def _begins(self, group: Sequence[int], place: int) -> bool:
        """Whether the line at *place* begins an entry, and does not go on with that of *group*."""
        if place in self.evidence.leads or (self.way is not Cut.WHOLE and self.evidence.is_question(place)):
            return True
        first, before, line = (self.evidence.lines[each] for each in (group[0], group[-1], place))
        if line.quoted < before.quoted and not line.text[:1].islower():
            return True
        if group[-1] in self.evidence.credits:
            return True
        if self.way is Cut.WHOLE or self._answers(group, place):
            return False
        if self.way is Cut.HANGING:
            return line.indent <= first.indent or (len(group) == 1 and _heads(first, line))
        if self.way is Cut.ITEM and first.bullet:
            return line.indent <= self.base if line.bullet else not self._goes_on(first, before, line)
        if line.bullet or (line.quoted != before.quoted and not line.text[:1].islower()):
            return True
        if self.way is Cut.LINE:
            return line.gap or not self.evidence.goes_on(group[-1], place)
        return line.gap

    def _answers(self, group: Sequence[int], place: int) -> bool:
        """Whether the line at *place* goes on with a question and its answer, which begin with *group*."""
        if not self.evidence.is_question(group[0]):
            return False
        line = self.evidence.lines[place]
        labelled = bool(self.evidence.lines[group[0]].label) and not line.gap
        return self.way is Cut.QUESTION or self.evidence.is_answer(place) or len(group) == 1 or labelled

    def _goes_on(self, first: Line, before: Line, line: Line) -> bool:
        """Whether *line*, no item itself, is more of the item that begins with *first*."""
        if line.quoted != first.quoted:
            return False
        if line.gap:
            return line.indent >= first.indent > 0
        return line.indent >= first.indent - 2 or not finished(before) or line.text[:1].islower()
