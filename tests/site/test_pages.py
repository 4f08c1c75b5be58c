"""What stands on the pages: facts read by hand, and a few pages whole."""

import os
import re
from itertools import pairwise
from pathlib import Path
from unicodedata import bidirectional

import pytest
from bs4 import BeautifulSoup, Tag

from tests.site.conftest import Site
from tests.site.sample import (
    FACE_UP,
    FACE_UP_FR,
    HOSTILE,
    R_ACTION,
    R_COUNTERS,
    R_FACE_UP,
    R_FACE_UP_OLD,
    R_HOSTILE,
    R_NEW,
    R_OLD,
    R_OLD_2,
    R_ONLY_FR,
    R_UNDATED,
    R_ZERO,
    R_ZERO_FR,
    ZERO,
    ZERO_FR,
)

TURNING = frozenset({"R", "AL", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""The kinds of sign that change the direction of what stands beside them."""
GOLDEN = Path(__file__).parents[1] / "samples" / "site" / "golden"
WHOLE = (
    "index.html",
    "404.html",
    "en/index.html",
    "fr/index.html",
    "en/mechanics/suspend.html",
    "fr/mechanics/index.html",
    "fr/mechanics/suspend.html",
    "en/cards/fire-ice.html",
    "fr/cards/ancestral-vision.html",
    f"en/rulings/{R_ZERO.id}.html",
    f"fr/rulings/{R_ZERO.id}.html",
    f"fr/rulings/{R_ZERO_FR.id}.html",
    "en/dates/2006-09-25.html",
    "fr/dates/index.html",
    "en/sources/index.html",
    "fr/sources/fr-suspension-html.html",
    "fr/about.html",
    "fr/rules/index.html",
    "en/rules/702.html",
    "fr/glossary/index.html",
    "en/feed.xml",
)


def words(tag: Tag | None) -> str:
    """Read a piece of a page as a person does: spaces run together."""
    assert tag is not None
    return " ".join(tag.get_text().split())


def leads(page: BeautifulSoup) -> list[str]:
    """List the ids of the rulings that are shown, in order."""
    return [str(entry["id"]).removeprefix("r-") for entry in page.select(".entry")]


def hrefs(tag: BeautifulSoup | Tag, select: str = "a") -> list[str]:
    return [str(link["href"]) for link in tag.select(select)]


@pytest.mark.parametrize("path", WHOLE)
def test_a_page_is_as_it_was_when_a_person_last_looked_at_it(site: Site, path: str) -> None:
    """With KB_UPDATE_GOLDEN=1 the pages are taken as they are: then look at what changed."""
    # Which edition of the scripts it is changes with every word of them.
    built = re.sub(r"(?<=\.js\?v=)[0-9a-f]+", "0", (site.folder / path).read_text("utf-8"))
    golden = GOLDEN / path
    if os.environ.get("KB_UPDATE_GOLDEN"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(built, "utf-8")
        pytest.skip("taken as it is; run again without KB_UPDATE_GOLDEN")
    assert built == golden.read_text("utf-8")


# --- every page -------------------------------------------------------------------------------------------------------


def test_both_trees_have_the_same_pages(site: Site) -> None:
    paths = site.paths()
    english = {path.removeprefix("en/") for path in paths if path.startswith("en/")}
    french = {path.removeprefix("fr/") for path in paths if path.startswith("fr/")}
    assert english == french
    lead_in, mechanics, cards, rulings, days, files, rules = 5, 1 + 5, 1 + 6, 14, 1 + 8, 1 + 5, 1 + 2 + 1
    assert len(english) == lead_in + mechanics + cards + rulings + days + files + rules


def test_every_page_has_one_heading_of_the_first_rank_a_title_of_its_own_and_a_skip_link(site: Site) -> None:
    titles: dict[str, list[str]] = {}
    for path in site.paths():
        page = site.page(path)
        assert len(page.select("h1")) == 1, path
        assert len(page.select("main#main")) == 1, path
        titles.setdefault(f"{path[:2]} {words(page.title)}", []).append(path)
        if path not in {"index.html", "404.html"}:
            assert hrefs(page)[0] == "#main", path
    assert {title: paths for title, paths in titles.items() if len(paths) > 1} == {}


def test_headings_skip_no_rank(site: Site) -> None:
    for path in site.paths():
        ranks = [int(heading.name[1]) for heading in site.page(path).select("h1, h2, h3, h4")]
        assert all(after <= before + 1 for before, after in pairwise(ranks)), path


def test_no_link_lies_in_a_link_and_nothing_runs_or_styles_in_line(site: Site) -> None:
    for path in site.paths():
        page = site.page(path)
        assert not page.select("a a, script:not([src]), style, [style], [onclick], iframe, base"), path
        assert not [tag for tag in page.select("*") if any(name.startswith("on") for name in tag.attrs)], path


def test_every_page_forbids_what_does_not_come_from_the_site(site: Site) -> None:
    for path in site.paths():
        policy = site.page(path).find("meta", attrs={"http-equiv": "Content-Security-Policy"})
        assert isinstance(policy, Tag), path
        assert str(policy["content"]) == "default-src 'self'; base-uri 'none'; form-action 'self'", path


def test_links_are_relative_and_name_files(site: Site) -> None:
    for path in site.paths():
        for href in hrefs(site.page(path), "[href]"):
            assert not href.startswith(("/", "http:", "https:", "file:")), (path, href)
            assert href.partition("#")[0].endswith((".html", ".css", ".svg", ".xml", "")), (path, href)
            assert not href.partition("#")[0].endswith("/"), (path, href)


def test_the_language_switch_leads_to_the_same_page_in_the_other_language(site: Site) -> None:
    page = site.page(f"fr/rulings/{R_ZERO.id}.html")
    switch = page.select_one("a.switch")
    assert switch is not None
    assert (switch["href"], switch["hreflang"], switch["lang"], words(switch)) == (
        f"../../en/rulings/{R_ZERO.id}.html",
        "en",
        "en",
        "English",
    )
    assert hrefs(page, "link[rel=alternate][hreflang]") == []  # of use with full addresses only


def test_pages_of_the_shipped_corpus_say_that_its_texts_are_paraphrases(site: Site) -> None:
    assert "paraphrases in our own words, not the official texts" in words(site.page("en/index.html").footer)
    assert "non les textes officiels" in words(site.page("fr/cards/rift-bolt.html").footer)
    assert "not the official texts" in words(site.page("en/about.html").main)


# --- mechanics --------------------------------------------------------------------------------------------------------


def test_a_mechanic_has_both_names_its_kind_its_rule_and_how_sure_the_french_name_is(site: Site) -> None:
    head = words(site.page("en/mechanics/suspend.html").select_one(".head"))
    assert head == (
        "Keyword ability · Rule 702.62 Suspend suspension 7 rulings, 3 of them by context "
        "The French name stands on 57 cards."
    )
    head = words(site.page("fr/mechanics/delirium.html").select_one(".head"))
    assert head == "Mot de capacité · Règle 207.2c délire Delirium 1 décision Le nom français n’est pas confirmé."


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("en/mechanics/suspend.html", "Suspend, keyword ability · Magic Rulings"),
        ("fr/mechanics/suspend.html", "Suspension, capacité mot-clé · Décisions Magic"),
    ],
)
def test_the_title_of_a_mechanic_tells_its_kind_as_a_page_of_another_kind_may_have_its_name(
    site: Site, path: str, title: str
) -> None:
    assert words(site.page(path).title) == title


def test_a_mechanic_shows_every_ruling_once_and_the_newest_first(site: Site) -> None:
    page = site.page("en/mechanics/suspend.html")
    assert leads(page) == [R_ZERO.id, R_FACE_UP.id, R_ACTION.id, R_OLD.id]
    assert [words(day) for day in page.select(".when")] == ["February 2, 2024", "June 18, 2021", "September 25, 2006"]
    every = {href.rpartition("/")[2].removesuffix(".html") for href in hrefs(page, ".entries a") if "/rulings/" in href}
    assert every >= {R_FACE_UP_OLD.id, R_OLD_2.id}


def test_a_ruling_that_does_not_name_the_mechanic_is_marked_with_the_reason(site: Site) -> None:
    page = site.page("en/mechanics/suspend.html")
    marked = {
        str(entry["id"])[2:]: words(entry.select_one(".context")) for entry in page.select(".entry:has(.context)")
    }
    assert marked == {
        R_ZERO.id: "By context 3 of 4 cards have it",
        R_OLD.id: "By context 3 of 4 cards have it",
    }


def test_the_french_page_shows_the_french_version_first(site: Site) -> None:
    entry = site.page("fr/mechanics/suspend.html").select_one(f"#r-{R_ZERO_FR.id}")
    assert entry is not None
    texts = [(words(text), text.get("lang")) for text in entry.select(".text")]
    assert texts == [(ZERO_FR.replace("\u202f", " "), None), (ZERO, "en")]


def test_a_mechanic_without_a_french_name_keeps_the_english_one_on_french_pages(site: Site) -> None:
    page = site.page("fr/mechanics/time-travel.html")
    assert str(page.h1) == '<h1><bdi lang="en">Time Travel</bdi></h1>'
    assert "Aucun nom français n’est connu." in words(page.main)
    assert "Aucune décision de ce recueil ne l’éclaire." in words(page.main)


def test_mechanics_are_listed_by_kind_and_letter_with_both_names_and_a_count(site: Site) -> None:
    page = site.page("fr/mechanics/index.html")
    assert [words(kind) for kind in page.select("h2")] == ["Capacités mot-clé", "Actions mot-clé", "Mots de capacité"]
    assert [words(letter) for letter in page.select("h3")] == ["C", "S", "E", "T", "D"]
    assert "suspension Suspend 702.62 7 décisions" in [words(row) for row in page.select(".rows li")]


# --- cards ------------------------------------------------------------------------------------------------------------


def test_a_card_has_both_names_and_its_rulings_by_date_the_undated_last(site: Site) -> None:
    page = site.page("fr/cards/fire-ice.html")
    assert (words(page.h1), words(page.select_one(".other-name"))) == ("Feu // Glace", "Fire // Ice")
    assert leads(page) == [R_COUNTERS.id, R_ONLY_FR.id, R_UNDATED.id]


def test_a_card_leads_to_the_cards_beside_it_in_the_list(site: Site) -> None:
    near = site.page("en/cards/fire-ice.html").select_one("main > .neighbours")
    assert words(near) == "Previous card Dichotomancy Next card Rift Bolt"


def test_a_french_name_that_is_the_english_one_is_not_said_twice(site: Site) -> None:
    assert site.page("fr/cards/wheel-of-fate.html").select(".other-name") == []
    row = next(row for row in site.page("fr/cards/index.html").select(".rows li") if "Wheel" in words(row))
    assert words(row) == "Wheel of Fate 2 décisions"


def test_card_text_is_in_the_readers_language_where_there_is_one(site: Site) -> None:
    french = site.page("fr/cards/ancestral-vision.html").select_one(".card-text")
    assert words(french) == "Suspension 4—{U} Le joueur ciblé pioche trois cartes."
    assert french is not None
    assert french.get("lang") is None
    english = site.page("fr/cards/dichotomancy.html").select_one(".card-text")
    assert english is not None
    assert english["lang"] == "en"


def test_sets_are_shown_as_they_are_spelt(site: Site) -> None:
    assert "Sets TSP, CON" in words(site.page("en/cards/ancestral-vision.html").select_one(".head"))


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_a_ruling_names_every_place_where_it_was_found(site: Site) -> None:
    page = site.page(f"en/rulings/{R_ZERO.id}.html")
    assert [words(place) for place in page.select(".sightings > li")] == [
        "suspend.txt, lines 1–2 Labelled wotc Card known by the heading",
        "lists/copied.txt, line 3 There it reads: " + " ".join(ZERO.replace("{X}", "").split()),
        "bulk.json, entry 7 Labelled wotc",
    ]
    assert hrefs(page, ".sightings a") == [
        "../sources/suspend-txt.html#row-1",
        "../sources/lists-copied-txt.html#row-1",
        "../sources/bulk-json.html#row-1",
    ]


def test_a_ruling_names_its_cards_and_the_mechanics_it_explains_and_why(site: Site) -> None:
    page = site.page(f"fr/rulings/{R_ZERO.id}.html")
    assert words(page.h1) == "Décision sur Vision ancestrale et 3 autres cartes"
    assert hrefs(page, ".inline a")[:2] == ["../cards/ancestral-vision.html", "../cards/dichotomancy.html"]
    assert words(page.select_one(".ties li")) == (
        "suspension Suspend Par le contexte Part 64 % Pourquoi 3 cartes sur 4 la possèdent"
    )


def test_a_ruling_lists_what_it_explains_and_not_what_it_only_mentions(site: Site) -> None:
    page = site.page(f"en/rulings/{R_FACE_UP.id}.html")
    assert hrefs(page, ".ties a") == ["../mechanics/suspend.html"]
    card = site.page(f"en/cards/{R_FACE_UP.cards[0]}.html")
    assert hrefs(card, "[aria-labelledby=mechanics] a") == ["../mechanics/suspend.html"]


def test_a_ruling_on_a_french_page_is_preceded_by_its_french_version(site: Site) -> None:
    page = site.page(f"fr/rulings/{R_ZERO.id}.html")
    quotes = [(words(text), text.get("lang")) for text in page.select(".version .text, .words")]
    assert quotes == [(words(BeautifulSoup(ZERO_FR, "html.parser")), None), (ZERO, "en")]
    assert "l’anglaise fait foi" in words(page.select_one(".version .meta"))


def test_a_machine_translation_is_called_one_and_the_files_own_notice_is_shown(site: Site) -> None:
    page = site.page(f"en/rulings/{R_ZERO_FR.id}.html")
    assert words(page.select_one(".head .meta")) == "February 2, 2024 Paraphrase of a ruling Machine translation"
    assert "The English original is the source of truth." in words(page.select_one(".notice"))
    quoted = page.select_one(".notice q")
    assert quoted is not None
    assert quoted["lang"] == "fr"


def test_a_note_of_a_web_site_is_not_called_official(site: Site) -> None:
    page = site.page(f"en/rulings/{R_HOSTILE.id}.html")
    assert words(page.h1).startswith("Note on Test <img")
    assert "Not an official ruling: a note of a web site" in words(page.select_one(".head"))


def test_a_note_of_a_web_site_is_marked_wherever_it_is_listed(site: Site) -> None:
    day = site.page("en/dates/2015-03-01.html")
    assert words(day.select_one(f"#r-{R_HOSTILE.id} .badge")) == "Not an official ruling"
    assert "2 rulings, 1 of them is not an official ruling" in words(day.select_one(".head"))
    card = site.page("fr/cards/card-4ab1c2.html")
    assert "1 décision, dont 1 qui n’est pas une décision officielle" in words(card.select_one(".head"))
    assert words(card.select_one(".entry .badge")) == "Décision non officielle"
    held = site.page("en/sources/suspend-txt.html").select(".held li:has(.badge)")
    assert [words(row.select_one(".badge")) for row in held] == ["Not an official ruling"]
    assert "marked “Not an official ruling”" in words(site.page("en/about.html").main)


def test_a_ruling_names_other_dates_other_cards_and_the_wording_that_took_its_place(site: Site) -> None:
    again = site.page(f"en/rulings/{R_FACE_UP.id}.html")
    assert words(again.select_one("#other-days + ul")) == "September 25, 2006"
    replaced = site.page(f"en/rulings/{R_OLD.id}.html")
    assert words(replaced.select_one("#same + ul")) == "Wheel of Fate, September 25, 2006"
    assert words(replaced.select_one(".notice")) == "A newer wording took its place: June 7, 2013"
    newer = site.page(f"en/rulings/{R_NEW.id}.html")
    assert words(newer.select_one("#older + ul")) == "September 25, 2006"


def test_a_ruling_leads_to_the_one_before_and_the_one_after_on_its_card(site: Site) -> None:
    near = site.page(f"en/rulings/{R_NEW.id}.html").select_one(".on-card")
    assert words(near) == "Rulings on Rift Bolt Previous May 5, 2011 Next February 2, 2024"


def test_a_ruling_whose_card_is_not_known_says_so_and_shows_its_heading(site: Site) -> None:
    page = site.page(f"en/rulings/{R_ACTION.id}.html")
    assert words(page.select_one(".kicker")) == "Returning mechanic: Suspend"
    assert "The files do not say which card it stands on." in words(page.main)


def test_text_in_the_other_language_says_which_it_is(site: Site) -> None:
    page = site.page("en/cards/dichotomancy.html")
    langs = {words(text): text.get("lang") for text in page.select(".text")}
    assert langs[FACE_UP] is None
    assert langs[" ".join(FACE_UP_FR.split())] == "fr"


# --- days and sources -------------------------------------------------------------------------------------------------


def test_days_are_listed_by_year_the_newest_first_and_undated_rulings_last(site: Site) -> None:
    page = site.page("fr/dates/index.html")
    years = [words(year) for year in page.select("h2")]
    assert years == ["2024", "2021", "2016", "2015", "2013", "2011", "2006", "Sans date"]
    assert words(page.select_one(".rows li")) == "2 février 2024 2 décisions"


def test_a_day_shows_its_rulings_and_leads_to_the_days_beside_it(site: Site) -> None:
    page = site.page("en/dates/2015-03-01.html")
    assert words(page.h1) == "Rulings of March 1, 2015"
    assert leads(page) == [R_HOSTILE.id, R_COUNTERS.id]
    assert words(page.select_one(".neighbours")) == "Earlier June 7, 2013 Later April 1, 2016"


def test_a_file_of_the_corpus_shows_its_layout_what_it_holds_and_what_is_wrong_with_it(site: Site) -> None:
    page = site.page("en/sources/lists-copied-txt.html")
    assert words(page.select_one(".head")) == "Layout dated list lists/copied.txt 1 ruling"
    assert words(page.select_one("#troubles + ul")) == "lost_symbol line 3 a blank stands where {X} should"
    assert words(site.page("en/sources/empty-txt.html").select_one(".empty")) == "This file holds no rulings."
    assert "16 rulings as printed became 14" in words(site.page("en/sources/index.html").main)


# --- hostile texts ----------------------------------------------------------------------------------------------------


def test_hostile_names_and_texts_appear_exactly_as_they_are_written(site: Site) -> None:
    card = site.page("en/cards/card-4ab1c2.html")
    assert words(card.h1) == HOSTILE
    assert words(card.title) == f"{HOSTILE} · Magic Rulings"
    description = card.find("meta", attrs={"name": "description"})
    assert isinstance(description, Tag)
    assert description["content"] == f"{HOSTILE}: 1 ruling, by date."
    assert HOSTILE in [words(name) for name in site.page("en/cards/index.html").select(".rows a")]
    assert words(card.select_one(".text")) == R_HOSTILE.text
    assert words(site.page("fr/cards/card-4ab1c2.html").h1) == "Essai <b>gras</b>"


def test_a_name_cannot_turn_the_words_around_it(site: Site) -> None:
    for path in site.paths():
        for name in site.page(path).select("h1, .rows a, .neighbours a, .crumbs a, .places a"):
            assert name.bdi or TURNING.isdisjoint(map(bidirectional, name.get_text())), path
