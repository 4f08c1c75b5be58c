"""What became of a ruling: newer wordings, French versions, and look-alikes that differ in a word."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import combinations

from kb.model import Lang, Link, LinkKind, Pair, PairStatus, Revision, Ruling
from kb.tables import terms
from kb.text import fold, strip_accents, symbols_in

_TOKEN = re.compile(r"\{[^{}\s]+\}|[+-]?\d+(?:/[+-]?\d+)?|\w+(?:'\w+)?")

# A rewording keeps most of its words; two rulings of one card on different matters share far fewer. Read off the
# reissues of the suspend and morph rulings: true rewordings lie above 0.7, neighbours on one page below 0.5.
_REWORDED = 0.7
_SHARED_WORDS = 0.5

# A French ruling and its English original name the same things: half of what either names is enough on one date and
# card, where there are few to choose from; without the date more has to agree.
_SAME_DATE = 0.35
_OTHER_DATE = 0.6
_LEAST_IN_COMMON = 2

_LEAST_WORDS = 4
_CROWD = 40
"""Texts with the same half that are compared with each other; more are a template, whose neighbours suffice."""


def tokens(text: str) -> tuple[str, ...]:
    """Give the words, numbers and symbols of *text*, folded, in order."""
    return tuple(_TOKEN.findall(fold(text)))


# --- newer wordings -------------------------------------------------------------------------------------------------


def revisions(rulings: Sequence[Ruling]) -> tuple[Revision, ...]:
    """Find, for each wording, the later ruling on the same card and in the same language that says nearly the same.

    Of several the most alike is taken, then the earliest. Equal wordings on other dates are reissues, no revisions.
    """
    words = {r.id: tokens(r.text) for r in rulings}
    bags = {i: frozenset(w) for i, w in words.items()}
    best: dict[str, tuple[float, str]] = {}
    for older, newer in _successions(rulings):
        likeness = _likeness(words[older.id], words[newer.id], bags[older.id], bags[newer.id])
        if likeness >= _REWORDED and likeness > best.get(older.id, (0.0, ""))[0]:
            best[older.id] = (likeness, newer.id)
    return tuple(Revision(older, newer) for older, (_, newer) in sorted(best.items()))


def _successions(rulings: Sequence[Ruling]) -> Iterator[tuple[Ruling, Ruling]]:
    """Give each two dated rulings of one card and language that differ in date and wording, older first, once."""
    standing: dict[tuple[str, Lang], list[Ruling]] = defaultdict(list)
    for ruling in rulings:
        if ruling.date:
            for card in ruling.cards:
                standing[card, ruling.lang].append(ruling)
    seen: set[tuple[str, str]] = set()
    for group in standing.values():
        for older, newer in combinations(group, 2):
            if older.date != newer.date and older.wording != newer.wording and (older.id, newer.id) not in seen:
                seen.add((older.id, newer.id))
                yield older, newer


def _likeness(a: Sequence[str], b: Sequence[str], bag_a: frozenset[str], bag_b: frozenset[str]) -> float:
    """Say how much of two texts is the same words in the same order, 0 to 1; 0 at once when they share few words."""
    if len(bag_a & bag_b) < _SHARED_WORDS * max(len(bag_a), len(bag_b)):
        return 0.0
    return SequenceMatcher(None, a, b, autojunk=False).ratio()


# --- look-alikes ----------------------------------------------------------------------------------------------------


def near_twins(rulings: Sequence[Ruling]) -> tuple[tuple[Ruling, Ruling], ...]:
    """Find rulings of one language, of four words or more, that differ in one word other than a card's own name."""
    first_of = {(r.lang, r.pattern): r for r in reversed(rulings)}
    words = {r.id: tokens(r.text) for r in first_of.values()}
    long_enough = (r for r in first_of.values() if len(words[r.id]) >= _LEAST_WORDS)
    halves: dict[tuple[object, ...], list[Ruling]] = defaultdict(list)
    for ruling in sorted(long_enough, key=lambda r: (words[r.id], r.id)):
        for half in _halves(words[ruling.id]):
            halves[ruling.lang, *half].append(ruling)
    found: dict[tuple[str, str], tuple[Ruling, Ruling]] = {}
    for group in halves.values():
        for n, one in enumerate(group):
            for other in group[n + 1 : n + _CROWD]:
                if one.wording != other.wording and _differ_in_one(words[one.id], words[other.id]):
                    a, b = sorted((one, other), key=lambda r: r.id)
                    found[a.id, b.id] = (a, b)
    return tuple(found[key] for key in sorted(found))


