"""The nearest spelling that does find something."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kb.model import Lang
from kb.search.index import schema as fields
from kb.search.index.analysis import is_sign, stem, tokens
from kb.search.index.handle import Opened

SHORTEST = 4
"""Words shorter than this are near too many others."""
FORGIVING = 7
"""From so many letters on, two slips are forgiven, below one."""
MOST_WORDS = 4
"""Words respelt in one query."""
TRIED = 3
"""Spellings tried of each word, nearest and commonest first."""
SHORTEST_PART = 3
"""Letters that each half must have of a word that is read as two with the blank left out."""
CERTAIN = 5
"""Letters that a word must have for its correction to be used without asking."""
ANSWERED_FOR = "answered for: "
"""How the note begins that says what was answered instead of what was typed."""
CLEARLY = 10
"""So many times commoner than the next a spelling must be for that, unless it alone names a mechanic."""


class Respelt(NamedTuple):
    """A query with its slips corrected."""

    query: str
    certain: bool
    """Whether each correction is the only one near, far commoner than the others, or alone a mechanic."""


class Vocabulary(NamedTuple):
    """The words that a slip may have been made of."""

    opened: Opened
    mechanics_only: bool
    """Whether only names of mechanics are; else all words of texts and card names too."""

    def within(self, word: str, distance: int) -> set[str]:
        """Return the words so many letters away from *word* that begin with as many of its letters."""
        reader = self.opened.reader
        names = (fields.NAME,) if self.mechanics_only else (fields.NAME, fields.WORDS, fields.NAME_WORD)
        return {term for name in names for term in reader.terms_within(name, word, distance, prefix=distance)}

    def mechanic(self, word: str) -> int | None:
        """Return the number of the first mechanic that *word* is a name of; None when it names none."""
        named = self.opened.postings.postings(fields.NAME, word).documents
        return named[0] if named and named[0] < self.opened.stamp.first_card else None

    def having(self, word: str) -> int:
        """Count what has *word*: texts, names of cards, a mechanic."""
        spoken = () if self.mechanics_only else (fields.WORDS, fields.NAME_WORD)
        said = sum(self.opened.postings.frequency(name, word) for name in spoken)
        return said + (self.mechanic(word) is not None)


def did_you_mean(
    query: str, unknown: Iterable[str], vocabulary: Vocabulary, finds: Callable[[str], bool]
) -> Respelt | None:
    """Return *query* with the words in *unknown* respelt, if that finds something; None if nothing near helps.

    A slip is a letter too many, too few or wrong, or two in each other's place. The first letter is taken as right, and
    where two slips are forgiven the second too: slips there are rare, and looking for them reads most words there are.
    """
    wrong = [word for word in dict.fromkeys(unknown) if len(word) >= SHORTEST and not is_sign(word)]
    corrected, certain = query, True
    for word in wrong[:MOST_WORDS]:
        near = _nearest(word, vocabulary, finds)
        for place, spelling in enumerate(near[:TRIED]):
            tried = _respell(corrected, word, spelling.word)
            if finds(tried):
                corrected = tried
                certain = certain and not place and len(word) >= CERTAIN and _is_clear(near)
                break
    return Respelt(corrected, certain) if corrected != query else None


class _Near(NamedTuple):
    """A spelling near to a word, and how much has it or another form of it."""

    word: str
    having: int
    mechanic: int | None = None
    """The mechanic that one of its forms names."""


def _is_clear(near: Sequence[_Near]) -> bool:
    """Whether no other stands against the first of *near*."""
    return not any(_is_rival(other, near[0]) for other in near[1:])


def _is_rival(other: _Near, first: _Near) -> bool:
    """Whether *other* may be meant as well as *first*: another mechanic or, where none is meant, hardly rarer."""
    if first.mechanic is not None and other.mechanic in {None, first.mechanic}:
        return False
    return (first.mechanic is None and other.mechanic is not None) or first.having < CLEARLY * other.having


def _nearest(word: str, vocabulary: Vocabulary, finds: Callable[[str], bool]) -> list[_Near]:
    """Return the words nearest to *word*, the commonest first: one slip away, two with no blank between, two slips."""
    if near := _with(vocabulary.within(word, 1) | set(_swapped(word)), word, vocabulary):
        return near
    for one, other in _parted(word, vocabulary):
        if finds(f'"{one} {other}"'):
            return [_Near(f"{one} {other}", 1)]
    return _with(vocabulary.within(word, 2), word, vocabulary) if len(word) >= FORGIVING else []


def _swapped(word: str) -> Iterator[str]:
    """Yield *word* with each two neighbours but the first letter in each other's place."""
    for place in range(1, len(word) - 1):
        yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def _parted(word: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """Yield the two words that *word* may be with the blank left out."""
    for place in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
        halves = word[:place], word[place:]
        if all(vocabulary.opened.postings.frequency(fields.WORDS, half) for half in halves):
            yield halves


def _with(spellings: Iterable[str], word: str, vocabulary: Vocabulary) -> list[_Near]:
    """Return those of *spellings* that are words, the commonest first; forms of one word count as one."""
    forms: defaultdict[str | None, dict[str, int]] = defaultdict(dict)
    for spelling in spellings:
        if spelling != word and (count := vocabulary.having(spelling)):
            forms[stem(spelling, Lang.EN)][spelling] = count
    near = (_commonest(counts, vocabulary) for counts in forms.values())
    return sorted(near, key=lambda one: (-one.having, one.word))


def _commonest(counts: Mapping[str, int], vocabulary: Vocabulary) -> _Near:
    words = sorted(counts, key=lambda spelling: (-counts[spelling], spelling))
    named = (number for word in words if (number := vocabulary.mechanic(word)) is not None)
    return _Near(words[0], sum(counts.values()), next(named, None))


def _respell(query: str, word: str, near: str) -> str:
    """Put *near* in place of each *word* of *query*, whatever its case and accents."""
    pieces, end = [], 0
    for token in tokens(query):
        if token.text == word:
            pieces += [query[end : token.start], near]
            end = token.end
    return "".join([*pieces, query[end:]])
