"""The search page and the boxes that lead to it, as people use them."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from kb.site.search_index.scripts import edition
from tests.site.conftest import TEMPLATES, Site, served_under
from tests.site.test_browser import AXE, NARROW, watched

pytestmark = pytest.mark.browser

HITS = "[data-part=hits] > li"
NAMES = "#q-names > li"
WATCH_EMPTY = """() => {
  globalThis.emptied = 0;
  const facets = document.querySelector("[data-part=facets]");
  new MutationObserver(() => (emptied += Number(!facets.querySelector("[data-key=mechanics] a")))).observe(
    facets, { childList: true, subtree: true });
}"""


def searched(page: Page, site: Site, query: str, lang: str = "en") -> None:
    """Open the search page of the folder with a query in its address, and wait for all of its answer."""
    page.goto(f"{(site.folder / lang / 'search.html').as_uri()}?q={quote(query)}")
    expect(page.locator("[data-part=status]")).not_to_be_empty()
    expect(page.locator("[data-part=results]")).not_to_have_attribute("aria-busy", "true")


@pytest.fixture(scope="module")
def served(shipped: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site under a sub-path of a server on this machine."""
    root = tmp_path_factory.mktemp("served")
    shutil.copytree(shipped.folder, root / "deep" / "rulings")
    with served_under(root) as address:
        yield address


def test_a_query_in_the_address_is_answered_from_a_folder(shipped: Site, page: Page) -> None:
    said = watched(page)
    searched(page, shipped, "suspend X cost")
    expect(page.locator(HITS).first).to_contain_text("leaves 0 as the only choice for X")
    expect(page.locator(f"{HITS} mark").first).to_be_visible()
    assert page.locator(f"{HITS} .mana").count() > 0
    expect(page).to_have_title(re.compile("suspend X cost"))
    assert said == []


def test_a_query_in_the_address_is_answered_under_a_sub_path(served: str, page: Page) -> None:
    said = watched(page)
    page.goto(f"{served}fr/search.html?q=suspension")
    expect(page.locator(HITS).first).to_be_visible()
    expect(page.locator("[data-part=status]")).to_contain_text("décisions trouvées")
    assert said == []


def test_answers_come_while_one_types_and_the_address_keeps_the_query(served: str, page: Page) -> None:
    page.goto(f"{served}en/search.html")
    page.keyboard.type("cascade")
    expect(page.locator(HITS).first).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?q=cascade$"))


def test_in_a_folder_too_the_address_keeps_the_query(shipped: Site, page: Page) -> None:
    page.goto((shipped.folder / "en/search.html").as_uri())
    page.keyboard.type("cascade")
    expect(page.locator(HITS).first).to_be_visible()
    expect(page).to_have_url(re.compile(r"q=cascade$"))
    page.reload()
    expect(page.locator(HITS).first).to_be_visible()
    expect(page.locator("#q")).to_have_value("cascade")


def test_old_answers_stay_until_the_new_ones_are_there(shipped: Site, page: Page) -> None:
    searched(page, shipped, "suspend")
    page.evaluate("""() => {
      globalThis.least = 99;
      const hits = document.querySelector("[data-part=hits]");
      const count = () => (globalThis.least = Math.min(globalThis.least, hits.childElementCount));
      new MutationObserver(count).observe(hits, { childList: true });
    }""")
    page.locator("#q").fill("cascade")
    expect(page).to_have_title(re.compile("cascade"))
    assert page.evaluate("globalThis.least") > 0


