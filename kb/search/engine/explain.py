"""How a query was read and why a hit stands where it does, in lines for a person."""

from collections.abc import Iterable

from kb.search.engine.match import Matched
from kb.search.query.model import ParsedQuery


def explain_reading(reading: ParsedQuery, matched: Matched) -> tuple[str, ...]:
    """Return how the query was read: a line for each part, with how many rulings have it and how much it says."""
    lines = ["typed in French: English words that say the same are looked for too"] if reading.french else []
    for one in matched.asked:
        must = ", must be there" if one.unit.required else ""
        count = len(one.documents())
        lines.append(f"{one.unit.label}: {one.unit.meaning}{must} ({count} texts, weight {one.weight:.1f})")
    lines += [f"{unit.label}: {unit.meaning} (no ruling)" for unit in matched.dead]
    lines += [f"{unit.label}: left out" for unit in reading.units if unit.negated]
    lines += [f"{wanted.label}: {'not those' if wanted.negated else 'only those'}" for wanted in reading.filters]
    if reading.since or reading.until:
        lines.append(f"dated from {reading.since or 'the first'} to {reading.until or 'the last'}")
    if reading.dropped:
        lines.append(f"too common to look for: {' '.join(reading.dropped)}")
    return tuple(lines)


def explain_score(parts: Iterable[tuple[str, float]]) -> tuple[str, ...]:
    """Return what a hit's score is made of."""
    return tuple(f"{label} {gain:+.2f}" for label, gain in parts)
