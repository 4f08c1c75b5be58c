"""The page that searches, in one language."""

import json
from collections.abc import Iterator, Mapping

from kb.site.base import address
from kb.site.base.tree import Tree, frame
from kb.site.pages.front_kinds import SearchPage
from kb.site.pages.passages import term_address
from kb.site.search_index.scripts import SCRIPTS

_OWN = "find_"
_SHARED = (
    *("mechanics", "cards", "sources", "rules", "details", "more_cards", "in_en", "in_fr"),
    *("months", "day", "no_date"),
)
"""Phrases of other pages that the scripts use too."""
_OTHERWISE = {"in_en": "in_english", "in_fr": "in_french"}
_QUERIES = {
    "phrase": '"mana value"',
    "card": 'card:"rift bolt"',
    "mechanic": "mechanic:cascade date>=2020",
    "shared": "lang:en is:shared",
}
"""Examples that are the same in every language; those that are not are phrases."""
EXAMPLES = ("words", "phrase", "minus", "or", "prefix", "card", "mechanic", "shared")
_FIRST = ("words", "card", "mechanic")


def search_pages(tree: Tree) -> Iterator[SearchPage]:
    """Yield the search page of a language tree."""
    words = tree.words
    yield SearchPage(
        frame=frame(tree, address.SEARCH, words.say("search"), words.say("search_summary")),
        scripts=SCRIPTS,
        phrases=_phrases(tree),
        examples=tuple((_query(tree, example), words.say(f"search_eg_{example}")) for example in EXAMPLES),
    )


def first_examples(tree: Tree) -> tuple[str, ...]:
    """Return a few queries that show what the search understands."""
    return tuple(_query(tree, example) for example in _FIRST)


def _query(tree: Tree, example: str) -> str:
    return _QUERIES.get(example) or tree.words.say(f"search_{example}")


def _phrases(tree: Tree) -> str:
    """Write the phrases that the scripts say."""
    phrases = tree.words.phrases
    own = {key.removeprefix(_OWN): phrase for key, phrase in phrases.items() if key.startswith(_OWN)}
    shared = {key: phrases[_OTHERWISE.get(key, key)] for key in _SHARED}
    return json.dumps(own | shared, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def rule_places(tree: Tree) -> Mapping[str, str]:
    """Return where each rule and each term of the glossary stands, from the folder of the tree."""
    codex = tree.atlas.codex
    return {title: term_address(tree, title) for title in codex.terms} | dict(codex.places)
