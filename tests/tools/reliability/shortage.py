"""Runs that are out of disk space or out of memory: one line, exit code 2, and everything as it was."""

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kb.errors import KbError
from tests.tools.reliability.ground import Run, Trial, answers, litter, run, same_site, whole
from tests.tools.reliability.kills import Version, prepare

_BLOCK = 512
"""Bytes of a block of `ulimit -f`."""
_KILOBYTE = 1024


def shortages(folder: Path, count: int, seed: int, *, rulings: int = 240, large: int = 2600) -> Iterator[Trial]:
    """Try *count* levels each of: the size of a file, the space on a disk, and memory, for ingest and site build."""
    small = _Ground(folder / "small", rulings, seed)
    yield from small.tried("-f", [_blocks(level, count) for level in range(count)])
    yield from _on_small_disks(small, count)
    yield from small.tried("-v", _memories(small, count))
    beside = _Ground(folder / "large", large, seed, site=False)
    yield from beside.tried("-v", _memories(beside, count))


def _blocks(level: int, count: int) -> int:
    """Return a limit between 4 kB and 1 MB."""
    return int(4096 * 256 ** (level / max(count - 1, 1))) // _BLOCK


def _memories(ground: "_Ground", count: int) -> list[int]:
    """Return limits from what does not let Python start its work, up to what a run needs."""
    lowest, highest = ground.need // 5, ground.need
    return [lowest + (highest - lowest) * level // count for level in range(count)]


class _Ground:
    """Two versions of a corpus; an index and a site of the first, which runs for the second must not harm."""

    def __init__(self, folder: Path, rulings: int, seed: int, *, site: bool = True) -> None:
        folder.mkdir()
        self.folder = folder
        self.old, self.new = prepare(folder, rulings, seed, site=site)
        self.index, self.out = folder / "index", folder / "site"
        self.reset(self.folder)

    @property
    def need(self) -> int:
        """Return roughly the address space in kB that an ingest of the second version takes."""
        low, high = 32 * _KILOBYTE, 2 * _KILOBYTE**2
        scratch = self.folder / "scratch"
        while high - low > 16 * _KILOBYTE:
            middle = (low + high) // 2
            done = run("ingest", self.new.corpus, "--index", scratch, home=self.folder, limits=f"-v {middle}")
            low, high = (low, middle) if done.code == 0 else (middle, high)
        shutil.rmtree(scratch, ignore_errors=True)
        return high

    def reset(self, place: Path) -> None:
        """Put index and site of the first version into *place*."""
        self.index, self.out = place / "index", place / "site"
        for kept, there in ((self.old.index, self.index), (self.old.site, self.out)):
            shutil.rmtree(there, ignore_errors=True)
            if kept is not None:
                shutil.copytree(kept, there)

    def tried(self, limit: str, levels: list[int]) -> Iterator[Trial]:
        """Run under each level of a limit, and then without it."""
        for level in levels:
            limits = f"{limit} {level}"
            yield Trial(f"ingest under ulimit {limits}", self.ingest(limits))
            if self.new.site is not None:
                yield Trial(f"site build under ulimit {limits}", self.build(limits))

    def ingest(self, limits: str = "") -> str:
        """Ingest the second version short of something; say what broke."""
        done = run("ingest", self.new.corpus, "--index", self.index, home=self.folder, limits=limits)
        try:
            found = answers(self.index)
        except (KbError, OSError) as error:
            return f"the index does not answer: {error}; {done}"
        if found != (self.new if done.code == 0 else self.old).answers:
            return f"the index answers otherwise; {done}"
        if litter(self.index):
            return f"left over: {litter(self.index)}; {done}"
        return _manner(done)

    def build(self, limits: str = "") -> str:
        """Build the site of the second version short of something; say what broke."""
        done = run("site", "build", "--index", self.new.index, "--out", self.out, home=self.folder, limits=limits)
        if whole(self.out):
            return f"the site is not whole: {whole(self.out)}; {done}"
        if not _is_version(self.out, self.new if done.code == 0 else self.old):
            return f"the site is neither the old one nor the new one; {done}"
        return _manner(done)

    def again(self) -> str:
        """Do both without any shortage; say what is not as it should be."""
        ingested = run("ingest", self.new.corpus, "--index", self.index, home=self.folder)
        built = run("site", "build", "--index", self.index, "--out", self.out, home=self.folder)
        if ingested.code or built.code:
            return f"the next runs fail: {ingested}, {built}"
        if answers(self.index) != self.new.answers or not _is_version(self.out, self.new):
            return "the next runs give something else than clean ones"
        return ""


def _is_version(out: Path, version: Version) -> bool:
    return version.site is not None and same_site(out, version.site)


def _manner(done: Run) -> str:
    return "" if done.code == 0 or done.refused else f"not told in one line: {done}"


# --- disks ----------------------------------------------------------------------------------------------------------


def _on_small_disks(ground: _Ground, count: int) -> Iterator[Trial]:
    """Fill a small disk up to *count* levels, run, make room, run again."""
    with small_disk(ground.folder / "disk", "64m") as disk:
        if disk is None:
            return
        for level in range(count):
            ground.reset(disk)
            left = int(4096 * 2048 ** (level / max(count - 1, 1)))
            _fill(disk / "filler", left)
            yield Trial(f"ingest with {left:,} bytes of disk left", ground.ingest())
            yield Trial(f"site build with {left:,} bytes of disk left", ground.build())
            (disk / "filler").unlink()
            yield Trial("the next runs, with room", ground.again())
        ground.reset(ground.folder)


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path | None]:
    """Mount a disk of *size* in memory at *place*; give None where that is not allowed."""
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def _fill(filler: Path, left: int) -> None:
    """Fill the disk of *filler* but for *left* bytes."""
    free = shutil.disk_usage(filler.parent).free
    with contextlib.suppress(OSError), filler.open("wb") as file:
        for _ in range(max(free - left, 0) // 4096):
            file.write(bytes(4096))
