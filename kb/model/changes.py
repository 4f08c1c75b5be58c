"""What became of the rulings of a knowledge base between one ingest and the next."""

from dataclasses import dataclass

from kb.model.knowledge import Link, Ruling


@dataclass(frozen=True, slots=True)
class Tie:
    """What a ruling is tied to."""

    links: tuple[Link, ...] = ()
    """All its links to mechanics."""
    superseded: bool = False
    """Whether a newer wording took its place."""


@dataclass(frozen=True, slots=True)
class Change:
    """What makes newer rulings of older ones; cards, mechanics and rules are the same in both."""

    gone: frozenset[str] = frozenset()
    """Ids of rulings that are no more, or no more the same in every field."""
    new: tuple[Ruling, ...] = ()
    """Rulings that were not there, or not the same in every field; the ids of those are in `gone` too."""
