"""The nearest spelling that does find something."""

from collections.abc import Callable, Iterable

from whoosh.reading import IndexReader

from kb.search import schema as fields
from kb.search.analysis import is_sign, tokens

_SHORTEST = 4
"""Words shorter than this are near too many others."""
_FORGIVING = 7
"""From so many letters on, two slips are forgiven, below one."""
_MOST_WORDS = 4
"""Words respelt in one query."""
_TRIED = 3
"""Spellings tried of each word, nearest and commonest first."""


def did_you_mean(query: str, unknown: Iterable[str], reader: IndexReader, finds: Callable[[str], bool]) -> str | None:
    """Give *query* with the words in *unknown* respelt, if that finds something; None if no spelling is near or helps.

    The first letter is taken as right, and where two slips are forgiven the second too: slips there are rare, and
    looking for them reads most of the words there are.
    """
    wrong = [word for word in dict.fromkeys(unknown) if len(word) >= _SHORTEST and not is_sign(word)]
    corrected = query
    for word in wrong[:_MOST_WORDS]:
        for near in _nearest(word, reader):
            tried = _respell(corrected, word, near)
            if finds(tried):
                corrected = tried
                break
    return corrected if corrected != query else None


def _nearest(word: str, reader: IndexReader) -> list[str]:
    for distance in (1, 2) if len(word) >= _FORGIVING else (1,):
        near: dict[str, int] = {}
        for name in (fields.WORDS, fields.NAME_WORD):
            for term in reader.terms_within(name, word, distance, prefix=distance):
                near[term] = near.get(term, 0) + reader.doc_frequency(name, term.encode())
        near.pop(word, None)
        if near:
            return sorted(near, key=lambda term: (-near[term], term))[:_TRIED]
    return []


def _respell(query: str, word: str, near: str) -> str:
    """Put *near* in place of each *word* of *query*, whatever its case and accents."""
    pieces, end = [], 0
    for token in tokens(query):
        if token.text == word:
            pieces += [query[end : token.start], near]
            end = token.end
    return "".join([*pieces, query[end:]])
