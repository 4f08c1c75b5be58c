"""What rulings are found by: stems, words and pairs of words, each with the texts that have it."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from kb.model import Lang
from kb.search.index import schema as fields
from kb.search.index.analysis import phrase_key
from kb.search.index.export import Exported
from kb.search.index.postings import Postings
from kb.search.query import meanings
from kb.search.query.lexicon import FEW_CARDS
from kb.site.search_index.codes import literal, packed, steps
from kb.site.search_index.shards import Shelf
from kb.tables import nicknames

FINENESS = 100
"""Impacts are kept in hundredths, which is all that ranking gives them."""
LENGTHS = [6, 8, 10]
"""How many letters the words have that begin each shard of a letter but the first: slips hardly change how many."""
_STEMS, _PAIRS, _WORDS, _EXACT, _OFTEN = 1_500, 1_200, 1_000, 2_500, 700
"""How many signs a shard of each kind holds: about twice what it takes when sent. Less is more files to ask for."""


def shelve_terms(shelf: Shelf, exported: Exported) -> list[int]:
    """Put the terms of *exported* on *shelf*; gives the usual impacts, the commonest first, as texts refer to them."""
    usual = _usual_impacts(exported)
    impacts = [impact for impact, _ in sorted(Counter(usual).items(), key=lambda pair: (-pair[1], pair[0]))]
    places = {impact: place for place, impact in enumerate(impacts)}
    for lang, kind in ((Lang.EN, "e"), (Lang.FR, "f")):
        stems = exported.postings[fields.TEXT[lang]]
        shelf.put_lines(kind, {stem: f"{stem} {_weighed(found, usual)}" for stem, found in stems.items()}, _STEMS)
    said = exported.postings[fields.WORDS]
    shelf.put_lines("x", {word: f"{word} {steps(found.documents)}" for word, found in said.items()}, _EXACT)
    shelf.put_lines("w", _words(exported), _WORDS)
    shelf.spread_lines("p", _pairs(exported), _PAIRS)
    shelf.put_lines("o", _often(exported), _OFTEN)
    shelf.put_lines("m", _meanings(), _OFTEN)
    shelf.put("once", 0, packed(places[impact] for impact in usual))
    return impacts


def _usual_impacts(exported: Exported) -> list[int]:
    """Return the impact that most stems of each text have, those that stand in it once: the least."""
    usual = [0] * len(exported.running)
    for name in fields.TEXT.values():
        for found in exported.postings[name].values():
            for number, weight in zip(found.documents, found.weights, strict=True):
                impact = hundredths(weight)
                if not usual[number] or impact < usual[number]:
                    usual[number] = impact
    return usual


def hundredths(weight: float) -> int:
    """Return *weight* as it is kept."""
    return round(weight * FINENESS)


def _weighed(found: Postings, usual: Sequence[int]) -> str:
    """Write where a stem stands, and by how much its impact there is above the usual."""
    above: list[int] = []
    last = -1
    for place, (number, weight) in enumerate(zip(found.documents, found.weights, strict=True)):
        if more := hundredths(weight) - usual[number]:
            above += (place - last - 1, more)
            last = place
    return f"{steps(found.documents)} {packed(above)}"


def names_from(exported: Exported) -> int:
    """Return the document from which on they are mechanics and cards."""
    return exported.stamp.rulings + exported.stamp.rules


def _words(exported: Exported) -> dict[str, str]:
    """Write, for every word there is, how many texts and names have it, the few names that do, and whom it names."""
    said, in_names = exported.postings[fields.WORDS], exported.postings[fields.NAME_WORD]
    named, first, first_card = exported.postings[fields.NAME], names_from(exported), exported.stamp.first_card
    called = _nicknames(exported)
    lines: dict[str, str] = {}
    for word in {*said, *in_names, *(name for name in (*named, *called) if " " not in name)}:
        texts = len(said[word].documents) if word in said else 0
        cards = in_names[word].documents if word in in_names else ()
        few = cards if len(cards) <= FEW_CARDS else ()
        whom = named[word].documents if word in named else ()
        told = called.get(word, ())
        names = f"{_from(few, first_card)} {_from(whom, first)} {_from(told, first)}"
        lines[word] = f"{word} {packed([texts, len(cards)])} {names}".rstrip()
    return lines


def _meanings() -> dict[str, str]:
    """Write what the tables of words know, by the first stem of what is typed: table, further stems, meanings."""
    known: defaultdict[str, list[list[object]]] = defaultdict(list)
    for name, table in meanings.every().items():
        for typed, found in table.items():
            meant = [[int(one.lang is Lang.FR), " ".join(one.stems), one.weight] for one in found]
            known[typed[0]].append([name[0], " ".join(typed[1:]), meant])
    return {stem: f"{stem} {literal(rows)}" for stem, rows in known.items()}


def _often(exported: Exported) -> dict[str, str]:
    """Write which names have the words that more than a few have."""
    in_names, first_card = exported.postings[fields.NAME_WORD], exported.stamp.first_card
    often = {word: found.documents for word, found in in_names.items() if len(found.documents) > FEW_CARDS}
    return {word: f"{word} {_from(documents, first_card)}" for word, documents in often.items()}


def _from(documents: Iterable[int], first: int) -> str:
    return steps(number - first for number in documents)


def _pairs(exported: Exported) -> dict[str, str]:
    """Write, for every two words that stand side by side, the texts they stand in and the names they begin."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for number, running in enumerate(exported.running):
        for one, other in set(pairwise(running.split(" "))):
            found[f"{one} {other}"].append(number)
    names = _longer_names(exported)
    return {
        pair: f"{pair} {steps(found.get(pair, ()))}{''.join(names.get(pair, ()))}"
        for pair in (*found, *(pair for pair in names if pair not in found))
    }


