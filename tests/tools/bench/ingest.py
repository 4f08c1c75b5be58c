"""Measure a cold ingest against what Whoosh alone takes to index the same texts, and later ones against the cold one.

    python -m tests.tools.bench.ingest [REFERENCE] [--runs N] [--updates] [--stages] [--tenfold]

REFERENCE (else `KB_REFERENCE_DATA`) holds `data/scryfall` and `data/rules`. Every run is a process of its own, from its
start to its end, and both kinds take turns; given are the medians. Whoosh alone indexes the text of every ruling, once
for each date and folded text, in one field `TEXT(analyzer=StemmingAnalyzer())` with its default writer, and commits.
Of updates, the warm one finds nothing changed; for the other, one file of a few hundred rulings was changed, beside the
reference data.
Memory is the most that a process had resident, and of an ingest that of both its processes together.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path
from statistics import median

from kb.text.folding import fold

_CHILDREN = """
import resource, runpy, sys
sys.argv = sys.argv[1:]
try:
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=False)
finally:
    own, child = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"\\n{own + child}", file=sys.stderr)
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One process, from start to end."""

    seconds: float
    megabytes: float


def run(module: str, *arguments: str) -> Run:
    """Run *module* in a fresh process."""
    started = time.perf_counter()
    command = [sys.executable, "-c", _CHILDREN, module, *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return Run(time.perf_counter() - started, int(done.stderr.split()[-1]) / 1024)


def ingest(folders: Sequence[Path]) -> Run:
    """Ingest *folders* into a new index."""
    with tempfile.TemporaryDirectory() as index:
        return run("kb", "ingest", *map(str, folders), "--index", index)


def updates(folders: Sequence[Path], more: Path) -> tuple[Run, Run, Run]:
    """Ingest *folders* and *more* into a new index, again with nothing changed, and once more with *more* changed."""
    with tempfile.TemporaryDirectory() as index:
        every = [*map(str, folders), str(more), "--index", index]
        cold, warm = run("kb", "ingest", *every), run("kb", "ingest", *every)
        more.write_text(more.read_text(encoding="utf-8").replace("Variant", "Version"), encoding="utf-8")
        return cold, warm, run("kb", "ingest", *every)


def write_few(rulings: Path, into: Path) -> Path:
    """Write every 150th of *rulings*, with changed words."""
    rows = json.loads(rulings.read_text(encoding="utf-8"))[::150]
    into.write_text(
        json.dumps([row | {"comment": f"{row['comment']} Variant of it."} for row in rows]), encoding="utf-8"
    )
    return into


def print_updates(data: Path, work: Path, runs: int) -> None:
    """Measure updates and print a table."""
    folders, rulings = [data / "scryfall", data / "rules"], data / "scryfall" / "rulings.json"
    found = [updates(folders, write_few(rulings, work / "more.json")) for _ in range(runs)]
    cold, warm, changed = ([run.seconds for run in kind] for kind in zip(*found, strict=True))
    print(f"cold          {median(cold):7.1f} s, {runs} runs each, medians")
    for name, seconds in (("unchanged", warm), ("one change", changed)):
        print(f"{name:13} {median(seconds):7.1f} s   {median(seconds) / median(cold):.1%} of the cold one")


def whoosh_alone(texts: Path) -> Run:
    """Index the lines of *texts* with Whoosh and nothing else."""
    with tempfile.TemporaryDirectory() as index:
        return run("tests.tools.bench.whoosh_alone", str(texts), index)


def distinct_texts(rulings: Path) -> list[str]:
    """Return the text of every ruling, once for each date and folded text."""
    rows = json.loads(rulings.read_text(encoding="utf-8"))
    return list({(row["published_at"], fold(row["comment"])): row["comment"] for row in rows}.values())


def make_tenfold(data: Path, into: Path) -> list[Path]:
    """Write *data* with each ruling ten times, nine of them with changed words."""
    shutil.copytree(data, into, copy_function=shutil.copyfile)
    rows = json.loads((data / "scryfall" / "rulings.json").read_text(encoding="utf-8"))
    with (into / "scryfall" / "rulings.json").open("w", encoding="utf-8") as file:
        file.write("[" + ",\n".join(json.dumps(row) for row in _changed(rows)) + "]")
    return [into / "scryfall", into / "rules"]


def _changed(rows: Sequence[dict[str, str]]) -> Iterator[dict[str, str]]:
    yield from rows
    for letter in "bcdefghij":
        yield from (row | {"comment": f"{row['comment']} Variant {letter * 3} of it."} for row in rows)


def stages(folders: Sequence[Path]) -> Iterator[tuple[str, float]]:
    """Ingest *folders* in this process, and give what each file and stage took."""
    from kb.update.run import ingest as here  # noqa: PLC0415  only this measurement loads it here

    ticks: list[tuple[str, float]] = []
    with tempfile.TemporaryDirectory() as index:
        today = date.today()  # noqa: DTZ011  as the command does
        here(folders, Path(index), today=today, tick=lambda name: ticks.append((name, time.perf_counter())))
    ticks.append(("", time.perf_counter()))
    for (name, start), (_, end) in pairwise(ticks):
        yield name, end - start


def taking_turns(runs: int, *kinds: Callable[[], Run]) -> list[Run]:
    """Return the medians of *runs* runs of each kind."""
    found = [[kind() for kind in kinds] for _ in range(runs)]
    return [Run(median(r.seconds for r in of), median(r.megabytes for r in of)) for of in zip(*found, strict=True)]


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="Measure ingests, a cold one against Whoosh alone.")
    parser.add_argument("reference", nargs="?", type=Path, default=os.environ.get("KB_REFERENCE_DATA"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--updates", action="store_true", help="measure ingests into an index that is there too")
    parser.add_argument("--stages", action="store_true", help="say what each stage takes")
    parser.add_argument("--tenfold", action="store_true", help="measure ten times the rulings too, once")
    options = parser.parse_args()
    if options.reference is None:
        sys.exit("name the folder of reference data, or set KB_REFERENCE_DATA")
    data = Path(options.reference).resolve() / "data"
    folders = [data / "scryfall", data / "rules"]
    with tempfile.TemporaryDirectory() as work:
        texts = Path(work, "texts.json")
        kept = distinct_texts(data / "scryfall" / "rulings.json")
        texts.write_text(json.dumps(kept), encoding="utf-8")
        alone, ours = taking_turns(options.runs, lambda: whoosh_alone(texts), lambda: ingest(folders))
        print(f"{len(kept)} texts, {options.runs} runs each, medians")
        print(f"Whoosh alone  {alone.seconds:7.1f} s {alone.megabytes:7.0f} MB")
        print(
            f"kb ingest     {ours.seconds:7.1f} s {ours.megabytes:7.0f} MB   {ours.seconds / alone.seconds:.2f} times"
        )
        if options.updates:
            print_updates(data, Path(work), options.runs)
        if options.tenfold:
            ten = ingest(make_tenfold(data, Path(work, "tenfold")))
            print(
                f"  tenfold     {ten.seconds:7.1f} s {ten.megabytes:7.0f} MB   {ten.seconds / ours.seconds:.1f} times"
            )
    for name, seconds in stages(folders) if options.stages else ():
        print(f"    {seconds:6.2f} s  {name}")
    if options.stages:
        print("    (the search index is written beside the links, the history and the structured index)")


if __name__ == "__main__":
    main()
