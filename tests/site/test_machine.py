"""What programs read: JSON, feeds of mechanics, the description of the search, `llms.txt`, JSON-LD."""

import json
import xml.etree.ElementTree as ET
from urllib.parse import urljoin

import pytest

from kb.site import build
from kb.site.machine.structured import structured
from kb.site.pages.values import FrameView, Ref
from tests.site.conftest import TEMPLATES, Site
from tests.site.sample import R_ZERO, knowledge, mentions

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of the small knowledge, with its address."""
    out = tmp_path_factory.mktemp("published") / "site"
    build(knowledge(), out, TEMPLATES, base_url="https://example.org/rulings", mentions=mentions)
    return Site(out)


def read(site: Site, path: str) -> dict[str, object]:
    return dict(json.loads((site.folder / path).read_text("ascii")))


def test_a_ruling_is_in_the_file_that_its_id_begins_with(site: Site) -> None:
    ruling = read(site, f"json/rulings/{R_ZERO.id[:2]}.json")[R_ZERO.id]
    assert isinstance(ruling, dict)
    assert (ruling["date"], ruling["lang"], ruling["text"]) == (str(R_ZERO.date), "en", R_ZERO.text)
    assert ruling["cards"] == list(R_ZERO.cards)
    assert "suspend" in ruling["mechanics"]


def test_every_ruling_and_every_card_with_rulings_is_in_one_file_of_json(site: Site) -> None:
    rulings = [one for path in site.paths("json/rulings/*.json") for one in read(site, path)]
    assert sorted(rulings) == sorted(ruling.id for ruling in knowledge().rulings)
    cards = [key for path in site.paths("json/cards/*.json") for key in read(site, path)]
    assert sorted(cards) == sorted({card for ruling in knowledge().rulings for card in ruling.cards})


def test_a_mechanic_names_its_rulings(site: Site) -> None:
    mechanic = read(site, "json/mechanics/suspend.json")
    assert (mechanic["name"], mechanic["name_fr"], mechanic["rule"]) == ("Suspend", "suspension", "702.62")
    ids = mechanic["rulings"]
    assert isinstance(ids, list)
    assert R_ZERO.id in ids


def test_the_guide_for_language_models_leads_to_files_that_are_there(published: Site) -> None:
    guide = (published.folder / "llms.txt").read_text("utf-8")
    assert guide.startswith("# Magic Rulings\n\n> ")
    links = [part.partition(")")[0] for part in guide.split("](")[1:]]
    base = "https://example.org/rulings/"
    assert len(links) == 8
    assert all((published.folder / link.removeprefix(base)).is_file() for link in links)


def test_each_mechanic_with_rulings_has_a_feed_that_its_page_names(site: Site) -> None:
    root = ET.parse(site.folder / "en/mechanics/suspend.xml").getroot()  # noqa: S314  (our own file)
    assert root.findtext(f"{ATOM}title") == "Suspend · Magic Rulings"
    entries = root.findall(f"{ATOM}entry")
    assert 0 < len(entries) <= 15
    for entry in entries:
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert (site.folder / "en/mechanics" / str(link.get("href"))).is_file()
    named = site.page("en/mechanics/suspend.html").find("link", type="application/atom+xml")
    assert named is not None
    assert named["href"] == "../mechanics/suspend.xml"


def test_no_two_feeds_share_an_identity(site: Site) -> None:
    feeds = site.paths("*.xml")
    ids = [ET.parse(site.folder / path).getroot().findtext(f"{ATOM}id") for path in feeds if "sitemap" not in path]  # noqa: S314
    assert len(ids) == len({*ids}) > 4


def test_the_search_describes_itself_where_the_sites_address_is_known(site: Site, published: Site) -> None:
    root = ET.parse(published.folder / "fr/opensearch.xml").getroot()  # noqa: S314  (our own file)
    url = root.find("{http://a9.com/-/spec/opensearch/1.1/}Url")
    assert url is not None
    assert url.get("template") == "https://example.org/rulings/fr/search.html?q={searchTerms}"
    assert not (site.folder / "fr/opensearch.xml").exists()


def test_pages_name_themselves_by_full_addresses(published: Site) -> None:
    page = published.page("en/mechanics/suspend.html")
    graph = {str(meta["property"]): meta["content"] for meta in page.select("meta[property]")}
    assert graph["og:url"] == "https://example.org/rulings/en/mechanics/suspend.html"
    assert graph["og:title"] == "Suspend, keyword ability"


def test_pages_tell_the_way_to_them_in_json_ld(published: Site) -> None:
    told = published.page("en/mechanics/suspend.html").find("script", type="application/ld+json")
    assert told is not None
    way = json.loads(told.get_text())
    assert (way["@type"], [step["item"] for step in way["itemListElement"][:-1]]) == (
        "BreadcrumbList",
        [urljoin("https://example.org/rulings/en/", path) for path in ("index.html", "mechanics/index.html")],
    )


@pytest.mark.parametrize("name", ["</script><b>", "<!--", "a\x00b", "\u2028"])
def test_no_name_ends_the_json_ld_early(name: str) -> None:
    crumbs = (Ref("../index.html", "Home"), Ref("x.html", name))
    frame = FrameView(
        "en/x.html", "en", "", "", "../", "", "", twin=False, canonical="https://example.org/x", crumbs=crumbs
    )
    markup = structured("Site", "", frame).markup
    assert markup.count("<") == 2
    assert markup.endswith("</script>")


def test_programs_need_no_address_of_the_site(site: Site) -> None:
    assert "](en/mechanics/index.html)" in (site.folder / "llms.txt").read_text("utf-8")
