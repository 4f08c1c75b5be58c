"""Which rulings have what a query asks for, and how well: the loops that run over postings."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import compress

from kb.model import Lang
from kb.search import rank
from kb.search import schema as fields
from kb.search.index import Stamp, span
from kb.search.opened import Opened
from kb.search.postings import PostingReader
from kb.search.reading import Bag, Filter, Option, Phrase, Reading, Unit

Scores = dict[int, float]
"""Documents, and what each gains."""

_LANGUAGE = {name: lang for lang, name in fields.TEXT.items()}


@dataclass(frozen=True, slots=True)
class Matched:
    """The rulings that match a query."""

    units: tuple[tuple[Unit, float, Scores], ...]
    """Each unit that was looked for, how much it says, and which rulings have it."""
    total: Scores
    """Every ruling that matches, with the sum of what it has."""
    rules: Scores
    """Every rule of the rulebook that does."""
    dead: tuple[Unit, ...]
    """Units that nothing here has."""
    allowed: Collection[int]
    """What the filters leave, matching or not."""


@dataclass(frozen=True, slots=True)
class Matcher:
    """Matches readings against one index."""

    opened: Opened

    @property
    def stamp(self) -> Stamp:
        """What is known of the index."""
        return self.opened.stamp

    @property
    def postings(self) -> PostingReader:
        """The postings of the index."""
        return self.opened.postings

    def match(self, reading: Reading) -> Matched:
        """Find the rulings that match *reading*."""
        wanted = [unit for unit in reading.units if not unit.negated]
        weighed = [(unit, self.weight(unit)) for unit in wanted]
        dead = tuple(unit for unit, weight in weighed if not weight)
        alive = sorted((pair for pair in weighed if pair[1]), key=lambda pair: -pair[1])
        rulings, rules = self._allowed(reading)
        if any(unit.required for unit in dead):
            return Matched((), {}, {}, dead, rulings)
        if not alive:
            # Filters alone list what they leave, newest first; words that stand nowhere find nothing.
            listed = not reading.running and not wanted and _leaves_out(reading)
            listed_rulings, listed_rules = (dict.fromkeys(kind if listed else (), 0.0) for kind in (rulings, rules))
            return Matched((), listed_rulings, listed_rules, dead, rulings)
        units, total = self._count(alive)
        every = len(rulings) == self.stamp.rulings and not self.stamp.rules
        matching = total if every else _among(total, rulings)
        return Matched(units, matching, _among(total, rules) if rules else {}, dead, rulings)

    def _count(self, alive: list[tuple[Unit, float]]) -> tuple[tuple[tuple[Unit, float, Scores], ...], Scores]:
        """Give what has each unit, and the sum for each document that has all required ones and one that decides."""
        total: Scores = {}
        units = []
        for (unit, weight), decisive in zip(alive, _decisive([weight for _, weight in alive]), strict=True):
            having = self._score(unit, weight, None if decisive else total)
            units.append((unit, weight, having))
            if total:
                _add(having, total)
            else:
                total = dict(having)
        for having in (having for unit, _, having in units if unit.required):
            total = _among(total, having)
        return tuple(units), total

    # --- filters

    def _allowed(self, reading: Reading) -> tuple[Collection[int], Collection[int]]:
        """Give the rulings and the rules that the filters leave."""
        first = self.stamp.rulings
        dated = reading.since is not None or reading.until is not None
        rulings = span(self.stamp, reading.since, reading.until) if reading.rulings else range(0)
        rules = range(first, first + self.stamp.rules) if reading.rules and not dated else range(0)
        return self._filtered(rulings, reading), self._filtered(rules, reading) if rules else rules

    def _filtered(self, numbers: range, reading: Reading) -> Collection[int]:
        out: set[int] = set()
        for unit in reading.units:
            if unit.negated:
                out.update(self._score(unit, 1.0, None))
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

    def weight(self, unit: Unit) -> float:
        """Tell how much it says that a ruling has *unit*: more for what few have, nothing when none has."""
        return max((self._text_weight(unit), *(self._tie_weight(option) for option in unit.options)))

    def _text_weight(self, unit: Unit) -> float:
        """Weigh the words of a unit as one, whichever of its forms and languages a ruling says it in."""
        having = dict.fromkeys((*fields.TEXT.values(), fields.WORDS), 0)
        for option in unit.options:
            if isinstance(option, Phrase):
                having[fields.WORDS] += self._rarest(fields.WORDS, option.words)
            elif option.field in having:
                having[option.field] += self._rarest(option.field, option.terms)
        return max(rank.information(min(count, of), of) for of, count in self._shares(having))

    def _shares(self, having: dict[str, int]) -> Iterable[tuple[int, int]]:
        for name, count in having.items():
            lang = _LANGUAGE.get(name)
            yield (self.stamp.texts[lang] if lang else sum(self.stamp.texts.values())), count

    def _rarest(self, name: str, terms: Iterable[str]) -> int:
        return min(self.postings.frequency(name, term) for term in terms)

    def _tie_weight(self, option: Option) -> float:
        if isinstance(option, Phrase) or option.field not in (fields.MECHANIC, fields.CARD):
            return 0.0
        count = self._rarest(option.field, option.terms)
        return option.boost * rank.information(count, self.stamp.rulings)

    def _score(self, unit: Unit, weight: float, among: Scores | None) -> Scores:
        """Give the documents that have *unit*; only those of *among*, if given."""
        text = self._text_weight(unit) or weight
        best: Scores = {}
        for option in unit.options:
            if isinstance(option, Phrase):
                having = dict.fromkeys(self._phrase(option.words, among), text)
            elif option.field in (fields.MECHANIC, fields.CARD):
                having = self._bag(option, [self._tie_weight(option)], among)
            else:
                having = self._bag(option, self._split(option, text * option.boost), among)
            best = _better(best, having)
        return best

    def _split(self, bag: Bag, weight: float) -> list[float]:
        """Part the weight of a unit among the words it is said with: the rarer word carries more."""
        if len(bag.terms) == 1:
            return [weight]
        of = self.stamp.texts.get(_LANGUAGE.get(bag.field, Lang.EN), 0)
        shares = [rank.information(self.postings.frequency(bag.field, term), of) or 1.0 for term in bag.terms]
        return [weight * share / sum(shares) for share in shares]

    def _bag(self, bag: Bag, weights: list[float], among: Scores | None) -> Scores:
        """Score the documents that have the rarest term of *bag*, and more for each other term they have."""
        first, *rest = sorted(range(len(weights)), key=lambda place: -weights[place])
        having = self._term(bag, first, weights[first], among)
        for place in rest:
            for number, gain in self._term(bag, place, weights[place], having).items():
                having[number] += gain
        return having

    def _term(self, bag: Bag, place: int, weight: float, among: Scores | None) -> Scores:
        term = bag.terms[place]
        if among == {} or not self.postings.frequency(bag.field, term):
            return {}
        documents, impacts = self.postings.postings(bag.field, term)
        gains = zip(documents, map(weight.__mul__, impacts), strict=True)
        return dict(gains if among is None else compress(gains, map(among.__contains__, documents)))

    def _phrase(self, parts: tuple[str, ...], among: Scores | None) -> list[int]:
        """Give the documents that have *parts* side by side, in order; only those of *among*, if given."""
        rarest = sorted(set(parts), key=lambda part: self.postings.frequency(fields.WORDS, part))
        documents = set(self.postings.postings(fields.WORDS, rarest[0]).documents)
        for part in rarest[1:4]:
            documents.intersection_update(self.postings.postings(fields.WORDS, part).documents)
        if among is not None:
            documents.intersection_update(among)
        sought = f" {' '.join(parts)} ".encode()
        return [number for number in sorted(documents) if sought in self.opened.running[number]]


def _decisive(weights: list[float]) -> list[bool]:
    """Tell which of *weights*, given heaviest first, make a ruling match by themselves."""
    spare = rank.COMMON_SHARE * sum(weights)
    decisive = [True] * len(weights)
    for place in range(len(weights) - 1, 0, -1):
        spare -= weights[place]
        if spare < 0:
            break
        decisive[place] = False
    return decisive


def _leaves_out(reading: Reading) -> bool:
    """Whether *reading* leaves anything out."""
    dated = reading.since is not None or reading.until is not None
    negated = any(unit.negated for unit in reading.units)
    return bool(reading.filters) or dated or negated or not (reading.rulings and reading.rules)


def _among(scores: Scores, allowed: Collection[int]) -> Scores:
    return {number: score for number, score in scores.items() if number in allowed}


def _add(gained: Scores, total: Scores) -> None:
    get = total.get
    for number, gain in gained.items():
        total[number] = get(number, 0.0) + gain


def _better(one: Scores, other: Scores) -> Scores:
    """Give for each document the better of two scores; either may be changed."""
    if len(one) < len(other):
        one, other = other, one
    get = one.get
    for number, gain in other.items():
        if gain > get(number, 0.0):
            one[number] = gain
    return one
