#!/usr/bin/env python3
"""Flash-card trainer for floor judges.

Run ``python trainer.py --deck lands`` and answer before the timer ends.
Last edited 2021-07-02.
"""
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Fact:
    card: str
    day: date
    body: str


FACTS = (
    Fact(
        card="Dark Depths",
        day=date(2013, 7, 1),
        body=(
            "A copy that enters as Dark Depths has ten ice counters too, "
            "but a land that becomes a copy later has none, "
            "and so the last ability triggers."
        ),
    ),
    Fact(
        card="Vesuva",
        day=date(2006, 9, 25),
        body=(
            "Vesuva enters tapped only if it copies something. "
            "With nothing copied it arrives untapped "
            "and taps for no mana at all."
        ),
    ),
    Fact("Maze of Ith", date(2004, 10, 4), "The attacker is untapped but stays in combat, and whatever blocks it stays blocking."),
    Fact("Crucible of Worlds", date(2004, 6, 1), 'The land from the graveyard counts against your one land a turn, and "play" never means "put onto the battlefield".'),
)

PRAISE = ("Well done, you may go and have a coffee.", "Correct, and quick about it.")


def ask(fact: Fact) -> bool:
    """Show the card's name, wait for a key, then show the body."""
    print(fact.card, "-", fact.day.isoformat())
    input("...")
    print(fact.body)
    return input("Did you know? [y/n] ") == "y"
