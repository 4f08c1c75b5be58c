"""Every part of the site as drafts; those of a large site by two processes, where a second one can be forked."""

import os
from collections.abc import Callable, Sequence
from functools import partial

from kb.site.output.drafts import Drafts, Listing
from kb.site.pages.parts import Part
from kb.system.garbage import held
from kb.system.parallel import beside, possible

LARGE = 4_000
"""From so many rulings on, a second process is worth its start."""


def produce(parts: Sequence[Part], drafts: Drafts, rulings: int) -> None:
    """Add every file of *parts*, the site of so many *rulings*, to *drafts*: the same however they are made."""
    queue = _queue(len(parts))
    try:
        # Whatever the pages are made from lives until the last of them is made.
        with held():
            if _worth_it(rulings):
                _by_two(queue, parts, drafts)
            else:
                _take(queue, parts, drafts)
    finally:
        os.close(queue)


def _by_two(queue: int, parts: Sequence[Part], drafts: Drafts) -> None:
    with beside(partial(_work, queue, parts, drafts.apart())) as second:
        _take(queue, parts, drafts)
        listing = second.result()
    # The second process is gone by now, and its room with it.
    drafts.take_in(listing)


def _worth_it(rulings: int) -> bool:
    return possible() and (os.cpu_count() or 1) > 1 and rulings >= LARGE


def _queue(count: int) -> int:
    """Return a pipe from which each number below *count* can be read once, a byte each, by any free process."""
    reading, writing = os.pipe()
    os.write(writing, bytes(range(count)))
    os.close(writing)
    return reading


def _take(queue: int, parts: Sequence[Part], drafts: Drafts) -> None:
    """Make one part after the other until none is left."""
    while number := os.read(queue, 1):
        for path, content in parts[number[0]]():
            drafts.add(path, content)
        # What pages of one part link to saves no time with those of the next, which lie in another folder.
        drafts.links.forget()


def _work(queue: int, parts: Sequence[Part], drafts: Drafts, _: Callable[[], None]) -> Listing:
    _take(queue, parts, drafts)
    return drafts.listing()
