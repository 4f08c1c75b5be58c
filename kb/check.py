"""Find what in a corpus needs a person's eye."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from kb.assemble import Tick, assemble, read_files, silent
from kb.corpus import corpus_files
from kb.history import near_twins
from kb.model import Finding, Knowledge, Problem, Ruling, Span


def findings(paths: Sequence[Path], *, today: date, tick: Tick = silent) -> tuple[tuple[Finding, ...], bool]:
    """Read *paths* and list all there is to look at, by file and line; and tell whether a file could not be read."""
    reading = read_files(corpus_files(paths), today=today, tick=tick)
    knowledge = assemble(reading, tick=tick)
    found = [*knowledge.findings, *without_card(knowledge), *look_alikes(knowledge)]
    return tuple(sorted(found, key=lambda f: (f.path, f.problem.span, f.problem.code))), bool(reading.failures)


def without_card(knowledge: Knowledge) -> tuple[Finding, ...]:
    """Name the files that hold rulings of which no card is known, with how many.

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


def look_alikes(knowledge: Knowledge) -> tuple[Finding, ...]:
    """Name the rulings that differ from another in one word, unless one is known to have taken the other's place."""
    known = {frozenset((r.older, r.newer)) for r in knowledge.revisions}
    pairs = (pair for pair in near_twins(knowledge.rulings) if frozenset(r.id for r in pair) not in known)
    return tuple(_look_alike(one, other) for one, other in pairs)


def _look_alike(one: Ruling, other: Ruling) -> Finding:
    here, there = one.witnesses[0], other.witnesses[0]
    detail = f"differs in one word from {there.path}:{there.span.first} ({other.id}): {one.text}"
    return Finding(here.path, Problem("near_twin", detail, here.span))
