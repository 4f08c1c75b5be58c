"""Measure everything that has a goal, in one table, each beside its reference in the same run.

    python -m tests.tools.bench.run [REFERENCE] [--only PART …] [--runs N] [--tenfold] [--index INDEX]

The parts are `ingest`, `search`, `site` and `browser`; REFERENCE (else `KB_REFERENCE_DATA`) holds the data and the
judged queries. INDEX, made by `kb ingest`, is made for the occasion where none is given. What cannot be measured here,
for want of a program or a package, is named and left out. `--tenfold` measures ten times the rulings too: the ingest,
searches and the ruling pages, each beside what as many rulings as there are took. A goal is for what was measured, or
for its ratio to the reference.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from statistics import median

import kb
from tests.tools.bench import ingest, search, site


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure should be at most or at least."""

    most: float | None = None
    least: float | None = None
    of_ratio: bool = False
    """It is for the ratio to the reference."""

    def told(self, figure: float | None) -> str:
        """Write the goal, and whether *figure* misses it."""
        shown = f"≤ {self.most:g}" if self.most is not None else f"≥ {self.least:g}"
        unmet = figure is not None and not (self.least or figure) <= figure <= (self.most or figure)
        return f"{'ratio ' if self.of_ratio else ''}{shown}{', missed' if unmet else ''}"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    measured: float
    unit: str
    reference: float | None = None
    against: str = ""
    """What the reference is, or why there is none."""
    goal: Goal | None = None

    @property
    def ratio(self) -> float | None:
        """How many times the reference was measured."""
        return self.measured / self.reference if self.reference else None


