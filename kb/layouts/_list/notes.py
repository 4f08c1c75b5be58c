"""Release notes and FAQs: notes as items of lists, under blocks that show a card or under headings of sections."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.layouts._list.grammar import finished, is_wrapped
from kb.layouts._list.marks import marks_of
from kb.layouts._list.units import Unit, units_of
from kb.layouts._page.facts import is_cost, type_line, without_cost
from kb.layouts._page.frame import frame_reason
from kb.layouts._page.headings import rulings_heading
from kb.layouts._page.lines import Line
from kb.layouts._page.names import can_be_name, tidy
from kb.text import fold

_GENERAL = re.compile(
    r"\b(?:general|release|mechanics?|keywords?|returning|themes?|cycles?|new|formats?|prerelease|legal|legality|information"
    r"|rules?|cards|overview|introduction|sets?|notes|mécaniques?|mots?[- ]clés?|thèmes?|nouve(?:au|lle)s?|générales?"
    r"|informations?|règles?|capacités?|de\sretour|présentation|légalité|extension|cartes|avant-première)\b",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"\b(?:release\snotes|faq|frequently\sasked|notes\sde\s(?:publication|sortie|version)|foire\saux\squestions|"
    r"card[- ]specific)\b",
    re.IGNORECASE,
)
_SPECIFIC = re.compile(
    r"\b(?:card[- ]specific|individual\scards?|spécifiques?|par\scarte|carte\spar\scarte)\b", re.IGNORECASE
)
_FEW = 4
_WITHIN = 4
"""A card's type stands within so many lines of its name."""


@dataclass(frozen=True, slots=True)
class Block:
    """The notes that stand under one card or one heading."""

    card: str
    section: str
    units: tuple[Unit, ...]
    line: int
    """Where the card or the heading stands; that of the first note when there is neither."""
    shown: bool
    """The block shows the card's type or cost, so that it is a card for certain."""


def blocks_of(lines: Sequence[Line]) -> tuple[Block, ...]:
    """Give the blocks of a page of release notes; nothing when it is no such page."""
    parts = _parts(lines)
    if not parts:
        return ()
    wrapped = is_wrapped(lines)
    shown = any(_shown(head) is not None for head, _ in parts)
    specific = False
    blocks: list[Block] = []
    for head, run in parts:
        specific = specific or any(_SPECIFIC.search(line.text) for line in head if not finished(line))
        units = tuple(unit for unit in units_of(run, wrapped=wrapped) if _is_note(unit))
        if units:
            before = blocks[-1] if blocks else None
            blocks.append(_block(head, units, before, bare=not shown or specific))
    return tuple(blocks) if _is_notes(lines, blocks) else ()


def _is_note(unit: Unit) -> bool:
    return len(unit.text.split()) >= _FEW and finished(unit.lines[-1])


def _parts(lines: Sequence[Line]) -> list[tuple[list[Line], list[Line]]]:
    """Part the page into runs of list items and what stands before each."""
    parts: list[tuple[list[Line], list[Line]]] = []
    head: list[Line] = []
    run: list[Line] = []
    modes = _modes(lines)
    for line in lines:
        if line.role in {"navigation", "footer", "title"}:
            continue
        note = line.bullet and not line.quoted and line.number not in modes
        if note or (run and _goes_on(run[-1], line)):
            run.append(line)
            continue
        if run:
            parts.append((head, run))
            head, run = [], []
        head.append(line)
    return [*parts, (head, run)] if run else parts


def _goes_on(before: Line, line: Line) -> bool:
    """Whether *line*, no item itself, goes on with the item *before*."""
    if line.gap or line.quoted or line.heading:
        return False
    return line.indent >= before.indent or not finished(before) or line.text[:1].islower()


