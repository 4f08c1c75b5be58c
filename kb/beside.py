"""Work done beside other work, in a second process where the system can make one of this one."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import TypeVar

from kb.errors import KbError

T = TypeVar("T")

Work = Callable[[Callable[[], T]], None]
"""Takes a call that gives what is handed in late, and waits for it."""


def possible() -> bool:
    """Whether a second process can take over everything that this one holds: a fork, which carries one thread only."""
    return "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1


@contextmanager
def beside(work: Work[T]) -> Iterator[Callable[[T], None]]:
    """Run *work* in a process of its own during the block; give the call that hands it what it waits for.

    When the block ends, *work* has ended well, or its error is raised here; an error of the block ends it at once.
    """
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=_run, args=(work, ours, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        yield partial(_hand, ours)
        error = _answer(ours)
        process.join()
    finally:
        process.kill()
        process.join()
        ours.close()
    if error is not None:
        raise error


def end_with_parent() -> None:
    """Have this process, which a fork has made, end at once when the first one has, however that came."""
    threading.Thread(target=_wait_for_end, daemon=True).start()


def _wait_for_end() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run(work: Work[T], ours: Connection, theirs: Connection) -> None:
    # As long as this process holds the other end, it would not be told that the first one died.
    ours.close()
    try:
        end_with_parent()
        work(theirs.recv)
    except Exception as error:  # noqa: BLE001  it is raised again in the first process
        theirs.send(error)
    else:
        theirs.send(None)


def _hand(ours: Connection, late: T) -> None:
    # A second process that is gone has left its answer behind, or `_answer` finds that it has not.
    with suppress(BrokenPipeError):
        ours.send(late)


def _answer(ours: Connection) -> Exception | None:
    try:
        error: Exception | None = ours.recv()
    except EOFError:
        return KbError("a part of the work was stopped from outside, perhaps for lack of memory; try again")
    return error
