"""The stats command: what the index holds, counted."""

from pathlib import Path

import click

from kb.cli.common import IndexFolder, examples, index_option, pager_option, print_json, print_lines, style

_WIDEST = 80
"""Columns: a longer bar says no more."""


@click.command(epilog=examples("kb stats", "kb stats --mechanics 50", "kb stats --json"))
@click.option("--mechanics", "shown", type=click.IntRange(0), default=15, show_default=True, help="How many to list.")
@click.option("--json", "as_json", is_flag=True, help="Print all counts as JSON.")
@pager_option
@index_option
def stats(shown: int, index_folder: Path | None, *, as_json: bool, pager: bool) -> None:
    """Count the rulings by year, language, publisher and mechanic."""
    from kb.cli import terminal
    from kb.knowledge.stats import count

    with IndexFolder(index_folder).open() as index:
        counted = count(index.knowledge())
    if as_json:
        lists = {name: dict(getattr(counted, name)) for name in ("years", "languages", "sources", "mechanics")}
        print_json({"rulings": counted.rulings, "wordings": counted.wordings, "cards": counted.cards, **lists})
    else:
        look = style()
        print_lines(terminal.stats(counted, shown, look._replace(width=min(look.width, _WIDEST))), pager=pager)
