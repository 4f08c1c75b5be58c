"""The search command."""

import re
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.cli.common import (
    NOTHING,
    CommandOnWords,
    IndexFolder,
    complete_mechanic,
    examples,
    index_option,
    named,
    pager_option,
    print_json,
    print_lines,
    style,
    typed,
)
from kb.export import forms
from kb.model import Lang
from kb.system.garbage import unswept

if TYPE_CHECKING:
    from kb.index import Index
    from kb.model import Answer


def _first_day(written: str) -> date:
    """Read a day, or give the first one of a year or month."""
    year, month, day = _date_parts(written)
    return date(year, month or 1, day or 1)


def _last_day(written: str) -> date:
    """Read a day, or give the last one of a year or month."""
    from calendar import monthrange

    year, month, day = _date_parts(written)
    return date(year, month or 12, day or monthrange(year, month or 12)[1])


def _date_parts(written: str) -> tuple[int, int, int]:
    """Part a date that may lack its day, or its day and month; what lacks is 0."""
    found = re.fullmatch(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?", written)
    try:
        year, month, day = (int(part or 0) for part in found.groups()) if found else (0, 0, 0)
        date(year, month or 1, day or 1)
    except ValueError:
        raise click.BadParameter(f"{written!r} is no date; write 2024-02-02, 2024-02 or 2024") from None
    return year, month, day


@click.command(
    cls=CommandOnWords,
    epilog=examples(
        'kb search "suspend X cost"',
        "kb search suspension coût X --lang fr",
        "kb search '\"time counter\" -haste'",
        "kb search 'mechanic:cascade date>=2021' --json",
        "kb search card:dichotomancy {X}",
        "kb search rule:702.62 date:2021",
        'kb search "suspend X cost" --limit 1 --same',
    ),
)
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many hits to show.")
@click.option("--lang", type=click.Choice([lang.value for lang in Lang]), help="Only rulings written in this language.")
@click.option("--card", help="Only rulings on this card; any of its names.")
@click.option("--mechanic", shell_complete=complete_mechanic, help="Only rulings tied to this mechanic; any name.")
@click.option(
    "--since", type=_first_day, metavar="DATE", help="Only rulings from this day on: 2024-02-02, 2024-02 or 2024."
)
@click.option("--until", type=_last_day, metavar="DATE", help="Only rulings up to this day.")
@click.option("--source", help="Only rulings with this publisher's label, such as wotc.")
@click.option("--explain", is_flag=True, help="Show how the query was read and why each hit ranks where it does.")
@click.option("--same", is_flag=True, help="List under each hit those that say the same on other cards or dates.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@pager_option
@index_option
@click.pass_context
def search(
    ctx: click.Context,
    query: tuple[str, ...],
    index_folder: Path | None,
    *,
    limit: int,
    lang: str | None,
    card: str | None,
    mechanic: str | None,
    since: date | None,
    until: date | None,
    source: str | None,
    explain: bool,
    same: bool,
    as_json: bool,
    pager: bool,
) -> None:
    """Find rulings by words, mechanics and cards, in English or French.

    \b
    words               any of them; those that match more come first
    "exact words"       as they stand, small words included
    -word               not with this word        a OR b    either
    card:NAME           mechanic:NAME (or kw:)    lang:fr   source:wotc
    date>=2021          date:2024-02              rule:702.62
    is:shared           on more than one card     is:superseded  worded anew since
    is:context          on a mechanic that the text does not name
    is:official         of the publisher          is:note        of a web site
    is:machine          machine-translated        is:rule  rules, not rulings

    In a terminal, `kb show 3` then opens hit 3.
    """
    place = IndexFolder(index_folder)
    with unswept(), place.open() as index:
        found = index.search(
            typed(" ".join(query)),
            limit=limit,
            lang=Lang(lang) if lang else None,
            card=card and typed(card),
            mechanic=mechanic and typed(mechanic),
            since=since,
            until=until,
            source=source and typed(source),
            explain=explain,
        )
        if as_json:
            print_json(forms.answer(found, *named(index, [hit.ruling for hit in found.hits])))
        else:
            _print(index, place.folder, found, same=same, pager=pager)
    ctx.exit(0 if found.hits or found.rules else NOTHING)


def _print(index: "Index", folder: Path, found: "Answer", *, same: bool, pager: bool) -> None:
    from kb.cli import terminal
    from kb.cli.recall import remember_hits

    rulings = [hit.ruling for hit in found.hits]
    others = index.store.rulings([ident for hit in found.hits for ident in hit.same]) if same else ()
    links, names = named(index, [*rulings, *others])
    if sys.stdout.isatty():
        remember_hits(folder, [ruling.id for ruling in rulings])
    print_lines(terminal.answer(found, links, names, style(folder), {r.id: r for r in others}), pager=pager)
