"""Lists of rulings: each said once, its other language beside it, in days."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from kb.model import Link, LinkKind, Pair, PairStatus, Ruling
from kb.site.base import address
from kb.site.base.tree import Tree, card_ref, foreign, marked, name_of_card
from kb.site.pages.evidence import reason
from kb.site.pages.values import Day, EntryView, Name, PlaceView, Version

_CARDS_NAMED = 3
_STATUS = {
    PairStatus.CONFIRMED: "pair_confirmed",
    PairStatus.OUTDATED: "pair_outdated",
    PairStatus.MACHINE: "pair_machine",
    PairStatus.UNKNOWN: "pair_unknown",
}


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """A ruling to be shown and those that need not be shown beside it."""

    lead: str
    same: tuple[str, ...]
    """Rulings of the same pattern, newest first."""


def groups(tree: Tree, rulings: Iterable[str]) -> tuple[EntryGroup, ...]:
    """Gather *rulings* into what a reader need read once, the newest first.

    A ruling that has a version in the language of the tree is led by it, and what differs only in the card's own
    name or in the day stands under the newest of its kind.
    """
    shown: dict[str, dict[str, None]] = {}
    for ruling in sorted(rulings, key=tree.atlas.newest.__getitem__):
        lead = in_own_language(tree, tree.atlas.rulings[ruling])
        shown.setdefault(lead.pattern, {})[lead.id] = None
    return tuple(EntryGroup(lead, tuple(same)) for lead, *same in shown.values())


def days(tree: Tree, found: Sequence[EntryGroup], up: str, entry: Callable[[EntryGroup], EntryView]) -> tuple[Day, ...]:
    """Put consecutive groups of one day under its date."""

    def when(group: EntryGroup) -> date | None:
        return tree.atlas.rulings[group.lead].date

    return tuple(day(tree, on, up, tuple(map(entry, alike))) for on, alike in groupby(found, when))


def day(tree: Tree, when: date | None, up: str, entries: tuple[EntryView, ...]) -> Day:
    """Put *entries* under the date *when*."""
    return Day(tree.words.day(when), when.isoformat() if when else "", up + address.day(when), entries)


def entry(
    tree: Tree,
    group: EntryGroup,
    up: str,
    *,
    ties: Mapping[str, Link] | None = None,
    mechanic: str = "",
    card: str = "",
) -> EntryView:
    """Show a group.

    *ties* tell why it stands on the page of *mechanic*; *card* is the one whose page this is, so that it need not be
    named.
    """
    ruling = tree.atlas.rulings[group.lead]
    named = () if card else ruling.cards[:_CARDS_NAMED]
    return EntryView(
        id=ruling.id,
        href=up + address.ruling(ruling.id),
        text=marked(tree, ruling, up, mechanic),
        lang=foreign(tree, ruling.lang),
        official=ruling.official,
        machine_translated=ruling.machine_translated,
        replaced=ruling.id in tree.atlas.newer,
        lost_symbol=ruling.lost_symbol,
        section=ruling.section,
        cards=tuple(card_ref(tree, key, up) for key in named),
        more=len(ruling.cards) - len(named) - (card in ruling.cards),
        versions=versions(tree, ruling, up, mechanic),
        context=_context(tree, group, ties or {}),
        same=tuple(place(tree, same, up, card) for same in group.same),
    )


def versions(tree: Tree, ruling: Ruling, up: str, mechanic: str = "") -> tuple[Version, ...]:
    """Return the renderings of *ruling* in the other language, or what it renders."""
    return tuple(_version(tree, ruling, pair, up, mechanic) for pair in tree.atlas.pairs.get(ruling.id, ()))


def place(tree: Tree, identity: str, up: str, card: str = "") -> PlaceView:
    """Return where a ruling stands that repeats another; *card* need not be named."""
    ruling = tree.atlas.rulings[identity]
    keys = () if card in ruling.cards else ruling.cards
    return PlaceView(
        href=up + address.ruling(identity),
        card=name_of_card(tree, tree.atlas.cards[keys[0]]) if keys else None,
        more=max(len(keys) - 1, 0),
        day=tree.words.day(ruling.date),
        iso=ruling.date.isoformat() if ruling.date else "",
        note=not ruling.official,
    )


def notes(tree: Tree, rulings: Iterable[str]) -> int:
    """Count those of *rulings* that are notes of web sites, not rulings of the publisher."""
    return sum(not tree.atlas.rulings[ruling].official for ruling in rulings)


def counterpart(pair: Pair, ruling: str) -> str:
    """Return the ruling that *pair* ties to *ruling*."""
    return pair.english if ruling == pair.french else pair.french


def _version(tree: Tree, ruling: Ruling, pair: Pair, up: str, mechanic: str) -> Version:
    other = tree.atlas.rulings[counterpart(pair, ruling.id)]
    return Version(
        href=up + address.ruling(other.id),
        text=marked(tree, other, up, mechanic),
        lang=foreign(tree, other.lang),
        note=not other.official,
        status=tree.words.say(_STATUS[pair.status]),
        doubtful=pair.status in {PairStatus.OUTDATED, PairStatus.MACHINE},
    )


def in_own_language(tree: Tree, ruling: Ruling) -> Ruling:
    """Return *ruling* as it stands in the language of the tree, where it does."""
    if ruling.lang is tree.lang:
        return ruling
    for pair in tree.atlas.pairs.get(ruling.id, ()):
        return tree.atlas.rulings[counterpart(pair, ruling.id)]
    return ruling


def _context(tree: Tree, group: EntryGroup, ties: Mapping[str, Link]) -> Name | None:
    """Return the evidence if no ruling of the group, in either language, names the mechanic."""
    alike = (group.lead, *group.same)
    others = (counterpart(pair, one) for one in alike for pair in tree.atlas.pairs.get(one, ()))
    found = [ties[one] for one in (*alike, *others) if one in ties]
    if not found or any(tie.kind is LinkKind.NAMED for tie in found):
        return None
    return reason(tree, found[0].evidence)
