"""What is shown of rulings and rules that were found, and what says which of them are the same."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.model import Card, Knowledge, Lang
from kb.search import schema as fields
from kb.search.export import Exported
from kb.site.finder.codes import packed, steps
from kb.site.finder.names import shown
from kb.site.finder.shards import Shelf
from kb.site.markup import symbol_shape

RULINGS = 6
"""Rulings in a shard: the ten best of a query lie in about ten."""
RULES = 3
_CARDS_NAMED = 3


def shelve_texts(shelf: Shelf, exported: Exported, knowledge: Knowledge, places: Mapping[str, str]) -> None:
    """Put rulings and rules on *shelf*; *places* says where each rule stands on the site."""
    shelf.put_rows("r", list(_rulings(exported, knowledge)), RULINGS)
    rules = range(exported.stamp.rulings, exported.stamp.rulings + exported.stamp.rules)
    shelf.put_rows("u", [_rule(exported, number, places) for number in rules], RULES)
    shelf.put("same", 0, [_groups(exported, kind) for kind in ("wording", "pattern")])
    shelf.put("kinds", 0, _kinds(exported, fields.LANG, fields.SOURCE))
    shelf.put("marks", 0, _kinds(exported, fields.IS))
    shelf.put("by_rule", 0, {t: steps(f.documents) for t, f in exported.postings[fields.RULE].items()})


def _rulings(exported: Exported, knowledge: Knowledge) -> Iterator[list[object]]:
    known = {ruling.id: ruling for ruling in knowledge.rulings}
    cards = {card.key: card for card in knowledge.cards}
    for reference in exported.references[: exported.stamp.rulings]:
        ruling = known[reference.id]
        on = _named(cards, ruling.cards)
        yield [ruling.id, int(ruling.lang is Lang.FR), ruling.text, len(ruling.cards), on]


def _named(cards: dict[str, Card], keys: Sequence[str]) -> list[list[str]]:
    return [shown(cards[key]) for key in keys[:_CARDS_NAMED] if key in cards]


def _rule(exported: Exported, number: int, places: Mapping[str, str]) -> list[object]:
    kept = exported.kept_of(number)
    name = exported.references[number].id
    return [name, kept["kind"], kept["title"], kept["text"], places.get(name, "")]


def _groups(exported: Exported, kind: str) -> str:
    """Write the groups of rulings that are the same in one way, each as its size and its steps."""
    same = exported.postings[fields.SAME]
    return "".join(_group(found.documents) for term, found in same.items() if term.startswith(f"{kind} "))


def _group(documents: Iterable[int]) -> str:
    numbers = list(documents)
    return packed([len(numbers)]) + steps(numbers)


def _kinds(exported: Exported, *names: str) -> dict[str, dict[str, str]]:
    """Write what has each term of some fields."""
    return {name: {term: steps(found.documents) for term, found in exported.postings[name].items()} for name in names}


def symbols(exported: Exported) -> dict[str, str]:
    """Give how each symbol that stands in a text is drawn."""
    names = (word[1:-1] for word in exported.postings[fields.WORDS] if word.startswith("{"))
    return {name: drawn for name in names if (drawn := symbol_shape(name.upper()))}
