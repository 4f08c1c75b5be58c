"""Which language a query is typed in."""

from collections.abc import Iterable

from kb.model import Lang
from kb.search import schema as fields
from kb.search.analysis import STOP, is_sign, stem, words
from kb.search.lexicon import KnownMechanic, Lexicon
from kb.search.terms import english_of
from kb.text import strip_accents


def looks_french(texts: Iterable[str], lexicon: Lexicon) -> bool:
    """Whether more of the words in *texts* speak for French than for English.

    Accents, small words, words of the terms table and French names of mechanics that no English ruling uses speak for
    French. Words that both languages have (sort, main, exile) say nothing.
    """
    balance = 0
    for text in texts:
        accented = strip_accents(text) != text
        for word in words(text):
            balance += 2 if accented else _leaning(word, lexicon)
    return balance > 0


def _leaning(word: str, lexicon: Lexicon) -> int:
    if is_sign(word) or len(word) == 1:
        return 0
    small = (word in STOP[Lang.FR]) - (word in STOP[Lang.EN])
    if small:
        return small
    root = stem(word, Lang.EN)
    english = root is not None and lexicon.postings.frequency(fields.TEXT[Lang.EN], root) > 0
    french = _is_french(word, lexicon)
    return french - english


def _is_french(word: str, lexicon: Lexicon) -> bool:
    root = stem(word, Lang.FR)
    if root is None:
        return False
    if (root,) in english_of() or lexicon.postings.frequency(fields.TEXT[Lang.FR], root) > 0:
        return True
    return any(word in found.french for found in lexicon.named(word) if isinstance(found, KnownMechanic))
