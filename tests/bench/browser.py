"""How much a reader's browser loads to search the site, and how fast it answers, beside Pagefind on the same pages.

    python tests/bench/browser.py INDEX QUERIES [--pagefind PYTHON] [--site FOLDER]

INDEX is an index made by `kb ingest`, QUERIES a file of JSON lines with a `query` each, PYTHON an interpreter that has
the package `pagefind[bin]`; without it only this project is measured. Every file is sent as a server would send it,
packed by gzip; what counts are the bytes that Chromium was sent, heads included. A first search opens the search page
with nothing kept; the further ones follow on the same page.
"""

import argparse
import gzip
import json
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

import kb
from kb import site
from kb.places import shipped
from kb.site.named import named_mechanics

SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PACKED = {".html", ".js", ".css", ".svg", ".json"}
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
  const facets = document.querySelector("[data-part=facets]");
  const settled = () => !results.hasAttribute("aria-busy") && document.title.startsWith(QUERY);
  (function wait() { settled() ? setTimeout(resolve, 400) : setTimeout(wait, 10); })();
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


class Packed(SimpleHTTPRequestHandler):
    """Sends files packed, and says nothing."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send the file asked for."""
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        body = packed(path) if path.suffix in PACKED else path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        if path.suffix in PACKED:
            self.send_header("Content-Encoding", "gzip")
        self.server.sent += len(body) + sum(map(len, self._headers_buffer))  # type: ignore[attr-defined]
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@cache
def packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class Server(ThreadingHTTPServer):
    """Counts what it sends, heads included."""

    sent = 0

    def taken(self) -> int:
        """Give what was sent since the last time."""
        taken, self.sent = self.sent, 0
        return taken

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}/"


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    with Server(("127.0.0.1", 0), partial(Packed, directory=str(folder))) as server:
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


def own(browser: Browser, server: Server, queries: list[str]) -> None:
    """Measure this project's search page."""
    firsts, further, lags = [], [], []
    for query in queries[:10]:
        page = browser.new_context().new_page()
        page.goto(f"{server.address}en/search.html?q={quote(query)}")
        page.evaluate(SETTLED.replace("QUERY", json.dumps(query)))
        firsts.append(server.taken())
        page.context.close()
    page = browser.new_context().new_page()
    page.goto(f"{server.address}en/search.html?q={quote(queries[0])}")
    page.evaluate(SETTLED.replace("QUERY", json.dumps(queries[0])))
    server.taken()
    page.evaluate(WATCH)
    [searching] = page.workers
    searching.evaluate(LAG, 0)
    for query in queries[1:]:
        page.locator("#q").fill(query)
        page.evaluate(SETTLED.replace("QUERY", json.dumps(query)))
        further.append(server.taken())
        lags.append(searching.evaluate(LAG, page.evaluate("shownAt")))
    page.context.close()
    report("kb", firsts, further)
    print(f"kb: shown after its last part came: median {median(lags):.0f} ms, 95 % within {at(lags, 0.95):.0f} ms")


def pagefind(browser: Browser, server: Server, queries: list[str]) -> None:
    """Measure Pagefind on a page of its own that shows ten excerpts."""
    firsts, further = [], []
    for query in queries[:10]:
        page = browser.new_context().new_page()
        page.goto(f"{server.address}pagefind.html")
        page.wait_for_selector("#ready", state="attached")
        page.evaluate("(query) => ask(query)", query)
        page.wait_for_timeout(200)
        firsts.append(server.taken())
        page.context.close()
    page = browser.new_context().new_page()
    page.goto(f"{server.address}pagefind.html")
    page.wait_for_selector("#ready", state="attached")
    hits = []
    for query in queries:
        hits.append(page.evaluate("(query) => ask(query)", query))
        page.wait_for_timeout(100)
        further.append(server.taken())
    page.context.close()
    report("pagefind", firsts, further[1:])
    print(f"pagefind: {median(hits):.0f} hits shown at the median")


def at(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))]


def report(name: str, firsts: list[int], further: list[int]) -> None:
    print(
        f"{name}: first search {median(firsts) / 1000:.0f} kB at the median, {max(firsts) / 1000:.0f} kB at most;",
        end="",
    )
    print(f" further ones {median(further) / 1000:.0f} kB at the median, {max(further) / 1000:.0f} kB at most")


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index", type=Path)
    parser.add_argument("queries", type=Path)
    parser.add_argument("--pagefind", default="")
    parser.add_argument("--site", type=Path, help="where the site is built, and found the next time")
    options = parser.parse_args()
    queries = [json.loads(line)["query"] for line in options.queries.read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        out = options.site or Path(folder, "site")
        build(options.index, out)
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        with served(out) as server:
            own(browser, server, queries)
        if options.pagefind:
            copied = Path(folder, "pagefind")
            shutil.copytree(out / "en/rulings", copied / "en/rulings")
            index_by_pagefind(options.pagefind, copied)
            with served(copied) as server:
                pagefind(browser, server, queries)
        browser.close()


if __name__ == "__main__":
    main()
