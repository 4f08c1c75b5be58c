"""The ground that trials are run on: `kb` as a process of its own, what an index answers, what a site holds."""

import contextlib
import hashlib
import json
import os
import posixpath
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import kb
from kb.export import forms

_ROOT = Path(__file__).parents[3]
QUERIES = ("suspend X cost", "cascade", "card:warden flying", '"no cost of"', "vanishing counters", "suspension étape")
"""What an index is asked, to see whether it answers as it should."""
_HREF = re.compile(rb'\s(?:href|src|action)="([^"]*)"')
_SITE_MANIFEST = ".kb-site.json"


@dataclass(frozen=True, slots=True)
class Trial:
    """One try to break something."""

    name: str
    fault: str = ""
    """What broke; "" when all held."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run of `kb` came to."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def refused(self) -> bool:
        """Whether it failed as agreed: exit code 2 and one line that says why."""
        return self.code == 2 and self.err.startswith("kb: ") and self.err.count("\n") == 1

    def __str__(self) -> str:
        """Return its end, in short."""
        return f"exit {self.code}, stderr {self.err[-400:]!r}"


def command(*arguments: str | Path, limits: str = "") -> list[str]:
    """Return the command line of `kb` with *arguments*, under the *limits* of a shell's `ulimit`."""
    line = [sys.executable, "-m", "kb", *map(str, arguments)]
    return ["sh", "-c", f"ulimit {limits} && exec {shlex.join(line)}"] if limits else line


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a run: this project, and *home* for all that a user has."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "LANG", "SYSTEMROOT", "TMPDIR"}}
    return kept | {"PYTHONPATH": str(_ROOT), "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}


def run(*arguments: str | Path, home: Path, limits: str = "", seconds: float = 120) -> Run:
    """Run `kb` to its end, or for *seconds*."""
    begun = time.monotonic()
    try:
        done = subprocess.run(
            command(*arguments, limits=limits),
            capture_output=True,
            text=True,
            env=environment(home),
            cwd=home,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Run(-1, "", f"still running after {seconds} s", seconds)
    return Run(done.returncode, done.stdout, done.stderr, time.monotonic() - begun)


def killed(*arguments: str | Path, home: Path, after: float, group: bool) -> bool:
    """Kill `kb` *after* so many seconds, with what it started if the whole *group*; say whether it was still at it."""
    with subprocess.Popen(
        command(*arguments),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(home),
        cwd=home,
        start_new_session=True,
    ) as process:
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                (os.killpg if group else os.kill)(process.pid, signal.SIGKILL)
            return process.wait() == -signal.SIGKILL
    return False


# --- an index -------------------------------------------------------------------------------------------------------


def answers(index: Path) -> str:
    """Return a hash over all that *index* exports, and over what it answers to each of `QUERIES`."""
    digest = hashlib.sha256()
    with kb.open_index(index) as opened:
        rulings = opened.rulings()
        links = opened.links(rulings)
        names = forms.NamesById(opened.store.names_of_cards(), opened.store.names_of_mechanics())
        for ruling in rulings:
            digest.update(json.dumps(forms.export(ruling, links[ruling.id], names)).encode())
        for query in QUERIES:
            found = opened.search(query, limit=30)
            hits = [hit.ruling for hit in found.hits]
            digest.update(json.dumps(forms.answer(found, opened.links(hits), names)).encode())
    return digest.hexdigest()


def litter(index: Path) -> list[str]:
    """Name what lies in *index* besides the lock, the pointer, and two generations at most."""
    names = sorted(entry.name for entry in index.iterdir())
    generations = [name for name in names if name.startswith("gen-")]
    usual = {"lock", "current", *generations[:2]}
    return [name for name in names if name not in usual and not name.startswith("read")]


# --- a site ---------------------------------------------------------------------------------------------------------


def tree(folder: Path) -> dict[str, str]:
    """Return the hash of every file below *folder*, and where every link leads."""
    found: dict[str, str] = {}
    for place, _, names in os.walk(folder):
        for name in names:
            file = Path(place, name)
            kept = file.is_symlink() or not file.is_file()
            found[file.relative_to(folder).as_posix()] = (
                "special" if kept else hashlib.sha256(file.read_bytes()).hexdigest()
            )
    return found


def broken(site: Path) -> Iterator[str]:
    """List pages that are cut off, and links that lead nowhere."""
    files = {path for path in tree(site) if not path.startswith(".kb-site.part/")}
    for path in sorted(files):
        if path.endswith(".html"):
            content = (site / path).read_bytes()
            if not content.rstrip().endswith(b"</html>"):
                yield f"{path} is cut off"
            yield from (f"{path} links to {href}" for href in _dead(path, content, files))
        elif path.endswith(".js") and not (site / path).read_bytes().endswith(b"\n"):
            yield f"{path} is cut off"


def _dead(path: str, content: bytes, files: set[str]) -> Iterator[str]:
    for href in sorted({match.decode() for match in _HREF.findall(content)}):
        address = urlsplit(href)
        if address.scheme or address.netloc or not address.path:
            continue
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(address.path)))
        if target not in files and f"{target}/index.html".removeprefix("./") not in files:
            yield href


def whole(site: Path) -> str:
    """Return the first faults of *site*; "" when it has none."""
    return "; ".join(fault for fault, _ in zip(broken(site), range(3), strict=False))


def same_site(site: Path, clean: Path) -> bool:
    """Whether two folders hold the same site, and nothing else."""
    return tree(site) == tree(clean)
