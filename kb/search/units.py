"""Plain words of a query to units: names first, longest match; then French terms; then words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kb.model import Lang
from kb.search import rank
from kb.search import schema as fields
from kb.search.analysis import STOP, is_sign, stem
from kb.search.lexicon import KnownCard, KnownMechanic, Lexicon
from kb.search.reading import Bag, Option, Part, Phrase, Unit
from kb.search.terms import LONGEST, Stems, english_of, stems

LONGEST_NAME = 8
"""Most words of a name that is looked for among plain words."""


class Typed(NamedTuple):
    """A word of the query, and how it hangs together with the one before it."""

    text: str
    joined: str = ""
    """`or` or `and`."""
    glued: bool = False
    """Typed without a blank between."""


def units_of(typed: Sequence[Typed], lexicon: Lexicon, *, french: bool) -> Iterator[tuple[Unit, int]]:
    """Give the units that *typed* asks for, each with the place of its first word; small words ask for nothing."""
    place = 0
    while place < len(typed):
        unit, length = _unit_at(typed, place, lexicon, french=french)
        if unit is not None:
            yield unit, place
        place += length


def _unit_at(typed: Sequence[Typed], place: int, lexicon: Lexicon, *, french: bool) -> tuple[Unit | None, int]:
    room = _room(typed, place)
    for length in range(min(room, LONGEST_NAME), 0, -1):
        if unit := _named(tuple(word.text for word in typed[place : place + length]), lexicon):
            return unit, length
    if (run := _symbols(typed, place)) > 1:
        parts = tuple(word.text for word in typed[place : place + run])
        return Unit(Part.SYMBOLS, "".join(parts), "side by side", (Phrase(parts),)), run
    if french and (found := _french_term([word.text for word in typed[place : place + room]])):
        return found
    word = typed[place].text
    return (None if is_small(word, french=french) else _word(word, lexicon, french=french)), 1


def _room(typed: Sequence[Typed], place: int) -> int:
    """Count the words from *place* on that no OR or AND parts from it."""
    return next((i for i in range(1, len(typed) - place) if typed[place + i].joined), len(typed) - place)


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
        meaning = " or ".join(dict.fromkeys(known.name for known in mechanics))
        return Unit(Part.MECHANIC, label, f"the mechanic {meaning}", tuple(dict.fromkeys(options)))
    if names:
        cards = [name for name in names if isinstance(name, KnownCard)]
        meaning = " or ".join(dict.fromkeys(card.name for card in cards))
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
    if on_card <= saying * rank.UNDISTINCTIVE:
        return rank.UNDISTINCTIVE
    documents = lexicon.postings.postings(fields.WORDS, parts[0]).documents
    both = set(lexicon.postings.postings(fields.CARD, card.key).documents).intersection(documents)
    return max(rank.UNDISTINCTIVE, len(both) / saying)


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


def _french_term(following: list[str]) -> tuple[Unit, int] | None:
    """Read the longest term of the rules that *following* starts with, and count its words."""
    roots: list[str] = []
    best: tuple[tuple[Stems, ...], Stems, int] | None = None
    for count, word in enumerate(following, start=1):
        root = stem(word, Lang.FR)
        if root is None:
            if not roots:
                return None
            continue
        roots.append(root)
        if len(roots) > LONGEST:
            break
        if english := english_of().get(tuple(roots)):
            best = english, tuple(roots), count
    if best is None:
        return None
    english, french, count = best
    options = (Bag(fields.TEXT[Lang.FR], french), *(Bag(fields.TEXT[Lang.EN], roots) for roots in english))
    meaning = " or ".join(" ".join(roots) for roots in english)
    return Unit(Part.TERM, " ".join(following[:count]), f"French for {meaning}", options), count


def _word(word: str, lexicon: Lexicon, *, french: bool) -> Unit:
    options: list[Option] = list(_text_options((word,)))
    if is_sign(word):
        return Unit(Part.WORD, word, "this sign", tuple(options))
    if french:
        options = [
            replace(bag, boost=rank.UNTRANSLATED) if bag.field == fields.TEXT[Lang.EN] else bag
            for bag in _text_options((word,))
        ]
    elif not _known_english(word, lexicon):
        root = stem(word, Lang.FR)
        options += [Bag(fields.TEXT[Lang.EN], roots) for roots in english_of().get((root,) if root else (), ())]
    meaning = "this word and its forms"
    cards = [(card, rank.HALF_NAME * _distinction((word,), card, lexicon)) for card in lexicon.cards_with(word)]
    if cards := [(card, boost) for card, boost in cards if boost >= rank.HALF_NAME * rank.TELLING]:
        options += [Bag(fields.CARD, (card.key,), boost) for card, boost in cards]
        meaning += f", or the card {' or '.join(card.name for card, _ in cards)}"
    return Unit(Part.WORD, word, meaning, tuple(options))


def _known_english(word: str, lexicon: Lexicon) -> bool:
    root = stem(word, Lang.EN)
    return root is not None and lexicon.postings.frequency(fields.TEXT[Lang.EN], root) > 0
