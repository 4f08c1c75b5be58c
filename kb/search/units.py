"""Plain words of a query to units: names and what the tables know, longest match; then words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kb.model import Lang
from kb.search import rank
from kb.search import schema as fields
from kb.search.analysis import STOP, is_sign, stem
from kb.search.lexicon import KnownCard, KnownMechanic, Lexicon
from kb.search.meanings import Known, Meaning, english_words, french_words, longest, stems, translations
from kb.search.reading import Bag, Option, Part, Phrase, Unit

LONGEST_NAME = 8
"""Most words of a name that is looked for among plain words."""
NAMED = 3
"""Most names that are told of what a part of the query may mean."""
_RULE_NUMBER = re.compile(r"[1-9][0-9]{2}\.[0-9]{1,3}[a-z]?")
SAME_PART = 3
"""Most cards that several words of their names may mean among other words."""


class Typed(NamedTuple):
    """A word of the query, and how it hangs together with the one before it."""

    text: str
    joined: str = ""
    """`or` or `and`."""
    glued: bool = False
    """Typed without a blank between."""


def units_of(typed: Sequence[Typed], lexicon: Lexicon, *, french: bool) -> Iterator[tuple[Unit, int]]:
    """Give the units that *typed* asks for, each with the place of its first word; small words ask for nothing."""
    also = _said_otherwise(typed, french=french)
    place = 0
    while place < len(typed):
        unit, length = _unit_at(typed, place, lexicon, french=french)
        if unit is not None:
            yield _widened(unit, also[place : place + length]), place
        place += length


def _unit_at(typed: Sequence[Typed], place: int, lexicon: Lexicon, *, french: bool) -> tuple[Unit | None, int]:
    following = _following(typed, place)
    for length in range(min(len(following), LONGEST_NAME), 0, -1):
        if unit := _named(tuple(following[:length]), lexicon):
            return unit, length
    if (run := _symbols(typed, place)) > 1:
        parts = tuple(following[:run])
        return Unit(Part.SYMBOLS, "".join(parts), "side by side", (Phrase(parts),)), run
    if french and (term := longest(following, translations)):
        return _term(following[: term.length], term), term.length
    if part := _part_of_name(following, lexicon):
        return part
    word = following[0]
    return (None if is_small(word, french=french) else _word(word, lexicon, french=french)), 1


def _following(typed: Sequence[Typed], place: int) -> list[str]:
    """Give the words from *place* on that no OR or AND parts from it."""
    end = next((i for i in range(place + 1, len(typed)) if typed[i].joined), len(typed))
    return [word.text for word in typed[place:end]]


def _said_otherwise(typed: Sequence[Typed], *, french: bool) -> list[tuple[Meaning, ...]]:
    """Give, for each word of *typed*, what else it says by itself or with its neighbours."""
    found: list[tuple[Meaning, ...]] = []
    while (place := len(found)) < len(typed):
        following = _following(typed, place)
        known = (longest(following, french_words) if french else None) or longest(following, english_words)
        if known is None:
            found.append(())
            continue
        share = len(known.stems) ** -rank.SPREAD
        found += [tuple(one._replace(weight=one.weight * share) for one in known.meanings)] * known.length
    return found


def _either(names: Iterable[str]) -> str:
    """Give *names* for a person: the first few, and how many more there are."""
    all_names = list(dict.fromkeys(names))
    more = len(all_names) - NAMED
    return " or ".join(all_names[:NAMED]) + (f" or {more} more" if more > 0 else "")


def is_small(word: str, *, french: bool) -> bool:
    """Whether *word* is too common to be looked for."""
    return word in STOP[Lang.EN] or (french and word in STOP[Lang.FR])


# --- names ----------------------------------------------------------------------------------------------------------


def _named(parts: tuple[str, ...], lexicon: Lexicon) -> Unit | None:
    if len(parts) == 1 and (len(parts[0]) == 1 or parts[0] in STOP[Lang.EN]):
        return None
    names = lexicon.named(" ".join(parts))
    mechanics = [name for name in names if isinstance(name, KnownMechanic)]
    label = " ".join(parts)
    if mechanics:
        options = (*_text_options(parts), *(option for known in mechanics for option in _mechanic_options(known)))
        meaning = _either(known.name for known in mechanics)
        return Unit(Part.MECHANIC, label, f"the mechanic {meaning}", tuple(dict.fromkeys(options)))
    if names:
        cards = [name for name in names if isinstance(name, KnownCard)]
        meaning = _either(card.name for card in cards)
        return Unit(Part.CARD, label, f"the card {meaning}", (*_text_options(parts), *card_options(parts, lexicon)))
    return None


def _mechanic_options(mechanic: KnownMechanic) -> Iterator[Option]:
    boost = rank.MECHANIC * (rank.EVERYDAY if mechanic.ambiguous else 1.0)
    yield Bag(fields.MECHANIC, (mechanic.slug,), boost)
    for lang, forms in ((Lang.EN, mechanic.english), (Lang.FR, mechanic.french)):
        for form in forms:
            if roots := stems(form, lang):
                yield Bag(fields.TEXT[lang], roots)


def card_options(parts: tuple[str, ...], lexicon: Lexicon) -> tuple[Bag, ...]:
    """Give, for each card of which *parts* is a whole name, the rulings on it."""
    cards = [name for name in lexicon.named(" ".join(parts)) if isinstance(name, KnownCard)]
    return tuple(Bag(fields.CARD, (card.key,), rank.CARD * _distinction(parts, card, lexicon)) for card in cards)


def _distinction(parts: tuple[str, ...], card: KnownCard, lexicon: Lexicon) -> float:
    """Tell how much the name speaks for the card: the share of what says this word that stands on the card itself."""
    if len(parts) > 1:
        return 1.0
    saying = lexicon.postings.frequency(fields.WORDS, parts[0])
    on_card = lexicon.postings.frequency(fields.CARD, card.key)
    if not saying:
        return 1.0
    if card.by_nickname:
        return max(rank.UNDISTINCTIVE, min(1.0, rank.NICKNAME * on_card / saying))
    if on_card <= saying * rank.UNDISTINCTIVE:
        return rank.UNDISTINCTIVE
    documents = lexicon.postings.postings(fields.WORDS, parts[0]).documents
    both = set(lexicon.postings.postings(fields.CARD, card.key).documents).intersection(documents)
    return max(rank.UNDISTINCTIVE, len(both) / saying)


def _part_of_name(following: Sequence[str], lexicon: Lexicon) -> tuple[Unit, int] | None:
    """Read the most words from the start of *following* that stand together in few card names and hardly elsewhere."""
    for length in range(min(len(following), LONGEST_NAME), 1, -1):
        parts = tuple(following[:length])
        if any(len(part) == 1 or is_small(part, french=True) for part in (parts[0], parts[-1])):
            continue
        cards = lexicon.cards_with(*parts)
        if len(cards) <= SAME_PART and (telling := [card for card in cards if _is_told(parts, card, lexicon)]):
            meaning = f"the card {_either(card.name for card in telling)}"
            options = (*_text_options(parts), *(Bag(fields.CARD, (card.key,), rank.PART_OF_NAME) for card in telling))
            return Unit(Part.CARD, " ".join(parts), meaning, options), length
    return None


def _is_told(parts: Sequence[str], card: KnownCard, lexicon: Lexicon) -> bool:
    """Whether the rulings that have all of *parts* stand on *card* in good part."""
    having = [set(lexicon.postings.postings(fields.WORDS, part).documents) for part in parts]
    saying = set.intersection(*having)
    on_card = saying.intersection(lexicon.postings.postings(fields.CARD, card.key).documents)
    return len(on_card) >= len(saying) * rank.TELLING


# --- words ----------------------------------------------------------------------------------------------------------


def _text_options(parts: tuple[str, ...]) -> tuple[Bag, ...]:
    text = " ".join(parts)
    found = ((lang, stems(text, lang)) for lang in Lang)
    return tuple(Bag(fields.TEXT[lang], roots) for lang, roots in found if roots)


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


def _term(said: Sequence[str], term: Known) -> Unit:
    options = (
        Bag(fields.TEXT[Lang.FR], term.stems),
        *(Bag(fields.TEXT[one.lang], one.stems, one.weight) for one in term.meanings),
    )
    meaning = _either(one.said for one in term.meanings)
    return Unit(Part.TERM, " ".join(said), f"French for {meaning}", options)


def _widened(unit: Unit, also: Sequence[tuple[Meaning, ...]]) -> Unit:
    """Let *unit* be found by what all its words say otherwise, too."""
    meanings = also[0]
    if not meanings or unit.part not in {Part.WORD, Part.TERM, Part.MECHANIC} or any(one != meanings for one in also):
        return unit
    has = {(option.field, option.terms) for option in unit.options if isinstance(option, Bag)}
    new = _either(one.said for one in meanings if (fields.TEXT[one.lang], one.stems) not in has)
    # What the unit has already is asked for once more as a whole: then its rarity as a whole counts.
    bags = (Bag(fields.TEXT[one.lang], one.stems, one.weight, whole=True) for one in meanings)
    return unit._replace(options=(*unit.options, *bags), meaning=f"{unit.meaning}, or {new}" if new else unit.meaning)


def _word(word: str, lexicon: Lexicon, *, french: bool) -> Unit:
    options: list[Option] = list(_text_options((word,)))
    if rules := rule_options(word, lexicon):
        return Unit(Part.WORD, word, "this rule, or this number", (*options, *rules))
    if is_sign(word):
        return Unit(Part.WORD, word, "this sign", tuple(options))
    if french:
        options = [
            bag._replace(boost=rank.UNTRANSLATED) if bag.field == fields.TEXT[Lang.EN] else bag
            for bag in _text_options((word,))
        ]
    elif not _known_english(word, lexicon):
        root = stem(word, Lang.FR)
        options += [Bag(fields.TEXT[one.lang], one.stems) for one in (translations((root,)) if root else ())]
    meaning = "this word and its forms"
    cards = [(card, rank.HALF_NAME * _distinction((word,), card, lexicon)) for card in lexicon.cards_with(word)]
    if cards := [(card, boost) for card, boost in cards if boost >= rank.HALF_NAME * rank.TELLING]:
        options += [Bag(fields.CARD, (card.key,), boost) for card, boost in cards]
        meaning += f", or the card {_either(card.name for card, _ in cards)}"
    return Unit(Part.WORD, word, meaning, tuple(options))


def rule_options(word: str, lexicon: Lexicon) -> tuple[Bag, ...]:
    """Give, where *word* is the number of a rule, the rule itself, those under it, and the rulings tied to one."""
    if not _RULE_NUMBER.fullmatch(word):
        return ()
    numbers = (*lexicon.rules(word), *((word[:-1],) if word[-1].isalpha() else ()))
    return tuple(Bag(fields.RULE, (number,), rank.MECHANIC) for number in numbers)


def _known_english(word: str, lexicon: Lexicon) -> bool:
    root = stem(word, Lang.EN)
    return root is not None and lexicon.postings.frequency(fields.TEXT[Lang.EN], root) > 0
