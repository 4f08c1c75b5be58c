"""Files that are too much or no files at all, and a look at what a run writes where."""

import gzip
import json
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from tests.tools.reliability.corpus import write_corpus
from tests.tools.reliability.ground import Run, Trial, answers, command, environment, run, tree

_GIGABYTE = "-v 1048576"
_MEGA = 1024 * 1024
_LONGEST = 300
"""Seconds in which even the largest file is read or refused."""
Make = Callable[[Path], None]


def large_files(folder: Path, megabytes: int) -> Iterator[Trial]:
    """Read or refuse files of *megabytes*, within a gigabyte and with a good page beside them."""
    for name, make in _LARGE.items():
        yield Trial(f"{megabytes} MB: {name}", _beside_good(folder, name, lambda file, m=make: m(file, megabytes)))  # type: ignore[misc]


def hostile_files(folder: Path, names: Collection[str] = ()) -> Iterator[Trial]:
    """Read or refuse small files of the worst kind, all or those of *names*, each with a good page beside it."""
    for name in names or _HOSTILE:
        make, told = _HOSTILE[name]
        yield Trial(name, _beside_good(folder, name, make, told))


def _beside_good(folder: Path, name: str, make: Make, told: str | None = None) -> str:
    place = folder / "hostile"
    corpus = write_corpus(place / "corpus", 40, 1)
    try:
        make(corpus / name)
        done = run("ingest", corpus, "--index", place / "index", home=folder, limits=_GIGABYTE, seconds=_LONGEST)
        if told is not None and not _is_told(done, told):
            return f"“{told}” is not what it says: {done}"
        return _fault(done, place / "index")
    finally:
        shutil.rmtree(place)


def _is_told(done: Run, told: str) -> bool:
    """Whether the run says of one file, in one line, what is expected; nothing where it passes over it."""
    if not told:
        return done.code == 0 and done.err == ""
    left_out = done.code == 1 and "Left out: 1 file" in done.out
    return told in done.err and done.err.count("\n") == 1 and (left_out or done.code == 0)


def _fault(done: Run, index: Path) -> str:
    if done.refused:  # for lack of memory
        return ""
    if done.code not in {0, 1} or "Traceback" in done.err:
        return str(done)
    exported = run("export", "--index", index, home=index.parent)
    return "" if exported.code == 0 and exported.out.count("\n") >= 30 else f"the good page was not read: {exported}"


# --- large ones -----------------------------------------------------------------------------------------------------


