"""What is shown of the rulings and rules that match: one hit for each wording and pattern, with its marks."""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from kb.errors import IndexUnusable
from kb.model import Hit, Rule, RuleKind, Ruling
from kb.search.engine.explain import explain_score
from kb.search.engine.marks import Marker
from kb.search.engine.match import Matched
from kb.search.engine.order import Ranked, Scale, best_first
from kb.search.index import schema as fields
from kb.search.index.handle import Opened
from kb.search.query.model import ParsedQuery

MOST_RULES = 3
"""Rules shown beside rulings."""
TRIED_RULES = 20
"""Rules looked at for that."""
RULE_SHARE = 0.5
"""The share of what a query says that a rule must have to be shown beside rulings."""

Fetch = Callable[[Sequence[str]], Sequence[Ruling]]
"""Gives the rulings of the ids it is given."""


class Presenter(NamedTuple):
    """Makes hits and rules of what matched one query."""

    opened: Opened
    fetch: Fetch
    matched: Matched
    reading: ParsedQuery

    def hits(self, places: range, *, explain: bool) -> Iterator[Hit]:
        """Yield the hits on *places*, counted from 0."""
        found = [(ranked, self.opened.reference(ranked.number).id) for ranked in self._collapsed(places)]
        rulings = {ruling.id: ruling for ruling in self.fetch([ident for _, ident in found])}
        marker = Marker(one.unit for one in self.matched.asked)
        for rank, (ranked, ident) in enumerate(found, start=places.start + 1):
            if ident not in rulings:
                reason = "search index and rulings do not belong together; run `kb ingest`"
                raise IndexUnusable(f"{self.opened.folder}: {reason}")
            yield self._hit(rank, ranked, rulings[ident], marker, explain=explain)

    def _collapsed(self, places: range) -> Iterator[Ranked]:
        """Return the best ruling of each wording and pattern."""
        first_of_each = self._first_of_each(best_first(self.matched.total, self.matched, self.reading, self.opened))
        return islice(first_of_each, places.start, places.stop)

    def _first_of_each(self, found: Iterator[Ranked]) -> Iterator[Ranked]:
        shown: set[str] = set()
        for ranked in found:
            reference = self.opened.reference(ranked.number)
            same = fields.sames(reference.wording, reference.pattern)
            if shown.isdisjoint(same):
                yield ranked
            shown.update(same)

    def _hit(self, rank: int, ranked: Ranked, ruling: Ruling, marker: Marker, *, explain: bool) -> Hit:
        wording, pattern = (self._others(ranked.number, same) for same in fields.sames(ruling.wording, ruling.pattern))
        dates = {day for number in wording if (day := self._date(number)) is not None} - {ruling.date}
        return Hit(
            rank=rank,
            score=round(ranked.score, 3),
            ruling=ruling,
            same=tuple(self.opened.reference(number).id for number in sorted({*wording, *pattern})),
            other_dates=tuple(sorted(dates, reverse=True)),
            marks=marker.marks(ruling.text, ruling.lang),
            why=self._why(ranked.number) if explain else (),
        )

    def _others(self, number: int, same: str) -> list[int]:
        """Return the other rulings that the filters leave and that have the term *same*, newest first."""
        documents = self.opened.postings.postings(fields.SAME, same).documents
        return [other for other in documents if other != number and other in self.matched.allowed]

    def _date(self, number: int) -> date | None:
        dates = self.opened.stamp.dates
        day = dates[bisect_right(dates, number, key=lambda start: start[0]) - 1][1]
        return date.fromisoformat(day) if day else None

    def _why(self, number: int) -> tuple[str, ...]:
        return explain_score(Scale(self.matched, self.reading, self.opened).explain(number))

    def rules(self, places: range) -> Iterator[tuple[Rule, float]]:
        """Yield the rules that match: a page of them where only they are asked for, else the few that match well."""
        found = best_first(self.matched.rules, self.matched, self.reading, self.opened)
        if self.reading.rulings:
            found = (ranked for ranked in islice(found, TRIED_RULES) if self._fits(ranked.number))
            places = range(0 if places.start else MOST_RULES)
        for ranked in islice(found, places.start, places.stop):
            kept = json.loads(self.opened.kept[ranked.number])
            number = self.opened.reference(ranked.number).id
            yield Rule(number, RuleKind(kept["kind"]), kept["title"], kept["text"]), round(ranked.score, 3)

    def _fits(self, rule: int) -> bool:
        """Whether *rule* is worth showing beside rulings: it has most of what is asked, or is what a filter names."""
        asked = sum(one.weight for one in self.matched.asked)
        if not asked:
            return any(wanted.field in {fields.RULE, fields.MECHANIC} for wanted in self.reading.filters)
        return sum(one.weight for one in self.matched.asked if one.gain(rule)) >= asked * RULE_SHARE
