"""The knowledge base as a whole, and what only those need who read all of it: files, revisions, pairs, findings."""

from dataclasses import dataclass
from enum import StrEnum

from kb.model.catalogue import Card, Mechanic
from kb.model.common import Lang, Rule
from kb.model.files import Problem
from kb.model.knowledge import Link, Ruling


class Reach(StrEnum):
    """How far a change of a corpus file reaches, beyond the rulings that it gives."""

    RULINGS = "rulings"
    """No further: it names the cards of its rulings as card data do, and nothing else."""
    CARDS = "cards"
    """It says something of cards or rules, and so perhaps of any ruling."""
    PAGES = "pages"
    """The card of some of its rulings is told by rulings in other files; or an exchange tells of it."""


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus file, as remembered by the index."""

    path: str
    layout: str
    digest: str
    machine_translated: tuple[Lang, ...] = ()
    notice: str = ""
    reach: Reach = Reach.RULINGS
    raw: int = 0
    """How many rulings were read in it, before dedupe."""
    skipped: int = 0
    """How many of its lines or entries were left out on purpose."""


@dataclass(frozen=True, slots=True)
class Carries:
    """A mechanic that a card has, gives or asks for."""

    card: str
    mechanic: str


@dataclass(frozen=True, slots=True)
class Revision:
    """An older wording of a ruling and the newer one that took its place."""

    older: str
    newer: str


class PairStatus(StrEnum):
    """How far a French ruling can be relied on as a rendering of its English original."""

    CONFIRMED = "confirmed"
    OUTDATED = "outdated"
    MACHINE = "machine"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Pair:
    """A French ruling and the English ruling it translates."""

    french: str
    english: str
    status: PairStatus


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem, with the file it lies in."""

    path: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything the index holds; each tuple sorted, so that equal corpora give equal values."""

    sources: tuple[Source, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    """By date (undated first), language, then place: the order in the corpus."""
    cards: tuple[Card, ...] = ()
    """By key."""
    mechanics: tuple[Mechanic, ...] = ()
    """By slug."""
    carried: tuple[Carries, ...] = ()
    """Of the cards that rulings stand on; by card, then mechanic."""
    links: tuple[Link, ...] = ()
    """By ruling, heaviest first."""
    revisions: tuple[Revision, ...] = ()
    pairs: tuple[Pair, ...] = ()
    rules: tuple[Rule, ...] = ()
    """In the order of the document."""
    findings: tuple[Finding, ...] = ()

    @property
    def raw(self) -> int:
        """How many rulings were read, before dedupe."""
        return sum(source.raw for source in self.sources)

    @property
    def skipped(self) -> int:
        """How many lines or entries were left out on purpose."""
        return sum(source.skipped for source in self.sources)