def _modes(lines: Sequence[Line]) -> frozenset[int]:
    """Number the items that are modes printed on a card ("Choose one —"): items with another sign are the notes."""
    found: set[int] = set()
    for before, line in pairwise(lines):
        if not line.bullet or line.gap:
            continue
        opened = not before.bullet and before.text.endswith(("—", "–", "-"))
        if opened or (before.number in found and before.sign == line.sign):
            found.add(line.number)
    return frozenset(found)


def _block(head: Sequence[Line], units: tuple[Unit, ...], before: Block | None, *, bare: bool) -> Block:
    shown = _shown(head)
    if shown is not None:
        return Block(tidy(shown.text), "", units, shown.number, shown=True)
    named = _bare(head) if bare else None
    if named is not None:
        return Block(tidy(named.text), "", units, named.number, shown=False)
    heading = _section(head)
    if heading is not None:
        return Block("", heading.text.rstrip(" :"), units, heading.number, shown=False)
    first = units[0].numbers[0]
    return (
        Block(before.card, before.section, units, first, before.shown)
        if before
        else Block("", "", units, first, shown=False)
    )


def _shown(head: Sequence[Line]) -> Line | None:
    """Find the name of the card that *head* shows with its type or its cost; the last one, should there be more."""
    typed = _under_types(head)
    for index in range(len(head) - 1, -1, -1):
        line = head[index]
        if line.bullet or not can_be_name(tidy(line.text)) or _is_general(line.text):
            continue
        following = head[index + 1 : index + 1 + _WITHIN]
        if without_cost(line.text) != line.text or any(
            type_line(after.text) or is_cost(after.text) for after in following
        ):
            starts = index == 0 or line.gap or line.quoted or line.heading or not _is_fact(head[index - 1])
            if starts and not _within_card(head, index) and not typed[index]:
                return line
    return None


def _is_fact(line: Line) -> bool:
    return bool(type_line(line.text) or is_cost(line.text))


def _within_card(head: Sequence[Line], index: int) -> bool:
    """Whether the line at *index* stands between a name and its type: it is a part of the card then, a subtitle say."""
    before = head[index - 1] if index else None
    return (
        before is not None
        and not head[index].gap
        and can_be_name(tidy(before.text))
        and not _is_fact(before)
        and before.quoted
    )


def _under_types(head: Sequence[Line]) -> list[bool]:
    """Say of each line if a type stands above it in its block: a keyword with its cost is card text there, no name."""
    found: list[bool] = []
    for index, line in enumerate(head):
        found.append(bool(index) and not line.gap and (found[-1] or type_line(head[index - 1].text) is not None))
    return found


def _is_general(text: str) -> bool:
    return bool(rulings_heading(text) or (":" in text and _GENERAL.search(text)))


def _bare(head: Sequence[Line]) -> Line | None:
    """Find the name of a card that stands alone over its notes."""
    if not head:
        return None
    start = len(head) - 1
    while start and not head[start].gap and not head[start].heading:
        start -= 1
    line = head[start]
    if (
        not can_be_name(tidy(line.text))
        or finished(line)
        or _GENERAL.search(line.text)
        or frame_reason(line) not in {None, "heading"}
    ):
        return None
    return None if line.text.isupper() and len(line.text.split()) > 1 else line


def _section(head: Sequence[Line]) -> Line | None:
    """Find the heading under which general notes stand."""
    headings = [line for line in head if line.heading and not line.quoted]
    headings = headings or [
        line for line in head if not finished(line) and len(line.text.split()) <= 2 * _FEW and not line.quoted
    ]
    return headings[-1] if headings else None


def _is_notes(lines: Sequence[Line], blocks: Sequence[Block]) -> bool:
    """Whether the page is one of release notes: it shows a card, says so, or its notes speak of the card above them."""
    if not blocks:
        return False
    if any(block.shown for block in blocks) or any(mark.heading for mark in marks_of(lines)):
        return True
    if any(_TITLE.search(line.text) and not finished(line) for line in lines):
        return True
    return any(block.card and any(fold(block.card) in fold(unit.text) for unit in block.units) for block in blocks)
