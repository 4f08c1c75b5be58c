"""The vocabulary around the rulings of a page: its other parts, footers, letters, notices; English and French first.

Pages of other languages often frame English rulings, so their commonest words are here too.
"""

import re

from kb.layouts.reader.signs.headings import HEADING_LIMIT
from kb.text.folding import fold, strip_accents


def _phrases(phrases: str) -> frozenset[str]:
    """Return the phrases that stand, parted by commas, in *phrases*."""
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
_SELF = re.compile(
    r"\bI(?:['’]\w+)?\b(?![.)/])|\b(?:[Ww]e|[Mm]y|[Oo]ur|[Jj]e|[Nn]ous|[Mm]on|[Nn]otre)\b|\b[Jj]['’](?=\w)"
)
_TRAIL = re.compile(r"[^|›»>·•.;:!?{}]{1,32}(?:[|›»>·•][^|›»>·•.;:!?{}]{1,32})+")
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


def speaks_of_self(text: str) -> bool:
    """Whether *text* is told by somebody who was there, as reports are and rulings never."""
    return _SELF.search(text) is not None


def is_section(text: str) -> bool:
    """Whether *text* heads a part of a page that is not its rulings."""
    return len(text) < HEADING_LIMIT and fold(strip_accents(text)).rstrip(" :") in _SECTIONS


def is_footer(text: str) -> bool:
    """Whether *text* speaks of the page itself: its makers, its date, its rights."""
    return len(text) < 2 * HEADING_LIMIT and _FOOTER.match(text.lstrip("- (")) is not None


def is_navigation(text: str) -> bool:
    """Whether *text* is a row of links: "Home | Contact", "Cards > Time Spiral > Rares"."""
    return len(text) < 2 * HEADING_LIMIT and _TRAIL.fullmatch(text) is not None


def is_mail(text: str) -> bool:
    """Whether *text* is a header of a letter, or says who wrote what is quoted below."""
    return len(text) < 2 * HEADING_LIMIT and bool(_MAIL_HEADER.match(text) or _MAIL_INTRO.match(text))


def is_site_note(text: str) -> bool:
    """Whether *text* is a remark of the site about itself and no ruling."""
    if len(text) >= 4 * HEADING_LIMIT or not any(hint in text.casefold() for hint in _SITE_NOTE_HINTS):
        return False
    return _SITE_NOTE.search(text) is not None


def is_notice(text: str) -> bool:
    """Whether *text* says that the texts of the page were translated by a machine."""
    if len(text) >= 8 * HEADING_LIMIT or not any(hint in text.casefold() for hint in _MACHINE_HINTS):
        return False
    return _MACHINE.search(text) is not None


def speaks_of_english(notice: str) -> bool:
    """Whether it is the English text that *notice* calls machine-made; as a rule it is the French one."""
    return _ENGLISH_MADE.search(notice) is not None
