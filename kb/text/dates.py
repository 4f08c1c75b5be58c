"""Dates as ruling files print them: where they stand in a line, and which days they can mean.

A date is found in whatever form it is printed; `nn/nn/yyyy` keeps both of its readings until `order_of` has settled,
for the whole document, which of them is meant.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache

from kb.text.folding import strip_accents, word_set


class DateForm(StrEnum):
    """The three kinds of printed date."""

    ISO = "yyyy-mm-dd"
    NUMERIC = "nn/nn/yyyy"
    NAMED = "day month year"


class DateOrder(StrEnum):
    """How `nn/nn/yyyy` is to be read."""

    DAY_FIRST = "day first"
    MONTH_FIRST = "month first"
    UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class DateMark:
    """A date printed in a line."""

    start: int
    """Where it begins in the line, weekday and article included."""
    end: int
    printed: str
    form: DateForm
    year: int
    first: int
    """Of a numeric date the field printed first; else the day."""
    second: int
    """Of a numeric date the field printed second; else the month."""
    separator: str = ""
    """Of a numeric date the sign between its fields."""

    @property
    def padded(self) -> bool:
        """Whether a field below ten is printed with a zero before it."""
        return re.search(r"(?<![0-9])0[0-9](?![0-9])", self.printed) is not None

    @property
    def unpadded(self) -> bool:
        """Whether a field below ten is printed without a zero before it."""
        return re.search(r"(?<![0-9])[1-9](?![0-9])", self.printed) is not None


_MONTH_NAMES = """
january jan janvier janv janeiro januar janner enero ene gennaio gen
february feb fevrier fevr fev fevereiro februar febrero febbraio
march mar mars marco marz maerz mrz marzo
april apr avril avr abril abr aprile
may mai maio mayo maggio mag
june jun juin junho juni junio giugno giu
july jul juillet juil julho juli julio luglio lug
august aug aout agosto ago
september sep sept septembre setembro set septiembre setiembre settembre
october oct octobre outubro out oktober okt octubre ottobre ott
november nov novembre novembro noviembre
december dec decembre dezembro dez dezember diciembre dic dicembre
"""
_MONTHS = {
    name: number for number, names in enumerate(_MONTH_NAMES.strip().splitlines(), start=1) for name in names.split()
}
_FRENCH_MONTHS = word_set(
    """
    janvier janv fevrier fevr mars avril avr mai juin juillet juil aout septembre octobre novembre decembre
    """
)

_SPACE = r"\s{1,4}"
_WORD = "((?:[^\\W\\d_][\u0300-\u036f]*){3,11})"
_WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|lun(?:di)?|mar(?:di)?|mer(?:credi)?|jeu(?:di)?|ven(?:dredi)?|sam(?:edi)?|dim(?:anche)?"
    r"|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
    r"|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|sábado|domingo)\.?,?"
)
_PREFIX = re.compile(
    rf"(?<![^\W\d_])(?:(?:le|on|am|em|el|du){_SPACE}(?:{_WEEKDAY}{_SPACE})?|{_WEEKDAY}{_SPACE})\Z", re.IGNORECASE
)
_PREFIX_REACH = 24
_TIME = (
    r"(?:(?:T|,?\s)[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?"
    r"(?:\s?(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?)?"
)
_DASHES = "-\u2010\u2011\u2012\u2013"

_ISO = (
    rf"(?P<iso>(?<![\w/.-])([12][0-9]{{3}})(?P<s1>[{_DASHES}/.])([0-9]{{1,2}})(?P=s1)([0-9]{{1,2}})"
    rf"{_TIME}(?![\w/-]|\.[0-9]))"
)
_NUMERIC = (
    rf"(?P<num>(?<![\w/.+-])([0-9]{{1,2}})\s?(?P<s2>[{_DASHES}/.])\s?([0-9]{{1,2}})\s?(?P=s2)\s?([12][0-9]{{3}}){_TIME}"
    r"(?![\w/]|[.-][0-9]))"
)
_SHORT = r"(?P<short>(?<![\w/.+-])([0-9]{1,2})(?P<s3>[/.])([0-9]{2}|(?<=/)[0-9])(?P=s3)([0-9]{2})(?![\w/]|[.-][0-9]))"
_DAY_FIRST = (
    rf"(?P<dmy>(?<![\w/.+-])([0-9]{{1,2}})(?:\s?(?:er|re|st|nd|rd|th|º|ª|°))?\.?(?:{_SPACE}|-)"
    rf"(?:(?:of|de|d'){_SPACE})?{_WORD}\.?,?(?:{_SPACE}|-)(?:(?:de|del){_SPACE})?([12][0-9]{{3}}){_TIME}(?![\w-]))"
)
_MONTH_FIRST = (
    rf"(?P<mdy>(?<![^\W\d_]){_WORD}\.?(?:{_SPACE}|-)(?:the\s)?([0-9]{{1,2}})(?:st|nd|rd|th)?"
    rf"(?:,|{_SPACE}|,{_SPACE}|-)([12][0-9]{{3}}){_TIME}(?![\w-]))"
)
_YEAR_FIRST = rf"(?P<ymd>(?<![\w/.-])([12][0-9]{{3}})(?:{_SPACE}|-){_WORD}\.?(?:{_SPACE}|-)([0-9]{{1,2}})(?![\w-]))"
_SHORT_NAMED = r"(?P<dmy2>(?<![\w/.+-])([0-9]{1,2})[- ]([^\W\d_]{3,5})\.?[- ]'?([0-9]{2})(?![\w/:-]|\.[0-9]))"
_DATE = re.compile(
    f"{_ISO}|{_NUMERIC}|{_SHORT}|{_SHORT_NAMED}|{_DAY_FIRST}|{_MONTH_FIRST}|{_YEAR_FIRST}", re.IGNORECASE
)
_YEAR = re.compile(
    r"(?<![0-9])(?:199[0-9]|2[01][0-9]{2})(?![0-9])"
    r"|(?<=[0-9]\s[^\W\d_]{3}\s)'?[0-9]{2}(?![0-9:/.-])"
    r"|(?:(?<=[0-9][/.])|(?<=[^\W\d_]-)|(?<=[^\W\d_]\.-))[0-9]{2}(?![0-9/.-])"
)
_MONTH_LEADS = re.compile(rf"[\W_]{{0,4}}{_WORD}\.?{_SPACE}([12][0-9]{{3}})(?![\w-])")
_REACH = 48
"""More characters than any date has on either side of its year."""
_YEARS = range(1990, 2200)
_CENTURY_TURN = 90


@lru_cache(maxsize=4096)
def find_dates(line: str) -> tuple[DateMark, ...]:
    """List the dates printed in *line*, in order, whether or not the calendar has such a day.

    >>> [mark.printed for mark in find_dates("le 1er févr. 2007, then 2/1/2007; not 4/4 or April 2018")]
    ['le 1er févr. 2007', '2/1/2007']
    """
    if _YEAR.search(line) is None:
        return ()
    marks: list[DateMark] = []
    for start, end in _windows(line):
        at = max(start, marks[-1].end) if marks else start
        while (match := _DATE.search(line, at, end)) is not None:
            mark = _mark(match)
            if mark is not None:
                marks.append(mark)
            at = match.end() if mark is not None else max(match.start() + 1, match.end() - 4)
    return tuple(marks)


def _windows(line: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of *line* in which a date can lie: the surroundings of each year, overlapping by one year."""
    anchors = [match.span() for match in _YEAR.finditer(line)]
    for before, (start, end), after in zip([(0, 0), *anchors], anchors, [*anchors[1:], (len(line), 0)], strict=False):
        yield max(start - _REACH, before[0]), min(end + _REACH, after[0])


