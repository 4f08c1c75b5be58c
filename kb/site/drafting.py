"""Every page of the site as a draft; those of a large site by a process for each language, where one can be forked."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

from kb.beside import beside, possible
from kb.site.drafts import Drafts, Listing
from kb.site.feed import feed
from kb.site.front_pages import landing_pages
from kb.site.pages import pages
from kb.site.render import Renderer
from kb.site.tree import Tree

LARGE = 4_000
"""From so many rulings on, a second process is worth its start."""


def produce(trees: tuple[Tree, ...], render: Renderer, drafts: Drafts) -> None:
    """Add every page and feed of *trees* and what stands above them to *drafts*, the same however they are made."""
    first, *others = trees
    for page in landing_pages(first):
        drafts.add(page.frame.path, render(page))
    if not _worth_it(first):
        for tree in trees:
            _fill(drafts, tree, render)
        return
    with ExitStack() as stack:
        aside = [stack.enter_context(Drafts(drafts.folder)) for _ in others]
        running = [
            stack.enter_context(beside(partial(_work, tree, render, made)))
            for tree, made in zip(others, aside, strict=True)
        ]
        _fill(drafts, first, render)
        for made, second in zip(aside, running, strict=True):
            drafts.take_in(made, second.result())


def _worth_it(tree: Tree) -> bool:
    return possible() and (os.cpu_count() or 1) > 1 and len(tree.atlas.rulings) >= LARGE


def _fill(drafts: Drafts, tree: Tree, render: Renderer) -> None:
    for page in pages(tree):
        drafts.add(page.frame.path, render(page))
    drafts.add(f"{tree.lang}/feed.xml", feed(tree))


def _work(tree: Tree, render: Renderer, drafts: Drafts, _: Callable[[], None]) -> Listing:
    _fill(drafts, tree, render)
    return drafts.written()
