"""The rules on the site: sections, subrules, the glossary, and the rulings that explain them."""

from dataclasses import replace
from pathlib import Path

import pytest

from kb.model import Knowledge, Rule, RuleKind
from kb.site import build
from kb.site.base.rules import LIGHT, codex
from tests.site.conftest import TEMPLATES, Site
from tests.site.sample import R_CITING, R_FACE_UP, R_ONLY_FR, R_ZERO, RULES, knowledge, mentions
from tests.site.test_pages import hrefs, leads, words

LONG = "An invented rule that says nothing at all, at length. " * 300


def heavy() -> Knowledge:
    """The sample with a section too long for one page, and a glossary too."""
    assert len(LONG) * 2 > LIGHT
    more = (
        Rule("702.63", RuleKind.RULE, "Glimmerstep", ""),
        Rule("702.63a", RuleKind.SUBRULE, "", LONG),
        Rule("702.63b", RuleKind.SUBRULE, "", LONG),
        Rule("Test Term", RuleKind.GLOSSARY, "Test Term", LONG * 2),
    )
    return replace(knowledge(), rules=(*RULES, *more))


@pytest.fixture(scope="module")
def long_site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    out = tmp_path_factory.mktemp("long") / "site"
    build(heavy(), out, TEMPLATES, mentions=mentions)
    return Site(out)


def test_the_sections_are_listed_by_chapter_with_how_many_rulings_explain_them(site: Site) -> None:
    page = site.page("en/rules/index.html")
    assert [words(chapter) for chapter in page.select("h2")] == ["2 What Is Printed", "7 Further Rules"]
    assert [words(row) for row in page.select(".rows li")] == ["207 Text Box", "702 Keyword Abilities 8 rulings"]
    assert "5 rules Glossary 2 terms" in words(page.select_one("main"))


def test_a_section_has_an_anchor_for_each_rule_and_subrule(site: Site) -> None:
    page = site.page("en/rules/702.html")
    anchors = [str(tag["id"]) for tag in page.select(".law [id]")]
    assert anchors == ["702.1", "702.62", "702.62a", "702.62b"]
    assert words(page.select_one('[id="702.62b"]')) == "702.62b Whoever owns it goes first."
    assert words(page.select_one(".example")) == "Example: Somebody waits four turns. Nothing <b>else</b> happens."


def test_rule_numbers_in_rules_glossary_and_rulings_lead_to_the_rules(site: Site) -> None:
    rule = site.page("en/rules/702.html").select_one('[id="702.62a"]')
    assert rule is not None
    assert hrefs(rule, "p:not(.at) a") == ["../rules/207.html#207.2c", "../rules/702.html#702.62b"]
    assert "../rules/index.html#chapter-2" in hrefs(site.page("en/rules/702.html"))
    assert hrefs(site.page("fr/glossary/index.html"), "dd a") == ["../rules/702.html#702.62"]
    assert hrefs(site.page(f"fr/rulings/{R_CITING.id}.html"), ".words a") == ["../rules/702.html#702.62b"]


def test_a_rule_shows_the_rulings_of_its_mechanic_and_those_that_cite_it(site: Site) -> None:
    page = site.page("en/rules/702.html")
    assert {R_ZERO.id, R_FACE_UP.id, R_CITING.id} <= set(leads(page))
    assert words(page.select_one("#mechanics + ul")) == "Suspend suspension 7 rulings"


def test_a_list_of_ability_words_leads_to_them_but_no_ruling_of_theirs_explains_it(site: Site) -> None:
    page = site.page("fr/rules/207.html")
    assert words(page.select_one("#mechanics + ul")) == "délire Delirium 1 décision"
    assert R_ONLY_FR.id not in leads(page)


def test_a_mechanic_shows_its_rule_the_subrule_that_defines_it_and_its_glossary_entry(site: Site) -> None:
    page = site.page("en/mechanics/suspend.html")
    assert hrefs(page, ".kicker a") == ["../rules/702.html#702.62"]
    assert words(page.select_one(".says .passage")).startswith("702.62a A card with suspend waits in exile")
    assert words(page.select_one(".says dl")) == "Glossary An ability of waiting. See rule 702.62, “Suspend.”"
    assert hrefs(page, ".says dt a") == ["../glossary/index.html#term-suspend"]


