"""The vocabulary of ruling pages: headings, labels, type lines, legality, footers, notices; English and French first.

Pages of other languages often frame English rulings, so their commonest words are here too.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from kb.text import fold, strip_accents, word_set

# --- headings of rulings --------------------------------------------------------------------------------------------

_PHRASE = (
    r"(?:(?:official|card|oracle|gatherer|recent|all|latest|new|general|specific)\s)*(?:rulings?(?:\supdates?)?(?:\s(?:and|&)\serrata)?)"
    r"|(?:notes\s(?:and|&)\s)?rules\sinformation|(?:card|rules|play|gameplay|general|release)\snotes"
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
_HEADING_LIMIT = 120


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
    if len(text) > _HEADING_LIMIT or not any(hint in folded for hint in _HINTS):
        return None
    body = _LEAD_IN.sub("", text.strip(" *_#=[]"), count=1)
    body = _COUNT.sub("", body.rstrip(" :▼▲▾▸")).rstrip(" :")
    if all(_WHOLE.fullmatch(part) for part in _BESIDE.split(body)):
        return RulingsHeading("")
    match = _NAMED_AFTER.fullmatch(body) or _NAMED_BEFORE.fullmatch(body)
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


# --- type lines, costs, legality ------------------------------------------------------------------------------------

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
        rf"{_FR_TYPE}(?:[\s-](?:{_FR_TYPE}|et|l[ée]gendaire|de\sbase|neigeux|neigeuse|enchant[ée]e?|tribale?))*{_SUBTYPES}",
    ),
    (
        "other",
        rf"(?:legend[äa]re[rs]?\s)?{_OTHER_TYPE}(?:[\s-](?:{_OTHER_TYPE}|lend[áa]ri[ao]|legendari[ao]))*{_SUBTYPES}",
    ),
)
_TYPES = tuple((lang, re.compile(pattern, re.IGNORECASE)) for lang, pattern in _TYPE_LINES)
_COST = re.compile(r"(?:\s*\{[^{}\s]{1,12}\})+\s*\Z")
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
    """Give the language of *text* as a card's type line: `en`, `fr`, `other`; None when it is none.

    >>> type_line("Legendary Creature — Time Lord Doctor"), type_line("Éphémère"), type_line("Instant speed matters.")
    ('en', 'fr', None)
    """
    if len(text) > _HEADING_LIMIT:
        return None
    body = _COST.sub("", text)
    return next((lang for lang, pattern in _TYPES if pattern.fullmatch(body)), None)


def is_cost(text: str) -> bool:
    """Whether *text* is nothing but symbols: a mana cost."""
    return _COST.match(text) is not None


def without_cost(text: str) -> str:
    """Give *text* without the mana cost at its end."""
    return _COST.sub("", text)


@lru_cache(maxsize=65536)
def card_fact(text: str) -> str | None:
    """Say what *text* tells of a card when it is one of its short facts; None when it is none."""
    if len(text) > 4 * _HEADING_LIMIT:
        return None
    if type_line(text) or is_cost(text) or _STATS.match(text) or _RARITY.match(text):
        return "card text"
    words = re.findall(r"[^\W\d_]+", text.casefold())
    if words and all(word in _FORMATS for word in words):
        return "legality"
    return None


# --- parts of the frame ---------------------------------------------------------------------------------------------


def _phrases(phrases: str) -> frozenset[str]:
    """Give the phrases that stand, parted by commas, in *phrases*."""
    return frozenset(" ".join(phrase.split()) for phrase in phrases.split(","))


_SECTIONS = _phrases(
    """
    legalities, legality, formats, format legality, sets, sets & legality, legalite, legalites,
    legalitat, legalidad, legalidade,
    prices, price, buy, prix, acheter, panier, preise, precos, precios,
    comments, reviews, community rating, discussion, commentaires, avis, avis des clients, kommentare, comentarios,
    printings, other printings, variations, parts, editions, autres editions,
    card details, details, card text, oracle text, flavor text, artist, languages,
    details de la carte, texte de la carte, texte oracle, texte d'ambiance, illustrateur, langues,
    see also, related cards, links, decks, statistics, history, toolbox, external links,
    voir aussi, cartes similaires, cartes liees, cartes associees, liens, liens externes, statistiques, historique,
    home, navigation, contents, search, share, about, contact, login,
    accueil, sommaire, recherche, partager, a propos, connexion,
    footnotes, references, bibliography, notes et references, bibliographie
    """
)
"""Headings of the other parts of a page, without accents: formats, prices, talk, printings, facts, links, the site."""
_BACK_TO = (
    r"(?:en\s(?:haut|arri[èe]re)|vers\s|sur\s|[àa]\scette\s|(?:[àa]\s(?:la\s|l['’])|aux?\s)(?:accueil|articles?|blog|boutique|cartes?"
    r"|d[ée]but|[ée]dition|extension|fiche|forum|galerie|haut|index|listes?|menu|page|recherche|r[ée]sultats?|site|sommaire)\b)"
)
"""Where links lead back to; a name that begins with Retour leads elsewhere."""
_FOOTER = re.compile(
    r"(?:©|\(c\)\s|copyright\b|all\srights|tous\sdroits|no\srights|page\s[0-9]{1,4}\s?(?:of|/|sur|de|von)\s?[0-9]{1,4}\Z|(?:page\s|last\s)?(?:updated|modified|retrieved|printed)\b"
    r"|(?:derni[èe]re\s)?(?:mise?\s[àa]\sjour|modification)\b|consult[ée]e?\sle\b|imprim[ée]e?\sle\b|powered\sby\b"
    r"|(?:page\s)?(?:g[ée]n[ée]r[ée]e?)\sle\b|posted\b|published\b|publi[ée]e?\s(?:le|par)\b|[ée]crit\spar\b|written\sby\b"
    r"|the\swayback\smachine\b|[0-9,]{1,9}\scaptures?\b|about\sthis\scapture\b|stand:|zuletzt\b|atualizado\b|actualizado\b|aggiornato\b|terms\sof\suse|privacy|mentions\sl[ée]gales|back\sto\stop"
    rf"|haut\sde\s(?:la\s)?page|retour\Z|retour\s{_BACK_TO}|illustrated\sby\b|illustr[ée]e?\spar\b|release\sdate|date\sde\ssortie|released\b)",
    re.IGNORECASE,
)
_GAME = re.compile(
    r"\b(?:abilit(?:y|ies)|artifacts?|battlefield|cast(?:ing|s)?|cards?|combat|costs?|control\w*|cop(?:y|ies)|counter\w*"
    r"|creatures?|damage|deck|discard\w*|draw\w*|effects?|enchant\w*|exil\w+|graveyards?|hand|instants?|lands?|library|life|mana"
    r"|opponents?|permanents?|phase\w*|planeswalkers?|players?|power|resol\w+|sacrific\w+|sorcer\w+|spells?|stack|step"
    r"|suspend\w*|targets?|tokens?|toughness|trigger\w*|turns?|upkeep|attack\w*|block\w*|untap\w*|tap(?:s|ped)?"
    r"|adversaires?|artefacts?|biblioth[èe]que|blessures|capacit[ée]s?|cartes?|cibl[ée]\w*|cimeti[èe]re|co[ûu]ts?|cr[ée]atures?"
    r"|contr[ôo]l\w+|d[ée]clench\w+|d[ée]fauss\w+|d[ée]gag\w+|effets?|[ée]ph[ée]m[èe]res?|endurance|engag\w+|force|jetons?|joueurs?|lanc\w+"
    r"|marqueurs?|pioch\w+|pile|r[ée]sol\w+|r[ée]sou\w+|rituels?|sacrifi\w+|sorts?|suspen\w+|terrains?|attaqu\w+|bloqu\w+)\b"
    r"|\{[^{}\s]{1,8}\}|[+-][0-9X]/[+-][0-9X]",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"\bI(?:['’]\w+)?\b(?![.)/])|\b(?:[Ww]e|[Mm]y|[Oo]ur|[Jj]e|[Nn]ous|[Mm]on|[Nn]otre)\b|\b[Jj]['’](?=\w)"
)
_TRAIL = re.compile(r"[^|›»>·•.;:!?{}]{1,30}(?:\s?[|›»>·•]\s?[^|›»>·•.;:!?{}]{1,30})+")
_MAIL_HEADER = re.compile(
    r"(?:from|to|cc|sent|subject|reply-to|de|à|objet|envoy[ée]|von|an|betreff)\s?:\s", re.IGNORECASE
)
_MAIL_INTRO = re.compile(
    r"(?:(?:on|le)\s.{4,120}\s(?:wrote|a\s[ée]crit)\s?:|.{1,80}\s(?:wrote|a\s[ée]crit)\s?:)\Z", re.IGNORECASE
)
_SITE_NOTE = re.compile(
    r"(?:\b[a-z0-9-]{2,30}\.(?:org|com|net|fr|io)\snote|\bnote\s(?:du\ssite|de\s[a-z0-9.-]{2,30})|\bndlr|\beditor'?s?\snote)"
    r"\)?\.?\s*\Z|\bfor\senglish\scards\sonly\b|\bpour\sles\scartes\sanglaises\sseulement\b",
    re.IGNORECASE,
)
_SITE_NOTE_HINTS = ("note", "ndlr", "english cards", "cartes anglaises")
_MACHINE = re.compile(
    r"\btranslat\w*\b.{0,120}\b(?:machine|automatic\w*|automated|AI|generated)\b|\bmachine[- ]?translat"
    r"|\b(?:automatic\w*|machine|AI)[- ](?:translat|generated\stranslat)"
    r"|\btradu\w*\b.{0,120}\b(?:automati\w*|machine|IA|artificielle)\b|\b(?:automatiquement|machine)\b.{0,40}\btradui",
    re.IGNORECASE,
)
_MACHINE_HINTS = ("translat", "tradu")
_ENGLISH_MADE = re.compile(
    r"\b(?:english\stranslation|translat\w*\s(?:in)?to\senglish|traduction\sanglaise|traduit\w*\sen\sanglais)\b",
    re.IGNORECASE,
)


def speaks_of_game(text: str) -> bool:
    """Whether *text* uses the words of the game, as all but one in a hundred rulings do."""
    return _GAME.search(text) is not None


def speaks_of_self(text: str) -> bool:
    """Whether *text* is told by somebody who was there, as reports are and rulings never."""
    return _SELF.search(text) is not None


def is_section(text: str) -> bool:
    """Whether *text* heads a part of a page that is not its rulings."""
    return len(text) < _HEADING_LIMIT and fold(strip_accents(text)).rstrip(" :") in _SECTIONS


def is_footer(text: str) -> bool:
    """Whether *text* speaks of the page itself: its makers, its date, its rights."""
    return len(text) < 2 * _HEADING_LIMIT and _FOOTER.match(text.lstrip("- (")) is not None


def is_navigation(text: str) -> bool:
    """Whether *text* is a row of links: "Home | Contact", "Cards > Time Spiral > Rares"."""
    return len(text) < 2 * _HEADING_LIMIT and _TRAIL.fullmatch(text) is not None


def is_mail(text: str) -> bool:
    """Whether *text* is a header of a letter, or says who wrote what is quoted below."""
    return len(text) < 2 * _HEADING_LIMIT and bool(_MAIL_HEADER.match(text) or _MAIL_INTRO.match(text))


def is_site_note(text: str) -> bool:
    """Whether *text* is a remark of the site about itself and no ruling."""
    if len(text) >= 4 * _HEADING_LIMIT or not any(hint in text.casefold() for hint in _SITE_NOTE_HINTS):
        return False
    return _SITE_NOTE.search(text) is not None


def is_notice(text: str) -> bool:
    """Whether *text* says that the texts of the page were translated by a machine."""
    if len(text) >= 8 * _HEADING_LIMIT or not any(hint in text.casefold() for hint in _MACHINE_HINTS):
        return False
    return _MACHINE.search(text) is not None


def speaks_of_english(notice: str) -> bool:
    """Whether it is the English text that *notice* calls machine-made; as a rule it is the French one."""
    return _ENGLISH_MADE.search(notice) is not None
