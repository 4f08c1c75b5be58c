"""Names among the words of a query, as units: mechanics and cards, whole, by nickname or in part."""

from collections.abc import Iterable, Iterator, Sequence

from kb.model import Lang
from kb.search.engine import rank
from kb.search.index import schema as fields
from kb.search.index.analysis import STOP, VAGUE, phrase_key, stem
from kb.search.query.lexicon import KnownCard, KnownMechanic, Lexicon
from kb.search.query.meanings import stems
from kb.search.query.model import Bag, Option, QueryPart, QueryUnit

LONGEST_NAME = 8
"""Most words of a name that is looked for among plain words."""
SAME_PART = 3
"""Most cards that several words of their names may mean among other words."""
SELDOM = 20
"""In more texts the words of a card's name say something else (two-headed giant)."""
_TOLD = 3
"""Most names that are told of what a part of the query may mean."""


def either(names: Iterable[str]) -> str:
    """Return *names* for a person: the first few, and how many more there are."""
    all_names = list(dict.fromkeys(names))
    more = len(all_names) - _TOLD
    return " or ".join(all_names[:_TOLD]) + (f" or {more} more" if more > 0 else "")


def is_small(word: str, *, french: bool) -> bool:
    """Whether *word* is too common, or too vague, to be looked for."""
    return any(stem(word, lang) is None or word in VAGUE[lang] for lang in (tuple(Lang) if french else (Lang.EN,)))


def text_options(parts: Sequence[str], boost: float = 1.0) -> tuple[Bag, ...]:
    """Return the texts that have *parts*, in either language."""
    text = " ".join(parts)
    found = ((lang, stems(text, lang)) for lang in Lang)
    return tuple(Bag(fields.TEXT[lang], roots, boost) for lang, roots in found if roots)


def named(parts: tuple[str, ...], lexicon: Lexicon, *, alone: bool) -> QueryUnit | None:
    """Read *parts* as one whole name; *alone* tells that nothing else was typed. None when they are none.

    A word that names only cards without rulings is read as a word: what else it says is all that can be found.
    """
    if len(parts) == 1 and (len(parts[0]) == 1 or parts[0] in STOP[Lang.EN]):
        return None
    names = lexicon.named(" ".join(parts))
    mechanics = [name for name in names if isinstance(name, KnownMechanic)] or _parted(parts, lexicon)
    if mechanics:
        options = (*text_options(parts), *(option for known in mechanics for option in _mechanic_options(known)))
        meaning = f"the mechanic {either(known.name for known in mechanics)}"
        return QueryUnit(QueryPart.MECHANIC, " ".join(parts), meaning, tuple(dict.fromkeys(options)))
    cards = [name for name in names if isinstance(name, KnownCard)]
    if not cards or (len(parts) == 1 and not _on(cards, lexicon)):
        return None
    return _card(parts, cards, lexicon, alone=alone)


def _parted(parts: Sequence[str], lexicon: Lexicon) -> list[KnownMechanic]:
    """Return the mechanics whose one word was typed as two: death touch."""
    if len(parts) != 2 or any(len(part) == 1 or is_small(part, french=True) for part in parts):
        return []
    return list(lexicon.mechanics("".join(parts)))


def _mechanic_options(mechanic: KnownMechanic) -> Iterator[Option]:
    boost = rank.MECHANIC * (rank.EVERYDAY if mechanic.ambiguous else 1.0)
    yield Bag(fields.MECHANIC, (mechanic.slug,), boost)
    for lang, forms in ((Lang.EN, mechanic.english), (Lang.FR, mechanic.french)):
        for form in forms:
            if roots := stems(form, lang):
                yield Bag(fields.TEXT[lang], roots)


# --- cards ----------------------------------------------------------------------------------------------------------


def _card(parts: tuple[str, ...], cards: Sequence[KnownCard], lexicon: Lexicon, *, alone: bool) -> QueryUnit:
    shares = [_share(parts, card, lexicon, alone=alone) for card in cards]
    told = max(share if alone or card.by_nickname else 0.0 for card, share in zip(cards, shares, strict=True))
    options = (
        *text_options(parts, 1 - told * (1 - rank.NAMESAKE)),
        *(bag for card, share in zip(cards, shares, strict=True) for bag in _mention(parts, card, share)),
        *(Bag(fields.CARD, (card.key,), rank.CARD * share) for card, share in zip(cards, shares, strict=True)),
    )
    plain = max(shares) < rank.TELLING
    meaning = f"{'this word, or ' if plain else ''}the card {either(card.name for card in cards)}"
    return QueryUnit(QueryPart.CARD, " ".join(parts), meaning, options)


