"""Lines whose breaks were lost: cut where an entry ends and the next begins."""

import re
from collections.abc import Iterator

from kb.text.dates import find_dates

_SHORTEST = 160
"""Characters of a line that may hold several entries."""
_RULER = re.compile(r"(?<!\S)(?:[-=*~_]\s?){4,}(?:[A-Z]\s(?:[-=*~_]\s?){4,})?")
_ENDS = r"[.!?)”\"»’'\]]"
_AFTER_TAG = re.compile(rf"(?<={_ENDS})\s?[\[(][^\[\]()]{{1,60}}[\])](?P<next>\s+)(?=[A-ZÀ-Þ\"“«+*{{(0-9])")
_ITEM = re.compile(rf"(?<={_ENDS}|:)\s+[•●■►➤▪]\s+(?=\S)")
_BEFORE_DATE = re.compile(rf"{_ENDS}\s+[\[(]?\Z")
_AFTER_DATE = re.compile(r"\s*[\])]?\s*[:–—|.-]?\s+[\"“«({A-ZÀ-Þ]")


def pieces_of(raw: str) -> list[str]:
    """Return the entries that a line holds, in order; the line itself where it holds one or none.

    It is cut at rulers within it, behind tags of author and date, before dates that begin a sentence, at marks of
    lists. The cells of a row stay together.
    """
    if "\t" in raw or (len(raw) < _SHORTEST and _RULER.search(raw) is None):
        return [raw]
    return [part.strip() for part in _parts(raw) if part.strip()] or [raw]


def _parts(raw: str) -> Iterator[str]:
    at = 0
    for start, end in _cuts(raw):
        if start >= at:
            yield raw[at:start]
            at = end
    yield raw[at:]


def _cuts(raw: str) -> list[tuple[int, int]]:
    """Return where *raw* is cut: the signs between two places belong to neither side."""
    rulers = [match.span() for match in _RULER.finditer(raw)]
    tags = [match.span("next") for match in _AFTER_TAG.finditer(raw) if find_dates(match[0])]
    items = [match.span() for match in _ITEM.finditer(raw)]
    dates = [(mark.start, mark.start) for mark in find_dates(raw) if _begins(raw, mark.start, mark.end)]
    several = (cuts for cuts in (items, dates) if len(cuts) > 1)
    return sorted([*rulers, *tags, *(cut for cuts in several for cut in cuts)])


def _begins(raw: str, start: int, end: int) -> bool:
    """Whether a date begins an entry: a sentence ends before it and one begins behind it."""
    before = _BEFORE_DATE.search(raw[max(0, start - 8) : start])
    return (start == 0 or before is not None) and _AFTER_DATE.match(raw[end : end + 12]) is not None
