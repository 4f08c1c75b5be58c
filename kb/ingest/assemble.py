"""From corpus files to a knowledge base: the order of the stages, on one page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date

from kb import catalog, layouts, tables
from kb.catalog.known import KnownNames, names_of_cards
from kb.catalog.place import Placed, place
from kb.errors import SourceError
from kb.ingest.corpus import CorpusFile
from kb.ingest.described_files import told_apart
from kb.ingest.identifiers import with_named_cards
from kb.knowledge import history, rulebook
from kb.knowledge.dedupe import merge
from kb.link import Linker
from kb.model import Carries, Document, Finding, Knowledge, Problem, Source, SourceText, Span
from kb.read import read

_HELD = 50_000_000
"""Characters of pages that are held until all card data are read; what is more is read again."""
STAGES = ("catalogue", "dedupe", "links", "history")
"""What is done after reading the files, in order."""

Tick = Callable[[str], None]
"""Told the name of each file before it is read, and of each stage before it runs."""


def silent(_: str) -> None:
    """Do nothing: no progress is shown."""


@dataclass(frozen=True, slots=True)
class CorpusReading:
    """What came of reading files: their documents, and the files that could not be read."""

    documents: tuple[Document, ...] = ()
    failures: tuple[SourceError, ...] = ()

    def __add__(self, other: "CorpusReading") -> "CorpusReading":
        """Return what came of both, in the order of their names."""
        return CorpusReading(
            tuple(sorted(self.documents + other.documents, key=lambda document: document.path)),
            tuple(sorted(self.failures + other.failures, key=lambda failure: failure.path)),
        )


def read_files(
    files: Iterable[CorpusFile], *, today: date, names: KnownNames | None = None, tick: Tick = silent
) -> CorpusReading:
    """Read every file; one that cannot be read is a failure, and the others are read all the same.

    Files in exact formats come first: *names*, or else those of the cards that they state, are known when pages are
    read.
    """
    reading = _CorpusReader(today, tick)
    for entry in files:
        reading.take(entry)
    if reading.pages:
        reading.take_pages(names or names_of_cards(catalog.build(reading.documents).cards))
    documents = sorted(with_named_cards(reading.documents), key=lambda document: document.path)
    return CorpusReading(told_apart(documents, (failure.path for failure in reading.failures)), tuple(reading.failures))


class _CorpusReader:
    """Reads files one after the other, pages last."""

    def __init__(self, today: date, tick: Tick) -> None:
        self._today = today
        self._tick = tick
        self._room = _HELD
        self.pages: list[tuple[CorpusFile, SourceText | None]] = []
        """Those still to be read, with their text as long as there is room for it."""
        self.documents: list[Document] = []
        self.failures: list[SourceError] = []

    def take(self, entry: CorpusFile) -> None:
        """Read *entry* if it is in an exact format; else put it by."""
        self._tick(entry.shown)
        with self._failing():
            source = read(entry.file, entry.shown)
            if layouts.exact_layout(source) is not None:
                self.documents.append(layouts.interpret(source, self._today))
                return
            self._room -= len(source.text)
            self.pages.append((entry, source if self._room > 0 else None))

    def take_pages(self, names: KnownNames) -> None:
        """Read what was put by."""
        for entry, source in self.pages:
            with self._failing():
                page = source or read(entry.file, entry.shown)
                self.documents.append(layouts.interpret(page, self._today, names))

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except SourceError as error:
            self.failures.append(error)


def assemble(reading: CorpusReading, *, tick: Tick = silent) -> Knowledge:
    """Turn documents into a knowledge base. Equal documents give equal values."""
    return tie(gather(reading, tick=tick), tick=tick)


def gather(reading: CorpusReading, *, tick: Tick = silent) -> Knowledge:
    """Turn documents into cards, rulings, mechanics and rules, without the ties between them."""
    documents = reading.documents
    tick("catalogue")
    cards = catalog.build(documents)
    tick("dedupe")
    by_key = {card.key: card for card in cards.cards}
    placed = [place(document, cards) for document in documents]
    rules = tuple(dict.fromkeys(rule for d in documents for rule in d.rules))
    return Knowledge(
        sources=sources(reading, placed),
        rulings=merge([statement for each in placed for statement in each.statements], by_key),
        cards=cards.cards,
        mechanics=tuple(sorted(rulebook.learn_mechanics(rules, tables.mechanics()), key=lambda m: m.slug)),
        rules=rules,
        findings=findings(reading, placed),
    )


def tie(gathered: Knowledge, *, tick: Tick = silent) -> Knowledge:
    """Add the links to mechanics, and what became of rulings: newer wordings and French versions."""
    tick("links")
    by_key = {card.key: card for card in gathered.cards}
    linker = Linker(gathered.mechanics)
    carried = linker.carried(gathered.rulings, by_key)
    links = linker.settle(*linker.read(gathered.rulings, by_key, carried), carried)
    tick("history")
    revisions = history.revisions(gathered.rulings)
    pairs = history.pairs(gathered.rulings, links, revisions)
    carries = tuple(Carries(card, slug) for card, slugs in sorted(carried.items()) for slug in sorted(slugs))
    return replace(gathered, carried=carries, links=links, revisions=revisions, pairs=pairs)


def sources(reading: CorpusReading, placed: Sequence[Placed]) -> tuple[Source, ...]:
    """Return for each file what is remembered of it; *placed* are the documents of *reading*."""
    read_well = [
        Source(
            path=document.path,
            layout=document.layout,
            digest=document.digest,
            machine_translated=document.machine_translated,
            notice=document.notice,
            reach=each.reach,
            raw=len(document.rulings),
            skipped=len(document.skipped) + document.passed_over,
        )
        for document, each in zip(reading.documents, placed, strict=True)
        if not document.only_tells_of_others
    ]
    left_out = [Source(f.path, "", "") for f in reading.failures]
    return tuple(sorted(read_well + left_out, key=lambda s: s.path))


def findings(reading: CorpusReading, placed: Iterable[Placed]) -> tuple[Finding, ...]:
    """List what was wrong with the files; *placed* are the documents of *reading*."""
    found = [Finding(f.path, Problem(f.code, f.reason, Span(0, 0))) for f in reading.failures]
    found += [finding for each in placed for finding in each.findings]
    for document in reading.documents:
        problems = [*document.problems, *(p for raw in document.rulings for p in raw.problems)]
        found += [Finding(document.path, problem) for problem in problems]
    return tuple(sorted(found, key=lambda f: (f.path, f.problem.span, f.problem.code, f.problem.detail)))