def mentions(word: str, lexicon: Lexicon) -> Iterator[Bag]:
    """Yield the texts that have the English names of the cards that *word* calls otherwise."""
    for card in _cards((word,), lexicon):
        yield from _mention((word,), card, _distinction((word,), card, lexicon))


def _cards(parts: Sequence[str], lexicon: Lexicon) -> list[KnownCard]:
    return [name for name in lexicon.named(" ".join(parts)) if isinstance(name, KnownCard)]


def _share(parts: tuple[str, ...], card: KnownCard, lexicon: Lexicon, *, alone: bool) -> float:
    """Return how much *parts* speak for *card*: wholly, where they are all that was typed, and are no half of it."""
    whole = alone and (card.by_nickname or phrase_key(card.name) == " ".join(parts))
    return float(_on([card], lexicon)) if whole else _distinction(parts, card, lexicon)


def _mention(parts: Sequence[str], card: KnownCard, share: float) -> Iterator[Bag]:
    """Yield the texts that have the English name of *card*, if it was called otherwise."""
    roots = stems(card.name.partition(" // ")[0], Lang.EN)
    if roots and roots != stems(" ".join(parts), Lang.EN):
        yield Bag(fields.TEXT[Lang.EN], roots, share * (rank.MENTION if card.by_nickname else 1.0), whole=True)


def _on(cards: Iterable[KnownCard], lexicon: Lexicon) -> bool:
    """Whether there is a ruling on one of *cards*."""
    return any(lexicon.postings.frequency(fields.CARD, card.key) for card in cards)


def without_rulings(parts: Sequence[str], lexicon: Lexicon, *, alone: bool) -> tuple[str, ...]:
    """Return the cards, if any, that *parts* name and on which there is no ruling here.

    Among other words they mean a card only when no text has a single word, and few have several.
    """
    cards = _cards(parts, lexicon)
    if cards and not alone:
        having = (set(lexicon.postings.postings(fields.WORDS, part).documents) for part in parts)
        said = len(set.intersection(*having)) > (SELDOM if len(parts) > 1 else 0)
        cards = [card for card in cards if not said and (len(parts) > 1 or not card.by_nickname)]
    return () if _on(cards, lexicon) else tuple(card.name for card in cards)


def card_options(parts: tuple[str, ...], lexicon: Lexicon) -> tuple[Bag, ...]:
    """Give, for each card of which *parts* is a whole name, the rulings on it."""
    cards = _cards(parts, lexicon)
    return tuple(Bag(fields.CARD, (card.key,), rank.CARD * _distinction(parts, card, lexicon)) for card in cards)


def _distinction(parts: tuple[str, ...], card: KnownCard, lexicon: Lexicon) -> float:
    """Return how much the name speaks for the card: the share of what says this word that stands on the card itself."""
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


# --- parts of names -------------------------------------------------------------------------------------------------


def half_named(word: str, lexicon: Lexicon) -> list[tuple[KnownCard, float]]:
    """Return the cards that *word* may mean because few others have it in their names, and how much each counts."""
    cards = [(card, rank.HALF_NAME * _distinction((word,), card, lexicon)) for card in lexicon.cards_with(word)]
    return [(card, boost) for card, boost in cards if boost >= rank.HALF_NAME * rank.TELLING]


def part_of_name(following: Sequence[str], lexicon: Lexicon) -> tuple[QueryUnit, int] | None:
    """Read the most words from the start of *following* that stand together in few card names and hardly elsewhere."""
    for length in range(min(len(following), LONGEST_NAME), 1, -1):
        parts = tuple(following[:length])
        if any(len(part) == 1 or is_small(part, french=True) for part in (parts[0], parts[-1])):
            continue
        cards = lexicon.cards_with(*parts)
        if len(cards) <= SAME_PART and (telling := [card for card in cards if _is_told(parts, card, lexicon)]):
            meaning = f"the card {either(card.name for card in telling)}"
            options = (*text_options(parts), *(Bag(fields.CARD, (card.key,), rank.PART_OF_NAME) for card in telling))
            return QueryUnit(QueryPart.CARD, " ".join(parts), meaning, options), length
    return None


def _is_told(parts: Sequence[str], card: KnownCard, lexicon: Lexicon) -> bool:
    """Whether the rulings that have all of *parts* stand on *card* in good part."""
    having = [set(lexicon.postings.postings(fields.WORDS, part).documents) for part in parts]
    saying = set.intersection(*having)
    on_card = saying.intersection(lexicon.postings.postings(fields.CARD, card.key).documents)
    return len(on_card) >= len(saying) * rank.TELLING
