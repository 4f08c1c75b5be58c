"""Runs that are killed at random moments: what was there stays whole, and the next run needs no hand."""

import random
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kb.errors import KbError
from tests.tools.reliability.corpus import write_corpus
from tests.tools.reliability.ground import Trial, answers, killed, litter, run, same_site, whole


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a corpus, and what a clean run makes of it."""

    corpus: Path
    index: Path
    answers: str
    site: Path | None
    seconds: float
    """How long the run that is to be killed takes when it is let."""


def prepare(folder: Path, rulings: int, seed: int, *, site: bool) -> tuple[Version, Version]:
    """Make two corpora, one a few files and many rulings on from the other, and build each cleanly."""
    first = write_corpus(folder / "corpus-0", rulings, seed)
    second = write_corpus(folder / "corpus-1", rulings + rulings // 10, seed + 1)
    for name in ("page-0.txt", "page-1.txt"):
        shutil.copyfile(first / name, second / name)
    return _version(folder, first, site=site), _version(folder, second, site=site)


def _version(folder: Path, corpus: Path, *, site: bool) -> Version:
    index = folder / f"clean-{corpus.name}"
    begun = time.monotonic()
    _must(run("ingest", corpus, "--index", index, home=folder))
    out = folder / f"site-{corpus.name}" if site else None
    if out is not None:
        begun = time.monotonic()
        _must(run("site", "build", "--index", index, "--out", out, home=folder))
    return Version(corpus, index, answers(index), out, time.monotonic() - begun)


def _must(done: object) -> None:
    if getattr(done, "code", 0) != 0:
        raise RuntimeError(str(done))


def ingests(folder: Path, count: int, seed: int, *, rulings: int = 2600) -> Iterator[Trial]:
    """Kill *count* ingests that turn one corpus into the other, there and back."""
    chance = random.Random(seed)  # noqa: S311  (a fixed seed, no secret)
    versions = prepare(folder, rulings, seed, site=False)
    index = folder / "index"
    _must(run("ingest", versions[0].corpus, "--index", index, home=folder))
    for number in range(count):
        old, new = versions[number % 2], versions[1 - number % 2]
        after, group = chance.uniform(0, new.seconds), chance.random() < 0.5
        at_work = killed("ingest", new.corpus, "--index", index, home=folder, after=after, group=group)
        name = f"ingest killed after {after:.2f} s{'' if at_work else ' (it was done)'}"
        yield Trial(name, _index_fault(folder, index, old, new))


def _index_fault(folder: Path, index: Path, old: Version, new: Version) -> str:
    try:
        if answers(index) not in {old.answers, new.answers}:
            return "the index answers as neither corpus does"
    except (KbError, OSError) as error:
        return f"the index does not answer: {error}"
    again = run("ingest", new.corpus, "--index", index, home=folder)
    if again.code:
        return f"the next ingest fails: {again}"
    if answers(index) != new.answers:
        return "the next ingest gives another index than a clean one"
    left = litter(index)
    return f"the next ingest leaves {left}" if left else ""


def sites(folder: Path, count: int, seed: int, *, rulings: int = 240) -> Iterator[Trial]:
    """Kill *count* builds of a site that turn the one of one corpus into that of the other, there and back."""
    chance = random.Random(seed)  # noqa: S311  (a fixed seed, no secret)
    versions = prepare(folder, rulings, seed, site=True)
    out = folder / "site"
    _must(run("site", "build", "--index", versions[0].index, "--out", out, home=folder))
    for number in range(count):
        new = versions[1 - number % 2]
        after, group = chance.uniform(0, new.seconds), chance.random() < 0.5
        at_work = killed("site", "build", "--index", new.index, "--out", out, home=folder, after=after, group=group)
        name = f"site build killed after {after:.2f} s{'' if at_work else ' (it was done)'}"
        yield Trial(name, site_fault(folder, out, new))


def site_fault(folder: Path, out: Path, new: Version) -> str:
    """Return what is wrong with the site in *out*, or with what the next build makes of it; "" when nothing is."""
    fault = whole(out)
    if fault:
        return f"the site is not whole: {fault}"
    again = run("site", "build", "--index", new.index, "--out", out, home=folder)
    if again.code:
        return f"the next build fails: {again}"
    if new.site is None or not same_site(out, new.site):
        return "the next build gives another site than a clean one"
    return ""


def first_sites(folder: Path, count: int, seed: int, *, rulings: int = 240) -> Iterator[Trial]:
    """Kill *count* first builds: what shows a start page is whole, and the next run finishes it."""
    chance = random.Random(seed)  # noqa: S311  (a fixed seed, no secret)
    new, _ = prepare(folder, rulings, seed, site=True)
    for number in range(count):
        out = folder / f"first-{number}"
        after = chance.uniform(new.seconds / 2, new.seconds)
        killed("site", "build", "--index", new.index, "--out", out, home=folder, after=after, group=True)
        name = f"first site build killed after {after:.2f} s"
        fault = site_fault(folder, out, new) if (out / "index.html").exists() else ""
        again = run("site", "build", "--index", new.index, "--out", out, home=folder)
        if again.code or not same_site(out, new.site or out):
            fault = f"the next build does not finish it: {again}"
        shutil.rmtree(out)
        yield Trial(name, fault)
