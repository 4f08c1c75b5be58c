"""The show command: one ruling, card, mechanic or rule at length."""

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING

import click

from kb.cli.common import (
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
from kb.errors import UsageError
from kb.export import forms

if TYPE_CHECKING:
    from kb.index import Index
    from kb.model import Link, Ruling

_LONGEST = 200
"""Letters of a name that are shown in a message."""

_Shown = tuple[forms.Form, Iterable[str]]
_Show = Callable[["Index", str], _Shown | None]


@click.command(
    cls=CommandOnWords,
    epilog=examples(
        "kb show 3                 hit 3 of the last search in this terminal",
        "kb show 08c8c0ff3a73      a ruling, by its id or the start of it",
        'kb show "Lotus Bloom"     a card, by any name in English or French',
        "kb show suspension        a mechanic",
        "kb show 702.62            a rule, where the rulebook was ingested",
        "kb show card:flash        the card, not the mechanic",
        "kb show mechanic:flash    the mechanic; rule:NUMBER a rule",
    ),
)
@click.argument("thing", metavar="HIT|ID|CARD|MECHANIC|RULE", nargs=-1, required=True, shell_complete=complete_mechanic)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@pager_option
@index_option
def show(thing: tuple[str, ...], index_folder: Path | None, *, as_json: bool, pager: bool) -> None:
    """Show one ruling, a card's rulings, a mechanic or a rule.

    A name that stands for several of them is tried as a hit, a whole id, a mechanic, a card, a rule or glossary entry,
    and the start of an id, in this order. Hits have up to three digits and count only in a terminal, without --json:
    in a pipe 3 is always chapter 3 of the rules, and `kb show 3.` is so everywhere.
    """
    name = typed(" ".join(thing)).strip()
    place = IndexFolder(index_folder)
    with place.open() as index:
        ident = None if as_json or not sys.stdout.isatty() else _hit(place.folder, name)
        form, lines = _found(index, ident or name)
        if as_json:
            print_json(form)
        else:
            print_lines([*lines, *_also(index, name, form)], pager=pager)


def _hit(folder: Path, name: str) -> str | None:
    from kb.cli.recall import hit

    return hit(folder, name)


def _found(index: "Index", name: str) -> _Shown:
    """Return what *name* means, as JSON and as lines; raises UsageError when it means nothing here."""
    kind, colon, rest = name.partition(":")
    ways: tuple[_Show, ...] = (_whole_id, _mechanic, _card, _rule, _id)
    if colon and kind.casefold() in _BY_FIELD:
        ways, name = (_BY_FIELD[kind.casefold()],), rest.strip()
    if not name:
        raise UsageError("say what to show: the name of a card or mechanic, an id, or the number of a rule")
    for way in ways:
        found = way(index, name)
        if found is not None:
            return found
    raise UsageError(_unknown(index, name))


# --- one way for each kind ------------------------------------------------------------------------------------------


def _whole_id(index: "Index", name: str) -> _Shown | None:
    ruling = index.ruling(name)
    return _ruling(index, ruling) if ruling is not None and ruling.id == name.casefold() else None


def _id(index: "Index", name: str) -> _Shown | None:
    ruling = index.ruling(name)
    return None if ruling is None else _ruling(index, ruling)


def _ruling(index: "Index", ruling: "Ruling") -> _Shown:
    from kb.cli import terminal

    links, names = named(index, [ruling])
    own = links[ruling.id]
    return forms.ruling(ruling, own, names), terminal.ruling(ruling, own, names, style(index.folder))


def _card(index: "Index", name: str) -> _Shown | None:
    from kb.cli import terminal

    cards = index.cards(name)
    if len(cards) > 1:
        shared = "; ".join(f"{card.name} ({card.key})" for card in cards)
        raise UsageError(f"{name!r} is the name of several cards: {shared}; show one by what stands in brackets")
    if not cards:
        return None
    rulings = index.store.rulings_of_card(cards[0].key)
    links, names = named(index, rulings)
    form = forms.card(cards[0], _exported(rulings, links, names))
    return form, terminal.card(cards[0], ((r, links[r.id]) for r in rulings), names, style(index.folder))


def _mechanic(index: "Index", name: str) -> _Shown | None:
    from kb.cli import terminal

    mechanic = index.mechanic(name)
    if mechanic is None:
        return None
    rulings = index.store.rulings_of_mechanic(mechanic.slug)[::-1]
    links, names = named(index, rulings)
    rules = index.rules_of(mechanic)
    form = forms.mechanic(mechanic, rules, _exported(rulings, links, names))
    return form, terminal.mechanic(mechanic, rules, ((r, links[r.id]) for r in rulings), names, style(index.folder))


def _rule(index: "Index", name: str) -> _Shown | None:
    from kb.cli import terminal

    place = index.passage(name)
    if place is None:
        return None
    rulings = index.rulings_on(place)
    links, names = named(index, rulings)
    form = forms.passage(place, _exported(rulings, links, names))
    return form, terminal.passage(place, ((r, links[r.id]) for r in rulings), names, style(index.folder))


_BY_FIELD: Mapping[str, _Show] = {"card": _card, "mechanic": _mechanic, "kw": _mechanic, "rule": _rule, "id": _id}


def _exported(
    rulings: Iterable["Ruling"], links: Mapping[str, tuple["Link", ...]], names: forms.NamesById
) -> list[forms.Form]:
    return [forms.export(r, links[r.id], names) for r in rulings]


# --- what else the name means, and what it might have meant ---------------------------------------------------------


def _also(index: "Index", name: str, form: forms.Form) -> list[str]:
    """Return which else *name* is the name of, when it was not asked for by kind."""
    others = []
    if "mechanic" in form and index.cards(name):
        others.append(f"a card: kb show card:{name}")
    if "card" in form and index.passage(name) is not None:
        others.append(f"a term of the rules: kb show rule:{name}")
    from kb.text.folding import visible

    return [visible(f"{name!r} is also {other}") for other in others]


def _unknown(index: "Index", name: str) -> str:
    if index.begins_ids(name):
        return f"{name!r} is the start of several ids; give more of it"
    if lacking := _no_rules(index, name):
        return lacking
    near = index.suggest(name)
    hint = f"did you mean {', '.join(near)}?" if near else "try `kb search`"
    return f"{name[:_LONGEST]!r} is no ruling, card, mechanic or rule of this index; {hint}"


def _no_rules(index: "Index", name: str) -> str:
    """Return what to do where *name* is the number of a rule and no rules were ingested; "" where it is not so."""
    from kb.index import RULE_NUMBER

    number = RULE_NUMBER.fullmatch(name)
    if not number or index.store.rules():
        return ""
    rule = number[1].casefold()
    mechanics = [m.slug for m in index.store.mechanics() if m.rule in {rule, rule.rstrip(ascii_lowercase)}]
    advice = f"; `kb show {mechanics[0]}` shows its mechanic" if len(mechanics) == 1 else ""
    return f"{rule} is a rule's number, and this index has no rules: `kb fetch rules && kb ingest` adds them{advice}"
