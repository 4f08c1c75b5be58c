"""The site of the shipped corpus, and a browser to search it in."""

import os
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from kb.index import Index
from kb.site import build
from kb.site.base.names import named_mechanics
from kb.update.run import ingest
from tests.site.conftest import TEMPLATES, Site

ROOT = Path(__file__).parents[3]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# --no-sandbox: Chromium refuses to start as root otherwise, as it is run in containers.
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """The index of the shipped corpus, with a few rules beside it."""
    folder = tmp_path_factory.mktemp("shipped") / "index"
    ingest([ROOT / "corpus", ROOT / "tests/samples/rules/whole.txt"], folder, today=date(2026, 1, 1))
    with Index(folder) as opened:
        yield opened


@pytest.fixture(scope="session")
def shipped(index: Index, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of the shipped corpus."""
    out = tmp_path_factory.mktemp("shipped") / "site"
    knowledge = index.knowledge()
    build(knowledge, out, TEMPLATES, mentions=named_mechanics(knowledge), exported=index.exported)
    return Site(out)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        if os.environ.get("KB_REQUIRE_BROWSER"):
            pytest.fail("Chromium is not installed, and KB_REQUIRE_BROWSER demands it")
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A browser tab."""
    context = browser.new_context()
    yield context.new_page()
    context.close()
