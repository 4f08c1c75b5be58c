"""The order of the pages: every page of a language tree as a value, one after the other."""

from collections.abc import Iterator
from itertools import chain

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


def pages(tree: Tree) -> Iterator[Page]:
    """Give every page of a language tree."""
    return chain(
        front_pages(tree),
        mechanic_pages(tree),
        card_pages(tree),
        ruling_pages(tree),
        date_pages(tree),
        rule_pages(tree),
        glossary_pages(tree),
        source_pages(tree),
        search_pages(tree),
    )
