"""Where a text names a mechanic in its keyword sense.

Words are compared folded (no accents, no case) and whole; of several forms that begin at one word the longest is taken,
and no part of it again. What is not a mention: a word within a card's name, a capitalised word that is clearly such a
name, and an everyday word whose surroundings do not show the mechanic (`kb/data/senses.toml`). One pass over the words
of the text: the time grows with its length alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from kb.model import Lang, Mechanic, MechanicKind
from kb.tables import Context, Sense, function_words, mechanics, senses
from kb.text import strip_accents

_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*|∞")
_JOINT = re.compile(r"[\s\-\u2010-\u2015'‘’ʼ!]{1,3}")
_STOP = re.compile(r"[.!?;•\n]")
_OPENING = re.compile(r"[.!?:;•\n\"“”«»(\[—–]")
_LIST = re.compile(r"[\s,/\"”“'’]+")
_AND = frozenset({"and", "or", "et", "ou", "nor", "ni"})
_ARTICLES = frozenset({"la", "le", "l", "les"})
_PRONOUNS = frozenset({"la", "le", "les", "lui", "leur", "vous", "nous", "moi", "y", "en"})
"""French words that a hyphen ties to a verb without making one word of the two."""
_OF = frozenset({"of", "the", "in", "to", "from", "for", "de", "du", "des", "la", "le", "les", "d", "l", "s"})
_NEAR = 8
"""How many words away a word still is near."""
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
class Reading:
    """What a text says of mechanics and of given cards."""

    mentions: tuple[Mention, ...]
    """In order, without overlap."""
    speaks_of_names: bool
    """One of the given names stands in it, whole or in its short form."""


@dataclass(frozen=True, slots=True)
class _Form:
    words: tuple[str, ...]
    form: str
    slug: str
    sense: Sense
    action: bool
    ambiguous: bool


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text, folded, and where they stand."""

    text: str
    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]

    def gap(self, index: int) -> str:
        """What stands between the word before *index* and that word."""
        start = self.spans[index - 1][1] if index else 0
        return self.text[start : self.spans[index][0] if index < len(self.spans) else len(self.text)]

    def capital(self, index: int) -> bool:
        """Whether the word begins with a capital letter."""
        return index < len(self.spans) and self.text[self.spans[index][0]].isupper()

    def small(self, index: int) -> bool:
        """Whether the word begins with a small letter."""
        return self.text[self.spans[index][0]].islower()


class Finder:
    """Finds the mentions of one set of mechanics; build it once, use it on many texts."""

    def __init__(self, known: Sequence[Mechanic]) -> None:
        self._forms = {lang: _by_first_word(known, lang) for lang in Lang}

    def read(
        self, text: str, lang: Lang, names: Iterable[str] = (), *, carried: frozenset[str] = frozenset()
    ) -> Reading:
        """List the mentions in *text*, and say whether it speaks of one of *names*.

        *names* are names of cards that may stand in it: no mention lies within one. *carried* are mechanics that its
        cards have: their names need no further sign of being meant.
        """
        words = _words(text)
        hidden = _hidden(words, names)
        forms = self._forms[lang]
        if forms.keys().isdisjoint(words.words):
            return Reading((), bool(hidden))
        openers = function_words(lang)
        found = [
            (at, form)
            for at, form in _candidates(words, forms, hidden)
            if not _in_name(words, at, form, openers, known=form.slug in carried)
        ]
        sure = [_meant(words, at, form, carried) for at, form in found]
        _extend_over_lists(words, found, sure)
        mentions = (
            Mention(words.spans[at][0], words.spans[at + len(form.words) - 1][1], form.slug, form.form)
            for (at, form), is_sure in zip(found, sure, strict=True)
            if is_sure
        )
        return Reading(tuple(mentions), bool(hidden))

    def mentions(self, text: str, lang: Lang, names: Iterable[str] = ()) -> tuple[Mention, ...]:
        """List the mentions in *text* in order, without overlap and none within one of *names*."""
        return self.read(text, lang, names).mentions

    def leading(self, text: str, lang: Lang) -> str | None:
        """Give the mechanic whose form opens *text*, as in a list of a card's keywords; None when none does."""
        words = _words(text[:_LEADING])
        options = self._forms[lang].get(words.words[0], ()) if words.words else ()
        form = next((form for form in options if _stands(words, 0, form)), None)
        if form is None or _in_name(words, 0, form, frozenset(), known=True):
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


