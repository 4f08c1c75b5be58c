"""The site as an app: what was read is there without a network, and nothing old is shown where there is one."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.site.conftest import Site, served_under
from tests.site.test_browser import watched

pytestmark = pytest.mark.browser

READY = "() => navigator.serviceWorker.ready.then((it) => it.active.state !== 'redundant')"
SERVED = """() => navigator.serviceWorker.controller ? true : new Promise((resolve) => {
  navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
})"""
UNTIL_DROPPED = """async (name) => {
  const end = performance.now() + 20000;
  while ((await caches.keys()).includes(name) && performance.now() < end) await new Promise((go) => setTimeout(go, 50));
  return (await caches.keys()).filter((name) => !name.endsWith(" index"));
}"""
UNTIL_KEPT = """async (count) => {
  const end = performance.now() + 20000;
  const index = await caches.open(`kb ${new URL("../", location.href).pathname} index`);
  while ((await index.keys()).length < count && performance.now() < end) await new Promise((go) => setTimeout(go, 50));
  return (await index.keys()).length;
}"""
HITS = "[data-part=hits] > li"


@pytest.fixture
def folder(shipped: Site, tmp_path: Path) -> Path:
    """A site of its own, to be changed."""
    return Path(shutil.copytree(shipped.folder, tmp_path / "deep" / "rulings"))


@pytest.fixture
def served(folder: Path) -> Iterator[str]:
    """The address of that site under a sub-path of a server on this machine."""
    root = folder.parents[1]
    with served_under(root) as address:
        yield address


@pytest.fixture
def installed(browser: Browser, served: str) -> Iterator[BrowserContext]:
    """A browser that has opened the site and lets its script serve the pages."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{served}en/index.html")
    page.evaluate(READY)
    page.evaluate(SERVED)
    yield context
    context.close()


def test_what_was_read_is_there_without_a_network_and_the_rest_says_so(installed: BrowserContext, served: str) -> None:
    page = installed.pages[0]
    page.goto(f"{served}en/cards/rift-bolt.html")
    installed.set_offline(True)
    page.goto(f"{served}en/cards/rift-bolt.html")
    expect(page.locator("h1")).to_have_text("Rift Bolt")
    page.goto(f"{served}fr/")
    expect(page.locator("h1")).to_contain_text("Chaque décision")
    page.goto(f"{served}fr/cards/dichotomancy.html")
    expect(page).to_have_url(f"{served}fr/offline.html")
    expect(page.locator("h1")).to_have_text("Pas de réseau")


def test_a_search_made_before_is_answered_without_a_network(installed: BrowserContext, served: str) -> None:
    page = installed.pages[0]
    page.goto(f"{served}en/search.html?q=suspend")
    expect(page.locator(HITS).first).to_be_visible()
    expect(page.locator("[data-part=facets] details").first).to_be_visible()
    installed.set_offline(True)
    page.goto(f"{served}en/search.html?q=suspend")
    expect(page.locator(HITS).first).to_be_visible()


def test_a_page_that_changed_is_shown_as_it_is_now(installed: BrowserContext, served: str, folder: Path) -> None:
    page = installed.pages[0]
    page.goto(f"{served}en/about.html")
    about = folder / "en" / "about.html"
    about.write_text(about.read_text("utf-8").replace("<h1>About</h1>", "<h1>Changed</h1>"), "utf-8")
    page.goto(f"{served}en/about.html")
    expect(page.locator("h1")).to_have_text("Changed")


def test_what_was_kept_of_an_older_build_is_dropped_when_there_is_a_new_one(
    installed: BrowserContext, served: str, folder: Path
) -> None:
    page = installed.pages[0]
    page.goto(f"{served}en/cards/rift-bolt.html")
    before = [name for name in page.evaluate("caches.keys()") if not name.endswith(" index")]
    script = folder / "sw.js"
    script.write_text(script.read_text("utf-8").replace('BUILD = "', 'BUILD = "new'), "utf-8")
    page.goto(f"{served}en/about.html")
    [name] = page.evaluate(UNTIL_DROPPED, before[0])
    assert name.endswith(" new" + before[0].rpartition(" ")[2])
    assert not page.evaluate("caches.match(new URL('cards/rift-bolt.html', location.href).href)")


def test_an_installed_app_searches_all_there_is_without_a_network(
    installed: BrowserContext, served: str, folder: Path
) -> None:
    page = installed.pages[0]
    page.goto(f"{served}en/about.html")
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    pieces = [path for path in (folder / "search").glob("*[0-9].js") if path.name != "base0.js"]
    assert page.evaluate(UNTIL_KEPT, len(pieces)) == len(pieces)
    installed.set_offline(True)
    page.goto(f"{served}en/search.html?q=cascade")
    expect(page.locator(HITS).first).to_be_visible()
    page.locator("#q").fill("suspend X cost")
    expect(page.locator(HITS).first).to_contain_text("leaves 0 as the only choice for X")
    expect(page.locator("[data-part=facets] details").first).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_browsers_are_told_how_to_install_the_site(browser: Browser, served: str, lang: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    said = watched(page)
    page.goto(f"{served}{lang}/cards/rift-bolt.html")
    session = context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"] == f"{served}{lang}/app.webmanifest"
    assert manifest["errors"] == []
    told = json.loads(manifest["data"])
    assert urljoin(manifest["url"], told["start_url"]) == f"{served}{lang}/index.html"
    assert urljoin(manifest["url"], told["scope"]) == served
    assert page.request.get(urljoin(manifest["url"], told["icons"][0]["src"])).ok
    assert said == []
    context.close()


def test_what_is_kept_for_later_waits_for_the_first_answer(browser: Browser, served: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/once0.js?*", hold)
    with page.expect_request("**/once0.js?*"):
        page.goto(f"{served}en/search.html?q=suspend")
    page.wait_for_timeout(300)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    held[0].continue_()
    expect(page.locator(HITS).first).to_be_visible()
    page.evaluate(READY)
    context.close()


def test_in_a_folder_nothing_is_installed(shipped: Site, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((shipped.folder / "en/index.html").as_uri())
    assert page.locator("link[rel=manifest]").count() == 0
    context.close()
