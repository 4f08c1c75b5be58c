"""Which words of a text are a card's name, or a part of one, and so name no mechanic."""

import re
from collections.abc import Iterable
from functools import lru_cache

from kb.link.mentions.forms import NameForm
from kb.link.mentions.words import MechanicWords, split

_OPENING = re.compile(r"[.!?:;•\n\"“”«»(\[—–]")
_OF = frozenset({"of", "the", "in", "to", "from", "for", "de", "du", "des", "la", "le", "les", "d", "l", "s"})


def hidden_by(words: MechanicWords, names: Iterable[str]) -> set[int]:
    """Return the places of the words that belong to one of *names*."""
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
    """Return the ways in which a text may write a card's name: whole, by face, and without what follows a comma."""
    faces = (name, *name.split(" // "), name.partition(" (")[0])
    spellings = (split(spelling) for face in faces for spelling in (face, face.partition(",")[0]))
    return tuple(dict.fromkeys(words for words in spellings if words))


def in_name(words: MechanicWords, at: int, form: NameForm, openers: frozenset[str], *, known: bool) -> bool:
    """Whether capitals show that the words are, or are part of, a card's name.

    A capital at the beginning of a sentence shows nothing by itself; a name may begin within the words, as in "by the
    time Travel Preparations resolves". *known*: the cards at hand have the mechanic.
    """
    end = at + len(form.words)
    if not words.capital(at):
        return words.capital(end - 1) and _name_goes_on(words, end)
    if words.capital(end - 1) and _name_goes_on(words, end):
        return True
    owner = words.words[end : end + 1] == ("s",) and words.gap(end) in {"'", "’"}
    if at == 0 or _OPENING.search(words.gap(at)):
        return owner and form.ambiguous and not known
    return owner or form.action or _name_before(words, at, openers)


def _name_goes_on(words: MechanicWords, end: int) -> bool:
    """Whether a capitalised word follows, at once or after "of the"."""
    while end < len(words.words) and words.gap(end) in {" ", "-"}:
        if words.capital(end):
            return True
        if words.words[end] not in _OF:
            return False
        end += 1
    return False


def _name_before(words: MechanicWords, at: int, openers: frozenset[str]) -> bool:
    """Whether a capitalised word that is no mere opening of the sentence stands before, maybe with "of the" between."""
    while at > 0 and words.gap(at) in {" ", "-", "'", "’"}:
        at -= 1
        if words.capital(at):
            return words.words[at] not in openers
        if words.words[at] not in _OF:
            return False
    return False
