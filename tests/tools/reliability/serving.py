"""`kb site serve` under crowds, slow readers and addresses that try to get out of its folder."""

import contextlib
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tests.prompt import AS_TYPED
from tests.tools.reliability.corpus import write_corpus
from tests.tools.reliability.ground import Trial, command, environment, run

_SECRET = b"a secret of the user"
_ADDRESS = re.compile(r"http://([0-9.]+):([0-9]+)/")
OUTWARD = (
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/.%2e/secret.txt",
    "/en/../../secret.txt",
    "/en/%2e%2e/%2e%2e/secret.txt",
    "/%252e%252e/secret.txt",
    "/..\\secret.txt",
    "/..%5csecret.txt",
    "//secret.txt",
    "/%2f..%2fsecret.txt",
    "{secret}",
    "/{secret}",
    "file://{secret}",
    "/out.txt",
    "/out/secret.txt",
    "/linked/",
    "/linked/index.html",
    "/.hidden",
    "/.kb-site.json",
    "/pipe",
    "/piped/",
    "/circle",
    "/%00",
    "/secret.txt%00.html",
    "/" + "../" * 40 + "secret.txt",
)
"""Addresses, `{secret}` being the path of a file beside the folder, at which that file must not be had."""
KINDS = {
    "/": "text/html; charset=utf-8",
    "/en/": "text/html; charset=utf-8",
    "/static/style.css": "text/css; charset=utf-8",
    "/search/base0.js": "text/javascript; charset=utf-8",
    "/en/feed.xml": "application/xml; charset=utf-8",
    "/robots.txt": "text/plain; charset=utf-8",
}


def site(folder: Path, seed: int) -> Path:
    """Build a small site in *folder*, beside a secret, and lay traps in it."""
    corpus = write_corpus(folder / "corpus", 24, seed)
    out = folder / "site"
    for arguments in (("ingest", corpus), ("site", "build", "--out", out)):
        done = run(*arguments, "--index", folder / "index", home=folder)
        if done.code:
            raise RuntimeError(str(done))
    (folder / "secret.txt").write_bytes(_SECRET)
    (folder / "index.html").write_bytes(_SECRET)
    (out / ".hidden").write_bytes(_SECRET)
    (out / "out.txt").symlink_to(folder / "secret.txt")
    (out / "out").symlink_to(folder, target_is_directory=True)
    (out / "circle").symlink_to("circle")
    (out / "linked").mkdir()
    (out / "linked" / "index.html").symlink_to(folder / "secret.txt")
    (out / "piped").mkdir()
    os.mkfifo(out / "pipe")
    os.mkfifo(out / "piped" / "index.html")
    return out


@contextmanager
def served(folder: Path, out: Path) -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """Serve *out* by a process of its own; give it, and the address it says it listens at."""
    line = [sys.executable, "-c", AS_TYPED, *command("site", "serve", "--out", out, "--port", "0")[3:]]
    options = {"env": environment(folder) | {"PYTHONUNBUFFERED": "1"}, "cwd": folder, "text": True}
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options) as process:
        try:
            said = _ADDRESS.search(process.stdout.readline() if process.stdout else "")
            if said is None:
                raise RuntimeError("the server names no address")
            yield process, said[1], int(said[2])
        finally:
            process.kill()


