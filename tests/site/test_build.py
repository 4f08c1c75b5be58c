"""The build as a whole: whole or not at all, equal bytes, one address for each page."""

import os
import shutil
import subprocess
import sys
import unicodedata
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from kb.errors import BuildError
from kb.model import Card, Knowledge, Link, LinkKind, Mechanic, MechanicKind, Source
from kb.site import build
from kb.site.output import drafting
from kb.text.folding import unique_slugs
from tests.site.conftest import TEMPLATES, Site
from tests.site.sample import R_ZERO, knowledge, mentions, ruling

ROOT = Path(__file__).parents[2]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def cards(*names: str) -> Knowledge:
    """A card and a ruling for each name, the addresses given as the catalogue gives them."""
    keys = unique_slugs(names)
    found = tuple(sorted((Card(keys[name], name) for name in names), key=lambda card: card.key))
    rulings = tuple(ruling(f"Ruling of card number {n}.", "2006-09-25", keys[name]) for n, name in enumerate(names, 1))
    return Knowledge(sources=(Source("suspend.txt", "dated list", ""),), rulings=rulings, cards=found)


def test_equal_knowledge_gives_equal_bytes_whatever_the_order_of_hashes(tmp_path: Path, site: Site) -> None:
    script = (
        "from pathlib import Path; from kb.site import build; from tests.site.sample import knowledge, mentions;"
        f"out, templates = Path({str(tmp_path / 'out')!r}), Path({str(TEMPLATES)!r});"
        "build(knowledge(), out, templates, corpus_note=True, mentions=mentions)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=True)
    assert contents(tmp_path / "out") == contents(site.folder)


def test_a_second_build_finds_nothing_to_do(tmp_path: Path) -> None:
    first = build(knowledge(), tmp_path / "out", TEMPLATES)
    again = build(knowledge(), tmp_path / "out", TEMPLATES)
    assert (again.written, again.unchanged, again.removed) == (0, first.written, 0)


def test_a_rebuild_equals_a_clean_build_and_leaves_what_others_made(tmp_path: Path) -> None:
    rebuilt, clean = tmp_path / "rebuilt", tmp_path / "clean"
    build(cards("Test Stays", "Test Leaves", "Test Renames"), rebuilt, TEMPLATES)
    (rebuilt / "CNAME").write_text("example.org", "utf-8")
    (rebuilt / ".git").mkdir()
    (rebuilt / ".git" / "x").write_text("theirs", "utf-8")
    build(cards("Test Stays", "Test Renamed"), rebuilt, TEMPLATES)
    build(cards("Test Stays", "Test Renamed"), clean, TEMPLATES)
    found = contents(rebuilt)
    assert found.pop("CNAME") == b"example.org"
    assert found.pop(".git/x") == b"theirs"
    assert found == contents(clean)
    assert "en/cards/test-leaves.html" not in found
    assert "en/cards/test-renamed.html" in found


def test_a_site_with_a_broken_link_is_not_written_at_all(tmp_path: Path) -> None:
    templates, out = tmp_path / "templates", tmp_path / "out"
    shutil.copytree(TEMPLATES, templates)
    build(knowledge(), out, templates)
    before = contents(out)
    about = templates / "about.html"
    about.write_text(about.read_text("utf-8").replace("sources/index.html", "sources/indx.html"), "utf-8")
    first, *others = knowledge().sources
    changed = replace(knowledge(), sources=(replace(first, skipped=99), *others))
    with pytest.raises(BuildError, match=r"en/sources/indx\.html is not there, but linked from en/about\.html"):
        build(changed, out, templates)
    assert contents(out) == before


def test_a_mention_of_an_unknown_mechanic_is_a_broken_link(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"en/mechanics/nothing\.html is not there"):
        build(knowledge(), tmp_path / "out", TEMPLATES, mentions=lambda _: ((0, 2, "nothing"),))
    assert not (tmp_path / "out").exists()


def test_the_empty_knowledge_has_a_site_too(tmp_path: Path) -> None:
    build(Knowledge(), tmp_path, TEMPLATES, base_url="https://example.org")
    assert "No card is known yet." in (tmp_path / "en/cards/index.html").read_text("utf-8")
    assert "1970-01-01T00:00:00Z" in (tmp_path / "fr/feed.xml").read_text("utf-8")


def test_names_that_collide_have_pages_of_their_own_and_each_shows_its_own_ruling(tmp_path: Path) -> None:
    names = (
        "Suspend", "Fear", "Flash", "Test-Case", "Test Case", "TEST CASE", "Testcase", "Test: Case", "Tést Case",
        "Ow", "OW", "Fire // Ice", "Fire Ice", "Fire-Ice", "Index", "Search", "404", "Assets",
    )  # fmt: skip
    held = cards(*names)
    suspend = Mechanic("suspend", MechanicKind.KEYWORD_ABILITY, "Suspend")
    link = Link(held.rulings[1].id, "suspend", LinkKind.NAMED, 1.0, "")
    build(replace(held, mechanics=(suspend,), links=(link,)), tmp_path, TEMPLATES)
    paths = [path for path in contents(tmp_path) if path.startswith("en/cards/") and path != "en/cards/index.html"]
    assert len(paths) == 18
    assert len({unicodedata.normalize("NFC", path.lower()) for path in paths}) == 18
    keys = unique_slugs(names)
    for number, name in enumerate(names, 1):
        assert f"Ruling of card number {number}." in (tmp_path / f"en/cards/{keys[name]}.html").read_text("utf-8")
    assert "Ruling of card number 2." in (tmp_path / "en/mechanics/suspend.html").read_text("utf-8")
    assert "Page not found" in (tmp_path / "en/404.html").read_text("utf-8")


def test_names_reserved_on_some_system_have_pages_that_it_can_hold(tmp_path: Path) -> None:
    names = ("Con", "Aux", "Nul", "PRN", "COM1", "Lpt9", "Con.", "aux.card")
    build(cards(*names), tmp_path, TEMPLATES)
    keys = unique_slugs(names)
    for name in names:
        assert f"<h1>{name}</h1>" in (tmp_path / f"en/cards/{keys[name]}.html").read_text("utf-8")


def test_long_lists_are_spread_over_parts_that_lead_to_each_other(tmp_path: Path) -> None:
    held = cards(*(f"{chr(97 + n % 26)} card {n}" for n in range(320)))
    keys = [card.key for card in held.cards]
    one_day = tuple(ruling(f"Statement {n}.", "2004-10-04", *keys[n::120]) for n in range(120))
    flying = Mechanic("flying", MechanicKind.KEYWORD_ABILITY, "Flying", "vol")
    links = tuple(sorted((Link(r.id, "flying", LinkKind.NAMED, 0.5, "") for r in one_day), key=lambda tie: tie.ruling))
    build(replace(held, rulings=one_day, mechanics=(flying,), links=links), tmp_path, TEMPLATES)
    site = Site(tmp_path)
    for path, shown in (("mechanics/flying", [100, 20]), ("dates/2004-10-04", [100, 20])):
        pages = [site.page(f"en/{path}.html"), site.page(f"en/{path}.2.html")]
        assert [len(page.select(".entry")) for page in pages] == shown
        assert next(a["href"] for a in pages[0].select(".pager a")) == f"../{path}.2.html"
    assert len(site.page("fr/names/a.html").select(".rows li")) == 13
    assert site.page("en/cards/index.html").select(".rows") == []


def test_a_letter_that_only_one_language_has_leads_to_the_list_in_the_other(tmp_path: Path) -> None:
    held = cards(*(f"b card {n}" for n in range(301)))
    build(replace(held, cards=(replace(held.cards[0], name_fr="Zombie"), *held.cards[1:])), tmp_path, TEMPLATES)
    switch = Site(tmp_path).page("fr/names/z.html").select_one("a.switch")
    assert switch is not None
    assert switch["href"] == "../../en/cards/index.html"


def test_a_ruling_shared_by_hundreds_of_cards_is_listed_whole_in_one_place_only(tmp_path: Path) -> None:
    held = cards(*(f"Card {n}" for n in range(60)))
    first = date(2010, 1, 1)
    alike = tuple(
        ruling(f"Card {n} counts.", (first + timedelta(days=n)).isoformat(), card.key, pattern="~ counts.")
        for n, card in enumerate(held.cards)
    )
    build(replace(held, rulings=alike), tmp_path, TEMPLATES)
    site = Site(tmp_path)
    newest, oldest = (site.page(f"en/rulings/{one.id}.html") for one in (alike[-1], alike[0]))
    assert len(newest.select("#same + ul li")) == 59
    assert len(oldest.select("#same + ul li")) == 6
    assert f"{alike[-1].id}.html#same" in [a["href"] for a in oldest.select(".onward a")]


def test_a_text_is_linked_to_mechanics_only_where_the_finder_says_so(tmp_path: Path) -> None:
    build(knowledge(), tmp_path, TEMPLATES)
    assert Site(tmp_path).page(f"en/rulings/{R_ZERO.id}.html").select(".words a") == []


# A test run may have threads of its own, which forks are warned of.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_site_made_by_a_process_for_each_language_is_the_same(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafting, "_worth_it", lambda _: True)
    build(knowledge(), tmp_path / "out", TEMPLATES, corpus_note=True, mentions=mentions)
    assert contents(tmp_path / "out") == contents(site.folder)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fault_in_another_process_is_told_as_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    templates = tmp_path / "templates"
    shutil.copytree(TEMPLATES, templates)
    about = templates / "about.html"
    about.write_text('{% if page_lang == "fr" %}{{ page.nothing }}{% endif %}', "utf-8")
    monkeypatch.setattr(drafting, "_worth_it", lambda _: True)
    with pytest.raises(BuildError, match=r"about\.html: fr/about\.html: .*nothing"):
        build(knowledge(), tmp_path / "out", templates)
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_five_thousand_rulings_are_published_in_a_minute(tmp_path: Path) -> None:
    held = cards(*(f"Card {n}" for n in range(5000)))
    built = build(held, tmp_path, TEMPLATES, mentions=mentions)
    assert built.written > 20_000
