"""The nearest spelling that does find something."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from whoosh.reading import IndexReader

from kb.search import schema as fields
from kb.search.analysis import is_sign, tokens

SHORTEST = 4
"""Words shorter than this are near too many others."""
FORGIVING = 7
"""From so many letters on, two slips are forgiven, below one."""
MOST_WORDS = 4
"""Words respelt in one query."""
TRIED = 3
"""Spellings tried of each word, nearest and commonest first."""
CERTAIN = 5
"""Letters that a word must have for its correction to be used without asking."""
ANSWERED_FOR = "answered for: "
"""How the note begins that says what was answered instead of what was typed."""
CLEARLY = 10
"""So many times commoner than the next a spelling must be for that, unless it is the only one near."""


class Respelt(NamedTuple):
    """A query with its slips corrected."""

    query: str
    certain: bool
    """Whether each correction is the only one near, or far commoner than the others."""


def did_you_mean(
    query: str, unknown: Iterable[str], reader: IndexReader, finds: Callable[[str], bool]
) -> Respelt | None:
    """Give *query* with the words in *unknown* respelt, if that finds something; None if no spelling is near or helps.

    The first letter is taken as right, and where two slips are forgiven the second too: slips there are rare, and
    looking for them reads most of the words there are.
    """
    wrong = [word for word in dict.fromkeys(unknown) if len(word) >= SHORTEST and not is_sign(word)]
    corrected, certain = query, True
    for word in wrong[:MOST_WORDS]:
        near = _nearest(word, reader)
        spellings = sorted(near, key=lambda term: (-near[term], term))[:TRIED]
        for place, spelling in enumerate(spellings):
            tried = _respell(corrected, word, spelling)
            if finds(tried):
                corrected = tried
                alone = len(near) == 1 or near[spelling] >= CLEARLY * near[spellings[1]]
                certain = certain and not place and alone and len(word) >= CERTAIN
                break
    return Respelt(corrected, certain) if corrected != query else None


def _nearest(word: str, reader: IndexReader) -> dict[str, int]:
    """Give the words nearest to *word*, with how many documents have each."""
    for distance in (1, 2) if len(word) >= FORGIVING else (1,):
        near: dict[str, int] = {}
        for name in (fields.WORDS, fields.NAME_WORD):
            for term in reader.terms_within(name, word, distance, prefix=distance):
                near[term] = near.get(term, 0) + reader.doc_frequency(name, term.encode())
        near.pop(word, None)
        if near:
            return near
    return {}


def _respell(query: str, word: str, near: str) -> str:
    """Put *near* in place of each *word* of *query*, whatever its case and accents."""
    pieces, end = [], 0
    for token in tokens(query):
        if token.text == word:
            pieces += [query[end : token.start], near]
            end = token.end
    return "".join([*pieces, query[end:]])
