"""The values that pass from stage to stage. Nothing here reads, writes or decides."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path


class Lang(StrEnum):
    """A language that rulings are kept in."""

    EN = "en"
    FR = "fr"


# --- what a file says -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Where something stands in its file: first and last line, from 1, both included.

    In JSON, where lines mean nothing, both are the number of the entry in document order, from 1.
    """

    first: int
    last: int


class Container(StrEnum):
    """What a file is written in."""

    TEXT = "text"
    HTML = "html"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class SourceText:
    """One corpus file, ready for a layout."""

    path: str
    """Path from the folder that was given, with `/`; never absolute. What people are shown."""
    file: Path
    """Where it lies on this machine; for layouts that stream JSON. Never shown, never stored."""
    container: Container
    text: str
    """Decoded text; of an HTML page its lines of text (see `kb.read`); of a JSON file its first part, for `claims`."""
    digest: str
    """Hash of the file's bytes."""
    encoding: str = "utf-8"
    title: str = ""
    """The page's own `<title>`; "" outside HTML."""
    page_lang: str = ""
    """The page's `lang` attribute, lower case; "" outside HTML."""
    problems: tuple["Problem", ...] = ()
    """What decoding had to mend or leave open; their spans count the lines of `text`."""
    lines: tuple[Span, ...] = ()
    """Of an HTML page the lines of the file that each line of `text` was made from; empty where they are the same."""
    roles: tuple[str, ...] = ()
    """Of an HTML page what each line of `text` is by its markup: `title`, `name`, `heading`, `navigation`, `footer`, ""."""  # noqa: E501


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that could not be understood, or was mended; counted and shown, never lost."""

    code: str
    """`ambiguous_date`, `impossible_date`, `future_date`, `lost_symbol`, `unknown_symbol`, `mojibake`, `no_card`, …"""
    detail: str
    """What stands there and what was made of it, in one line."""
    span: Span


@dataclass(frozen=True, slots=True)
class Skipped:
    """Lines that were understood and left out on purpose."""

    reason: str
    """`title`, `heading`, `navigation`, `card text`, `legality`, `notice`, `footer`, `prose`, …"""
    span: Span


class Evidence(StrEnum):
    """How it is known which card a ruling stands on, strongest first."""

    ORACLE_ID = "oracle id"
    HEADING = "heading"
    TITLE = "title"
    FILE_NAME = "file name"
    CATALOGUE = "catalogue"
    """The page names no card; its rulings are those of one card of the catalogue."""
    TEXT = "text"
    """The page names no card; its rulings speak of one card by name. Inferred, and shown as such."""


@dataclass(frozen=True, slots=True)
class CardName:
    """A card as one document names it."""

    printed: str
    """The name where the ruling stands, in whatever language; "" when only an oracle id is given."""
    english: str = ""
    """The English name, where the document gives it (it may be `printed` again); "" when it does not say."""
    french: str = ""
    oracle_id: str = ""
    evidence: Evidence = Evidence.HEADING


@dataclass(frozen=True, slots=True)
class RawRuling:
    """A ruling as one file states it, before any merging."""

    text: str
    """Space folded, symbols in braces, quotes and accents as printed."""
    date: date | None
    """None when the file prints none or prints one that can be read two ways; never guessed."""
    lang: Lang
    """The language of this text, whatever the rest of the page is written in."""
    card: CardName | None = None
    """None: the file does not say."""
    date_printed: str = ""
    source: str = ""
    """The publisher's label as printed (`wotc`, `scryfall`), lower case; "" when there is none."""
    section: str = ""
    """The heading of a general note ("Returning mechanic: Suspend"), "" under a card."""
    lost_symbol: bool = False
    """A symbol was lost by copying and `text` stands without it."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with this ruling; their spans lie within `span`."""
    # Where it stands is evidence, not identity: two files that say the same thing yield equal values.
    span: Span = field(default=Span(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class RawCard:
    """A card, or one language of it, as a card database states it."""

    name: str
    """English name; both halves of a card with several faces, joined by ` // `."""
    oracle_id: str = ""
    name_fr: str = ""
    text: str = ""
    """English rules text, faces joined by a line `//`."""
    text_fr: str = ""
    type_line: str = ""
    faces: tuple[str, ...] = ()
    """English face names; empty for a card with one face."""
    faces_fr: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    """Keyword abilities and actions as the database lists them, English."""
    sets: tuple[str, ...] = ()
    """Set codes it was printed in, as far as the file says."""
    aliases: tuple[str, ...] = ()
    """Other names it was printed under: a name for one product, the doubled name of a reversible card."""


class RuleKind(StrEnum):
    """What a numbered text of the Comprehensive Rules is."""

    SECTION = "section"
    RULE = "rule"
    SUBRULE = "subrule"
    GLOSSARY = "glossary"


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule, or a glossary entry, of the Comprehensive Rules."""

    number: str
    """`702`, `702.62`, `702.62a`; for a glossary entry its term."""
    kind: RuleKind
    title: str
    """The heading (`Suspend`), the term, or "" for a subrule."""
    text: str
    """Without the number; examples are paragraphs of their own."""


@dataclass(frozen=True, slots=True)
class Document:
    """What one layout understood of one file. Every non-blank line is in exactly one ruling, problem or skip."""

    path: str
    """Path from the folder that was given, with `/`; never absolute."""
    layout: str
    digest: str
    """Hash of the file's bytes."""
    rulings: tuple[RawRuling, ...] = ()
    problems: tuple[Problem, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    cards: tuple[RawCard, ...] = ()
    rules: tuple[Rule, ...] = ()
    machine_translated: tuple[Lang, ...] = ()
    """Languages that the file's own notice calls machine-made."""
    notice: str = ""
    """That notice, as printed."""
    effective: date | None = None
    """The day from which a rules document holds."""


# --- what the knowledge base holds ----------------------------------------------------------------------------------


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


# --- what a search answers ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer: a ruling, and the others that say the same."""

    rank: int
    score: float
    ruling: Ruling
    same: tuple[str, ...] = ()
    """Ids of the other rulings this hit stands for (same wording or same pattern), newest first."""
    other_dates: tuple[date, ...] = ()
    """Dates on which the same wording was also published, newest first."""
    marks: tuple[tuple[int, int], ...] = ()
    """Character ranges of `ruling.text` that matched, in order, without overlap."""
    why: tuple[str, ...] = ()
    """What matched and how much it counted; filled on request."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a search."""

    query: str
    total: int
    """How many rulings match, before collapsing and before `limit`."""
    hits: tuple[Hit, ...] = ()
    rules: tuple[tuple[Rule, float], ...] = ()
    """Rules and glossary entries that match, with their scores: a group of their own beside the rulings."""
    notes: tuple[str, ...] = ()
    """What the reader of the query should know: words set aside, a filter that was not understood."""
    did_you_mean: str | None = None
    reading: tuple[str, ...] = ()
    """How the query was read, a line a part; for `--explain`."""
