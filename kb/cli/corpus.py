"""Commands on the corpus: ingest, check, export."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.cli.common import (
    NOTHING,
    IndexFolder,
    build_index,
    examples,
    here,
    index_option,
    print_json,
    print_lines,
    today,
)
from kb.cli.progress import steps
from kb.export import forms
from kb.text.folding import visible

if TYPE_CHECKING:
    from kb.ingest.summary import Summary


class _CorpusPath(click.Path):
    """A file or folder; not "", as an unset variable of a script gives, which would mean the current folder."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Path:  # type: ignore[override]
        """Return *value* as a path."""
        if not value:
            self.fail("an empty name is no file or folder", param, ctx)
        return Path(value)


@click.command(
    epilog=examples(
        "kb ingest                         the corpus",
        "kb ingest rulings/ extra.html     other files and folders instead",
        "kb ingest --strict --json         fail on any problem; a summary for scripts",
    )
)
@click.argument("paths", nargs=-1, type=_CorpusPath())
@click.option(
    "--strict", is_flag=True, help="Fail, and leave the index as it was, if anything could not be understood."
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@index_option
@click.pass_context
def ingest(
    ctx: click.Context, paths: tuple[Path, ...], index_folder: Path | None, *, strict: bool, as_json: bool
) -> None:
    """Read ruling files and build the index from them.

    The index holds what PATHS hold, no more: without PATHS, the corpus. It is built aside and put in place in one step,
    so a run that fails or is stopped leaves the old one. A file that cannot be read is left out and named, and the exit
    code is then 1.
    """
    from kb.system.places import corpus_folder

    summary = build_index(list(paths) or [corpus_folder(here())], IndexFolder(index_folder).folder, strict=strict)
    if as_json:
        print_json(_summary(summary))
    else:
        _print_summary(summary)
    ctx.exit(NOTHING if summary.left_out else 0)


def _summary(summary: "Summary") -> forms.Form:
    return {
        "files": summary.files,
        "raw": summary.raw,
        "rulings": summary.rulings,
        "duplicates": summary.raw - summary.rulings,
        "cards": summary.cards,
        "mechanics": summary.mechanics,
        "links": summary.links,
        "skipped": summary.skipped,
        "problems": [forms.problem(finding) for finding in summary.findings],
    }


def _print_summary(summary: "Summary") -> None:
    from kb.cli import terminal
    from kb.cli.terminal import counted

    for finding in summary.findings:
        click.echo(terminal.finding(finding), err=True)
    click.echo(
        f"{counted(summary.files, 'file')}: {counted(summary.raw, 'ruling')} as printed, "
        f"{summary.rulings:,} once each ({counted(summary.raw - summary.rulings, 'duplicate')}), "
        f"on {counted(summary.cards, 'card')}; {counted(summary.links, 'link')} to "
        f"{counted(summary.mechanics, 'mechanic')}; {counted(summary.rules, 'rule')}; "
        f"{summary.skipped:,} {'line or entry' if summary.skipped == 1 else 'lines or entries'} skipped."
    )
    if summary.unchanged:
        click.echo("Nothing has changed since; the index is left as it is.")
    problems = len(summary.findings) - summary.left_out
    if problems:
        click.echo(f"{counted(problems, 'problem')} to look at: `kb check` lists all that needs an eye.")
    if summary.left_out:
        click.echo(f"Left out: {counted(summary.left_out, 'file')} that could not be read.")


@click.command(epilog=examples("kb export > rulings.jsonl", "kb export --format csv > rulings.csv"))
@click.option("--format", "kind", type=click.Choice(["jsonl", "csv"]), default="jsonl", show_default=True)
@index_option
def export(kind: str, index_folder: Path | None) -> None:
    """Write every ruling, one a line, oldest first.

    JSON lines hold the whole index, cards and rules included, and can be ingested again: the safe way to hand it to
    someone else.
    """
    from kb.export import exchange

    with IndexFolder(index_folder).open() as index:
        if kind == "jsonl":
            print_lines(exchange.lines(index.knowledge()))
            return
        rulings = index.rulings()
        links = index.links(rulings)
        names = forms.NamesById(index.store.names_of_cards(), index.store.names_of_mechanics())
        lines = forms.export_csv(forms.export(r, links[r.id], names) for r in rulings)
        print_lines(map(visible, lines) if sys.stdout.isatty() else lines)


@click.command(
    epilog=examples("kb check", "kb check rulings/new-page.html", "kb check --explain rulings/new-page.html")
)
@click.argument("paths", nargs=-1, type=_CorpusPath())
@click.option("--explain", is_flag=True, help="Show how each page is read instead: what every line was taken for.")
@click.pass_context
def check(ctx: click.Context, paths: tuple[Path, ...], *, explain: bool) -> None:
    """List what in the corpus needs a person's eye, a line each: file, line, kind, what.

    Dates that can be read two ways or are impossible, lost symbols, pages without a known card, texts that look like
    rulings and are in none, rulings that differ from another in a word or name another card than their own, files that
    could not be read. Nothing is written.
    """
    from kb.cli import terminal
    from kb.errors import SourceError
    from kb.ingest.assemble import STAGES
    from kb.ingest.check import explanations, findings
    from kb.ingest.corpus import corpus_files
    from kb.system.places import corpus_folder

    files = list(paths) or [corpus_folder(here())]
    if explain:
        failed = False
        for shown, told in explanations(files, today=today()):
            failed = failed or isinstance(told, SourceError)
            print_lines(terminal.explanation(shown, told))
    else:
        with steps(len(corpus_files(files)) + len(STAGES)) as tick:
            found, failed = findings(files, today=today(), tick=tick)
        print_lines(map(terminal.finding, found))
    ctx.exit(NOTHING if failed else 0)
