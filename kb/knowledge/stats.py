"""Count what a knowledge base holds: by year, language, publisher and mechanic."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.model import Knowledge, Ruling

UNDATED = "undated"
UNLABELLED = "unlabelled"


@dataclass(frozen=True, slots=True)
class Stats:
    """How many rulings there are of each kind; largest first, but years in their order."""

    rulings: int
    wordings: int
    cards: int
    """Cards that have rulings."""
    years: tuple[tuple[str, int], ...]
    """Every year from the first to the last, those without rulings included; undated ones at the end."""
    languages: tuple[tuple[str, int], ...]
    sources: tuple[tuple[str, int], ...]
    mechanics: tuple[tuple[str, int], ...]
    """English names."""


def count(knowledge: Knowledge) -> Stats:
    """Count the rulings of *knowledge*."""
    rulings = knowledge.rulings
    names = {m.slug: m.name for m in knowledge.mechanics}
    return Stats(
        rulings=len(rulings),
        wordings=len({r.wording for r in rulings}),
        cards=len({key for r in rulings for key in r.cards}),
        years=_years(rulings),
        languages=_ranked(Counter(r.lang.value for r in rulings)),
        sources=_ranked(Counter(label for r in rulings for label in r.sources or (UNLABELLED,))),
        mechanics=_ranked(Counter(names[link.mechanic] for link in knowledge.links)),
    )


def _years(rulings: Sequence[Ruling]) -> tuple[tuple[str, int], ...]:
    counts = Counter(r.date.year for r in rulings if r.date)
    undated = sum(r.date is None for r in rulings)
    span = range(min(counts), max(counts) + 1) if counts else ()
    rows = [(f"{year:04}", counts[year]) for year in span]
    return tuple(rows + [(UNDATED, undated)] * bool(undated))


def _ranked(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda row: (-row[1], row[0])))
