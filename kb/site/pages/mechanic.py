"""Mechanics: the list by kind and letter, and a page for each with every ruling about it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from kb.model import Mechanic, MechanicKind
from kb.site.base import address
from kb.site.base.lookups import letter, listing
from kb.site.base.tree import (
    Tree,
    card_ref,
    foreign_english,
    frame,
    mechanic_ref,
    name_of_mechanic,
    other_name_of_mechanic,
    pager,
)
from kb.site.pages.entries import EntryGroup, days, entry, groups, notes
from kb.site.pages.kinds import MechanicPage, MechanicsPage
from kb.site.pages.passages import defining, entry_of
from kb.site.pages.values import Counted, Ref, Section

PART = 100
"""So many rulings are shown on one page."""
_CARDS_NAMED = 12
KINDS = {
    MechanicKind.KEYWORD_ABILITY: ("keyword_ability", "keyword_abilities"),
    MechanicKind.KEYWORD_ACTION: ("keyword_action", "keyword_actions"),
    MechanicKind.ABILITY_WORD: ("ability_word", "ability_words"),
}


def mechanic_pages(tree: Tree) -> Iterator[MechanicsPage | MechanicPage]:
    """Yield every page about mechanics."""
    yield _list(tree)
    for mechanic in tree.atlas.knowledge.mechanics:
        yield from _mechanic(tree, mechanic)


def top(tree: Tree, up: str, number: int) -> tuple[Counted, ...]:
    """Return the mechanics that most rulings are about; those printed in every set only where others do not suffice."""

    def order(slug: str) -> tuple[bool, int, str]:
        return tree.atlas.mechanics[slug].evergreen, -len(tree.atlas.about[slug]), slug

    slugs = sorted(tree.atlas.about, key=order)[:number]
    return tuple(replace(_row(tree, tree.atlas.mechanics[slug], up), note="") for slug in slugs)


def _list(tree: Tree) -> MechanicsPage:
    return MechanicsPage(
        frame=frame(tree, address.MECHANICS, tree.words.say("mechanics"), tree.words.say("mechanics_lead")),
        total=len(tree.atlas.mechanics),
        kinds=tuple(
            (kind.value.replace("_", "-"), tree.words.say(many), sections)
            for kind, (_, many) in KINDS.items()
            if (sections := _sections(tree, kind))
        ),
    )


def _sections(tree: Tree, kind: MechanicKind) -> tuple[Section, ...]:
    of_kind = (mechanic for mechanic in tree.atlas.knowledge.mechanics if mechanic.kind is kind)
    return _by_letter(tree, of_kind, address.up(address.MECHANICS))


def explained(tree: Tree, up: str) -> tuple[Section, ...]:
    """Return the mechanics that rulings explain, by letter."""
    return _by_letter(tree, (tree.atlas.mechanics[slug] for slug in tree.atlas.about), up)


def _by_letter(tree: Tree, mechanics: Iterable[Mechanic], up: str) -> tuple[Section, ...]:
    def order(mechanic: Mechanic) -> tuple[bool, str, str]:
        return listing(name_of_mechanic(tree, mechanic).text)

    found = sorted(mechanics, key=lambda mechanic: (*order(mechanic), mechanic.slug))
    return tuple(
        Section("", first.upper(), tuple(_row(tree, mechanic, up) for mechanic in alike))
        for first, alike in groupby(found, lambda mechanic: letter(name_of_mechanic(tree, mechanic).text))
    )


def _row(tree: Tree, mechanic: Mechanic, up: str) -> Counted:
    return Counted(
        mechanic_ref(tree, mechanic.slug, up),
        len(tree.atlas.about.get(mechanic.slug, {})),
        other_name_of_mechanic(tree, mechanic),
        mechanic.rule,
    )


def _mechanic(tree: Tree, mechanic: Mechanic) -> Iterator[MechanicPage]:
    found = groups(tree, tree.atlas.about.get(mechanic.slug, {}))
    count = max(-(-len(found) // PART), 1)
    for number in range(1, count + 1):
        yield _part(tree, mechanic, found[(number - 1) * PART : number * PART], number, count)


def _part(tree: Tree, mechanic: Mechanic, found: tuple[EntryGroup, ...], number: int, count: int) -> MechanicPage:
    where = address.mechanic(mechanic.slug)
    up = address.up(where)
    ties = tree.atlas.about.get(mechanic.slug, {})
    name = name_of_mechanic(tree, mechanic)
    # In French a name stands in lower case within a text, and so in the tables.
    title = name.text[:1].upper() + name.text[1:]
    kind = tree.words.say(KINDS[mechanic.kind][0])
    certainty, doubtful = _certainty(tree, mechanic)
    rules = tree.atlas.codex.of_mechanic.get(mechanic.slug)
    return MechanicPage(
        frame=frame(
            tree,
            where,
            # A card, a term or a page of the site may have the same name.
            f"{title}, {kind[:1].lower()}{kind[1:]}",
            tree.words.say("mechanic_summary", name=title, count=tree.words.count(len(ties), "n_rulings")),
            crumbs=(Ref(up + address.MECHANICS, tree.words.say("mechanics")),),
            part=number,
        ),
        name=name,
        also=other_name_of_mechanic(tree, mechanic),
        kind=kind,
        rule=mechanic.rule,
        rule_ref=_rule_ref(tree, mechanic, up),
        defining=defining(tree, rules, up) if number == 1 else None,
        glossary=entry_of(tree, rules, up) if number == 1 else None,
        text_lang=foreign_english(tree),
        certainty=certainty,
        doubtful=doubtful,
        total=len(ties),
        context=sum(tie.kind.value == "context" for tie in ties.values()),
        notes=notes(tree, ties),
        feed=up + address.mechanic_feed(mechanic.slug) if ties else "",
        days=days(tree, found, up, lambda group: entry(tree, group, up, ties=ties, mechanic=mechanic.slug)),
        pager=pager(tree, where, number, count),
        cards=_cards(tree, mechanic, up) if number == 1 else (),
    )


def _rule_ref(tree: Tree, mechanic: Mechanic, up: str) -> Ref | None:
    place = tree.atlas.codex.places.get(mechanic.rule)
    return Ref(up + place, mechanic.rule) if place else None


def _cards(tree: Tree, mechanic: Mechanic, up: str) -> tuple[Counted, ...]:
    counts: dict[str, int] = {}
    for ruling in tree.atlas.about.get(mechanic.slug, {}):
        for card in tree.atlas.rulings[ruling].cards:
            counts[card] = counts.get(card, 0) + 1
    most = sorted(counts, key=lambda card: (-counts[card], card))[:_CARDS_NAMED]
    return tuple(Counted(card_ref(tree, card, up), counts[card]) for card in most)


def _certainty(tree: Tree, mechanic: Mechanic) -> tuple[str, bool]:
    """Return how the French name is known, and whether that is a warning."""
    how, _, cards = mechanic.name_fr_evidence.partition(":")
    if not mechanic.name_fr:
        return tree.words.say("french_name_none"), False
    if how == "cards" and cards.isdecimal():
        return tree.words.count(int(cards), "french_name_cards"), False
    return (tree.words.say("french_name_web"), False) if how == "web" else (tree.words.say("french_name_weak"), True)
