"""Words that say the same in other words: French terms of the rules, older wordings, and what players say.

The tables are read by the first letters of what is typed, so that a query makes stems of a few rows, not of all.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from kb.model import Lang
from kb.search import rank
from kb.search.analysis import STOP, stem, words
from kb.tables import players_words, terms, wordings

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
_Rows = Mapping[str, Sequence[tuple[str, _Meant]]]
"""By its first letters, each thing that may be typed and what it means."""


def stems(text: str, lang: Lang) -> Stems:
    """Give the stems of *text*, without the common words."""
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
    """Give the English for a French term of the rules, older wordings included."""
    return _look_up(typed, Lang.FR, _terms())


@lru_cache(maxsize=4096)
def english_words(typed: Stems) -> tuple[Meaning, ...]:
    """Give how else rulings say what a player says in English."""
    return _look_up(typed, Lang.EN, _players_words(Lang.EN))


@lru_cache(maxsize=4096)
def french_words(typed: Stems) -> tuple[Meaning, ...]:
    """Give how else rulings, most of which are English only, say what a player says in French."""
    return _look_up(typed, Lang.FR, _players_words(Lang.FR))


def _look_up(typed: Stems, lang: Lang, rows: _Rows) -> tuple[Meaning, ...]:
    found: dict[tuple[Lang, Stems], Meaning] = {}
    for said, meant in rows.get(typed[0][:_FIRST], ()):
        if stems(said, lang) != typed:
            continue
        for meant_in, wording, weight in meant:
            key = meant_in, stems(wording, meant_in)
            known = found.get(key)
            idle = not key[1] or (meant_in is lang and set(typed) <= set(key[1]))
            if not idle and (known is None or known.weight < weight):
                found[key] = Meaning(*key, weight, wording)
    return tuple(sorted(found.values(), key=lambda meaning: -meaning.weight))


@cache
def _terms() -> _Rows:
    same = {said: group.en for group in wordings() for said in group.en}
    rows: list[tuple[str, _Meant]] = []
    for term in terms():
        also = [other for said in term.en for other in same.get(said, ()) if other not in term.en]
        meant = (*_all(Lang.EN, term.en, 1.0), *_all(Lang.EN, also, rank.REWORDED))
        rows += [(said, meant) for said in term.fr]
    return _beginning(rows, Lang.FR)


@cache
def _players_words(lang: Lang) -> _Rows:
    rows: list[tuple[str, _Meant]] = []
    for group in wordings():
        meant = _meant(lang, group.en, group.fr, rank.REWORDED)
        rows += [(said, meant) for said in (group.en if lang is Lang.EN else group.fr)]
    for known in players_words():
        meant = _meant(lang, known.en, known.fr, rank.PLAYERS)
        rows += [(said, meant) for said in (known.said_en if lang is Lang.EN else known.said_fr)]
    return _beginning(rows, lang)


def _meant(lang: Lang, english: Iterable[str], french: Iterable[str], weight: float) -> _Meant:
    return (*_all(Lang.EN, english, weight), *(_all(Lang.FR, french, weight) if lang is Lang.FR else ()))


def _all(lang: Lang, said: Iterable[str], weight: float) -> _Meant:
    return tuple((lang, one, weight) for one in said)


def _beginning(rows: Iterable[tuple[str, _Meant]], lang: Lang) -> _Rows:
    begun: dict[str, list[tuple[str, _Meant]]] = {}
    for said, meant in rows:
        begun.setdefault(_first_letters(said, lang), []).append((said, meant))
    return begun


def _first_letters(said: str, lang: Lang) -> str:
    """Give the first letters of the first word of *said* that is not too common."""
    plain = said.isascii() and "'" not in said and "-" not in said
    parts = said.casefold().split() if plain else words(said)  # the former is ten times quicker, and mostly enough
    return next((word for word in parts if word not in STOP[lang]), "")[:_FIRST]


def every() -> dict[str, dict[Stems, tuple[Meaning, ...]]]:
    """Give all that each table knows, by its name and by what is typed, in the order of the tables."""
    tables = (
        (translations, Lang.FR, _terms()),
        (english_words, Lang.EN, _players_words(Lang.EN)),
        (french_words, Lang.FR, _players_words(Lang.FR)),
    )
    found: dict[str, dict[Stems, tuple[Meaning, ...]]] = {}
    for table, lang, begun in tables:
        typed = dict.fromkeys(stems(said, lang) for rows in begun.values() for said, _ in rows)
        found[table.__name__] = {key: meant for key in typed if key and (meant := table(key))}
    return found
