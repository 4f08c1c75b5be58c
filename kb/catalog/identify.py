"""Which card a page is about that names none: by its rulings, or by the name that its rulings themselves use.

Tried on 1,500 cards whose rulings are known, with their names hidden: 1,082 were identified, none of them wrongly.
By the words alone, as with a card of which no rulings are known, it was 715, four of them wrongly.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property

from kb.catalog.spoken import FRAMED, Vocabulary, spoken, vocabulary, words_of
from kb.model import Card, Document, Evidence, Lang, RawRuling
from kb.text.folding import fold, without_symbols

Identified = tuple[str, Evidence, str]
"""The key of a card, how it is known, and the same in words."""


class Identifier:
    """Identifies pages among one set of cards; what it needs is prepared when the first page asks."""

    def __init__(
        self, cards: Mapping[str, Card], documents: Sequence[Document], key_of: Callable[[RawRuling], str | None]
    ) -> None:
        """Know *cards* by key, and from *documents* their rulings; *key_of* says on which card a raw ruling stands."""
        self._cards = cards
        self._documents = documents
        self._key_of = key_of
        self._carriers: dict[date | None, Mapping[str, frozenset[str]]] = {}

    def identify(self, rulings: Sequence[RawRuling]) -> Identified | None:
        """Return which card *rulings*, all of one page, stand on; None when neither they nor their words show it.

        General notes, which stand under a section and on no card, are no evidence.
        """
        own = [raw for raw in rulings if not raw.section]
        return self._by_rulings(own) or self._by_words(own)

    def choose(self, rulings: Sequence[RawRuling], among: frozenset[str]) -> Identified | None:
        """Return on which of the cards *among*, all of the one name that a page gives, its rulings stand.

        By the rulings that are known from one of them more than from any other, else by the words, else by their days.
        """
        votes = Counter(key for raw in rulings for key in self._carrying(raw) & among)
        best = votes.most_common(2)
        if best and not _is_tie(best):
            key, count = best[0]
            return key, Evidence.CATALOGUE, f"{count} of {len(rulings)} rulings are those of {self._cards[key].name}"
        return self._by_words(rulings, among) or self._by_days(rulings, among)

    def _by_days(self, rulings: Sequence[RawRuling], among: frozenset[str]) -> Identified | None:
        """Take the card that has rulings on every day of the page, where no other has any on one of them."""
        days = {raw.date for raw in rulings if raw.date}
        having = [{key for _, key in self._stated.get(day, ())} & among for day in days]
        if not having or any(keys != having[0] or len(keys) != 1 for keys in having):
            return None
        (key,) = having[0]
        return (
            key,
            Evidence.CATALOGUE,
            f"of the cards of that name only {self._cards[key].name} has rulings of that day",
        )

    # --- by rulings ---

    def _by_rulings(self, rulings: Sequence[RawRuling]) -> Identified | None:
        """Take the card that carries most of the rulings, and one of them alone; or that carries just these."""
        carried = [carriers for carriers in map(self._carrying, rulings) if carriers]
        best = Counter(key for carriers in carried for key in carriers).most_common(2)
        if not best or best[0][1] * 2 < len(rulings) or _is_tie(best):
            return None
        key, count = best[0]
        alone = sum(carriers == {key} for carriers in carried)
        if not alone and not count == len(rulings) == self._numbers[key]:
            return None
        why = f"{count} of {len(rulings)} rulings are those of {self._cards[key].name}, {alone} of no other card"
        return key, Evidence.CATALOGUE, why

    def _carrying(self, raw: RawRuling) -> frozenset[str]:
        """Return the cards known to carry a ruling of that text on that date; on any date where the page has none."""
        if raw.date not in self._carriers:
            days = self._stated if raw.date is None else (raw.date,)
            self._carriers[raw.date] = _carriers(pair for day in days for pair in self._stated.get(day, ()))
        return self._carriers[raw.date].get(_compared(raw.text), frozenset())

    @cached_property
    def _stated(self) -> Mapping[date | None, Sequence[tuple[str, str]]]:
        """The rulings of each day, with the keys of their cards."""
        found: dict[date | None, list[tuple[str, str]]] = {}
        for raw in (raw for document in self._documents for raw in document.rulings):
            key = self._key_of(raw)
            if key:
                found.setdefault(raw.date, []).append((raw.text, key))
        return found

    @cached_property
    def _numbers(self) -> Counter[str]:
        """How many rulings each card has."""
        return Counter(key for pairs in self._stated.values() for _, key in set(pairs))

    # --- by words ---

    def _by_words(self, rulings: Sequence[RawRuling], among: frozenset[str] | None = None) -> Identified | None:
        """Take the card named twice as much as any other, in rulings that are not known from several cards.

        Where only the cards *among* come into question, no others are counted.
        """
        votes: Counter[str] = Counter()
        for raw in rulings:
            if len(self._carrying(raw)) <= 1:
                votes.update(self._named(raw))
        if among is not None:
            votes = Counter({key: count for key, count in votes.items() if key in among})
        best = votes.most_common(2)
        if not best or (len(best) > 1 and (best[0][1] < FRAMED or best[0][1] < 2 * best[1][1])):
            return None
        return best[0][0], Evidence.TEXT, f"the rulings themselves speak of {self._cards[best[0][0]].name}"

    def _named(self, raw: RawRuling) -> dict[str, int]:
        """Weigh the cards that one ruling names, each once."""
        found: dict[str, int] = {}
        for keys, weight in spoken(raw.text, self._french if raw.lang is Lang.FR else self._english, self._everyday):
            for key in keys:
                found[key] = max(found.get(key, 0), weight)
        return found

    @cached_property
    def _english(self) -> Vocabulary:
        return vocabulary((card.key, (card.name, *card.faces, *_short(card))) for card in self._cards.values())

    @cached_property
    def _french(self) -> Vocabulary:
        return vocabulary((card.key, (card.name, card.name_fr, *card.faces_fr)) for card in self._cards.values())

    @cached_property
    def _everyday(self) -> frozenset[str]:
        """Words of the game, lower case: those of rules texts, types and keywords."""
        cards = self._cards.values()
        words = {word for card in cards for word in re.findall(r"\b[a-z']+", card.text)}
        words.update(word.lower() for c in cards for word in words_of(" ".join((c.type_line, *c.keywords))))
        return frozenset(words)


def _is_tie(best: Sequence[tuple[str, int]]) -> bool:
    return len(best) > 1 and best[0][1] == best[1][1]


def _carriers(stated: Iterable[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for text, key in stated:
        found.setdefault(_compared(text), set()).add(key)
    return {text: frozenset(keys) for text, keys in found.items()}


def _compared(text: str) -> str:
    """Return the form in which rulings are compared: a symbol that one copy lost is no difference."""
    return without_symbols(fold(text))


def _short(card: Card) -> tuple[str, ...]:
    """Return the part of a name that rulings say for short: `Test Fog` for `Test Fog, the Grey`."""
    return (card.name.split(",")[0],) if "," in card.name else ()
