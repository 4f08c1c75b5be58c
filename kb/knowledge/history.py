"""What became of a ruling: newer wordings, French versions, and look-alikes that differ in a word."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import combinations

from kb.model import Lang, Link, LinkKind, Pair, PairStatus, Revision, Ruling
from kb.tables import mechanics, terms
from kb.text.folding import fold, strip_accents, symbols_in

_NUMBER = re.compile(r"\d+")
_PLURAL = re.compile(r"(?<=\w{3})s\b")
_PLURAL_IN_I = re.compile(r"(?<=\w\w)(?:ies?|y)\b")
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
_EVERYDAY = frozenset({"card"})
"""Terms that stand in every other ruling, so that two rulings with them need not be of one matter."""
_OWN_CARD = "the ruling's own card"

# English is shorter than its French version, by a seventh as a rule; the slack, in letters, is for short texts.
_SHORTEST, _LONGEST, _SLACK = 0.6, 1.2, 10

_MOST_OF_A_CARD = 200
"""Rulings of a card that are compared; no card has a fifth of that, but a page may say so."""

_LEAST_WORDS = 4
_CROWD = 40
"""Texts with the same half that are compared with each other; more are a template, whose neighbours suffice."""


def tokens(text: str) -> tuple[str, ...]:
    """Return the words, numbers and symbols of *text*, folded, in order."""
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
    """Yield each two dated rulings of one card and language that differ in date and wording, older first, once."""
    standing: dict[tuple[str, Lang], list[Ruling]] = defaultdict(list)
    for ruling in rulings:
        for card in ruling.cards:
            if ruling.date and len(standing[card, ruling.lang]) < _MOST_OF_A_CARD:
                standing[card, ruling.lang].append(ruling)
    seen: set[tuple[str, str]] = set()
    for group in standing.values():
        for older, newer in combinations(group, 2):
            if older.date != newer.date and older.wording != newer.wording and (older.id, newer.id) not in seen:
                seen.add((older.id, newer.id))
                yield older, newer


def _likeness(a: Sequence[str], b: Sequence[str], bag_a: frozenset[str], bag_b: frozenset[str]) -> float:
    """Return how much of two texts is the same words in the same order, 0 to 1; 0 at once when they share few words."""
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
    """Yield keys of which two texts that differ in one word, changed or added, have one in common."""
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
class _Statement:
    """A ruling with what it names, whatever its language."""

    ruling: Ruling
    things: frozenset[str]
    """Terms of the rules, mechanics, numbers, symbols, and its own card."""
    figures: frozenset[str]
    """The numbers and symbols among them."""


@dataclass(frozen=True, slots=True)
class _Match:
    score: float
    same_date: bool
    french: Ruling
    english: Ruling


def pairs(rulings: Sequence[Ruling], links: Iterable[Link], revised: Iterable[Revision]) -> tuple[Pair, ...]:
    """Find the English ruling that each French one translates: same card, like length, and both name the same things.

    On the same date the pair is confirmed, unless the English wording was replaced later (outdated); with another date
    it is left unknown. Each ruling is in one pair at most, the best first; of those that are left, two of one card and
    date are a pair when nothing else there comes into question. Machine-made French is always marked so.
    """
    replaced = {r.older for r in revised}
    beside = _on_one_card(rulings, links)
    chosen: dict[str, Pair] = {}
    taken: set[str] = set()

    def choose(matches: Iterable[_Match]) -> None:
        for match in matches:
            if match.french.id not in chosen and match.english.id not in taken:
                taken.add(match.english.id)
                chosen[match.french.id] = Pair(match.french.id, match.english.id, _status(match, replaced))

    choose(_matches(beside))
    choose(_left_over([(f, e) for f, e in beside if f.ruling.id not in chosen and e.ruling.id not in taken]))
    return tuple(chosen[key] for key in sorted(chosen))


def _status(match: _Match, replaced: set[str]) -> PairStatus:
    if match.french.machine_translated:
        return PairStatus.MACHINE
    if match.english.id in replaced:
        return PairStatus.OUTDATED
    return PairStatus.CONFIRMED if match.same_date else PairStatus.UNKNOWN


def _on_one_card(rulings: Sequence[Ruling], links: Iterable[Link]) -> list[tuple[_Statement, _Statement]]:
    """Return each French ruling with each English one that shares a card with it and is of like length, once."""
    french = [r for r in rulings if r.lang is Lang.FR]
    cards = {card for ruling in french for card in ruling.cards}
    english = [r for r in rulings if r.lang is Lang.EN and not cards.isdisjoint(r.cards)]
    named: dict[str, set[str]] = {r.id: set() for r in (*french, *english)}
    for link in links:
        if link.kind is LinkKind.NAMED and link.ruling in named:
            named[link.ruling].add(link.mechanic)
    standing: dict[str, list[_Statement]] = defaultdict(list)
    for said in (_said(ruling, named[ruling.id]) for ruling in english):
        for card in said.ruling.cards:
            if len(standing[card]) < _MOST_OF_A_CARD:
                standing[card].append(said)
    return [
        (said, other)
        for said in (_said(ruling, named[ruling.id]) for ruling in french)
        for other in {e.ruling.id: e for card in said.ruling.cards for e in standing[card]}.values()
        if _alike_in_length(said.ruling.text, other.ruling.text)
    ]


def _alike_in_length(french: str, english: str) -> bool:
    return _SHORTEST * len(french) <= len(english) <= _LONGEST * len(french) + _SLACK


def _matches(beside: Iterable[tuple[_Statement, _Statement]]) -> list[_Match]:
    """List all pairs alike enough, those of one date first, the most alike first."""
    matches: list[_Match] = []
    for french, english in beside:
        score = _agreement(french.things, english.things)
        same = _of_one_date(french.ruling, english.ruling)
        if score >= (_SAME_DATE if same else _OTHER_DATE):
            matches.append(_Match(score, same, french.ruling, english.ruling))
    return sorted(matches, key=lambda m: (not m.same_date, -m.score, m.french.id, m.english.id))


def _left_over(beside: Iterable[tuple[_Statement, _Statement]]) -> list[_Match]:
    """List the pairs of one date with equal numbers and symbols in which either is the only one for the other."""
    matches = [
        _Match(0.0, same_date=True, french=french.ruling, english=english.ruling)
        for french, english in beside
        if _of_one_date(french.ruling, english.ruling)
        and french.figures == english.figures
        and len(french.things & english.things) >= _LEAST_IN_COMMON
    ]
    times = Counter(i for m in matches for i in (m.french.id, m.english.id))
    return [m for m in matches if times[m.french.id] == times[m.english.id] == 1]


def _of_one_date(one: Ruling, other: Ruling) -> bool:
    return one.date is not None and one.date == other.date


def _agreement(a: frozenset[str], b: frozenset[str]) -> float:
    """Return how much of what two rulings name they both name, 0 to 1."""
    common = len(a & b)
    return common / len(a | b) if common >= _LEAST_IN_COMMON else 0.0


def _said(ruling: Ruling, named: set[str]) -> _Statement:
    folded = fold(ruling.text)
    figures = frozenset((*symbols_in(folded), *_NUMBER.findall(folded)))
    matcher, thing = _term_matcher(ruling.lang)
    terms_found = {thing[m.group()] for m in matcher.finditer(_plain(ruling.text))} - _EVERYDAY
    own = {_OWN_CARD} if ruling.pattern != ruling.wording else set()
    return _Statement(ruling, figures | terms_found | named | own, figures)


def _plain(text: str) -> str:
    """Fold *text*, without its accents; words become the same in singular and plural, if no words of a language."""
    return _PLURAL.sub("", _PLURAL_IN_I.sub("i", strip_accents(fold(text))))


@cache
def _term_matcher(lang: Lang) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return the forms of terms and of mechanics, whatever their sense where they stand, and what they name."""
    french = lang is Lang.FR
    forms = [(form.split("(", maxsplit=1)[0], t.en[0]) for t in terms() for form in (t.fr if french else t.en)]
    forms += [(form, m.slug) for m in mechanics() for form in (m.forms_fr if french else m.forms)]
    thing: dict[str, str] = {}
    for form, name in forms:
        thing.setdefault(_plain(form), name)
    longest_first = sorted(thing, key=lambda form: (-len(form), form))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"), thing
