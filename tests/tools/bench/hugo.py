"""The ruling pages of a site, made ready for Hugo: it shows all that `kb` does, from values that `kb` worked out.

What Hugo reads of a page is its `RulingPage` as JSON, every text marked up and every count spelt out, so that it has
nothing to do but to fill in its template, `hugo_page.html`. Its pages and those of `kb` are compared word by word.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from html import unescape
from pathlib import Path

from kb.index import Index
from kb.model import Lang
from kb.site import no_mentions
from kb.site.base.lookups import survey
from kb.site.base.markup import Html, named
from kb.site.base.names import named_mechanics
from kb.site.base.tree import Mentions, Tree
from kb.site.base.words import PageWords, read_words
from kb.site.pages.kinds import RulingPage
from kb.site.pages.ruling import ruling_pages
from kb.system import places

_TEMPLATE = Path(__file__).with_name("hugo_page.html")
_SETTINGS = """
baseURL = "https://example.org/"
defaultContentLanguage = "en"
defaultContentLanguageInSubdir = true
disableKinds = ["home", "section", "taxonomy", "term", "rss", "sitemap", "robotstxt", "404"]
uglyURLs = true
[languages.en]
contentDir = "content/en"
[languages.fr]
contentDir = "content/fr"
"""
_TAG = re.compile(r"<[^>]*>")
_HREF = re.compile(r'<a [^>]*href="?([^" >]*)')


def trees(index: Index, mentions: Mentions = no_mentions) -> tuple[Tree, ...]:
    """Return both language trees of *index*."""
    words = read_words(places.shipped("site_templates") / "strings.toml")
    atlas = survey(index.knowledge())
    return tuple(Tree(atlas, words[lang], mentions) for lang in Lang)


def prepare(index: Index, folder: Path) -> None:
    """Write in *folder* all that Hugo needs to make the ruling pages of *index*."""
    (folder / "layouts/_default").mkdir(parents=True)
    (folder / "layouts/_default/single.html").write_text(_TEMPLATE.read_text("utf-8"), "utf-8")
    # The one name is of newer versions, the other of older ones.
    (folder / "hugo.toml").write_text(_SETTINGS, "utf-8")
    (folder / "config.toml").write_text(_SETTINGS, "utf-8")
    mentions = named_mechanics(index.knowledge())
    for tree in trees(index, mentions):
        (folder / "data/phrases").mkdir(parents=True, exist_ok=True)
        (folder / f"data/phrases/{tree.lang}.json").write_text(json.dumps(_phrases(tree.words)), "utf-8")
        (folder / f"content/{tree.lang}/rulings").mkdir(parents=True)
        for page in ruling_pages(tree):
            head = json.dumps({"title": page.id, "p": _values(page, tree.words)})
            (folder / f"content/{tree.lang}/rulings/{page.id}.md").write_text(f"{head}\n", "utf-8")


def unlike(here: Path, there: Path, every: int = 100) -> Iterator[str]:
    """Name, of the pages that both have, every so manieth whose words or links are not the same."""
    for path in sorted(there.rglob("*.html"))[::every]:
        name = path.relative_to(there)
        if _content(path.read_text("utf-8")) != _content((here / name).read_text("utf-8")):
            yield name.as_posix()


def _content(page: str) -> tuple[str, list[str]]:
    body = page.partition("<body>")[2]
    return " ".join(unescape(_TAG.sub(" ", body)).split()), _HREF.findall(body)


def _phrases(words: PageWords) -> dict[str, object]:
    table = tomllib.loads((places.shipped("site_templates") / "strings.toml").read_text("utf-8"))
    other = Lang.EN if words.lang is Lang.FR else Lang.FR
    return {**words.phrases, "other_lang": other.value, "other_language": table["language_name"][other.value]}


def _values(page: RulingPage, words: PageWords) -> object:
    """Return *page* as Hugo reads it: what `kb` works out while it renders is added."""
    values = _plain(page)
    assert isinstance(values, dict)
    values["lang_of_page"] = page.frame.lang
    values["more_said"] = words.count(page.more, "more_cards") if page.more else ""
    values["same_said"] = words.say("same_all", n=words.number(page.same_total))
    for tie in values["ties"]:
        tie["weight_said"] = words.say("percent", n=tie["weight"])
    for place in values["same"]:
        place["more_said"] = words.count(place["more"], "more_cards") if place["more"] else ""
    for version in values["versions"]:
        version["lang_said"] = version["lang"] or page.frame.lang
    return values


def _plain(value: object) -> object:
    if isinstance(value, Html):
        return value.markup
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if not is_dataclass(value):
        return value
    plain = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(text := plain.get("text"), str):
        plain["plain"] = "<bdi" not in named(text).markup
    return plain
