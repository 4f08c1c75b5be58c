"""What machines read of the site."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from kb.errors import UsageError
from kb.model import Card, Knowledge
from kb.site import build
from kb.site.machine.feed import site_maps
from tests.site.conftest import TEMPLATES, Site
from tests.site.sample import R_HOSTILE, R_ZERO, ZERO, ZERO_FR, knowledge, ruling

ATOM = "{http://www.w3.org/2005/Atom}"
ADDRESS = "https://example.org/rulings/"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Site:
    out = tmp_path_factory.mktemp("published") / "site"
    build(knowledge(), out, TEMPLATES, base_url="https://example.org/rulings")
    return Site(out)


def texts(feed: ET.Element, path: str) -> list[str]:
    return [element.text or "" for element in feed.findall(path)]


def test_a_feed_is_as_new_as_its_newest_ruling(site: Site) -> None:
    feed = ET.parse(site.folder / "en/feed.xml").getroot()  # noqa: S314
    assert texts(feed, f"{ATOM}updated") == ["2024-02-02T00:00:00Z"]
    assert texts(feed, f"{ATOM}entry/{ATOM}updated")[0] == "2024-02-02T00:00:00Z"


def test_each_feed_has_the_text_in_its_own_language_where_there_is_one(site: Site) -> None:
    for lang, text in (("en", ZERO), ("fr", ZERO_FR)):
        feed = ET.parse(site.folder / lang / "feed.xml").getroot()  # noqa: S314
        assert texts(feed, f"{ATOM}entry/{ATOM}content")[0] == text


def test_a_feed_shows_hostile_text_as_it_is_and_leaves_undated_rulings_out(site: Site) -> None:
    feed = ET.parse(site.folder / "en/feed.xml").getroot()  # noqa: S314
    contents = texts(feed, f"{ATOM}entry/{ATOM}content")
    assert R_HOSTILE.text in contents
    assert not any(text.startswith("Paying") for text in contents)


def test_entries_keep_their_identity_wherever_the_site_stands(site: Site, published: Site) -> None:
    here, there = (ET.parse(one.folder / "en/feed.xml").getroot() for one in (site, published))  # noqa: S314
    assert texts(here, f"{ATOM}entry/{ATOM}id") == texts(there, f"{ATOM}entry/{ATOM}id")
    assert len(set(texts(here, f"{ATOM}entry/{ATOM}id"))) == len(here.findall(f"{ATOM}entry"))


def test_every_feed_is_one_that_readers_of_feeds_take(published: Site) -> None:
    """What Atom demands, of the feed of each language and of each mechanic that rulings explain."""
    feeds = [path for path in published.paths("??/**/*.xml") if not path.endswith("opensearch.xml")]
    assert len(feeds) > 6
    identities = set()
    for path in feeds:
        feed = ET.parse(published.folder / path).getroot()  # noqa: S314
        assert feed.tag == f"{ATOM}feed", path
        heads = [texts(feed, f"{ATOM}{name}") for name in ("id", "title", "updated")]
        assert [len(head) for head in heads] == [1, 1, 1], path
        identities.add(heads[0][0])
        assert texts(feed, f"{ATOM}author/{ATOM}name") in (["Magic Rulings"], ["Décisions Magic"]), path
        entries = feed.findall(f"{ATOM}entry")
        moments = [texts(entry, f"{ATOM}updated")[0] for entry in entries]
        assert moments == sorted(moments, reverse=True), path
        assert texts(feed, f"{ATOM}updated") == (moments[:1] or ["1970-01-01T00:00:00Z"]), path
        assert len({texts(entry, f"{ATOM}id")[0] for entry in entries}) == len(entries), path
        assert all(texts(entry, f"{ATOM}title")[0] for entry in entries), path
        links = [str(link.get("href")) for link in feed.iter(f"{ATOM}link")]
        assert len(links) == len(entries) + 2, path
        missing = [link for link in links if not (published.folder / link.removeprefix(ADDRESS)).is_file()]
        assert missing == [], path
    assert len(identities) == len(feeds)


def test_full_addresses_are_used_where_the_sites_address_is_known(published: Site) -> None:
    feed = ET.parse(published.folder / "fr/feed.xml").getroot()  # noqa: S314
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
    assert links["self"] == "https://example.org/rulings/fr/feed.xml"
    canonical = published.page(f"en/rulings/{R_ZERO.id}.html").find("link", rel="canonical")
    assert canonical is not None
    assert canonical["href"] == f"https://example.org/rulings/en/rulings/{R_ZERO.id}.html"
    assert "Sitemap: https://example.org/rulings/sitemap.xml\n" in (published.folder / "robots.txt").read_text("utf-8")


def test_the_site_map_names_every_page_but_the_wrong_address_ones_as_the_page_names_itself(published: Site) -> None:
    root = ET.parse(published.folder / "sitemap.xml").getroot()  # noqa: S314
    wrong = {"404.html", *(f"{lang}/{name}.html" for lang in ("en", "fr") for name in ("404", "offline"))}
    pages = [published.page(path).find("link", rel="canonical") for path in published.paths() if path not in wrong]
    named = texts(root, f"{MAP}url/{MAP}loc")
    assert named == [page["href"] for page in pages if page is not None]
    assert len(named) == len(pages)
    assert {"https://example.org/rulings/", "https://example.org/rulings/en/index.html"} <= set(named)


def test_a_card_called_404_is_on_the_site_map() -> None:
    written = site_maps(["en/404.html", "en/cards/404.html"], "https://example.org/")["sitemap.xml"]
    assert b"<loc>https://example.org/en/cards/404.html</loc>" in written
    assert b"/en/404.html" not in written


def test_a_site_whose_address_is_not_known_has_no_site_map_and_names_none(site: Site) -> None:
    assert not list(site.folder.glob("sitemap*"))
    assert (site.folder / "robots.txt").read_text("utf-8") == "User-agent: *\nAllow: /\n"


def test_a_site_map_too_long_for_one_file_is_spread_under_an_index() -> None:
    maps = site_maps([f"en/x{n}.html" for n in range(50_001)], "https://example.org/")
    assert sorted(maps) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap.xml"]
    assert texts(ET.fromstring(maps["sitemap.xml"]), f"{MAP}sitemap/{MAP}loc") == [  # noqa: S314
        "https://example.org/sitemap-1.xml",
        "https://example.org/sitemap-2.xml",
    ]
    assert [len(ET.fromstring(maps[name])) for name in ("sitemap-1.xml", "sitemap-2.xml")] == [50_000, 1]  # noqa: S314


def test_the_page_for_wrong_addresses_has_full_paths_where_the_sites_address_is_known(published: Site) -> None:
    for path in ("404.html", "en/404.html"):
        hrefs = [tag["href"] for tag in published.page(path).find_all(href=True)]
        assert all(str(href).startswith(("/rulings/", "#")) for href in hrefs), path


def test_text_that_xml_cannot_hold_leaves_a_feed_that_can_be_read(tmp_path: Path) -> None:
    odd = replace(ruling("odd", "2020-01-01", "odd"), text="bell \x07, half \ud83d, none \ufffe")
    build(Knowledge(rulings=(odd,), cards=(Card("odd", "Od\x00d"),), sources=knowledge().sources), tmp_path, TEMPLATES)
    feed = ET.parse(tmp_path / "en/feed.xml").getroot()  # noqa: S314
    assert texts(feed, f"{ATOM}entry/{ATOM}content") == ["bell \ufffd, half \ufffd, none \ufffd"]


@pytest.mark.parametrize(
    "address", ["example.org", "ftp://example.org", 'https://e.org/"><x', "https://e.org/?q", "javascript:1"]
)
def test_what_is_no_address_of_a_site_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(UsageError, match="not the address of a site"):
        build(Knowledge(), tmp_path, TEMPLATES, base_url=address)
    assert list(tmp_path.iterdir()) == []
