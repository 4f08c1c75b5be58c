"""How much a reader's browser loads to search the site, and how fast it answers, beside Pagefind on the same pages.

    python -m tests.tools.bench.browser INDEX QUERIES [--pagefind PYTHON] [--site FOLDER] [--largest N]

INDEX is an index made by `kb ingest`, QUERIES a file of JSON lines with a `query` each, PYTHON an interpreter that has
the package `pagefind[bin]`; without it only this project is measured. Every file is sent as a server would send it,
packed by gzip; what counts are the bytes that Chromium was sent, heads included. A first search opens the search page
with nothing kept, for each query anew; the further ones follow on one page. What the site keeps for later, once a
page is there, is told apart: the searches are measured without it.
"""

import argparse
import gzip
import json
import re
import shutil
import subprocess
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

import kb
from kb import site
from kb.site.base.names import named_mechanics
from kb.system.places import shipped

SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PACKED = {".html", ".js", ".css", ".svg", ".json"}
QUIET = 0.15
"""Seconds without a request after which nothing more is awaited."""
PAGEFIND_PAGE = """<!doctype html><html lang="en"><title>Pagefind</title><ol></ol><script type="module">
import * as pagefind from "./pagefind/pagefind.js";
window.ask = async (query) => {
  const found = await pagefind.search(query);
  const shown = await Promise.all(found.results.slice(0, 10).map((one) => one.data()));
  document.querySelector("ol").replaceChildren(...shown.map((one) => {
    const item = document.createElement("li");
    item.textContent = one.excerpt;
    return item;
  }));
  return shown.length;
};
await pagefind.init();
document.documentElement.id = "ready";
</script></html>"""
SETTLED = """() => new Promise((resolve) => {
  const results = document.querySelector("[data-part=results]");
  const settled = () => !results.hasAttribute("aria-busy") && document.title.startsWith(QUERY);
  (function wait() { settled() ? resolve() : setTimeout(wait, 10); })();
})"""
WATCH = """() => {
  globalThis.shownAt = 0;
  new MutationObserver(() => (globalThis.shownAt = performance.timeOrigin + performance.now())).observe(
    document.querySelector("[data-part=status]"), { childList: true });
}"""
LAG = """(shownAt) => {
  performance.setResourceTimingBufferSize(100000);
  const ends = performance.getEntriesByType("resource").map((one) => performance.timeOrigin + one.responseEnd);
  return shownAt - Math.max(...ends.filter((end) => end <= shownAt));
}"""
"""How long before then the last file came to the thread that searches."""


@dataclass(frozen=True, slots=True)
class Loads:
    """What searches loaded, in bytes, and how fast they were answered."""

    firsts: Sequence[Counter[str]]
    """By path, what the first search for each query loaded."""
    further: Sequence[int]
    lags: Sequence[float] = ()
    """Milliseconds from the last file of each further search to its answer."""
    later: int = 0
    """What the site keeps for later, with the pages and scripts that nothing else asked for."""

    @property
    def totals(self) -> list[int]:
        """What each first search loaded."""
        return [first.total() for first in self.firsts]


class Packed(SimpleHTTPRequestHandler):
    """Sends files packed, unless they are kept and the same, and says nothing."""

    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_GET(self) -> None:
        """Send the file asked for."""
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        body = packed(path) if path.suffix in PACKED else path.read_bytes()
        tag = f'"{zlib.crc32(body):x}"'
        if kept := self.headers["If-None-Match"] == tag:
            body = b""
        self.send_response(304 if kept else 200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "max-age=600")
        if not kept:
            self.send_header("Content-Length", str(len(body)))
        if path.suffix in PACKED:
            self.send_header("Content-Encoding", "gzip")
        self.server.note(self.path.partition("?")[0], len(body) + sum(map(len, self._headers_buffer)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@cache
def packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class Server(ThreadingHTTPServer):
    """Counts what it sends, heads included."""

    def __init__(self, folder: Path) -> None:
        """Serve *folder* to this machine alone."""
        super().__init__(("127.0.0.1", 0), partial(Packed, directory=str(folder)))
        self._sent: Counter[str] = Counter()
        self._last = time.monotonic()
        self._lock = threading.Lock()

    def note(self, path: str, count: int) -> None:
        """Take down what is sent of *path*."""
        with self._lock:
            self._sent[path] += count
            self._last = time.monotonic()

    def taken(self) -> Counter[str]:
        """Wait until nobody asks for anything; give what was sent since the last time, by path."""
        while (left := self._last + QUIET - time.monotonic()) > 0:
            time.sleep(left)
        with self._lock:
            taken, self._sent = self._sent, Counter()
        return taken

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}/"


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    with Server(folder) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def build(index: Path, out: Path) -> None:
    with kb.open_index(index) as opened:
        knowledge = opened.knowledge()
        templates = shipped("site_templates")
        built = site.build(knowledge, out, templates, mentions=named_mechanics(knowledge), exported=opened.exported)
    print(f"site: {built.written + built.unchanged:,} files in {out}")


def own(browser: Browser, server: Server, queries: Sequence[str]) -> Loads:
    """Measure this project's search page."""
    firsts, further, lags = [], [], []
    for query in queries:
        with opened(browser, server, query):
            firsts.append(server.taken())
    with opened(browser, server, queries[0]) as page:
        server.taken()
        page.evaluate(WATCH)
        [searching] = page.workers
        searching.evaluate(LAG, 0)
        for query in queries[1:]:
            page.locator("#q").fill(query)
            page.evaluate(SETTLED.replace("QUERY", json.dumps(query)))
            further.append(server.taken().total())
            lags.append(searching.evaluate(LAG, page.evaluate("shownAt")))
    return Loads(firsts, further, lags, kept_for_later(browser, server, queries[0], firsts[0].total()))


@contextmanager
def opened(browser: Browser, server: Server, query: str, *, keeping: bool = False) -> Iterator[Page]:
    """Open the search page where nothing was kept, and give it once *query* is answered."""
    page = browser.new_context(service_workers="allow" if keeping else "block").new_page()
    page.goto(f"{server.address}en/search.html?q={quote(query)}")
    page.evaluate(SETTLED.replace("QUERY", json.dumps(query)))
    yield page
    page.context.close()


def kept_for_later(browser: Browser, server: Server, query: str, searching: int) -> int:
    """Return how much more is loaded where the site may keep pages than *searching* alone loads."""
    with opened(browser, server, query, keeping=True) as page:
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        return server.taken().total() - searching


def pagefind(browser: Browser, server: Server, queries: Sequence[str]) -> Loads:
    """Measure Pagefind on a page of its own that shows ten excerpts."""
    firsts, further = [], []
    for query in queries:
        page = ready_for_pagefind(browser, server)
        page.evaluate("(query) => ask(query)", query)
        firsts.append(server.taken())
        page.context.close()
    page = ready_for_pagefind(browser, server)
    for query in queries:
        page.evaluate("(query) => ask(query)", query)
        further.append(server.taken().total())
    page.context.close()
    return Loads(firsts, further[1:])


def ready_for_pagefind(browser: Browser, server: Server) -> Page:
    page = browser.new_context().new_page()
    page.goto(f"{server.address}pagefind.html")
    page.wait_for_selector("#ready", state="attached")
    return page


def at(values: Sequence[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))]


