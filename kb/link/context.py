"""Links to mechanics that a ruling's text does not name, from its cards and from its neighbours.

Where the texts of its cards are known, a ruling is about a mechanic when its cards share it and it stands beside
rulings that name it: on three or more cards, or on two that such a ruling has almost to itself. A pair of cards that
merely belongs to a large group with the mechanic says nothing: its rulings are about the two cards. Where no text is
known, the other rulings of the same page and date decide; and a heading that names a mechanic speaks for what stands
under it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from kb.model import Link, LinkKind, Mechanic

_MIN_SHARE = 0.8
"""So many of its cards must have one of the mechanics that it is linked to."""
_MIN_RESIDUAL = 0.5
"""A further mechanic must be on so many of the cards that the first ones leave over."""
_MIN_OVERLAP = 0.6
"""How like the cards of a naming ruling must be to a pair of cards."""
_MIN_ALONE = 4
"""On so many cards, all those of the date with the mechanic and no others, no ruling needs to name it."""
_FEW = 2
"""As many cards, or naming neighbours, as it takes at least."""
_MAX_SETS = 64
"""Sets of cards kept for each card, date and mechanic; more would say nothing new."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a ruling stands, as far as that tells what it is about."""

    id: str
    date: date | None
    wording: str
    section: str
    cards: tuple[str, ...]
    pages: tuple[tuple[str, str], ...]
    """Files it was found in, each with its card there; none where the text of one of its cards is known."""
    carriers: Mapping[str, frozenset[str]]
    """Which of its cards have each mechanic."""
    known: int
    """How many of its cards have a known text."""
    own_card: bool
    """The text names one of its cards."""
    named: frozenset[str]
    """The mechanics its text names."""
    heading: frozenset[str]
    """The mechanics that the heading it stands under names."""


_Sets = Mapping[tuple[date | None, str, str], Mapping[frozenset[str], int]]
"""By date, card and mechanic: the card sets of the rulings that name it, and how many rulings have each set."""


def context_links(
    standing: Sequence[Standing], has: Mapping[str, frozenset[str]], by_slug: Mapping[str, Mechanic]
) -> tuple[Link, ...]:
    """Return the links of all rulings to mechanics of their context; evergreen ones say too little to be linked.

    A ruling and a mechanic may be linked twice, on different evidence.
    """
    distinctive = frozenset(slug for slug, mechanic in by_slug.items() if not mechanic.evergreen)
    carriers = _carriers_by_date(standing, has, distinctive)
    shared = tuple(_from_cards(standing, carriers, distinctive))
    return (
        *shared,
        *_from_wording(standing, shared),
        *_from_only_card(standing, carriers, distinctive),
        *_from_pages(standing, distinctive),
        *_from_headings(standing, distinctive),
    )


# --- cards ----------------------------------------------------------------------------------------------------------


def _carriers_by_date(
    standing: Sequence[Standing], has: Mapping[str, frozenset[str]], distinctive: frozenset[str]
) -> Mapping[tuple[date | None, str], frozenset[str]]:
    """Return the cards with rulings of a date that have a mechanic, by date and mechanic."""
    found: dict[tuple[date | None, str], set[str]] = defaultdict(set)
    places = {(one.date, card) for one in standing for card in one.cards}
    for day, card in places:
        for slug in has.get(card, frozenset()) & distinctive:
            found[day, slug].add(card)
    return {key: frozenset(cards) for key, cards in found.items()}


def _from_cards(
    standing: Sequence[Standing],
    carriers: Mapping[tuple[date | None, str], frozenset[str]],
    distinctive: frozenset[str],
) -> Iterator[Link]:
    naming = _naming_sets(standing, distinctive)
    for one in standing:
        for slug in _shared(one, distinctive):
            cards = one.carriers[slug]
            sets = _overlapping(one, slug, naming)
            overlap = max((len(each & cards) / len(each | cards) for each in sets), default=0.0)
            alone = len(cards) >= max(_MIN_ALONE, one.known) and cards == carriers[one.date, slug]
            if alone or (sets and (len(cards) > _FEW or overlap >= _MIN_OVERLAP)):
                said = f"{len(cards)} of {one.known} cards have it; {_count(sum(sets.values()))} of that date name it"
                yield _link(one, slug, 0.5 + 0.45 * len(cards) / one.known, said)


