"""Lines put together into the statements they make up."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.layouts._list.grammar import finished
from kb.layouts._page.lines import Line


@dataclass(frozen=True, slots=True)
class Unit:
    """The lines of one statement."""

    lines: tuple[Line, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The parts of its text, space as printed."""
        return tuple(line.raw for line in self.lines)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The lines it covers."""
        return tuple(line.number for line in self.lines)

    @property
    def text(self) -> str:
        """The whole text, lines joined by a blank."""
        return " ".join(line.text for line in self.lines)


def units_of(lines: Sequence[Line], *, wrapped: bool) -> tuple[Unit, ...]:
    """Part *lines* into statements: items of the outermost list and what they hold, else paragraphs or lines."""
    base = min((line.indent for line in lines if line.bullet), default=0)
    units: list[list[Line]] = []
    for line in lines:
        if units and _goes_on(units[-1], line, base, wrapped=wrapped):
            units[-1].append(line)
        else:
            units.append([line])
    return tuple(Unit(tuple(unit)) for unit in units)


_QUESTION = re.compile(r"(?:q|question)\s?[0-9]{0,3}\s?[:.]\s", re.IGNORECASE)
_ANSWER = re.compile(r"(?:a|r|answer|réponse|reponse)\s?[0-9]{0,3}\s?[:.]\s", re.IGNORECASE)


def is_question(line: Line) -> bool:
    """Whether *line* is labelled as a question: "Q: May I…?"."""
    return _QUESTION.match(line.text) is not None


def is_answer(line: Line) -> bool:
    """Whether *line* is labelled as the answer to a question: "A: Yes.", "R : Oui."."""
    return _ANSWER.match(line.text) is not None


def _goes_on(unit: Sequence[Line], line: Line, base: int, *, wrapped: bool) -> bool:
    if is_question(line) or is_question(unit[0]):
        return not is_question(line) and (
            len(unit) == 1 or is_answer(line) or continues(unit[-1], line, wrapped=wrapped)
        )
    if line.bullet:
        # Items after "…:" spell out the statement before them.
        return (
            (line.indent > base and unit[0].bullet)
            or (not unit[0].bullet and unit[-1].text.endswith(":"))
            or (not unit[0].bullet and unit[-1].bullet)
        )
    if unit[0].bullet and (line.indent > base or line.indent == unit[0].indent) and not line.gap:
        return True
    return continues(unit[-1], line, wrapped=wrapped)


def continues(before: Line, line: Line, *, wrapped: bool) -> bool:
    """Whether *line* goes on with the sentence, or in a document of wrapped lines with the paragraph, of *before*."""
    if line.gap or line.bullet or line.quoted != before.quoted:
        return False
    return wrapped or not finished(before) or line.text[:1].islower()