@dataclass(frozen=True, slots=True)
class Setting:
    """What is measured on, and how often."""

    reference: Path
    index: Path
    work: Path
    runs: int
    tenfold: bool

    @property
    def folders(self) -> list[Path]:
        """What is ingested."""
        return [self.reference / "data" / name for name in ("scryfall", "rules")]

    @property
    def ten(self) -> Path:
        """The index of ten times the rulings, made when it is first asked for."""
        index = self.work / "ten-index"
        if not index.exists():
            made(ingest.make_tenfold(self.reference / "data", self.work / "ten-data"), index)
        return index

    @property
    def queries(self) -> list[str]:
        """The judged queries."""
        lines = (self.reference / "eval/queries.dev.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line)["query"] for line in lines]


def ingest_rows(setting: Setting) -> Iterator[Row]:
    """Measure a cold ingest, one where nothing changed, one change, and ten times the rulings."""
    data, work = setting.reference / "data", setting.work
    rulings = data / "scryfall" / "rulings.json"
    alone = _whoosh(rulings, work, setting.runs) if find_spec("whoosh") else None
    found = [
        ingest.updates(setting.folders, ingest.write_few(rulings, work / "more.json")) for _ in range(setting.runs)
    ]
    cold, warm, changed = (median(run.seconds for run in kind) for kind in zip(*found, strict=True))
    against = "Whoosh alone" if alone else "no Whoosh"
    yield Row("ingest, cold", cold, "s", alone, against, Goal(most=3, of_ratio=True))
    yield Row("ingest, unchanged", warm, "s", cold, "cold", Goal(most=0.05, of_ratio=True))
    yield Row("ingest, one change", changed, "s", cold, "cold", Goal(most=0.2, of_ratio=True))
    yield Row("ingest, memory", max(one[0].megabytes for one in found), "MB", goal=Goal(most=700))
    if setting.tenfold:
        ten = ingest.ingest(ingest.make_tenfold(data, work / "tenfold"))
        yield Row("ingest, ten times the rulings", ten.seconds, "s", cold, "cold", Goal(most=12, of_ratio=True))
        yield Row("ingest, ten times, memory", ten.megabytes, "MB", goal=Goal(most=2500))


def _whoosh(rulings: Path, work: Path, runs: int) -> float:
    texts = work / "texts.json"
    texts.write_text(json.dumps(ingest.distinct_texts(rulings)), encoding="utf-8")
    return median(ingest.whoosh_alone(texts).seconds for _ in range(runs))


def search_rows(setting: Setting) -> Iterator[Row]:
    """Measure searches in this process and as whole processes."""
    asked = [*setting.queries, *search.MIXED]
    command = shutil.which("sqlite-utils") or ""
    with kb.open_index(setting.index) as index:
        for name in ("first", "again"):
            times = search.in_process(index, asked)
            yield Row(f"search in process, {name}", median(times), "ms", goal=Goal(most=15))
            yield Row(f"search in process, {name}, 95 %", search.percentile(times, 0.95), "ms", goal=Goal(most=50))
        again = median(times)
        whole = search.beside(index, asked, setting.work / "rulings.db", command, rounds=setting.runs)
    (took, worked), *theirs = whole.values()
    their_took, their_worked = theirs[0] if theirs else (None, None)
    against = "sqlite-utils" if theirs else "no sqlite-utils"
    goal = Goal(most=1, of_ratio=True)
    yield Row("search, whole process", took, "s", their_took, against, goal)
    yield Row("search, whole process, processor", worked, "s", their_worked, against, goal)
    if setting.tenfold:
        with kb.open_index(setting.ten) as index:
            search.in_process(index, asked)
            yield Row("search, ten times the rulings", median(search.in_process(index, asked)), "ms", again, "again")


def site_rows(setting: Setting) -> Iterator[Row]:
    """Measure a build of the site, and one where nothing changed."""
    out = setting.work / "site"
    ours, again = site.twice(setting.index, out)
    alone = site.rulings(setting.index, setting.work / "alone")
    theirs = site.by_hugo(setting.index, setting.work, "hugo") if shutil.which("hugo") else None
    against = "Hugo" if theirs else "no Hugo"
    files, size = site.extent(out)
    yield Row("site, cold", ours.seconds, "s", goal=Goal(most=60))
    yield Row("site, memory", ours.megabytes, "MB", goal=Goal(most=600))
    yield Row("site, files", files, "", goal=Goal(most=100_000))
    yield Row("site, size", size, "MB", goal=Goal(most=500))
    yield Row("site, median page packed", site.packed(out), "kB", goal=Goal(most=10))
    yield Row("site, unchanged", again.seconds, "s", ours.seconds, "cold", Goal(most=3))
    yield Row("ruling pages a second", alone.rate, "", theirs and theirs.rate, against, Goal(least=1, of_ratio=True))
    if setting.tenfold:
        ten = site.rulings(setting.ten, setting.work / "ten")
        yield Row("ruling pages, ten times the rulings", ten.seconds, "s", alone.seconds, "as many as there are")
        yield Row("ruling pages, ten times, memory", ten.megabytes, "MB", alone.megabytes, "as many as there are")


def browser_rows(setting: Setting) -> Iterator[Row]:
    """Measure what a browser loads and how fast it answers, beside Pagefind."""
    from tests.tools.bench import browser  # noqa: PLC0415  (it needs packages that the rest does without)

    out = setting.work / "site"
    if not out.exists():
        site.twice(setting.index, out)
    python = sys.executable if find_spec("pagefind") else ""
    ours, theirs = browser.measure(out, setting.queries, python)
    against = "Pagefind" if theirs else "no Pagefind"
    for name, count, goals in (
        ("first search", attrgetter("totals"), (None, Goal(most=200))),
        ("further ones", attrgetter("further"), (Goal(most=60), None)),
    ):
        for what, how, goal in (("median", median, goals[0]), ("most", max, goals[1])):
            reference = _kb(how, count(theirs)) if theirs else None
            yield Row(f"browser, {name}, {what}", _kb(how, count(ours)), "kB", reference, against, goal)
    yield Row("browser, answer after its last part", median(ours.lags), "ms", goal=Goal(most=50))
    yield Row("browser, kept for later", ours.later / 1000, "kB")


def _kb(how: Callable[[list[int]], float], counts: Sequence[int]) -> float:
    return how([*counts]) / 1000


PARTS: dict[str, Callable[[Setting], Iterator[Row]]] = {
    "ingest": ingest_rows,
    "search": search_rows,
    "site": site_rows,
    "browser": browser_rows,
}


def lacking(part: str) -> str:
    """Return what a part cannot do without and is not here; "" where all is."""
    if part != "browser":
        return ""
    if not find_spec("playwright"):
        return "no Playwright"
    return "" if shutil.which("chromium") or shutil.which("chromium-browser") else "no Chromium"


def print_row(row: Row) -> None:
    """Print one line of the table."""
    reference = "" if row.reference is None else f"{row.reference:,.2f}"
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    goal = row.goal.told(row.ratio if row.goal.of_ratio else row.measured) if row.goal else ""
    print(
        f"{row.what:38} {row.measured:12,.2f} {row.unit:3} {reference:>12} {row.against:21} {ratio:>7}  {goal}",
        flush=True,
    )


def made(folders: list[Path], index: Path) -> Path:
    """Make the index of *folders*."""
    command = [sys.executable, "-m", "kb", "ingest", *map(str, folders), "--index", str(index)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return index


def main() -> None:
    """Measure what was asked for and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference", nargs="?", type=Path, default=os.environ.get("KB_REFERENCE_DATA"))
    parser.add_argument("--only", action="append", choices=PARTS, help="measure this part; may be given again")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--tenfold", action="store_true", help="measure ten times the rulings too")
    parser.add_argument("--index", type=Path)
    options = parser.parse_args()
    if options.reference is None:
        sys.exit("name the folder of reference data, or set KB_REFERENCE_DATA")
    parts = options.only or [*PARTS]
    print(f"{'what':38} {'measured':>12} {'':3} {'reference':>12} {'':21} {'ratio':>7}  goal")
    with tempfile.TemporaryDirectory() as folder:
        setting = Setting(Path(options.reference).resolve(), options.index, Path(folder), options.runs, options.tenfold)
        if options.index is None and parts != ["ingest"]:
            setting = replace(setting, index=made(setting.folders, Path(folder, "index")))
        for part in parts:
            if lack := lacking(part):
                print(f"{part:38} left out: {lack}")
            else:
                for row in PARTS[part](setting):
                    print_row(row)


if __name__ == "__main__":
    main()
