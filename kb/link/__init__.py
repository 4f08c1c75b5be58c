"""Ties from rulings to the mechanics they explain: one for each mechanic that a ruling names or has as its context.

Naming is found by `kb.link.mentions` and weighed by `kb.link.subject`; what the text leaves unsaid comes from
`kb.link.context`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.link.carried import carried
from kb.link.context import Standing, context_links
from kb.link.mentions import Finder
from kb.link.subject import RulingSubject, named_links
from kb.model import Card, Lang, Link, Mechanic, Ruling

Carried = Mapping[str, frozenset[str]]
"""By card, the slugs of the mechanics that it has, gives or asks for."""

_HEADING_PARTS = re.compile(r"[:—–]|\s-\s")


def link(rulings: Sequence[Ruling], cards: Mapping[str, Card], mechanics: Sequence[Mechanic]) -> tuple[Link, ...]:
    """Return the links of *rulings*, by ruling, then weight from the heaviest, then slug; one a ruling and mechanic.

    *cards* are those of the catalogue, by key; a ruling may stand on others. The order of *rulings* does not matter.
    The time grows with the number of rulings and of their cards.
    """
    linker = Linker(mechanics)
    has = linker.carried(rulings, cards)
    named, standing = linker.read(rulings, cards, has)
    return linker.settle(named, standing, has)


class Linker:
    """The steps of linking, for who takes some of their results from elsewhere."""

    def __init__(self, mechanics: Sequence[Mechanic]) -> None:
        """Link to *mechanics*."""
        self._finder = Finder(mechanics)
        self._by_slug = {mechanic.slug: mechanic for mechanic in mechanics}

    def carried(self, rulings: Iterable[Ruling], cards: Mapping[str, Card]) -> dict[str, frozenset[str]]:
        """Return the mechanics of the cards among *cards* that *rulings* stand on."""
        attached = {key for ruling in rulings for key in ruling.cards if key in cards}
        return {key: carried(cards[key], self._finder) for key in sorted(attached)}

    def read(
        self, rulings: Iterable[Ruling], cards: Mapping[str, Card], has: Carried
    ) -> tuple[list[Link], list[Standing]]:
        """Return the links of what the texts of *rulings* name, and where each of them stands; of each on its own."""
        named: list[Link] = []
        standing: list[Standing] = []
        for ruling in rulings:
            told = _told(ruling, cards, has, self._finder)
            found = tuple(named_links(told, self._by_slug))
            named += found
            standing.append(self._standing(told, frozenset(each.mechanic for each in found)))
        return named, standing

    def _standing(self, told: RulingSubject, named: frozenset[str]) -> Standing:
        ruling = told.ruling
        return Standing(
            id=ruling.id,
            date=ruling.date,
            wording=ruling.wording,
            section=ruling.section,
            cards=ruling.cards,
            pages=() if told.known else tuple((witness.path, witness.card) for witness in ruling.witnesses),
            carriers=told.carriers,
            known=told.known,
            own_card=ruling.speaks_of_own_card,
            named=named,
            heading=self.of_heading(ruling.section, ruling.lang),
        )

    def settle(self, named: Iterable[Link], standing: Iterable[Standing], has: Carried) -> tuple[Link, ...]:
        """Add to the links *named* those of the context of all rulings, and sort them."""
        best = {(each.ruling, each.mechanic): each for each in named}
        for each in context_links(sorted(standing, key=lambda one: one.id), has, self._by_slug):
            held = best.get((each.ruling, each.mechanic))
            if held is None or (held.kind is each.kind and each.weight > held.weight):
                best[each.ruling, each.mechanic] = each
        return tuple(sorted(best.values(), key=lambda each: (each.ruling, -each.weight, each.mechanic)))

    def of_heading(self, section: str, lang: Lang) -> frozenset[str]:
        """Return the mechanics that the heading *section* names; there a capital is no sign of a name."""
        if not section:
            return frozenset()
        heading = section.casefold()
        leading = (self._finder.leading(part, lang) for part in _HEADING_PARTS.split(heading))
        found = {mention.slug for mention in self._finder.mentions(heading, lang)}
        return frozenset(found | {slug for slug in leading if slug})


def carriers_of(keys: Iterable[str], has: Carried) -> dict[str, frozenset[str]]:
    """Give, by mechanic, which of the cards *keys* have it."""
    found: dict[str, set[str]] = defaultdict(set)
    for key in keys:
        for slug in has[key]:
            found[slug].add(key)
    return {slug: frozenset(having) for slug, having in found.items()}


def is_known(card: Card) -> bool:
    """Whether anything is known of what *card* does."""
    return bool(card.text or card.text_fr or card.keywords)


def _told(ruling: Ruling, cards: Mapping[str, Card], has: Carried, finder: Finder) -> RulingSubject:
    known = [key for key in ruling.cards if key in cards and is_known(cards[key])]
    carriers = carriers_of(known, has)
    common = frozenset(slug for slug, having in carriers.items() if 2 * len(having) >= len(known))
    names = tuple(name for key in ruling.cards if key in cards for name in _names(cards[key]))
    reading = finder.read(ruling.text, ruling.lang, names, carried=common)
    return RulingSubject(ruling, reading.mentions, carriers, len(known), reading.speaks_of_names)


def _names(card: Card) -> Iterator[str]:
    yield from filter(None, (card.name, card.name_fr, *card.faces, *card.faces_fr, *card.aliases))
