"""Which mechanics a card carries, by its rules text without reminder text and by the keywords its database lists."""

import re
from itertools import takewhile

from kb.link.mentions import Finder
from kb.model import Card, Lang

_REMINDER = re.compile(r"\([^()]*\)")


def carried(card: Card, finder: Finder) -> frozenset[str]:
    """Return the slugs of the mechanics that *card* has, gives or asks for; empty when its text is not known."""
    keywords = (finder.leading(keyword, Lang.EN) for keyword in card.keywords)
    found = {slug for slug in keywords if slug}
    if card.text:
        found |= _of_text(card.text, Lang.EN, (card.name, *card.faces), finder)
    elif card.text_fr:
        found |= _of_text(card.text_fr, Lang.FR, (card.name_fr, *card.faces_fr), finder)
    return frozenset(found)


def _of_text(text: str, lang: Lang, names: tuple[str, ...], finder: Finder) -> set[str]:
    """A line of keywords ("Flying, reach") needs no sign of what its words mean; elsewhere the usual rules hold."""
    rules = _REMINDER.sub("", text)
    found = {mention.slug for mention in finder.mentions(rules, lang, names)}
    for line in rules.split("\n"):
        leading = (finder.leading(item, lang) for item in line.split(","))
        found.update(slug for slug in takewhile(lambda slug: slug is not None, leading) if slug)
    return found
