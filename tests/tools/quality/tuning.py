"""Try other numbers for the ranking, and tell by cross-validation whether choosing them would help on unseen queries.

    KB_REFERENCE_DATA=… python -m tests.tools.quality.tuning --index DIR [NAME…]

For each number of `kb.search.engine.rank` named (else all of GRID) the judged queries are answered with each value.
Printed are the mean nDCG at 10 with each value, and two figures that tell a real gain from luck: the mean over held-out
fifths when the value is chosen on the other four, and that with the number as it stands.
"""

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import kb
from kb.search.engine import rank
from kb.search.query import meanings
from tests.tools.quality.judged import Judge, Query, queries

GRID: Mapping[str, Sequence[float]] = {
    "MECHANIC": (1.0, 1.25, 1.5, 2.0),
    "EVERYDAY": (0.2, 0.4, 0.6, 0.8),
    "CARD": (0.8, 1.0, 1.25, 1.5),
    "UNDISTINCTIVE": (0.05, 0.15, 0.3),
    "HALF_NAME": (0.4, 0.6, 0.8),
    "NAMESAKE": (0.0, 0.2, 0.4, 0.7, 1.0),
    "MENTION": (0.2, 0.35, 0.5, 0.7, 1.0),
    "SLANG": (0, 2, 5, 20),
    "SLANG_WORD": (0.1, 0.3, 0.5, 0.7, 1.0),
    "TELLING": (0.15, 0.3, 0.5),
    "UNTRANSLATED": (0.2, 0.4, 0.7),
    "REWORDED": (0.7, 0.85, 0.95),
    "PLAYERS": (0.4, 0.55, 0.7, 0.85, 1.0),
    "SPREAD": (0.0, 0.25, 0.5, 0.75, 1.0),
    "COMMON_SHARE": (0.15, 0.3, 0.45),
    "WHOLE": (0.25, 0.5, 0.75, 1.0),
    "NEAR": (0.03, 0.06, 0.1, 0.15),
    "VERBATIM": (0.1, 0.25, 0.5),
}
FOLDS = 5


def _forget() -> None:
    """Drop what was made with other numbers."""
    for made in (meanings.translations, meanings.english_words, meanings.french_words):
        made.cache_clear()
    for made in (meanings._terms, meanings._players_words):
        made.cache_clear()


def scores(judge: Judge, asked: Sequence[Query], name: str, value: float) -> list[float]:
    """Return the nDCG of each query with the number *name* set to *value*."""
    kept = getattr(rank, name)
    setattr(rank, name, value)
    _forget()
    try:
        return [judge.figures(query).ndcg for query in asked]
    finally:
        setattr(rank, name, kept)
        _forget()


def held_out(by_value: Mapping[float, Sequence[float]]) -> float:
    """Return the mean over all queries, each answered with the value that is best on the folds it is not in."""
    count = len(next(iter(by_value.values())))
    total = 0.0
    for fold in range(FOLDS):
        seen = [place for place in range(count) if place % FOLDS != fold]
        best = max(by_value, key=lambda value: sum(by_value[value][place] for place in seen))
        total += sum(by_value[best][place] for place in range(fold, count, FOLDS))
    return total / count


def main() -> None:
    """Read the options and print a line for each number."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--index", type=Path, required=True)
    options.add_argument("names", nargs="*", metavar="NAME")
    chosen = options.parse_args()
    reference = Path(os.environ["KB_REFERENCE_DATA"]).resolve()
    asked = queries(reference / "eval/queries.dev.jsonl")
    with kb.open_index(chosen.index) as opened:
        judge = Judge(reference, opened)
        for name in chosen.names or GRID:
            now = getattr(rank, name)
            by_value = {value: scores(judge, asked, name, value) for value in sorted({*GRID[name], now})}
            means = "  ".join(f"{value:g}: {sum(got) / len(got):.3f}" for value, got in by_value.items())
            as_it_is = sum(by_value[now]) / len(asked)
            print(
                f"{name:14} {means}  | held out {held_out(by_value):.3f}, as it is ({now:g}) {as_it_is:.3f}", flush=True
            )


if __name__ == "__main__":
    main()