def _longer_names(exported: Exported) -> Mapping[str, list[str]]:
    """Write the names and, marked otherwise, the nicknames of several words, by their first two."""
    first = names_from(exported)
    named = {name: found.documents for name, found in exported.postings[fields.NAME].items()}
    names: defaultdict[str, list[str]] = defaultdict(list)
    for mark, table in (("=", named), ("~", _nicknames(exported))):
        for name, documents in table.items():
            words = name.split(" ")
            if len(words) > 1:
                pair, rest = " ".join(words[:2]), " ".join(words[2:])
                names[pair].append(f"\n{mark}{rest} {_from(documents, first)}")
    return names


def _nicknames(exported: Exported) -> dict[str, list[int]]:
    """Return the cards that each nickname means, as far as there are such cards."""
    named = exported.postings[fields.NAME]
    first = exported.stamp.first_card
    found: dict[str, list[int]] = {}
    for said, cards in nicknames().items():
        keys = (key for key in map(phrase_key, cards) if key in named)
        if numbers := sorted({number for key in keys for number in named[key].documents if number >= first}):
            found[said] = numbers
    return found


def shelve_spelt(shelf: Shelf, exported: Exported) -> list[str]:
    """Put all words on *shelf* by their first letter and how many they have; gives the first letters there are.

    Those that name a mechanic are there by themselves too: where no text is French, a French word is only one of these.
    """
    shards: dict[str, list[list[str]]] = {}
    mechanics: dict[str, list[str]] = {}
    for word, line, names_mechanic in _spelt(exported):
        by_length = shards.setdefault(word[0], [[] for _ in range(len(LENGTHS) + 1)])
        by_length[bisect_right(LENGTHS, len(word))].append(line)
        mechanics.setdefault(word[0], []).extend([line] * names_mechanic)
    for number, lines in enumerate(chain.from_iterable(shards.values())):
        shelf.put("s", number, "\n".join(lines))
    for number, lines in enumerate(mechanics.values()):
        shelf.put("spelt_mechanics", number, "\n".join(lines))
    return list(shards)


def _spelt(exported: Exported) -> Iterator[tuple[str, str, bool]]:
    """Give, in order, every word with how often it stands in texts and names, and whether it names a mechanic.

    A third number is that of the first mechanic that it names, counted from 1; 0 where it names none.
    """
    said, in_names = exported.postings[fields.WORDS], exported.postings[fields.NAME_WORD]
    first, first_card = names_from(exported), exported.stamp.first_card
    named = {word: found.documents[0] for word, found in exported.postings[fields.NAME].items() if " " not in word}
    mechanics = {word: number - first + 1 for word, number in named.items() if number < first_card}
    for word in sorted({*said, *in_names, *mechanics}):
        times = [len(table[word].documents) if word in table else 0 for table in (said, in_names)]
        yield word, f"{word} {packed([*times, mechanics.get(word, 0)])}", word in mechanics