def test_a_rule_that_is_not_among_those_at_hand_is_named_and_not_linked(site: Site) -> None:
    kicker = site.page("en/mechanics/cascade.html").select_one(".kicker")
    assert words(kicker) == "Keyword ability · Rule 702.85"
    assert kicker is not None
    assert not kicker.select("a")


def test_french_pages_say_that_the_words_of_the_rules_are_english(site: Site) -> None:
    page = site.page("fr/rules/702.html")
    law = page.select_one(".law")
    assert law is not None
    assert law["lang"] == "en"
    assert str(page.h1) == '<h1><bdi lang="en">Keyword Abilities</bdi></h1>'
    assert "Le texte des règles est en anglais." in words(page.main)
    assert [tag["lang"] for tag in site.page("fr/mechanics/suspend.html").select(".says .law, .says dd")] == ["en"] * 2


def test_a_long_section_gives_each_titled_rule_a_page_of_its_own(long_site: Site) -> None:
    section = long_site.page("en/rules/702.html")
    assert [words(row) for row in section.select("#further + ul li")] == [
        "702.62 Suspend 8 rulings",
        "702.63 Glimmerstep",
    ]
    assert [str(tag["id"]) for tag in section.select(".law [id]")] == ["702.1"]
    rule = long_site.page("fr/rules/702.62.html")
    assert [str(tag["id"]) for tag in rule.select(".law [id]")] == ["702.62a", "702.62b"]
    assert words(rule.select_one(".crumbs")) == "Accueil Règles 702 Keyword Abilities"
    assert words(rule.select_one("#in-glossary + dl")) == "Suspend An ability of waiting. See rule 702.62, “Suspend.”"
    assert words(rule.select_one(".neighbours")) == "Précédente 702 Keyword Abilities Suivante 702.63 Glimmerstep"


def test_a_long_glossary_is_spread_over_letters(long_site: Site) -> None:
    index = long_site.page("en/glossary/index.html")
    assert hrefs(index, ".plain a") == [
        "../glossary/a.html#term-active-player",
        "../glossary/s.html#term-suspend",
        "../glossary/t.html#term-test-term",
    ]
    assert words(long_site.page("en/glossary/s.html").select_one("#term-suspend")) == "Suspend"
    assert hrefs(long_site.page("en/mechanics/suspend.html"), ".says dt a") == ["../glossary/s.html#term-suspend"]


def test_without_rules_nothing_of_them_appears(tmp_path: Path) -> None:
    build(replace(knowledge(), rules=()), tmp_path, TEMPLATES, mentions=mentions)
    bare = Site(tmp_path)
    assert not [path for path in bare.paths() if "rules/" in path or "glossary/" in path]
    for path in bare.paths():
        assert not [href for href in hrefs(bare.page(path), "[href]") if "rules/" in href or "glossary" in href], path
    assert words(bare.page("en/mechanics/suspend.html").select_one(".kicker")) == "Keyword ability · Rule 702.62"


def test_rules_out_of_their_order_or_without_what_they_stand_under_have_a_place_each(tmp_path: Path) -> None:
    odd = (
        Rule("601.2f", RuleKind.SUBRULE, "", "It stands under nothing."),
        Rule("601.2f", RuleKind.SUBRULE, "", "It is there twice."),
        Rule("Twice", RuleKind.GLOSSARY, "Twice", "First."),
        Rule("Twice", RuleKind.GLOSSARY, "Twice", "Second."),
        Rule("_", RuleKind.GLOSSARY, "_", "Nameless."),
    )
    build(Knowledge(rules=odd), tmp_path, TEMPLATES)
    page = Site(tmp_path).page("en/rules/601.html")
    assert [str(tag["id"]) for tag in page.select(".law [id]")] == ["601.2f"]
    entries = Site(tmp_path).page("en/glossary/index.html").select("dd")
    assert [words(entry) for entry in entries] == ["First. Second.", "Nameless."]


def test_every_number_leads_to_a_place_of_its_own() -> None:
    places = codex(heavy()).places
    assert len(set(places.values())) == len(places) == 12
    assert places["702.62"] == "rules/702.62.html"
    assert places["702.63b"] == "rules/702.63.html#702.63b"
    assert places["7"] == "rules/index.html#chapter-7"
