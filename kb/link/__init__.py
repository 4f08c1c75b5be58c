"""Ties from rulings to the mechanics they explain: one for each mechanic that a ruling names or has as its context.

Naming is found by `kb.mentions` and weighed by `kb.link.subject`; what the text leaves unsaid comes from
`kb.link.context`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kb.link.carried import carried
from kb.link.context import context_links
from kb.link.subject import Told, named_links
from kb.mentions import Finder
from kb.model import Card, Link, Mechanic, Ruling

ABOUT = 0.5
"""From this weight on a ruling is about the mechanic; below, it only mentions it."""

_HEADING_PARTS = re.compile(r"[:—–]|\s-\s")


def link(rulings: Sequence[Ruling], cards: Mapping[str, Card], mechanics: Sequence[Mechanic]) -> tuple[Link, ...]:
    """Give the links of *rulings*, by ruling, then weight from the heaviest, then slug; one a ruling and mechanic.

    *cards* are those of the catalogue, by key; a ruling may stand on others. The order of *rulings* does not matter.
    The time grows with the number of rulings and of their cards.
    """
    finder = Finder(mechanics)
    by_slug = {mechanic.slug: mechanic for mechanic in mechanics}
    attached = {key for ruling in rulings for key in ruling.cards if key in cards}
    has = {key: carried(cards[key], finder) for key in sorted(attached)}
    told = [_told(ruling, cards, has, finder) for ruling in sorted(rulings, key=lambda ruling: ruling.id)]
    best: dict[tuple[str, str], Link] = {}
    for one in told:
        best.update({(each.ruling, each.mechanic): each for each in named_links(one, by_slug)})
    for each in context_links(told, has, by_slug):
        held = best.get((each.ruling, each.mechanic))
        if held is None or (held.kind is each.kind and each.weight > held.weight):
            best[each.ruling, each.mechanic] = each
    return tuple(sorted(best.values(), key=lambda each: (each.ruling, -each.weight, each.mechanic)))


def _told(ruling: Ruling, cards: Mapping[str, Card], has: Mapping[str, frozenset[str]], finder: Finder) -> Told:
    known = [key for key in ruling.cards if key in cards and _is_known(cards[key])]
    carriers: dict[str, set[str]] = defaultdict(set)
    for key in known:
        for slug in has[key]:
            carriers[slug].add(key)
    common = frozenset(slug for slug, having in carriers.items() if 2 * len(having) >= len(known))
    names = tuple(name for key in ruling.cards if key in cards for name in _names(cards[key]))
    reading = finder.read(ruling.text, ruling.lang, names, carried=common)
    return Told(
        ruling=ruling,
        mentions=reading.mentions,
        carriers={slug: frozenset(having) for slug, having in carriers.items()},
        known=len(known),
        own_card=reading.speaks_of_names,
        heading=_of_heading(ruling, finder),
    )


def _is_known(card: Card) -> bool:
    return bool(card.text or card.text_fr or card.keywords)


def _names(card: Card) -> Iterator[str]:
    yield from filter(None, (card.name, card.name_fr, *card.faces, *card.faces_fr, *card.aliases))


def _of_heading(ruling: Ruling, finder: Finder) -> frozenset[str]:
    """Give the mechanics that the heading names; there a capital is no sign of a name."""
    if not ruling.section:
        return frozenset()
    heading = ruling.section.casefold()
    leading = (finder.leading(part, ruling.lang) for part in _HEADING_PARTS.split(heading))
    found = {mention.slug for mention in finder.mentions(heading, ruling.lang)}
    return frozenset(found | {slug for slug in leading if slug})
