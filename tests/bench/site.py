"""Measure a build of the site against Hugo on the same ruling pages, and a build where nothing changed.

    python -m tests.bench.site INDEX [--hugo hugo]

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
from dataclasses import dataclass
from gzip import compress
from pathlib import Path
from statistics import median

from kb.index import Index
from tests.bench import hugo


@dataclass(frozen=True, slots=True)
class Run:
    """One process and those it started, from start to end."""

    seconds: float
    processor: float
    pages: int

    @property
    def rate(self) -> float:
        """Pages in a second."""
        return self.pages / self.seconds


def run(command: list[str], out: Path) -> Run:
    """Run *command*, which writes pages to *out*."""
    before, started = os.times(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds, after = time.perf_counter() - started, os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(seconds, processor, sum(1 for _ in out.rglob("*.html")))


def report(name: str, one: Run) -> None:
    """Print what *one* took."""
    rate = f"{one.rate:,.0f} pages a second, {one.pages / one.processor:,.0f} a second of the processor"
    print(f"{name:<17} {one.pages:>7,} pages {one.seconds:7.1f} s, {one.processor:7.1f} s of the processor: {rate}")


def packed(out: Path) -> float:
    """Give the median size of a page of *out* in KB as gzip packs it, from every hundredth."""
    pages = sorted(out.rglob("*.html"))[::100]
    return median(len(compress(page.read_bytes())) for page in pages) / 1000


def twice(index: Path, out: Path) -> tuple[Run, Run]:
    """Build the site of *index* in *out*, and once more with nothing changed."""
    build = [sys.executable, "-m", "kb", "site", "build", "--index", str(index), "--out", str(out)]
    return run(build, out), run(build, out)


def rulings(index: Path, out: Path) -> Run:
    """Let `kb` make the ruling pages of *index* in *out* and nothing else."""
    return run([sys.executable, "-m", "tests.bench.rulings", str(index), str(out)], out)


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
        files = [path for path in out.rglob("*") if path.is_file()]
        size = sum(file.stat().st_size for file in files) / 1e6
        print(f"{len(files):,} files, {size:.0f} MB; median page {packed(out):.1f} KB packed")


if __name__ == "__main__":
    main()
