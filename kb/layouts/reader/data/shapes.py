"""The groups of a file made plain: wrapped values, dates in parts, data within texts, texts that hold several."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from html import unescape
from itertools import pairwise

from kb.layouts.reader.data.dates import date_of
from kb.layouts.reader.lines.page_lines import Line
from kb.layouts.reader.signs.mark import MarkPlace
from kb.layouts.reader.signs.marks import mark_of
from kb.layouts.reader.syntax.groups import DataGroup, Scalar, Value
from kb.layouts.reader.syntax.literals import groups_of
from kb.read.html import lines_of_page
from kb.text.folding import squeeze

_DEEPEST = 60
_DATA = re.compile(r"[\[{]\s*(?:[\[{]\s*)?\"[^\"]{0,80}\"\s*[:,]")
"""How data begin that a program keeps as a text."""
_BULLET = re.compile(r"\s*(?:[*•·-]|[0-9]{1,2}[.)]|<li>)\s+(?=\S)")
_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|span|a|p|br|li|ul|ol|div|small|sup|sub|tt|code|abbr|font|cite|mark|h[1-6]|img|blockquote)"
    r"(?=[\s/>])[^<>]{0,500}>",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,10}|#[0-9]{1,6}|#x[0-9a-fA-F]{1,6});")
_BARS = re.compile(r"\s?(?:\|{1,2}|::|\t|[#@](?=[0-9]))\s?")
_MOST_BARS = 6
_LONGEST_BARRED = 120
_DATE_PARTS = 3
_YEARS = range(1993, 2100)
_PART_NAMES = (
    dict.fromkeys(("y", "yr", "year", "a", "an", "annee", "année"), "year")
    | dict.fromkeys(("m", "mo", "month", "mois"), "month")
    | dict.fromkeys(("d", "day", "j", "jour"), "day")
)


def plain(group: DataGroup) -> DataGroup:
    """Return *group* with its values as a reader takes them.

    A text stands in place of a group that holds one text and nothing else: so are wrapped the values of typed data,
    `{"at": {"string": "…"}}`, and the texts of elements, `<at>…</at>`. `2004, 10, 4` is a date. A text that is data
    is the group that it holds, and `name|2004-10-04` is two. A text of several lines is cut where dates begin, and
    items. A text that is HTML is what a page shows.
    """
    return _plain(group, 0)


def _plain(group: DataGroup, depth: int, first_month: int = 1) -> DataGroup:
    items: list[tuple[str, Value]] = []
    made = False
    for key, value in _dated(group.items, first_month):
        # JavaScript counts the months of `new Date(2004, 9, 4)` from 0.
        first = 0 if made and isinstance(value, DataGroup) and value.name == "Date" else 1
        made = isinstance(value, Scalar) and not value.quoted and value.text == "new"
        inner = _plain(value, depth + 1, first) if isinstance(value, DataGroup) and depth < _DEEPEST else value
        name, inner = _unwrapped(key, inner)
        items += ((name, each) for each in _told(name, inner, depth))
    return DataGroup(group.name, items, group.bracket)


def _dated(items: Sequence[tuple[str, Value]], first_month: int) -> Iterator[tuple[str, Value]]:
    """Yield *items*, a date in place of its year, month and day; *first_month* is the number of January."""
    place = 0
    while place < len(items):
        day = _day(items[place : place + _DATE_PARTS], first_month)
        if day is None:
            yield items[place]
            place += 1
        else:
            first = items[place][1]
            yield _date_key(items[place][0]), Scalar(day, first.first, first.last, quoted=False)  # type: ignore[union-attr]
            place += _DATE_PARTS


def _date_key(key: str) -> str:
    """Return the name of the field of a date whose first part is called *key*."""
    return "" if key.casefold() in _PART_NAMES else key


def _day(items: Sequence[tuple[str, Value]], first_month: int) -> str | None:
    """Return the day that three *items* are the parts of, by their names or in the order year, month, day."""
    parts = [
        (_PART_NAMES.get(key.casefold(), ""), int(value.text))
        for key, value in items
        if isinstance(value, Scalar) and re.fullmatch("[0-9]{1,4}", value.text)
    ]
    if len(parts) < _DATE_PARTS:
        return None
    named = dict(parts)
    year, month, day = (named.get(part, 0) for part in ("year", "month", "day"))
    if len(named) < _DATE_PARTS:
        if any(key for key, _ in items[1:]):
            return None
        year, month, day = (number for _, number in parts)
    try:
        return date(year, month + 1 - first_month, day).isoformat() if year in _YEARS else None
    except ValueError:
        return None


def _unwrapped(key: str, value: Value) -> tuple[str, Value]:
    if isinstance(value, Scalar) or len(value.items) != 1:
        return key, value
    (inner_key, inner), is_element = value.items[0], value.bracket == "<"
    if not isinstance(inner, Scalar) or date_of(inner_key) is not None:
        return key, value
    if is_element and not inner_key and not key:
        return value.name, inner
    is_date = not inner.quoted and date_of(inner.text) is not None
    return (key, inner) if (key and inner_key) or is_date else (key, value)


def _told(key: str, value: Value, depth: int) -> Iterator[Value]:
    """Yield what a value holds: data for a text that is data, several texts for one that is cut."""
    if isinstance(value, DataGroup):
        yield value
    elif parts := _barred(value):
        yield from parts
    elif not value.quoted:
        yield value
    elif _DATA.match(value.text) and depth < _DEEPEST:
        inner = groups_of(value.text)
        yield _plain(_moved(DataGroup(key, inner.items), value), depth + 1)
    else:
        yield from pieces_of(_shown(value))


def _barred(scalar: Scalar) -> list[Scalar]:
    """Return the parts of a text that bars make of it, if one of them is a date: `name|ruling|2004-10-04`."""
    parts = _BARS.split(scalar.text) if len(scalar.text) <= _LONGEST_BARRED else []
    if not 1 < len(parts) <= _MOST_BARS or not any(map(date_of, parts)):
        return []
    return [
        Scalar(part, scalar.first, scalar.last, quoted=any(sign.isalpha() for sign in part)) for part in parts if part
    ]


def _shown(scalar: Scalar) -> Scalar:
    """Return what a text with tags or entities of HTML shows."""
    if _TAG.search(scalar.text):
        raw = "\n".join(lines_of_page(scalar.raw or scalar.text).lines)
    elif _ENTITY.search(scalar.text):
        raw = unescape(scalar.raw or scalar.text)
    else:
        return scalar
    return Scalar(squeeze(raw), scalar.first, scalar.last, scalar.quoted, raw)


def _moved(group: DataGroup, into: Scalar) -> DataGroup:
    """Return *group*, which was read from the text *into*, with the lines of that text."""
    items = [
        (
            key,
            _moved(value, into)
            if isinstance(value, DataGroup)
            else Scalar(value.text, into.first, into.last, value.quoted),
        )
        for key, value in group.items
    ]
    return DataGroup(group.name, items, group.bracket)


def pieces_of(scalar: Scalar) -> Iterator[Scalar]:
    """Yield the texts that a text of several lines holds: dated ones, the items of a list."""
    lines = scalar.raw.split("\n") if "\n" in scalar.raw.strip() else []
    items = sum(_BULLET.match(line) is not None for line in lines) > 1
    starts = [place for place, line in enumerate(lines) if _begins(line) or (items and _BULLET.match(line))]
    if not starts:
        yield scalar
        return
    bounds = [0, *starts, len(lines)]
    # The line ends of the text may be no lines of the file: in a program they are printed as `\\n`.
    own_lines = scalar.raw.rstrip().count("\n") <= scalar.last - scalar.first
    for start, end in pairwise(bounds):
        text = squeeze(" ".join(_BULLET.sub("", line, count=1) for line in lines[start:end]))
        if text:
            last = end - 1
            while last > start and not lines[last].strip():
                last -= 1
            if own_lines:
                yield Scalar(text, scalar.first + start, min(scalar.first + last, scalar.last), scalar.quoted)
            else:
                yield Scalar(text, scalar.first, scalar.last, scalar.quoted)


def _begins(line: str) -> bool:
    text = _BULLET.sub("", line, count=1).strip()
    mark = mark_of(Line(1, text, text)) if text else None
    return mark is not None and mark.place in {MarkPlace.LEAD, MarkPlace.ALONE} and mark.firm
