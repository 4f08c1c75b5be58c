"""Fuzz a target: `python -m tests.tools.fuzz TARGET [--seconds N] [--seed S] [--keep DIR] [--corpus DIR]`.

With atheris installed it follows the branches of the code; without, it changes the samples at random. What is found is
written to the folder that the tests read, to be kept; inputs that reached something new go to the corpus, so that the
next run starts from them. The last line says how many inputs were tried.
"""

import argparse
import hashlib
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

try:
    import atheris
except ImportError:
    atheris = None
if atheris is not None:
    with atheris.instrument_imports(include=["kb"]):
        from tests.tools.fuzz.targets import SAMPLES, TARGETS, attack, seeds
else:
    from tests.tools.fuzz.targets import SAMPLES, TARGETS, attack, seeds
from tests.tools.fuzz.mutate import mutated

_MOST_KEPT = 20


class _Findings:
    """Faults by where they were raised, the shortest input of each."""

    def __init__(self, name: str, folder: Path) -> None:
        self._name, self._folder = name, folder
        self._shortest: dict[str, int] = {}
        self.tries = 0

    def throw(self, raw: bytes) -> None:
        """Throw *raw* at the target and keep it if it is a fault that was not known, or shorter."""
        self.tries += 1
        try:
            attack(self._name, raw)
        except Exception as error:  # noqa: BLE001  (whatever it is, it is what is looked for)
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}"
            if len(raw) < self._shortest.get(where, sys.maxsize) and len(self._shortest) < _MOST_KEPT:
                self._shortest[where] = len(raw)
                self._folder.mkdir(parents=True, exist_ok=True)
                mark = hashlib.sha256(where.encode()).hexdigest()[:8]
                (self._folder / f"{self._name}-{mark}").write_bytes(raw)
                print(f"{where}: {error!s:.200} ({len(raw)} bytes, {mark})", flush=True)

    def report(self) -> int:
        """Print the counts; 1 if there was a fault."""
        print(f"{self._name}: {self.tries:,} inputs, {len(self._shortest)} faults", flush=True)
        return 1 if self._shortest else 0


def main() -> int:
    """Fuzz one target for so many seconds."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=SAMPLES / "fuzz")
    parser.add_argument("--corpus", type=Path, help="keep inputs that reached something new [default: until the end]")
    parser.add_argument("--plain", action="store_true", help="do without atheris")
    options = parser.parse_args()
    findings = _Findings(options.target, options.keep)
    fed = seeds(options.target)
    deadline = time.monotonic() + options.seconds
    for raw in fed:
        if time.monotonic() < deadline:
            findings.throw(raw)
    if atheris is None or options.plain:
        chance = random.Random(options.seed)  # noqa: S311  (a fixed seed, no secret)
        while time.monotonic() < deadline:
            findings.throw(mutated(chance, chance.choice(fed), fed))
        return findings.report()
    return _follow(options.seed, options.corpus, findings, fed, deadline)


def _follow(seed: int, corpus: Path | None, findings: _Findings, fed: list[bytes], deadline: float) -> int:
    """Let atheris choose among changed samples by the branches that they reach."""
    chance = random.Random(seed)  # noqa: S311  (a fixed seed, no secret)
    folder = corpus or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    for raw in fed:
        (folder / hashlib.sha256(raw).hexdigest()[:16]).write_bytes(raw)

    def once(raw: bytes) -> None:
        findings.throw(raw)
        if time.monotonic() > deadline:
            code = findings.report()
            if corpus is None:
                shutil.rmtree(folder, ignore_errors=True)
            os._exit(code)  # an exception would be reported as a crash

    def change(raw: bytes, most: int, _: int) -> bytes:
        return mutated(chance, raw or chance.choice(fed), fed)[:most]

    _run(seed, folder, once, change)
    return findings.report()


def _run(seed: int, corpus: Path, once: Callable[[bytes], None], change: Callable[[bytes, int, int], bytes]) -> None:
    flags = [f"-seed={seed}", "-max_len=65536", "-timeout=60", "-rss_limit_mb=2048", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *flags, str(corpus)], once, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
