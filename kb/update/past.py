"""What became of the rulings of an updated knowledge base: newer wordings and French versions."""

from collections.abc import Iterable

from kb.knowledge import history
from kb.knowledge.dedupe import in_order
from kb.model import Lang, Link, Pair, Revision, Ruling
from kb.store.before import Before
from kb.update.ties import Merged


def revisions(before: Before, merged: Merged) -> tuple[Revision, ...]:
    """Return the newer wordings of all rulings; found anew for those on the cards of what is new or gone."""
    near = _on(before, merged, _cards((*merged.new, *merged.old)))
    compared = _on(before, merged, _cards(near))
    anew = {ruling.id for ruling in near}
    kept = (each for each in before.revisions() if each.older not in anew and each.older not in merged.gone)
    found = (each for each in history.revisions(in_order(compared)) if each.older in anew)
    return tuple(sorted((*kept, *found), key=lambda each: each.older))


def pairs(before: Before, merged: Merged, links: Iterable[Link], newer: Iterable[Revision]) -> tuple[Pair, ...]:
    """Return the French rulings with their English originals, all found anew: there are few."""
    french = [ruling for ruling in before.french_rulings() if ruling.id not in merged.gone]
    french += (ruling for ruling in merged.new if ruling.lang is Lang.FR)
    beside = {ruling.id: ruling for ruling in (*french, *_on(before, merged, _cards(french)))}
    return history.pairs(in_order(beside.values()), links, newer)


def _cards(rulings: Iterable[Ruling]) -> set[str]:
    return {card for ruling in rulings for card in ruling.cards}


def _on(before: Before, merged: Merged, cards: set[str]) -> list[Ruling]:
    """Return the rulings that stand on any of *cards* now."""
    kept = [ruling for ident, ruling in before.texts_on(cards).items() if ident not in merged.gone]
    return kept + [ruling for ruling in merged.new if not cards.isdisjoint(ruling.cards)]
