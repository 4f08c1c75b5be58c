"""Questions and their answers: each pair is one statement."""

from collections.abc import Sequence

from kb.layouts._list.units import Unit, continues, is_answer, is_question
from kb.layouts._page.frame import frame_reason
from kb.layouts._page.lines import Line
from kb.layouts._page.words import speaks_of_game

_PAIRS_AT_LEAST = 2
"""Questions that no label calls so."""


def answered(lines: Sequence[Line], *, wrapped: bool) -> list[Unit]:
    """Give every question of *lines* with its answer; nothing where they do not ask about the game.

    A question is labelled as one, or it is a heading or a term with its answer below, and not the only one.
    """
    units: list[list[Line]] = []
    inside = False
    for index, line in enumerate(lines):
        after = lines[index + 1] if index + 1 < len(lines) else None
        if _asks(line, after):
            units.append([line])
            inside = True
        elif inside:
            inside = _answers(units[-1], line, wrapped=wrapped)
            if inside:
                units[-1].append(line)
    units = [unit for unit in units if len(unit) > 1]
    labelled = any(is_question(unit[0]) for unit in units)
    if len(units) < (1 if labelled else _PAIRS_AT_LEAST):
        return []
    speaking = sum(speaks_of_game(" ".join(line.text for line in unit)) for unit in units)
    return [Unit(tuple(unit)) for unit in units] if 2 * speaking >= len(units) else []


def _asks(line: Line, after: Line | None) -> bool:
    if after is None or line.role in {"title", "navigation", "footer"}:
        return False
    if is_question(line):
        return True
    return line.text.endswith("?") and (line.heading or is_answer(after) or (after.bullet and not line.bullet))


def _answers(unit: Sequence[Line], line: Line, *, wrapped: bool) -> bool:
    if len(unit) == 1 or is_answer(line):
        return frame_reason(line) is None
    return continues(unit[-1], line, wrapped=wrapped) and frame_reason(line) is None
