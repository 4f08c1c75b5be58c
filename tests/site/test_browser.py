"""Every kind of page in a real browser, from a folder and from a server under a sub-path."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from kb.site import build
from tests.site.conftest import TEMPLATES, Site, served_under
from tests.site.sample import knowledge, mentions
from tests.site.test_build import cards

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# --no-sandbox: Chromium refuses to start as root otherwise, as it is run in containers.
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
# Every rule there is, the strictest level included; in the dark those of colour alone, for nothing else differs there.
# Style sheets are read from the page, not fetched once more.
AXE = """() => axe.run(document, {
  preload: false,
  resultTypes: ["violations"],
  runOnly: matchMedia("(prefers-color-scheme: dark)").matches
    ? ["color-contrast", "color-contrast-enhanced", "link-in-text-block"]
    : axe.getRules().filter(rule => !rule.tags.includes("experimental")).map(rule => rule.ruleId),
})"""
# The colours of text and paper, what is for the screen and yet shown, and what is to be read and is not.
PRINTED = """() => {
  const all = (names) => [...document.querySelectorAll(names)];
  const told = (elements) => elements.map((one) => one.outerHTML.slice(0, 80));
  const colour = (name, of) => getComputedStyle(document.querySelector(of))[name];
  return [
    colour("color", "main"),
    colour("backgroundColor", "body"),
    told(all("input, button, nav, .find, .switch, .skip, .facets, footer a").filter((one) => one.checkVisibility())),
    told(all("h1, main .text, main .words, main time, main .rows").filter((one) => !one.checkVisibility())),
  ];
}"""
NARROW = {"width": 320, "height": 640}


def one_of_each(site: Site) -> list[str]:
    """Return a page of every kind, in both languages."""
    paths = ["index.html", "404.html"]
    for lang in ("en", "fr"):
        paths += [f"{lang}/{name}.html" for name in ("index", "about", "search", "404", "offline")]
        for kind in ("mechanics", "cards", "dates", "rules", "glossary", "sources", "rulings"):
            pages = site.paths(f"{lang}/{kind}/*.html")
            lists = [path for path in pages if path.endswith("/index.html")]
            paths += lists + [path for path in pages if path not in lists][:2]
    return paths


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        if os.environ.get("KB_REQUIRE_BROWSER"):
            pytest.fail("Chromium is not installed, and KB_REQUIRE_BROWSER demands it")
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def served(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site under a sub-path of a server on this machine."""
    root = tmp_path_factory.mktemp("served")
    shutil.copytree(site.folder, root / "deep" / "rulings")
    with served_under(root) as address:
        yield address


