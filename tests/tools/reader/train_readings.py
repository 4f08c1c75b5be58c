"""Make `kb/data/reading_weights.tsv`, by which the reader tells rulings from the rest of a page.

Run as `python -m tests.tools.reader.train_readings [FOLDER…]`: each folder holds samples with sidecars; without any,
those of the project are learned from. Generated pages are learned from besides. All ways to read each sample are made;
a logistic regression learns which of their units are a ruling of the sidecar.
"""

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log1p, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

from kb.catalog.known import table_of_names
from kb.errors import SourceError
from kb.layouts import exact_layout
from kb.layouts.reader.evidence import PageEvidence
from kb.layouts.reader.readings import Candidate, Reading, readings_of, with_peers
from kb.read import read
from kb.text.dates import readings as days_of
from tests.tools.reader.generate import material, page
from tests.tools.reader.samples import Sample, Wanted, sample_of, samples_in

OWN = tuple(Path(__file__).parents[2] / "samples" / name for name in ("layouts", "pages"))
"""Folders of samples."""
TARGET = Path(__file__).parents[3] / "kb" / "data" / "reading_weights.tsv"
_NOTES = """\
# How much each feature of a text speaks for its being one ruling, whole and with its date: a logistic regression.
# Made by tests/tools/reader/train_readings.py from {count} documents and {made} generated pages. What the features
# are stands in kb/layouts/reader/features.py and data/features.py, by these names.
feature\tweight
"""
_ROUNDS = 24
_RATE = 0.3
_PENALTY = 1e-3
_NOTHING = 1e-4
_STEEPEST = 30.0
_MADE = 0.1
"""How much a generated page counts."""
MADE_SEEDS = range(10_000, 11_500)
"""The generated pages that are learned from; the measure uses others."""

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sample, all its readings, and which candidates of each are right."""

    sample: Sample
    readings: tuple[Reading, ...]
    right: tuple[tuple[bool, ...], ...]


def lesson(sample: Sample) -> Lesson | None:
    """Make all readings of *sample*; None where the exact formats read it, or it is refused."""
    try:
        source = read(sample.path, sample.name)
        if exact_layout(source) is not None:
            return None
        found = tuple(readings_of(PageEvidence(source, table_of_names())))
    except SourceError:
        return None
    return Lesson(sample, found, tuple(tuple(is_right(each, sample.wanted) for each in r.candidates) for r in found))


def generated(seeds: range, folder: Path) -> Iterator[Sample]:
    """Write the generated pages of *seeds* into *folder* and yield them as samples."""
    stock = material()
    for seed in seeds:
        made = page(stock, seed)
        path = folder / made.name
        path.write_bytes(made.content)
        yield sample_of(path, made.lines)


def is_right(candidate: Candidate, wanted: Sequence[Wanted]) -> bool:
    """Whether *candidate* has the text and the date of one of *wanted*; a date that is not one day may be none."""
    mark = candidate.origin.date
    days: set[str | None] = {day.isoformat() for day in days_of(mark)} if mark else set()
    if len(days) != 1:
        days.add(None)
    return any(candidate.text in each.texts and days & each.dates for each in wanted)


def train(lessons: Sequence[Lesson], made: Sequence[Lesson] = ()) -> Weights:
    """Learn the weights of the features from samples, and from *made* pages, each of which counts less.

    The likelihood is that of the right reading with the right units taken, among all readings of a page and all ways to
    take units of them; it is climbed by stochastic gradient ascent.
    """
    weights: defaultdict[str, float] = defaultdict(float)
    sums: defaultdict[str, float] = defaultdict(lambda: 1e-2)
    data = [*((each, 1.0) for each in lessons), *((each, _MADE) for each in made)]
    for turn in range(_ROUNDS):
        random.Random(turn).shuffle(data)  # noqa: S311  (the same in every run)
        for each, share in data:
            for name, slope in _gradient(each, weights).items():
                step = share * slope - _PENALTY * weights[name]
                sums[name] += step * step
                weights[name] += _RATE * step / sqrt(sums[name])
    return weights


def _gradient(each: Lesson, weights: Weights) -> Mapping[str, float]:
    """Return how the log likelihood of what is right in *each* grows with the weights."""
    odds = [[_odds(candidate, weights) for candidate in reading.candidates] for reading in each.readings]
    best = max(map(sum, each.right))
    gold = [
        sum(rate for rate, is_one in zip(rates, right, strict=True) if is_one) if sum(right) == best else None
        for rates, right in zip(odds, each.right, strict=True)
    ]
    wanted, found = _shares(gold), _shares([sum(map(_softplus, rates)) for rates in odds])
    slopes: defaultdict[str, float] = defaultdict(float)
    for place, reading in enumerate(each.readings):
        for candidate, rate, is_one in zip(reading.candidates, odds[place], each.right[place], strict=True):
            slope = wanted[place] * is_one - found[place] / (1 + exp(-rate))
            if abs(slope) > _NOTHING:
                for name, value in candidate.features.items():
                    slopes[name] += slope * value
    return slopes


def _odds(candidate: Candidate, weights: Weights) -> float:
    return max(-_STEEPEST, min(_STEEPEST, candidate.odds(weights)))


def _softplus(rate: float) -> float:
    return rate + log1p(exp(-rate)) if rate > 0 else log1p(exp(rate))


def _shares(scores: Sequence[float | None]) -> list[float]:
    """Return the share of each score in the sum of their exponentials; 0 where there is none."""
    top = max(score for score in scores if score is not None)
    parts = [0.0 if score is None else exp(score - top) for score in scores]
    return [part / sum(parts) for part in parts]


def choose(each: Lesson, weights: Weights) -> tuple[Reading, list[tuple[Candidate, bool]]]:
    """Return the reading of the highest score, and what it takes, right or not."""
    best: tuple[float, Reading, list[tuple[Candidate, bool]]] | None = None
    for reading, right in zip(each.readings, each.right, strict=True):
        rates = with_peers(reading.candidates, [_odds(candidate, weights) for candidate in reading.candidates])
        score = sum(map(_softplus, rates))
        if best is None or score > best[0]:
            taken = [(c, is_one) for c, is_one, rate in zip(reading.candidates, right, rates, strict=True) if rate > 0]
            best = (score, reading, taken)
    assert best is not None
    return best[1], best[2]


def evaluate(lessons: Sequence[Lesson], weights: Weights, *, verbose: bool) -> Counter[str]:
    """Count what the chosen readings get right."""
    total = Counter[str]()
    for each in lessons:
        reading, taken = choose(each, weights)
        found = sum(any(is_right(c, [wanted]) for c, _ in taken) for wanted in each.sample.wanted)
        wrong = sum(not right for _, right in taken)
        ceiling = max(
            sum(any(is_right(c, [w]) for c in r.candidates) for w in each.sample.wanted) for r in each.readings
        )
        total += Counter(docs=1, wanted=len(each.sample.wanted), found=found, wrong=wrong, ceiling=ceiling)
        if verbose and (found < len(each.sample.wanted) or wrong):
            print(f"  {each.sample.name}: {found} of {len(each.sample.wanted)}, {wrong} wrong ({reading.name})")
    return total


def main(folders: Sequence[str]) -> None:
    """Train on all samples, and write the weights."""
    lessons = lessons_of(sample for folder in folders or OWN for sample in samples_in(Path(folder)))
    with TemporaryDirectory() as scratch:
        made = lessons_of(generated(MADE_SEEDS, Path(scratch)))
    weights = train(lessons, made)
    rows = sorted(weights.items())
    notes = _NOTES.format(count=len(lessons), made=len(made))
    TARGET.write_text(notes + "".join(f"{n}\t{w:.2f}\n" for n, w in rows), encoding="utf-8")
    print("trained on all:", dict(evaluate(lessons, weights, verbose=True)))
    print("generated:", dict(evaluate(made, weights, verbose=False)))


def lessons_of(samples: Iterable[Sample]) -> list[Lesson]:
    """Make the readings of all *samples* that are read by readings."""
    return [each for sample in samples if (each := lesson(sample)) and each.readings]


if __name__ == "__main__":
    main(sys.argv[1:])
