"""Names of cards in data: which card the texts of a group are about, by the names in it and around it."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.catalog.known import KnownNames
from kb.layouts.reader.data.dates import date_of, is_of_other, words
from kb.layouts.reader.signs.names import can_be_name, has_words, is_sure
from kb.layouts.reader.syntax.groups import DataGroup, Scalar
from kb.text.folding import word_set

_NAME = word_set(
    "name names card cards cardname title nom carte titre en english anglais fr french francais printed face"
)
_FRENCH = word_set("fr french francais")
_NO_NAME = word_set(
    "type types subtype subtypes supertypes set sets artist color colors colour rarity edition layout keyword keywords"
    " author publisher source by lang language format formats flavor flavour text rules file path url"
)
_NAMING = word_set("card cards carte name nom title super describe context ruling rulings for about new")
"""Words in the names of calls that are given the card that what follows is about."""
_CODE_WORD = re.compile(r":?[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+")
_ID = word_set("id uuid guid pk key ref slug uid identifier identifiant multiverseid cle")
"""Words in the names of fields that tell records apart."""
_OF_CARD = word_set("card cards carte cartes oracle scryfall gatherer multiverse")
_SHORTEST_NUMBER = 3
"""Digits that the name of a group has that is the id of a card, at least: others are counted."""
_LONGEST_ARGUMENT = 12
_LONGEST_NAME = 150
_LABELLED, _SURE, _CALLED, _COMMON = 4, 3, 2, 1
"""How sure a value is the name of a card: its field says so, several words that are one, given to a call, one word."""
_DEEPEST = 2
_RECORD = 2
"""Values of the least record."""


@dataclass(frozen=True, slots=True)
class NamedCard:
    """The name of a card that stands among the items of a group."""

    place: int
    """Of the item."""
    name: str
    """English, or as printed."""
    french: str = ""
    called: bool = False
    """A call is given it: it is about what follows only."""
    labelled: bool = False
    """Its field says that it is a name."""


class DataNames:
    """Finds the names of cards in the groups of one file."""

    def __init__(self, names: KnownNames, whole: DataGroup) -> None:
        """Know the *names* of cards; *whole* is all that the file holds."""
        self._names = names
        self._by_id = _sole(self._identified(whole))
        self._by_first = _sole(self._begun(whole))
        self._own: dict[int, _Placed] = {}
        self._inside: dict[int, _Placed] = {}
        self._of_unknown: dict[int, bool] = {}

    def card(self, way: Sequence[tuple[DataGroup, int]]) -> NamedCard | None:
        """Return the card of a text, the nearest in the nesting; *way* leads there: groups with places of items."""
        for group, place in reversed(way):
            if found := self._named(group).at(place):
                return found
            if called := self._of_group(group.items[place][0]):
                return NamedCard(place, called)
            if self._refers(group):
                return None
            if group is not way[-1][0] and (found := self._within(group).beside(place)):
                return found
        return None

    def own(self, group: DataGroup) -> tuple[NamedCard, ...]:
        """Return the names among the items of *group*, the surest kind only."""
        return self._named(group).cards

    def _named(self, group: DataGroup) -> "_Placed":
        if id(group) not in self._own:
            self._own[id(group)] = _Placed(tuple(self._rated(group)))
        return self._own[id(group)]

    def _rated(self, group: DataGroup) -> Iterator[NamedCard]:
        rated: list[tuple[int, int, str]] = [(_LABELLED, 0, card) for card in self._joined(group)]
        french = ""
        for place, (key, value) in enumerate(group.items):
            if (known := self._names.called(key)) and known[0].spelling == key:
                rated.append((_SURE, place, known[0].english))
            if isinstance(value, DataGroup):
                calls = [value, *(each for _, each in value.items if isinstance(each, DataGroup) and not value.bracket)]
                rated += ((_CALLED, place, called) for call in calls if (called := self._call_argument(call)))
                continue
            rate, card = self._rate(key or (group.name if words(group.name) <= _NAME else ""), value)
            if rate and not words(key).isdisjoint(_FRENCH):
                french = card
            elif rate:
                rated.append((rate, place, card))
        if not rated and not french:
            rated += self._referred(group)
        best = max((rate for rate, *_ in rated), default=0)
        yield from (
            NamedCard(place, card, french, called=rate == _CALLED, labelled=rate == _LABELLED)
            for rate, place, card in rated
            if rate == best
        )
        if french and not rated:
            yield NamedCard(0, french, french, labelled=True)

    def _within(self, group: DataGroup) -> "_Placed":
        """Return the known names in the groups among the items of *group* that hold no texts with dates."""
        if id(group) not in self._inside:
            named = (
                NamedCard(place, name)
                for place, (_, value) in enumerate(group.items)
                if isinstance(value, DataGroup) and (name := self._inner(value, 0))
            )
            self._inside[id(group)] = _Placed(tuple(named))
        return self._inside[id(group)]

    def _inner(self, group: DataGroup, depth: int) -> str:
        if any(
            isinstance(value, Scalar) and date_of(value.text) and not is_of_other(key) for key, value in group.items
        ):
            return ""
        own = [card.name for card in self.own(group) if card.labelled and self._known(card.name)]
        if own or depth == _DEEPEST:
            return own[0] if own else ""
        inner = (self._inner(value, depth + 1) for _, value in group.items if isinstance(value, DataGroup))
        return next(filter(None, inner), "")

    def _joined(self, group: DataGroup) -> Iterator[str]:
        """Yield the card that a field of *group* refers to by the id of another record: `card_id`, `uuid`."""
        if not self._by_id:
            return
        fields = [
            (words(key), value.text)
            for key, value in group.items
            if key and isinstance(value, Scalar) and value.text in self._by_id
        ]
        of_card = {self._by_id[text] for called, text in fields if not called.isdisjoint(_OF_CARD)}
        of_any = {self._by_id[text] for called, text in fields if not called.isdisjoint(_ID) and not text.isdigit()}
        for cards in (of_card, of_any):
            if len(cards) == 1:
                yield from cards
                return

    def _refers(self, group: DataGroup) -> bool:
        """Whether a field of *group* refers to a card that is not among those whose ids are known."""
        if id(group) not in self._of_unknown:
            self._of_unknown[id(group)] = bool(self._by_id) and any(
                isinstance(value, Scalar)
                and not words(key).isdisjoint(_OF_CARD)
                and (not words(key).isdisjoint(_ID) or value.text.isdigit())
                for key, value in group.items
            )
        return self._of_unknown[id(group)]

    def _of_group(self, key: str) -> str:
        """Return the card whose id is the name of a group: `"12345": [{"date": …}]`."""
        return "" if key.isdigit() and len(key) < _SHORTEST_NUMBER else self._by_id.get(key, "")

    def _referred(self, group: DataGroup) -> Iterator[tuple[int, int, str]]:
        """Yield the card whose number or id stands in *group*, which has no names of fields, behind its own."""
        scalars = [(key, value.text) for key, value in group.items if isinstance(value, Scalar)]
        cards = {self._by_first[text] for key, text in scalars[1:] if not key and text in self._by_first}
        if len(cards) == 1:
            yield _COMMON, 0, cards.pop()

    def _call_argument(self, group: DataGroup) -> str:
        """Return the name that a call is given first, and no text with it: `card("Chalice of the Void", "{X}{X}")`."""
        items = group.items if group.bracket else group.items[1:]
        given = [value for _, value in items if isinstance(value, Scalar) and value.quoted]
        if words(group.name).isdisjoint(_NAMING) or not given or items[0][1] is not given[0]:
            return ""
        if any(date_of(value.text) or len(value.text.split()) > _LONGEST_ARGUMENT for value in given):
            return ""
        known = self._known(given[0].text)
        return known if known and (is_sure(known) or len(items) == 1) else ""

    def _known(self, text: str) -> str:
        found = self._names.called(text)
        return found[0].english if found else ""

    def _rate(self, key: str, value: Scalar) -> tuple[int, str]:
        """Return how surely a value is the name of the card that its group is about, and the name."""
        called = words(key)
        if not value.quoted or _CODE_WORD.fullmatch(value.text):
            coded = self._names.in_code(value.text) if _CODE_WORD.fullmatch(value.text) else ()
            return (_CALLED, coded[0].english) if coded else (0, "")
        known = self._known(value.text)
        if not called.isdisjoint(_NO_NAME):
            return 0, ""
        if not known and value.text in self._by_id:
            return 0, ""
        if not called.isdisjoint(_NAME) and (known or can_be_name(value.text)):
            return _LABELLED, value.text
        return (_SURE if has_words(known) else _COMMON, value.text) if known else (0, "")

    def _identified(self, whole: DataGroup) -> Iterator[tuple[str, str]]:
        """Yield the ids of the records in *whole* that name a card, each with the card.

        An id is the value of a field that is called so. The name may stand in a group within the record.
        """
        for record in _all_groups(whole):
            ids = [value.text for key, value in record.items if isinstance(value, Scalar) and _is_id(key)]
            groups = [value for _, value in record.items if isinstance(value, DataGroup)] if ids else []
            card = self._labelled(record) if ids else ""
            if ids and not card and len(groups) == 1:
                card = self._labelled(groups[0])
            if card:
                yield from ((each, card) for each in ids)

    def _labelled(self, record: DataGroup) -> str:
        """Return the card that a field of *record* names, else the first known name among its values."""
        named = [
            (words(key).isdisjoint(_NAME), known)
            for key, value in record.items
            if isinstance(value, Scalar)
            and value.quoted
            and words(key).isdisjoint(_NO_NAME)
            and len(value.text) <= _LONGEST_NAME
            and (known := self._known(value.text))
        ]
        return min(named, key=lambda each: each[0])[1] if named else ""

    def _begun(self, whole: DataGroup) -> Iterator[tuple[str, str]]:
        """Yield the values that records in *whole* begin with, their numbers or ids, each with the name of its card.

        A record is a group with the name of a card in it and no date.
        """
        for record in _all_groups(whole):
            scalars = [value for _, value in record.items if isinstance(value, Scalar)]
            if len(scalars) < _RECORD or any(date_of(value.text) for value in scalars):
                continue
            known = (
                self._known(value.text) for value in scalars[1:] if value.quoted and len(value.text) <= _LONGEST_NAME
            )
            if card := next(filter(None, known), ""):
                yield scalars[0].text, card


def _is_id(field: str) -> bool:
    called = words(field)
    return called <= _ID | _OF_CARD and not called.isdisjoint(_ID)


def _sole(pairs: Iterator[tuple[str, str]]) -> Mapping[str, str]:
    """Return the cards of *pairs* by their ids; none for an id that several cards have."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for key, card in pairs:
        found[key].add(card)
    return {key: cards.pop() for key, cards in found.items() if len(cards) == 1}


class _Placed:
    """Cards by their places among the items of a group."""

    def __init__(self, cards: tuple[NamedCard, ...]) -> None:
        self.cards = cards
        self._places = [card.place for card in cards]
        self._uncalled = next((card for card in cards if not card.called), None)

    def at(self, place: int) -> NamedCard | None:
        """Return the card that stands before the item at *place*, else the first behind it that no call is given."""
        before = bisect_right(self._places, place)
        return self.cards[before - 1] if before else self._uncalled

    def beside(self, place: int) -> NamedCard | None:
        """Return the card before the item at *place*, else the first behind it; that of the item itself is neither."""
        before = bisect_left(self._places, place)
        after = bisect_right(self._places, place)
        return self.cards[before - 1] if before else next(iter(self.cards[after : after + 1]), None)


def _all_groups(group: DataGroup) -> Iterator[DataGroup]:
    pending = [group]
    while pending:
        each = pending.pop()
        yield each
        pending += (value for _, value in reversed(each.items) if isinstance(value, DataGroup))
