"""Time searches: in this process, and as a whole process beside `sqlite-utils search` over the same texts.

    python -m tests.tools.bench.search --index DIR [--queries FILE.jsonl] [--sqlite-utils PATH] [--rounds N]

`--queries` adds judged queries to the mixed set below; `--sqlite-utils` names the command, from an environment of its
own (`pip install sqlite-utils`). Whole processes are run in turn, one of each kind for a query, so that a busy machine
slows both alike; of each both its length and the processor time it took are told, as the latter varies less.
"""

import argparse
import json
import resource
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import kb
from kb.index import Index

MIXED = (
    "suspend X cost",
    "suspension coût X",
    "can I respond to cascade",
    "two replacement effects who chooses",
    "goyf in response to bolt",
    "board wipe with indestructible creature",
    "{T}: add {G} summoning sick",
    "+1/+1 counters on a copy",
    '"without paying its mana cost" -suspend',
    "mechanic:cascade date>=2015",
    "les blessures piétinement contact mortel",
    "jeton copie coût de mana",
    "phyrexian metamorf copy",
    "the of and",
    "copy spell card target creature damage player cost mana",
)
WHOLE = 12
"""Queries run as whole processes in each round."""


def percentile(times: Sequence[float], share: float) -> float:
    """Return the time that *share* of *times* do not exceed."""
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


def in_process(index: Index, asked: Sequence[str]) -> list[float]:
    """Return the milliseconds that each query takes the first time it is asked."""
    times = []
    for query in asked:
        start = time.perf_counter()
        index.search(query)
        times.append((time.perf_counter() - start) * 1000)
    return times


def full_text(index: Index, path: Path, command: str) -> None:
    """Write the same texts and card names into a SQLite file with full-text search."""
    names = {card.key: f"{card.name} | {card.name_fr}" for card in index.knowledge().cards}
    with sqlite3.connect(path) as db:
        db.execute("create table rulings (id text primary key, date text, text text, cards text)")
        rows = (
            (r.id, str(r.date or ""), r.text, " | ".join(names[key] for key in r.cards if key in names))
            for r in index.rulings()
        )
        db.executemany("insert into rulings values (?, ?, ?, ?)", rows)
    subprocess.run([command, "enable-fts", path, "rulings", "text", "cards", "--tokenize", "porter"], check=True)


def processor() -> float:
    """Return the seconds of processor time that all children so far took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(command: Sequence[str | Path]) -> tuple[float, float]:
    """Return how long *command* runs, whatever it finds, and the processor time it takes."""
    start, before = time.perf_counter(), processor()
    done = subprocess.run(command, check=False, capture_output=True)
    took = time.perf_counter() - start, processor() - before
    if done.returncode > 1:
        sys.exit(done.stderr.decode())
    return took


def whole_processes(
    kinds: dict[str, Callable[[str], list[str | Path]]], asked: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """Return the median seconds of each kind of process, run in turn, and those of its processor time."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in kinds}
    for query in asked:
        for name, command in kinds.items():
            times[name].append(seconds(command(query)))
    medians = {
        name: [statistics.median(column) for column in zip(*taken, strict=True)] for name, taken in times.items()
    }
    return {name: (took, worked) for name, (took, worked) in medians.items()}


def beside(
    index: Index, asked: Sequence[str], scratch: Path, sqlite_utils: str, *, rounds: int
) -> dict[str, tuple[float, float]]:
    """Return the time of `kb search` as a process and, where *sqlite_utils* is a command, that on the same texts."""
    kinds: dict[str, Callable[[str], list[str | Path]]] = {
        "kb search": lambda query: [sys.executable, "-m", "kb", "search", query, "--index", index.folder],
    }
    if sqlite_utils:
        full_text(index, scratch, sqlite_utils)
        kinds["sqlite-utils search"] = lambda query: [
            *(sqlite_utils, "search", scratch, "rulings", query, "--limit", "10"),
            "--quote",
        ]
    return whole_processes(kinds, asked[:: max(1, len(asked) // WHOLE)] * rounds)


def main() -> None:
    """Read the options, time, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--index", type=Path, required=True)
    options.add_argument("--queries", type=Path)
    options.add_argument("--sqlite-utils")
    options.add_argument("--rounds", type=int, default=2)
    chosen = options.parse_args()
    lines = chosen.queries.read_text(encoding="utf-8").splitlines() if chosen.queries else []
    asked = [*(json.loads(line)["query"] for line in lines), *MIXED]
    with kb.open_index(chosen.index) as index, TemporaryDirectory() as scratch:
        for name in ("first", "again"):
            times = in_process(index, asked)
            print(
                f"in process, {name}: {len(times)} queries, median {statistics.median(times):.1f} ms, "
                f"p95 {percentile(times, 0.95):.1f} ms, longest {max(times):.1f} ms"
            )
        scratch_db = Path(scratch, "rulings.db")
        medians = beside(index, asked, scratch_db, chosen.sqlite_utils or "", rounds=chosen.rounds)
    for name, (took, worked) in medians.items():
        print(f"whole process, {name}: median {took:.3f} s, of the processor {worked:.3f} s")
    if len(medians) == 2:
        (took, worked), (their_took, their_worked) = medians.values()
        print(
            f"kb search takes {took / their_took:.2f} of the time of sqlite-utils search, "
            f"{worked / their_worked:.2f} of its processor time"
        )


if __name__ == "__main__":
    main()
