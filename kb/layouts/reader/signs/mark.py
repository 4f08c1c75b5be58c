"""A date that can be the date of rulings, and what stands around it: labels, brackets, the publisher."""

import re
from dataclasses import dataclass
from enum import StrEnum

from kb.text.dates import DateMark
from kb.text.folding import squeeze


class MarkPlace(StrEnum):
    """Where a date stands in its line."""

    ALONE = "alone"
    LEAD = "before"
    TAIL = "behind"


@dataclass(frozen=True, slots=True)
class Mark:
    """A date that can be the date of rulings."""

    index: int
    """Of its line among the lines of the page."""
    place: MarkPlace
    date: DateMark
    text: str = ""
    """The ruling's text that stands on the same line, space as printed."""
    source: str = ""
    card: str = ""
    """The card that the same line names."""
    heading: bool = False
    """The line is a heading of rulings: what follows is a list."""
    firm: bool = False
    """Brackets, a colon or the like set the date off from the text."""


EDGE = 160
"""Characters read at either end of a line; dates further within are part of the text."""
PUBLISHERS = r"wotc|scryfall|gatherer|wizards(?:\sof\sthe\scoast)?"
_SOURCE = re.compile(
    r"[\s·•|,;(\[–—-]*\b(?:source|quelle|fonte|fuente|publisher|via)\s?:?\s*[:=]\s*"
    rf"(?P<label>(?:{PUBLISHERS})\b|[\w.&' -]{{1,40}}?"
    r"(?=\s*+(?:[)\]]\s*+)?(?:\Z|[:|–—]\s)|[^\S\t]*+(?:[)\]][^\S\t]*+)?\t\s|\s*+[)\]]))\s*[)\]]?",
    re.IGNORECASE,
)
_PUBLISHER = re.compile(
    rf"[\s·•|,;–—-]*[(\[]?\s?(?P<label>{PUBLISHERS})\s?[)\]]?(?=\s?[:|–—\t]|\s?\Z|\s?[)\]])", re.IGNORECASE
)
_LABEL_WORDS = re.compile(
    r"(?:rulings?(?:\s?(?:#|no\.?)?\s?[0-9]{1,3})?|date|dated|décisions?|decisions?|règle|note|clarification|added|ajouté[es]*"
    r"|entry|datum|data|fecha|effective|of|from|on|du|de|le|as|the)\b",
    re.IGNORECASE,
)
_EDGES = re.compile(r"\A[\W_]+|[\W_]+\Z")
PUBLISHED = re.compile(rf"\A(?P<label>{PUBLISHERS})(?!\w)", re.IGNORECASE)
"""The publisher before a date."""
_PUBLISHER_ALONE = re.compile(rf"[(\[]?(?P<label>{PUBLISHERS})[)\]]?", re.IGNORECASE)
_LONGEST_LABEL = 60


def bare(text: str) -> str:
    """Return *text* without the signs and space at its ends, brackets and pictures of letters among them."""
    return _EDGES.sub("", text)


def publisher(text: str) -> str:
    """Return the publisher that *text* is the label of ("source : wotc", "WotC"), in lower case; else ""."""
    if len(text) > _LONGEST_LABEL:
        return ""
    match = _SOURCE.fullmatch(text) or _PUBLISHER_ALONE.fullmatch(text.strip())
    return squeeze(match["label"]).lower() if match else ""


def labelled(rest: str) -> tuple[str, str]:
    """Take the publisher's label off the text after a date."""
    match = _SOURCE.match(rest[:EDGE]) or _PUBLISHER.match(rest[:EDGE])
    if match is None:
        return rest, ""
    return rest[match.end() :], squeeze(match["label"]).lower()


def residue(text: str, date: DateMark) -> str:
    """Return what *text* says besides *date*, its label and its brackets."""
    before = bare(PUBLISHED.sub("", bare(text[: date.start])))
    while (match := _LABEL_WORDS.match(before)) is not None:
        before = bare(before[match.end() :])
    return before + bare(text[date.end :])