def _mark(match: re.Match[str]) -> DateMark | None:
    form, year, first, second, separator = _fields(match)
    if year not in _YEARS or not second:
        return None
    line, start = match.string, match.start()
    if form is DateForm.NAMED:
        prefix = _PREFIX.search(line, max(0, start - _PREFIX_REACH), start)
        start = prefix.start() if prefix else start
    return DateMark(start, match.end(), line[start : match.end()], form, year, first, second, separator)


def _fields(match: re.Match[str]) -> tuple[DateForm, int, int, int, str]:
    """Return form, year, first, second and separator; a second field of 0 says that this is no date."""
    fields = [group for group in match.groups() if group is not None][1:]
    match match.lastgroup:
        case "iso":
            year, _, month, day = fields
            return DateForm.ISO, int(year), int(day), int(month), ""
        case "num":
            first, separator, second, year = fields
            return DateForm.NUMERIC, int(year), int(first), int(second), separator
        case "short":
            first, separator, second, short = fields
            return DateForm.NUMERIC, _full_year(short), int(first), int(second), separator
        case "dmy2":
            day, name, short = fields
            return DateForm.NAMED, _full_year(short), int(day), _MONTHS.get(_plain(name), 0), ""
        case "dmy":
            day, name, year = fields
        case "mdy":
            name, day, year = fields
        case _:
            year, name, day = fields
    return DateForm.NAMED, int(year), int(day), _MONTHS.get(_plain(name), 0), ""


