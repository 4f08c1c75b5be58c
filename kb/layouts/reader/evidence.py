"""What the lines of a page show by themselves, gathered once for all the ways to read it."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import accumulate, groupby, pairwise

from kb.catalog.known import KnownNames
from kb.layouts.reader.data.files import data_of, is_program
from kb.layouts.reader.data.texts import Datum, read_data
from kb.layouts.reader.lines.page_lines import Line, sheet_of
from kb.layouts.reader.lines.programs import BREAK, END, program_of, quotes_rule
from kb.layouts.reader.lines.questions import QuestionLabel
from kb.layouts.reader.signs.facts import card_fact
from kb.layouts.reader.signs.frame import frame_reason
from kb.layouts.reader.signs.headings import rulings_heading
from kb.layouts.reader.signs.kinds import game_odds, scores
from kb.layouts.reader.signs.mark import Mark, MarkPlace, bare
from kb.layouts.reader.signs.marks import marks_of
from kb.layouts.reader.signs.names import can_be_name, has_words, is_sure, labelled_name, tidy
from kb.layouts.reader.signs.sentences import ends_sentence
from kb.layouts.reader.signs.tables import Cells, tables_in
from kb.layouts.reader.signs.words import is_section
from kb.model import SourceText
from kb.text.dates import find_dates

_LEAD = re.compile(
    r"\s*(?P<name>[^\s:][^:–—\n]{0,80}?)(?:\s?:|\s(?:[–—-]|[=-]{1,2}>|[→⇒➔-➿\U0001f300-\U0001faff]\ufe0f?))\s+(?P<rest>\S.*)",
    re.DOTALL,
)
_CREDIT = re.compile(r"(?P<text>.*[.!?)”\"»])\s*\[(?P<source>[A-Z][^\[\]]{2,60})\]\s*", re.DOTALL)
_PERSON = re.compile(
    r"(?P<text>.*[.!?)”\"»])\s{1,9}\[(?P<source>[^\W\d_][\w.'’-]{1,20}(?:\s[\w.'’-]{1,20}){0,3})\]\s{0,9}", re.DOTALL
)
_ADDED = re.compile(r"[+*•-]\s+")
_FIELD = re.compile(r"(?P<label>[^\W\d_][\w’']{1,15}(?:\s[\w’']{1,12}){0,2})\s?:\s+\S")
_DIGITS = re.compile(r"[0-9]+")
_LONGEST_FURNITURE = 90
_SHORTEST_BROKEN = 30
_HEADING_WORDS = 8
"""A heading that ends as a sentence does has no more."""
_FEW_GAPS = 0.1
_WRAPS_AT_LEAST = 2
_SHORTEST_WRAP = 40


class LinePart(StrEnum):
    """What a line is, where it is certainly no text of a ruling."""

    RULINGS = "heading of rulings"
    SECTION = "heading of another section"
    HEADING = "heading"
    NAME = "name"
    FACT = "fact of a card"
    FRAME = "frame"


_PARTS = dict.fromkeys(("navigation", "footer", "title", "field", BREAK), LinePart.FRAME) | {END: LinePart.SECTION}
"""What lines are by their role alone."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The name of a card that a line begins with, and what it says behind it, as printed."""

    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Credit:
    """A text with its source behind it, which the page gives in place of an author and a date."""

    text: str
    source: str


