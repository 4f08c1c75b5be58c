"""What the knowledge base holds: rulings with their witnesses, cards, mechanics, and the ties between them."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from kb.model.files import Evidence, Lang, Problem, Rule, Span


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus file, as remembered by the index."""

    path: str
    layout: str
    digest: str
    machine_translated: tuple[Lang, ...] = ()
    notice: str = ""


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

    @property
    def official(self) -> bool:
        """Whether it is a ruling of the publisher of the game, not a note of a web site."""
        return not self.sources or self.sources != ("scryfall",)


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the catalogue: one for each oracle id, or for each name where no id is known."""

    key: str
    """Stable, unique, fit for a file name on any system: the card's address on the site."""
    name: str
    """English; the name as printed where no English name is known."""
    name_fr: str = ""
    oracle_id: str = ""
    faces: tuple[str, ...] = ()
    faces_fr: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    """Other names it is found by."""
    text: str = ""
    text_fr: str = ""
    type_line: str = ""
    keywords: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()


class MechanicKind(StrEnum):
    """The three kinds of mechanic that the Comprehensive Rules name."""

    KEYWORD_ABILITY = "keyword_ability"
    KEYWORD_ACTION = "keyword_action"
    ABILITY_WORD = "ability_word"


@dataclass(frozen=True, slots=True)
class Mechanic:
    """A keyword ability, keyword action or ability word."""

    slug: str
    kind: MechanicKind
    name: str
    name_fr: str = ""
    forms: tuple[str, ...] = ()
    """How English text names it, inflected forms included."""
    forms_fr: tuple[str, ...] = ()
    rule: str = ""
    """Number in the Comprehensive Rules: `702.62`."""
    ambiguous: bool = False
    """The word has an everyday sense too, so that standing in a text is not enough to be meant."""
    evergreen: bool = False
    """Printed in every set (flying, haste) or an everyday verb of the game (cast, exile)."""
    name_fr_evidence: str = ""
    """How the French name is known: `cards:188` (so many card texts), `web`, `weak`, `none`."""


class LinkKind(StrEnum):
    """Why a ruling is tied to a mechanic."""

    NAMED = "named"
    CONTEXT = "context"


@dataclass(frozen=True, slots=True)
class Link:
    """A tie from a ruling to a mechanic that it explains."""

    ruling: str
    mechanic: str
    kind: LinkKind
    weight: float
    """0 to 1, two decimals: how much the ruling is about the mechanic."""
    evidence: str
    """What the link rests on, in words a person can check."""


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
    """By date (undated first), language, then order in the corpus."""
    cards: tuple[Card, ...] = ()
    """By key."""
    mechanics: tuple[Mechanic, ...] = ()
    """By slug."""
    links: tuple[Link, ...] = ()
    """By ruling, heaviest first."""
    revisions: tuple[Revision, ...] = ()
    pairs: tuple[Pair, ...] = ()
    rules: tuple[Rule, ...] = ()
    """In the order of the document."""
    findings: tuple[Finding, ...] = ()
    skipped: int = 0
    """How many lines or entries were left out on purpose."""
    raw: int = 0
    """How many rulings were read, before dedupe."""
