"""Find what in a corpus needs a person's eye."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from kb import catalog, layouts
from kb.catalog.known import names_of_cards
from kb.errors import SourceError
from kb.ingest.assemble import Tick, assemble, read_files, silent
from kb.ingest.corpus import corpus_files
from kb.ingest.misattribution import misattributions
from kb.knowledge.history import near_twins
from kb.layouts.reader.explain import Explanation
from kb.model import Finding, Knowledge, Problem, Ruling, Span
from kb.read import read


def findings(paths: Sequence[Path], *, today: date, tick: Tick = silent) -> tuple[tuple[Finding, ...], bool]:
    """Read *paths* and list all there is to look at, by file and line; and tell whether a file could not be read."""
    reading = read_files(corpus_files(paths), today=today, tick=tick)
    knowledge = assemble(reading, tick=tick)
    found = [*knowledge.findings, *without_card(knowledge), *look_alikes(knowledge), *of_other_cards(knowledge)]
    return tuple(sorted(found, key=lambda f: (f.path, f.problem.span, f.problem.code))), bool(reading.failures)


def explanations(paths: Sequence[Path], *, today: date) -> Iterator[tuple[str, Explanation | SourceError | None]]:
    """Yield the name of each file of *paths* and how it is read; None for one in an exact format.

    The names of the cards that they state in exact formats are known while pages are read.
    """
    files = corpus_files(paths)
    names = names_of_cards(catalog.build(read_files(files, today=today).documents).cards)
    for entry in files:
        try:
            yield entry.shown, layouts.explained(read(entry.file, entry.shown), today, names)
        except SourceError as error:
            yield entry.shown, error


def without_card(knowledge: Knowledge) -> tuple[Finding, ...]:
    """Return the files that hold rulings of which no card is known, with how many.

    Those where it is told already that a card's name means several are left out.
    """
    told = {f.path for f in knowledge.findings if f.problem.code == "ambiguous_card"}
    lost: dict[str, list[Span]] = {}
    for witness in (w for r in knowledge.rulings for w in r.witnesses if not w.card and not r.section):
        lost.setdefault(witness.path, []).append(witness.span)
    return tuple(
        Finding(path, Problem("no_card", f"no card is known of {len(spans)} rulings on this page", min(spans)))
        for path, spans in sorted(lost.items())
        if path not in told
    )


def of_other_cards(knowledge: Knowledge) -> Iterator[Finding]:
    """Yield the rulings that name another card and not the one that they are on."""
    names = {card.key: card.name for card in knowledge.cards}
    for found in misattributions(knowledge.rulings, knowledge.cards):
        witness = next(witness for witness in found.ruling.witnesses if witness.card == found.card)
        detail = f"on {names[found.card]}, names {found.named} instead ({found.ruling.id}): {found.ruling.text}"
        yield Finding(witness.path, Problem("other_card", detail, witness.span))


def look_alikes(knowledge: Knowledge) -> tuple[Finding, ...]:
    """Return the rulings that differ from another in one word, unless one is known to replace the other."""
    known = {frozenset((r.older, r.newer)) for r in knowledge.revisions}
    pairs = (pair for pair in near_twins(knowledge.rulings) if frozenset(r.id for r in pair) not in known)
    return tuple(_look_alike(one, other) for one, other in pairs)


def _look_alike(one: Ruling, other: Ruling) -> Finding:
    here, there = one.witnesses[0], other.witnesses[0]
    detail = f"differs in one word from {there.path}:{there.span.first} ({other.id}): {one.text}"
    return Finding(here.path, Problem("near_twin", detail, here.span))
