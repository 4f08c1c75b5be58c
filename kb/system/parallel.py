"""Work done beside other work, in a second process where the system can make one of this one."""

import multiprocessing
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from kb.errors import KbError

T = TypeVar("T")
R = TypeVar("R")

Work = Callable[[Callable[[], T]], R]
"""Takes a call that gives what is handed in late, one thing at a time, and waits for it; gives its result."""


def possible() -> bool:
    """Whether a second process can take over everything that this one holds.

    That is a fork: it carries one thread only, and only Linux can be relied on for it.
    """
    return sys.platform == "linux" and threading.active_count() == 1


class Beside(Generic[T, R]):
    """Work that is being done in a second process."""

    def __init__(self, ours: Connection) -> None:
        self._ours = ours
        self._answer: tuple[R] | None = None

    def hand(self, late: T) -> None:
        """Return the work the next thing that it waits for."""
        # A second process that is gone has left its answer behind, or `result` finds that it has not.
        with suppress(ConnectionError):
            self._ours.send(late)

    def result(self) -> R:
        """Wait for the end of the work and give its result; raises its error, and KbError if it was killed."""
        if self._answer is None:
            try:
                answer: tuple[R] | Exception = self._ours.recv()
            except (EOFError, ConnectionError):
                answer = KbError("a part of the work was stopped from outside, perhaps for lack of memory; try again")
            if isinstance(answer, Exception):
                raise answer
            self._answer = answer
        return self._answer[0]


class Here(Generic[T, R]):
    """The same work, done in this process once it has been handed all that it waits for."""

    def __init__(self, work: Work[T, R]) -> None:
        self._work = work
        self._handed: deque[T] = deque()
        self._answer: tuple[R] | None = None

    def hand(self, late: T) -> None:
        """Keep for the work the next thing that it waits for."""
        self._handed.append(late)

    def result(self) -> R:
        """Do the work and give its result; raises its error."""
        if self._answer is None:
            self._answer = (self._work(self._handed.popleft),)
        return self._answer[0]


@contextmanager
def beside_or_here(work: Work[T, R]) -> Iterator[Beside[T, R] | Here[T, R]]:
    """Run *work* in a process of its own during the block where that is possible; else here, when the block ends."""
    if possible():
        with beside(work) as second:
            yield second
    else:
        here: Here[T, R] = Here(work)
        yield here
        here.result()


@contextmanager
def beside(work: Work[T, R]) -> Iterator[Beside[T, R]]:
    """Run *work* in a process of its own during the block.

    When the block ends, *work* has ended well, or its error is raised here; an error of the block ends it at once.
    """
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=_run, args=(work, ours, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        running: Beside[T, R] = Beside(ours)
        yield running
        running.result()
        process.join()
    finally:
        process.kill()
        process.join()
        ours.close()


def _run(work: Work[T, R], ours: Connection, theirs: Connection) -> None:
    # As long as this process holds the other end, it would not be told that the first one died.
    ours.close()
    try:
        threading.Thread(target=_end_with_parent, daemon=True).start()
        theirs.send((work(theirs.recv),))
    except Exception as error:  # noqa: BLE001  it is raised again in the first process
        theirs.send(error)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
