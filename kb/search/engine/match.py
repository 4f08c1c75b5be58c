"""Which rulings have what a query asks for."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kb.model import Lang
from kb.search.engine import rank
from kb.search.engine.scoring import Asked, Listed, Scored, Scores, joint
from kb.search.index import schema as fields
from kb.search.index.handle import Opened
from kb.search.index.postings import PostingReader, Postings
from kb.search.index.stamp import Stamp, span
from kb.search.query.model import Bag, Filter, Option, ParsedQuery, Phrase, QueryUnit

_LANGUAGE = {name: lang for lang, name in fields.TEXT.items()}
_TIES = (fields.MECHANIC, fields.CARD, fields.RULE)
_PHRASE_WORDS = 4
"""Words of a phrase that choose the texts to be read; the rarest tell nearly all."""


class Matched(NamedTuple):
    """The rulings that match a query."""

    asked: tuple[Asked, ...]
    """Each unit that was looked for and is somewhere, heaviest first."""
    total: Scores
    """Every ruling that matches, with the sum of what it has of the units that make one match."""
    rules: Scores
    """Every rule of the rulebook that does."""
    dead: tuple[QueryUnit, ...]
    """Units that nothing here has."""
    allowed: Collection[int]
    """What the filters leave, matching or not."""


@dataclass(frozen=True, slots=True)
class Matcher:
    """Matches readings against one index."""

    opened: Opened
    joints: dict[Bag, Postings] = field(default_factory=dict)
    """Where all terms of a bag stand together, once looked up: there are no more than the tables have rows."""

    @property
    def stamp(self) -> Stamp:
        """What is known of the index."""
        return self.opened.stamp

    @property
    def postings(self) -> PostingReader:
        """The postings of the index."""
        return self.opened.postings

    def match(self, reading: ParsedQuery) -> Matched:
        """Find the rulings that match *reading*."""
        wanted = [unit for unit in reading.units if not unit.negated]
        weighed = [(unit, self._weight(unit)) for unit in wanted]
        alive = sorted((pair for pair in weighed if pair[1]), key=lambda pair: -pair[1])
        asked = tuple(self._asked(unit, weight) for unit, weight in alive)
        dead = tuple(unit for unit, weight in weighed if not weight)
        rulings, rules = self._allowed(reading)
        if any(unit.required for unit in dead):
            return Matched((), {}, {}, dead, rulings)
        if not alive:
            # Filters alone list what they leave, newest first; words that stand nowhere find nothing.
            listed = not reading.running and not wanted and _leaves_out(reading)
            listed_rulings, listed_rules = (dict.fromkeys(kind if listed else (), 0.0) for kind in (rulings, rules))
            return Matched((), listed_rulings, listed_rules, dead, rulings)
        total, total_rules = self._split(_sum(asked))
        if len(rulings) < self.stamp.rulings:
            total = _among(total, rulings)
        return Matched(asked, total, _among(total_rules, rules), dead, rulings)

    def _split(self, total: Scores) -> tuple[Scores, Scores]:
        """Part rulings and rules."""
        first = self.stamp.rulings
        late = [number for number in total if number >= first] if self.stamp.rules else []
        return total, {number: total.pop(number) for number in late}

    # --- filters

    def _allowed(self, reading: ParsedQuery) -> tuple[Collection[int], Collection[int]]:
        """Return the rulings and the rules that the filters leave."""
        first = self.stamp.rulings
        dated = reading.since is not None or reading.until is not None
        rulings = span(self.stamp, reading.since, reading.until) if reading.rulings else range(0)
        rules = range(first, first + self.stamp.rules) if reading.rules and not dated else range(0)
        return self._filtered(rulings, reading), self._filtered(rules, reading) if rules else rules

    def _filtered(self, numbers: range, reading: ParsedQuery) -> Collection[int]:
        out: set[int] = set()
        for unit in reading.units:
            if unit.negated:
                out |= self._asked(unit, 1.0).documents()
        kept: set[int] | None = None
        for wanted in reading.filters:
            having = self._having(wanted)
            if wanted.negated:
                out |= having
            else:
                kept = having if kept is None else kept & having
        if kept is None and not out:
            return numbers
        return {number for number in (numbers if kept is None else kept) if number in numbers and number not in out}

    def _having(self, wanted: Filter) -> set[int]:
        having: set[int] = set()
        for term in wanted.terms:
            having.update(self.postings.postings(wanted.field, term).documents)
        return having

    # --- units

    def _weight(self, unit: QueryUnit) -> float:
        """Return how much it says that a ruling has *unit*: more for what few have, nothing when none has.

        What a table says for the word tells that only where nothing has the word itself.
        """
        ties = [(isinstance(option, Bag) and option.whole, self._tie_weight(option)) for option in unit.options]
        itself = max((self._text_weight(unit), *(weight for otherwise, weight in ties if not otherwise)))
        return itself or max((weight for _, weight in ties), default=0.0)

    def _text_weight(self, unit: QueryUnit) -> float:
        """Weigh the words of a unit as one, whichever of its forms and languages a ruling says it in."""
        having = dict.fromkeys((*fields.TEXT.values(), fields.WORDS), 0)
        for option in unit.options:
            if isinstance(option, Phrase):
                having[fields.WORDS] += self._rarest(fields.WORDS, option.words)
            elif option.field in having:
                having[option.field] += 0 if option.whole else self._rarest(option.field, option.terms)
        return max(rank.information(min(count, of), of) for of, count in self._shares(having))

    def _shares(self, having: dict[str, int]) -> Iterable[tuple[int, int]]:
        for name, count in having.items():
            lang = _LANGUAGE.get(name)
            yield (self.stamp.texts[lang] if lang else sum(self.stamp.texts.values())), count

    def _rarest(self, name: str, terms: Iterable[str]) -> int:
        return min(self.postings.frequency(name, term) for term in terms)

    def _tie_weight(self, option: Option) -> float:
        if isinstance(option, Phrase):
            return 0.0
        if option.whole:
            return option.boost * rank.information(len(self._joint(option).documents), self._texts(option.field))
        if option.field not in _TIES:
            return 0.0
        count = self._rarest(option.field, option.terms)
        return option.boost * rank.information(count, self.stamp.rulings)

    def _asked(self, unit: QueryUnit, weight: float) -> Asked:
        """Look *unit* up."""
        text = self._text_weight(unit) or weight
        return Asked(unit, weight, tuple(self._options(unit, text)) or (Listed(frozenset(), 0.0),))

    def _options(self, unit: QueryUnit, text: float) -> Iterator[Scored | Listed]:
        for option in unit.options:
            if isinstance(option, Phrase):
                yield Listed(frozenset(self._phrase(option.words)), text)
            elif all(self.postings.frequency(option.field, term) for term in option.terms):
                yield self._scored(option, text)

    def _scored(self, bag: Bag, text: float) -> Scored:
        if bag.whole:
            return Scored(((self._joint(bag), self._tie_weight(bag)),))
        weight = self._tie_weight(bag) if bag.field in _TIES else text * bag.boost
        return Scored(
            tuple((self.postings.postings(bag.field, term), weight * share) for share, term in self._shares_of(bag))
        )

    def _shares_of(self, bag: Bag) -> list[tuple[float, str]]:
        """Part a unit among the words it is said with: the rarer word carries more."""
        of = self._texts(bag.field)
        said = [rank.information(self.postings.frequency(bag.field, term), of) or 1.0 for term in bag.terms]
        whole = sum(said)
        return sorted(
            ((one / whole, term) for one, term in zip(said, bag.terms, strict=True)), key=lambda part: -part[0]
        )

    def _joint(self, bag: Bag) -> Postings:
        found = self.joints.get(bag)
        if found is None:
            terms = [(self.postings.postings(bag.field, term), share) for share, term in self._shares_of(bag)]
            found = self.joints[bag] = joint(terms)
        return found

    def _texts(self, name: str) -> int:
        return self.stamp.texts.get(_LANGUAGE.get(name, Lang.EN), 0)

    def _phrase(self, parts: tuple[str, ...]) -> Iterator[int]:
        """Return the documents that have *parts* side by side, in order."""
        rarest = sorted(set(parts), key=lambda part: self.postings.frequency(fields.WORDS, part))
        documents = set(self.postings.postings(fields.WORDS, rarest[0]).documents)
        for part in rarest[1:_PHRASE_WORDS]:
            documents.intersection_update(self.postings.postings(fields.WORDS, part).documents)
        sought = f" {' '.join(parts)} ".encode()
        return (number for number in documents if sought in self.opened.running[number])


def _sum(asked: Iterable[Asked]) -> Scores:
    """Return what each document has of the units that decide, if it has one of them and all that are required."""
    asked = tuple(asked)
    total: Scores = {}
    for one, decides in zip(asked, _decisive([one.weight for one in asked]), strict=True):
        if decides:
            one.add_to(total)
    for one in asked:
        if one.unit.required:
            total = _among(total, one.documents())
    return total


def _decisive(weights: list[float]) -> list[bool]:
    """Return which of *weights*, given heaviest first, make a ruling match by themselves."""
    spare = rank.COMMON_SHARE * sum(weights)
    decisive = [True] * len(weights)
    for place in range(len(weights) - 1, 0, -1):
        spare -= weights[place]
        if spare < 0:
            break
        decisive[place] = False
    return decisive


def _leaves_out(reading: ParsedQuery) -> bool:
    """Whether *reading* leaves anything out."""
    dated = reading.since is not None or reading.until is not None
    negated = any(unit.negated for unit in reading.units)
    return bool(reading.filters) or dated or negated or not (reading.rulings and reading.rules)


def _among(scores: Scores, allowed: Collection[int]) -> Scores:
    return {number: score for number, score in scores.items() if number in allowed}
