"""French words of the rules and the English ones that say the same, by stem."""

from functools import cache

from kb.model import Lang
from kb.search.analysis import stem, words
from kb.tables import terms

Stems = tuple[str, ...]

LONGEST = 6
"""Most stems that one French term has."""


def stems(text: str, lang: Lang) -> Stems:
    """Give the stems of *text*, without the common words."""
    return tuple(root for word in words(text) if (root := stem(word, lang)) is not None)


@cache
def english_of() -> dict[Stems, tuple[Stems, ...]]:
    """Give, for the stems of each French term, the stems of its English equivalents."""
    found: dict[Stems, dict[Stems, None]] = {}
    for term in terms():
        english = [key for spelling in term.en if (key := stems(spelling, Lang.EN))]
        for spelling in term.fr:
            if key := stems(spelling, Lang.FR):
                found.setdefault(key, {}).update(dict.fromkeys(english))
    return {key: tuple(values) for key, values in found.items() if values}
