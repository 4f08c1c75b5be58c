"""The grammar of a dated list, inferred from all its date marks together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from kb.layouts._list.mark import Mark, Place, publisher
from kb.layouts._list.marks import marks_of
from kb.layouts._page.frame import frame_reason
from kb.layouts._page.headings import rulings_heading
from kb.layouts._page.lines import Line, Sheet, sheet_of
from kb.layouts._page.names import labelled_name
from kb.layouts._page.words import speaks_of_game, speaks_of_self
from kb.model import SourceText


class Stands(StrEnum):
    """Where the date of a ruling stands."""

    LINE_BEFORE = "on the line before"
    LINE_AFTER = "on the line after"
    INLINE_BEFORE = "before it on its line"
    INLINE_AFTER = "after it on its line"
    ROW = "in a cell of its row"
    HEAD = "in the heading of the list"


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one document dates its rulings; print it to see how the document was understood."""

    stands: Stands
    opens: bool
    """A date opens an entry; else it closes one."""
    grouped: bool
    """Several rulings can stand under one date."""
    wrapped: bool
    """Texts are broken into lines of about one width."""
    bullets: bool
    """Entries are marked as items of a list."""
    marks: tuple[Mark, ...]
    """The dates that date rulings, in order."""
    strays: frozenset[int] = frozenset()
    """Numbers of lines that read like a ruling behind its date, in a document whose dates stand elsewhere."""


_PLACES = {
    Place.LEAD: Stands.INLINE_BEFORE,
    Place.TAIL: Stands.INLINE_AFTER,
    Place.CELL: Stands.ROW,
}
_WRAPS_AT_LEAST = 2
_SHORTEST_WRAP = 40


def infer(lines: Sequence[Line], marks: Sequence[Mark]) -> Grammar | None:
    """Infer the grammar of a document from its *marks*; None when they date no list of rulings."""
    place = _place(marks)
    if place is None:
        return None
    stands = _stands(lines, marks, place)
    kept = tuple(mark for mark in marks if _fits(mark, place, stands, lines))
    grammar = Grammar(
        stands,
        opens=stands in {Stands.LINE_BEFORE, Stands.INLINE_BEFORE, Stands.ROW, Stands.HEAD},
        grouped=_is_grouped(stands, kept),
        wrapped=is_wrapped(lines),
        bullets=2 * sum(lines[mark.index].bullet for mark in kept) > len(kept),
        marks=kept,
        strays=_strays(lines, marks, kept),
    )
    return grammar if _is_list(lines, grammar) else None


@lru_cache(maxsize=2)
def understood(source: SourceText) -> tuple[Sheet, Grammar | None]:
    """Give the lines of *source* and the grammar by which it dates its rulings; None when it is no dated list."""
    sheet = sheet_of(source)
    return sheet, infer(sheet.lines, marks_of(sheet.lines))


def _place(marks: Sequence[Mark]) -> Place | None:
    counts = Counter(mark.place for mark in marks)
    if not counts:
        return None
    # Where two places are equally common, that which is less likely to be chance comes first.
    ranks = (Place.ALONE, Place.CELL, Place.LEAD, Place.TAIL)
    return max(ranks, key=lambda place: (counts[place], -ranks.index(place)))


def _stands(lines: Sequence[Line], marks: Sequence[Mark], place: Place) -> Stands:
    if place is not Place.ALONE:
        return _PLACES[place]
    alone = [mark for mark in marks if mark.place is Place.ALONE]
    if any(mark.heading for mark in alone):
        return Stands.HEAD if len(alone) == 1 else Stands.LINE_BEFORE
    before = _follows_dated(marks, alone[0]) or _stand_before(lines, alone)
    return Stands.LINE_BEFORE if before else Stands.LINE_AFTER


def _follows_dated(marks: Sequence[Mark], mark: Mark) -> bool:
    """Whether the text on the line before *mark* has its date already."""
    return any(other.place is Place.LEAD and other.index == mark.index - 1 for other in marks)


def _stand_before(lines: Sequence[Line], marks: Sequence[Mark]) -> bool:
    """Whether dates stand before their texts: by the blank lines around them, else by which end has a text."""
    before = sum(lines[mark.index].gap or mark.index == 0 for mark in marks)
    after = sum(mark.index + 1 == len(lines) or lines[mark.index + 1].gap for mark in marks)
    last = lines[marks[-1].index + 1 :]
    text_follows = bool(last) and frame_reason(last[0]) is None
    # A blank line on one side only binds the date to the text on the other.
    if before == len(marks) and after < len(marks) / 2 and text_follows:
        return True
    headed = marks[0].index == 0 or frame_reason(lines[marks[0].index - 1]) is not None
    if after == len(marks) and before < len(marks) / 2 and not headed:
        return False
    if not text_follows:
        return headed
    starts = headed or not _ends(lines[marks[0].index - 1].text)
    return starts or not _after_heading(lines, marks[0].index)


def _after_heading(lines: Sequence[Line], index: int) -> bool:
    """Whether the text before the mark at *index* stands directly under a heading of rulings."""
    return index > 1 and rulings_heading(lines[index - 2].text) is not None


