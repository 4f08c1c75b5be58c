"""How a page was read: its readings with their scores, and what each of its lines was taken for."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from kb.catalog.known import KnownNames
from kb.layouts.reader.evidence import PageEvidence
from kb.layouts.reader.ledger import settled
from kb.layouts.reader.pages import document_of
from kb.layouts.reader.readings import Reading, ranked_readings
from kb.model import Document, SourceText, Span


@dataclass(frozen=True, slots=True)
class RankedReading:
    """One way to read a page."""

    name: str
    score: float
    texts: int
    """That may be rulings in it."""
    taken: int
    """That it takes for rulings."""


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A line of a file that is not blank."""

    number: int
    taken_for: str
    """`ruling 3`, the code of a problem, or the reason why it was left out."""
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a page was read."""

    readings: tuple[RankedReading, ...]
    """The best first: it was used."""
    lines: tuple[ExplainedLine, ...]


def explain(source: SourceText, names: KnownNames, today: date) -> Explanation:
    """Return how *source* is read; lines are counted as in `SourceText.text`."""
    evidence = PageEvidence(source, names)
    readings = ranked_readings(evidence)
    document = settled(document_of(evidence, readings[0] if readings else None, today), source, in_file=False)
    return Explanation(tuple(map(_ranked, readings)), tuple(_lines(source, document)))


def _ranked(reading: Reading) -> RankedReading:
    return RankedReading(reading.name, reading.score, len(reading.candidates), len(reading.taken))


def _lines(source: SourceText, document: Document) -> Iterator[ExplainedLine]:
    taken: dict[int, str] = {}
    spans = [(skip.span, skip.reason) for skip in document.skipped]
    spans += [(problem.span, problem.code) for problem in document.problems]
    spans += [(raw.span, f"ruling {number}") for number, raw in enumerate(document.rulings, 1)]
    for span, told in spans:
        taken |= dict.fromkeys(_numbers(span), told)
    for number, text in enumerate(source.text.split("\n"), 1):
        if text.strip():
            yield ExplainedLine(number, taken.get(number, ""), text)


def _numbers(span: Span) -> range:
    return range(span.first, span.last + 1)
