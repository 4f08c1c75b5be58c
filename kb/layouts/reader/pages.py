"""A page, whatever its layout, to a `Document`: the best of its readings, with what no reading took."""

from collections.abc import Iterator, Sequence
from datetime import date

from kb.catalog.known import KnownNames
from kb.layouts.reader.build import Origin, dating, ruling, skipped
from kb.layouts.reader.cards.page_cards import PageCards
from kb.layouts.reader.entries import Entry, entries_of
from kb.layouts.reader.evidence import LinePart, PageEvidence
from kb.layouts.reader.leftovers import barren, unread
from kb.layouts.reader.lines.page_lines import Line
from kb.layouts.reader.lines.programs import BREAKS
from kb.layouts.reader.readings import Reading, best_reading
from kb.layouts.reader.signs.frame import frame_of, notices, provenance, reason_of
from kb.layouts.reader.signs.tables import named_identifiers
from kb.model import CardName, Document, Problem, RawRuling, SourceText
from kb.text.dates import DateFrame, order_of, speaks_french
from kb.text.language import common_language

NAME = "page"


def read(source: SourceText, names: KnownNames, today: date) -> Document:
    """Read every ruling of *source* with its card and its date, or with the reason why they are not known."""
    evidence = PageEvidence(source, names)
    return document_of(evidence, best_reading(evidence), today)


def document_of(evidence: PageEvidence, best: Reading | None, today: date) -> Document:
    """Return what a page says by its *best* reading; None where it has none."""
    source = evidence.source
    reading = best or Reading("nothing", ())
    entries = entries_of(evidence, reading)
    inside = {number for entry in entries for number in range(entry.first, entry.last + 1)}
    rest = [line for line in evidence.lines if line.role not in BREAKS and inside.isdisjoint(line.numbers)]
    rulings = tuple(_rulings(evidence, entries, rest, today))
    problems = _apart((*unread(evidence, entries, inside), *barren(evidence, entries, inside)))
    noticed = notices(rest)
    notice, machine = provenance(rest, noticed)
    told = inside | {number for problem in problems for number in range(problem.span.first, problem.span.last + 1)}
    last = max((entry.last for entry in entries), default=0)
    left = {
        number: reason
        for line in rest
        for reason in ["notice" if line.number in noticed else reason_of(line, last)]
        for number in line.numbers
    }
    left |= dict.fromkeys(evidence.sheet.ornaments, "ornament")
    left |= evidence.code
    return Document(
        source.path,
        reading.name,
        source.digest,
        rulings=rulings,
        problems=problems,
        card_ids=tuple(sorted(set(named_identifiers(evidence.lines)))),
        skipped=skipped((number, reason) for number, reason in left.items() if number not in told),
        machine_translated=machine,
        notice=notice,
    )


def _apart(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return *problems* in order, none on the lines of another."""
    found: list[Problem] = []
    for problem in sorted(problems, key=lambda problem: (problem.span.first, problem.span.last)):
        if not found or problem.span.first > found[-1].span.last:
            found.append(problem)
    return tuple(found)


def _rulings(
    evidence: PageEvidence, entries: Sequence[Entry], rest: Sequence[Line], today: date
) -> Iterator[RawRuling]:
    source = evidence.source
    texts = [entry.text for entry in entries]
    marks = [entry.date for entry in entries if entry.date]
    frame = frame_of(source, rest, texts)
    if any(map(speaks_french, marks)):
        frame = DateFrame.DAY_FIRST
    order = order_of(marks, frame)
    default = common_language(texts, source.page_lang)
    for entry, card in zip(entries, PageCards(evidence, entries).cards(), strict=True):
        yield ruling(
            (entry.text,),
            (entry.first, entry.last),
            Origin(
                dating(entry.date, order, today),
                card,
                entry.source,
                card_id=entry.identifier,
                section=_section(evidence, entry, card),
                default=default,
                undated=bool(marks) and entry.date is None,
            ),
        )


def _section(evidence: PageEvidence, entry: Entry, card: CardName | None) -> str:
    """Return the heading of a general note; "" for a ruling on a card."""
    if card is not None or entry.section < 0 or evidence.parts[entry.section] is not LinePart.HEADING:
        return ""
    return evidence.lines[entry.section].text.rstrip(" :")
