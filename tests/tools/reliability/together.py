"""Searches while ingests go on, and ingests beside each other."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from tests.tools.reliability.corpus import write_corpus
from tests.tools.reliability.ground import QUERIES, Run, Trial, answers, command, environment, run

_ASK = """
import hashlib, json, sys
import kb
from kb.export import forms
index, queries, stop = sys.argv[1], sys.argv[2:], sys.stdin
for line in stop:
    with kb.open_index(index) as opened:
        query = queries[int(line) % len(queries)]
        found = opened.search(query, limit=30)
        hits = [hit.ruling for hit in found.hits]
        names = forms.NamesById(opened.store.names_of_cards(), opened.store.names_of_mechanics())
        form = forms.answer(found, opened.links(hits), names)
    print(hashlib.sha256(json.dumps(form).encode()).hexdigest(), flush=True)
"""
_HOLD = """
import sys, time
from pathlib import Path
from kb.store import folder as generation
with generation.writing(Path(sys.argv[1]), "held"):
    print("held", flush=True)
    time.sleep(60)
"""


class _Asker:
    """A process that opens the index anew for each question."""

    def __init__(self, index: Path, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _ASK, str(index), *QUERIES],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(folder),
        )

    def ask(self, number: int) -> str:
        """Ask query *number*; give a hash of the answer, or the end of the traceback."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{number}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip() or self._last_words()

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _last_words(self) -> str:
        assert self._process.stderr is not None
        return self._process.stderr.read()[-300:]


def searches(folder: Path, count: int, seed: int, *, runs: int = 20, rulings: int = 600) -> Iterator[Trial]:
    """Ask *count* times while *runs* ingests turn one corpus into the other: each answer is one of the two."""
    corpora = [write_corpus(folder / f"corpus-{n}", rulings, seed + n) for n in range(2)]
    index = folder / "index"
    known: list[set[str]] = [set() for _ in QUERIES]
    for corpus in corpora:
        _must(run("ingest", corpus, "--index", index, home=folder))
        asker = _Asker(index, folder)
        for number, seen in enumerate(known):
            seen.add(asker.ask(number))
        asker.close()
    yield Trial("the two corpora answer otherwise", "" if all(len(seen) == 2 for seen in known) else "they do not")
    yield from _while_ingests_run(folder, index, [corpora[n % 2] for n in range(runs)], known, count)


def _while_ingests_run(
    folder: Path, index: Path, corpora: Sequence[Path], known: Sequence[set[str]], count: int
) -> Iterator[Trial]:
    def ingest_all() -> list[Run]:
        return [run("ingest", corpus, "--index", index, home=folder) for corpus in corpora]

    asker = _Asker(index, folder)
    asked = 0
    with ThreadPoolExecutor(1) as pool:
        ingests: Future[list[Run]] = pool.submit(ingest_all)
        while asked < count or not ingests.done():
            given = asker.ask(asked)
            fault = "" if given in known[asked % len(known)] else f"neither the old answer nor the new one: {given}"
            yield Trial(f"search {asked} during an ingest", fault)
            asked += 1
        for number, done in enumerate(ingests.result()):
            yield Trial(f"ingest {number} during searches", "" if done.code == 0 else str(done))
    asker.close()


def writers(folder: Path, count: int, seed: int) -> Iterator[Trial]:
    """Let ingests meet one that goes on and on, one that ends soon, and *count* that were killed with the lock held."""
    corpus = write_corpus(folder / "corpus", 60, seed)
    index = folder / "index"
    _must(run("ingest", corpus, "--index", index, home=folder))
    before = answers(index)
    chance = random.Random(seed)  # noqa: S311  (a fixed seed, no secret)
    with _holder(folder, index) as holder:
        second = run("ingest", corpus, "--index", index, home=folder)
        told = second.refused and "another run is writing" in second.err and second.seconds > 3
        yield Trial("a second ingest waits, then says so", "" if told else f"{second} after {second.seconds:.1f} s")
        asked = run("search", "--json", "--index", index, "--", QUERIES[1], home=folder)
        found = asked.code == 0 and json.loads(asked.out)["hits"]
        yield Trial("a search beside a writer", "" if found and asked.seconds < 5 else str(asked))
        waiting = subprocess.Popen(
            command("ingest", corpus, "--index", index), env=environment(folder), stderr=subprocess.PIPE, text=True
        )
        time.sleep(1)
        holder.kill()
        _, said = waiting.communicate(timeout=60)
        yield Trial("an ingest that waits goes on when the other is gone", said)
    for number in range(count):
        with _holder(folder, index) as holder:
            time.sleep(chance.random() / 10)
            holder.kill()
        done = run("ingest", corpus, "--index", index, home=folder)
        held = done.code == 0 and answers(index) == before
        yield Trial(f"the lock of dead run {number}", "" if held else str(done))


def _holder(folder: Path, index: Path) -> "subprocess.Popen[str]":
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(index)], stdout=subprocess.PIPE, text=True, env=environment(folder)
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    return holder


def _must(done: Run) -> None:
    if done.code:
        raise RuntimeError(str(done))
