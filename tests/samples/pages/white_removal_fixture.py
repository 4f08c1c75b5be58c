#!/usr/bin/env python3
"""Fixture for the trainer: white removal.

Run ``python -m trainer.fixtures`` after a change. Added 2019-06-02, see the changelog.
"""
from __future__ import annotations

from datetime import date

from trainer.model import Card, Mana

VERSION = "0.4.1"
RELEASED = date(2019, 6, 2)

# name -> (cost, text as the trainer shows it)
CARDS = {
    "Path to Exile": Card(Mana("W"), "Exiles a creature; its controller may fetch a basic land, tapped."),
    "Oblivion Ring": Card(Mana("2W"), "Holds another nonland permanent in exile while it stays."),
    "Condemn": Card(Mana("W"), "Puts an attacker on the bottom of the library."),
}

RULINGS: dict[str, list[tuple[date, str]]] = {
    "Path to Exile": [
        (date(2009, 2, 1), "A player who doesn't search for the land "
                           "doesn't shuffle either."),
        (
            date(2009, 2, 1),
            "Should the creature be an illegal target by the time the spell "
            "would resolve, nobody gets to look for a land.",
        ),
    ],
    "Oblivion Ring": [
        (
            date(2007, 10, 1),
            'If the Ring leaves before its first ability has resolved, '
            'the second one resolves first with nothing to return, '
            'and then the target is exiled for good.',
        ),
    ],
    "Condemn": [],
}


def ask(name: str) -> str:
    """Return a question about *name* (never two times the same in a row)."""
    if name not in CARDS:
        raise KeyError(f"{name!r} is no card of this fixture")
    return "What happens if its target has left the battlefield?"