def _full_year(short: str) -> int:
    return int(short) + (1900 if int(short) >= _CENTURY_TURN else 2000)


def leading_month(line: str) -> DateMark | None:
    """Return the month and year that *line* begins with, a date without its day; None when it does not.

    >>> mark = leading_month("September 2006: It resolves first.")
    >>> mark.printed, readings(mark)
    ('September 2006', ())
    """
    match = _MONTH_LEADS.match(line)
    month = _MONTHS.get(_plain(match[1]), 0) if match else 0
    if match is None or not month or int(match[2]) not in _YEARS:
        return None
    return DateMark(match.start(1), match.end(), match[0][match.start(1) :], DateForm.NAMED, int(match[2]), 0, month)


def _plain(name: str) -> str:
    return strip_accents(name).casefold()


def speaks_french(mark: DateMark) -> bool:
    """Whether *mark* is a date in French words, which no other language writes so."""
    return mark.form is DateForm.NAMED and any(_plain(word) in _FRENCH_MONTHS for word in _words(mark))


def _words(mark: DateMark) -> list[str]:
    return re.findall("(?:[^\\W\\d_][\u0300-\u036f]*)+", mark.printed)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def readings(mark: DateMark, order: DateOrder = DateOrder.UNSETTLED) -> tuple[date, ...]:
    """Return the days that *mark* can mean, earliest first: none, one or two.

    >>> mark, = find_dates("03/05/2011")
    >>> [str(day) for day in readings(mark)], [str(day) for day in readings(mark, DateOrder.DAY_FIRST)]
    (['2011-03-05', '2011-05-03'], ['2011-05-03'])
    """
    day_first = _day(mark.year, mark.second, mark.first)
    if mark.form is not DateForm.NUMERIC:
        return (day_first,) if day_first else ()
    month_first = _day(mark.year, mark.first, mark.second)
    wanted = {
        DateOrder.DAY_FIRST: {day_first},
        DateOrder.MONTH_FIRST: {month_first},
        DateOrder.UNSETTLED: {day_first, month_first},
    }[order]
    return tuple(sorted(day for day in wanted if day is not None))


class DateFrame(StrEnum):
    """What surrounds the dates of a document says about the country it is written for."""

    DAY_FIRST = "a frame that writes the day first"
    ENGLISH = "an English frame"
    OPEN = "no telling frame"


def order_of(marks: Iterable[DateMark], frame: DateFrame) -> DateOrder:
    """Settle how the numeric dates of one document are to be read, on the document's own evidence.

    In this order: a field over 12 in a day that exists, where all such agree; dots between the fields, or a frame that
    writes the day first; fields never padded with zeros in an English frame. Without such evidence: unsettled.
    """
    numeric = [mark for mark in marks if mark.form is DateForm.NUMERIC]
    firsts = {day_first for mark in numeric if (day_first := _decided(mark)) is not None}
    if len(firsts) == 1:
        return DateOrder.DAY_FIRST if firsts.pop() else DateOrder.MONTH_FIRST
    if firsts or not numeric:
        return DateOrder.UNSETTLED
    if frame is DateFrame.DAY_FIRST or all(mark.separator == "." for mark in numeric):
        return DateOrder.DAY_FIRST
    unpadded = any(mark.unpadded for mark in numeric) and not any(mark.padded for mark in numeric)
    return DateOrder.MONTH_FIRST if unpadded and frame is DateFrame.ENGLISH else DateOrder.UNSETTLED


def _decided(mark: DateMark) -> bool | None:
    """Whether *mark* by itself can only be read day first (True) or month first (False)."""
    if mark.first == mark.second:
        return None
    day_first, month_first = readings(mark, DateOrder.DAY_FIRST), readings(mark, DateOrder.MONTH_FIRST)
    return bool(day_first) if bool(day_first) != bool(month_first) else None
