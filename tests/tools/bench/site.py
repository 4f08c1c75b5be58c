"""Measure a build of the site against Hugo on the same ruling pages, and a build where nothing changed.

    python -m tests.tools.bench.site INDEX [--hugo hugo]

INDEX is the folder of an index. Hugo makes the page of each ruling in both languages, the same words and links as `kb`
shows on it, from values that `kb` worked out before; `kb` makes these pages from the index, and then all of its site.
Every run is a process of its own, from its start to its end, and all write to the same disk. Seconds of the processor
tell more than those of the clock where others work on the machine too.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from gzip import compress
from pathlib import Path
from statistics import median

from kb.index import Index
from tests.tools.bench import hugo


@dataclass(frozen=True, slots=True)
class Run:
    """One process and those it started, from start to end."""

    seconds: float
    processor: float
    pages: int
    megabytes: float
    """The most room that they took together, as sampled each second; what they share is counted once."""

    @property
    def rate(self) -> float:
        """Pages in a second."""
        return self.pages / self.seconds


def run(command: list[str], out: Path) -> Run:
    """Run *command*, which writes pages to *out*."""
    before, started, room = os.times(), time.perf_counter(), 0.0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            room = max(room, taken(process.pid))
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
    seconds, after = time.perf_counter() - started, os.times()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(seconds, processor, sum(1 for _ in out.rglob("*.html")), room)


def taken(process: int) -> float:
    """Return the MB that *process* and those it started take together; 0 where the system does not tell."""
    try:
        rows = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8").splitlines()
        own = next(int(row.split()[1]) for row in rows if row.startswith("Pss:")) / 1000
        started = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
    except (OSError, StopIteration):
        return 0
    return own + sum(taken(int(child)) for child in started)


def report(name: str, one: Run) -> None:
    """Print what *one* took."""
    took = f"{one.seconds:7.1f} s, {one.processor:7.1f} s of the processor, {one.megabytes:4.0f} MB"
    rate = f"{one.rate:,.0f} pages a second, {one.pages / one.processor:,.0f} a second of the processor"
    print(f"{name:<17} {one.pages:>7,} pages {took}: {rate}")


def packed(out: Path) -> float:
    """Return the median size of a page of *out* in KB as gzip packs it, from every hundredth."""
    pages = sorted(out.rglob("*.html"))[::100]
    return median(len(compress(page.read_bytes())) for page in pages) / 1000


def extent(out: Path) -> tuple[int, float]:
    """Count the files of *out*, and their MB."""
    files = [path for path in out.rglob("*") if path.is_file()]
    return len(files), sum(file.stat().st_size for file in files) / 1e6


def twice(index: Path, out: Path) -> tuple[Run, Run]:
    """Build the site of *index* in *out*, and once more with nothing changed."""
    build = [sys.executable, "-m", "kb", "site", "build", "--index", str(index), "--out", str(out)]
    return run(build, out), run(build, out)


def rulings(index: Path, out: Path) -> Run:
    """Let `kb` make the ruling pages of *index* in *out* and nothing else."""
    return run([sys.executable, "-m", "tests.tools.bench.rulings", str(index), str(out)], out)


def by_hugo(index: Path, folder: Path, program: str) -> Run:
    """Let Hugo make the ruling pages of *index* in *folder*."""
    with Index(index) as opened:
        hugo.prepare(opened, folder / "hugo")
    command = [program, "--quiet", "--source", str(folder / "hugo"), "--destination", str(folder / "there")]
    return run(command, folder / "there")


def against_hugo(index: Path, folder: Path, program: str) -> float:
    """Print how fast both make the ruling pages, and if these are alike; give the ratio, above 1 where `kb` wins."""
    ours, theirs = rulings(index, folder / "alone"), by_hugo(index, folder, program)
    report("kb, rulings alone", ours)
    report("Hugo, the same", theirs)
    different = list(hugo.unlike(folder / "alone", folder / "there"))
    print(f"of every hundredth page, {len(different)} differ in words or links {' '.join(different[:3])}".rstrip())
    return ours.rate / theirs.rate


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index", type=Path)
    parser.add_argument("--hugo", default="hugo")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        out = folder / "here"
        ours, again = twice(given.index, out)
        report("kb, all", ours)
        report("kb, all again", again)
        if shutil.which(given.hugo):
            ratio = against_hugo(given.index, folder, given.hugo)
            print(f"kb makes {ratio:.2f} times as many ruling pages a second as Hugo")
        files, size = extent(out)
        print(f"{files:,} files, {size:.0f} MB; median page {packed(out):.1f} KB packed")


if __name__ == "__main__":
    main()
