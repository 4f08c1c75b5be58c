"""The names of cards that are known before pages are read: those of card data at hand, and those of a table.

A page is full of capitals; that a line, a link or a few words of a sentence are the name of a card is what this tells.
"""

import gzip
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from kb.model import Card, Lang
from kb.text.folding import name_key, strip_accents

_TABLE = Path(__file__).parents[1] / "data" / "card_names.tsv.gz"
_FACES = " // "
_ROW, _CELL = "\ue000", "\ue001"
"""Characters that no name has and that folding leaves alone."""
_WORD = re.compile(r"[^\W_]+")
_PARTS = re.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_MOST_PARTS = 20
_SLASHES = re.compile(r"\s*//?\s*")
_LONGEST = 4000
"""Characters of a text that are searched for names."""


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name that a card, or a face of it, has in one language."""

    spelling: str
    lang: Lang
    english: str
    """The English name of the same card or face."""
    french: str
    """Its French name; "" where none is known."""


@dataclass(frozen=True, slots=True)
class NameMention:
    """A known name in a text."""

    start: int
    end: int
    name: KnownName


class KnownNames:
    """Names to look up: whole, or within a text. Building it is cheap; what a look-up needs is made on first use."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Know the cards of *pairs*, each the English and the French name, several faces parted by ` // `."""
        self._pairs = tuple(dict.fromkeys(pairs))

    def __len__(self) -> int:
        """Return how many cards are known."""
        return len(self._pairs)

    def called(self, text: str) -> tuple[KnownName, ...]:
        """Return the names that *text*, the whole of it, is; case, accents and kinds of quote and dash aside.

        Names in the spelling of *text* come alone where there are any.
        """
        key = name_key(text)
        if "/" in key:
            key = _SLASHES.sub(_FACES, key)
        found = self._whole.get(key, ())
        exact = tuple(name for name in found if name.spelling == text)
        return exact or found

    def in_code(self, identifier: str) -> tuple[KnownName, ...]:
        """Return the names that *identifier* spells without spaces and signs: `KitchenFinks`, `will_o_the_wisp`."""
        return self._bare.get(_bared(identifier), ())

    def part_of_code(self, identifier: str) -> tuple[KnownName, ...]:
        """Return the names of several words that a part of *identifier* spells: `TestKitchenFinks`, `test_wear`."""
        parts = _PARTS.findall(strip_accents(identifier))[:_MOST_PARTS]
        for length in range(len(parts) - 1, 1, -1):
            for start in range(len(parts) - length + 1):
                found = self._bare.get("".join(parts[start : start + length]).casefold(), ())
                if found:
                    return found
        return ()

    def within(self, text: str) -> Iterator[NameMention]:
        """Yield the names that stand in *text* with their capitals: at each place the longest, none within another."""
        words = list(_WORD.finditer(text[:_LONGEST]))
        at = 0
        while at < len(words):
            found = self._at(text, words, at)
            if found is None:
                at += 1
                continue
            mention, length = found
            yield mention
            at += length

    def _at(self, text: str, words: list[re.Match[str]], at: int) -> tuple[NameMention, int] | None:
        first, start = words[at][0], words[at].start()
        if first[0].islower():
            return None
        for length in self._lengths.get(strip_accents(first), ()):
            if at + length > len(words):
                continue
            end = words[at + length - 1].end()
            name = self._printed.get(_plain(text[start:end]))
            if name is not None:
                return NameMention(start, end, name), length
        return None

    # --- what look-ups need ---

    @cached_property
    def _names(self) -> tuple[KnownName, ...]:
        return tuple(name for pair in self._pairs for name in _names_of(*pair))

    @cached_property
    def _whole(self) -> Mapping[str, tuple[KnownName, ...]]:
        """The names by `name_key`, which is worked out for all of them at once."""
        keys = name_key(_ROW.join(name.spelling for name in self._names)).split(_ROW)
        found: dict[str, tuple[KnownName, ...]] = {}
        for key, name in zip(keys, self._names, strict=True):
            found[key] = (*found.get(key, ()), name)
        return found

    @cached_property
    def _bare(self) -> Mapping[str, tuple[KnownName, ...]]:
        found: dict[str, tuple[KnownName, ...]] = {}
        for key, names in self._whole.items():
            bare = "".join(_WORD.findall(key))
            found[bare] = (*found.get(bare, ()), *names)
        return found

    @cached_property
    def _printed(self) -> Mapping[str, KnownName]:
        """The names by their spelling without accents; of several the English one."""
        plain = _plain(_ROW.join(name.spelling for name in self._names)).split(_ROW)
        found: dict[str, KnownName] = {}
        for key, name in zip(plain, self._names, strict=True):
            if key not in found or (name.lang is Lang.EN and found[key].lang is Lang.FR):
                found[key] = name
        return found

    @cached_property
    def _lengths(self) -> Mapping[str, tuple[int, ...]]:
        """How many words the names have that begin with a word, the most first."""
        found: dict[str, set[int]] = {}
        for plain in self._printed:
            words = _WORD.findall(plain)
            if words:
                found.setdefault(words[0], set()).add(len(words))
        return {first: tuple(sorted(lengths, reverse=True)) for first, lengths in found.items()}


def _bared(name: str) -> str:
    return "".join(_WORD.findall(strip_accents(name))).casefold()


def _names_of(english: str, french: str) -> Iterator[KnownName]:
    yield KnownName(english, Lang.EN, english, french)
    if french:
        yield KnownName(french, Lang.FR, english, french)
    if _FACES in english:
        faces, faces_fr = english.split(_FACES), french.split(_FACES)
        faces_fr = faces_fr if len(faces_fr) == len(faces) else [""] * len(faces)
        for face, face_fr in zip(faces, faces_fr, strict=True):
            yield from _names_of(face, face_fr)


def _plain(text: str) -> str:
    return strip_accents(text).replace("’", "'")


@cache
def table_of_names() -> KnownNames:
    """Return the names of the table that comes with the program."""
    rows = (row.split("\t") for row in gzip.decompress(_TABLE.read_bytes()).decode().splitlines() if row[:1] != "#")
    return KnownNames((english, french) for english, french in rows)


def names_of_cards(cards: Iterable[Card]) -> KnownNames:
    """Return the names of *cards*, their other names and those of their faces, and the names of the table."""
    stated = [pair for card in cards for pair in _pairs_of(card)]
    return KnownNames((*stated, *table_of_names()._pairs)) if stated else table_of_names()  # noqa: SLF001  (its own class)


def _pairs_of(card: Card) -> Iterator[tuple[str, str]]:
    yield card.name, card.name_fr
    if len(card.faces) == len(card.faces_fr):
        yield from ((face, french) for face, french in zip(card.faces, card.faces_fr, strict=True) if face)
    yield from ((alias, "") for alias in card.aliases)
