"""Every page of the site as a draft; those of a large site by a process for each language, where one can be forked."""

import multiprocessing
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection

from kb.beside import end_with_parent
from kb.errors import BuildError, KbError
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
        receivers = stack.enter_context(_made_aside(others, render, aside))
        _fill(drafts, first, render)
        for made, receiver in zip(aside, receivers, strict=True):
            drafts.take_in(made, _received(receiver))


def _worth_it(tree: Tree) -> bool:
    """Whether to fork: never where another thread might hold a lock, nor where forks are not to be relied on."""
    able = hasattr(os, "fork") and "linux" in os.uname().sysname.lower() and (os.cpu_count() or 1) > 1
    return able and threading.active_count() == 1 and len(tree.atlas.rulings) >= LARGE


def _fill(drafts: Drafts, tree: Tree, render: Renderer) -> None:
    for page in pages(tree):
        drafts.add(page.frame.path, render(page))
    drafts.add(f"{tree.lang}/feed.xml", feed(tree))


@contextmanager
def _made_aside(trees: list[Tree], render: Renderer, aside: list[Drafts]) -> Iterator[list[Connection]]:
    """Have each of *trees* made into its drafts of *aside*, and give where their listings will come from."""
    context = multiprocessing.get_context("fork")
    workers, receivers = [], []
    for tree, drafts in zip(trees, aside, strict=True):
        receiver, sender = context.Pipe(duplex=False)
        worker = context.Process(target=_work, args=(tree, render, drafts, sender), daemon=True)
        worker.start()
        sender.close()
        workers.append(worker)
        receivers.append(receiver)
    try:
        yield receivers
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()


def _work(tree: Tree, render: Renderer, drafts: Drafts, sender: Connection) -> None:
    try:
        end_with_parent()
        _fill(drafts, tree, render)
        sender.send(drafts.written())
    except (KbError, OSError, MemoryError) as error:
        sender.send(error)


def _received(receiver: Connection) -> Listing:
    try:
        made: Listing | Exception = receiver.recv()
    except EOFError:
        made = BuildError("the pages of a language could not be made; build again")
    if isinstance(made, Exception):
        raise made
    return made