def _words(text: str) -> _Words:
    """Cut *text* into words; plain ASCII, where folding keeps every place, is folded in one go."""
    if text.isascii():
        folded = text.lower()
        return _Words(text, tuple(_WORD.findall(folded)), tuple(match.span() for match in _WORD.finditer(folded)))
    words = tuple(map(_folded, _WORD.findall(text)))
    return _Words(text, words, tuple(match.span() for match in _WORD.finditer(text)))


@lru_cache(maxsize=65_536)
def _folded(word: str) -> str:
    return word.casefold() if word.isascii() else strip_accents(word).casefold()


@lru_cache(maxsize=65_536)
def _split(phrase: str) -> tuple[str, ...]:
    return tuple(_folded(match.group()) for match in _WORD.finditer(phrase))


def _by_first_word(known: Sequence[Mechanic], lang: Lang) -> dict[str, tuple[_Form, ...]]:
    """Sort every form under its first word, the longest first."""
    sense_of = senses(lang)
    found: dict[str, dict[tuple[str, ...], _Form]] = {}
    for mechanic in known:
        action = mechanic.kind is MechanicKind.KEYWORD_ACTION
        for form in mechanic.forms if lang is Lang.EN else mechanic.forms_fr:
            words = _split(form)
            if not words:
                continue
            doubtful = mechanic.ambiguous and len(words) == 1 and not action
            sense = sense_of.get(form) or (sense_of["*"] if doubtful else Sense())
            entry = _Form(words, form, mechanic.slug, sense, action, mechanic.ambiguous)
            found.setdefault(words[0], {}).setdefault(words, entry)
    return {first: tuple(sorted(forms.values(), key=lambda form: -len(form.words))) for first, forms in found.items()}


def _candidates(words: _Words, forms: dict[str, tuple[_Form, ...]], hidden: set[int]) -> Iterator[tuple[int, _Form]]:
    """Give the longest form at each place that is not hidden and no everyday part of a hyphenated word."""
    free = 0
    for at, word in enumerate(words.words):
        options = forms.get(word)
        if options is None or at < free or at in hidden:
            continue
        form = next((form for form in options if _stands(words, at, form)), None)
        if form is not None:
            free = at + len(form.words)
            if not (form.ambiguous and _hyphenated(words, at, form)):
                yield at, form


def _stands(words: _Words, at: int, form: _Form) -> bool:
    end = at + len(form.words)
    return words.words[at:end] == form.words and all(_JOINT.fullmatch(words.gap(i)) for i in range(at + 1, end))


def _hyphenated(words: _Words, at: int, form: _Form) -> bool:
    end = at + len(form.words)
    tied = words.gap(end) == "-" and not _PRONOUNS.intersection(words.words[end : end + 1])
    return tied or (at > 0 and words.gap(at).endswith("-"))


# --- names ----------------------------------------------------------------------------------------------------------


def _hidden(words: _Words, names: Iterable[str]) -> set[int]:
    """Give the places of the words that belong to one of *names*."""
    present = set(words.words)
    wanted: dict[str, set[tuple[str, ...]]] = {}
    for parts in (parts for name in names for parts in _spellings(name)):
        if parts[0] in present:
            wanted.setdefault(parts[0], set()).add(parts)
    hidden: set[int] = set()
    for at, word in enumerate(words.words if wanted else ()):
        for parts in wanted.get(word, ()):
            if words.words[at : at + len(parts)] == parts and not words.small(at):
                hidden.update(range(at, at + len(parts)))
    return hidden


