"""What a page says of a card that is no ruling: type lines, costs, figures, the formats it is legal in."""

import re
from functools import lru_cache

from kb.layouts.reader.signs.headings import HEADING_LIMIT
from kb.text.folding import word_set

_EN_TYPE = (
    r"(?:artifact|battle|conspiracy|creature|dungeon|enchantment|instant|kindred|land|phenomenon|plane|planeswalker|"
    r"scheme|sorcery|tribal|vanguard)"
)
_FR_TYPE = r"(?:artefact|bataille|cr[ée]ature|enchantement|[ée]ph[ée]m[èe]re|planeswalker|rituel|terrain|tribal)"
_OTHER_TYPE = (
    r"(?:criatura|m[áa]gica\sinstant[âa]nea|feiti[çc]o|artefato|encantamento|terreno|kreatur|spontanzauber|hexerei|artefakt"
    r"|verzauberung|instant[áa]neo|conjuro|artefacto|encantamiento|tierra|creatura|istantaneo|stregoneria|artefatto"
    r"|incantesimo|terra)"
)
_SUBTYPES = r"(?:\s?[—–:-]\s?[^.!?]{1,80})?"
_TYPE_LINES = (
    ("en", rf"(?:(?:legendary|basic|snow|world|host|elite|ongoing|token)\s)*{_EN_TYPE}(?:\s{_EN_TYPE})*{_SUBTYPES}"),
    (
        "fr",
        rf"{_FR_TYPE}(?:[\s-](?:{_FR_TYPE}|et|l[ée]gendaire|de\sbase|neigeux|neigeuse|enchant[ée]e?|tribale))*{_SUBTYPES}",
    ),
    (
        "other",
        rf"(?:legend[äa]re[rs]?\s)?{_OTHER_TYPE}(?:[\s-](?:{_OTHER_TYPE}|lend[áa]ri[ao]|legendari[ao]))*{_SUBTYPES}",
    ),
)
_TYPES = tuple((lang, re.compile(pattern, re.IGNORECASE)) for lang, pattern in _TYPE_LINES)
_ONE_SYMBOL = r"\{(?:[0-9]{1,7}|[A-Z]{1,3}|[0-9A-Z½∞](?:/[0-9A-Z]){1,2})\}"
_SYMBOL = re.compile(_ONE_SYMBOL, re.IGNORECASE)
_COST = re.compile(rf"(?:\s*{_ONE_SYMBOL})+\s*\Z", re.IGNORECASE)
_LONGEST_SYMBOL = 9
_STATS = re.compile(r"[\[(]?[0-9*+]{1,3}\s?/\s?[0-9*+]{1,3}[\])]?\Z")
_RARITY = re.compile(
    r"(?:mythic(?:\srare)?|rare|uncommon|common|commune|peu\scommune|inhabituelle|mythique|rare\smythique)\Z",
    re.IGNORECASE,
)
_FORMATS = word_set(
    """
    standard future historic gladiator pioneer explorer modern legacy pauper vintage penny commander
    oathbreaker brawl alchemy paupercommander duel oldschool premodern predh standardbrawl timeless legal
    illegal not banned restricted légal légale banni bannie interdit interdite restreint restreinte freeform
    block extended edh format formats oui non
    """
)


@lru_cache(maxsize=65536)
def type_line(text: str) -> str | None:
    """Return the language of *text* as a card's type line: `en`, `fr`, `other`; None when it is none.

    >>> type_line("Legendary Creature — Time Lord Doctor"), type_line("Éphémère"), type_line("Instant speed matters.")
    ('en', 'fr', None)
    """
    if len(text) > HEADING_LIMIT:
        return None
    body = without_cost(text)
    return next((lang for lang, pattern in _TYPES if pattern.fullmatch(body)), None)


def is_cost(text: str) -> bool:
    """Whether *text* is nothing but symbols: a mana cost."""
    return _COST.match(text) is not None


def without_cost(text: str) -> str:
    """Return *text* without the mana cost at its end."""
    end, kept = len(text.rstrip()), len(text)
    while (at := text.rfind("{", max(0, end - _LONGEST_SYMBOL), end)) >= 0 and _SYMBOL.fullmatch(text, at, end):
        kept = len(text[:at].rstrip())
        end = kept
    return text[:kept]


@lru_cache(maxsize=65536)
def card_fact(text: str) -> str | None:
    """Return what *text* tells of a card when it is one of its short facts; None when it is none."""
    if len(text) > 4 * HEADING_LIMIT:
        return None
    if type_line(text) or is_cost(text) or _STATS.match(text) or _RARITY.match(text):
        return "card text"
    words = re.findall(r"[^\W\d_]+", text.casefold())
    if words and all(word in _FORMATS for word in words):
        return "legality"
    return None
