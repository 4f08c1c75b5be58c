"""What commands share: the index they work on, progress, and how output is printed."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb import forms
from kb.model import Link, Ruling

if TYPE_CHECKING:
    from kb.index import Index
    from kb.ingest import Summary
    from kb.terminal import Style

NOTHING, FAILURE, INTERRUPTED = 1, 2, 130
"""Exit codes, besides 0."""

_WIDEST = 100


def examples(*lines: str) -> str:
    """Give the end of a help text: examples, one a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


class IndexFolder:
    """The index that a command works on, and the corpus it is built from when it is missing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @property
    def folder(self) -> Path:
        """The folder named on the command line, else the usual one."""
        from kb.places import index_folder

        return self._folder or index_folder(Path.cwd())

    @contextmanager
    def open(self) -> Iterator["Index"]:
        """Open the index, built from the corpus first if there is none.

        One of another version, or a damaged one, is not built again unasked: it may hold other files than the corpus.
        """
        from kb import generation
        from kb.index import Index

        if not generation.exists(self.folder):
            self._build()
        with Index(self.folder) as index:
            yield index

    def _build(self) -> None:
        from kb.places import corpus_folder

        corpus = corpus_folder(Path.cwd())
        click.echo(f"kb: building the index from {corpus} first …", err=True)
        build_index([corpus], self.folder)


index_option = click.option(
    "--index",
    "index_folder",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="KB_INDEX",
    help="Folder of the index [default: $KB_INDEX, else .kb beside the nearest corpus, else in the user's data folder]",
)


def build_index(paths: Sequence[Path], folder: Path, *, strict: bool = False) -> "Summary":
    """Ingest *paths* into the index *folder*, with progress on a terminal."""
    from kb.ingest import ingest as run

    with progress() as tick:
        return run(paths, folder, today=today(), strict=strict, tick=tick)


def today() -> date:
    """Give the day by which a ruling's date lies in the future: $SOURCE_DATE_EPOCH's, else today."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return (datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)).date()


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Give a function that shows what is being done, on a terminal; elsewhere it does nothing."""
    from kb.ingest import silent
    from kb.text import visible

    if not sys.stderr.isatty():
        yield silent
        return

    def tick(what: str) -> None:
        click.echo(f"\r\x1b[K{visible(what)[: shutil.get_terminal_size().columns - 1]}", nl=False, err=True)

    try:
        yield tick
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


def named(index: "Index", rulings: Sequence[Ruling]) -> tuple[Mapping[str, tuple[Link, ...]], forms.Names]:
    """Give the links of *rulings*, and the names of the cards and mechanics they are tied to."""
    keys = sorted({key for ruling in rulings for key in ruling.cards})
    return index.links(rulings), forms.Names(index.store.cards_of(keys), index.store.mechanics())


def complete_mechanic(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Give the names of mechanics that *incomplete* may become."""
    from kb.tables import mechanics

    start = incomplete.casefold()
    names = {name for m in mechanics() for name in (m.slug, m.name_fr) if name}
    return sorted(name for name in names if name.casefold().startswith(start))


def style() -> "Style":
    """Tell how wide the output may be, and whether it may be coloured."""
    from kb.terminal import Style

    on_terminal = sys.stdout.isatty()
    width = min(shutil.get_terminal_size().columns, _WIDEST) if on_terminal else _WIDEST
    return Style(width=width, colour=on_terminal and not os.environ.get("NO_COLOR"))


def print_lines(lines: Iterable[str]) -> None:
    """Print *lines*, their colours as they are."""
    for line in lines:
        click.echo(line, color=True)


def print_json(form: forms.Form) -> None:
    """Print *form* as indented ASCII JSON."""
    click.echo(json.dumps(form, indent=2))