@lru_cache(maxsize=65_536)
def _spellings(name: str) -> tuple[tuple[str, ...], ...]:
    """Give the ways in which a text may write a card's name: whole, by face, and without what follows a comma."""
    faces = (name, *name.split(" // "), name.partition(" (")[0])
    spellings = (_split(spelling) for face in faces for spelling in (face, face.partition(",")[0]))
    return tuple(dict.fromkeys(words for words in spellings if words))


def _in_name(words: _Words, at: int, form: _Form, openers: frozenset[str], *, known: bool) -> bool:
    """Whether capitals show that the words are, or are part of, a card's name.

    A capital at the beginning of a sentence shows nothing by itself. *known*: the cards at hand have the mechanic.
    """
    if not words.capital(at):
        return False
    end = at + len(form.words)
    if words.capital(end - 1) and _name_goes_on(words, end):
        return True
    owner = words.words[end : end + 1] == ("s",) and words.gap(end) in {"'", "’"}
    if at == 0 or _OPENING.search(words.gap(at)):
        return owner and form.ambiguous and not known
    return owner or form.action or _name_before(words, at, openers)


def _name_goes_on(words: _Words, end: int) -> bool:
    """Whether a capitalised word follows, at once or after "of the"."""
    while end < len(words.words) and words.gap(end) in {" ", "-"}:
        if words.capital(end):
            return True
        if words.words[end] not in _OF:
            return False
        end += 1
    return False


def _name_before(words: _Words, at: int, openers: frozenset[str]) -> bool:
    """Whether a capitalised word that is no mere opening of the sentence stands before, maybe with "of the" between."""
    while at > 0 and words.gap(at) in {" ", "-", "'", "’"}:
        at -= 1
        if words.capital(at):
            return words.words[at] not in openers
        if words.words[at] not in _OF:
            return False
    return False


# --- senses ---------------------------------------------------------------------------------------------------------


def _meant(words: _Words, at: int, form: _Form, carried: frozenset[str]) -> bool:
    end = at + len(form.words)
    if _holds(words, at, end, form.sense.never):
        return False
    if not form.sense.needs or (form.slug in carried and not form.sense.strict):
        return True
    return any(_holds(words, at, end, context) for context in form.sense.needs)


def _holds(words: _Words, at: int, end: int, context: Context) -> bool:
    stop = words.spans[end - 1][1]
    if context.opens and words.text[stop : stop + 3].lstrip(" —–-")[:1] in tuple(context.opens):
        return True
    if any(words.words[max(0, at - len(p)) : at] == p for p in context.before) and not _STOP.search(words.gap(at)):
        return True
    follows = end < len(words.words) and not _STOP.search(words.gap(end))
    if follows and any(words.words[end : end + len(p)] == p for p in context.after):
        return True
    return bool(context.near) and not context.near.isdisjoint(words.words[max(0, at - _NEAR) : end + _NEAR])


def _extend_over_lists(words: _Words, found: list[tuple[int, _Form]], sure: list[bool]) -> None:
    """Accept a doubtful word that is listed beside a recognised one: "flying or reach", "flash, haste, and trample"."""
    order = range(len(found))
    for indices in (order, reversed(order)):
        previous = -1
        for index in indices:
            if previous >= 0 and sure[previous] and not sure[index]:
                sure[index] = _listed(words, found[min(previous, index)], found[max(previous, index)])
            previous = index


def _listed(words: _Words, left: tuple[int, _Form], right: tuple[int, _Form]) -> bool:
    if left[1].action or right[1].action:
        return False
    end = left[0] + len(left[1].words)
    gaps = [words.gap(i) for i in range(end, right[0] + 1)]
    between = set(words.words[end : right[0]])
    linked = between & _AND or any("," in gap or "/" in gap for gap in gaps)
    return bool(linked) and between <= _AND | _ARTICLES and all(_LIST.fullmatch(gap) for gap in gaps)
