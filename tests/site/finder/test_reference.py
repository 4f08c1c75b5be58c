"""On real rulings, too, the browser answers as the terminal does, and loads little for it."""

import gzip
import json
import shutil
from datetime import date
from functools import cache
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from kb.index import Index
from kb.site.base.words import read_words
from kb.site.search_index import search_files
from kb.site.search_index.scripts import edition, script_files
from kb.update.run import ingest
from tests.site.conftest import TEMPLATES, Site
from tests.site.finder.test_answers import ASK

HEAD = 250
"""About what the head of an answer of a server takes."""

pytestmark = [pytest.mark.browser, pytest.mark.reference, pytest.mark.slow]


@pytest.fixture(scope="module")
def real(reference: Path, tmp_path_factory: pytest.TempPathFactory) -> Index:
    """The index of all real rulings and rules."""
    folder = tmp_path_factory.mktemp("real") / "index"
    ingest([reference / "data" / name for name in ("scryfall", "rules", "mtgjson")], folder, today=date(2026, 1, 1))
    return Index(folder)


@pytest.fixture(scope="module")
def found(real: Index, shipped: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the search of them, and nothing else of a site."""
    out = tmp_path_factory.mktemp("found")
    for path, content in (
        *script_files(TEMPLATES, read_words(TEMPLATES / "strings.toml"), 1),
        *search_files(real.exported(), real.knowledge(), edition=edition(TEMPLATES)).items(),
    ):
        (out / path).parent.mkdir(exist_ok=True)
        (out / path).write_bytes(content)
    shutil.copytree(shipped.folder / "static", out / "static")
    (out / "en").mkdir()
    shutil.copy(shipped.folder / "en/search.html", out / "en")
    return out


@pytest.fixture
def searching(browser: Browser, found: Path) -> Page:
    page = browser.new_page()
    page.goto((found / "en/search.html").as_uri())
    page.evaluate("() => kb.ready()")
    return page


def queries(reference: Path) -> list[str]:
    lines = (reference / "eval/queries.dev.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["query"] for line in lines]


def test_nearly_every_hit_of_the_first_ten_stands_where_the_terminal_has_it(
    reference: Path, real: Index, searching: Page
) -> None:
    same = every = 0
    for query in queries(reference):
        there = [hit.ruling.id for hit in real.search(query, limit=10).hits]
        here = [hit[0] for hit in searching.evaluate(ASK, query)["hits"]]
        every += len(there)
        same += sum(one == other for one, other in zip(here, there, strict=False))
    assert same >= every * 0.95


def test_a_first_search_loads_less_than_200_kb_packed_and_a_further_one_less_than_60(
    reference: Path, searching: Page, found: Path
) -> None:
    loaded: list[int] = []
    searching.on("request", lambda request: loaded.append(packed(found, request.url)))
    further = []
    for query in queries(reference):
        searching.evaluate(ASK, query)
        further.append(sum(loaded))
        loaded.clear()
    assert sorted(further[1:])[len(further) // 2] <= 60_000
    firsts = {}
    for query in queries(reference):
        loaded.clear()
        searching.goto(f"{(found / 'en/search.html').as_uri()}?q={quote(query)}")
        expect(searching.locator("[data-part=results]")).not_to_have_attribute("aria-busy", "true")
        expect(searching.locator("[data-part=status]")).not_to_be_empty()
        firsts[query] = sum(loaded) + HEAD * len(loaded)
    assert {query: size for query, size in firsts.items() if size > 200_000} == {}


@cache
def packed(folder: Path, url: str) -> int:
    """Return how much of a file is sent."""
    path = url.partition("?")[0].removeprefix(folder.as_uri()).lstrip("/")
    return len(gzip.compress((folder / path).read_bytes(), 6))
