"""What links to cards, mechanics and rules show before anyone follows them."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.conftest import Site
from tests.site.test_browser import watched

pytestmark = pytest.mark.browser

PREVIEW = "#preview"


def opened(page: Page, site: Site, path: str) -> Page:
    page.goto((site.folder / path).as_uri())
    return page


def test_a_card_is_shown_while_the_mouse_rests_on_its_name_and_stays_while_it_is_pointed_at(
    shipped: Site, page: Page
) -> None:
    said = watched(page)
    opened(page, shipped, "en/mechanics/suspend.html").locator("main a", has_text="Rift Bolt").first.hover()
    preview = page.locator(PREVIEW)
    expect(preview).to_be_visible()
    expect(preview.locator(".name")).to_contain_text("Rift Bolt")
    expect(preview).to_contain_text("rulings")
    preview.hover()
    expect(preview).to_be_visible()
    page.mouse.move(1, 1)
    expect(preview).to_be_hidden()
    assert said == []


def test_a_mechanic_is_named_in_the_language_of_the_page(shipped: Site, page: Page) -> None:
    opened(page, shipped, "fr/mechanics/index.html").locator("main a", has_text="suspension").hover()
    expect(page.locator(PREVIEW)).to_contain_text("Capacité mot-clé")
    expect(page.locator(f"{PREVIEW} .name")).to_have_text(re.compile("suspension", re.IGNORECASE))


def test_the_keyboard_calls_a_preview_that_describes_its_link_and_escape_shuts_it(shipped: Site, page: Page) -> None:
    opened(page, shipped, "en/mechanics/index.html")
    page.keyboard.press("Tab")
    link = page.locator("main a[href$='/suspend.html']")
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    expect(page.locator(PREVIEW)).to_be_visible()
    expect(link).to_have_attribute("aria-describedby", "preview")
    page.keyboard.press("Escape")
    expect(page.locator(PREVIEW)).to_be_hidden()
    expect(link).to_be_focused()
    assert link.get_attribute("aria-describedby") is None


def test_a_rule_shows_its_words(shipped: Site, page: Page) -> None:
    opened(page, shipped, "en/glossary/index.html").locator("main a[href*='rules/101']").first.hover()
    expect(page.locator(PREVIEW)).to_contain_text("Order of Things")


def test_links_that_lead_to_no_card_mechanic_or_rule_show_nothing(shipped: Site, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, shipped, "en/mechanics/suspend.html").locator(".permalink").first.hover()
    page.locator(".crumbs a").last.hover()
    page.locator("main a", has_text="Rift Bolt").first.hover()
    expect(page.locator(PREVIEW)).to_be_visible()
    assert len([url for url in asked if "/previews/" in url]) == 1


def test_a_finger_calls_no_preview(shipped: Site, browser: Browser) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 800})
    page = opened(context.new_page(), shipped, "en/mechanics/index.html")
    page.evaluate("""() => {
      globalThis.over = 0;
      document.addEventListener("pointerover", () => (globalThis.over += 1));
      document.querySelector("main").addEventListener("click", (event) => event.preventDefault());
    }""")
    page.locator("main a[href$='/suspend.html']").tap()
    page.wait_for_function("globalThis.over > 0")
    assert (
        page.evaluate("""() => new Promise((resolve) => setTimeout(() => {
      resolve(document.querySelector("#preview"));
    }, 500))""")
        is None
    )
    context.close()
