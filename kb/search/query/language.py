"""Which language a query is typed in."""

from collections.abc import Iterable, Sequence

from kb.model import Lang
from kb.search.index import schema as fields
from kb.search.index.analysis import STOP, is_sign, stem, words
from kb.search.query.lexicon import KnownMechanic, Lexicon
from kb.search.query.meanings import french_words, longest, translations
from kb.text.folding import strip_accents


def looks_french(texts: Iterable[str], lexicon: Lexicon) -> bool:
    """Whether more of the words in *texts* speak for French than for English.

    Accents, small words, words of the terms table and French names of mechanics that no English ruling uses speak for
    French. Words that both languages have (sort, main, exile) say nothing, unless a table has them side by side.
    """
    balance = 0
    unsure: list[str] = []
    typed: list[str] = []
    for text in texts:
        accented = strip_accents(text) != text
        for word in words(text):
            typed.append(word)
            if accented:
                balance += 2
            elif small := (word in STOP[Lang.FR]) - (word in STOP[Lang.EN]):
                balance += small
            elif len(word) > 1 and not is_sign(word):
                unsure.append(word)
                balance -= _is_english(word, lexicon)
    # What speaks for English is quickly told; few English queries need a look at the French tables after it.
    if balance + len(unsure) > 0 and balance + sum(_is_french(word, lexicon) for word in unsure) > 0:
        return True
    return any(word in STOP[Lang.FR] and word not in STOP[Lang.EN] for word in typed) and _has_french_phrase(typed)


def _has_french_phrase(typed: Sequence[str]) -> bool:
    """Whether several words of *typed* together are a French term or what French players say."""
    found = (longest(typed[place:], table) for place in range(len(typed)) for table in (translations, french_words))
    return any(known is not None and len(known.stems) > 1 for known in found)


def _is_english(word: str, lexicon: Lexicon) -> bool:
    root = stem(word, Lang.EN)
    known = root is not None and lexicon.postings.frequency(fields.TEXT[Lang.EN], root) > 0
    # The stem alone is not enough: commandement has that of command.
    return known and lexicon.postings.frequency(fields.WORDS, word) > 0


def _is_french(word: str, lexicon: Lexicon) -> bool:
    root = stem(word, Lang.FR)
    if root is None:
        return False
    if translations((root,)) or french_words((root,)) or lexicon.postings.frequency(fields.TEXT[Lang.FR], root) > 0:
        return True
    return any(word in found.french for found in lexicon.named(word) if isinstance(found, KnownMechanic))
