"""Undated lists: which lines of a page without dates are its rulings."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.language import speaks
from kb.layouts._list.grammar import finished, is_wrapped
from kb.layouts._list.questions import answered
from kb.layouts._list.rows import undated_text
from kb.layouts._list.units import Unit, units_of
from kb.layouts._page.facts import card_fact
from kb.layouts._page.frame import frame_reason
from kb.layouts._page.headings import rulings_heading
from kb.layouts._page.lines import Line
from kb.layouts._page.names import can_be_name, tidy
from kb.layouts._page.words import is_section
from kb.text import fold, squeeze

_NONE = re.compile(
    r"(?:there\sare\s)?no\s(?:rulings?|notes?|results?)\b|aucune?\s(?:décision|règle|note|clarification|ruling)|pas\sde\s(?:décision|ruling)",
    re.IGNORECASE,
)
_FEW, _SOME = 3, 6
_CUT = re.compile(r"\s*(?:\.\.\.|…)\s*\Z")


@dataclass(frozen=True, slots=True)
class Undated:
    """The rulings of a page without dates, and the other lines with the reason where one was found."""

    units: tuple[Unit, ...]
    cut_off: tuple[Unit, ...] = ()
    """Fragments of rulings that stand there in full as well."""


def undated(lines: Sequence[Line]) -> Undated | None:
    """Find the rulings of a page without dates: under a heading of rulings, or where its language changes for good."""
    wrapped = is_wrapped(lines)
    bodies = _under_headings(lines) or _after_switch(lines)
    units = answered(lines, wrapped=wrapped) or _rows(lines)
    units = units or [unit for body in bodies for unit in units_of(body, wrapped=wrapped)]
    stated = [unit for unit in units if _is_statement(unit)]
    if not stated:
        return None
    whole = _fragments(stated)
    return Undated(tuple(unit for unit in stated if unit not in whole), tuple(whole))


def _rows(lines: Sequence[Line]) -> list[Unit]:
    """Give the texts of the rows that the page calls rulings, whatever stands in place of their dates."""
    texts = [(line, undated_text(line, below=False, between=False)) for line in lines if line.role == "ruling"]
    return [Unit((replace(line, raw=text, text=squeeze(text)),)) for line, text in texts if text]


def _is_statement(unit: Unit) -> bool:
    words = len(unit.text.split())
    if _NONE.match(unit.text):
        return False
    return words >= _SOME or (words >= _FEW and finished(unit.lines[-1]))


def _under_headings(lines: Sequence[Line]) -> list[list[Line]]:
    """Gather the lines under each heading of rulings, up to what is certainly no ruling."""
    bodies: list[list[Line]] = []
    inside = False
    for index, line in enumerate(lines):
        if line.role not in {"navigation", "footer", "title"} and rulings_heading(line.text) is not None:
            bodies.append([])
            inside = True
        elif inside:
            reason = frame_reason(line)
            if reason in {"notice", "site note"}:
                bodies.append([])
                continue
            inside = reason is None and not _heads_block(lines, index) and not is_section(line.text)
            if inside:
                bodies[-1].append(line)
    return [body for body in bodies if body]


def _heads_block(lines: Sequence[Line], index: int) -> bool:
    """Whether the line at *index* is the name at the head of another card's block."""
    line = lines[index]
    if line.bullet or finished(line) or not can_be_name(tidy(line.text)):
        return line.role == "name"
    after = lines[index + 1] if index + 1 < len(lines) else None
    return line.heading or after is None or bool(card_fact(after.text)) or rulings_heading(after.text) is not None


def _after_switch(lines: Sequence[Line]) -> list[list[Line]]:
    """Give what follows the one change of language of a short page that is nothing but statements."""
    if not 2 <= len(lines) <= 2 * _SOME or any(frame_reason(line) or not finished(line) for line in lines):
        return []
    spoken = [speaks(line.text) for line in lines]
    changes = [place for place, (before, after) in enumerate(pairwise(spoken), 1) if before is not after]
    if len(changes) != 1 or None in spoken:
        return []
    return [list(lines[changes[0] :])]


def _fragments(units: Sequence[Unit]) -> list[Unit]:
    """List the last statements that break off in the middle of one that stands before them in full."""
    last = units[-1]
    start = fold(_CUT.sub("", last.text))
    if start == fold(last.text) and finished(last.lines[-1]):
        return []
    return [last] if any(fold(unit.text).startswith(start) for unit in units[:-1] if unit.text != last.text) else []
