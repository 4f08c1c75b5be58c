"""The search command."""

import re
from datetime import date
from pathlib import Path

import click

from kb import forms
from kb.cli.common import (
    NOTHING,
    IndexFolder,
    complete_mechanic,
    examples,
    index_option,
    named,
    print_json,
    print_lines,
    style,
)
from kb.model import Lang


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
    context_settings={"ignore_unknown_options": True},
    epilog=examples(
        'kb search "suspend X cost"',
        "kb search suspension coût X --lang fr",
        "kb search '\"deals damage to a player\" -token'",
        "kb search 'mechanic:cascade date>=2021' --json",
        "kb search card:tarmogoyf +1/+1",
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
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
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
    as_json: bool,
) -> None:
    """Find rulings by words, mechanics and cards, in English or French.

    \b
    words               any of them; those that match more come first
    "exact words"       as they stand, small words included
    -word               not with this word        a OR b    either
    card:NAME           mechanic:NAME (or kw:)    lang:fr   source:wotc
    date>=2021          date:2024-02              rule:702.62
    is:shared           on more than one card     is:rule   rules, not rulings
    """
    with IndexFolder(index_folder).open() as index:
        found = index.search(
            " ".join(query),
            limit=limit,
            lang=Lang(lang) if lang else None,
            card=card,
            mechanic=mechanic,
            since=since,
            until=until,
            source=source,
            explain=explain,
        )
        links, names = named(index, [hit.ruling for hit in found.hits])
        if as_json:
            print_json(forms.answer(found, links, names))
        else:
            from kb import terminal

            print_lines(terminal.answer(found, links, names, style()))
    ctx.exit(0 if found.hits or found.rules else NOTHING)
