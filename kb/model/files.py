"""What a file says, as its layout reads it."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path

from kb.model.common import Evidence, Lang, Rule, Span


class Container(StrEnum):
    """What a file is written in."""

    TEXT = "text"
    HTML = "html"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Markup:
    """What the markup of an HTML page says of a line of its text."""

    role: str = ""
    """`title`, `name`, `heading`, `navigation`, `footer`, `ruling`, or ""."""
    path: str = ""
    """The elements that it stands in, outermost first, each with its classes: `div.rulings/p/b`."""
    block: int = 0
    """Lines with the same number stand in one element, parted by `<br>`."""
    links: tuple[str, ...] = ()
    """The texts of links and the alternative texts of pictures in it."""


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
    markup: tuple["Markup", ...] = ()
    """Of an HTML page what its markup says of each line of `text`; empty for any other file."""


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
    card_id: str = ""
    """What stands in place of the card's name, where only another file says which card that is."""
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
    by_pages: bool = False
    """Pages of rulings gave some of these names: an exchange says so, a card database never does."""


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
    card_ids: tuple[tuple[str, str], ...] = ()
    """Identifiers that it gives to cards, each with the card's name, sorted; other files may use them in its place."""
    rules: tuple[Rule, ...] = ()
    machine_translated: tuple[Lang, ...] = ()
    """Languages that the file's own notice calls machine-made."""
    notice: str = ""
    """That notice, as printed."""
    effective: date | None = None
    """The day from which a rules document holds."""
    within: tuple["Document", ...] = ()
    """Other files, which this one, an exchange, tells of; they need not be at hand."""
    by_hearsay: bool = False
    """It was told of by an exchange."""
    numbers: tuple[int, ...] = ()
    """Of each ruling that an exchange tells of, the how-manieth of its file it is."""
    told: int = 0
    """How many rulings the exchange says that the file has."""
    passed_over: int = 0
    """How many of its lines were left out, where no more than that is known of them."""

    @property
    def only_tells_of_others(self) -> bool:
        """Whether all it says of rulings, and of what is wrong, stands in the files that it tells of."""
        return bool(self.within) and not (self.rulings or self.problems or self.skipped)
