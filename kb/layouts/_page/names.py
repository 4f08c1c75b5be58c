"""Names of cards: what can be one, and which card the head of a page speaks of.

A wrong card is worse than none: what only might be a name is not taken for one.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from kb.dates import find_dates
from kb.language import speaks
from kb.layouts._page.facts import card_fact, type_line, without_cost
from kb.layouts._page.headings import rulings_heading
from kb.layouts._page.lines import Line
from kb.layouts._page.words import is_footer, is_mail, is_notice, is_section
from kb.model import Evidence, Lang
from kb.text import fold, name_key, squeeze, word_set

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
_TITLE_PARTS = re.compile(r"\s+[-–—|·•:»>]+\s+|\s*::\s*|:\s")


@dataclass(frozen=True, slots=True)
class Name:
    """A card as the head of a page, or of a block of it, names it."""

    printed: str
    english: str = ""
    evidence: Evidence = Evidence.HEADING


@lru_cache(maxsize=65536)
def tidy(text: str) -> str:
    """Give *text* without what often follows a name in a heading: its mana cost, the set in brackets, a colon."""
    name = squeeze(without_cost(text.strip().strip("*_#").strip()))
    name = without_cost(_SET_TAIL.sub("", name))
    return squeeze(name.rstrip(" :")).strip('"“”«» ') or name


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
    if {fold(word) for word in words} & _GENERIC:
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
    """Give the name that a label states ("Card Name: X", or the label on one line and the name on the next), or ""."""
    match = _LABEL.match(line.text)
    if match is None:
        return ""
    value = match["name"] or (after.text if after is not None else "")
    return tidy(value) if value and _LABEL.match(value) is None and can_be_name(tidy(value)) else ""


def title_name(title: str) -> str:
    """Give the card that the title of a page names, the name of the site left off; "" when it is not sure."""
    parts = [part.strip() for part in _TITLE_PARTS.split(title) if part and part.strip()]
    heading = rulings_heading(title)
    if heading is not None and heading.name:
        return tidy(heading.name)
    names = [tidy(part) for part in parts if can_be_name(tidy(part))]
    if not names or (len(parts) > 1 and names[0] != tidy(parts[0])):
        return ""
    return names[0]


# --- the head of a page ---------------------------------------------------------------------------------------------

_LABELLED, _IN_HEADING, _BY_ROLE, _BY_MARKUP, _TITLED = 12.0, 10.0, 9.0, 6.0, 5.0
_ENOUGH = 3.0


@dataclass(frozen=True, slots=True)
class _Candidate:
    name: str
    score: float
    evidence: Evidence = Evidence.HEADING


def head_name(head: Sequence[Line], title: str, mentioned: frozenset[str]) -> Name | None:
    """Give the card that the *head* of a page names, or None where it names none, or none surely.

    *mentioned* are the keys of names that the rulings below speak of.
    """
    candidates = [*_stated(head), *_plain(head, mentioned)]
    titled = title_name(title)
    if titled:
        candidates.append(_Candidate(titled, _TITLED + 2 * (name_key(titled) in mentioned), Evidence.TITLE))
    scores: dict[str, float] = {}
    for candidate in candidates:
        key = name_key(candidate.name)
        scores[key] = max(scores.get(key, 0.0), candidate.score) + (key in scores)
    ranked = sorted(scores, key=lambda key: -scores[key])
    if not ranked or scores[ranked[0]] < _ENOUGH or (len(ranked) > 1 and scores[ranked[0]] == scores[ranked[1]]):
        return None
    # A line may print the name in two languages, or the set behind it; what a title or a label states is the name.
    whole = next((key for key in ranked[1:] if ranked[0].startswith(f"{key} ") and scores[key] >= _TITLED), ranked[0])
    ranked.insert(0, whole)
    best = max((c for c in candidates if name_key(c.name) == ranked[0]), key=lambda c: c.score)
    return Name(best.name, _english(head, best.name), best.evidence)


def _stated(head: Sequence[Line]) -> list[_Candidate]:
    """List the names that headings and labels of the page state as such."""
    found = []
    for line, after in zip_longest(head, head[1:]):
        if line.role in {"navigation", "footer"}:
            continue
        heading = rulings_heading(line.text)
        name = tidy(heading.name) if heading and heading.name else labelled_name(line, after)
        if name:
            found.append(_Candidate(name, _IN_HEADING if heading and heading.name else _LABELLED))
        elif line.role == "name" and tidy(line.text):
            found.append(_Candidate(tidy(line.text), _BY_ROLE))
        elif line.role == "heading" and can_be_name(tidy(line.text)):
            found.append(_Candidate(tidy(line.text), _BY_MARKUP))
    return found


def _plain(head: Sequence[Line], mentioned: frozenset[str]) -> list[_Candidate]:
    """List the lines that can be names by their look and their place, with what speaks for each."""
    lines = [line for line in head if line.role not in {"navigation", "footer", "title"}]
    named = [(index, tidy(line.text)) for index, line in enumerate(lines) if _alone(line)]
    found = []
    printed = Counter(name for _, name in named)
    first = _first_of_page(lines)
    for place, (index, name) in enumerate(named):
        after = lines[index + 1] if index + 1 < len(lines) else None
        score = 2.0 if place == 0 and index == first else 0.0
        score += 1.0 if len(named) == 1 else 0.0
        score += 1.0 if after is None else 0.0
        if after is not None and (rulings_heading(after.text) or card_fact(after.text)):
            score += 3.0 if type_line(after.text) or card_fact(after.text) == "card text" else 2.0
        score += 3.0 if name_key(name) in mentioned else 0.0
        score += 2.0 if without_cost(lines[index].text) != lines[index].text or lines[index].heading else 0.0
        score += 1.0 if printed[name] > 1 else 0.0
        found.append(_Candidate(name, score))
    return found


def _alone(line: Line) -> bool:
    return not line.bullet and not is_mail(line.text) and can_be_name(tidy(line.text))


def _first_of_page(lines: Sequence[Line]) -> int:
    """Give the place of the first line that is no notice and no navigation."""
    return next((i for i, line in enumerate(lines) if not is_notice(line.text) and not is_mail(line.text)), 0)


def _english(head: Sequence[Line], printed: str) -> str:
    """Give the English name that a page in another language prints first, with the set: "Name (Set #4)"."""
    for line in head[:3]:
        match = _SET_TAIL.search(line.text)
        name = tidy(line.text)
        if match and name_key(name) != name_key(printed) and can_be_name(name) and "#" in match[0]:
            return name
    return ""
