"""Dates as people type them in a query: a year, a month or a day."""

import calendar
import re
from datetime import date

_PERIOD = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", re.ASCII)


def period(text: str) -> tuple[date, date] | None:
    """Return the first and last day of the year, month or day that *text* names; None when it names none.

    >>> period("2021-02")
    (datetime.date(2021, 2, 1), datetime.date(2021, 2, 28))
    >>> period("soon") is None
    True
    """
    found = _PERIOD.fullmatch(text.strip())
    if found is None:
        return None
    year, month, day = (int(part) if part else 0 for part in found.groups())
    try:
        first = date(year, month or 1, day or 1)
        last_day = day or calendar.monthrange(year, month or 12)[1]
        return first, date(year, month or 12, last_day)
    except ValueError:
        return None


def bounds(operator: str, text: str) -> tuple[date | None, date | None] | None:
    """Return the first and last date that `date` *operator* *text* allows; None when *text* is no date.

    >>> bounds(">", "2021")
    (datetime.date(2022, 1, 1), None)
    >>> bounds(":", "2019..2020-06")
    (datetime.date(2019, 1, 1), datetime.date(2020, 6, 30))
    """
    start, dots, end = text.partition("..")
    if dots and operator in ":=":
        since, until = period(start), period(end)
        return (since[0], until[1]) if since and until else None
    days = period(text)
    if days is None:
        return None
    first, last = days
    after = date.fromordinal(min(last.toordinal() + 1, date.max.toordinal()))
    before = date.fromordinal(max(first.toordinal() - 1, 1))
    return {">=": (first, None), ">": (after, None), "<=": (None, last), "<": (None, before)}.get(
        operator, (first, last)
    )
