"""The order of the pages: every page of the site as a value, one after the other."""

from collections.abc import Iterator
from itertools import chain

from kb.site.card_pages import card_pages
from kb.site.date_pages import date_pages
from kb.site.front_pages import front_pages, landing_pages
from kb.site.kinds import Page
from kb.site.mechanic_pages import mechanic_pages
from kb.site.ruling_page import ruling_pages
from kb.site.source_pages import source_pages
from kb.site.tree import Tree


def pages(trees: tuple[Tree, ...]) -> Iterator[Page]:
    """Give every page of *trees* and those above them; the first tree's language leads there."""
    yield from landing_pages(trees[0])
    for tree in trees:
        yield from chain(
            front_pages(tree),
            mechanic_pages(tree),
            card_pages(tree),
            ruling_pages(tree),
            date_pages(tree),
            source_pages(tree),
        )
