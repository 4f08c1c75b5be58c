"""What to leave out of a query that finds nothing."""

from collections.abc import Iterator

from kb.search.engine.match import Matcher
from kb.search.query.model import ParsedQuery

MOST = 3
"""Ways offered."""


def looser(reading: ParsedQuery, matcher: Matcher) -> tuple[str, ...]:
    """Return which single parts of *reading* keep it from finding anything, and how much it finds without each."""
    offers = []
    for label, easier in _easier(reading):
        matched = matcher.match(easier)
        if count := len(matched.total) or len(matched.rules):
            offers.append(f"without {label}: {count} found")
    return tuple(dict.fromkeys(offers))[:MOST]


def _easier(reading: ParsedQuery) -> Iterator[tuple[str, ParsedQuery]]:
    for place, wanted in enumerate(reading.filters):
        yield wanted.label, reading._replace(filters=reading.filters[:place] + reading.filters[place + 1 :])
    if reading.since or reading.until:
        yield "the dates", reading._replace(since=None, until=None)
    for place, unit in enumerate(reading.units):
        if unit.required or unit.negated:
            others = reading.units[:place] + reading.units[place + 1 :]
            yield f"{'-' if unit.negated else ''}{unit.label}", reading._replace(units=others)
    if not reading.rulings:
        yield "is:rule", reading._replace(rulings=True)
