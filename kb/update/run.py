"""Read a corpus and put its index in place: nothing is done where nothing changed, and little where little did."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from kb import update
from kb.catalog.known import names_of_cards
from kb.errors import IndexUnusable, KbError, UsageError
from kb.ingest import assemble, summary
from kb.ingest.assemble import CorpusReading, Tick, read_files, silent
from kb.ingest.corpus import Content, CorpusFile, contents, corpus_files
from kb.ingest.fingerprint import fingerprint, of_program
from kb.ingest.summary import Summary
from kb.model import Change, Finding, Knowledge
from kb.search.index import build as search_index
from kb.search.index.patch import SortOrder
from kb.search.index.patch import patch as patch_search
from kb.store import folder as generation
from kb.store.before import Before
from kb.store.patch import patch as patch_store
from kb.store.read import Store
from kb.store.write import write
from kb.system import parallel as beside
from kb.system.garbage import unswept

STAGES = (*assemble.STAGES, "structured index", "search index")
"""What an ingest does after reading the files, in order."""

_STRUCTURED, _SEARCH = "kb.sqlite", "search"
"""The parts of an index."""
_PROGRAM, _DAY = "program", "day"
"""Notes in the stamp of an index: what made it, and after which day a ruling lay in the future."""

_WORTH_TWO = range(2_000, 100_000)
"""So many rulings make a second process worth while: it takes a moment to start, and half as much memory again."""


@dataclass(frozen=True, slots=True)
class _Job:
    """What an ingest is to do."""

    files: tuple[CorpusFile, ...]
    found: tuple[Content, ...]
    """What the files held before any of them was read."""
    folder: Path
    today: date
    strict: bool
    tick: Tick
    program: str

    @property
    def names(self) -> frozenset[str]:
        """The names that the files are shown by."""
        return frozenset(entry.shown for entry in self.files)

    def read(self) -> CorpusReading:
        """Read all files."""
        return read_files(self.files, today=self.today, tick=self.tick)

    def read_again(self, shown: Collection[str], before: Before) -> CorpusReading:
        """Read the pages of the names *shown*, knowing the cards of the index *before*."""
        wanted = (entry for entry in self.files if entry.shown in shown)
        return read_files(wanted, today=self.today, names=names_of_cards(before.cards()), tick=self.tick)

    @contextmanager
    def writing(self) -> Iterator[Path]:
        """Yield the folder to write the index in; raises as `generation.writing` does."""
        # Of files that changed while they were read, nobody can say what the index holds of them.
        certain = self.found == contents(self.files)
        name = fingerprint(self.program, self.found if certain else ())
        _wait_for_foreign_writer(self.folder)
        notes = {_PROGRAM: self.program, _DAY: self.today.isoformat(), generation.CERTAIN: "yes" if certain else ""}
        with generation.writing(self.folder, name, notes=notes) as aside:
            yield aside

    def allow(self, findings: Sequence[Finding]) -> None:
        """Raise KbError if there are *findings* where none are allowed."""
        if self.strict and findings:
            first = findings[0]
            raise KbError(
                f"{len(findings):,} problem{'' if len(findings) == 1 else 's'}, and --strict allows none; the first: "
                f"{first.path}:{first.problem.span.first}: {first.problem.detail}; `kb check` lists them"
            )


def ingest(paths: Sequence[Path], folder: Path, *, today: date, strict: bool = False, tick: Tick = silent) -> Summary:
    """Build the index of *paths* in *folder* and put it in place in one step; what it holds already is used.

    Files that cannot be read are left out and named in the summary. Raises KbError, the index as it was, when nothing
    could be read, when *strict* and anything was wrong, or when another run is writing.
    """
    files = corpus_files(paths)
    job = _Job(files, contents(files), folder, today, strict, tick, of_program())
    with unswept():
        return _over(job) or _from_scratch(job)


def _from_scratch(job: _Job) -> Summary:
    reading = job.read()
    if not reading.documents:
        raise _nothing_read(reading)
    left_out = len(reading.failures)
    with job.writing() as aside:
        gathered = assemble.gather(reading, tick=job.tick)
        del reading  # a fifth of all memory, and of no more use
        job.allow(gathered.findings)
        knowledge = _build(gathered, aside, job.tick)
    return summary.made(knowledge, files=len(job.files), left_out=left_out)


def _nothing_read(reading: CorpusReading) -> KbError:
    if not reading.failures:
        return UsageError("no files there to read; name a file or a folder of rulings")
    if len(reading.failures) == 1:
        return reading.failures[0]
    return KbError(f"none of {len(reading.failures)} files could be read; the first: {reading.failures[0]}")


def _build(gathered: Knowledge, aside: Path, tick: Tick) -> Knowledge:
    """Tie *gathered* together and write both indexes; the search index, half of the work, beside the rest."""
    structured, search = aside / _STRUCTURED, aside / _SEARCH
    if not _worth_two(len(gathered.rulings)):
        knowledge = assemble.tie(gathered, tick=tick)
        tick("structured index")
        write(structured, knowledge)
        tick("search index")
        search_index.write(search, knowledge)
        return knowledge

    def write_search(late: Callable[[], search_index.Ties]) -> None:
        search_index.write(search, gathered, late)

    with beside.beside(write_search) as second:
        knowledge = assemble.tie(gathered, tick=tick)
        second.hand((knowledge.links, knowledge.revisions))
        tick("structured index")
        write(structured, knowledge)
        tick("search index")
    return knowledge


def _worth_two(rulings: int) -> bool:
    return rulings in _WORTH_TWO and beside.possible()


# --- over an index that is there ------------------------------------------------------------------------------------


def _over(job: _Job) -> Summary | None:
    """Do the job with what the index holds already; None where that is of no use."""
    if not generation.exists(job.folder):
        return None
    _wait_for_foreign_writer(job.folder)
    with suppress(IndexUnusable, OSError, ValueError):
        current = generation.current(job.folder)
        with _usable(current, job) as before:
            if before and generation.stamp(current).get("fingerprint") == fingerprint(job.program, job.found):
                held = summary.held(before, files=job.names, unchanged=True)
                job.allow(held.findings)
                return held
            return _updated(current, before, job) if before else None
    return None


@contextmanager
def _usable(current: Path, job: _Job) -> Iterator[Before | None]:
    """Open the index *current* if this program made it, it is whole, and no ruling of it was or is still to come."""
    stamp = generation.stamp(current)
    if stamp.get(_PROGRAM) != job.program or not generation.is_whole(current):
        yield None
        return
    with closing(Before(current / _STRUCTURED)) as before:
        days = sorted((date.fromisoformat(str(stamp.get(_DAY))), job.today))
        yield None if before.has_rulings_dated(*days) else before


def _updated(current: Path, before: Before, job: _Job) -> Summary | None:
    """Put in place the index *current* with what the changed files make of it; None if it takes all files to know."""
    known = {source.path: source.digest for source in before.sources()}
    found = {content.shown: content.digest for content in job.found}
    touched = {path for path in known.keys() | found.keys() if known.get(path) != found.get(path)}
    if not update.is_possible(before, touched):
        return None

    def patch(late: Callable[[], Change | SortOrder | None]) -> None:
        patch_search(current / _SEARCH, late)

    # The second process puts new rulings in the search index while this one works out what they are tied to.
    with beside.beside_or_here(patch) as second:
        begun = update.begin(before, job.read_again(touched, before), touched)
        second.hand(begun.change if begun else None)
        if begun is None:
            return None
        planned = update.complete(before, begun)
        others = (finding for finding in before.findings() if finding.path not in touched)
        job.allow(sorted((*planned.findings, *others), key=lambda finding: (finding.path, finding.problem.span)))
        with job.writing() as aside:
            if generation.current(job.folder) != current:
                raise IndexUnusable(f"{job.folder}: another run has replaced the index")
            second.hand(SortOrder(aside / _SEARCH, planned.ties, planned.mechanics))
            patch_store(current / _STRUCTURED, aside / _STRUCTURED, planned)
            with closing(Store(aside / _STRUCTURED)) as store:
                done = summary.held(store, files=job.names, unchanged=False)
            second.result()
    return done


def _wait_for_foreign_writer(folder: Path) -> None:
    """Raise IndexBusy if something other than `kb` keeps the search library's own lock on the index in use."""
    try:
        search_folder = generation.current(folder) / _SEARCH
    except IndexUnusable:
        return
    generation.wait_until(lambda: not search_index.held_by_other(search_folder), folder)
