"""The catalogue of cards: what all card data say of a card, made one; and every name that pages give to cards.

One card for each oracle id. What card data say without an id goes to the card of that name, and a name that only
pages of rulings know becomes a card with nothing but names.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.catalog.gather import keyed, stated_cards, unstated_cards
from kb.catalog.identify import Identified, Identifier
from kb.catalog.spoken import coined_name
from kb.model import Card, CardName, Document, RawRuling
from kb.text.names import Names, index_names, names_of, nearest


@dataclass(frozen=True, slots=True)
class Catalog:
    """Every card, and the ways to find one."""

    cards: tuple[Card, ...]
    """By key."""
    _by_key: Mapping[str, Card]
    _by_id: Mapping[str, str]
    _names: Names
    _identifier: Identifier

    def card(self, key: str) -> Card:
        """Return the card of a key that this catalogue gave."""
        return self._by_key[key]

    def called(self, name: str) -> str | None:
        """Return the key of the one card of exactly that name, typography aside, in either language."""
        return self._names.printed(name)

    def sharing(self, name: CardName) -> tuple[str, ...]:
        """Return the keys of the cards that a document names at once, and none of them alone."""
        given = name.english or name.french or name.printed
        return self._names.find(given) if given and self._names.is_shared(given) else ()

    def resolve(self, name: CardName) -> str | None:
        """Return the key of the one card that a document names so; None when there is none, or more than one.

        By oracle id, then by the English name it gives, the French one, and the one printed there. Spelling may
        differ in case, accents and typography, never in letters.
        """
        return self._by_id.get(name.oracle_id) or _resolve(name, self._names)

    def find(self, name: str) -> tuple[Card, ...]:
        """Return every card that a person may mean by *name*; several where cards share it."""
        return tuple(self._by_key[key] for key in self._names.find(name))

    def suggest(self, name: str) -> tuple[str, ...]:
        """Return names that are spelt like *name*, the nearest first: for people, never for links."""
        return nearest(name, names_of(self.cards))

    def identify(self, rulings: Sequence[RawRuling], among: Collection[str] = ()) -> Identified | None:
        """Return which card *rulings*, all of one page that names no card, stand on, and how that is known.

        *among*: the keys of the cards whose common name the page gives; it is one of these.
        """
        return self._identifier.choose(rulings, frozenset(among)) if among else self._identifier.identify(rulings)


def from_cards(cards: Iterable[Card], documents: Sequence[Document] = ()) -> Catalog:
    """Open the catalogue of *cards* that have their keys; pages are identified by the rulings in *documents*."""
    by_key = {card.key: card for card in sorted(cards, key=lambda card: card.key)}
    by_id = {card.oracle_id: card.key for card in by_key.values() if card.oracle_id}
    names = index_names(tuple(by_key.values()))

    def key_of(raw: RawRuling) -> str | None:
        return (by_id.get(raw.card.oracle_id) or _resolve(raw.card, names)) if raw.card else None

    return Catalog(tuple(by_key.values()), by_key, by_id, names, Identifier(by_key, documents, key_of))


def build(documents: Iterable[Document]) -> Catalog:
    """Build the catalogue of *documents*; what is in it does not depend on their order."""
    read = tuple(documents)
    known = from_cards(keyed(stated_cards(read)), read)
    named = _named_by_pages(read, known)
    enriched = {
        key: replace(card, by_pages=True)
        for key, card in _with_page_names(named, known).items()
        if card != known.card(key)
    }
    unknown = unstated_cards([name for name in named if known.resolve(name) is None and not known.sharing(name)])
    if not enriched and not unknown:
        return known
    coined = (replace(card, by_pages=True) for card in unknown)
    return from_cards(keyed([*(enriched.get(card.key, card) for card in known.cards), *coined]), read)


def adds_nothing(name: CardName, card: Card, cards: Catalog) -> bool:
    """Whether *cards* would be the same if no page called *card* by *name*, which it resolves to."""
    return not card.by_pages and _with_page_names([name], cards).get(card.key, card) == card


def _resolve(name: CardName, names: Names) -> str | None:
    return (
        (name.english and names.english(name.english))
        or (name.french and names.of_french(name.french))
        or (name.printed and names.printed(name.printed))
        or None
    )


# --- names that pages give ------------------------------------------------------------------------------------------


def _named_by_pages(documents: Sequence[Document], known: Catalog) -> tuple[CardName, ...]:
    """List the names that rulings stand under, and those that pages without one use of their own card."""
    named = {raw.card for document in documents for raw in document.rulings if raw.card is not None}
    coined = {CardName(name, english=name) for document in documents if (name := _coined(document, known))}
    spelt = {n for n in named | coined if n.english or n.printed or n.french}
    return tuple(sorted(spelt, key=lambda n: (n.english, n.printed, n.french, n.oracle_id, n.evidence)))


def _coined(document: Document, known: Catalog) -> str:
    own = [raw for raw in document.rulings if not raw.section]
    if not own or any(raw.card for raw in own) or known.identify(own):
        return ""
    return coined_name(own)


def _with_page_names(named: Iterable[CardName], known: Catalog) -> dict[str, Card]:
    """Return the cards to which pages add a name: the French one where card data have none, or one to find it by."""
    cards: dict[str, Card] = {}
    for name in named:
        key = known.resolve(name)
        if key is None or not name.english:
            continue
        card = cards.get(key) or known.card(key)
        if name.french and not card.name_fr and name.french != card.name:
            card = replace(card, name_fr=name.french)
        own = {card.name, card.name_fr, *card.aliases}
        added = {n for n in (name.printed, name.french) if n and n not in own and known.called(n) != key}
        cards[key] = replace(card, aliases=tuple(sorted({*card.aliases, *added}))) if added else card
    return cards