def _ends(text: str) -> bool:
    return text.rstrip("*_ ").endswith((".", "!", "?", ")", "”", '"', "»", "…", "]", "’", "'"))


def finished(line: Line) -> bool:
    """Whether *line* ends a sentence."""
    return _ends(line.text)


def _fits(mark: Mark, place: Place, stands: Stands, lines: Sequence[Line]) -> bool:
    if mark.place is place:
        return True
    if stands in {Stands.INLINE_BEFORE, Stands.ROW, Stands.LINE_BEFORE, Stands.HEAD}:
        if mark.place is Place.LEAD:
            return mark.firm or _opens_entry(mark, lines)
        return mark.place in {Place.ALONE, Place.CELL}
    return mark.place is Place.ALONE or (mark.place is Place.TAIL and mark.firm)


def _opens_entry(mark: Mark, lines: Sequence[Line]) -> bool:
    """Whether a date that only a blank sets off begins an entry: a sentence ends before it, and one begins with it."""
    line = lines[mark.index]
    begun = mark.index == 0 or line.gap or line.bullet
    return (begun or _begins(lines[mark.index - 1])) and mark.text.lstrip()[:1].isupper() and _ends(line.text)


def _begins(before: Line) -> bool:
    """Whether what follows *before* begins anew."""
    return _ends(before.text) or frame_reason(before) is not None


def _strays(lines: Sequence[Line], marks: Sequence[Mark], kept: Sequence[Mark]) -> frozenset[int]:
    known = {mark.index for mark in kept}
    return frozenset(
        lines[mark.index].number
        for mark in marks
        if mark.place is Place.LEAD and mark.index not in known and _opens_entry(mark, lines) and _is_stated(mark.text)
    )


def _is_stated(text: str) -> bool:
    return _ends(text) and len(text.split()) >= _FEW and speaks_of_game(text) and not speaks_of_self(text)


def _is_grouped(stands: Stands, marks: Sequence[Mark]) -> bool:
    """Whether one date can stand for several rulings: a document that repeats its date for each does not group."""
    if stands not in {Stands.LINE_BEFORE, Stands.HEAD}:
        return False
    days = [(mark.date.year, mark.date.first, mark.date.second) for mark in marks]
    return not any(before == after for before, after in pairwise(days))


def is_wrapped(lines: Sequence[Line]) -> bool:
    """Whether the texts of *lines* are broken at one width: sentences go on in the next line."""
    going_on = sum(
        not after.gap
        and not after.bullet
        and len(before.text) >= _SHORTEST_WRAP
        and not _ends(before.text)
        and after.text[:1].islower()
        for before, after in pairwise(lines)
    )
    return going_on >= _WRAPS_AT_LEAST


# --- is it a list of rulings at all? --------------------------------------------------------------------------------

_FEW = 4


def _is_list(lines: Sequence[Line], grammar: Grammar) -> bool:
    """Whether the dates are those of rulings and not, say, those of a letter, a log or an article.

    A heading of rulings settles it, and so does markup that calls the rows of a table so. Without either the texts
    have to read like statements, and a single date has to stand next to a single text.
    """
    if any(rulings_heading(line.text) for line in lines) or any(mark.heading for mark in grammar.marks):
        return True
    if grammar.stands is Stands.ROW and any(lines[mark.index].role == "ruling" for mark in grammar.marks):
        return True
    texts = [text for mark in grammar.marks if (text := _text_of(lines, grammar, mark)) is not None]
    # A row that holds a date and a sentence, and nothing else, is a ruling however short.
    least = _FEW if grammar.stands is not Stands.ROW else 1
    stated = sum(_ends(text) and len(text.split()) >= least for text in texts)
    if grammar.stands is not Stands.ROW and 2 * sum(map(speaks_of_game, texts)) < len(texts):
        return False
    if 2 * sum(map(speaks_of_self, texts)) >= len(texts) > 0:
        return False
    if len(grammar.marks) == 1:
        return stated == 1 and _is_single(lines, grammar)
    return 2 * stated >= len(texts) > 0


def _is_single(lines: Sequence[Line], grammar: Grammar) -> bool:
    """Whether the one date of a page dates one text: nothing like a text follows it, and little stands before."""
    mark = grammar.marks[0]
    texts = [n for n, line in enumerate(lines) if frame_reason(line) is None and len(line.text.split()) > 2 * _FEW]
    end = mark.index + (1 if grammar.opens and not mark.text else 0)
    return sum(n > end for n in texts) == 0 and sum(n < mark.index for n in texts) <= _FEW


def is_field(line: Line) -> bool:
    """Whether *line*, beside a date, says no more than the publisher, the card or the like."""
    return line.role == "field" or bool(publisher(line.text) or labelled_name(line, None))


def _text_of(lines: Sequence[Line], grammar: Grammar, mark: Mark) -> str | None:
    if mark.text:
        return mark.text.strip()
    step = 1 if grammar.opens else -1
    index = mark.index + step
    while 0 <= index < len(lines) and is_field(lines[index]):
        index += step
    return lines[index].text if 0 <= index < len(lines) else None
