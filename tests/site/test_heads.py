"""What the head of a page tells those who link to it: Open Graph, the same page in the other language, JSON-LD."""

import json

import pytest
from bs4 import BeautifulSoup

from kb.site import build
from tests.site.conftest import TEMPLATES, Site
from tests.site.sample import HOSTILE, R_ACTION, R_HOSTILE, R_UNDATED, R_ZERO, R_ZERO_FR, ZERO_FR, knowledge, mentions

BASE = "https://example.org/rulings/"
MOST_LD = 250
"""Bytes that the JSON-LD of a ruling may take: there are tens of thousands of them."""


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of the small knowledge, with its address."""
    out = tmp_path_factory.mktemp("published") / "site"
    build(knowledge(), out, TEMPLATES, base_url=BASE, mentions=mentions)
    return Site(out)


def graph(page: BeautifulSoup) -> dict[str, str]:
    """Read Open Graph."""
    return {str(meta["property"]): str(meta["content"]) for meta in page.select("meta[property]")}


def named(page: BeautifulSoup) -> list[tuple[str, str]]:
    """List the languages in which a page says that it is, and where."""
    return [(str(link["hreflang"]), str(link["href"])) for link in page.select("link[rel=alternate][hreflang]")]


def told(page: BeautifulSoup) -> dict[str, object]:
    """Read JSON-LD."""
    (script,) = page.select("script[type='application/ld+json']")
    return dict(json.loads(script.get_text()))


def test_every_page_has_a_title_and_a_description_for_those_who_link_to_it(site: Site) -> None:
    for path in site.paths():
        page = site.page(path)
        (description,) = page.select("meta[name=description]")
        shown = graph(page)
        assert page.title is not None
        assert page.title.get_text().startswith(shown["og:title"]), path
        assert 3 < len(shown["og:description"]) <= 157, path
        assert shown["og:description"] == description["content"], path


@pytest.mark.parametrize(
    ("path", "description"),
    [
        ("en/mechanics/suspend.html", "Suspend: 7 rulings, the newest first."),
        ("fr/mechanics/suspend.html", "Suspension\u00a0: 7 décisions, les plus récentes d’abord."),
        ("en/cards/rift-bolt.html", "Rift Bolt: 4 rulings, by date."),
        ("fr/cards/ancestral-vision.html", "Vision ancestrale\u00a0: 1 décision, par date."),
        (
            "fr/dates/2006-09-25.html",
            "Décisions du 25 septembre 2006\u00a0: 4 décisions, avec les cartes concernées.",
        ),
        (f"fr/rulings/{R_ZERO.id}.html", ZERO_FR),
        (f"fr/rulings/{R_UNDATED.id}.html", R_UNDATED.text),
    ],
)
def test_a_description_says_what_the_page_holds_in_its_own_language(site: Site, path: str, description: str) -> None:
    assert graph(site.page(path))["og:description"] == description


def test_where_the_sites_address_is_known_pages_say_which_site_and_language_they_are_of(published: Site) -> None:
    for lang, name, locale in (("en", "Magic Rulings", "en_US"), ("fr", "Décisions Magic", "fr_FR")):
        for path in published.paths(f"{lang}/**/*.html"):
            if path.endswith(("/404.html", "/offline.html")):
                continue
            shown = graph(published.page(path))
            assert shown["og:url"] == BASE + path
            assert (shown["og:site_name"], shown["og:locale"], shown["og:type"]) == (name, locale, "website"), path


def test_a_page_and_its_twin_name_each_other_and_the_english_one_for_everybody_else(published: Site) -> None:
    paired = 0
    for path in published.paths("en/**/*.html"):
        if not (languages := named(published.page(path))):
            continue
        paired += 1
        english, french = BASE + path, BASE + path.replace("en/", "fr/", 1)
        assert sorted(languages) == [("en", english), ("fr", french), ("x-default", english)]
        twin = published.page(french.removeprefix(BASE))
        assert sorted(named(twin)) == sorted(languages), path
    lone = [path for path in published.paths("en/**/*.html") if path.endswith(("/404.html", "/offline.html"))]
    assert paired == len(published.paths("en/**/*.html")) - len(lone) > 40


@pytest.mark.parametrize("path", ["index.html", "en/index.html", "fr/index.html"])
def test_a_first_page_is_told_to_machines_under_the_address_it_calls_its_own(published: Site, path: str) -> None:
    page = published.page(path)
    site = told(page)
    assert (site["@type"], site["url"]) == ("WebSite", BASE + path.removeprefix("index.html"))
    assert [link["href"] for link in page.select("link[rel=canonical]")] == [site["url"]]
    action = site["potentialAction"]
    assert isinstance(action, dict)
    assert action["target"] == f"{BASE}{'fr' if path.startswith('fr') else 'en'}/search.html?q={{query}}"


def test_a_ruling_is_told_to_machines_in_a_few_words(published: Site) -> None:
    path = f"fr/rulings/{R_ZERO.id}.html"
    assert told(published.page(path)) == {
        "@context": "https://schema.org",
        "@type": "CreativeWork",
        "identifier": R_ZERO.id,
        "inLanguage": "en",
        "datePublished": "2024-02-02",
        "about": "Vision ancestrale",
    }
    assert "about" not in told(published.page(f"en/rulings/{R_ACTION.id}.html"))
    assert "datePublished" not in told(published.page(f"en/rulings/{R_UNDATED.id}.html"))
    (script,) = published.page(f"fr/rulings/{R_ZERO_FR.id}.html").select("script[type='application/ld+json']")
    assert len(str(script).encode()) <= MOST_LD


def test_wherever_a_way_to_the_page_is_shown_machines_are_told_it_too(published: Site) -> None:
    for path in published.paths("??/**/*.html"):
        page = published.page(path)
        crumbs = page.select(".crumbs a")
        if not crumbs or "/rulings/" in path:
            continue
        way = told(page)
        assert way["@type"] == "BreadcrumbList", path
        steps = way["itemListElement"]
        assert isinstance(steps, list)
        names = [crumb.get_text() for crumb in crumbs]
        assert [step["name"] for step in steps] == [*names, graph(page)["og:title"]], path
        assert [step["position"] for step in steps] == list(range(1, len(names) + 2)), path
        assert all((published.folder / step["item"].removeprefix(BASE)).is_file() for step in steps[:-1]), path


def test_hostile_names_stay_within_the_head(published: Site) -> None:
    card = published.page("en/cards/card-4ab1c2.html")
    ruling = published.page(f"en/rulings/{R_HOSTILE.id}.html")
    assert graph(card)["og:title"] == HOSTILE
    assert told(ruling)["about"] == HOSTILE
    for page in (card, ruling):
        assert page.body is not None
        assert not page.select("img, script:not([src]):not([type='application/ld+json'])")
