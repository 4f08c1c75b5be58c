"""What is shown of rulings and rules that were found, and what says which of them are the same."""

from collections.abc import Iterator, Mapping, Sequence

from kb.model import Card, Knowledge, Lang
from kb.search.index import schema as fields
from kb.search.index.export import Exported
from kb.site.base.markup import symbol_shape
from kb.site.search_index.codes import steps
from kb.site.search_index.names import shown
from kb.site.search_index.shards import Shelf

RULINGS = 6
"""Rulings in a shard: the ten best of a query lie in about ten."""
RULES = 3
_LARGE = 50
"""Rulings that are the same, from which on they are kept once and not with each: more would grow with their square."""
_CARDS_NAMED = 3


def shelve_texts(shelf: Shelf, exported: Exported, knowledge: Knowledge, places: Mapping[str, str]) -> None:
    """Put rulings and rules on *shelf*; *places* says where each rule stands on the site."""
    same = shelve_same(shelf, exported)
    shelf.put_rows("r", list(_rulings(exported, knowledge, same)), RULINGS)
    rules = range(exported.stamp.rulings, exported.stamp.rulings + exported.stamp.rules)
    shelf.put_rows("u", [_rule(exported, number, places) for number in rules], RULES)
    shelf.put("kinds", 0, _kinds(exported, fields.LANG, fields.SOURCE))
    shelf.put("marks", 0, _kinds(exported, fields.IS))
    shelf.put("by_rule", 0, {t: steps(f.documents) for t, f in exported.postings[fields.RULE].items()})


def _rulings(
    exported: Exported, knowledge: Knowledge, same: Sequence[Mapping[int, str | int]]
) -> Iterator[list[object]]:
    known = {ruling.id: ruling for ruling in knowledge.rulings}
    cards = {card.key: card for card in knowledge.cards}
    for number, reference in enumerate(exported.references[: exported.stamp.rulings]):
        ruling = known[reference.id]
        row = [ruling.id, int(ruling.lang is Lang.FR), ruling.text, len(ruling.cards), _named(cards, ruling.cards)]
        yield row + _trimmed([of.get(number, "") for of in same])


def _named(cards: dict[str, Card], keys: Sequence[str]) -> list[list[str]]:
    return [shown(cards[key]) for key in keys[:_CARDS_NAMED] if key in cards]


def _rule(exported: Exported, number: int, places: Mapping[str, str]) -> list[object]:
    kept = exported.kept_of(number)
    name = exported.references[number].id
    return [name, kept["kind"], kept["title"], kept["text"], places.get(name, "")]


def shelve_same(shelf: Shelf, exported: Exported) -> list[dict[int, str | int]]:
    """Return what is written of the group of each ruling, wordings first; large groups go on *shelf*, by number."""
    written: list[dict[int, str | int]] = []
    large = 0
    for groups in _groups(exported):
        written.append({})
        for group in groups:
            text = steps(group)
            if len(group) > _LARGE:
                shelf.put("same", large, text)
            written[-1].update(dict.fromkeys(group, large if len(group) > _LARGE else text))
            large += len(group) > _LARGE
    return written


def _groups(exported: Exported) -> list[list[Sequence[int]]]:
    """Return the rulings of each wording that several have, and those of each pattern."""
    same = exported.postings[fields.SAME].items()
    return [[found.documents for term, found in same if term.startswith(f"{kind} ")] for kind in ("wording", "pattern")]


def leading_on(exported: Exported) -> list[int]:
    """Return the rulings by which others are the same that are not so otherwise, for which one group is not all.

    Of any other ruling, either the wording is all of one pattern, or the pattern all of one wording.
    """
    wordings, patterns = ({one: group for group in groups for one in group} for groups in _groups(exported))
    both = [number for number in wordings if number in patterns]
    inside = {number for one, other in ((wordings, patterns), (patterns, wordings)) for number in _inside(one, other)}
    return sorted(number for number in both if number not in inside)


def _inside(groups: Mapping[int, Sequence[int]], others: Mapping[int, Sequence[int]]) -> Iterator[int]:
    """Yield the numbers of which all the group is in one group of *others*."""
    for number, group in groups.items():
        if number == group[0] and all(others.get(one) is others.get(number) for one in group):
            yield from group


def _trimmed(row: list[str | int]) -> list[str | int]:
    """Leave out what is empty at the end of *row*."""
    return row[: max((place for place, value in enumerate(row, 1) if value != ""), default=0)]


def _kinds(exported: Exported, *names: str) -> dict[str, dict[str, str]]:
    """Write what has each term of some fields."""
    return {name: {term: steps(found.documents) for term, found in exported.postings[name].items()} for name in names}


def symbols(exported: Exported) -> dict[str, str]:
    """Return how each symbol that stands in a text is drawn."""
    names = (word[1:-1] for word in exported.postings[fields.WORDS] if word.startswith("{"))
    return {name: drawn for name in names if (drawn := symbol_shape(name.upper()))}
