"""Measure a build of the site against Hugo on the same ruling pages, and a build where nothing changed.

    python -m tests.bench.site INDEX [--hugo hugo]

INDEX is the folder of an index. Hugo makes the page of each ruling in both languages, with the frame, text, date, cards
and mechanics that `kb` shows on it, and nothing else: no lists, feeds or search. `kb` makes all of its site. Every run
is a process of its own, from its start to its end, and both write to the same disk. Seconds of the processor tell more
than those of the clock where others work on the machine too.
"""

import argparse
import json
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
from kb.model import Knowledge, Lang

_SETTINGS = """
baseURL = "https://example.org/"
defaultContentLanguage = "en"
defaultContentLanguageInSubdir = true
disableKinds = ["home", "section", "taxonomy", "term", "rss", "sitemap", "robotstxt", "404"]
uglyURLs = true
[languages.en]
contentDir = "content/en"
[languages.fr]
contentDir = "content/fr"
"""
_PAGE = """<!doctype html>
<html lang="{{ .Language.Lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }}</title>
<meta name="description" content="{{ .Params.summary }}">
<link rel="stylesheet" href="../../static/style.css">
</head>
<body>
<header class="top"><a class="brand" href="../index.html">Rulings</a>
<nav>{{ range slice "mechanics" "cards" "dates" "rules" "sources" }}<a href="../{{ . }}/index.html">{{ . }}</a>
{{ end }}</nav></header>
<main>
<h1>{{ .Title }}</h1>
<p><a href="../dates/{{ .Params.day }}.html"><time datetime="{{ .Params.day }}">{{ .Params.day }}</time></a></p>
<blockquote>{{ .Content }}</blockquote>
<ul>{{ range .Params.mechanics }}<li><a href="../mechanics/{{ . }}.html">{{ . }}</a></li>{{ end }}</ul>
<ul>{{ range .Params.cards }}<li><a href="../cards/{{ . }}.html">{{ . }}</a></li>{{ end }}</ul>
<ul>{{ range .Params.found }}<li>{{ . }}</li>{{ end }}</ul>
</main>
</body>
</html>
"""


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


def content(knowledge: Knowledge, folder: Path) -> None:
    """Write what Hugo is to make pages of."""
    mechanics: dict[str, list[str]] = {}
    for link in knowledge.links:
        mechanics.setdefault(link.ruling, []).append(link.mechanic)
    (folder / "layouts/_default").mkdir(parents=True)
    (folder / "layouts/_default/single.html").write_text(_PAGE, "utf-8")
    (folder / "hugo.toml").write_text(_SETTINGS, "utf-8")
    (folder / "config.toml").write_text(_SETTINGS, "utf-8")
    for lang in Lang:
        (folder / f"content/{lang}/rulings").mkdir(parents=True)
        for ruling in knowledge.rulings:
            head = {
                "title": f"Ruling {ruling.id}",
                "summary": ruling.text[:155],
                "day": str(ruling.date or "undated"),
                "cards": list(ruling.cards),
                "mechanics": mechanics.get(ruling.id, []),
                "found": [f"{witness.path}, {witness.span.first}" for witness in ruling.witnesses],
            }
            page = folder / f"content/{lang}/rulings/{ruling.id}.md"
            page.write_text(f"{json.dumps(head)}\n\n{ruling.text}\n", "utf-8")


def report(name: str, one: Run) -> None:
    """Print what *one* took."""
    rate = f"{one.rate:,.0f} pages a second"
    own = f"{one.pages / one.processor:,.0f} a second of the processor"
    print(
        f"{name:<12} {one.pages:>7,} pages {one.seconds:7.1f} s, {one.processor:7.1f} s of the processor: {rate}, {own}"
    )


def packed(out: Path) -> float:
    """Give the median size of a page of *out* in KB as gzip packs it, from every hundredth."""
    pages = sorted(out.rglob("*.html"))[::100]
    return median(len(compress(page.read_bytes())) for page in pages) / 1000


def twice(index: Path, out: Path) -> tuple[Run, Run]:
    """Build the site of *index* in *out*, and once more with nothing changed."""
    build = [sys.executable, "-m", "kb", "site", "build", "--index", str(index), "--out", str(out)]
    return run(build, out), run(build, out)


def by_hugo(index: Path, folder: Path, hugo: str) -> Run:
    """Let Hugo make the ruling pages of *index* in *folder*."""
    with Index(index) as opened:
        content(opened.knowledge(), folder / "hugo")
    command = [hugo, "--quiet", "--source", str(folder / "hugo"), "--destination", str(folder / "there")]
    return run(command, folder / "there")


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
        report("kb", ours)
        report("kb again", again)
        if shutil.which(given.hugo):
            theirs = by_hugo(given.index, folder, given.hugo)
            report("Hugo", theirs)
            print(f"kb makes {ours.rate / theirs.rate:.2f} times as many pages a second as Hugo")
        files = [path for path in out.rglob("*") if path.is_file()]
        size = sum(file.stat().st_size for file in files) / 1e6
        print(f"{len(files):,} files, {size:.0f} MB; median page {packed(out):.1f} KB packed")


if __name__ == "__main__":
    main()
