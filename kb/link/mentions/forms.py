"""The forms under which texts name mechanics, and where they stand."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.link.mentions.words import MechanicWords, split
from kb.model import Lang, Mechanic, MechanicKind
from kb.tables import Sense, senses

_JOINT = re.compile(r"[\s\-\u2010-\u2015'‘’ʼ!]{1,3}")
_PRONOUNS = frozenset({"la", "le", "les", "lui", "leur", "vous", "nous", "moi", "y", "en"})
"""French words that a hyphen ties to a verb without making one word of the two."""


@dataclass(frozen=True, slots=True)
class NameForm:
    """A form of a mechanic, ready to be looked for."""

    words: tuple[str, ...]
    form: str
    slug: str
    sense: Sense
    action: bool
    ambiguous: bool


Forms = Mapping[str, tuple[NameForm, ...]]
"""Every form under its first word, the longest first."""


def by_first_word(known: Sequence[Mechanic], lang: Lang) -> Forms:
    """Sort every form under its first word, the longest first."""
    sense_of = senses(lang)
    found: dict[str, dict[tuple[str, ...], NameForm]] = {}
    for mechanic in known:
        action = mechanic.kind is MechanicKind.KEYWORD_ACTION
        for form in mechanic.forms if lang is Lang.EN else mechanic.forms_fr:
            words = split(form)
            if not words:
                continue
            doubtful = mechanic.ambiguous and len(words) == 1 and not action
            sense = sense_of.get(form) or (sense_of["*"] if doubtful else Sense())
            entry = NameForm(words, form, mechanic.slug, sense, action, mechanic.ambiguous)
            found.setdefault(words[0], {}).setdefault(words, entry)
    return {first: tuple(sorted(forms.values(), key=lambda form: -len(form.words))) for first, forms in found.items()}


def candidates(words: MechanicWords, forms: Forms, hidden: set[int]) -> Iterator[tuple[int, NameForm]]:
    """Yield the longest form at each place that is not hidden and no everyday part of a hyphenated word."""
    free = 0
    for at, word in enumerate(words.words):
        options = forms.get(word)
        if options is None or at < free or at in hidden:
            continue
        form = next((form for form in options if stands(words, at, form)), None)
        if form is not None:
            free = at + len(form.words)
            if not (form.ambiguous and _hyphenated(words, at, form)):
                yield at, form


def stands(words: MechanicWords, at: int, form: NameForm) -> bool:
    """Whether *form* stands at the word *at*."""
    end = at + len(form.words)
    return words.words[at:end] == form.words and all(_JOINT.fullmatch(words.gap(i)) for i in range(at + 1, end))


def _hyphenated(words: MechanicWords, at: int, form: NameForm) -> bool:
    end = at + len(form.words)
    tied = words.gap(end) == "-" and not _PRONOUNS.intersection(words.words[end : end + 1])
    return tied or (at > 0 and words.gap(at).endswith("-"))
