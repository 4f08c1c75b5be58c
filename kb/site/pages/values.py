"""The pieces that pages are made of, as their templates read them."""

from dataclasses import dataclass

from kb.site.base.markup import Html


@dataclass(frozen=True, slots=True)
class Name:
    """A name, or a few words quoted, and their language where that is not the page's own."""

    text: str
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Ref:
    """A link."""

    href: str
    text: str
    lang: str = ""
    """Language of `text`, where it is not the page's own."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A link to a list and how much is in it."""

    ref: Ref
    count: int
    also: Name | None = None
    """The name in the other language."""
    note: str = ""
    """A few words beside it: a rule's number, a layout."""
    note_lang: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Some rows of a long list, under a heading of their own."""

    anchor: str
    title: str
    rows: tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class FrameView:
    """What every page has around its content."""

    path: str
    """Path of the page from the folder of the site."""
    lang: str
    title: str
    description: str
    root: str
    """The way to the folder of the whole site."""
    up: str
    """The way to the folder of this language tree."""
    other: str
    """The page that says the same in the other language, or the nearest to it."""
    twin: bool
    """Whether `other` is the very same page in the other language."""
    canonical: str = ""
    """The full address, where the site's is known."""
    twin_canonical: str = ""
    """The full address of `other`."""
    crumbs: tuple[Ref, ...] = ()
    paraphrased: bool = False
    """Whether to say that the texts are paraphrases."""
    rules: bool = False
    """Whether the site has pages of rules."""


@dataclass(frozen=True, slots=True)
class Pager:
    """The parts of a list that is spread over several pages."""

    number: int
    parts: tuple[tuple[int, Ref], ...]
    """The first, the last and those near this one, each with its number."""


@dataclass(frozen=True, slots=True)
class Version:
    """The same ruling in the other language."""

    href: str
    text: Html
    lang: str
    note: bool
    """Whether it is a note of a web site, not a ruling of the publisher."""
    status: str
    """How far one is a rendering of the other."""
    doubtful: bool
    """Whether that status is a warning."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """Where else a ruling is stated: on another card, or on another day."""

    href: str
    card: Name | None
    more: int
    """How many further cards."""
    day: str
    iso: str
    note: bool
    """Whether it is a note of a web site, not a ruling of the publisher."""


@dataclass(frozen=True, slots=True)
class EntryView:
    """A ruling in a list, together with those that say the same."""

    id: str
    href: str
    text: Html
    lang: str
    official: bool
    machine_translated: bool
    replaced: bool
    lost_symbol: bool
    section: str
    cards: tuple[Ref, ...]
    more: int
    """How many cards are not named here."""
    versions: tuple[Version, ...]
    context: Name | None
    """Why it is listed without naming the mechanic of the page; None where it names it, or none is in question."""
    same: tuple[PlaceView, ...]


@dataclass(frozen=True, slots=True)
class Day:
    """The entries of one day."""

    label: str
    iso: str
    """"" when there is no date."""
    href: str
    entries: tuple[EntryView, ...]


@dataclass(frozen=True, slots=True)
class TieView:
    """A mechanic that a ruling explains."""

    ref: Ref
    also: Name | None
    named: bool
    weight: int
    """Out of a hundred."""
    evidence: Name | None


@dataclass(frozen=True, slots=True)
class Sighting:
    """A place in the corpus where a ruling was found."""

    file: Ref
    lines: str
    label: Name | None
    """The name under which it was published there."""
    known_by: str
    """How the card is known; "" where an identifier names it, or where it is not known."""
    text: Html | None
    """As it stands there, where more than quotes, dashes, spaces and case differ from what is shown."""
    machine_translated: bool


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The pages before and after this one on the same list."""

    of: Ref | None
    """The card that the list belongs to."""
    before: Ref | None
    after: Ref | None


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem in a corpus file."""

    code: str
    lines: str
    detail: str


@dataclass(frozen=True, slots=True)
class RowView:
    """A ruling in the list of what a corpus file holds."""

    number: int
    lines: str
    ref: Ref
    day: str
    note: bool
    """Whether it is a note of a web site, not a ruling of the publisher."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the rules."""

    text: Html
    example: bool


@dataclass(frozen=True, slots=True)
class PassageView:
    """A rule, or an entry of the glossary."""

    anchor: str
    ref: Ref
    """Where it stands, and its number or term."""
    title: str
    sub: bool
    """Whether it is a subrule."""
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The sections of a chapter of the rules."""

    anchor: str
    number: str
    title: str
    rows: tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """The entries of the glossary under a letter: linked, or in full."""

    anchor: str
    title: str
    refs: tuple[Ref, ...]
    passages: tuple[PassageView, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A column of a chart, in its own units from the top left."""

    x: str
    y: str
    height: str
    label: str
    """What stands under it; "" under most, where there is no room for all."""
    middle: str
    """Where its label is centred."""


@dataclass(frozen=True, slots=True)
class LineView:
    """A line across a chart, and the amount that it stands for."""

    y: str
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Amounts by year as columns."""

    width: int
    height: int
    foot: int
    """Where the columns stand."""
    bar_width: str
    bars: tuple[Bar, ...]
    lines: tuple[LineView, ...]
    says: str
    """What it shows, in a sentence."""


@dataclass(frozen=True, slots=True)
class Table:
    """How many rulings there are of each kind."""

    title: str
    column: str
    rows: tuple[tuple[Ref, str], ...]
    """A name, with "" for its address where it has none, and an amount."""
    folded: bool
