"""Plain words of a query to units: names and what the tables know, longest match; then words."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kb.model import Lang
from kb.search.engine import rank
from kb.search.index import schema as fields
from kb.search.index.analysis import is_sign, stem
from kb.search.query.lexicon import Lexicon
from kb.search.query.meanings import Known, Meaning, english_words, french_words, longest, translations
from kb.search.query.model import Bag, Option, Phrase, QueryPart, QueryUnit
from kb.search.query.names import (
    LONGEST_NAME,
    either,
    half_named,
    is_small,
    mentions,
    named,
    part_of_name,
    text_options,
    without_rulings,
)

_RULE_NUMBER = re.compile(r"[1-9][0-9]{2}\.[0-9]{1,3}[a-z]?")


_WIDENED = {QueryPart.WORD, QueryPart.TERM, QueryPart.MECHANIC, QueryPart.CARD}
_NAMES_CARDS = {QueryPart.WORD, QueryPart.TERM, QueryPart.CARD}


class Typed(NamedTuple):
    """A word of the query, and how it hangs together with the one before it."""

    text: str
    joined: str = ""
    """`or` or `and`."""
    glued: bool = False
    """Typed without a blank between."""


class _SaidWord(NamedTuple):
    """What else a word says, by itself or with its neighbours."""

    meanings: tuple[Meaning, ...] = ()
    slang: bool = False
    """Several words together say it, and no text has them together: they say little of what they say elsewhere."""


def units_of(typed: Sequence[Typed], lexicon: Lexicon, *, french: bool) -> Iterator[tuple[QueryUnit, int]]:
    """Yield the units that *typed* asks for, each with the place of its first word; small words ask for nothing."""
    also = _said_otherwise(typed, lexicon, french=french)
    place = 0
    while place < len(typed):
        unit, length = _unit_at(typed, place, lexicon, also[place], french=french)
        if unit is not None:
            words = [word.text for word in typed[place : place + length]]
            names_cards = unit.part in _NAMES_CARDS and not (french and _is_plain_french(words, len(typed)))
            silent = without_rulings(words, lexicon, alone=length == len(typed)) if names_cards else ()
            yield _widened(unit, also[place : place + length])._replace(silent=silent), place
        place += length


def _unit_at(
    typed: Sequence[Typed], place: int, lexicon: Lexicon, said: _SaidWord, *, french: bool
) -> tuple[QueryUnit | None, int]:
    following = _following(typed, place)
    for length in range(min(len(following), LONGEST_NAME), 0, -1):
        unit = named(tuple(following[:length]), lexicon, alone=length == len(typed))
        if unit and not (french and unit.part is QueryPart.CARD and _is_plain_french(following[:length], len(typed))):
            return unit, length
    if (run := _symbols(typed, place)) > 1:
        parts = tuple(following[:run])
        return QueryUnit(QueryPart.SYMBOLS, "".join(parts), "side by side", (Phrase(parts),)), run
    if french and (term := longest(following, translations)):
        return _term(following[: term.length], term), term.length
    if part := part_of_name(following, lexicon):
        return part
    word = following[0]
    return (None if is_small(word, french=french) else _word(word, lexicon, said, french=french)), 1


def _is_plain_french(parts: Sequence[str], of: int) -> bool:
    """Whether *parts* are one word among several that the tables know: what they say counts, not the card."""
    root = stem(parts[0], Lang.FR) if len(parts) == 1 < of else None
    return root is not None and bool(translations((root,)) or french_words((root,)))


def _following(typed: Sequence[Typed], place: int) -> list[str]:
    """Return the words from *place* on that no OR or AND parts from it."""
    end = next((i for i in range(place + 1, len(typed)) if typed[i].joined), len(typed))
    return [word.text for word in typed[place:end]]


def _said_otherwise(typed: Sequence[Typed], lexicon: Lexicon, *, french: bool) -> list[_SaidWord]:
    """Give, for each word of *typed*, what else it says by itself or with its neighbours."""
    found: list[_SaidWord] = []
    while (place := len(found)) < len(typed):
        following = _following(typed, place)
        known = (longest(following, french_words) if french else None) or longest(following, english_words)
        if known is None:
            found.append(_SaidWord())
            continue
        share = len(known.stems) ** -rank.SPREAD
        meanings = tuple(one._replace(weight=one.weight * share) for one in known.meanings)
        found += [_SaidWord(meanings, _is_slang(known, lexicon))] * known.length
    return found


def _is_slang(known: Known, lexicon: Lexicon) -> bool:
    if len(known.stems) == 1:
        return False
    having = (set(lexicon.postings.postings(fields.TEXT[Lang.EN], root).documents) for root in known.stems)
    return len(set.intersection(*having)) <= rank.SLANG


# --- words ----------------------------------------------------------------------------------------------------------


def _symbols(typed: Sequence[Typed], place: int) -> int:
    """Count the symbols typed without blanks from *place* on."""
    if not typed[place].text.startswith("{"):
        return 0
    length = 1
    for word in typed[place + 1 :]:
        if not (word.glued and word.text.startswith("{")):
            break
        length += 1
    return length


def _term(said: Sequence[str], term: Known) -> QueryUnit:
    options = (
        Bag(fields.TEXT[Lang.FR], term.stems),
        *(Bag(fields.TEXT[one.lang], one.stems, one.weight) for one in term.meanings),
    )
    meaning = either(one.said for one in term.meanings)
    return QueryUnit(QueryPart.TERM, " ".join(said), f"French for {meaning}", options)


def _widened(unit: QueryUnit, also: Sequence[_SaidWord]) -> QueryUnit:
    """Let *unit* be found by what all its words say otherwise, too."""
    said = also[0]
    if not said.meanings or unit.part not in _WIDENED or any(one != said for one in also):
        return unit
    has = {(option.field, option.terms) for option in unit.options if isinstance(option, Bag)}
    new = either(one.said for one in said.meanings if (fields.TEXT[one.lang], one.stems) not in has)
    # What the unit has already is asked for once more as a whole: then its rarity as a whole counts.
    bags = (Bag(fields.TEXT[one.lang], one.stems, one.weight, whole=True) for one in said.meanings)
    return unit._replace(options=(*unit.options, *bags), meaning=f"{unit.meaning}, or {new}" if new else unit.meaning)


def _word(word: str, lexicon: Lexicon, said: _SaidWord, *, french: bool) -> QueryUnit:
    options: list[Option] = list(text_options((word,), rank.SLANG_WORD if said.slang else 1.0))
    if rules := rule_options(word, lexicon):
        return QueryUnit(QueryPart.WORD, word, "this rule, or this number", (*options, *rules))
    if is_sign(word):
        return QueryUnit(QueryPart.WORD, word, "this sign", tuple(options))
    if french:
        options = [_untranslated(option) for option in options]
    elif not _known_english(word, lexicon):
        root = stem(word, Lang.FR)
        options += [Bag(fields.TEXT[one.lang], one.stems) for one in (translations((root,)) if root else ())]
    meaning = "this word and its forms"
    # In English texts a French word is rare, and so seems to speak for a card, whatever it says.
    if not said.slang and not (french and said.meanings):
        options += mentions(word, lexicon)
        cards = half_named(word, lexicon)
        options += [Bag(fields.CARD, (card.key,), boost) for card, boost in cards]
        meaning += f", or the card {either(card.name for card, _ in cards)}" if cards else ""
    return QueryUnit(QueryPart.WORD, word, meaning, tuple(options))


def _untranslated(option: Option) -> Option:
    if isinstance(option, Bag) and option.field == fields.TEXT[Lang.EN]:
        return option._replace(boost=option.boost * rank.UNTRANSLATED)
    return option


def rule_options(word: str, lexicon: Lexicon) -> tuple[Bag, ...]:
    """Give, where *word* is the number of a rule, the rule itself, those under it, and the rulings tied to one."""
    if not _RULE_NUMBER.fullmatch(word):
        return ()
    numbers = (*lexicon.rules(word), *((word[:-1],) if word[-1].isalpha() else ()))
    return tuple(Bag(fields.RULE, (number,), rank.MECHANIC) for number in numbers)


def _known_english(word: str, lexicon: Lexicon) -> bool:
    root = stem(word, Lang.EN)
    return root is not None and lexicon.postings.frequency(fields.TEXT[Lang.EN], root) > 0
