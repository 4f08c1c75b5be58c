"""Where dates stand in the lines of a page: alone, before a text, behind it, in a cell of a table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kb.dates import DateMark, find_dates
from kb.layouts._page.lines import Line
from kb.layouts._page.words import RulingsHeading, is_footer, is_mail, is_notice, rulings_heading, without_date_words
from kb.text import squeeze


class Place(StrEnum):
    """Where a date stands in its line."""

    ALONE = "on a line of its own"
    LEAD = "before the text"
    TAIL = "after the text"
    CELL = "in a cell of its own"


@dataclass(frozen=True, slots=True)
class Mark:
    """A date that can be the date of rulings."""

    index: int
    """Of its line among the lines of the page."""
    place: Place
    date: DateMark
    text: str = ""
    """The ruling's text that stands on the same line, space as printed."""
    source: str = ""
    card: str = ""
    """The card that the same line names."""
    heading: bool = False
    """The line is a heading of rulings: what follows is a list."""
    firm: bool = False
    """Brackets, a colon or the like set the date off from the text."""


_EDGE = 160
"""Characters read at either end of a line; dates further within are part of the text."""
_PUBLISHERS = r"wotc|scryfall|gatherer|wizards(?:\sof\sthe\scoast)?"
_SOURCE = re.compile(
    r"[\s·•|,;(\[–—-]*\b(?:source|quelle|fonte|fuente|publisher|via)\s?:?\s*[:=]\s*"
    rf"(?P<label>(?:{_PUBLISHERS})\b|[\w.&' -]{{1,40}}?(?=\s*[)\]]?\s*(?:\Z|[:|–—\t]\s)|\s*[)\]]))\s*[)\]]?",
    re.IGNORECASE,
)
_PUBLISHER = re.compile(
    rf"[\s·•|,;–—-]*[(\[]?\s?(?P<label>{_PUBLISHERS})\s?[)\]]?(?=\s?[:|–—\t]|\s?\Z|\s?[)\]])", re.IGNORECASE
)
_LABEL_WORDS = re.compile(
    r"(?:rulings?|date|dated|décisions?|decisions?|règle|note|clarification|added|ajouté[es]*|entry|datum|data|fecha|effective"
    r"|of|from|on|du|de|le|as|the)\b",
    re.IGNORECASE,
)
_EDGES = " \t\u00a0\u202f()[]{}<>«»*_|·•–—-:;,.#=~"
_SET_OFF = re.compile(r"\s*(?:[)\]]\s*[:–—|.-]?|[:;|•·–—>]|,(?=[\"“A-ZÀ-Þ{])|-(?=\s)|\t|\.(?=\s))\s*")
_BEFORE_TAIL = re.compile(
    r"[(\[]\s*(?:[^()\[\]]{0,30}[,;:]\s*|(?:ruling|date|du|le|from|of|added)\s*:?\s*)?\Z|[–—|•·\t]\s*\Z|\s-\s*\Z|[.!?)”\"»’]\s*\Z",
    re.IGNORECASE,
)
_ONE = re.compile(r"ruling|décision|decision|clarification|note|rule", re.IGNORECASE)
_BRACKET = re.compile(r"[(\[]")


def marks_of(lines: Sequence[Line]) -> tuple[Mark, ...]:
    """List the dates of *lines* that can date rulings, one a line at most; footers, notices and letters have none."""
    return tuple(
        mark
        for index, line in enumerate(lines)
        if (mark := _mark(index, line)) is not None and not _in_letter(lines, index)
    )


def _in_letter(lines: Sequence[Line], index: int) -> bool:
    """Whether the line at *index* is the date among the headers of a letter."""
    if not lines[index].text.lower().startswith("date"):
        return False
    return any(is_mail(line.text) for line in (*lines[max(0, index - 1) : index], *lines[index + 1 : index + 2]))


def _mark(index: int, line: Line) -> Mark | None:
    if line.role in {"title", "navigation", "footer"}:
        return None
    dates = _at_ends(line.raw)
    if not dates:
        return None
    found = (
        _cell(index, line)
        or _heading(index, line, dates)
        or _lead(index, line, dates[0])
        or _tail(index, line, dates[-1])
    )
    if found is None or is_footer(line.text) or is_mail(line.text) or is_notice(line.text):
        return None
    return found


def _at_ends(raw: str) -> tuple[DateMark, ...]:
    """List the dates near either end of a line."""
    if len(raw) <= 2 * _EDGE:
        return find_dates(raw)
    offset = len(raw) - _EDGE
    last = (replace(date, start=date.start + offset, end=date.end + offset) for date in find_dates(raw[offset:]))
    return (*find_dates(raw[:_EDGE]), *last)


# --- tables ---------------------------------------------------------------------------------------------------------


