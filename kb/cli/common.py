"""What commands share: the index they work on, and how output is printed."""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.cli.progress import steps
from kb.errors import IndexUnusable, UsageError
from kb.export import forms
from kb.model import Link, Ruling

if TYPE_CHECKING:
    from kb.cli.terminal import Style
    from kb.index import Index
    from kb.ingest.summary import Summary

NOTHING, FAILURE = 1, 2
"""Exit codes, besides 0."""

_WIDEST = 100
_OPTION = re.compile(r"-h\Z|--[a-z]", re.IGNORECASE)
_LINK = re.compile(r"\x1b\]8;;[^\x1b]*\x1b\\")


def examples(*lines: str) -> str:
    """Return the end of a help text: examples, one a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


class CommandOnWords(click.Command):
    """A command on words that may begin with a minus: only -h and what begins with two minuses are options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse *args* as if the words were typed after all options and `--`."""
        return super().parse_args(ctx, self._in_order(ctx, args))

    def _in_order(self, ctx: click.Context, args: Sequence[str]) -> list[str]:
        options: list[str] = []
        words: list[str] = []
        with_value = {name for option in self.get_params(ctx) if _takes_value(option) for name in option.opts}
        rest = iter(args)
        for arg in rest:
            if arg == "--":
                words += rest
            elif not _OPTION.match(arg):
                words.append(arg)
            else:
                options.append(arg)
                if arg in with_value:
                    value = next(rest, None)
                    if value is None:
                        return options  # so that click reports the missing value
                    options.append(value)
        return [*options, "--", *words]


def _takes_value(param: click.Parameter) -> bool:
    return isinstance(param, click.Option) and not param.is_flag and not param.count


def help_if_bare(ctx: click.Context) -> None:
    """Print what commands there are, and leave as after wrong usage, if none of them was named."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(FAILURE)


def here() -> Path:
    """Return the current folder; raises UsageError if it is gone."""
    try:
        return Path.cwd()
    except OSError:
        raise UsageError("the current folder is gone; change to another one") from None


def typed(words: str) -> str:
    r"""Return what was typed as the UTF-8 that it is, whatever the locale takes it for; what is none becomes a sign.

    >>> typed("caf\udcc3\udca9"), typed("a\udcff")
    ('café', 'a�')
    """
    return words if words.isprintable() else os.fsencode(words).decode(errors="replace")


class IndexFolder:
    """The index that a command works on, and the corpus it is built from when it is missing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @property
    def folder(self) -> Path:
        """The folder named on the command line, else the usual one."""
        from kb.system.places import index_folder

        return self._folder or index_folder(here())

    @contextmanager
    def open(self) -> Iterator["Index"]:
        """Open the index, built from the corpus first if none was named and there is none.

        One of another version, or a damaged one, is not built again unasked: it may hold other files than the corpus.
        Nor is one that was named and is not there: the name may be mistyped. The error names the folder in the command
        that builds it.
        """
        from kb.index import Index
        from kb.store import folder as generation

        if not generation.has_remains(self.folder):
            generation.refuse_other_folder(self.folder)
            if self._folder is None:
                self._build()
        try:
            with Index(self.folder) as index:
                yield index
        except IndexUnusable as error:
            raise IndexUnusable(self._with_folder(str(error))) from error

    def _with_folder(self, advice: str) -> str:
        if self._folder is None:
            return advice
        from shlex import quote

        return advice.replace("`kb ingest`", f"`kb ingest --index {quote(str(self._folder))}`")

    def _build(self) -> None:
        from kb.system.places import corpus_folder

        corpus = corpus_folder(here())
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
    from kb.ingest.corpus import corpus_files
    from kb.store.folder import refuse_other_folder
    from kb.update.run import STAGES
    from kb.update.run import ingest as run

    refuse_other_folder(folder)
    with steps(len(corpus_files(paths)) + len(STAGES)) as tick:
        return run(paths, folder, today=today(), strict=strict, tick=tick)


def today() -> date:
    """Return the day by which a ruling's date lies in the future: $SOURCE_DATE_EPOCH's, else today."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return datetime.now(UTC).date()
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH is {epoch!r}, which is no time; give seconds since 1970") from None


def named(index: "Index", rulings: Sequence[Ruling]) -> tuple[Mapping[str, tuple[Link, ...]], forms.NamesById]:
    """Return the links of *rulings*, and the names of the cards and mechanics they are tied to."""
    links = index.links(rulings)
    keys = sorted({key for ruling in rulings for key in ruling.cards})
    slugs = sorted({link.mechanic for tied in links.values() for link in tied})
    return links, forms.NamesById(index.store.names_of_cards(keys), index.store.names_of_mechanics(slugs))


def complete_mechanic(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of mechanics that *incomplete* may become."""
    from kb.tables import mechanics

    start = incomplete.casefold()
    names = {name for m in mechanics() for name in (m.slug, m.name_fr) if name}
    return sorted(name for name in names if name.casefold().startswith(start))


def style(index: Path | None = None) -> "Style":
    """Return how wide the output may be, whether it may be coloured, and which pages of *index* ids may link to."""
    from kb.cli.links import ruling_links
    from kb.cli.terminal import Style, no_page

    on_terminal = sys.stdout.isatty()
    width = min(shutil.get_terminal_size().columns, _WIDEST) if on_terminal else _WIDEST
    colour = on_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(width, colour, no_page if index is None else ruling_links(index))


pager_option = click.option(
    "--pager/--no-pager",
    default=True,
    help="Whether output longer than the terminal goes through $PAGER [default: it does]",
)


def print_lines(lines: Iterable[str], *, pager: bool = False) -> None:
    """Print *lines*, their colours as they are; with *pager*, page them on a terminal that they do not fit."""
    if pager and sys.stdout.isatty() and sys.stdin.isatty():
        lines = list(lines)
        if len(lines) >= shutil.get_terminal_size().lines:
            # What less shows stays on the screen, in colour; not every pager passes links on.
            os.environ.setdefault("LESS", "FRX")
            click.echo_via_pager((_LINK.sub("", line) + "\n" for line in lines), color=True)
            return
    for line in lines:
        click.echo(line, color=True)


def print_json(form: forms.Form) -> None:
    """Print *form* as indented ASCII JSON."""
    click.echo(json.dumps(form, indent=2))
