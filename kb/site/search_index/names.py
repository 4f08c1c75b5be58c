"""Mechanics and cards as the search names them, and what is suggested while a name is typed."""

from collections.abc import Iterator, Mapping

from kb.model import Card, Knowledge, Mechanic
from kb.search.index import schema as fields
from kb.search.index.analysis import phrase_key
from kb.search.index.export import Exported, Kept
from kb.search.index.postings import Postings
from kb.site.search_index.codes import literal, packed, steps
from kb.site.search_index.shards import Shelf
from kb.site.search_index.terms import FINENESS, hundredths, names_from
from kb.text.folding import slug

CARDS = 24
"""Cards in a shard."""
_SUGGESTED = 5_000
_MECHANICS = 1_000


def shelve_names(shelf: Shelf, exported: Exported, knowledge: Knowledge) -> None:
    """Put mechanics and cards on *shelf*."""
    cards = {card.key: card for card in knowledge.cards}
    keys = [reference.id for reference in exported.references[exported.stamp.first_card :]]
    shelf.put_rows("c", [_card(cards[key], exported) for key in keys], CARDS)
    shelf.put_lines("t", dict(_mechanics(exported, knowledge)), _MECHANICS)
    shelf.put("by_mechanic", 0, list(_tied_to(exported, knowledge)))
    shelf.put_lines("n", dict(_suggested(knowledge, exported)), _SUGGESTED)
    on_cards = exported.postings[fields.CARD]
    shelf.put("on", 0, "\n".join(steps(on_cards[key].documents) if key in on_cards else "" for key in keys))


def shelve_suggestions(shelf: Shelf, knowledge: Knowledge, version: str) -> None:
    """Put what tells where suggested names lie on *shelf*, where those of *version* are."""
    named = [[mechanic.slug, mechanic.name, mechanic.name_fr] for mechanic in knowledge.mechanics]
    firsts = "\n".join(shelf.first_keys["n"])
    shelf.put("names", 0, {"version": version, "firsts": firsts, "mechanics": named})


def shown(card: Card) -> list[str]:
    """Return the English name, the French one where it is another, and the key where the name does not give it."""
    french = card.name_fr if card.name_fr != card.name else ""
    key = "" if card.name.isascii() and slug(card.name) == card.key else card.key
    row = [card.name, french, key]
    while not row[-1]:
        row.pop()
    return row


def _card(card: Card, exported: Exported) -> list[str]:
    found = exported.postings[fields.CARD].get(card.key)
    return [steps(found.documents) if found else "", *shown(card)]


def _mechanics(exported: Exported, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """Give, by number, each mechanic: what is tied to it, how much less than wholly, whether it is ambiguous, forms."""
    for place, (mechanic, kept, found) in enumerate(_tied(exported, knowledge)):
        where = steps(found.documents) if found else ""
        weights = packed(FINENESS - hundredths(weight) for weight in found.weights) if found else ""
        row = [mechanic.slug, where, weights, int(bool(kept["ambiguous"])), kept["en"], kept["fr"]]
        yield str(place), f"{place} {literal(row)}"


def _tied_to(exported: Exported, knowledge: Knowledge) -> Iterator[list[str]]:
    """Yield the names of each mechanic with what is tied to it, as it is counted among what was found."""
    for mechanic, _, found in _tied(exported, knowledge):
        if found:
            yield [mechanic.name, mechanic.name_fr, steps(found.documents)]


def _tied(exported: Exported, knowledge: Knowledge) -> Iterator[tuple[Mechanic, Kept, Postings | None]]:
    """Yield each mechanic, by number, with what is kept of it and what is tied to it."""
    known: Mapping[str, Mechanic] = {mechanic.slug: mechanic for mechanic in knowledge.mechanics}
    for number in range(names_from(exported), exported.stamp.first_card):
        name = exported.references[number].id
        yield known[name], exported.kept_of(number), exported.postings[fields.MECHANIC].get(name)


def _suggested(knowledge: Knowledge, exported: Exported) -> Iterator[tuple[str, str]]:
    """Yield each name of a card that has rulings, and so a page, by its words, as a line to be read on its own."""
    lines: dict[str, dict[str, None]] = {}
    with_rulings = exported.postings[fields.CARD]
    for card in (card for card in knowledge.cards if card.key in with_rulings):
        for name in dict.fromkeys(filter(None, (card.name, card.name_fr))):
            if key := phrase_key(name):
                row: list[object] = [shown(card), name]
                lines.setdefault(key, {})[literal(row if name != card.name else row[:1])] = None
    for key, rows in lines.items():
        yield key, "\n".join(f"{key}\t{row}" for row in rows)