@pytest.fixture(scope="module")
def each(site: Site, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The addresses, in folders, of a page of every kind: those of the small site, and the lists of a larger one."""
    out = tmp_path_factory.mktemp("larger") / "site"
    build(cards(*(f"{'ab'[n % 2]} card {n}" for n in range(1040))), out, TEMPLATES)
    larger = [f"{lang}/names/{part}.html" for lang in ("en", "fr") for part in ("a", "a.2")]
    more = [f"en/{path}.html" for path in ("cards/index", "dates/2006-09-25", "dates/2006-09-25.11")]
    return [
        *((site.folder / path).as_uri() for path in one_of_each(site)),
        *((out / path).as_uri() for path in (*larger, *more)),
    ]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A browser tab."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture(params=["light", "dark"])
def tinted(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A browser tab in the light, then in the dark scheme."""
    context = browser.new_context(color_scheme=request.param)
    yield context.new_page()
    context.close()


def watched(page: Page) -> list[str]:
    """List from now on what the console says and what is asked for elsewhere than on the site."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on(
        "request",
        lambda request: (
            said.append(request.url) if not request.url.startswith(("file://", "http://127.0.0.1:")) else None
        ),
    )
    return said


def test_pages_opened_from_a_folder_are_silent_and_ask_for_nothing_elsewhere(each: list[str], page: Page) -> None:
    said = watched(page)
    for path in each:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert page.evaluate("getComputedStyle(document.body).fontFamily"), path
    assert said == []


def test_pages_under_a_sub_path_of_a_server_lead_to_each_other(site: Site, served: str, page: Page) -> None:
    said = watched(page)
    for path in one_of_each(site):
        answer = page.goto(served + path)
        assert answer is not None
        assert answer.ok, path
    assert said == []


def test_no_page_of_any_kind_breaks_an_accessibility_rule(each: list[str], tinted: Page) -> None:
    rules = os.environ.get("KB_AXE", "")
    if not Path(rules).is_file():
        if os.environ.get("KB_REQUIRE_BROWSER"):
            pytest.fail("KB_AXE names no axe.min.js, and KB_REQUIRE_BROWSER demands it")
        pytest.skip("KB_AXE does not name axe.min.js, the accessibility rules")
    script = Path(rules).read_text(encoding="utf-8")
    broken = {}
    for path in each:
        tinted.goto(path)
        # Evaluated by the debugger, so that the page's own policy against scripts stands.
        tinted.evaluate(script)
        result = tinted.evaluate(AXE)
        if result["violations"]:
            broken[path] = [(v["id"], v["nodes"][0]["html"][:200]) for v in result["violations"]]
    assert broken == {}


@pytest.mark.parametrize("scripts", [True, False])
def test_nothing_is_wider_than_a_narrow_screen(each: list[str], browser: Browser, scripts: bool) -> None:  # noqa: FBT001
    context = browser.new_context(viewport=NARROW, java_script_enabled=scripts)  # type: ignore[arg-type]
    page = context.new_page()
    for path in each:
        page.goto(path)
        # Of what lies beyond the edge and cannot be scrolled to, such as the skip link, nothing is seen.
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], path
    context.close()


def test_without_scripts_every_kind_of_page_is_read_and_left_by_links(each: list[str], browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    said = watched(page)
    for path in each:
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        assert len(page.locator("main").inner_text()) > len(page.locator("h1").inner_text()), path
        assert page.locator("a:visible[href$='.html']").count() > 1, path
        # A search box that nothing answers would be a dead end: only a form that leads to the lists may stand there.
        assert page.locator("button:visible").count() == page.locator("form:visible").count(), path
    assert said == []
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_paper_there_is_the_text_in_black_and_nothing_to_press(
    each: list[str], browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    page.emulate_media(media="print", color_scheme=scheme)
    for path in each:
        page.goto(path)
        assert page.evaluate(PRINTED) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)", [], []], path
    context.close()


def test_a_search_that_the_browser_offers_leads_to_answers(browser: Browser, tmp_path: Path) -> None:
    """The description names the full address of the site, so it is built for that of a server that already runs."""
    context = browser.new_context()
    page = context.new_page()
    with served_under(tmp_path) as address:
        build(knowledge(), tmp_path / "deep" / "rulings", TEMPLATES, base_url=address, mentions=mentions)
        for lang in ("en", "fr"):
            page.goto(f"{address}{lang}/index.html")
            offered = page.locator("link[rel=search]")
            assert offered.get_attribute("type") == "application/opensearchdescription+xml"
            described = page.request.get(str(offered.evaluate("link => link.href"))).text()
            url = ET.fromstring(described).find("{http://a9.com/-/spec/opensearch/1.1/}Url")  # noqa: S314  (our own)
            assert url is not None
            page.goto(str(url.get("template")).replace("{searchTerms}", quote("suspend X")))
            expect(page.locator(".entry").first).to_be_visible()
            assert page.url.startswith(f"{address}{lang}/search.html?q=suspend")
    context.close()


def test_the_keyboard_reaches_the_content_first_and_shows_where_it_is(site: Site, page: Page) -> None:
    page.goto((site.folder / "en/index.html").as_uri())
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.getAttribute('href')")
    assert first.startswith("#")
    page.keyboard.press("Tab")
    shown = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert shown != "none"


def test_dark_is_dark_and_light_is_light(site: Site, browser: Browser) -> None:
    brightness = {}
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        tab = context.new_page()
        tab.goto((site.folder / "en/index.html").as_uri())
        colour = tab.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        if colour == "rgba(0, 0, 0, 0)":
            colour = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        brightness[scheme] = sum(int(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])
        context.close()
    assert brightness["dark"] < 200 < 600 < brightness["light"]  # noqa: PLR0133


def test_hostile_texts_run_nothing_and_are_shown_as_written(site: Site, page: Page) -> None:
    said = watched(page)
    titles = set()
    for path in site.paths("en/cards/*.html"):
        page.goto((site.folder / path).as_uri())
        titles.add(page.title())
    assert "XSS" not in titles
    assert said == []


def test_the_address_of_a_ruling_is_copied_by_a_button_beside_it(browser: Browser, served: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{served}en/mechanics/suspend.html")
    entry = page.locator(".entry").first
    address = entry.locator("a.permalink").evaluate("link => link.href")
    entry.locator("button.copy").click()
    expect(entry.locator("button.copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == address
    page.goto(f"{address}#main")
    page.locator(".identity button").click()
    expect(page.locator(".identity button")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == address
    context.close()


def test_without_scripts_the_search_box_is_a_link_to_the_search_page(browser: Browser, served: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{served}fr/cards/index.html")
    page.locator("header a.find").click()
    expect(page).to_have_url(f"{served}fr/search.html")
    assert page.locator("form.find").count() == 1
    context.close()


def test_the_search_box_takes_the_place_of_its_link_without_moving_anything(browser: Browser, served: str) -> None:
    def tops(scripts: bool) -> object:  # noqa: FBT001  (it is the one thing that differs)
        context = browser.new_context(java_script_enabled=scripts, viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.goto(f"{served}en/cards/index.html")
        boxes = [page.locator(name).bounding_box() for name in ("header nav", "header .switch", "h1")]
        context.close()
        return boxes

    assert tops(scripts=True) == tops(scripts=False)


def test_who_comes_back_to_answers_finds_them_where_they_were_left(browser: Browser, served: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 300})
    page = context.new_page()
    page.goto(f"{served}en/search.html?q=counter")
    last = page.locator(".finder .entry .permalink").last
    last.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 300
    last.click()
    page.wait_for_url("**/rulings/*.html")
    page.go_back()
    expect(page.locator(".finder .entry .permalink").last).to_be_in_viewport()
    context.close()


def test_the_other_language_gives_the_same_answers(served: str, page: Page) -> None:
    page.goto(f"{served}en/search.html?q=counter")
    expect(page.locator(".finder .entry").first).to_be_visible()
    page.locator("a.switch").click()
    expect(page).to_have_url(f"{served}fr/search.html?q=counter")
    expect(page.locator(".finder .entry").first).to_be_visible()


def test_on_a_small_screen_a_link_leads_to_what_narrows_a_search_and_back_to_the_answers(
    browser: Browser, served: str
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 300})
    page = context.new_page()
    page.goto(f"{served}en/search.html?q=counter")
    page.locator(".to-facets a").click()
    expect(page).to_have_url(f"{served}en/search.html?q=counter")
    facet = page.locator(".facets .rows a:visible").first
    expect(facet).to_be_in_viewport()
    facet.click()
    expect(page.locator(".finder .status")).to_be_in_viewport()
    expect(page.locator("#q")).not_to_have_value("counter")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".to-facets")).not_to_be_visible()
    context.close()
