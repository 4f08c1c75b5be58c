"""In what order the rulings that match are shown."""

from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import pairwise
from typing import NamedTuple

from kb.search.engine import rank
from kb.search.engine.match import Matched
from kb.search.engine.scoring import Scores
from kb.search.index import schema as fields
from kb.search.index.handle import Opened
from kb.search.index.schema import is_official
from kb.search.query.model import ParsedQuery
from kb.search.query.names import is_small

_NOTHING = 1e-9
"""What is left of a share when all of it is there, as far as floats can say."""


class Ranked(NamedTuple):
    """A ruling or rule in its place."""

    number: int
    score: float


def best_first(scores: Scores, matched: Matched, reading: ParsedQuery, opened: Opened) -> Iterator[Ranked]:
    """Yield the rulings or rules of *scores* that *matched*, best first; among equals the newest first.

    A ruling's place within the first shortlist is exact. Those after it come in slices of the same kind, so that a far
    page costs more and the first one little.
    """
    scale = Scale(matched, reading, opened)
    size = rank.SHORTLIST
    left = scores
    while left:
        numbers = _top(left, size)
        found = [Ranked(number, scale.weigh(number)) for number in numbers]
        yield from sorted(found, key=lambda ranked: (-ranked.score, ranked.number))
        if len(numbers) == len(left):
            return
        taken = set(numbers)
        left = {number: score for number, score in left.items() if number not in taken}
        size *= 2


def _top(total: Scores, size: int) -> list[int]:
    """Return the numbers of the *size* best, of equals the lowest numbers."""
    if len(total) <= size:
        return list(total)
    least = nlargest(size, total.values())[-1]
    above = [number for number, score in total.items() if score > least]
    level = sorted(number for number, score in total.items() if score == least)
    return above + level[: size - len(above)]


class Scale:
    """Weighs single documents for one query."""

    def __init__(self, matched: Matched, reading: ParsedQuery, opened: Opened) -> None:
        """Take what is asked from *reading*, and who has it from *matched*."""
        self._running = opened.running
        self._references = opened.references
        self._asked = matched.asked
        self._superseded = frozenset(opened.postings.postings(fields.IS, fields.SUPERSEDED).documents)
        self._weight = sum(one.weight for one in matched.asked)
        words = reading.running if len(reading.running) > 1 else ()
        telling = dict.fromkeys(pair for pair in pairwise(words) if not _are_small(pair, reading))
        self._pairs = [f" {one} {other} ".encode() for one, other in telling]
        self._whole = f" {' '.join(words)} ".encode() if words else b""

    def weigh(self, number: int) -> float:
        """Return the score of document *number*."""
        score = had = 0.0
        for one in self._asked:
            if gain := one.gain(number):
                score += gain
                had += one.weight
        for _, change in self._changes(number, had):
            score += score * change
        return round(score, 4)

    def explain(self, number: int) -> Iterator[tuple[str, float]]:
        """Yield what the score of document *number* is the sum of, in words."""
        score = had = 0.0
        for one in self._asked:
            if gain := one.gain(number):
                yield one.unit.label, gain
                score += gain
                had += one.weight
        for label, change in self._changes(number, had):
            yield label, score * change
            score += score * change

    def _changes(self, number: int, had: float) -> Iterator[tuple[str, float]]:
        """Yield what a score is changed by, each as a share of the score so far."""
        missing = 1 - had / self._weight if self._weight else 0.0
        if missing > _NOTHING:
            yield "parts it lacks", -rank.WHOLE * missing
        if self._whole:
            text = self._running[number]
            near = 0
            for pair in self._pairs:
                near += pair in text
            if near:
                yield "words side by side", rank.NEAR * near
            if self._whole in text:
                yield "word for word", rank.VERBATIM
        if not is_official(self._references[number]):
            yield "not the publisher's", rank.NOTE - 1
        if number in self._superseded:
            yield "an older wording", rank.SUPERSEDED - 1


def _are_small(pair: Sequence[str], reading: ParsedQuery) -> bool:
    return all(is_small(word, french=reading.french) for word in pair)
