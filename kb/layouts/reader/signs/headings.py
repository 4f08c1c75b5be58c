"""Headings of rulings, in the words that pages have for them: English and French first.

Pages of other languages often frame English rulings, so their commonest words are here too.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from kb.text.folding import fold, word_set

_PHRASE = (
    r"(?:(?:official|key|important|selected|card|oracle|gatherer|recent|all|latest|new|general|specific)\s)*(?:rulings?(?:\supdates?)?(?:\s(?:and|&)\serrata)?)"
    r"|(?:notes\s(?:and|&)\s)?rules\sinformation|notes\s(?:et|and|&)\sr[èeu](?:gl|l)es|(?:card|rules|play|gameplay|general|release)\snotes"
    r"|(?:official\s|rules\s)?clarifications?|card[- ]specific\snotes|errata\sand\srulings"
    r"|(?:rules\s|frequently\sasked\s|foire\saux\s)?questions(?:\sand\sanswers|\set\sréponses|\sfréquentes)?"
    r"|(?:les\s)?d[ée]cisions?(?:\s(?:officielles?|de\sr[èe]gles?|d['’]arbitrage))?"
    r"|(?:nouvelles\s|mises?\sà\sjour\sdes\s)d[ée]cisions|points?\sde\sr[èe]gles?|[ée]claircissements?(?:\s(?:officiels?|de\sr[èe]gles?))?"
    r"|pr[ée]cisions?(?:\s(?:officielles?|de\sr[èe]gles?|sur\sles\sr[èe]gles))?"
    r"|clarifications?(?:\s(?:officielles?|de\sr[èe]gles?))?|notes?\sde\sr[èe]gles?|questions?\sde\sr[èe]gles?"
    r"|(?:notes\set\s)?informations?\s(?:de|sur\sles)\sr[èe]gles?|jugements?|arbitrages?"
    r"|notes?\s(?:g[ée]n[ée]rales?|sp[ée]cifiques?(?:\s(?:aux?|[àa])\scartes?)?|sur\sles\scartes|de\sjeu)"
    r"|regelklarstellungen|regelhinweise|klarstellungen|regelentscheidungen|regelfragen"
    r"|decis[õo]es|esclarecimentos(?:\sde\sregras)?|notas\se\sinforma[çc][õo]es\sde\sregras|regras"
    r"|aclaraciones(?:\sde\sreglas)?|resoluciones|chiarimenti|decisioni|regole"
)
_BARE = rf"(?:{_PHRASE}|notes?|rules|r[èe]gles|remarques?|faq|q\s?&\s?a|hinweise|notas|reglas)"
_LINK = (
    r"(?:\s(?:for|of|on|about|pour|de\sla\scarte|de|du|sur|concernant|zu|für|para|sobre|per|su)\s|\sd['’]|\s?[:–—-]\s)"
)
_BESIDE = re.compile(r"\s?[/|·•]\s?")
_LEAD_IN = re.compile(
    r"(?:(?:here|these|below|the\sfollowing)\sare\s(?:(?:all|some|my)\s(?:of\s)?)?(?:the\s)?|(?:voici|ci-dessous,?)\s(?:toutes\s)?(?:les\s)?)",
    re.IGNORECASE,
)
_WHOLE = re.compile(rf"(?:display\s|show\s|voir\s|afficher\s)?(?:{_BARE})", re.IGNORECASE)
_NAMED_AFTER = re.compile(rf"(?:{_PHRASE}){_LINK}(?P<name>\S.{{0,99}})", re.IGNORECASE)
_COUNTED = re.compile(r"(?P<name>\S.{0,99}?)\shas\s(?:[0-9]{1,3}|one|the following)\srulings?", re.IGNORECASE)
_NAMED_BEFORE = re.compile(rf"(?P<name>\S.{{0,99}}?)(?:['’]s)?(?:\s?[:–—|-]\s|\s)\(?(?:{_PHRASE})\)?", re.IGNORECASE)
_AS_OF = re.compile(
    r"[\s,(–—-]*\b(?:as\sof|as\sat|(?:last\s)?updated(?:\son)?|dated|from|of|on|au|en\sdate\sdu|du|le|à\sla\sdate\sdu|date)?"
    r"[\s:,()–—-]*\Z",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\s*\([0-9]{1,3}\)\Z|\A[0-9]{1,3}(?:\.[0-9]{0,2})?\s(?=\S+\Z)")
_NOT_A_CARD = word_set(
    """
    magic wizards wotc scryfall gatherer official recent all latest related additional more the its selected
    display general specific this these other cards card carte cartes les la le cette officielles individual
    of for on new rules
    date text source datum data texte type
    """
)
_HINTS = (
    *(
        "ruling",
        "rule",
        "note",
        "question",
        "clarification",
        "cision",
        "règl",
        "regl",
        "claircissement",
        "remarque",
        "&",
    ),
    *("jugement", "arbitrage", "faq", "regel", "klarstellung", "hinweis", "decis", "esclarec", "regra", "aclarac"),
    *("resoluc", "chiarim", "regole", "nota"),
)
"""What a heading of rulings has at least, in whatever language: other lines need not be looked at."""
HEADING_LIMIT = 120
"""Letters of the longest heading."""


@dataclass(frozen=True, slots=True)
class RulingsHeading:
    """A heading under which rulings stand, and the card it names, if any."""

    name: str


@lru_cache(maxsize=65536)
def rulings_heading(text: str) -> RulingsHeading | None:
    """Read *text* as a heading of rulings: "Rulings", "Notes and Rules Information for X:", "X rulings:", "Décisions".

    >>> rulings_heading("Lotus Bloom rulings:"), rulings_heading("Points de règle"), rulings_heading("Two of them.")
    (RulingsHeading(name='Lotus Bloom'), RulingsHeading(name=''), None)
    """
    folded = text.casefold()
    if len(text) > HEADING_LIMIT or not any(hint in folded for hint in _HINTS):
        return None
    body = _LEAD_IN.sub("", text.strip(" *_#=[]-–—~"), count=1)
    body = _COUNT.sub("", body.rstrip(" :▼▲▾▸")).rstrip(" :")
    if all(_WHOLE.fullmatch(part) for part in _BESIDE.split(body)):
        return RulingsHeading("")
    match = _COUNTED.fullmatch(body) or _NAMED_AFTER.fullmatch(body) or _NAMED_BEFORE.fullmatch(body)
    if match is None:
        return None
    name = match["name"].strip(" :–—-")
    if re.search(r"[.!?;]\s", name) or name.endswith((".", ";", ",")):
        return None
    words = fold(name).split()
    generic = all(word in _NOT_A_CARD for word in words) or words[:2] in (["wizards", "of"], ["magic:", "the"])
    if not generic and not (re.match(r"[^a-zà-ÿ\s]", name) and any(c.isalpha() for c in name)):
        return None
    return RulingsHeading("" if generic else name)


def without_date_words(text: str) -> str:
    """Take off *text*, which stood before a date, the words that lead to the date: "Rulings as of" is "Rulings"."""
    return _AS_OF.sub("", text)