def report(name: str, loads: Loads) -> None:
    print(f"{name}: first search {spread(loads.totals)}; further ones {spread(loads.further)}")
    if loads.lags:
        within = f"median {median(loads.lags):.0f} ms, 95 % within {at(loads.lags, 0.95):.0f} ms"
        print(f"{name}: shown after its last part came: {within}; kept for later: {loads.later / 1000:.0f} kB")


def spread(counts: Sequence[int]) -> str:
    middle, most, all_of = (value / 1000 for value in (median(counts), at(counts, 0.95), max(counts)))
    return f"{middle:.0f} kB at the median, 95 % within {most:.0f} kB, {all_of:.0f} kB at most"


def report_largest(loads: Loads, queries: Sequence[str], count: int) -> None:
    """Say of what kind of file the largest first searches loaded how much."""
    for first, query in sorted(zip(loads.firsts, queries, strict=True), key=lambda one: -one[0].total())[:count]:
        kinds: Counter[str] = Counter()
        for path, taken in first.items():
            kinds[re.sub(r"\d+\.js$", "", path.rpartition("/")[2])] += taken
        told = ", ".join(f"{kind} {taken / 1000:.1f}" for kind, taken in kinds.most_common())
        print(f"{first.total() / 1000:.0f} kB for {query!r}: {told}")


def index_by_pagefind(python: str, folder: Path) -> None:
    """Let Pagefind index the pages of the English rulings."""
    command = [
        python,
        "-m",
        "pagefind",
        "--site",
        str(folder),
        "--glob",
        "en/rulings/*.html",
        "--root-selector",
        "main",
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (folder / "pagefind.html").write_text(PAGEFIND_PAGE, encoding="utf-8")


def chromium() -> str:
    """Return the command of Chromium; "" where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or ""


def measure(site_folder: Path, queries: Sequence[str], python: str = "") -> tuple[Loads, Loads | None]:
    """Measure the site in *site_folder*, and Pagefind on its rulings where *python* has it."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=SWITCHES)
        with served(site_folder) as server:
            ours = own(browser, server, queries)
        theirs = None
        if python:
            shutil.copytree(site_folder / "en/rulings", Path(folder, "en/rulings"))
            index_by_pagefind(python, Path(folder))
            with served(Path(folder)) as server:
                theirs = pagefind(browser, server, queries)
        browser.close()
    return ours, theirs


def asked(queries: Path) -> list[str]:
    """Read the queries of a file of JSON lines."""
    return [json.loads(line)["query"] for line in queries.read_text("utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index", type=Path)
    parser.add_argument("queries", type=Path)
    parser.add_argument("--pagefind", default="")
    parser.add_argument("--site", type=Path, help="where the site is built, and found the next time")
    parser.add_argument("--largest", type=int, default=3, help="say of so many what they loaded")
    options = parser.parse_args()
    queries = asked(options.queries)
    with tempfile.TemporaryDirectory() as folder:
        out = options.site or Path(folder, "site")
        build(options.index, out)
        ours, theirs = measure(out, queries, options.pagefind)
    report("kb", ours)
    report_largest(ours, queries, options.largest)
    if theirs:
        report("pagefind", theirs)


if __name__ == "__main__":
    main()
