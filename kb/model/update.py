"""What becomes of a whole knowledge base when some corpus files change."""

from collections.abc import Mapping
from dataclasses import dataclass

from kb.model.catalogue import Mechanic
from kb.model.changes import Change, Tie
from kb.model.whole import Carries, Finding, Pair, Revision, Source


@dataclass(frozen=True, slots=True)
class Update:
    """Everything that changes."""

    paths: frozenset[str]
    """The files that were read anew or are gone."""
    sources: tuple[Source, ...]
    """Those of them that are there."""
    findings: tuple[Finding, ...]
    """Problems in them."""
    change: Change
    ties: Mapping[str, Tie]
    """By id, the ties of each new ruling that has any, and of each other one whose ties are no more the same."""
    mechanics: tuple[Mechanic, ...]
    """All there are, as they were."""
    carried: tuple[Carries, ...]
    """Of the cards that had no rulings before."""
    revisions: tuple[Revision, ...]
    """All there are."""
    pairs: tuple[Pair, ...]
    """All there are."""
