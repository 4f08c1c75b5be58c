"""Dates as pages write them, and whether a reader can tell day from month."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

_ENGLISH = (
    (
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
)  # fmt: skip
_FRENCH = (
    (
        "janvier", "février", "mars", "avril", "mai", "juin",
        "juillet", "août", "septembre", "octobre", "novembre", "décembre",
    ),
    ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
)  # fmt: skip
_FRENCH_SHORT = ("janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.")
_FIRST = date(1994, 3, 1)
_LAST = date(2021, 11, 30)


@dataclass(frozen=True, slots=True)
class Form:
    """A way of writing dates."""

    name: str
    write: Callable[[date], str]
    decided: Callable[[Sequence[date]], bool] = lambda _: True
    """Whether dates in this form can be read in one way only, given all dates of the page."""


def forms(page: str, rulings: Sequence[str]) -> tuple[Form, ...]:
    """Return the forms for a page in the language *page* with rulings in the languages *rulings*."""
    if page == "en":
        return (*_ANY, *_EN) if set(rulings) == {"en"} else (*_ANY, LONG["en"])
    return (*_ANY, *_FR, _slashed(french=set(rulings) == {"fr"}))


def days(random: Random, count: int, form: Form, *, repeats: float = 0.5) -> list[date]:
    """Return *count* dates that *form* writes without ambiguity, in an order in which pages list them."""
    while True:
        found = [_day(random)]
        while len(found) < count:
            found.append(found[-1] if random.random() < repeats else _day(random))
        if form.decided(found):
            return _ordered(random, found)


def ambiguous_days(random: Random, count: int) -> list[date]:
    """Return distinct dates whose day and month can be taken for each other."""
    found: set[date] = set()
    while len(found) < count:
        day = _day(random)
        if day.day <= 12 and day.day != day.month and swapped(day) not in found:
            found.add(day)
    return _ordered(random, sorted(found))


def swapped(day: date) -> date:
    """Return *day* with day and month swapped."""
    return day.replace(month=day.day, day=day.month)


def _day(random: Random) -> date:
    return _FIRST + timedelta(days=random.randrange((_LAST - _FIRST).days))


def _ordered(random: Random, found: list[date]) -> list[date]:
    order = random.choice(("old first", "new first", "none"))
    return found if order == "none" else sorted(found, reverse=order == "new first")


# --- forms ----------------------------------------------------------------------------------------------------------


def _settled(found: Sequence[date]) -> bool:
    return any(day.day > 12 for day in found)


def _visibly_unpadded(found: Sequence[date]) -> bool:
    return _settled(found) or any(day.day < 10 or day.month < 10 for day in found)


def _recent_or_old(found: Sequence[date]) -> bool:
    """Return whether years of two digits cannot be taken for days, and a day over 12 settles the order."""
    return _settled(found) and all(day.year < 2000 or day.year > 2012 for day in found)


def _slashed(*, french: bool) -> Form:
    return Form("dd/mm/yyyy", lambda day: f"{day:%d/%m/%Y}", (lambda _: True) if french else _settled)


def _english(pattern: str, *, short: bool = False) -> Callable[[date], str]:
    def write(day: date) -> str:
        months, weekdays = _ENGLISH
        month = months[day.month - 1][: 3 if short else None]
        suffix = "th" if day.day in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
        return pattern.format(d=day.day, m=month, y=day.year, w=weekdays[day.weekday()], th=suffix)

    return write


def _french(pattern: str, *, short: bool = False) -> Callable[[date], str]:
    def write(day: date) -> str:
        months, weekdays = _FRENCH
        month = (_FRENCH_SHORT if short else months)[day.month - 1]
        number = "1er" if day.day == 1 else day.day
        return pattern.format(d=number, m=month, y=day.year, w=weekdays[day.weekday()])

    return write


ISO = Form("iso", lambda day: day.isoformat())
LONG = {"en": Form("words", _english("{m} {d}, {y}")), "fr": Form("words", _french("{d} {m} {y}"))}
"""Forms that anybody can read, for dates that are not those of rulings."""
PADDED = Form("padded", lambda day: f"{day:%m/%d/%Y}", _settled)

_ANY = (ISO, ISO, Form("yyyy/mm/dd", lambda day: f"{day:%Y/%m/%d}"), Form("dotted", lambda day: f"{day:%Y.%m.%d}"))
_EN = (
    Form("m/d/yyyy", lambda day: f"{day.month}/{day.day}/{day.year}", _visibly_unpadded),
    Form("m/d/yyyy", lambda day: f"{day.month}/{day.day}/{day.year}", _visibly_unpadded),
    PADDED,
    Form("mm/dd/yy", lambda day: f"{day:%m/%d/%y}", _recent_or_old),
    Form("dd/mm/yyyy", lambda day: f"{day:%d/%m/%Y}", _settled),
    LONG["en"],
    Form("short words", _english("{m} {d} {y}", short=True)),
    Form("short words", _english("{m} {d}, {y}", short=True)),
    Form("d-mon-yyyy", _english("{d:02}-{m}-{y}", short=True)),
    Form("d month yyyy", _english("{d} {m} {y}")),
    Form("weekday", _english("{w}, {m} {d}, {y}")),
    Form("ordinal", _english("{m} {d}{th}, {y}")),
)
_FR = (
    LONG["fr"],
    LONG["fr"],
    Form("short words", _french("{d} {m} {y}", short=True)),
    Form("weekday", _french("{w} {d} {m} {y}")),
    Form("le", _french("le {d} {m} {y}")),
)
