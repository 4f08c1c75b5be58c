"""What speaks for a unit being one ruling, whole and with its own date, and what speaks against."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from kb.layouts.reader.cuts import Cut, Dating, Unit
from kb.layouts.reader.evidence import LinePart, PageEvidence, finished
from kb.layouts.reader.lines.page_lines import Line
from kb.layouts.reader.signs.kinds import LIMIT
from kb.layouts.reader.signs.mark import Mark, MarkPlace
from kb.layouts.reader.signs.text_features import Feature, Support, Told, odds_of, told
from kb.model import Lang
from kb.text.language import speaks

Features = Mapping[str, float]

_SEVERAL = 3


@dataclass(frozen=True, slots=True)
class Rated:
    """A unit with what its text shows by itself, and the number of its group."""

    unit: Unit
    told: Told
    group: int
    """Units of one shape in one section are a group."""


class Describer:
    """Describes the units of one reading of a page."""

    def __init__(
        self,
        evidence: PageEvidence,
        dating: Dating,
        way: Cut,
        units: Sequence[Unit],
        known: dict[tuple[object, ...], dict[str, float]],
    ) -> None:
        """Look at *units*, which *evidence* was cut into; what is *known* of them from other readings is kept there."""
        self._known = known
        self._evidence = evidence
        self._lines = evidence.lines
        self._dating = dating
        self._way = way
        self.rated = tuple(self._rated(units))
        self._barren = sum(not unit.places for unit in units)

    def _rated(self, units: Sequence[Unit]) -> Iterator[Rated]:
        groups: dict[tuple[object, ...], int] = {}
        for unit in units:
            if unit.places:
                yield Rated(unit, told(unit.texts), groups.setdefault(self._shape_of(unit), len(groups)))

    def features(self) -> Iterator[Features]:
        """Yield the features of each unit, in order."""
        for rated in self.rated:
            own = self._own_features(rated)
            yield own | {name: float(value) for name, value in self._of(rated) if value}

    def _own_features(self, rated: Rated) -> dict[str, float]:
        """Return the features that a unit has in every reading that cuts it so."""
        unit = rated.unit
        key = (
            unit.places, unit.mark.index if unit.mark else -1, unit.date is None, unit.card, unit.question, unit.row,
            unit.section, self._way is Cut.QUESTION, self._stating >= _SEVERAL,
        )  # fmt: skip
        found = self._known.get(key)
        if found is None:
            found = {name: float(value) for name, value in self._own(rated) if value}
            self._known[key] = found
        return found

    def _own(self, rated: Rated) -> Iterator[Feature]:
        yield "any", 1
        yield "line of data", bool(self._evidence.data) and not self._evidence.is_program and not rated.unit.row
        support = self._support(rated.unit)
        yield "firm", support is Support.FIRM
        yield from rated.told.features(support)
        yield from self._look(rated.unit, bare=support is Support.NONE)
        prefix = "answer: " if rated.unit.question else ""
        yield from ((f"{prefix}{name}", value) for name, value in self._borders(rated.unit) if value)

    def _of(self, rated: Rated) -> Iterator[Feature]:
        """Yield the features that depend on the reading as a whole."""
        yield from self._question(rated)
        yield from self._date(rated.unit)
        yield from self._surroundings(rated)

    # --- the text ---

    def _question(self, rated: Rated) -> Iterator[Feature]:
        question = rated.unit.question
        yield "told by somebody", rated.told.told_by_somebody and not question
        yield "question", question
        yield "answer", self._answer(rated.unit) / LIMIT if question else 0.0
        yield "no question among questions", 0.0 if question else self._share_of_questions
        yield "question of a talk", question and self._way in {Cut.TALK, Cut.TALK_LINES}

    @cached_property
    def _share_of_questions(self) -> float:
        return sum(rated.unit.question for rated in self.rated) / len(self.rated)

    def _answer(self, unit: Unit) -> float:
        """Return how likely the last line of a question and its answer is an answer."""
        return odds_of(unit.texts[-1:])

    def _support(self, unit: Unit) -> Support:
        """Return how much besides its words shows that *unit* is a ruling."""
        section = self._evidence.parts[unit.section] if unit.section >= 0 else None
        called = section is LinePart.RULINGS or self._lines[unit.places[0]].role == "ruling"
        if called and unit.date is not None:
            return Support.FIRM
        some = called or unit.date or unit.card or unit.question or unit.row or section is LinePart.NAME
        return Support.SOME if some else Support.NONE

    def _look(self, unit: Unit, *, bare: bool) -> Iterator[Feature]:
        line = self._lines[unit.places[0]]
        yield "comment, bare", self._evidence.is_program and bare
        yield "item, bare" if bare else "item", line.bullet
        yield "numbered, bare" if bare else "numbered", line.sign == "1"
        yield "quoted", line.quoted > 0
        yield "field" if unit.date else "field, bare", unit.places[0] in self._evidence.fields
        yield "row", unit.row
        yield "states its card", bool(unit.card)
        yield "states its card, as others do", bool(unit.card) and self._stating >= _SEVERAL

    @cached_property
    def _stating(self) -> int:
        """How many units state their card."""
        return sum(bool(rated.unit.card) for rated in self.rated)

    # --- where it is cut ---

    def _borders(self, unit: Unit) -> Iterator[Feature]:
        inner = [self._lines[place] for place in unit.places]
        pairs = list(pairwise(inner))
        over_gap = [pair for pair in pairs if pair[1].gap]
        yield "joined over a gap", bool(over_gap)
        yield "joined sentences over a gap", any(finished(before) for before, _ in over_gap)
        yield "joined over a quote", any(before.quoted != line.quoted for before, line in pairs)
        yield "joined over an item", any(line.bullet for _, line in pairs)
        sentences = [
            line for before, line in pairs if finished(before) and not line.gap and not line.text[:1].islower()
        ]
        yield "joined sentences", any(not line.path for line in sentences)
        yield "joined sentences of one element", any(line.path for line in sentences)
        yield "joined, not wrapped", bool(pairs) and not self._evidence.wrapped
        yield "weakest part", self._weakest(unit) if over_gap else 0.0
        before, after = self._outside(unit.places[0] - 1), self._outside(unit.places[-1] + 1)
        first, last = inner[0], inner[-1]
        yield "begins within a sentence", self._is_cut(before, first)
        yield "item within a sentence", first.bullet and self._is_open(before) and first.text[:1].islower()
        yield "ends before an item of its sentence", after is not None and after.bullet and self._is_open(last)
        yield "ends within a sentence", self._is_cut(last, after)
        yield (
            "goes on without a gap",
            after is not None and not after.gap and not after.bullet and not self._dated(unit, 1),
        )
        yield (
            "follows without a gap",
            (before is not None and not first.gap and not first.bullet and not self._dated(unit, -1)),
        )
        yield "within an answer", before is not None and self._way is not Cut.QUESTION and self._in_answer(unit)

    def _weakest(self, unit: Unit) -> float:
        """Return how likely that of its paragraphs which is least like one is a ruling, below what all of it is."""
        parts: list[list[str]] = []
        for place, text in zip(unit.places, unit.texts, strict=True):
            if not parts or self._lines[place].gap:
                parts.append([])
            parts[-1].append(text)
        rated = [odds_of(texts) for texts in parts]
        return (min(rated) - max(rated)) / LIMIT

    def _outside(self, place: int) -> Line | None:
        """Return the line at *place* if it is text."""
        if (
            not 0 <= place < len(self._lines)
            or self._evidence.parts[place] is not None
            or place in self._evidence.cells
        ):
            return None
        mark = self._evidence.marks.get(place)
        return None if mark is not None and not mark.text else self._lines[place]

    def _is_cut(self, before: Line | None, line: Line | None) -> bool:
        if before is None or line is None or line.gap or line.bullet:
            return False
        return not finished(before) or line.text[:1].islower()

    def _is_open(self, line: Line | None) -> bool:
        """Whether what *line* says goes on in the items below."""
        return line is not None and line.text.endswith((":", ";", ","))

    def _dated(self, unit: Unit, step: int) -> bool:
        """Whether a date parts *unit* from the line before (*step* -1) or behind it (1)."""
        place = unit.places[0] - 1 if step < 0 else unit.places[-1] + 1
        marks = self._evidence.marks
        return place in marks or (unit.places[0] in marks if step < 0 else unit.places[-1] in marks)

    def _in_answer(self, unit: Unit) -> bool:
        place = unit.places[0]
        return self._evidence.is_answer(place) or self._evidence.is_question(place)

    # --- its date ---

    def _date(self, unit: Unit) -> Iterator[Feature]:
        mark = unit.mark
        none = self._dating is Dating.NONE
        if mark is not None and unit.order > 0:
            yield from self._later(unit, mark)
        elif mark is not None:
            firm = ", set off" if mark.place is MarkPlace.LEAD and mark.firm else ""
            yield f"date {mark.place.value}{firm}", 1
        yield "date in a row", unit.row and unit.date is not None
        yield "row of a table of rulings", unit.row and self._lines[unit.places[0]].role == "ruling"
        yield "date of the section", unit.date is not None and mark is None and not unit.row
        yield "no date among dated", unit.date is None and not none and self._has_marks
        yield "date ignored", none and unit.date is None and any(place in self._evidence.marks for place in unit.places)
        yield "date beside ignored", none and unit.date is None and self._beside_date(unit)
        yield "barren dates", self._share_barren
        if mark is not None and mark.place is MarkPlace.ALONE and unit.places:
            yield from self._distance(unit, mark.index)

    def _later(self, unit: Unit, mark: Mark) -> Iterator[Feature]:
        """Yield the features of a unit that is not the first under its date."""
        line = self._lines[unit.places[0]]
        yield f"later, date {mark.place.value}", 1
        yield "later, behind no ruling", self._firsts.get(mark.index, 0.0) < 0
        yield "later, in one element", bool(line.path) and not line.gap and not line.bullet

    @cached_property
    def _firsts(self) -> Mapping[int, float]:
        return {
            rated.unit.mark.index: rated.told.odds
            for rated in reversed(self.rated)
            if rated.unit.mark and not rated.unit.order
        }

    @cached_property
    def _has_marks(self) -> bool:
        return bool(self._evidence.marks)

    @cached_property
    def _share_barren(self) -> float:
        marks = len(self._evidence.marks)
        return self._barren / marks if marks else 0.0

    def _beside_date(self, unit: Unit) -> bool:
        places = (unit.places[0] - 1, unit.places[-1] + 1)
        return any(
            place in self._evidence.marks and self._evidence.marks[place].place is MarkPlace.ALONE for place in places
        )

    def _distance(self, unit: Unit, index: int) -> Iterator[Feature]:
        """Yield whether a gap parts a date from its text, and whether the text on the other side is nearer."""
        opens = self._dating is Dating.OPEN
        gap = self._lines[unit.places[0]].gap if opens else self._lines[index].gap
        other = self._lines[index].gap if opens else index + 1 < len(self._lines) and self._lines[index + 1].gap
        if self._evidence.has_paragraphs:
            yield "gap behind the date", gap
            yield "nearer to other text", gap and not other

    # --- its surroundings ---

    def _surroundings(self, rated: Rated) -> Iterator[Feature]:
        unit = rated.unit
        part = self._evidence.parts[unit.section] if unit.section >= 0 else None
        yield "under rulings", part is LinePart.RULINGS
        yield "under another section", part is LinePart.SECTION
        yield "under a heading", part is LinePart.HEADING
        yield "under a name", part is LinePart.NAME
        yield "above the first heading", part is None
        yield "among rules", self._share_of_rules
        above = unit.places[0] - 1
        fact = above >= 0 and self._evidence.parts[above] is LinePart.FACT and not self._lines[unit.places[0]].bullet
        yield "below a fact of a card", fact
        yield "text of a card block", unit.date is None and self._evidence.in_card_block(unit.places[0], unit.section)
        count, total = self._groups[rated.group]
        yield (
            "in another language than those below",
            unit.date is None and not unit.row and self._speaks_otherwise(rated),
        )
        firm = self._support(unit) is Support.FIRM
        yield (
            f"like the others{Support.FIRM if firm else ''}",
            (total - rated.told.odds) / (count - 1) / LIMIT if count > 1 else 0.0,
        )
        yield "alone of its shape", count == 1 and not firm
        if self._has_marks and self._dating is Dating.OPEN and unit.date is None:
            yield "text before its first date", max(rated.told.odds, 0.0) / LIMIT
        if self._has_marks and self._dating is not Dating.NONE:
            yield "above the first date", unit.places[-1] < min(self._evidence.marks)
            yield "below the last date", unit.places[0] > max(self._evidence.marks)

    @cached_property
    def _share_of_rules(self) -> float:
        """The share of what is cut that begins with the number of a rule."""
        return sum(rated.told.is_rule for rated in self.rated) / len(self.rated)

    def _speaks_otherwise(self, rated: Rated) -> bool:
        """Whether all below *rated* is in the other language, as the rulings below a translated card are."""
        language = speaks(rated.told.text)
        return language is not None and rated.unit.places[-1] <= self._last_before_switch.get(language, -1)

    @cached_property
    def _last_before_switch(self) -> Mapping[Lang, int]:
        """The place of the last text in the first language of a page whose other language follows it."""
        spoken = [(language, rated.unit.places[-1]) for rated in self.rated if (language := speaks(rated.told.text))]
        languages = [language for language, _ in spoken]
        switches = sum(before is not after for before, after in pairwise(languages))
        return (
            {languages[0]: max(place for language, place in spoken if language is languages[0])}
            if switches == 1
            else {}
        )

    @cached_property
    def _groups(self) -> Mapping[int, tuple[int, float]]:
        """How many units each group has, and the sum of their odds."""
        found: dict[int, tuple[int, float]] = {}
        for rated in self.rated:
            count, total = found.get(rated.group, (0, 0.0))
            found[rated.group] = count + 1, total + rated.told.odds
        return found

    def _shape_of(self, unit: Unit) -> tuple[object, ...]:
        line = self._lines[unit.places[0]]
        return (unit.section, line.sign, line.indent, line.quoted, line.path, unit.row)
