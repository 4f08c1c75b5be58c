"""Commands on the corpus: ingest, check, export."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb import forms
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

if TYPE_CHECKING:
    from kb.ingest import Summary


class _CorpusPath(click.Path):
    """A file or folder; not "", as an unset variable of a script gives, which would mean the current folder."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Path:  # type: ignore[override]
        """Give *value* as a path."""
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
    from kb.places import corpus_folder

    summary = build_index(list(paths) or [corpus_folder(here())], IndexFolder(index_folder).folder, strict=strict)
    if as_json:
        print_json(_summary(summary))
    else:
        _print_summary(summary)
    ctx.exit(NOTHING if summary.failures else 0)


def _summary(summary: "Summary") -> forms.Form:
    known = summary.knowledge
    return {
        "files": summary.files,
        "raw": known.raw,
        "rulings": len(known.rulings),
        "duplicates": known.raw - len(known.rulings),
        "cards": len(known.cards),
        "mechanics": len({link.mechanic for link in known.links}),
        "links": len(known.links),
        "skipped": known.skipped,
        "problems": [forms.problem(finding) for finding in known.findings],
    }


def _print_summary(summary: "Summary") -> None:
    from kb import terminal
    from kb.terminal import counted

    for finding in summary.knowledge.findings:
        click.echo(terminal.finding(finding), err=True)
    known = summary.knowledge
    click.echo(
        f"{counted(summary.files, 'file')}: {counted(known.raw, 'ruling')} as printed, "
        f"{len(known.rulings):,} once each ({counted(known.raw - len(known.rulings), 'duplicate')}), "
        f"on {counted(len(known.cards), 'card')}; {counted(len(known.links), 'link')} to "
        f"{counted(len({link.mechanic for link in known.links}), 'mechanic')}; {counted(len(known.rules), 'rule')}; "
        f"{known.skipped:,} lines or entries skipped."
    )
    problems = len(known.findings) - len(summary.failures)
    if problems:
        click.echo(f"{counted(problems, 'problem')} to look at: `kb check` lists all that needs an eye.")
    if summary.failures:
        click.echo(f"Left out: {counted(len(summary.failures), 'file')} that could not be read.")


@click.command(epilog=examples("kb export > rulings.jsonl", "kb export --format csv > rulings.csv"))
@click.option("--format", "kind", type=click.Choice(["jsonl", "csv"]), default="jsonl", show_default=True)
@index_option
def export(kind: str, index_folder: Path | None) -> None:
    """Write every ruling, one a line, oldest first.

    JSON lines can be ingested again: the safe way to hand an index to someone else.
    """
    with IndexFolder(index_folder).open() as index:
        rulings = index.rulings()
        links = index.links(rulings)
        names = forms.Names({card.key: card for card in index.store.cards()}, index.store.mechanics())
        rows = (forms.export(r, links[r.id], names) for r in rulings)
        print_lines(forms.export_csv(rows) if kind == "csv" else map(json.dumps, rows))


@click.command(epilog=examples("kb check", "kb check rulings/new-page.html"))
@click.argument("paths", nargs=-1, type=_CorpusPath())
@click.pass_context
def check(ctx: click.Context, paths: tuple[Path, ...]) -> None:
    """List what in the corpus needs a person's eye, a line each: file, line, kind, what.

    Dates that can be read two ways or are impossible, lost symbols, pages without a known card, rulings that differ
    from another in a word, files that could not be read. Nothing is written.
    """
    from kb import terminal
    from kb.check import findings
    from kb.ingest import READING_STAGES, corpus_files
    from kb.places import corpus_folder

    files = list(paths) or [corpus_folder(here())]
    with steps(len(corpus_files(files)) + len(READING_STAGES)) as tick:
        found, failed = findings(files, today=today(), tick=tick)
    print_lines(map(terminal.finding, found))
    ctx.exit(NOTHING if failed else 0)
