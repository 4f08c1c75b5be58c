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
    index_option,
    print_json,
    print_lines,
    progress,
    today,
)

if TYPE_CHECKING:
    from kb.ingest import Summary


@click.command(
    epilog=examples(
        "kb ingest                         the corpus",
        "kb ingest rulings/ extra.html     other files and folders instead",
        "kb ingest --strict --json         fail on any problem; a summary for scripts",
    )
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
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

    summary = build_index(list(paths) or [corpus_folder(Path.cwd())], IndexFolder(index_folder).folder, strict=strict)
    form = _summary(summary)
    if as_json:
        print_json(form)
    else:
        _print_summary(summary, form)
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


def _print_summary(summary: "Summary", form: forms.Form) -> None:
    from kb import terminal

    for finding in summary.knowledge.findings:
        click.echo(terminal.finding(finding), err=True)
    counts = {name: value for name, value in form.items() if name != "problems"}
    click.echo(", ".join(f"{value:,} {name}" for name, value in counts.items()))
    problems = len(summary.knowledge.findings) - len(summary.failures)
    if problems:
        click.echo(f"{problems:,} problems to look at: `kb check` lists them with others.")
    if summary.failures:
        click.echo(f"{len(summary.failures):,} files were left out.")


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
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.pass_context
def check(ctx: click.Context, paths: tuple[Path, ...]) -> None:
    """List what in the corpus needs a person's eye, a line each: file, line, kind, what.

    Dates that can be read two ways or are impossible, lost symbols, pages without a known card, rulings that differ
    from another in a word, files that could not be read. Nothing is written.
    """
    from kb import terminal
    from kb.check import findings
    from kb.places import corpus_folder

    with progress() as tick:
        found, failed = findings(list(paths) or [corpus_folder(Path.cwd())], today=today(), tick=tick)
    print_lines(map(terminal.finding, found))
    ctx.exit(NOTHING if failed else 0)
