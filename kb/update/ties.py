"""The links of an updated knowledge base: those of new rulings, and of others whose neighbours have changed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from kb.link import Carried, Linker, carriers_of
from kb.link.context import Standing
from kb.model import Card, Carries, Link, LinkKind, Revision, Ruling, Tie
from kb.store.before import Before


@dataclass(frozen=True, slots=True)
class Merged:
    """The rulings that an update takes out and puts in; one that changes is in both."""

    gone: frozenset[str]
    new: tuple[Ruling, ...]
    old: tuple[Ruling, ...]
    """Those that are gone, as they were."""
    cards: Mapping[str, Card]
    """The cards that the new ones stand on, by key."""


@dataclass(frozen=True, slots=True)
class Tied:
    """All links, before and after."""

    before: Mapping[str, tuple[Link, ...]]
    """By ruling."""
    links: tuple[Link, ...]
    carried: tuple[Carries, ...]
    """Of the cards that had no rulings before."""


def tie(before: Before, merged: Merged) -> Tied:
    """Link all rulings; what a text names is read only where it is new."""
    linker = Linker(before.mechanics())
    has = before.carried_by_card()
    first = linker.carried(merged.new, {key: card for key, card in merged.cards.items() if key not in has})
    has |= first
    held = before.links()
    named, standing = linker.read(merged.new, merged.cards, has)
    named += (link for link in held if link.kind is LinkKind.NAMED and link.ruling not in merged.gone)
    standing += _kept(before, merged.gone, linker, has)
    carried = tuple(Carries(card, slug) for card, slugs in sorted(first.items()) for slug in sorted(slugs))
    return Tied(_by_ruling(held), linker.settle(named, standing, has), carried)


def _kept(before: Before, gone: frozenset[str], linker: Linker, has: Carried) -> Iterator[Standing]:
    @cache
    def known(cards: tuple[str, ...]) -> tuple[Mapping[str, frozenset[str]], int]:
        with_text = before.cards_with_text.intersection(cards)
        return carriers_of(with_text, has), len(with_text)

    for place in before.places():
        if place.id in gone:
            continue
        carriers, with_text = known(place.cards)
        yield Standing(
            id=place.id,
            date=place.date,
            wording=place.wording,
            section=place.section,
            cards=place.cards,
            pages=place.pages,
            carriers=carriers,
            known=with_text,
            own_card=place.pattern != place.wording,
            named=place.named,
            heading=linker.of_heading(place.section, place.lang),
        )


def ties(before: Before, merged: Merged, tied: Tied, revisions: Sequence[Revision]) -> dict[str, Tie]:
    """Return the ties of every ruling that is new, or whose links or newer wording have changed; by id."""
    after = _by_ruling(tied.links)
    replaced, was_replaced = ({each.older for each in some} for some in (revisions, before.revisions()))
    linked = {ident for ident in after.keys() | tied.before.keys() if after.get(ident) != tied.before.get(ident)}
    new = {ruling.id for ruling in merged.new}
    changed = (linked | (replaced ^ was_replaced)) - merged.gone | new
    return {ident: Tie(after.get(ident, ()), ident in replaced) for ident in sorted(changed)}


def _by_ruling(links: Iterable[Link]) -> dict[str, tuple[Link, ...]]:
    found: dict[str, list[Link]] = defaultdict(list)
    for link in links:
        found[link.ruling].append(link)
    return {ident: tuple(some) for ident, some in found.items()}
