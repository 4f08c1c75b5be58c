"""What a reader made of a sample: rulings right, wrong, invented, lost in silence."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields

from kb.model import Document, RawRuling
from kb.text.folding import squeeze
from tests.tools.reader.samples import Sample, Wanted

_WORD = re.compile(r"\w+")
_OVERLAP = 0.5
"""Share of its runs of three words from which a text counts as part of a ruling that is there, though cut wrongly."""


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over one sample or many."""

    wanted: int = 0
    right: int = 0
    """Date, language, card and full text all right."""
    invented: int = 0
    """Found, but nothing of the kind stands in the document."""
    miscut: int = 0
    """Found with another text than the ruling has: joined, cut off, glued to its surroundings."""
    wrong_card: int = 0
    """Found with its text on a card it does not stand on."""
    wrong_date: int = 0
    silent: int = 0
    """Not found, and no problem points at its place."""
    unreported: int = 0
    """Problems that have to be reported and were not."""

    def __add__(self, other: "Score") -> "Score":
        """Add the counts of both."""
        return Score(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    @property
    def perfect(self) -> bool:
        """Whether nothing is wrong."""
        return self == Score(self.wanted, self.wanted)


def score(sample: Sample, document: Document | None, lines: str = "") -> Score:
    """Compare what was read with what stands there; None is a file that was refused, with one clear line.

    *lines* is the text of the document, to look up where a ruling that was not found stands.
    """
    if document is None:
        return Score(len(sample.wanted), unreported=len(sample.problems))
    found = list(document.rulings)
    counts = Counter[str]()
    used: set[int] = set()
    for wanted in sample.wanted:
        same = [place for place, raw in enumerate(found) if place not in used and squeeze(raw.text) in wanted.texts]
        if not same:
            counts["silent"] += not _reported(wanted, document, lines)
            continue
        place = max(same, key=lambda place: _fields(wanted, found[place]))
        taken = [place, *[other for other in same if other != place][: wanted.occurrences - 1]]
        used.update(taken)
        date, lang, card = _fields(wanted, found[place])
        counts["right"] += date and lang and card
        counts["wrong_date"] += not date
        counts["wrong_card"] += not card and found[place].card is not None
    rest = [raw for place, raw in enumerate(found) if place not in used]
    grams = frozenset(gram for wanted in sample.wanted for text in wanted.texts for gram in _grams(text))
    invented = sum(not _is_part(raw.text, grams) for raw in rest)
    codes = Counter(problem.code for raw in found for problem in raw.problems)
    codes.update(problem.code for problem in document.problems)
    missing = Counter(sample.problems) - codes
    return Score(
        wanted=len(sample.wanted),
        right=counts["right"],
        invented=invented,
        miscut=len(rest) - invented,
        wrong_card=counts["wrong_card"],
        wrong_date=counts["wrong_date"],
        silent=counts["silent"],
        unreported=missing.total(),
    )


def _fields(wanted: Wanted, raw: RawRuling) -> tuple[bool, bool, bool]:
    names = {raw.card.printed, raw.card.english, raw.card.french} - {""} if raw.card else set()
    card = bool(names & wanted.cards) if names else not wanted.card_required
    return (raw.date.isoformat() if raw.date else None) in wanted.dates, raw.lang == wanted.lang, card


def _grams(text: str) -> Iterable[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return zip(words, words[1:], words[2:], strict=False)


def _is_part(text: str, grams: frozenset[tuple[str, ...]]) -> bool:
    own = list(_grams(text))
    return bool(own) and sum(gram in grams for gram in own) >= _OVERLAP * len(own)


def _reported(wanted: Wanted, document: Document, lines: str) -> bool:
    """Whether a problem, or a ruling that holds the text and more, covers the line where *wanted* begins."""
    text = min(wanted.texts, key=len)
    if any(text in squeeze(raw.text) for raw in document.rulings):
        return True
    begin = _WORD.findall(text)[:4]
    pattern = re.compile(r"\W+".join(map(re.escape, begin)))
    places = {lines.count("\n", 0, match.start()) + 1 for match in pattern.finditer(lines)}
    spans = [problem.span for problem in document.problems]
    spans += [problem.span for raw in document.rulings for problem in raw.problems]
    return any(span.first <= place <= span.last for span in spans for place in places)
