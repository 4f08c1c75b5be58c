"""The ways to read a page, each with its score; the best one is what the page says."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, log1p

from kb import tables
from kb.layouts.reader.cuts import Cut, Dating, Unit, cut
from kb.layouts.reader.data.features import data_features, place_of
from kb.layouts.reader.data.texts import Datum
from kb.layouts.reader.evidence import PageEvidence
from kb.layouts.reader.features import Describer, Features

_SHARE_OF_PEERS = 0.25
"""How much the odds of what is made like a text count towards its own."""
_LIMIT = 4.0
_SEVERAL, _NEARLY_ALL = 4, 0.95

CERTAIN = {"row of a table of rulings": 8.0}
"""What need not be learned: where the markup of a page calls a row a ruling, it is one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text that may be a ruling in one reading of a page."""

    origin: Unit | Datum
    text: str
    features: Features
    group: int = 0
    """Those of a reading that are made alike and stand beside each other are a group."""

    def odds(self, weights: Mapping[str, float]) -> float:
        """Return the log odds of it being one ruling, whole and with its date, by itself."""
        return sum((weights.get(name, 0.0) + CERTAIN.get(name, 0.0)) * value for name, value in self.features.items())


@dataclass(frozen=True)
class Reading:
    """One way to read a page: all that may be rulings in it."""

    name: str
    candidates: tuple[Candidate, ...]
    dating: Dating | None = None
    """Where its dates stand; None in data."""

    @cached_property
    def odds(self) -> tuple[float, ...]:
        """The log odds of each candidate, those of its peers weighed in."""
        weights = tables.reading_weights()
        return with_peers(self.candidates, [each.odds(weights) for each in self.candidates])

    @cached_property
    def taken(self) -> tuple[Candidate, ...]:
        """Those that are more likely rulings than not."""
        return tuple(each for each, rate in zip(self.candidates, self.odds, strict=True) if rate > 0)

    @property
    def score(self) -> float:
        """How much of the page it explains: the logarithm of the sum of the odds of all ways to take its texts."""
        return sum(log1p(exp(-abs(rate))) + max(rate, 0.0) for rate in self.odds)


def with_peers(candidates: Sequence[Candidate], odds: Sequence[float]) -> tuple[float, ...]:
    """Return the log odds of each candidate, those of its peers weighed in."""
    held = [max(-_LIMIT, min(_LIMIT, rate)) for rate in odds]
    sizes = Counter(each.group for each in candidates)
    totals: dict[int, float] = {}
    for each, rate in zip(candidates, held, strict=True):
        totals[each.group] = totals.get(each.group, 0.0) + rate
    return tuple(
        rate + _SHARE_OF_PEERS * (totals[each.group] - own) / max(sizes[each.group] - 1, 1)
        for each, rate, own in zip(candidates, odds, held, strict=True)
    )


def best_reading(evidence: PageEvidence) -> Reading | None:
    """Return the reading of a page of the highest score; None where it has none.

    Where one dates a text with nearly every date of a page, those that do without the dates are not tried.
    """
    best: Reading | None = None
    for reading in readings_of(evidence):
        if reading.dating is Dating.NONE and best is not None and _uses_dates(best, evidence):
            break
        best = reading if best is None or reading.score > best.score else best
    return best


def _uses_dates(reading: Reading, evidence: PageEvidence) -> bool:
    marks = {each.origin.mark.index for each in reading.taken if isinstance(each.origin, Unit) and each.origin.mark}
    return len(marks) >= _SEVERAL and len(marks) >= _NEARLY_ALL * len(evidence.marks)


def ranked_readings(evidence: PageEvidence) -> list[Reading]:
    """Return every reading of a page, that of the highest score first."""
    return sorted(readings_of(evidence), key=lambda reading: -reading.score)


def readings_of(evidence: PageEvidence) -> Iterator[Reading]:
    """Yield every reading of a page that differs from those before."""
    data = tuple(_data_candidates(evidence.data))
    if data:
        yield Reading("data", data)
    seen: set[tuple[object, ...]] = set()
    known: dict[tuple[object, ...], dict[str, float]] = {}
    for dating, way in _ways(evidence):
        units = tuple(cut(evidence, dating, way))
        key = tuple((unit.places, unit.mark.index if unit.mark else -1) for unit in units)
        if key not in seen:
            seen.add(key)
            described = Describer(evidence, dating, way, units, known)
            yield _reading(dating, way, described, data if evidence.is_program else ())


def _ways(evidence: PageEvidence) -> Iterator[tuple[Dating, Cut]]:
    lines = evidence.lines
    possible = {
        Cut.LINE: True,
        Cut.PARAGRAPH: True,
        Cut.ITEM: any(line.bullet for line in lines),
        Cut.QUESTION: any(evidence.is_question(place) for place in range(len(lines))),
        Cut.TALK: any("?" in line.text for line in lines),
        Cut.TALK_LINES: any("?" in line.text for line in lines),
        Cut.HANGING: len({line.indent for line in lines}) > 1,
    }
    for dating in (Dating.OPEN, Dating.CLOSE, Dating.NONE):
        if dating is Dating.NONE or evidence.marks:
            ways = (way for way in Cut if dating is Dating.NONE or way not in {Cut.TALK, Cut.TALK_LINES})
            yield from ((dating, way) for way in ways if possible.get(way, dating is not Dating.NONE))


def _reading(dating: Dating, way: Cut, describer: Describer, data: Sequence[Candidate]) -> Reading:
    """Return one way to read the lines, those of the comments of a program with its *data*."""
    found = (
        Candidate(rated.unit, rated.told.text, features, rated.group)
        for rated, features in zip(describer.rated, describer.features(), strict=True)
    )
    return Reading(f"{dating.value}, {way.value}", (*found, *data), dating)


def _data_candidates(data: Sequence[Datum]) -> Iterator[Candidate]:
    groups: dict[object, int] = {}
    for datum, features in zip(data, data_features(data), strict=True):
        yield Candidate(datum, datum.text, features, -1 - groups.setdefault(place_of(datum), len(groups)))
