"""Judged queries: the reference folder's own scorer, run in this process against an open index."""

import importlib.util
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from kb.index import Index

DEPTH = 50
"""Hits looked at for each query."""
SOURCES = ("data/scryfall", "data/rules", "data/mtgjson")
"""What of the reference folder the index is made of."""


class Figures(NamedTuple):
    """How well one query was answered, or many on average."""

    ndcg: float
    reciprocal_rank: float
    success: float
    """Whether a full answer stands among the first five."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query, and the grade and group of every text that answers it, by the digest of the text."""

    id: str
    lang: str
    kind: str
    text: str
    relevant: Mapping[str, tuple[int, int]]


def queries(path: Path) -> list[Query]:
    """Read a file of judged queries."""
    return [_query(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _query(form: Mapping[str, Any]) -> Query:
    relevant = {answer["digest"]: (answer["grade"], answer["group"]) for answer in form["relevant"]}
    return Query(form["id"], form["lang"], form["kind"], form["query"], relevant)


def scorer(reference: Path) -> ModuleType:
    """Load the scorer of the reference folder."""
    spec = importlib.util.spec_from_file_location("score", reference / "eval/score.py")
    assert spec is not None and spec.loader is not None  # noqa: PT018  (one fact: the file is a module)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(reference: Path, folder: Path) -> None:
    """Index the reference data in *folder*."""
    paths = [str(reference / source) for source in SOURCES]
    subprocess.run([sys.executable, "-m", "kb", "ingest", *paths, "--index", str(folder)], check=True)


class Judge:
    """Scores the answers of one index."""

    def __init__(self, reference: Path, index: Index) -> None:
        """Take the scorer of *reference* and the texts of *index*."""
        self._score = scorer(reference)
        self._index = index
        self._digests = {ruling.id: self._score.digest(ruling.text) for ruling in index.rulings()}

    def figures(self, query: Query) -> Figures:
        """Score the answer to *query*."""
        hits = self._index.search(query.text, limit=DEPTH).hits
        ranked = [{self._digests[ident] for ident in (hit.ruling.id, *hit.same)} for hit in hits]
        return Figures(*self._score.figures(ranked, query.relevant))


def mean(figures: Iterable[Figures]) -> Figures:
    """Return the average of *figures*."""
    columns = list(zip(*figures, strict=True))
    return Figures(*(sum(column) / len(column) for column in columns))


def table(scored: Sequence[tuple[Query, Figures]]) -> list[str]:
    """Return the averages by language and kind, a line each."""
    groups: dict[str, list[Figures]] = defaultdict(list)
    for query, figures in scored:
        for name in (f"{query.lang}/{query.kind}", f"{query.lang}/ALL", "ALL"):
            groups[name].append(figures)
    lines = []
    for name in sorted(groups):
        ndcg, reciprocal_rank, success = mean(groups[name])
        count = len(groups[name])
        lines.append(f"{name:15} n={count:3} nDCG@10={ndcg:.3f} MRR={reciprocal_rank:.3f} S@5={success:.3f}")
    return lines
