"""Score the search against judged queries of real rulings.

    KB_REFERENCE_DATA=… python -m tests.tools.quality.search [--index DIR] [--queries FILE.jsonl] [--per-query]

Without --index the reference data are indexed first, which takes a minute. Printed are, by language and kind of query,
nDCG at 10, the mean reciprocal rank of the first full answer, and how often a full answer stands among the first five.
"""

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import kb
from tests.tools.quality.judged import Judge, build, queries, table


def report(reference: Path, index: Path, path: Path, *, per_query: bool) -> None:
    """Print the figures of the index in the folder *index* for the queries in *path*."""
    with kb.open_index(index) as opened:
        judge = Judge(reference, opened)
        scored = [(query, judge.figures(query)) for query in queries(path)]
    if per_query:
        for query, figures in sorted(scored, key=lambda pair: pair[1]):
            print(f"{query.id:9} {figures.ndcg:.3f} {figures.reciprocal_rank:.3f} {figures.success:.0f} {query.text}")
    print("\n".join(table(scored)))


def main() -> None:
    """Read the options and print the report."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--index", type=Path)
    options.add_argument("--queries", type=Path)
    options.add_argument("--per-query", action="store_true")
    chosen = options.parse_args()
    if "KB_REFERENCE_DATA" not in os.environ:
        sys.exit("set KB_REFERENCE_DATA to the folder of real rulings and judged queries")
    reference = Path(os.environ["KB_REFERENCE_DATA"]).resolve()
    path = chosen.queries or reference / "eval/queries.dev.jsonl"
    with TemporaryDirectory() as scratch:
        index = chosen.index or Path(scratch)
        if chosen.index is None:
            build(reference, index)
        report(reference, index, path, per_query=chosen.per_query)


if __name__ == "__main__":
    main()