class PageEvidence:
    """The lines of a page, and what each of them shows."""

    def __init__(self, source: SourceText, names: KnownNames) -> None:
        """Look at *source*; *names* are those of known cards."""
        self.source = source
        self.names = names
        self.is_program = is_program(source)
        self._literals = data_of(source)
        self._program = program_of(source, self._literals, names) if self.is_program and self._literals else None
        self.sheet = self._program.sheet if self._program else sheet_of(source)
        self.lines = self.sheet.lines

    @cached_property
    def cells(self) -> Mapping[int, tuple[Cells, ...]]:
        """What the rows of tables say, by their places."""
        return tables_in(self.lines, self.names)

    @cached_property
    def data(self) -> tuple[Datum, ...]:
        """The texts that stand in it as in data or a program, where it looks like one."""
        found = read_data(self._literals, self.names) if self._literals is not None else ()
        return tuple(each for each in found if each.date or each.called_ruling or not quotes_rule(each.text))

    @property
    def code(self) -> Mapping[int, str]:
        """Why the lines of a program are left out that are no lines of the page."""
        return self._program.left if self._program else {}

    @cached_property
    def marks(self) -> Mapping[int, Mark]:
        """The dates that may date rulings, by the places of their lines."""
        found = {mark.index: mark for mark in marks_of(self.lines) if self._is_ruled(mark)}
        found |= {mark.index: mark for place in range(len(self.lines)) if (mark := self._named_date(place))}
        return {place: mark for place, mark in sorted(found.items()) if place not in self.cells}

    def _named_date(self, place: int) -> Mark | None:
        """Return the date of a line that is nothing but the known name of a card and a date."""
        line = self.lines[place]
        dates = find_dates(line.raw) if len(line.raw) <= _LONGEST_FURNITURE and not line.role else ()
        if len(dates) != 1:
            return None
        name = bare(f"{line.raw[: dates[0].start]} {line.raw[dates[0].end :]}")
        known = self.names.called(name)
        return Mark(place, MarkPlace.ALONE, dates[0], card=name, firm=True) if known and is_sure(name) else None

    @cached_property
    def credits(self) -> Mapping[int, Credit]:
        """What is in brackets behind texts and holds no date, on a page that has authors and dates there, by places.

        On a page without such dates people are credited who are named so more than once.
        """
        dated = any(
            mark.place is MarkPlace.TAIL and self.lines[mark.index].text.endswith("]") for mark in self.marks.values()
        )
        pattern = _CREDIT if dated else _PERSON
        matches = {
            place: match
            for place, line in enumerate(self.lines)
            if line.raw.endswith("]") and place not in self.marks and (match := pattern.fullmatch(line.raw))
        }
        count = Counter(match["source"] for match in matches.values())
        credited = dated or max(count.values(), default=0) > 1
        return {place: Credit(match["text"], match["source"]) for place, match in matches.items() if credited}

    def _is_ruled(self, mark: Mark) -> bool:
        """Whether what stands with a date may be dated: "CLOSED: [2004-10-04]" dates something else."""
        if mark.text and self.lines[mark.index].level:
            return rulings_heading(mark.text) is not None or bool(self.names.called(tidy(mark.text)))
        return not mark.card or mark.place is not MarkPlace.ALONE or bool(self.names.called(mark.card))

    @cached_property
    def leads(self) -> Mapping[int, Lead]:
        """The names that lines begin with, before a colon or a dash, by their places."""
        found = {place: lead for place in range(len(self.lines)) if (lead := self._lead(place))}
        known = {place for place, lead in found.items() if self.names.called(lead.name)}
        return found if 2 * len(known) >= len(found) else {place: found[place] for place in known}

    def _lead(self, place: int) -> Lead | None:
        line = self.lines[place]
        if place in self.cells or line.level or line.role:
            return None
        mark = self.marks.get(place)
        match = _LEAD.match(mark.text if mark and mark.text else line.raw)
        if match is None or not can_be_name(match["name"]) or self.is_question(place) or self.is_answer(place):
            return None
        lead = Lead(self._last_name(match["name"]), _ADDED.sub("", match["rest"], count=1))
        told = has_words(lead.name) or ends_sentence(lead.rest) or game_odds(scores(lead.rest)) > 0
        return lead if told else None

    def _last_name(self, text: str) -> str:
        """Return the known name of several words that *text* ends with ("R1 T17 Phantasmal Image"), else *text*."""
        known = [] if self.names.called(text) else [each for each in self.names.within(text) if each.end == len(text)]
        return text[known[0].start :] if known and " " in known[0].name.spelling else text

    def is_question(self, place: int) -> bool:
        """Whether the line at *place* is labelled as a question, or asks in a heading with its answer below."""
        line = self.lines[place]
        if line.label:
            return line.label == QuestionLabel.QUESTION
        if not line.text.endswith("?") or place + 1 == len(self.lines) or self._is_continued(place):
            return False
        after = self.lines[place + 1]
        return bool(line.level) or self.is_answer(place + 1) or (after.bullet and not line.bullet)

    def _is_continued(self, place: int) -> bool:
        """Whether the line at *place* goes on with the one before."""
        return (
            place > 0 and not self.lines[place].gap and not self.lines[place].level and self.goes_on(place - 1, place)
        )

    def is_answer(self, place: int) -> bool:
        """Whether the line at *place* is labelled as the answer to a question."""
        return self.lines[place].label == QuestionLabel.ANSWER

    @cached_property
    def fields(self) -> frozenset[int]:
        """The places of the lines that begin with a label that others begin with, too, as the fields of records do."""
        labels: dict[str, list[int]] = {}
        for place, line in enumerate(self.lines):
            match = _FIELD.match(line.text)
            if match and not line.label and not self.names.called(match["label"]) and place not in self.marks:
                labels.setdefault(match["label"], []).append(place)
        return frozenset(place for places in labels.values() if len(places) > 1 for place in places)

    @cached_property
    def parts(self) -> tuple[LinePart | None, ...]:
        """What each line is that is certainly no text of a ruling; None for any other."""
        return tuple(self._part(place) for place in range(len(self.lines)))

    def _part(self, place: int) -> LinePart | None:
        line = self.lines[place]
        if place in self.cells:
            return None
        if line.role in _PARTS:
            return _PARTS[line.role]
        if rulings_heading(line.text) is not None or (place in self.marks and self.marks[place].heading):
            return LinePart.RULINGS
        if place in self.marks and self.marks[place].card and not self.marks[place].text:
            return None
        if self.names_card(place):
            return LinePart.NAME
        if is_section(line.text):
            return LinePart.SECTION
        if card_fact(line.text):
            return LinePart.FACT
        if place in self.marks and not line.level:
            return None
        if line.level and (line.text.endswith("?") or not finished(line) or len(line.text.split()) <= _HEADING_WORDS):
            return LinePart.HEADING
        return LinePart.FRAME if frame_reason(line) else None

    def in_card_block(self, place: int, section: int) -> bool:
        """Whether a fact of a card stands above *place* in its *section*, and no list begins."""
        return not self.lines[place].bullet and self._last_fact[place] >= max(section, 0)

    @cached_property
    def _last_fact(self) -> tuple[int, ...]:
        """For each place that of the last fact of a card above it, -1 where there is none."""
        facts = (place if part is LinePart.FACT else -1 for place, part in enumerate(self.parts))
        return (-1, *accumulate(facts, max))

    @cached_property
    def wrapped(self) -> bool:
        """Whether its texts are broken at one width: sentences go on in the next line."""
        going_on = sum(
            not after.gap
            and not after.bullet
            and len(before.text) >= _SHORTEST_WRAP
            and not finished(before)
            and after.text[:1].islower()
            for before, after in pairwise(self.lines)
        )
        return going_on >= _WRAPS_AT_LEAST

    def goes_on(self, before: int, place: int) -> bool:
        """Whether the line at *place* goes on with a sentence of the line at *before*, which had no room for more."""
        first, line = self.lines[before], self.lines[place]
        if line.text[:1].islower():
            return True
        word = line.text.split(" ", 1)[0]
        return not finished(first) and _width(first) + 1 + len(word) > self._widths[before]

    @cached_property
    def _widths(self) -> tuple[int, ...]:
        """How wide the lines are among which each line stands, those up to the next gap on either side."""
        found: list[int] = []
        run: list[Line] = []
        for line in (*self.lines, None):
            if run and (line is None or line.gap):
                found += [max(map(_width, run))] * len(run)
                run = []
            if line is not None:
                run.append(line)
        return tuple(found)

    @cached_property
    def has_paragraphs(self) -> bool:
        """Whether gaps tell something: some of its lines have one before them, and some have none."""
        gaps = sum(line.gap for line in self.lines)
        return _FEW_GAPS * len(self.lines) < gaps < (1 - _FEW_GAPS) * len(self.lines)

    @cached_property
    def furniture(self) -> frozenset[int]:
        """The places of the lines that stand on every page of a print, and at least once within a sentence."""
        places: dict[str, list[int]] = {}
        for place, line in enumerate(self.lines):
            if len(line.text) <= _LONGEST_FURNITURE and place not in self.cells:
                places.setdefault(_DIGITS.sub("0", line.text), []).append(place)
        recurring = sorted(place for found in places.values() if len(found) > 1 for place in found)
        parting: set[int] = set()
        for _, run in groupby(enumerate(recurring), lambda each: each[1] - each[0]):
            together = [place for _, place in run]
            if self._part_sentence(together[0], together[-1]):
                parting.update(place for place in together if not finished(self.lines[place]))
        return frozenset(place for found in places.values() if not parting.isdisjoint(found) for place in found)

    def _part_sentence(self, first: int, last: int) -> bool:
        """Whether a sentence goes on behind the lines from *first* to *last*."""
        if first == 0 or last + 1 == len(self.lines):
            return False
        left, right = self.lines[first - 1], self.lines[last + 1]
        return not finished(left) and len(left.text) > _SHORTEST_BROKEN and right.text[:1].islower()

    def names_card(self, place: int) -> bool:
        """Whether the line at *place* is nothing but the name of a card."""
        line = self.lines[place]
        if line.role == "name" or labelled_name(line, None):
            return True
        shown = tidy(line.text)
        if self.names.called(shown) or self.names.called(line.text):
            return True
        return self._may_head_card(place)

    def _may_head_card(self, place: int) -> bool:
        """Whether a line that can be a name by its look stands where the name of a card would."""
        line = self.lines[place]
        if line.bullet or finished(line) or not can_be_name(tidy(line.text)):
            return False
        before, after = self._beside(place)
        if before is not None and not line.gap and not finished(before) and not card_fact(before.text):
            return False
        if after is None:
            return False
        return bool(card_fact(after.text) or rulings_heading(after.text) or after.text == line.text)

    def _beside(self, place: int) -> tuple[Line | None, Line | None]:
        before = self.lines[place - 1] if place else None
        return before, self.lines[place + 1] if place + 1 < len(self.lines) else None


def _width(line: Line) -> int:
    return line.indent + len(line.text)


def finished(line: Line) -> bool:
    """Whether *line* ends a sentence."""
    return ends_sentence(line.text)
