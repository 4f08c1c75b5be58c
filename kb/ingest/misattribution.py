"""Find rulings that seem to be about another card than the one they are on.

A text may name other cards in passing: as an example, as what an effect comes from. So few are reported: those whose
first sentence has another card as its subject, and those on several cards of which it names one.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.catalog.known import KnownNames, NameMention, names_of_cards, table_of_names
from kb.knowledge.dedupe import own_names
from kb.model import Card, Lang, Ruling
from kb.tables import function_words, mechanics

_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"”’»)]*\s")
_EXAMPLE = re.compile(r"(?i)\b(?:examples?|instance|say|such as|like|similar|unlike|exemple|comme|tels? que)\b")
_WORDS = re.compile(r"[^\W_]+")
_SHORTEST = 5
"""Letters of a name of one word that is sure to be a name."""
_SHORTEST_FIRST = 4
"""Letters of the first word of a name by which texts call the card."""
_BEFORE_SUBJECT = {
    Lang.EN: re.compile(
        r"(?:(?:If|When|Whenever|While|Once|After|Unless|As long as|As) (?:the )?"
        r"|(?:When|Whenever|Once|After|As) you \w+ "
        r"|You (?:may |can |must |can[’']t |do |don[’']t )?\w+ "
        r"|The [\w’']+(?: [\w’']+)? of )?",
    ),
    Lang.FR: re.compile(
        r"(?:(?:Si|Quand|Lorsque|Tant que|Une fois que|Après que|À moins que) "
        r"|(?:Quand|Lorsque|Une fois que|Après que) vous \w+ "
        r"|Vous (?:pouvez |devez )?\w+ "
        r"|(?:L[’'e]|La|Les) ?\w+(?: \w+)? d[e’'] ?)?",
    ),
}
"""What may stand before the card that a text is about."""


@dataclass(frozen=True, slots=True)
class Misattribution:
    """A ruling whose text names another card, and not the one that it is on."""

    ruling: Ruling
    card: str
    """Key of the card that the text does not name."""
    named: str
    """The name of the other card, as it is in the text."""


def misattributions(rulings: Sequence[Ruling], cards: Sequence[Card]) -> Iterator[Misattribution]:
    """Yield the *rulings* that are about another card than one they are on, each once, in their order."""
    search = _Search({card.key: card for card in cards}, rulings)
    for ruling in rulings:
        found = search.misattribution(ruling)
        if found is not None:
            yield found


class _Search:
    """Compares what texts name with the cards they are on."""

    def __init__(self, cards: Mapping[str, Card], rulings: Sequence[Ruling]) -> None:
        self._cards = cards
        self._rulings = rulings

    @cached_property
    def _names(self) -> KnownNames:
        return names_of_cards(self._cards.values())

    @cached_property
    def _untranslated(self) -> Collection[str]:
        return {card.name for card in self._cards.values() if _is_untranslated(card)}

    @cached_property
    def _sure_words(self) -> Collection[str]:
        """The cards' names of one word that is no other word: at the beginning of a sentence any word has a capital."""
        names = {name for card in self._cards.values() for name in own_names(card)}
        words = {name for name in names if len(name) >= _SHORTEST and _WORDS.fullmatch(name)}
        texts = [ruling.text for ruling in self._rulings]
        texts += [text for card in self._cards.values() for text in (card.text, card.text_fr)]
        pieces = set("\n".join(texts).split())  # many times fewer than the words
        small = {word for word in _WORDS.findall(" ".join(pieces)) if word[0].islower()}
        types = {word.casefold() for card in self._cards.values() for word in _WORDS.findall(card.type_line)}
        forms = {form.casefold() for mechanic in mechanics() for form in (*mechanic.forms, *mechanic.forms_fr)}
        return {word for word in words if word.casefold() not in small | types | forms}

    def _is_sure(self, mention: NameMention) -> bool:
        """Whether *mention* is sure to be the name of a card, not a word or the name of something else."""
        name = mention.name.spelling
        return len(_WORDS.findall(name)) > 1 or name in self._sure_words

    def misattribution(self, ruling: Ruling) -> Misattribution | None:
        """Return what is wrong with the card of *ruling*; None where nothing is."""
        if not ruling.cards:
            return None
        first = _SENTENCE_END.split(ruling.text, maxsplit=1)[0]
        mention = next((m for m in self._names.within(first) if self._is_sure(m)), None)
        if mention is None or mention.name.spelling in self._untranslated or _EXAMPLE.search(first):
            return None
        cards = [self._cards[key] for key in ruling.cards]
        others = [card for card in cards if not self._is_named(card, mention)]
        if not others or any(self._concerns(ruling.text, card, mention) for card in others):
            return None
        if len(others) == len(cards) and not _is_subject(first, mention, ruling.lang):
            return None
        return Misattribution(ruling, others[0].key, mention.name.spelling)

    def _is_named(self, card: Card, mention: NameMention) -> bool:
        """Whether *mention* is a name of *card* in either language, the beginning of one, or may be a translation."""
        spelling, own = mention.name.spelling, self._all_names(card)
        if spelling in own or any(known.english in own for known in self._names.called(spelling)):
            return True
        return any(name.startswith(f"{spelling} ") for name in own) or card.name in self._untranslated

    def _all_names(self, card: Card) -> Collection[str]:
        """Return the names of *card* and, of each, the English names that it is known to stand for."""
        own = (*own_names(card), *card.aliases)
        return {*own, *(known.english for name in own for known in self._names.called(name))}

    def _concerns(self, text: str, card: Card, mention: NameMention) -> bool:
        """Whether *text* names *card* too, at least by its first word, or the card itself names the other."""
        if mention.name.spelling in f"{card.text}\n{card.text_fr}":
            return True
        named = [each for each in self._names.within(text) if self._is_sure(each)]
        if any(self._is_named(card, each) for each in named):
            return True
        firsts = {found[0] for name in self._all_names(card) if (found := _WORDS.search(name))}
        return any(len(word) >= _SHORTEST_FIRST and word in firsts for word in _WORDS.findall(_without(text, named)))


def _is_subject(sentence: str, mention: NameMention, lang: Lang) -> bool:
    return _BEFORE_SUBJECT[lang].fullmatch(sentence[: mention.start].lstrip('"“«( \u00a0')) is not None


def _is_untranslated(card: Card) -> bool:
    """Whether the English name of *card* is not known: its only name is French."""
    if card.oracle_id or table_of_names().called(card.name):
        return False
    if card.name_fr:
        return card.name_fr == card.name
    words = {word.casefold() for word in _WORDS.findall(card.name)}
    return not card.name.isascii() or not words.isdisjoint(function_words(Lang.FR))


def _without(text: str, mentions: Sequence[NameMention]) -> str:
    for mention in reversed(mentions):
        text = text[: mention.start] + text[mention.end :]
    return text
