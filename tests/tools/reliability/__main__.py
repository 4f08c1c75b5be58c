"""Every trial, counted: `python -m tests.tools.reliability [--trials N] [--seed S] [kind …]`.

Kills are tried N times each for ingest and site build, other trials in proportion: among them those of sites so large
that two processes build them. It takes about a quarter of an hour.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kb.site.output.drafting import LARGE
from tests.tools.reliability.ground import Trial
from tests.tools.reliability.kills import first_sites, ingests, sites
from tests.tools.reliability.limits import hostile_files, large_files, reach, unreadable, vanishing_files
from tests.tools.reliability.serving import serving
from tests.tools.reliability.shortage import shortages
from tests.tools.reliability.together import searches, writers

_TOLD_EACH = 50
_SHOWN = 600
"""Letters of a fault that are shown."""


def kinds(trials: int, seed: int) -> dict[str, Callable[[Path], Iterator[Trial]]]:
    """Return every kind of trial by its name."""
    few = max(trials // 10, 2)
    return {
        "killed-ingests": lambda folder: ingests(folder, trials, seed),
        "killed-sites": lambda folder: sites(folder, trials, seed),
        "killed-large-sites": lambda folder: sites(folder, few, seed, rulings=LARGE + 200),
        "killed-first-sites": lambda folder: first_sites(folder, few, seed),
        "shortages": lambda folder: shortages(folder, few, seed),
        "searches": lambda folder: searches(folder, trials * 20, seed),
        "writers": lambda folder: writers(folder, few, seed),
        "serving": lambda folder: serving(folder, 200, seed),
        "large-files": lambda folder: large_files(folder, 200),
        "hostile-files": hostile_files,
        "unreadable": unreadable,
        "vanishing-files": lambda folder: vanishing_files(folder, few),
        "reach": reach,
    }


def main() -> int:
    """Run the trials, print a line for each fault and a table of counts; 1 if there was a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.reliability", description=__doc__)
    parser.add_argument("--trials", type=int, default=50, help="kills of each kind [default: 50]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("kind", nargs="*", help="these kinds alone")
    options = parser.parse_args()
    known = kinds(options.trials, options.seed)
    if unknown := set(options.kind) - set(known):
        parser.error(f"no such kind: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    total = faults = 0
    for name, trials in known.items():
        if not options.kind or name in options.kind:
            tried, failed = _tried(name, trials)
            total, faults = total + tried, faults + failed
    print(f"{total:,} trials, {faults} faults (seed {options.seed})")
    return 1 if faults else 0


def _tried(name: str, trials: Callable[[Path], Iterator[Trial]]) -> tuple[int, int]:
    begun = time.monotonic()
    tried = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for trial in trials(Path(folder)):
            tried += 1
            if trial.fault:
                failed += 1
                print(f"  FAULT {trial.name!a}: {trial.fault[:_SHOWN]}", flush=True)
            if tried % _TOLD_EACH == 0:
                print(f"{name:20} {tried:5} trials {failed:4} faults so far", flush=True)
    print(f"{name:20} {tried:5} trials {failed:4} faults {time.monotonic() - begun:7.1f} s", flush=True)
    return tried, failed


if __name__ == "__main__":
    sys.exit(main())
