"""The browser answers as the terminal does."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from kb.index import Index
from kb.model import Lang
from kb.search.index.analysis import stem, words
from tests.site.conftest import Site
from tests.site.finder.conftest import ROOT

pytestmark = pytest.mark.browser

JUDGED = [
    json.loads(line)["query"]
    for line in (ROOT / "tests/samples/eval/own_queries.jsonl").read_text(encoding="utf-8").splitlines()
]
BREAKING = (ROOT / "tests/samples/search/queries-that-break-parsers.txt").read_text(encoding="utf-8").splitlines()
TYPED = [
    *("702.62", "702.62a x", "x OR x", "suspend NOT AND cost", "-x -x suspend"),
    *("suspend", "suspension coût X", "Rift Bolt", "rift", "vision ancestrale", "{X}", "x", "+1/+1", "-1/-1", "1/1"),
    *('"mana cost"', '"without paying its mana cost"', '"as it"', "counter -spell", '-"mana cost" suspend', "-suspend"),
    *("flying OR cascade", "suspend AND exile", "NOT suspend", "suspend*", "a*", "*", "*a*", "cas* susp*"),
    *("card:bolt", "card:nothing suspend", "mechanic:cascade", "kw:suspension", 'mechanic:"time travel"', "lang:fr"),
    *("lang:xx suspend", "date>=2021 suspend", "date:2019..2021", "date<2000 suspend", "date:soon", "date:2021-06-18"),
    *("source:wotc", "source:nobody", "is:shared", "is:rule suspend", "-is:rule x", "is:machine", "is:superseded x"),
    *(
        "rule:702.62",
        "702.62 cost",
        "702.62a exile",
        "702.6 x",
        "suspend OR suspend cost",
        "suspend NOT AND exile",
        'card:bolt card:bolt "mana cost" "mana cost" -spell -spell',
        "rule:999",
        "suspnd",
        "suspned cost",
        "supsend",
        "can I counter a suspned card?",
        "timecounter",
        "suspention cout X",
        "cascde",
        "dichotomanci",
        "the",
        "of the",
        "the of and",
        "",
        "   ",
        "zzzzzz",
    ),
    *(
        "cannot",
        "cant",
        "doesnt",
        "can’t",
        "it's",
        "it’s suspended",
        "youre",
        "who'd",
        "l'exil",
        "exilées",
        "œuvre",
        "COUT",
        "cou\u0302t",
        "œ",
        "ÆTHER",
        "ancestrals",
    ),
    *("board wipe", "bolt", "goyf", "clone", "fore tell", "card:goyf", '"lightning bolt"', "contresort"),
    *("sus pend", "cas cade X", "wheel effect", "pilotage deux fois", "cmc", "what happens"),
    *("mana value", "converted mana cost", "casting without paying suspend X cost exile hand top"),
    *('"suspended card" lang:fr', "kw:suspend kw:cascade", 'card:"rift bolt" date:1999', '"no such words" suspend'),
]
ASK = """async (query) => {
  const answer = await kb.search(query, 10);
  const rules = await kb.searchRules(answer);
  return {
    total: answer.total,
    meant: answer.meant,
    notes: answer.notes.length,
    rules: rules.map((rule) => rule.id),
    french: answer.reading.french,
    hits: answer.hits.map((hit) => [hit.id, hit.score, hit.same.length, hit.otherDates, hit.marks]),
  };
}"""


@pytest.fixture(scope="module")
def searching(browser: Browser, shipped: Site) -> Page:
    """The search page, opened from its folder."""
    page = browser.new_page()
    page.goto((shipped.folder / "en/search.html").as_uri())
    page.evaluate("() => kb.ready()")
    return page


def utf16(text: str, place: int) -> int:
    """Return a place in *text* as scripts count."""
    return len(text[:place].encode("utf-16-le")) // 2


@pytest.mark.parametrize("query", [*JUDGED, *TYPED, *BREAKING])
def test_a_query_is_answered_as_in_the_terminal(searching: Page, index: Index, query: str) -> None:
    here: dict[str, Any] = searching.evaluate(ASK, query)
    there = index.search(query, limit=10)
    assert [hit[0] for hit in here["hits"]] == [hit.ruling.id for hit in there.hits]
    assert here["total"] == there.total
    assert here["meant"] == there.did_you_mean
    assert here["rules"] == [rule.number for rule, _ in there.rules]
    assert here["notes"] == len(there.notes)
    for mine, hit in zip(here["hits"], there.hits, strict=True):
        assert mine[1] == pytest.approx(hit.score, abs=0.002)
        assert mine[2:4] == [len(hit.same), [day.isoformat() for day in hit.other_dates]]
        assert mine[4] == [[utf16(hit.ruling.text, place) for place in mark] for mark in hit.marks]


def test_a_french_query_is_read_as_french_in_both(searching: Page) -> None:
    assert searching.evaluate(ASK, "quand la carte suspendue est lancée")["french"]


def test_tokens_and_stems_are_those_of_the_index(searching: Page, index: Index) -> None:
    """Every word of the shipped corpus and of the tables, and odd ones of our own."""
    odd = "Straße ΣΊΣΥΦΟΣ İstanbul ﬁght ½ ² x/y */* +X/-1 702.62a 1,000 Urza’s O'Neil's "
    odd += "qu’on aujourd'hui a\u0301\u00adb ''''"
    texts = [ruling.text for ruling in index.rulings()] + [odd]
    known = sorted({word for text in texts for word in words(text)})
    known += ["generously", "communism", "arsenal", "dying", "skies", "hoping", "hopped", "eed", "agreed", "agreedly"]
    known += [
        "rationalization",
        "conditionally",
        "vileli",
        "analogously",
        "enci",
        "izer",
        "ation",
        "sensibiliti",
        "y's",
    ]
    known += ["relational", "formative", "electrical", "adjustment", "adoption", "rate", "controll", "yield", "sayer"]
    assert searching.evaluate("(texts) => texts.map(kb.words)", texts) == [words(text) for text in texts]
    for lang in Lang:
        number = list(Lang).index(lang)
        stems = searching.evaluate(f"(known) => known.map((word) => kb.stem(word, {number}))", known)
        assert dict(zip(known, stems, strict=True)) == {word: stem(word, lang) for word in known}


def test_a_word_of_an_object_that_all_objects_have_is_a_word(searching: Page, index: Index) -> None:
    for query in ("constructor", "__proto__", "hasOwnProperty toString", "mechanic:constructor", "lang:constructor"):
        here = searching.evaluate(ASK, query)
        assert here["total"] == index.search(query).total
