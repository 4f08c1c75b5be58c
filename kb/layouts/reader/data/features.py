"""What speaks for a text in data being a ruling, and what speaks against."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from kb.layouts.reader.data.texts import Datum
from kb.layouts.reader.features import Features
from kb.layouts.reader.signs.kinds import LIMIT
from kb.layouts.reader.signs.text_features import Feature, Support, told

_NUMBER = re.compile(r"[_-]?[0-9]+")


def place_of(datum: Datum) -> tuple[object, ...]:
    """Return what the texts have in common that stand under the same names, with a date beside them or without.

    Numbers in the names count the texts.
    """
    return *(_NUMBER.sub("", name) for name in (*datum.under, datum.key)), _is_dated(datum)


def data_features(data: Sequence[Datum]) -> Iterator[Features]:
    """Yield the features of each text of a file, in order."""
    file = _File(data)
    for datum in data:
        found = (*_of(datum), *file.features(datum))
        yield {f"data: {name}": float(value) for name, value in found if value}


def _is_dated(datum: Datum) -> bool:
    return datum.date is not None and not datum.odd_date


def _of(datum: Datum) -> Iterator[Feature]:
    """Yield what a text shows by itself, and what stands beside it."""
    yield "any", 1
    yield from told((datum.text,)).features(_support(datum))
    yield "called a ruling", datum.called_ruling
    yield "called another text", datum.called_other
    yield "card known", bool(datum.card)
    yield "dated beside", _is_dated(datum) and not datum.inherited
    yield "dated by its group", _is_dated(datum) and datum.inherited
    yield "dated by another date", datum.date is not None and datum.odd_date


def _support(datum: Datum) -> Support:
    if datum.called_ruling and _is_dated(datum):
        return Support.FIRM
    return Support.SOME if datum.called_ruling or datum.date is not None else Support.NONE


class _File:
    """The texts of one file, counted."""

    def __init__(self, data: Sequence[Datum]) -> None:
        self._count = Counter(map(place_of, data))
        self._cards = Counter((place_of(datum), datum.card) for datum in data)
        self._odds: dict[object, float] = {}
        for datum in data:
            self._odds[place_of(datum)] = self._odds.get(place_of(datum), 0.0) + told((datum.text,)).odds
        dated = [datum for datum in data if _is_dated(datum)]
        self._of_dated = {name for datum in dated for name in (*datum.under, datum.key) if name}
        self._carded = any(datum.card for datum in dated)
        self._called = any(datum.called_ruling for datum in dated)

    def features(self, datum: Datum) -> Iterator[Feature]:
        """Yield what the other texts of the file say of *datum*."""
        place = place_of(datum)
        count = self._count[place]
        others = (self._odds[place] - told((datum.text,)).odds) / max(count - 1, 1)
        yield "alone of its place", count == 1
        yield "like the others", others / LIMIT if count > 1 else 0.0
        yield "several in its place", self._cards[place, datum.card] > 1
        yield "card missing", self._carded and not datum.card
        yield "others are called rulings", self._called and not datum.called_ruling
        if not _is_dated(datum):
            dated, undated = self._count[*place[:-1], True], self._count[place]
            yield "undated among dated", dated / (dated + undated)
            yield "named as dated texts are", bool({*datum.under[-1:], datum.key} & self._of_dated)