def _halves(words: tuple[str, ...]) -> Iterator[tuple[object, ...]]:
    """Give keys of which two texts that differ in one word, changed or added, have one in common."""
    for size in {len(words) // 2, (len(words) - 1) // 2}:
        yield "first", words[:size]
        yield "last", words[-size:]


def _differ_in_one(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    if abs(len(a) - len(b)) > 1:
        return False
    start = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    if len(a) == len(b):
        return a[start + 1 :] == b[start + 1 :]
    short, long = sorted((a, b), key=len)
    return short[start:] == long[start + 1 :]


# --- French versions ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Match:
    score: float
    same_date: bool
    french: Ruling
    english: Ruling


def pairs(rulings: Sequence[Ruling], links: Iterable[Link], revised: Iterable[Revision]) -> tuple[Pair, ...]:
    """Find the English ruling that each French one translates: same card, and both name the same things.

    On the same date the pair is confirmed, unless the English wording was replaced later (outdated); with another date
    it is left unknown. Each ruling is in one pair at most, the best first. Machine-made French is always marked so.
    """
    named: dict[str, set[str]] = defaultdict(set)
    for link in links:
        if link.kind is LinkKind.NAMED:
            named[link.ruling].add(link.mechanic)
    replaced = {r.older for r in revised}
    chosen: dict[str, Pair] = {}
    taken: set[str] = set()
    for match in _matches(rulings, named):
        if match.french.id not in chosen and match.english.id not in taken:
            taken.add(match.english.id)
            chosen[match.french.id] = Pair(match.french.id, match.english.id, _status(match, replaced))
    return tuple(chosen[key] for key in sorted(chosen))


def _status(match: _Match, replaced: set[str]) -> PairStatus:
    if match.french.machine_translated:
        return PairStatus.MACHINE
    if match.english.id in replaced:
        return PairStatus.OUTDATED
    return PairStatus.CONFIRMED if match.same_date else PairStatus.UNKNOWN


def _matches(rulings: Sequence[Ruling], named: Mapping[str, set[str]]) -> list[_Match]:
    """List all pairs alike enough, those of one date first, the most alike first."""
    english: dict[str, list[Ruling]] = defaultdict(list)
    for ruling in rulings:
        if ruling.lang is Lang.EN:
            for card in ruling.cards:
                english[card].append(ruling)
    matches: dict[tuple[str, str], _Match] = {}
    for french in (r for r in rulings if r.lang is Lang.FR):
        for candidate in (e for card in french.cards for e in english[card]):
            score = _agreement(french, candidate, named)
            same = french.date == candidate.date
            if score >= (_SAME_DATE if same else _OTHER_DATE):
                matches[french.id, candidate.id] = _Match(score, same, french, candidate)
    return sorted(matches.values(), key=lambda m: (not m.same_date, -m.score, m.french.id, m.english.id))


def _agreement(french: Ruling, english: Ruling, named: Mapping[str, set[str]]) -> float:
    a = _concepts(french.text, Lang.FR) | named.get(french.id, set())
    b = _concepts(english.text, Lang.EN) | named.get(english.id, set())
    common = len(a & b)
    return common / len(a | b) if common >= _LEAST_IN_COMMON else 0.0


@cache
def _concepts(text: str, lang: Lang) -> frozenset[str]:
    """Give what *text* names whatever its language: terms of the rules, numbers and symbols."""
    plain = strip_accents(fold(text))
    matcher, concept = _term_matcher(lang)
    found = {concept[m.group()] for m in matcher.finditer(plain)}
    return frozenset(found | set(symbols_in(plain)) | set(re.findall(r"\d+", plain)))


@cache
def _term_matcher(lang: Lang) -> tuple[re.Pattern[str], Mapping[str, str]]:
    concept: dict[str, str] = {}
    for term in terms():
        for form in term.fr if lang is Lang.FR else term.en:
            plain = strip_accents(fold(form.split("(", maxsplit=1)[0]))
            concept.setdefault(plain, f"term {term.en[0]}")
    longest_first = sorted(concept, key=lambda form: (-len(form), form))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"), concept
