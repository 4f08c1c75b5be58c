"""Names of cards: what can be one by its look, and where in a line one may stand."""

import re
from collections.abc import Iterator
from functools import lru_cache

from kb.layouts.reader.lines.page_lines import Line
from kb.layouts.reader.signs.facts import card_fact, without_cost
from kb.layouts.reader.signs.headings import rulings_heading
from kb.layouts.reader.signs.kinds import knows
from kb.layouts.reader.signs.words import is_footer, is_mail, is_notice, is_section
from kb.model import Lang
from kb.text.dates import find_dates
from kb.text.folding import fold, squeeze, word_set
from kb.text.language import speaks

_LONGEST = 80
_MOST_WORDS = 11
_SMALL = word_set(
    """
    a an and as at but by for from in into of on or the to with without vs nor its à au aux d de des du en et
    l la le les ou par pour sans sur un une dans do da dos das e o os von der die und zu del el los y di della
    il
    """
)
_GENERIC = word_set(
    """
    rulings ruling database search page site website wiki forum forums faq magic wizards gatherer scryfall
    cards card home login news blog article articles index menu collection prices release notes questions
    question answers decisions carte cartes recherche accueil regles règles boutique panier actualites
    welcome bienvenue information informations print version advanced random saved rules errata oracle
    clarifications example date
    """
)
_FIELDS = word_set(
    """
    type types cost coût rarity rareté artist illustrateur power toughness force endurance loyalty set edition édition
    color couleur colour text texte flavor ambiance legality légalité price prix number numéro keywords
    """
)
"""What fields of a card page are called; no card is called so."""
_SET_TAIL = re.compile(r"\s*[(\[][A-Z0-9][^()\[\]]{1,60}[)\]]\s*\Z")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_START = re.compile("[A-ZÀ-ÞŒÆ0-9+_\"“'’¡¿«]|l['’]|d['’]")
_UNLIKELY = re.compile(
    r"[@€$|<>{}=\t•·;]|https?:|www\.|…\Z|\.\.\.\Z|[.,;:]\Z|[0-9]{4}-[0-9]{2}|[0-9]/[0-9]{1,2}/|[a-z]\.(?:com|org|net|fr)\b"
)
_SENTENCE = re.compile(r"[^.\s]{3,}\.\s")
_LABEL = re.compile(
    r"(?:\|\s?)?(?:card\s?name|card|name|nom(?:\sde\sla\scarte)?|carte|titre|kartenname|nome(?:\sda\scarta)?|nombre)\s?(?::|(?<=\s)=)\s*(?P<name>.*)\Z",
    re.IGNORECASE,
)
_DECORATION = " \t-–—=~*#_•·[]<>|:."
_NUMBER = re.compile(r"\A(?:[0-9]{1,3}|[A-Z]|[IVX]{1,5})[.):]?\s+(?=\S)")
_TAGS = re.compile(r"\A(?:\[[^\[\]]{1,20}\]\s*)+(?=\S)")
_PARTS = re.compile(r"\s+(?:[–—|·•/+-]|and|et|&)\s+|\s*[(\[](?=[^()\[\]]+[)\]])|[)\]]\s*")
_TITLE_PARTS = re.compile(r"\s+[-–—|·•:»>]+\s+|\s*::\s*|:\s")


@lru_cache(maxsize=65536)
def tidy(text: str) -> str:
    """Return *text* without what often follows a name in a heading: its mana cost, the set in brackets, a colon."""
    name = squeeze(without_cost(text.strip().strip("*_#").strip()))
    name = without_cost(_SET_TAIL.sub("", name))
    return squeeze(name.rstrip(" :")).strip('"“”«» ') or name


def shown_names(text: str) -> Iterator[str]:
    """Yield what the name may be that is all of a heading, the likeliest first: *text*, without what decorates it.

    >>> list(dict.fromkeys(shown_names("--- 2. Fear ---")))
    ['--- 2. Fear ---', '2. Fear', 'Fear']
    """
    yield text
    yield tidy(text)
    bare = _TAGS.sub("", text, count=1).strip(_DECORATION)
    yield tidy(bare).strip(_DECORATION)
    yield tidy(_NUMBER.sub("", bare, count=1))


def parts_of(text: str) -> list[str]:
    """Return what dashes, bars, brackets, plus signs and "and" part in a heading; nothing where nothing does.

    >>> parts_of("2. Blood Moon + Dryad Arbor")
    ['Blood Moon', 'Dryad Arbor']
    """
    bare = _NUMBER.sub("", _TAGS.sub("", text, count=1).strip(_DECORATION), count=1)
    parts = [part.strip() for part in _PARTS.split(bare) if part and part.strip()]
    return parts if len(parts) > 1 else []


def is_sure(name: str) -> bool:
    """Whether *name*, which is known, is no common word, too."""
    return has_words(name) or not knows(name)


def has_words(name: str) -> bool:
    """Whether *name* has several words."""
    return len(_WORD.findall(name.replace("-", " "))) > 1


@lru_cache(maxsize=65536)
def can_be_name(text: str) -> bool:
    """Whether *text*, the whole of a line, can be the name of a card: short, capitalised, no sentence and no label.

    >>> can_be_name("Boule de feu"), can_be_name("The Tenth Doctor"), can_be_name("Card Rulings")
    (True, True, False)
    """
    if not 2 <= len(text) <= _LONGEST or not _START.match(text) or _UNLIKELY.search(text) or _SENTENCE.search(text):
        return False
    words = _WORD.findall(text)
    if not 1 <= len(words) <= _MOST_WORDS or not any(c.isalpha() for c in text):
        return False
    if {fold(word) for word in words} & _GENERIC or fold(text) in _FIELDS:
        return False
    if find_dates(text) or _is_frame(text):
        return False
    capitals = [word for word in words if word[:1].isupper() or word[:1].isdigit() or word.casefold() in _SMALL]
    # Only English capitalises every word of a title; in a French name the first will do.
    return len(capitals) == len(words) or (speaks(text) is not Lang.EN and len(words) - len(capitals) < 5)


def _is_frame(text: str) -> bool:
    return bool(
        rulings_heading(text)
        or is_section(text)
        or card_fact(text)
        or is_footer(text)
        or is_mail(text)
        or is_notice(text)
    )


def labelled_name(line: Line, after: Line | None) -> str:
    """Return the name that a label states ("Card Name: X", or the label on one line, the name on the next), or ""."""
    match = _LABEL.match(line.text)
    if match is None:
        return ""
    value = match["name"] or (after.text if after is not None else "")
    return tidy(value) if value and _LABEL.match(value) is None and can_be_name(tidy(value)) else ""


def title_name(title: str) -> str:
    """Return the card that the title of a page names, the name of the site left off; "" when it is not sure."""
    parts = [part.strip() for part in _TITLE_PARTS.split(title) if part and part.strip()]
    heading = rulings_heading(title)
    if heading is not None and heading.name:
        return tidy(heading.name)
    names = [tidy(part) for part in parts if can_be_name(tidy(part))]
    if not names or (len(parts) > 1 and names[0] != tidy(parts[0])):
        return ""
    return names[0]
