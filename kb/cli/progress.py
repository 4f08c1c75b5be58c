"""How far a command is, shown on a terminal while it works; gone when it ends, however it ends."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from kb.text.folding import cells, visible

_BAR = 24
_MIB = 1024 * 1024
_CLEAR = "\r\x1b[K"

Show = Callable[[str], None]
"""Puts a line in the place of the last one."""


@contextmanager
def status_line() -> Iterator[Show]:
    """Yield a function that shows one line on stderr, each in place of the one before; elsewhere it does nothing.

    Only on a terminal that can clear a line. The line is gone when the block ends, by an error or Ctrl-C too.
    """
    if not can_redraw():
        yield lambda _: None
        return

    def show(line: str) -> None:
        click.echo(_CLEAR + _clipped(visible(line)), nl=False, err=True, color=True)

    try:
        yield show
    finally:
        click.echo(_CLEAR, nl=False, err=True, color=True)


def _clipped(line: str) -> str:
    """Return as much of *line* as the terminal has room for: a line that wraps cannot be cleared."""
    room = shutil.get_terminal_size().columns - 1
    line = line[: max(room, 0)].replace("\n", " ")
    while cells(line) > room:
        line = line[:-1]
    return line


def can_redraw() -> bool:
    """Return whether stderr is a terminal on which a line can be drawn over."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def steps(total: int) -> Iterator[Callable[[str], None]]:
    """Yield a function that is told the name of each of *total* steps before it begins, and shows it with a bar."""
    done = 0
    with status_line() as show:

        def begin(name: str) -> None:
            nonlocal done
            show(f"{bar(done, total)}  {min(done + 1, total):,} of {total:,}  {name}")
            done += 1

        yield begin


def bar(done: int, total: int) -> str:
    """Draw what share of *total* is done.

    >>> bar(1, 4)
    '[██████                  ]'
    >>> bar(9, 4) == bar(4, 4) != bar(0, 0)
    True
    """
    share = min(done / total, 1.0) if total > 0 else 0.0
    return f"[{'█' * int(share * _BAR):{_BAR}}]"


def size(number: int) -> str:
    """Write a number of bytes for people.

    >>> size(1_572_864)
    '1.5 MB'
    """
    return f"{number / _MIB:,.1f} MB"