def ask(port: int, address: str, *, head: str = "", seconds: float = 5) -> tuple[int, str, bytes]:
    """Ask for *address* as it stands; give status, type and body, status 0 when the server just hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        connection.sendall(f"GET {address} HTTP/1.0\r\n{head}\r\n".encode("latin-1"))
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    first, _, body = answer.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.[01] ([0-9]{3})", first)
    kind = re.search(rb"(?im)^content-type: *([^\r\n]*)", first)
    return int(status[1]) if status else 0, kind[1].decode() if kind else "", body


def serving(folder: Path, count: int, seed: int, *, slow: bool = True) -> Iterator[Trial]:
    """Run every trial of the server, *count* readers at a time where there are many; *slow* ones take a while."""
    out = site(folder, seed)
    with served(folder, out) as (process, host, port):
        yield Trial("listens on loopback alone", _open_elsewhere(host, port))
        for address in OUTWARD:
            yield Trial(f"asked for {address[:60]}", _escapes(folder, port, address))
        for address, kind in KINDS.items():
            status, found, _ = ask(port, address)
            yield Trial(f"type of {address}", "" if (status, found) == (200, kind) else f"{status} {found}")
        yield Trial(f"{count} readers at once", _crowd(port, out, count))
        if slow:
            yield from _slow(port, out, count)
        yield Trial("ends on Ctrl-C while readers hang on", _ended(process, port))


def _open_elsewhere(host: str, port: int) -> str:
    if host != "127.0.0.1":
        return f"it listens at {host}"
    for other in _own_addresses():
        with contextlib.suppress(OSError), socket.create_connection((other, port), timeout=1):
            return f"it answers at {other}"
    return ""


def _own_addresses() -> set[str]:
    found = set()
    with contextlib.suppress(OSError):
        found |= {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)}
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: asks which address would be used
        found.add(str(probe.getsockname()[0]))
    return {address for address in found if not address.startswith("127.") and address != "::1"}


def _escapes(folder: Path, port: int, address: str) -> str:
    try:
        status, _, body = ask(port, address.format(secret=folder / "secret.txt"))
    except TimeoutError:
        return "no answer"
    if _SECRET in body:
        return "the secret was served"
    return "" if status in {0, 400, 404} else f"status {status}"


def _crowd(port: int, out: Path, count: int) -> str:
    page = (out / "en" / "index.html").read_bytes()
    begun = time.monotonic()
    with ThreadPoolExecutor(count) as pool:
        wrong = [body for _, _, body in pool.map(lambda _: ask(port, "/en/", seconds=30), range(count)) if body != page]
    seconds = time.monotonic() - begun
    if wrong:
        return f"{len(wrong)} of {count} readers got something else"
    return f"it took {seconds:.0f} s" if seconds > 15 else ""


def _slow(port: int, out: Path, count: int) -> Iterator[Trial]:
    """Let many readers say one letter a second, others say nothing, others take nothing; meanwhile ask in earnest."""
    page = (out / "en" / "index.html").read_bytes()
    with contextlib.ExitStack() as held:
        slow = [held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5)) for _ in range(count)]
        for connection in slow[::2]:
            connection.sendall(b"GET /en/ HT")
        begun = time.monotonic()
        status, _, body = ask(port, "/en/")
        quick = time.monotonic() - begun < 2 and status == 200 and body == page
        yield Trial(f"a reader beside {count} slow ones", "" if quick else "it had to wait")
        left = _until_hung_up(slow, 25)
        yield Trial(f"{count} slow readers are let go", f"{left} are still held" if left else "")


def _until_hung_up(slow: list[socket.socket], seconds: float) -> int:
    """Say a letter a second on half of the connections; give how many of all are open after so many *seconds*."""
    waiting = list(slow)
    deadline = time.monotonic() + seconds
    while waiting and time.monotonic() < deadline:
        ready, _, _ = select.select(waiting, [], [], 1)
        waiting = [connection for connection in waiting if connection not in ready]
        for connection in slow[::2]:
            if connection in waiting:
                with contextlib.suppress(OSError):
                    connection.sendall(b"T")
    return len(waiting)


def _ended(process: subprocess.Popen[str], port: int) -> str:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as hanging:
        hanging.sendall(b"GET ")
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(5)
        except subprocess.TimeoutExpired:
            return "it goes on"
    said = process.stderr.read() if process.stderr else ""
    return f"exit {code}, stderr {said[-300:]!r}" if said or code not in {0, 130} else ""
