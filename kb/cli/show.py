"""The show command: one ruling, card, mechanic or rule at length."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb import forms
from kb.cli.common import IndexFolder, complete_mechanic, examples, index_option, named, print_json, print_lines, style
from kb.errors import UsageError

if TYPE_CHECKING:
    from kb.index import Index


@click.command(
    epilog=examples(
        "kb show 3f2a1b4c5d6e          a ruling, by its id or the start of it",
        'kb show "Lotus Bloom"         a card, by any of its names in English or French',
        "kb show suspension            a mechanic",
        "kb show 702.62                a rule, where the Comprehensive Rules were ingested",
    )
)
@click.argument("thing", metavar="ID|CARD|MECHANIC|RULE", nargs=-1, required=True, shell_complete=complete_mechanic)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@index_option
def show(thing: tuple[str, ...], index_folder: Path | None, *, as_json: bool) -> None:
    """Show one ruling, a card's rulings, a mechanic or a rule."""
    name = " ".join(thing)
    with IndexFolder(index_folder).open() as index:
        for shown in (_show_ruling, _show_mechanic, _show_card, _show_rule):
            result = shown(index, name)
            if result is not None:
                form, lines = result
                if as_json:
                    print_json(form)
                else:
                    print_lines(lines)
                return
        raise UsageError(_unknown(index, name))


_Shown = tuple[forms.Form, Iterable[str]]


def _show_ruling(index: "Index", name: str) -> _Shown | None:
    from kb import terminal

    ruling = index.ruling(name)
    if ruling is None:
        return None
    links, names = named(index, [ruling])
    own = links[ruling.id]
    return forms.ruling(ruling, own, names), terminal.ruling(ruling, own, names, style())


def _show_card(index: "Index", name: str) -> _Shown | None:
    from kb import terminal

    cards = index.cards(name)
    if len(cards) > 1:
        shared = "; ".join(f"{card.name} ({card.key})" for card in cards)
        raise UsageError(f"{name!r} is the name of several cards: {shared}; show one by what stands in brackets")
    if not cards:
        return None
    rulings = index.store.rulings_of_card(cards[0].key)
    links, names = named(index, rulings)
    form = forms.card(cards[0], (forms.export(r, links[r.id], names) for r in rulings))
    return form, terminal.card(cards[0], ((r, links[r.id]) for r in rulings), names, style())


def _show_mechanic(index: "Index", name: str) -> _Shown | None:
    from kb import terminal

    mechanic = index.mechanic(name)
    if mechanic is None:
        return None
    rulings = index.store.rulings_of_mechanic(mechanic.slug)[::-1]
    links, names = named(index, rulings)
    rules = index.rules_of(mechanic)
    form = forms.mechanic(mechanic, rules, (forms.export(r, links[r.id], names) for r in rulings))
    return form, terminal.mechanic(mechanic, rules, ((r, links[r.id]) for r in rulings), names, style())


def _show_rule(index: "Index", name: str) -> _Shown | None:
    from kb import terminal

    rules = index.rules(name)
    if not rules:
        return None
    return {"rules": [forms.rule(r) for r in rules]}, (line for r in rules for line in terminal.rule_lines(r, style()))


def _unknown(index: "Index", name: str) -> str:
    near = index.suggest(name)
    hint = f"did you mean {', '.join(near)}?" if near else "try `kb search`"
    return f"{name!r} is no ruling, card, mechanic or rule of this index; {hint}"
