"""Whether a word that may be a mechanic's is meant as one: by what stands around it, and by what it is listed with."""

import re

from kb.link.mentions.forms import NameForm
from kb.link.mentions.words import MechanicWords
from kb.tables import Context

_STOP = re.compile(r"[.!?;•\n]")
_LIST = re.compile(r"[\s,/\"”“'’]+")
_AND = frozenset({"and", "or", "et", "ou", "nor", "ni"})
_ARTICLES = frozenset({"la", "le", "l", "les"})
_NEAR = 8
"""How many words away a word still is near."""


def is_meant(words: MechanicWords, at: int, form: NameForm, carried: frozenset[str]) -> bool:
    """Whether what stands around shows the mechanic's sense; mechanics *carried* by the cards at hand need less."""
    end = at + len(form.words)
    if _holds(words, at, end, form.sense.never):
        return False
    if not form.sense.needs or (form.slug in carried and not form.sense.strict):
        return True
    return any(_holds(words, at, end, context) for context in form.sense.needs)


def _holds(words: MechanicWords, at: int, end: int, context: Context) -> bool:
    stop = words.spans[end - 1][1]
    if context.opens and words.text[stop : stop + 3].lstrip(" —–-")[:1] in tuple(context.opens):
        return True
    if any(words.words[max(0, at - len(p)) : at] == p for p in context.before) and not _STOP.search(words.gap(at)):
        return True
    follows = end < len(words.words) and not _STOP.search(words.gap(end))
    if follows and any(words.words[end : end + len(p)] == p for p in context.after):
        return True
    return bool(context.near) and not context.near.isdisjoint(words.words[max(0, at - _NEAR) : end + _NEAR])


def extend_over_lists(words: MechanicWords, found: list[tuple[int, NameForm]], sure: list[bool]) -> None:
    """Accept a doubtful word that is listed beside a recognised one: "flying or reach", "flash, haste, and trample"."""
    order = range(len(found))
    for indices in (order, reversed(order)):
        previous = -1
        for index in indices:
            if previous >= 0 and sure[previous] and not sure[index]:
                sure[index] = _listed(words, found[min(previous, index)], found[max(previous, index)])
            previous = index


def _listed(words: MechanicWords, left: tuple[int, NameForm], right: tuple[int, NameForm]) -> bool:
    if left[1].action or right[1].action:
        return False
    end = left[0] + len(left[1].words)
    gaps = [words.gap(i) for i in range(end, right[0] + 1)]
    between = set(words.words[end : right[0]])
    linked = between & _AND or any("," in gap or "/" in gap for gap in gaps)
    return bool(linked) and between <= _AND | _ARTICLES and all(_LIST.fullmatch(gap) for gap in gaps)
