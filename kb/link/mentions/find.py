"""The finder: built once for a set of mechanics, used on many texts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from kb.link.mentions.forms import by_first_word, candidates, stands
from kb.link.mentions.names import hidden_by, in_name
from kb.link.mentions.senses import extend_over_lists, is_meant
from kb.link.mentions.words import words_of
from kb.model import Lang, Mechanic
from kb.tables import function_words, mechanics

_LEADING = 60
"""So many characters hold the longest form."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A mechanic named in a text: `text[start:end]`."""

    start: int
    end: int
    slug: str
    form: str
    """The form of the table that stands there."""


@dataclass(frozen=True, slots=True)
class TextMentions:
    """What a text says of mechanics and of given cards."""

    mentions: tuple[Mention, ...]
    """In order, without overlap."""
    speaks_of_names: bool
    """One of the given names stands in it, whole or in its short form."""


class Finder:
    """Finds the mentions of one set of mechanics; build it once, use it on many texts."""

    def __init__(self, known: Sequence[Mechanic]) -> None:
        self._forms = {lang: by_first_word(known, lang) for lang in Lang}

    def read(
        self, text: str, lang: Lang, names: Iterable[str] = (), *, carried: frozenset[str] = frozenset()
    ) -> TextMentions:
        """List the mentions in *text*, and say whether it speaks of one of *names*.

        *names* are names of cards that may stand in it: no mention lies within one. *carried* are mechanics that its
        cards have: their names need no further sign of being meant.
        """
        words = words_of(text)
        hidden = hidden_by(words, names)
        forms = self._forms[lang]
        if forms.keys().isdisjoint(words.words):
            return TextMentions((), bool(hidden))
        openers = function_words(lang)
        found = [
            (at, form)
            for at, form in candidates(words, forms, hidden)
            if not in_name(words, at, form, openers, known=form.slug in carried)
        ]
        sure = [is_meant(words, at, form, carried) for at, form in found]
        extend_over_lists(words, found, sure)
        mentions = (
            Mention(words.spans[at][0], words.spans[at + len(form.words) - 1][1], form.slug, form.form)
            for (at, form), is_sure in zip(found, sure, strict=True)
            if is_sure
        )
        return TextMentions(tuple(mentions), bool(hidden))

    def mentions(self, text: str, lang: Lang, names: Iterable[str] = ()) -> tuple[Mention, ...]:
        """List the mentions in *text* in order, without overlap and none within one of *names*."""
        return self.read(text, lang, names).mentions

    def leading(self, text: str, lang: Lang) -> str | None:
        """Return the mechanic whose form opens *text*, as in a list of a card's keywords; None when none does."""
        words = words_of(text[:_LEADING])
        options = self._forms[lang].get(words.words[0], ()) if words.words else ()
        form = next((form for form in options if stands(words, 0, form)), None)
        if form is None or in_name(words, 0, form, frozenset(), known=True):
            return None
        return form.slug


@cache
def finder() -> Finder:
    """The finder for the mechanics of the table."""
    return Finder(mechanics())


def mentions(text: str, lang: Lang, names: Iterable[str] = ()) -> tuple[Mention, ...]:
    """List where *text* names a mechanic of the table, in order and without overlap.

    >>> [m.slug for m in mentions("A suspended card is exiled with flash, in a flash.", Lang.EN)]
    ['suspend', 'exile', 'flash']
    """
    return finder().mentions(text, lang, names)