def _cell(index: int, line: Line) -> Mark | None:
    """Read a row of a table: a cell that is a date, and the longest of the others, which is the text."""
    cells = line.cells
    if len(cells) < 2:
        return None
    for place, cell in enumerate(cells):
        dates = find_dates(cell[:_EDGE])
        if dates and not _residue(cell, dates[0]):
            others = [other for number, other in enumerate(cells) if number != place and other]
            if not others:
                return Mark(index, Place.ALONE, dates[0])
            text = max(others, key=len)
            rest = [other for other in others if other is not text]
            source = next((label for other in rest if (label := publisher(other))), "")
            card = next((other for other in rest if not publisher(other) and _is_card_cell(other, cells, text)), "")
            raw = next(part for part in line.raw.split("\t") if squeeze(part) == text)
            return Mark(index, Place.CELL, dates[0], raw, source, card, firm=True)
    return None


def _is_card_cell(cell: str, cells: tuple[str, ...], text: str) -> bool:
    return len(cell) < len(text) and len(cells) > 2 and bool(re.match(r"[A-ZÀ-Þ]", cell)) and not cell.endswith(".")


def publisher(text: str) -> str:
    """Give the publisher that *text* is the label of ("source : wotc", "WotC"), in lower case; "" for anything else."""
    match = _SOURCE.fullmatch(text) or re.fullmatch(
        rf"[(\[]?(?P<label>{_PUBLISHERS})[)\]]?", text.strip(), re.IGNORECASE
    )
    return squeeze(match["label"]).lower() if match else ""


# --- lines of text --------------------------------------------------------------------------------------------------


def _residue(text: str, date: DateMark) -> str:
    """Give what *text* says besides *date*, its label and its brackets."""
    before = text[: date.start].strip(_EDGES)
    while (match := _LABEL_WORDS.match(before)) is not None:
        before = before[match.end() :].strip(_EDGES)
    return before + text[date.end :].strip(_EDGES)


def _lead(index: int, line: Line, date: DateMark) -> Mark | None:
    """Read a line that begins with its date, or is nothing but its date."""
    if date.start > _EDGE or _residue(line.raw[: date.end], date):
        return None
    rest, source = _labelled(line.raw[date.end :])
    if not rest.strip(_EDGES):
        return Mark(index, Place.ALONE, date, source=source, firm=True)
    opened = bool(_BRACKET.search(line.raw[: date.start]))
    set_off = _SET_OFF.match(rest)
    text = rest[set_off.end() :] if set_off else rest
    if set_off is None and not source and not re.match(r"\s+[^a-zà-ÿ\s,;]", rest):
        return None
    if opened and set_off is None and not source:
        return None
    # Underscores and asterisks may still close what was opened before the date.
    text = re.sub(r"\A[*_]{1,3}[\s:]*(?=\S)", "", text) if line.raw[:1] in "*_" else text
    text = _unquoted(text) if set_off is not None and set_off[0] == "," else text
    return Mark(index, Place.LEAD, date, text, source, firm=bool(set_off or source)) if text.strip(_EDGES) else None


def _unquoted(cell: str) -> str:
    """Give what a cell of comma-separated values says."""
    if len(cell) > 1 and cell[0] == cell[-1] == '"':
        return cell[1:-1].replace('""', '"')
    return cell


def _labelled(rest: str) -> tuple[str, str]:
    """Take the publisher's label off the text after a date."""
    match = _SOURCE.match(rest[:_EDGE]) or _PUBLISHER.match(rest[:_EDGE])
    if match is None:
        return rest, ""
    return rest[match.end() :], squeeze(match["label"]).lower()


def _heading(index: int, line: Line, dates: Sequence[DateMark]) -> Mark | None:
    """Read a heading of rulings that says of which day they are: "Rulings as of 2024-02-02"."""
    if len(line.text) > _EDGE:
        return None
    for date in dates:
        before, after = without_date_words(squeeze(line.raw[: date.start])), squeeze(line.raw[date.end :]).strip(_EDGES)
        if not before and not after:
            return None
        heading: RulingsHeading | None = rulings_heading(before) if not after or publisher(after) else None
        if heading is None and not before.strip(_EDGES):
            heading = rulings_heading(after)
        if heading is not None:
            several = not _ONE.fullmatch(before.strip(_EDGES))
            return Mark(
                index, Place.ALONE, date, source=publisher(after), card=heading.name, heading=several, firm=True
            )
    return None


def _tail(index: int, line: Line, date: DateMark) -> Mark | None:
    """Read a line that ends with its date."""
    before, after = line.raw[: date.start], line.raw[date.end :]
    if len(after) > _EDGE:
        return None
    rest, source = _labelled(after)
    lead_in = _BEFORE_TAIL.search(before[-80:])
    if rest.strip(_EDGES) or lead_in is None:
        return None
    text = before[: len(before) - len(before[-80:]) + lead_in.start()] + _kept(lead_in[0])
    source = source or publisher(lead_in[0].strip("([ ,;:"))
    if not text.strip(_EDGES):
        return None
    firm = bool(_BRACKET.match(lead_in[0])) or lead_in[0][:1] in "–—|•·\t -"
    return Mark(index, Place.TAIL, date, text.rstrip(), source, firm=firm)


def _kept(lead_in: str) -> str:
    """Give the part of what stands before a date that is the end of the text: its full stop."""
    return lead_in.strip() if lead_in[:1] in '.!?)”"»’' else ""
