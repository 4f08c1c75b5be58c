"""One unit of a query against an index: which documents have it, and what it adds to the score of each."""

from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

from kb.search.index.postings import Postings
from kb.search.query.model import QueryUnit

_STEPS = 20
"""Looking one document up in a long list costs about as much as reading so many of it."""

Scores = dict[int, float]
"""Documents, and what each has gained."""


class Scored(NamedTuple):
    """The terms of one option, rarest first, each with its share of the weight; only documents with the first count."""

    terms: tuple[tuple[Postings, float], ...]

    def gain(self, number: int) -> float:
        """Return what document *number* gains; 0.0 when it has not the rarest term."""
        first, *rest = self.terms
        gained = _gain(first, number)
        if gained:
            gained += sum(_gain(term, number) for term in rest)
        return gained

    def gains(self) -> Iterable[tuple[int, float]]:
        """Return each document that gains, and what."""
        (postings, weight), *rest = self.terms
        gained = zip(postings.documents, [weight * impact for impact in postings.weights], strict=True)
        if not rest:
            return gained
        having = dict(gained)
        for other, share in rest:
            for number, impact in zip(other.documents, other.weights, strict=True):
                if number in having:
                    having[number] += share * impact
        return having.items()

    def documents(self) -> Collection[int]:
        """Return the documents that gain."""
        return self.terms[0][0].documents


def joint(terms: Sequence[tuple[Postings, float]]) -> Postings:
    """Return the documents that have every one of *terms*, each with the sum of what they weigh there."""
    first, *rest = sorted((postings.documents for postings, _ in terms), key=len)
    left: Collection[int] = first
    for documents in rest:
        few = len(left) * _STEPS < len(documents)
        left = [number for number in left if _has(documents, number)] if few else set(documents).intersection(left)
    numbers = sorted(left)
    return Postings(array("I", numbers), array("f", [sum(_gain(term, number) for term in terms) for number in numbers]))


def _has(documents: "array[int]", number: int) -> bool:
    place = bisect_left(documents, number)
    return place < len(documents) and documents[place] == number


def _gain(term: tuple[Postings, float], number: int) -> float:
    (documents, impacts), weight = term
    place = bisect_left(documents, number)
    return weight * impacts[place] if place < len(documents) and documents[place] == number else 0.0


class Listed(NamedTuple):
    """The documents that have a phrase, all with the same gain."""

    numbers: frozenset[int]
    weight: float

    def gain(self, number: int) -> float:
        """Return what document *number* gains."""
        return self.weight if number in self.numbers else 0.0

    def gains(self) -> Iterable[tuple[int, float]]:
        """Return each document that gains, and what."""
        return zip(sorted(self.numbers), repeat(self.weight))

    def documents(self) -> Collection[int]:
        """Return the documents that gain."""
        return self.numbers


@dataclass(frozen=True, slots=True)
class Asked:
    """A unit that something here has; a document has it by the best of its options."""

    unit: QueryUnit
    weight: float
    """How much it says that a document has it."""
    options: tuple[Scored | Listed, ...]
    best: Scores = field(default_factory=dict, compare=False)
    """By document, the best of several options; filled when they are added up."""

    def gain(self, number: int) -> float:
        """Return what document *number* gains; 0.0 when it has none of the options."""
        if self.best:
            return self.best.get(number, 0.0)
        return max(option.gain(number) for option in self.options)

    def documents(self) -> set[int]:
        """Return the documents that have it."""
        return set().union(*(option.documents() for option in self.options))

    def add_to(self, total: Scores) -> None:
        """Add to *total* what each document gains."""
        if len(self.options) > 1 and not self.best:
            self.best.update(self._best())
        gains = self.best.items() if self.best else self.options[0].gains()
        if not total:
            total.update(gains)
            return
        get = total.get
        for number, gain in gains:
            total[number] = get(number, 0.0) + gain

    def _best(self) -> Scores:
        first, *rest = sorted(self.options, key=lambda option: -len(option.documents()))
        best = dict(first.gains())
        get = best.get
        for option in rest:
            for number, gain in option.gains():
                if gain > get(number, 0.0):
                    best[number] = gain  # noqa: PERF403  (a second dictionary is what would cost)
        return best
