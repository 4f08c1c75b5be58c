"""What the knowledge base holds: rulings with their witnesses, and their ties to mechanics."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from kb.model.common import Evidence, Lang, Span

ABOUT = 0.5
"""The least weight of a mechanic that a ruling explains."""


@dataclass(frozen=True, slots=True)
class Witness:
    """One place where a ruling was found."""

    path: str
    span: Span
    text: str
    """As it stood there."""
    source: str = ""
    """The publisher's label as printed there."""
    card: str = ""
    """Key of the card it stands on there; "" when not known."""
    evidence: Evidence | None = None
    """How that card is known; None when it is not."""
    machine_translated: bool = False
    section: str = ""
    lost_symbol: bool = False
    """A symbol was lost there."""
    number: int = 0
    """The how-manieth ruling of its file it is, from 0."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One statement on one date in one language, with everything known of where it stands."""

    id: str
    """12 hex digits over language, date and folded text: stable over any re-ingest."""
    date: date | None
    lang: Lang
    text: str
    """The best-preserved of its witnesses' texts."""
    wording: str
    """12 hex digits over language and folded text: equal for the same text on other dates."""
    pattern: str
    """12 hex digits over language and folded text without the card's own name."""
    cards: tuple[str, ...] = ()
    """Keys of the cards it stands on, in order of their names."""
    sources: tuple[str, ...] = ()
    """Publishers' labels, sorted (`scryfall`, `wotc`)."""
    section: str = ""
    lost_symbol: bool = False
    """No witness has the symbol that was lost."""
    machine_translated: bool = False
    """All its witnesses stand in files that call their text in this language machine-made."""
    witnesses: tuple[Witness, ...] = ()
    matter: str = ""
    """12 hex digits over language, date and folded text without symbols: one may be the other with a symbol lost."""

    @property
    def place(self) -> tuple[str, int]:
        """File of its first witness, and number there: the order of rulings of one date and language."""
        return min(((witness.path, witness.number) for witness in self.witnesses), default=("", 0))

    @property
    def speaks_of_own_card(self) -> bool:
        """Whether its text names a card that it stands on."""
        return self.pattern != self.wording

    @property
    def official(self) -> bool:
        """Whether it is a ruling of the publisher of the game, not a note of a web site."""
        return not self.sources or self.sources != ("scryfall",)


class LinkKind(StrEnum):
    """Why a ruling is tied to a mechanic."""

    NAMED = "named"
    CONTEXT = "context"


@dataclass(frozen=True, slots=True)
class Link:
    """A tie from a ruling to a mechanic that it explains or mentions."""

    ruling: str
    mechanic: str
    kind: LinkKind
    weight: float
    """0 to 1, two decimals: how much the ruling is about the mechanic."""
    evidence: str
    """What the link rests on, in words a person can check."""

    @property
    def about(self) -> bool:
        """Whether the ruling explains the mechanic; else it only mentions it."""
        return self.weight >= ABOUT
