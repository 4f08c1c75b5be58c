"""Where in a ruling's text a query matched."""

from collections.abc import Iterable, Sequence

from kb.model import Lang
from kb.search.index import schema as fields
from kb.search.index.analysis import Token, stem, tokens
from kb.search.query.model import Phrase, QueryUnit


class Marker:
    """Marks what one query asks for."""

    def __init__(self, units: Iterable[QueryUnit]) -> None:
        """Take the words to be marked from *units*."""
        self._roots: dict[str, set[str]] = {name: set() for name in fields.TEXT.values()}
        self._exact: set[str] = set()
        self._phrases: list[tuple[str, ...]] = []
        self._whole: list[tuple[str, frozenset[str]]] = []
        for option in (option for unit in units for option in unit.options):
            if isinstance(option, Phrase):
                self._phrases.append(option.words)
            elif option.whole:
                self._whole.append((option.field, frozenset(option.terms)))
            elif option.field in self._roots:
                self._roots[option.field].update(option.terms)
            elif option.field == fields.WORDS:
                self._exact.update(option.terms)

    def marks(self, text: str, lang: Lang) -> tuple[tuple[int, int], ...]:
        """Return the ranges of *text* that match, in order: whole words, accents and all."""
        found = list(tokens(text))
        roots = self._roots[fields.TEXT[lang]] | self._said_otherwise(found, lang)
        hit = {place for place, token in enumerate(found) if token.text in self._exact or _has_root(token, lang, roots)}
        for phrase in self._phrases:
            hit.update(_places(phrase, found))
        return tuple((found[place].start, found[place].end) for place in sorted(hit))

    def _said_otherwise(self, found: Sequence[Token], lang: Lang) -> set[str]:
        """Return the roots that only count together, where all of them are among *found*."""
        wanted = [terms for name, terms in self._whole if name == fields.TEXT[lang]]
        here = {stem(token.text, lang) for token in found} if wanted else set()
        return set().union(*(terms for terms in wanted if terms <= here))


def _has_root(token: Token, lang: Lang, roots: set[str]) -> bool:
    root = stem(token.text, lang)
    if root is None:
        return False
    return root in roots or (root[0] == "{" and root[1:-1] in roots)


def _places(phrase: Sequence[str], found: Sequence[Token]) -> Iterable[int]:
    for start in range(len(found) - len(phrase) + 1):
        if all(found[start + i].text == word for i, word in enumerate(phrase)):
            yield from range(start, start + len(phrase))
