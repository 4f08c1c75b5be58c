"""Cards that have rulings: the list by letter and a page for each."""

from collections.abc import Iterator
from itertools import groupby

from kb.model import Card, Lang
from kb.site.base import address
from kb.site.base.lookups import card_name, letter
from kb.site.base.tree import (
    Tree,
    card_ref,
    foreign,
    frame,
    mechanic_ref,
    name_of_card,
    other_name_of_card,
    other_name_of_mechanic,
    pager,
    symbols,
)
from kb.site.pages.entries import days, entry, groups, notes
from kb.site.pages.kinds import CardPage, CardsPage, NamesPage
from kb.site.pages.values import Counted, Name, Neighbours, Ref, Section
from kb.text.folding import name_key

ONE_PAGE = 300
"""So many cards are listed on one page; more are spread over letters."""
PART = 500
"""So many cards of one letter are listed on one page."""


def card_pages(tree: Tree) -> Iterator[CardsPage | NamesPage | CardPage]:
    """Yield every page about cards."""
    letters = by_letter(tree)
    yield _cards(tree, letters)
    if spread(tree):
        twins = frozenset(_letters(tree, tree.other))
        for key, cards in letters.items():
            yield from _names(tree, key, cards, letters, twins)
    order = tree.atlas.by_name[tree.lang]
    for place, card in enumerate(order):
        yield _card(tree, tree.atlas.cards[card], order[max(place - 1, 0) : place], order[place + 1 : place + 2])


def by_letter(tree: Tree) -> dict[str, tuple[str, ...]]:
    """Return the cards under each letter of their names in the language of the tree."""
    return _letters(tree, tree.lang)


def letter_refs(tree: Tree, letters: dict[str, tuple[str, ...]], up: str) -> tuple[Counted, ...]:
    """Link to the cards of each letter."""
    return tuple(
        Counted(Ref(_letter_href(tree, key, up), letter_title(tree, key)), len(cards)) for key, cards in letters.items()
    )


def letter_title(tree: Tree, key: str) -> str:
    """Return the heading of a letter."""
    return tree.words.say("other_letters") if key == "other" else key.upper().replace("-", "–")


def spread(tree: Tree) -> bool:
    """Return whether the letters have pages of their own."""
    return len(tree.atlas.by_name[tree.lang]) > ONE_PAGE


def _letters(tree: Tree, lang: Lang) -> dict[str, tuple[str, ...]]:
    def of_name(key: str) -> str:
        return letter(card_name(tree.atlas.cards[key], lang)[0])

    return {first: tuple(cards) for first, cards in groupby(tree.atlas.by_name[lang], of_name)}


def _letter_href(tree: Tree, key: str, up: str) -> str:
    return up + (address.names(key) if spread(tree) else f"{address.CARDS}#letter-{key}")


def _cards(tree: Tree, letters: dict[str, tuple[str, ...]]) -> CardsPage:
    total = len(tree.atlas.by_name[tree.lang])
    up = address.up(address.CARDS)
    return CardsPage(
        frame=frame(tree, address.CARDS, tree.words.say("cards"), tree.words.say("cards_lead")),
        total=total,
        letters=letter_refs(tree, letters, up),
        sections=()
        if spread(tree)
        else tuple(
            Section(f"letter-{key}", letter_title(tree, key), _rows(tree, cards, up)) for key, cards in letters.items()
        ),
    )


def _names(
    tree: Tree, key: str, cards: tuple[str, ...], letters: dict[str, tuple[str, ...]], twins: frozenset[str]
) -> Iterator[NamesPage]:
    where = address.names(key)
    up = address.up(where)
    count = -(-len(cards) // PART)
    twin = "" if key in twins else address.CARDS
    title = tree.words.say("cards_under", letter=letter_title(tree, key))
    for number in range(1, count + 1):
        yield NamesPage(
            frame=frame(
                tree,
                where,
                title,
                tree.words.say("cards_lead"),
                crumbs=(Ref(up + address.CARDS, tree.words.say("cards")),),
                twin=twin,
                part=number,
            ),
            title=title,
            total=len(cards),
            letters=letter_refs(tree, letters, up),
            rows=_rows(tree, cards[(number - 1) * PART : number * PART], up),
            pager=pager(tree, where, number, count),
        )


def _rows(tree: Tree, cards: tuple[str, ...], up: str) -> tuple[Counted, ...]:
    return tuple(
        Counted(
            card_ref(tree, key, up),
            len(tree.atlas.on_card[key]),
            other_name_of_card(tree, tree.atlas.cards[key]),
        )
        for key in cards
    )


def _card(tree: Tree, card: Card, before: tuple[str, ...], after: tuple[str, ...]) -> CardPage:
    where = address.card(card.key)
    up = address.up(where)
    rulings = tree.atlas.on_card[card.key]
    name = name_of_card(tree, card)
    found = sorted(groups(tree, rulings), key=lambda group: tree.atlas.oldest[group.lead])
    french = tree.lang is Lang.FR and bool(card.text_fr)
    return CardPage(
        frame=frame(
            tree,
            where,
            name.text,
            tree.words.say("card_summary", name=name.text, count=tree.words.count(len(rulings), "n_rulings")),
            crumbs=(Ref(up + address.CARDS, tree.words.say("cards")),),
        ),
        name=name,
        also=other_name_of_card(tree, card),
        faces=_faces(tree, card),
        type_line=card.type_line,
        text=symbols(card.text_fr if french else card.text),
        text_lang="fr" if french else "en",
        sets=card.sets,
        total=len(rulings),
        notes=notes(tree, rulings),
        days=days(tree, found, up, lambda group: entry(tree, group, up, card=card.key)),
        mechanics=_mechanics(tree, rulings, up),
        neighbours=Neighbours(None, _neighbour(tree, before, up), _neighbour(tree, after, up)),
    )


def _faces(tree: Tree, card: Card) -> tuple[Name, ...]:
    shown = f"{card.name}\n{card.name_fr}"
    faces, lang = (card.faces_fr, Lang.FR) if tree.lang is Lang.FR and card.faces_fr else (card.faces, Lang.EN)
    return tuple(Name(face, foreign(tree, lang)) for face in faces if face not in shown)


def _mechanics(tree: Tree, rulings: tuple[str, ...], up: str) -> tuple[Counted, ...]:
    counts: dict[str, int] = {}
    for ruling in rulings:
        for tie in tree.atlas.ties.get(ruling, ()):
            if tie.about:
                counts[tie.mechanic] = counts.get(tie.mechanic, 0) + 1
    return tuple(
        Counted(mechanic_ref(tree, slug, up), counts[slug], other_name_of_mechanic(tree, tree.atlas.mechanics[slug]))
        for slug in sorted(counts, key=lambda slug: (-counts[slug], name_key(slug)))
    )


def _neighbour(tree: Tree, card: tuple[str, ...], up: str) -> Ref | None:
    return card_ref(tree, card[0], up) if card else None
