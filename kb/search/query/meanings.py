"""Words that say the same in other words: French terms of the rules, older wordings, and what players say.

A query reads the few rows that have its first letters at the start of a word, not all.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from kb.model import Lang
from kb.search.engine import rank
from kb.search.index.analysis import STOP, stem, words
from kb.tables import players_rows, spellings, term_rows, to_players_word, to_term, to_wording, wording_rows, wordings

Stems = tuple[str, ...]

LONGEST = 6
"""Most stems that what is looked up here has."""
_FIRST = 2
"""Letters that a word shares with its stem, whatever its ending."""


class Meaning(NamedTuple):
    """Another way to say something."""

    lang: Lang
    stems: Stems
    weight: float
    """How much finding it counts against finding what was typed."""
    said: str
    """As its table has it."""


class Known(NamedTuple):
    """The start of a query that a table knows."""

    length: int
    """How many words it has."""
    stems: Stems
    meanings: tuple[Meaning, ...]


Table = Callable[[Stems], tuple[Meaning, ...]]
"""Gives what else some stems say, the best first."""
_Meant = tuple[tuple[Lang, str, float], ...]
_Row = Mapping[str, str]

_OPENED = (("œ", "oe"), ("æ", "ae"), *((sign, " ") for sign in "’‘ʼ′−‐‑‒–—―"))
"""What is more than a letter with an accent."""
_FEW_STARTS = 24
"""So many first letters are looked for one by one; one query has about half of that."""
_BLANK = bytes(code if chr(code).isalnum() or code == ord("\n") else ord(" ") for code in range(128)).ljust(256)


class _Rows:
    """The rows of one table of one language, found by the first letters of what may be typed."""

    def __init__(self, lang: Lang, rows: Sequence[_Row], column: str, meant: Callable[[_Row], _Meant]) -> None:
        """Read *rows*, of which *column* has what may be typed, and *meant* tells what it means."""
        self.lang, self.column, self.meant, self._rows = lang, column, meant, rows
        self._bare = bare("\n".join([row[column] for row in rows])).split("\n")
        self._begun: dict[str, Sequence[tuple[Stems, _Row]]] = {}

    def said(self) -> Iterator[str]:
        """Return all that may be typed."""
        return (said for row in self._rows for said in spellings(row[self.column]))

    def beginning(self, letters: str) -> Sequence[tuple[Stems, _Row]]:
        """Return the stems of all that may be typed and begins with *letters*, each with its row."""
        found = self._begun.get(letters)
        if found is None:
            few = len(self._begun) < _FEW_STARTS and bool(bare(letters).strip())
            alike = self._sought(letters) if few else self._by_start.get(letters, ())
            found = [(stems(said, self.lang), row) for said, row in alike]
            if few or found:
                self._begun[letters] = found
        return found

    def _sought(self, letters: str) -> Iterator[tuple[str, _Row]]:
        """Look through the table: quicker than to sort it, for one query."""
        start = f" {bare(letters)}"
        for row, line in zip(self._rows, self._bare, strict=True):
            if start in f" {line}":
                for said in spellings(row[self.column]):
                    if _first_letters(said, self.lang) == letters:
                        yield said, row

    @cached_property
    def _by_start(self) -> Mapping[str, Sequence[tuple[str, _Row]]]:
        """The whole table, sorted by first letters: for many queries, and for letters that no table has."""
        found: dict[str, list[tuple[str, _Row]]] = {}
        for row in self._rows:
            for said in spellings(row[self.column]):
                found.setdefault(_first_letters(said, self.lang), []).append((said, row))
        return found


def bare(text: str) -> str:
    """Return the ASCII letters and digits of *text*, without case and accents, and blanks for the other signs.

    Each word that a table may have starts there as it does here, and it takes a few steps for a whole table.

    >>> bare("L'Étape de cœur, +1/+1")
    'l etape de coeur   1  1'
    """
    small = text.casefold()
    if not small.isascii():
        small = unicodedata.normalize("NFKD", small)
        for sign, plain in _OPENED:
            small = small.replace(sign, plain)
    return small.encode("ascii", "ignore").translate(_BLANK).decode("ascii")


def stems(text: str, lang: Lang) -> Stems:
    """Return the stems of *text*, without the common words."""
    return tuple(root for word in words(text) if (root := stem(word, lang)) is not None)


def longest(following: Sequence[str], table: Table) -> Known | None:
    """Read the most words from the start of *following* that *table* knows; None when it knows none.

    Common words between them do not count; the first word may not be one.
    """
    lang = Lang.EN if table is english_words else Lang.FR
    roots: list[str] = []
    best = None
    for count, word in enumerate(following, start=1):
        root = stem(word, lang)
        if root is None:
            if not roots:
                return None
            continue
        roots.append(root)
        if len(roots) > LONGEST:
            break
        if found := table(tuple(roots)):
            best = Known(count, tuple(roots), found)
    return best


@lru_cache(maxsize=4096)
def translations(typed: Stems) -> tuple[Meaning, ...]:
    """Return the English for a French term of the rules, older wordings included."""
    return _look_up(typed, _terms())


@lru_cache(maxsize=4096)
def english_words(typed: Stems) -> tuple[Meaning, ...]:
    """Return how else rulings say what a player says in English."""
    return _look_up(typed, *_players_words(Lang.EN))


@lru_cache(maxsize=4096)
def french_words(typed: Stems) -> tuple[Meaning, ...]:
    """Return how else rulings, most of which are English only, say what a player says in French."""
    return _look_up(typed, *_players_words(Lang.FR))


def _look_up(typed: Stems, *tables: _Rows) -> tuple[Meaning, ...]:
    found: dict[tuple[Lang, Stems], Meaning] = {}
    letters = typed[0][:_FIRST]
    for lang, meant in (
        (rows.lang, rows.meant(row)) for rows in tables for key, row in rows.beginning(letters) if key == typed
    ):
        for meant_in, wording, weight in meant:
            key = meant_in, stems(wording, meant_in)
            known = found.get(key)
            idle = not key[1] or (meant_in is lang and set(typed) <= set(key[1]))
            if not idle and (known is None or known.weight < weight):
                found[key] = Meaning(*key, weight, wording)
    return tuple(sorted(found.values(), key=lambda meaning: -meaning.weight))


@cache
def _terms() -> _Rows:
    return _Rows(Lang.FR, term_rows(), "fr", _english)


def _english(row: _Row) -> _Meant:
    term, same = to_term(row), _reworded()
    also = [other for said in term.en for other in same.get(said, ()) if other not in term.en]
    return (*_all(Lang.EN, term.en, 1.0), *_all(Lang.EN, also, rank.REWORDED))


@cache
def _reworded() -> Mapping[str, tuple[str, ...]]:
    return {said: group.en for group in wordings() for said in group.en}


@cache
def _players_words(lang: Lang) -> tuple[_Rows, _Rows]:
    def other_wordings(row: _Row) -> _Meant:
        group = to_wording(row)
        return _meant(lang, group.en, group.fr, rank.REWORDED)

    def rulings_words(row: _Row) -> _Meant:
        known = to_players_word(row)
        return _meant(lang, known.en, known.fr, rank.PLAYERS)

    return (
        _Rows(lang, wording_rows(), str(lang), other_wordings),
        _Rows(lang, players_rows(), f"said_{lang}", rulings_words),
    )


def _meant(lang: Lang, english: Iterable[str], french: Iterable[str], weight: float) -> _Meant:
    return (*_all(Lang.EN, english, weight), *(_all(Lang.FR, french, weight) if lang is Lang.FR else ()))


def _all(lang: Lang, said: Iterable[str], weight: float) -> _Meant:
    return tuple((lang, one, weight) for one in said)


def _first_letters(said: str, lang: Lang) -> str:
    """Return the first letters of the first word of *said* that is not too common."""
    plain = said.isascii() and "'" not in said and "-" not in said
    parts = said.casefold().split() if plain else words(said)  # the former is ten times quicker, and mostly enough
    return next((word for word in parts if word not in STOP[lang]), "")[:_FIRST]


def every() -> dict[str, dict[Stems, tuple[Meaning, ...]]]:
    """Return all that each table knows, by its name and by what is typed, side by side what begins alike."""
    tables = (
        (translations, [_terms()]),
        (english_words, _players_words(Lang.EN)),
        (french_words, _players_words(Lang.FR)),
    )
    found: dict[str, dict[Stems, tuple[Meaning, ...]]] = {}
    for table, parts in tables:
        starts = dict.fromkeys(_first_letters(said, rows.lang) for rows in parts for said in rows.said())
        typed = dict.fromkeys(key for letters in starts for rows in parts for key, _ in rows.beginning(letters))
        found[table.__name__] = {key: meant for key in typed if key and (meant := table(key))}
    return found