def test_a_slash_leads_to_the_box_and_escape_shuts_what_it_suggests(shipped: Site, page: Page) -> None:
    page.goto((shipped.folder / "en/index.html").as_uri())
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("rif")
    expect(page.locator(NAMES).first).to_be_visible()
    expect(page.locator("#q")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#q-names")).to_be_hidden()
    expect(page.locator("#q")).to_have_value("rif")


def test_arrows_choose_a_name_and_enter_opens_its_page(shipped: Site, page: Page) -> None:
    page.goto((shipped.folder / "en/cards/index.html").as_uri())
    page.locator("#q").press_sequentially("rift b")
    expect(page.locator(NAMES)).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#q")).to_have_attribute("aria-activedescendant", "q-names-0")
    expect(page.locator(NAMES)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/en/cards/rift-bolt\.html$"))


def test_a_french_name_and_a_mechanic_are_suggested_in_the_language_of_the_page(shipped: Site, page: Page) -> None:
    page.goto((shipped.folder / "fr/index.html").as_uri())
    page.locator("#q").press_sequentially("suspen")
    expect(page.locator(NAMES).first).to_contain_text("suspension")
    expect(page.locator(NAMES).first).to_contain_text("mécanique")


def test_the_home_page_answers_while_one_types_and_leads_to_all_answers(served: str, page: Page) -> None:
    said = watched(page)
    page.goto(f"{served}en/index.html")
    page.locator("#q").press_sequentially("suspend X cost")
    answers = page.locator(f"{NAMES}:has(.text)")
    expect(answers).to_have_count(3)
    expect(answers.first).to_contain_text("leaves 0 as the only choice for X")
    expect(page.locator(NAMES).last).to_contain_text("See all")
    page.keyboard.press("ArrowUp")
    expect(page.locator(NAMES).last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/en/search\.html\?q=suspend"))
    expect(page.locator(HITS).first).to_contain_text("leaves 0 as the only choice for X")
    assert said == []


def test_the_search_runs_in_a_thread_of_its_own_where_there_is_one(served: str, shipped: Site, page: Page) -> None:
    page.goto(f"{served}en/search.html?q=suspend")
    expect(page.locator(HITS).first).to_be_visible()
    assert [worker.url for worker in page.workers] == [f"{served}search/worker.js?v={edition(TEMPLATES)}"]
    searched(page, shipped, "suspend")
    assert page.workers == []


def test_where_the_thread_cannot_start_the_page_itself_searches(served: str, page: Page) -> None:
    page.route("**/worker.js?*", lambda route: route.abort())
    page.goto(f"{served}en/search.html?q=suspend")
    expect(page.locator(HITS).first).to_be_visible()


def test_enter_in_the_box_of_any_page_asks_the_search_page(shipped: Site, page: Page) -> None:
    page.goto((shipped.folder / "en/cards/rift-bolt.html").as_uri())
    page.locator("#q").fill("suspend X cost")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/en/search\.html\?q="))
    expect(page.locator(HITS).first).to_contain_text("leaves 0 as the only choice for X")


def test_arrows_walk_through_the_answers_and_escape_leads_back(shipped: Site, page: Page) -> None:
    searched(page, shipped, "suspend")
    page.locator("#q").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"{HITS} .permalink").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"{HITS} .permalink").nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#q")).to_be_focused()


def test_a_facet_narrows_the_query_says_how_many_it_leaves_and_is_taken_off_again(served: str, page: Page) -> None:
    page.goto(f"{served}en/search.html?q=suspend")
    page.locator("[data-part=facets] details[data-key=mechanics] summary").click()
    facet = page.locator("[data-part=facets] a", has_text="Cascade").first
    count = int(facet.locator("xpath=../span").inner_text())
    assert facet.get_attribute("href") == "?q=suspend+mechanic%3Acascade"
    facet.click()
    expect(page.locator("#q")).to_have_value("suspend mechanic:cascade")
    expect(page.locator("[data-part=status]")).to_have_text(f"{count} ruling{'s' if count != 1 else ''} found")
    expect(page.locator("[data-part=facets] a[aria-current]")).to_have_text("Cascade")
    page.locator("[data-part=facets] a[aria-current]").click()
    expect(page.locator("#q")).to_have_value("suspend")
    page.go_back()
    expect(page.locator("#q")).to_have_value("suspend mechanic:cascade")


def test_what_counts_the_mechanics_of_an_answer_is_loaded_when_somebody_asks(shipped: Site, page: Page) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2].partition("?")[0]))
    searched(page, shipped, "cascade")
    group = page.locator("[data-part=facets] details[data-key=mechanics]")
    expect(group).not_to_have_attribute("open", "")
    expect(page.locator("[data-part=facets] details[data-key=years]")).to_have_attribute("open", "")
    assert "base0.js" in loaded
    assert not {"by_mechanic0.js", "on0.js"}.intersection(loaded)
    group.locator("summary").click()
    expect(group.locator("a").first).to_have_text("Cascade")
    assert loaded[-1] == "by_mechanic0.js"
    page.evaluate(WATCH_EMPTY)
    page.locator("#q").fill("suspend")
    expect(page).to_have_title(re.compile("^suspend"))
    expect(group.locator("a").first).to_have_text("Suspend")
    assert page.evaluate("emptied") == 0


def test_all_but_what_tells_the_version_is_asked_for_by_version(served: str, page: Page) -> None:
    plain: set[str] = set()
    versions: dict[str, set[str]] = {"": set(), "engine": set()}

    def note(request: Request) -> None:
        address, _, version = request.url.partition("?v=")
        name = address.rpartition("/")[2]
        if name.endswith(".js") and version:
            versions["" if re.search(r"\d\.js$", name) else "engine"].add(version)
        elif name.endswith(".js"):
            plain.add(name)

    page.on("request", note)
    page.goto(f"{served}en/search.html?q=suspend")
    expect(page.locator(HITS).first).to_be_visible()
    page.locator("#q").fill("rift")
    expect(page.locator(NAMES).first).to_be_visible()
    assert plain - {"sw.js"} == {"box.js", "base0.js", "names0.js"}
    assert versions["engine"] == {edition(TEMPLATES)}
    assert len(versions[""]) == 1


def test_a_kept_engine_of_another_edition_reads_no_index_and_says_so(served: str, page: Page) -> None:
    def older(route: Route) -> None:
        script = route.fetch().text()
        route.fulfill(body=script.replace(edition(TEMPLATES), "an-older"), content_type="text/javascript")

    pieces: list[str] = []
    page.on("request", lambda request: pieces.append(request.url) if re.search(r"\d\.js", request.url) else None)
    page.route("**/engine.js?*", older)
    page.goto(f"{served}en/search.html?q=suspend")
    expect(page.locator("[data-part=status]")).to_contain_text("could not be loaded (engine.js). Reload the page")
    assert pieces == [f"{served}search/base0.js"]


