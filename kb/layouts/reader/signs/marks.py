"""Where dates stand in the lines of a page: alone, before a text, behind it, in a cell of a table."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from kb.layouts.reader.lines.page_lines import Line
from kb.layouts.reader.signs.headings import RulingsHeading, rulings_heading, without_date_words
from kb.layouts.reader.signs.mark import (
    EDGE,
    PUBLISHED,
    PUBLISHERS,
    Mark,
    MarkPlace,
    bare,
    labelled,
    publisher,
    residue,
)
from kb.layouts.reader.signs.names import can_be_name, tidy
from kb.layouts.reader.signs.words import is_footer, is_mail, is_notice
from kb.text.dates import DateMark, find_dates, leading_month
from kb.text.folding import fold, squeeze

_SIGN = r"[^\w\s\"“”«»'‘’(){}\[\]+.,;!?…]"
"""A sign that may part a date from its text."""
_SET_OFF = re.compile(
    rf"\s*(?:[)\]]\s*(?:[:.]|{_SIGN}{{1,3}}(?=\s))?|{_SIGN}{{1,3}}(?=\s)|[:;](?=\S)|[;.](?=\s)|,\s?(?=[\"“A-ZÀ-Þ{{])|\t)\s*"
)
_AUTHOR = r"[A-ZÀ-Þ][\w'’.&-]{0,20}(?:\s[A-ZÀ-Þ][\w'’.&-]{0,20}){0,3}"
_SIGNED = rf"{_AUTHOR}\s"
"""Who made a ruling, as old lists have it: "[Rules Team 2006/09/25]"."""
_BEFORE_TAIL = re.compile(
    r"[(\[]\s*(?:[^()\[\]]{0,30}[,;:]\s*|(?:ruling|date|du|le|from|of|added)\s*:?\s*)?\Z"
    rf"|(?P<sign>(?:\s|(?<=[.!?)”\"»’]))(?:{_SIGN}{{1,3}}|\t)\s*)\Z"
    rf"|[.!?)”\"»’]\s*\Z|[(\[]\s*(?-i:{_SIGNED})\Z|[.!?)”\"»’]\s+(?:{PUBLISHERS})[\s,·•–—-]{{0,5}}\Z"
    r"|[.!?)”\"»’]\s+(?:ruling|decision|décision|précision|clarification)s?\s(?:of|from|du|de|le)?\s?\Z",
    re.IGNORECASE,
)
_SIGNED_ONLY = re.compile(rf"[(\[]\s*{_AUTHOR}")
_ONE = re.compile(r"ruling|décision|decision|clarification|note|rule", re.IGNORECASE)
_ENDS = re.compile(r"[.!?)”\"»]\Z")
_BRACKETED = re.compile(r"[(\[]\s*\Z")
_CLOSED = re.compile(r"\s*[)\]]\s*[:–—-]")
_BEGUN = re.compile(r"\s+[^a-zà-ÿ\s,;]")
_WEEKDAY = re.compile(
    r"\A\s?(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim)[a-z]{0,6}\.?(?=\s?[\])])", re.IGNORECASE
)
_AMOUNT = re.compile(r"[$€£]\s?[0-9]|[0-9]\s?[€£]")
_LONGEST_BESIDE = 100
_RECURS = 2
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_BETWEEN = frozenset({"", "to", "until", "and", "from", "au", "à", "du", "et"})
_BRACKET = re.compile(r"[(\[]")


def marks_of(lines: Sequence[Line]) -> tuple[Mark, ...]:
    """List the dates of *lines* that can date rulings, one a line at most; footers, notices and letters have none."""
    recurring = _recurring(lines)
    marks = (_mark(index, line) or _among_recurring(index, line, recurring) for index, line in enumerate(lines))
    return tuple(mark for mark in marks if mark is not None and not _in_letter(lines, mark.index))


def _recurring(lines: Sequence[Line]) -> Counter[str]:
    """Count what stands beside dates on their lines, numbers aside: what comes again and again is part of the page."""
    return Counter(beside for line in lines if (beside := _beside(line)))


def _beside(line: Line) -> str:
    """Return what a short line says besides the date in it, numbers left out; "" where it has none or says more."""
    dates = find_dates(line.raw) if len(line.raw) <= _LONGEST_BESIDE else ()
    if len(dates) != 1 or line.text.endswith((".", "!", "?")):
        return ""
    before, after = line.raw[: dates[0].start], line.raw[dates[0].end :]
    return squeeze(_NUMBER.sub("0", f"{before} … {after}"))


def _among_recurring(index: int, line: Line, recurring: Counter[str]) -> Mark | None:
    """Read a line that is a date among what the page repeats beside each date: "2/1/2008 · 14 found this useful"."""
    odd = line.role in {"title", "navigation", "footer", "field"} or _AMOUNT.search(line.raw) is not None
    if odd or recurring[_beside(line)] < _RECURS:
        return None
    return Mark(index, MarkPlace.ALONE, find_dates(line.raw)[0], firm=True)


def mark_of(line: Line) -> Mark | None:
    """Return the date of one line that stands alone, as the string of a program does."""
    return _mark(0, line)


def _in_letter(lines: Sequence[Line], index: int) -> bool:
    """Whether the line at *index* is the date among the headers of a letter."""
    if not lines[index].text.lower().startswith("date"):
        return False
    return any(is_mail(line.text) for line in (*lines[max(0, index - 1) : index], *lines[index + 1 : index + 2]))


def _mark(index: int, line: Line) -> Mark | None:
    if line.role in {"title", "navigation", "footer", "field"}:
        return None
    dates = _at_ends(line.raw) or _month_only(line)
    if not dates or _is_range(line.raw, dates):
        return None
    found = _heading(index, line, dates) or _lead(index, line, dates[0]) or _tail(index, line, dates[-1])
    if found is None or _AMOUNT.search(line.raw) or is_footer(line.text) or is_mail(line.text) or is_notice(line.text):
        return None
    return found


def _month_only(line: Line) -> tuple[DateMark, ...]:
    """Read "September 2006: …", which dates a text without saying the day."""
    found = leading_month(line.raw[:EDGE])
    if found is None or not _SET_OFF.match(line.raw[found.end :]) or not _ENDS.search(line.text):
        return ()
    return (found,)


def _is_range(raw: str, dates: Sequence[DateMark]) -> bool:
    """Whether a line is nothing but dates: the days between which something was, or a row of a calendar."""
    if len(dates) < 2 or "\t" in raw:
        return False
    between = [raw[: dates[0].start], raw[dates[-1].end :]]
    between += (raw[before.end : after.start] for before, after in pairwise(dates))
    return all(bare(part) in _BETWEEN for part in between)


def _at_ends(raw: str) -> tuple[DateMark, ...]:
    """List the dates near either end of a line."""
    if len(raw) <= 2 * EDGE:
        return find_dates(raw)
    offset = len(raw) - EDGE
    last = (replace(date, start=date.start + offset, end=date.end + offset) for date in find_dates(raw[offset:]))
    return (*find_dates(raw[:EDGE]), *last)


# --- lines of text --------------------------------------------------------------------------------------------------


def _lead(index: int, line: Line, date: DateMark) -> Mark | None:
    """Read a line that begins with its date, or is nothing but its date."""
    if date.start > EDGE:
        return None
    before = residue(line.raw[: date.end], date)
    card = tidy(before) if before and _BRACKETED.search(line.raw[: date.start]) else ""
    if before and not can_be_name(card):
        return None
    rest, source = labelled(_WEEKDAY.sub("", line.raw[date.end :], count=1))
    published = PUBLISHED.match(bare(line.raw[: date.start]))
    source = source or (squeeze(published["label"]).lower() if published else "")
    if card and not _CLOSED.match(rest):
        return None
    if not bare(rest):
        return Mark(index, MarkPlace.ALONE, date, source=source, firm=True)
    opened = bool(_BRACKET.search(line.raw[: date.start]))
    set_off = _SET_OFF.match(rest)
    text = rest[set_off.end() :] if set_off else rest
    if set_off is None and not source and not _BEGUN.match(rest):
        return None
    if opened and set_off is None and not source:
        return None
    # Underscores and asterisks may still close what was opened before the date.
    text = re.sub(r"\A[*_]{1,3}[\s:]*(?=\S)", "", text) if line.raw[:1] in "*_" else text
    text = _unquoted(text) if set_off is not None and set_off[0] == "," else text
    if not bare(text):
        return None
    return Mark(index, MarkPlace.LEAD, date, text, source, card, firm=bool(set_off or source))


def _unquoted(cell: str) -> str:
    """Return what a cell of comma-separated values says."""
    if len(cell) > 1 and cell[0] == cell[-1] == '"':
        return cell[1:-1].replace('""', '"')
    return cell


def _heading(index: int, line: Line, dates: Sequence[DateMark]) -> Mark | None:
    """Read a heading of rulings that says of which day they are: "Rulings as of 2024-02-02"."""
    if len(line.text) > EDGE:
        return None
    for date in dates:
        before, after = without_date_words(squeeze(line.raw[: date.start])), bare(squeeze(line.raw[date.end :]))
        if not before and not after:
            return None
        heading: RulingsHeading | None = rulings_heading(before) if not after or publisher(after) else None
        if heading is None and not bare(before):
            heading = rulings_heading(after)
        if heading is not None:
            several = not _ONE.fullmatch(bare(before))
            return Mark(
                index, MarkPlace.ALONE, date, source=publisher(after), card=heading.name, heading=several, firm=True
            )
    return None


def _tail(index: int, line: Line, date: DateMark) -> Mark | None:
    """Read a line that ends with its date."""
    before, after = line.raw[: date.start], line.raw[date.end :]
    if len(after) > EDGE:
        return None
    rest, source = labelled(after)
    lead_in = _BEFORE_TAIL.search(before[-80:])
    if bare(rest) or lead_in is None:
        return None
    text = before[: len(before) - len(before[-80:]) + lead_in.start()] + _kept(lead_in[0])
    source = source or publisher(bare(lead_in[0]))
    if not bare(text):
        signed = _SIGNED_ONLY.fullmatch(lead_in[0].strip())
        return (
            Mark(index, MarkPlace.ALONE, date, source=source or fold(bare(lead_in[0])), firm=True) if signed else None
        )
    firm = bool(_BRACKET.match(lead_in[0])) or lead_in["sign"] is not None
    return Mark(index, MarkPlace.TAIL, date, text.rstrip(), source, firm=firm)


def _kept(lead_in: str) -> str:
    """Return the part of what stands before a date that is the end of the text: its full stop."""
    return lead_in[:1] if lead_in[:1] in '.!?)”"»’' else ""