def _repeated(piece: bytes, before: bytes = b"", after: bytes = b"") -> Callable[[Path, int], None]:
    def make(file: Path, megabytes: int) -> None:
        block = piece * (_MEGA // len(piece) + 1)
        with file.open("wb") as stream:
            stream.write(before)
            for _ in range(megabytes):
                stream.write(block)
            stream.write(after)

    return make


def _rows(file: Path, megabytes: int) -> None:
    with file.open("w", encoding="ascii") as stream:
        number = 0
        while stream.tell() < megabytes * _MEGA:
            for _ in range(1000):
                number += 1
                row = {"date": "2024-02-02", "lang": "en", "text": f"Ruling {number} of many. " * 8, "cards": ["Bell"]}
                row |= {"id": f"{number:012x}", "mechanics": [], "sources": []}
                stream.write(json.dumps(row) + "\n")


def _bomb(piece: bytes) -> Callable[[Path, int], None]:
    def make(file: Path, megabytes: int) -> None:
        with gzip.open(file, "wb", compresslevel=9) as stream:
            for _ in range(megabytes * 10):
                stream.write(piece * (_MEGA // len(piece)))

    return make


_LARGE: dict[str, Callable[[Path, int], None]] = {
    "lines.txt": _repeated(b"2024-02-02 A ruling that is said again.\n", b"Bell of Old Harrow\n"),
    "one-line.txt": _repeated(b"word "),
    "page.html": _repeated(b"<p>2024-02-02 A ruling.</p>\n", b"<html><body>", b"</body></html>"),
    "deep.html": _repeated(b"<div>", b"<html><body>"),
    "string.json": _repeated(b"a", b'[{"oracle_id": "', b'"}]'),
    "deep.json": _repeated(b"["),
    "array.json": _repeated(b'{"object":"ruling"},', b"[", b"{}]"),
    "rows.jsonl": _rows,
    "bomb.txt.gz": _bomb(b"\0 "),
    "bomb-of-text.txt.gz": _bomb(b"2024-02-02 A.\n"),
    "bomb.json.gz": _bomb(b"[1, "),
}


# --- hostile ones ---------------------------------------------------------------------------------------------------


def _bytes(content: bytes) -> Make:
    return lambda file: file.write_bytes(content) and None


def _unreadable(file: Path) -> None:
    file.write_text("Bell of Old Harrow\n2024-02-02 A ruling.\n", "utf-8")
    file.chmod(0)


def _leads_out(file: Path) -> None:
    secret = file.parents[2] / "outside.txt"
    secret.write_text("Bell of Old Harrow\n\n2024-02-02 The secret of another folder.\n", "utf-8")
    file.symlink_to(secret)


_BINARY, _NO_LAYOUT, _ENDLESS = (
    "is binary, not text",
    "no layout claims this json file",
    "more than any page of rulings",
)
_HOSTILE: dict[str, tuple[Make, str]] = {
    "nul.txt": (_bytes(b"Bell\n2024-02-02 A ruling\0 with nothing in it.\n"), _BINARY),
    "zeros.txt": (_bytes(bytes(100_000)), _BINARY),
    "half-utf-8.txt": (_bytes(b"Bell\n2024-02-02 A ruling \xe2\x82"), "read as cp1252"),
    "deep.json": (_bytes(b'[{"a":' * 100_000), _NO_LAYOUT),
    "deep-array.json": (_bytes(b"[" * 1_000_000 + b"]" * 1_000_000), _NO_LAYOUT),
    "deep-in-ruling.json": (_bytes(b'[{"object":"ruling","a":' + b"[" * 1_000_000), "nested too deep"),
    "deep.html": (_bytes(b"<html><body>" + b"<div><ul><li>" * 200_000), _ENDLESS),
    "huge-number.json": (_bytes(b'[{"object":"ruling","a":1' + b"0" * 100_000 + b"}]"), "has a number too long"),
    "huge-exponent.json": (_bytes(b'[{"object":"ruling","published_at":1e999999999}]'), "the ruling has no text"),
    "attributes.html": (_bytes(b"<html><body><p " + b"a=b " * 500_000 + b">x</p>"), ""),
    "entities.html": (_bytes(b"<html><body><p>" + b"&amp" * 500_000), _ENDLESS),
    "open-tags.html": (_bytes(b"<html><body>" + b"<" * 2_000_000), _ENDLESS),
    "one-word.txt": (_bytes(b"a" * 5_000_000), _ENDLESS),
    "dates.txt": (_bytes(b"Bell\n" + b"2024-02-02\n" * 200_000), _ENDLESS),
    "dashes.txt": (_bytes(b"Bell\n" + b"- " * 1_000_000), _ENDLESS),
    "spaces.txt": (_bytes(b"Bell\n2024-02-02 A" + b" " * 5_000_000 + b"ruling.\n"), _ENDLESS),
    "cut-off.txt.gz": (_bytes(gzip.compress(os.urandom(100_000))[:50_000]), "cut off or damaged"),
    "bomb.txt.gz": (_bytes(gzip.compress(b"2024-02-02 A.\n" * 2_000_000)), "is over 16 MB of text"),
    "bomb.json.gz": (_bytes(gzip.compress(b'[{"object":"ruling"}' + b"," + b"[" * 20_000_000)), "nested too deep"),
    "escapes.txt": (_bytes(b"Bell\n2024-02-02 \x1b[2J\x1b]0;owned\x07 A ruling.\n"), _BINARY),
    "control\x1b[31m\n.txt": (_bytes(b"Bell\n2024-02-02 A ruling.\n"), "control\ufffd[31m\ufffd.txt:2: "),
    "right-\u202eto-left.txt": (_bytes("Bell\n2024-02-02 A \u202eruling.\n".encode()), "right-\ufffdto-left.txt:2: "),
    os.fsdecode(b"no-\xff-utf-8.txt"): (_bytes(b"Bell\n2024-02-02 A ruling.\n"), "no-\ufffd-utf-8.txt:2: "),
    "pipe.txt": (os.mkfifo, ""),
    "leads-out.txt": (_leads_out, ""),
    "circle.txt": (lambda file: file.symlink_to(file.name), ""),
    "parent": (lambda file: file.symlink_to("..", target_is_directory=True), ""),
    "device.txt": (lambda file: file.symlink_to("/dev/zero"), ""),
    "dangling.txt": (lambda file: file.symlink_to("nowhere.txt"), ""),
}
"""What makes each, and what is said of it; "" where it is passed over, or read, without a word."""


def unreadable(folder: Path) -> Iterator[Trial]:
    """Ingest a file and a folder that may not be read; a run that is root gives up what lets it read them."""
    plain = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
    if plain and not shutil.which(plain[0]):
        return
    corpus = write_corpus(folder / "corpus", 40, 1)
    _unreadable(corpus / "unreadable.txt")
    (corpus / "closed").mkdir(mode=0)
    done = subprocess.run(
        [*plain, *command("ingest", corpus, "--index", folder / "index")],
        capture_output=True,
        text=True,
        env=environment(folder),
        cwd=folder,
        check=False,
        timeout=_LONGEST,
    )
    (corpus / "closed").chmod(0o700)
    good = done.returncode == 1 and "unreadable.txt" in done.stderr and "Traceback" not in done.stderr
    yield Trial("a file that may not be read", "" if good else f"exit {done.returncode}: {done.stderr[-400:]}")


def vanishing_files(folder: Path, count: int) -> Iterator[Trial]:
    """Ingest *count* times while files come and go."""
    corpus = write_corpus(folder / "corpus", 400, 1)
    pages = sorted(corpus.glob("page-*.txt"))
    over = threading.Event()

    def stir() -> None:
        while not over.is_set():
            for page in pages[::2]:
                page.rename(page.with_suffix(".gone"))
                time.sleep(0.001)
                page.with_suffix(".gone").rename(page)

    stirring = threading.Thread(target=stir)
    stirring.start()
    try:
        for number in range(count):
            done = run("ingest", corpus, "--index", folder / "index", home=folder)
            fault = "" if done.code in {0, 1} and "Traceback" not in done.err else str(done)
            yield Trial(f"ingest {number} while files vanish", fault)
    finally:
        over.set()
        stirring.join()


# --- what is written where ------------------------------------------------------------------------------------------

_WRITES = re.compile(r"O_(?:CREAT|WRONLY|RDWR)|^(?:\S+ )?(?:mkdir|unlink|rename|rmdir|symlink|link|chmod|truncate)")
_PATHS = re.compile(r'"((?:[^"\\]|\\.)*)"')


def reach(folder: Path) -> Iterator[Trial]:
    """Hold that an ingest and a site build change nothing but the index, the site and the state of the user."""
    corpus = write_corpus(folder / "corpus", 300, 1)
    index, out, home = folder / "index", folder / "site", folder / "home"
    home.mkdir()
    before = tree(folder)
    for arguments in (
        ("ingest", corpus, "--index", index),
        ("site", "build", "--index", index, "--out", out),
        ("search", "--index", index, "cascade"),
        ("export", "--index", index),
    ):
        yield Trial(f"nothing else is changed by {arguments[0]}", _outside(folder, before, *arguments))
        if shutil.which("strace"):
            yield Trial(f"nothing else is opened to write by {arguments[0]}", _traced(folder, *arguments))
    yield Trial("the index answers", "" if answers(index) else "it does not")


def _outside(folder: Path, before: dict[str, str], *arguments: str | Path) -> str:
    done = run(*arguments, home=folder / "home")
    if done.code:
        return str(done)
    after = tree(folder)
    ours = ("index/", "site/", "home/.local/state/kb/")
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    return ", ".join(sorted(path for path in changed if not path.startswith(ours)))


def _traced(folder: Path, *arguments: str | Path) -> str:
    log = folder.parent / f"{folder.name}-trace"
    line = ["strace", "-f", "-qq", "-y", "-s", "400", "-e", "trace=%file", "-o", str(log), *command(*arguments)]
    subprocess.run(
        line, env=environment(folder / "home"), cwd=folder / "home", stdout=subprocess.DEVNULL, check=True, timeout=120
    )
    written = {path for line in log.read_text("utf-8", "replace").splitlines() for path in _written(line)}
    log.unlink()
    allowed = tuple(f"{folder}/{name}" for name in ("index", "site", "home/.local"))
    return ", ".join(sorted(path for path in written if not path.startswith((*allowed, "/dev/"))))


def _written(line: str) -> Iterator[str]:
    call = line.partition(" ")[2].lstrip()
    # A file that has no name changes no folder.
    if (
        " = -1 " in call
        or "O_TMPFILE" in call
        or call.startswith("readlink")
        or not _WRITES.search(call.replace("O_RDONLY", ""))
    ):
        return
    base = re.search(r"<([^>]*)>", call.partition('"')[0])
    yield from (
        os.path.join(base[1] if base else "/", path)  # noqa: PTH118  (the second may be absolute)
        for path in _PATHS.findall(call)
    )