def _shared(one: Standing, distinctive: frozenset[str]) -> list[str]:
    """Return the unnamed mechanics that share most of the cards, each on most of those that the former leave over."""
    left = {slug: cards for slug, cards in one.carriers.items() if slug in distinctive and len(cards) >= _FEW}
    covered: set[str] = set().union(*(left.pop(slug) for slug in one.named & left.keys()))
    chosen: list[str] = []
    while left:
        slug = min(left, key=lambda each: (-len(left[each] - covered), each))
        gain = len(left.pop(slug) - covered)
        if gain < _FEW or gain < _MIN_RESIDUAL * (one.known - len(covered)):
            break
        chosen.append(slug)
        covered |= one.carriers[slug]
    return chosen if len(covered) >= _MIN_SHARE * one.known else []


def _naming_sets(standing: Sequence[Standing], distinctive: frozenset[str]) -> _Sets:
    found: dict[tuple[date | None, str, str], Counter[frozenset[str]]] = defaultdict(Counter)
    for one in standing:
        cards = frozenset(one.cards)
        for slug in one.named & distinctive:
            for card in cards:
                sets = found[one.date, card, slug]
                if cards in sets or len(sets) < _MAX_SETS:
                    sets[cards] += 1
    return found


def _overlapping(one: Standing, slug: str, naming: _Sets) -> Mapping[frozenset[str], int]:
    found: dict[frozenset[str], int] = {}
    for card in one.carriers[slug]:
        found.update(naming.get((one.date, card, slug), {}))
    return found


def _from_wording(standing: Sequence[Standing], shared: Sequence[Link]) -> Iterator[Link]:
    """Carry a link over to the same words on another date, where at least half of the cards have the mechanic."""
    wording = {one.id: one.wording for one in standing if one.wording}
    linked: dict[str, set[str]] = defaultdict(set)
    for link in shared:
        if link.ruling in wording:
            linked[wording[link.ruling]].add(link.mechanic)
    for one in standing:
        for slug in sorted(linked.get(one.wording, ())):
            having = len(one.carriers.get(slug, ()))
            if having and _FEW * having >= one.known and slug not in one.named:
                said = f"{having} of {one.known} cards have it; the same words are linked to it on another date"
                yield _link(one, slug, 0.5 + 0.1 * having / one.known, said)


def _from_only_card(
    standing: Sequence[Standing],
    carriers: Mapping[tuple[date | None, str], frozenset[str]],
    distinctive: frozenset[str],
) -> Iterator[Link]:
    """Link the rulings of the one card of a date that has a mechanic, where most of its other rulings name it."""
    naming: dict[tuple[date | None, str], Counter[str]] = defaultdict(Counter)
    sizes: Counter[tuple[date | None, str]] = Counter()
    for one in standing:
        for card in one.cards:
            naming[one.date, card].update(one.named)
            sizes[one.date, card] += 1
    for one in standing:
        if one.known != 1 or one.own_card or one.named & distinctive:
            continue
        for slug in one.carriers.keys() & distinctive:
            (card,) = one.carriers[slug]
            count, others = naming[one.date, card][slug], sizes[one.date, card] - 1
            if len(carriers[one.date, slug]) == 1 and _is_most(count, others):
                said = f"the only card of that date that has it; {count} of its {_count(others, 'other ')} name it"
                yield _link(one, slug, 0.25 + 0.4 * count / others, said)


# --- neighbours -----------------------------------------------------------------------------------------------------


def _from_pages(standing: Sequence[Standing], distinctive: frozenset[str]) -> Iterator[Link]:
    """Link what stands on a page between rulings of its date that name a mechanic, where no card's text is known."""
    pages: dict[tuple[str, str, str, date | None], dict[str, Standing]] = defaultdict(dict)
    for one in standing:
        for path, card in one.pages:
            pages[path, card, one.section, one.date][one.id] = one
    for page in pages.values():
        counts = Counter(slug for one in page.values() for slug in one.named & distinctive)
        others = len(page) - 1
        for slug in sorted(slug for slug, count in counts.items() if _is_most(count, others)):
            said = f"{counts[slug]} of the {_count(others, 'other ')} of its page and date name it"
            for one in page.values():
                if slug not in one.named:
                    yield _link(one, slug, 0.4 + 0.45 * counts[slug] / others, said)


def _is_most(count: int, others: int) -> bool:
    return count >= _FEW and _FEW * count >= others


def _from_headings(standing: Sequence[Standing], distinctive: frozenset[str]) -> Iterator[Link]:
    for one in standing:
        for slug in (one.heading & distinctive) - one.named:
            yield _link(one, slug, 0.8, f"it stands under “{one.section}”")


def _link(one: Standing, slug: str, weight: float, evidence: str) -> Link:
    return Link(one.id, slug, LinkKind.CONTEXT, round(weight, 2), evidence)


def _count(number: int, which: str = "") -> str:
    return f"{number} {which}ruling" + ("" if number == 1 else "s")
