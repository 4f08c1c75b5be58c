"""Queries of our own over the shipped corpus are answered as a reader judged them.

Each line of the sample has a query, words of the ruling that answers it, and the place it reaches at the latest.
"""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from kb.index import Index
from kb.update.run import ingest

ROOT = Path(__file__).parents[3]
QUERIES = [
    json.loads(line)
    for line in (ROOT / "tests/samples/eval/own_queries.jsonl").read_text(encoding="utf-8").splitlines()
]
DEPTH = 10


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """The index of the shipped corpus."""
    folder = tmp_path_factory.mktemp("own")
    ingest([ROOT / "corpus"], folder, today=date(2026, 1, 1))
    with Index(folder) as opened:
        yield opened


def place(index: Index, query: str, answer: str) -> int:
    """Return the rank of the first hit that stands for a ruling with the words *answer*; 0 when none does."""
    for hit in index.search(query, limit=DEPTH).hits:
        if any(answer in ruling.text for ruling in (hit.ruling, *index.store.rulings(hit.same))):
            return hit.rank
    return 0


@pytest.mark.parametrize("asked", QUERIES, ids=[asked["query"] for asked in QUERIES])
def test_the_answer_stands_where_it_was_judged_to(index: Index, asked: dict[str, str | int]) -> None:
    found = place(index, str(asked["query"]), str(asked["answer"]))
    assert 0 < found <= int(asked["rank"])


def test_answers_stand_first_or_nearly_so(index: Index) -> None:
    """The mean of one over the rank is 0.8 or more: most answers come first, the others second."""
    places = [place(index, str(asked["query"]), str(asked["answer"])) for asked in QUERIES]
    assert sum(1 / found for found in places if found) / len(QUERIES) >= 0.8


def test_both_languages_are_asked() -> None:
    assert {asked["lang"] for asked in QUERIES} == {"en", "fr"}
