"""Every page of a language tree as a value, kind by kind."""

from collections.abc import Callable, Iterator

from kb.site.base.tree import Tree
from kb.site.pages.card import card_pages
from kb.site.pages.date import date_pages
from kb.site.pages.front import front_pages
from kb.site.pages.glossary import glossary_pages
from kb.site.pages.kinds import Page
from kb.site.pages.mechanic import mechanic_pages
from kb.site.pages.rule import rule_pages
from kb.site.pages.ruling import ruling_pages
from kb.site.pages.search import search_pages
from kb.site.pages.source import source_pages

KINDS: tuple[Callable[[Tree], Iterator[Page]], ...] = (
    ruling_pages,
    card_pages,
    mechanic_pages,
    source_pages,
    date_pages,
    rule_pages,
    glossary_pages,
    front_pages,
    search_pages,
)
"""What gives the pages of each kind, those that take longest first."""
