"""Every page of a language tree as a value, kind by kind."""

from collections.abc import Callable, Iterator

from kb.site.card_pages import card_pages
from kb.site.date_pages import date_pages
from kb.site.front_pages import front_pages
from kb.site.glossary_pages import glossary_pages
from kb.site.kinds import Page
from kb.site.mechanic_pages import mechanic_pages
from kb.site.rule_pages import rule_pages
from kb.site.ruling_page import ruling_pages
from kb.site.search_page import search_pages
from kb.site.source_pages import source_pages
from kb.site.tree import Tree

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
