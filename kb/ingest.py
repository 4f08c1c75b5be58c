"""Read a corpus and build its index. The order of the stages, on one page."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from kb import beside, catalog, generation, history, layouts, rulebook, tables
from kb.catalog.place import Placed, place
from kb.dedupe import merge
from kb.errors import IndexUnusable, KbError, SourceError, UsageError
from kb.link import link
from kb.model import Document, Finding, Knowledge, Problem, Source, Span
from kb.read import read
from kb.search import index as search_index
from kb.store.write import write
from kb.sweeps import unswept
from kb.text import label, stable_id


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """A file to read, and the name it is shown by."""

    file: Path
    shown: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading files: their documents, and the files that could not be read."""

    documents: tuple[Document, ...]
    failures: tuple[SourceError, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """What an ingest did, counted."""

    files: int
    knowledge: Knowledge
    failures: tuple[SourceError, ...]


_UNFINISHED = ".part"
"""End of the name of a download that is not complete."""

READING_STAGES = ("catalogue", "dedupe", "links", "history")
STAGES = (*READING_STAGES, "structured index", "search index")
"""What an ingest does after reading the files, in order."""

_WORTH_TWO = range(2_000, 100_000)
"""So many rulings make a second process worth while: it takes a moment to start, and half as much memory again."""

Tick = Callable[[str], None]
"""Told the name of each file before it is read, and of each stage before it runs."""


def silent(_: str) -> None:
    """Tell nobody how far the work is."""


def ingest(paths: Sequence[Path], folder: Path, *, today: date, strict: bool = False, tick: Tick = silent) -> Summary:
    """Build the index of *paths* in *folder* and put it in place in one step.

    Files that cannot be read are left out and named in the summary. Raises KbError, the index as it was, when nothing
    could be read, when *strict* and anything was wrong, or when another run is writing.
    """
    files = corpus_files(paths)
    reading = read_files(files, today=today, tick=tick)
    if not reading.documents:
        raise _nothing_read(reading.failures)
    _wait_for_foreign_writer(folder)
    with generation.writing(folder, fingerprint(reading.documents)) as aside, unswept():
        gathered = gather(reading, tick=tick)
        if strict:
            _allow_no_problem(gathered.findings)
        knowledge = _build(gathered, aside, tick)
    return Summary(len(files), knowledge, reading.failures)


def _allow_no_problem(findings: Sequence[Finding]) -> None:
    if findings:
        first = findings[0]
        raise KbError(
            f"{len(findings)} problems, and --strict allows none; the first: "
            f"{first.path}:{first.problem.span.first}: {first.problem.detail}; `kb check` lists them"
        )


def _build(gathered: Knowledge, aside: Path, tick: Tick) -> Knowledge:
    """Tie *gathered* together and write both indexes; the search index, half of the work, beside the rest."""
    structured, search = aside / "kb.sqlite", aside / "search"
    if len(gathered.rulings) not in _WORTH_TWO or not beside.possible():
        knowledge = tie(gathered, tick=tick)
        tick("structured index")
        write(structured, knowledge)
        tick("search index")
        search_index.write(search, knowledge)
        return knowledge

    def write_search(late: Callable[[], search_index.Ties]) -> None:
        search_index.write(search, gathered, late)

    with beside.beside(write_search) as second:
        knowledge = tie(gathered, tick=tick)
        second.hand((knowledge.links, knowledge.revisions))
        tick("structured index")
        write(structured, knowledge)
        tick("search index")
    return knowledge


def _wait_for_foreign_writer(folder: Path) -> None:
    """Raise IndexBusy if something other than `kb` keeps the search library's own lock on the index in use."""
    try:
        search_folder = generation.current(folder) / "search"
    except IndexUnusable:
        return
    generation.wait_until(lambda: not search_index.held_by_other(search_folder), folder)


# --- files ----------------------------------------------------------------------------------------------------------


def corpus_files(paths: Sequence[Path]) -> tuple[CorpusFile, ...]:
    """List the files under *paths*, sorted by the name they are shown by: `folder/part/file`, or `file`.

    What cannot be shown in a line is replaced in that name, and files of equal names are told apart by a number.
    Hidden files are passed over, and so are links that lead out of their folder.
    """
    files: dict[str, Path] = {}
    for path in paths:
        for file, found in _under(path):
            shown = label(found)
            name, n = shown, 2
            while files.get(name, file) != file:
                name, n = f"{shown}~{n}", n + 1
            files[name] = file
    return tuple(CorpusFile(files[shown], shown) for shown in sorted(files))


def _under(path: Path) -> Iterator[tuple[Path, str]]:
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    if not path.is_dir():
        yield path, path.name
        return
    root = path.resolve()
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(n for n in inner if not n.startswith("."))
        for name in sorted(n for n in names if not n.startswith(".") and not n.endswith(_UNFINISHED)):
            file = Path(folder, name)
            if file.is_file() and file.resolve().is_relative_to(root):
                yield file, f"{root.name}/{file.relative_to(root).as_posix()}"


def read_files(files: Sequence[CorpusFile], *, today: date, tick: Tick = silent) -> Reading:
    """Read every file; one that cannot be read is a failure, and the others are read all the same."""
    documents: list[Document] = []
    failures: list[SourceError] = []
    for entry in files:
        tick(entry.shown)
        try:
            documents.append(layouts.interpret(read(entry.file, entry.shown), today))
        except SourceError as error:
            failures.append(error)
    return Reading(tuple(documents), tuple(failures))


def _nothing_read(failures: Sequence[SourceError]) -> KbError:
    if not failures:
        return UsageError("no files there to read; name a file or a folder of rulings")
    if len(failures) == 1:
        return failures[0]
    return KbError(f"none of {len(failures)} files could be read; the first: {failures[0]}")


def fingerprint(documents: Iterable[Document]) -> str:
    """Name what was read: equal for equal files under equal names."""
    return stable_id(*(part for d in documents for part in (d.path, d.digest)))


# --- stages ---------------------------------------------------------------------------------------------------------


def assemble(reading: Reading, *, tick: Tick = silent) -> Knowledge:
    """Turn documents into a knowledge base. Equal documents give equal values."""
    return tie(gather(reading, tick=tick), tick=tick)


def gather(reading: Reading, *, tick: Tick = silent) -> Knowledge:
    """Turn documents into cards, rulings, mechanics and rules, without the ties between them."""
    documents = reading.documents
    tick("catalogue")
    cards = catalog.build(documents)
    tick("dedupe")
    by_key = {card.key: card for card in cards.cards}
    placed = [place(document, cards) for document in documents]
    rules = tuple(rule for d in documents for rule in d.rules)
    return Knowledge(
        sources=_sources(reading),
        rulings=merge([statement for each in placed for statement in each.statements], by_key),
        cards=cards.cards,
        mechanics=tuple(sorted(rulebook.learn_mechanics(rules, tables.mechanics()), key=lambda m: m.slug)),
        rules=rules,
        findings=_findings(reading, placed),
        skipped=sum(len(d.skipped) for d in documents),
        raw=sum(len(d.rulings) for d in documents),
    )


def tie(gathered: Knowledge, *, tick: Tick = silent) -> Knowledge:
    """Add the links to mechanics, and what became of rulings: newer wordings and French versions."""
    tick("links")
    links = link(gathered.rulings, {card.key: card for card in gathered.cards}, gathered.mechanics)
    tick("history")
    revisions = history.revisions(gathered.rulings)
    pairs = history.pairs(gathered.rulings, links, revisions)
    return replace(gathered, links=links, revisions=revisions, pairs=pairs)


def _sources(reading: Reading) -> tuple[Source, ...]:
    read_well = [Source(d.path, d.layout, d.digest, d.machine_translated, d.notice) for d in reading.documents]
    left_out = [Source(f.path, "", "") for f in reading.failures]
    return tuple(sorted(read_well + left_out, key=lambda s: s.path))


def _findings(reading: Reading, placed: Iterable[Placed]) -> tuple[Finding, ...]:
    found = [Finding(f.path, Problem(f.code, f.reason, Span(0, 0))) for f in reading.failures]
    found += [finding for each in placed for finding in each.findings]
    for document in reading.documents:
        problems = [*document.problems, *(p for raw in document.rulings for p in raw.problems)]
        found += [Finding(document.path, problem) for problem in problems]
    return tuple(sorted(found, key=lambda f: (f.path, f.problem.span, f.problem.code, f.problem.detail)))
