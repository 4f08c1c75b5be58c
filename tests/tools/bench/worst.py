"""Read the worst files that readers can be given, and see that time grows with their size and no faster.

    python -m tests.tools.bench.worst [READER …] [--megabytes N] [--tie] [--only TEXT]

Each file is made of N megabytes (10 unless said otherwise) and of a tenth of that, and read in a process of its own;
where so much is refused at once, also of about as much as is not. The table gives the
seconds of processor, the megabytes a second, and how many times longer the larger one took. With `--tie` the time
includes what an ingest makes of the rulings, up to their links. Exit code 1 if any took longer than five seconds, or
grew more than twice as fast as its size.
"""

import argparse
import multiprocessing
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import date
from multiprocessing.connection import Connection
from pathlib import Path

from kb.errors import KbError
from kb.ingest.assemble import assemble, read_files
from kb.ingest.corpus import corpus_files
from tests.tools.bench.worst_files import FILES, Make

_MEGABYTE = 1024 * 1024
_SLOWEST = 5.0
_STEEPEST = 20.0
_LEAST = 0.2
"""Megabytes of which the file would be taken, if any size were."""
_SHORT = 0.25
"""Seconds below which a growth says nothing."""
_PATIENCE = 300
_TODAY = date(2026, 1, 1)


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of one file."""

    megabytes: float
    seconds: float
    outcome: str
    """`read`, `tied`, `refused: …`, or what went wrong."""


def measured(name: str, content: bytes, *, tie: bool) -> Measured:
    """Read *content* as a file called *name* in a fresh process; give up after a while."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, name)
        file.write_bytes(content)
        ours, theirs = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.Process(target=_read, args=(file, tie, theirs))
        process.start()
        theirs.close()
        size = len(content) / _MEGABYTE
        try:
            if not ours.poll(_PATIENCE):
                return Measured(size, float(_PATIENCE), "GIVEN UP")
            seconds, outcome = ours.recv()
        except EOFError:
            return Measured(size, 0.0, f"DIED, exit code {process.exitcode}")
        finally:
            process.kill()
            process.join()
        return Measured(size, seconds, outcome)


def _read(file: Path, tie: bool, answer: Connection) -> None:  # noqa: FBT001  (the argument of a process)
    begun = time.process_time()
    reading = read_files(corpus_files([file]), today=_TODAY)
    outcome = f"refused: {reading.failures[0].reason}" if reading.failures else "read"
    if tie and not reading.failures:
        try:
            assemble(reading)
            outcome = "tied"
        except KbError as error:
            outcome = f"refused: {error}"
    answer.send((time.process_time() - begun, outcome))


def growth(small: Measured, large: Measured) -> float | None:
    """Return how many times longer the larger file took; None where that says nothing."""
    if small.outcome != large.outcome or large.seconds < _SHORT:
        return None
    return large.seconds / max(small.seconds, _SHORT / 10)


def main() -> int:
    """Measure every file, or those of the readers named; print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.worst", description=__doc__)
    parser.add_argument("reader", nargs="*", help=f"of {', '.join(FILES)} [default: all]")
    parser.add_argument("--megabytes", type=float, default=10)
    parser.add_argument("--only", default="", help="files with this in their name")
    parser.add_argument("--tie", action="store_true", help="go on to what an ingest makes of the rulings")
    options = parser.parse_args()
    print(f"{'reader':8} {'file':34} {'MB':>5} {'s':>7} {'MB/s':>7} {'growth':>7}  outcome")
    faults = 0
    for reader in options.reader or FILES:
        for name, make in FILES[reader].items():
            if options.only in name:
                faults += _row(reader, name, make, options.megabytes, tie=options.tie)
    print(f"{faults} faults")
    return 1 if faults else 0


def _row(reader: str, name: str, make: Make, megabytes: float, *, tie: bool) -> bool:
    def of(size: float) -> Measured:
        return measured(f"worst.{reader}", make(int(size * _MEGABYTE)), tie=tie)

    largest = taken = of(megabytes)
    if largest.outcome.startswith("refused"):
        _print(reader, name, largest, None)
    while taken.outcome.startswith("refused") and megabytes > _LEAST:
        megabytes /= 1.4
        taken = of(megabytes)
    if taken.outcome.startswith("refused"):
        return largest.seconds > _SLOWEST
    small = of(megabytes / 10)
    times = growth(small, taken)
    _print(reader, name, small, None)
    _print(reader, name, taken, times)
    broken = not taken.outcome.startswith(("read", "tied"))
    return broken or max(taken.seconds, largest.seconds) > _SLOWEST or (times is not None and times > _STEEPEST)


def _print(reader: str, name: str, row: Measured, grown: float | None) -> None:
    speed = row.megabytes / max(row.seconds, 0.001)
    shown = "" if grown is None else f"{grown:.1f}"
    print(
        f"{reader:8} {name:34} {row.megabytes:5.1f} {row.seconds:7.2f} {speed:7.1f} {shown:>7}  {row.outcome[:70]}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