def test_the_cards_of_an_answer_are_counted_when_somebody_asks(shipped: Site, page: Page) -> None:
    searched(page, shipped, "suspend")
    group = page.locator("[data-part=facets] details[data-key=cards]")
    group.locator("summary").click()
    expect(group.locator("a").first).to_have_attribute("href", re.compile("card%3A"))


def test_nothing_found_says_so_and_leads_on(shipped: Site, page: Page) -> None:
    searched(page, shipped, "zzzzzz qqqqqq")
    expect(page.locator("[data-part=status]")).to_contain_text("Nothing found")
    expect(page.locator("[data-part=help] a", has_text="Mechanics")).to_be_visible()
    assert page.locator(HITS).count() == 0


def test_a_slip_is_corrected_and_the_correction_shown(shipped: Site, page: Page) -> None:
    searched(page, shipped, "cascde")
    expect(page.locator("[data-part=meant] a")).to_have_text("cascade")


def test_answers_are_announced_politely_and_the_box_says_what_it_controls(shipped: Site, page: Page) -> None:
    searched(page, shipped, "suspend")
    assert page.locator("[data-part=status]").get_attribute("aria-live") == "polite"
    box = page.get_by_role("combobox")
    assert box.get_attribute("aria-controls") == "q-names"
    assert box.get_attribute("aria-autocomplete") == "list"


def test_more_is_shown_on_demand_and_stays_in_the_address(shipped: Site, page: Page) -> None:
    searched(page, shipped, "suspend")
    assert page.locator(HITS).count() == 10
    page.locator("[data-part=more] a").click()
    expect(page.locator(HITS).nth(10)).to_be_visible()
    expect(page).to_have_url(re.compile("n=20"))


def test_hostile_names_and_queries_are_shown_as_written_and_run_nothing(site: Site, page: Page) -> None:
    said = watched(page)
    for query in ("test", "<img src=x onerror=alert(1)>", "</script><b>", '" onfocus="x', "javascript:alert(1)"):
        searched(page, site, query)
        assert page.locator("main img, main b").count() == 0
    searched(page, site, "onerror")
    expect(page.locator(HITS).first).to_contain_text('<img src=x onerror="document.title')
    page.locator("#q").fill("")
    page.locator("#q").press_sequentially("test img")
    expect(page.locator(NAMES).first).to_contain_text("<img src=x")
    assert page.title() != "XSS"
    assert said == []


def test_without_scripts_the_page_and_its_form_lead_to_the_lists(shipped: Site, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((shipped.folder / "en/index.html").as_uri())
    page.locator("#q").fill("suspend")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("search"))
    expect(page.locator("noscript a", has_text="Mechanics")).to_be_visible()
    context.close()


@pytest.fixture(scope="module")
def rules() -> str:
    """The script of the accessibility rules."""
    path = os.environ.get("KB_AXE", "")
    if not Path(path).is_file():
        if os.environ.get("KB_REQUIRE_BROWSER"):
            pytest.fail("KB_AXE names no axe.min.js, and KB_REQUIRE_BROWSER demands it")
        pytest.skip("KB_AXE does not name axe.min.js, the accessibility rules")
    return Path(path).read_text(encoding="utf-8")


@pytest.fixture(params=[(lang, scheme) for lang in ("en", "fr") for scheme in ("light", "dark")])
def tinted(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[Page, str]]:
    """A tab in each scheme, and a language to read in."""
    lang, scheme = request.param
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    yield context.new_page(), lang
    context.close()


def broken(page: Page, rules: str) -> list[tuple[str, str]]:
    """List the accessibility rules that what is shown breaks."""
    page.evaluate(rules)
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in page.evaluate(AXE)["violations"]]


@pytest.mark.parametrize("query", ["suspend X cost", "cascde", "zzzzzz", "is:rule suspend"])
def test_an_answer_breaks_no_accessibility_rule(
    shipped: Site, tinted: tuple[Page, str], rules: str, query: str
) -> None:
    page, lang = tinted
    searched(page, shipped, query, lang)
    assert broken(page, rules) == []


def test_what_is_suggested_and_what_links_show_breaks_no_accessibility_rule(
    shipped: Site, tinted: tuple[Page, str], rules: str
) -> None:
    page, lang = tinted
    page.goto((shipped.folder / lang / "index.html").as_uri())
    page.locator("#q").press_sequentially("suspend X")
    expect(page.locator(f"{NAMES}:has(.text)")).to_have_count(3)
    assert broken(page, rules) == []
    page.goto((shipped.folder / lang / "mechanics/suspend.html").as_uri())
    page.locator(".entry .meta a[href*='/cards/']").first.hover()
    expect(page.locator("#preview")).to_be_visible()
    assert broken(page, rules) == []


def test_an_answer_is_no_wider_than_a_narrow_screen(shipped: Site, site: Site, page: Page) -> None:
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    for of, query in ((shipped, "suspend X cost"), (site, "test"), (shipped, "w" * 200), (shipped, '"' + "mana " * 60)):
        searched(page, of, query)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], query
