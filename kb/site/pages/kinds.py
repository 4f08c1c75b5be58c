"""The kinds of page as values: what stands here is all that their templates may read."""

from dataclasses import dataclass
from typing import ClassVar

from kb.site.base.markup import Html
from kb.site.pages.front_kinds import AboutPage, HomePage, LandingPage, LostPage, NotFoundPage, SearchPage
from kb.site.pages.rule_kinds import GlossaryPage, RulePage, RulesPage
from kb.site.pages.values import (
    Counted,
    Day,
    FrameView,
    Name,
    Neighbours,
    Pager,
    PassageView,
    PlaceView,
    Ref,
    RowView,
    Section,
    Sighting,
    TieView,
    Trouble,
    Version,
)


@dataclass(frozen=True, slots=True)
class MechanicsPage:
    """The list of all mechanics."""

    template: ClassVar[str] = "mechanics.html"
    frame: FrameView
    total: int
    kinds: tuple[tuple[str, str, tuple[Section, ...]], ...]
    """Anchor, title and rows by letter of each kind."""


@dataclass(frozen=True, slots=True)
class MechanicPage:
    """A mechanic and every ruling about it."""

    template: ClassVar[str] = "mechanic.html"
    frame: FrameView
    name: Name
    also: Name | None
    kind: str
    rule: str
    rule_ref: Ref | None
    """The rule, where the site has it."""
    defining: PassageView | None
    glossary: PassageView | None
    text_lang: str
    """Language of the rules' own words, where it is not the page's."""
    certainty: str
    doubtful: bool
    total: int
    context: int
    notes: int
    """How many of them are notes of web sites, not rulings of the publisher."""
    feed: str
    """The way to the feed of these rulings; "" where there are none."""
    days: tuple[Day, ...]
    pager: Pager | None
    cards: tuple[Counted, ...]
    """The cards with most of these rulings."""


@dataclass(frozen=True, slots=True)
class CardsPage:
    """The way into the list of cards."""

    template: ClassVar[str] = "cards.html"
    frame: FrameView
    total: int
    letters: tuple[Counted, ...]
    sections: tuple[Section, ...]
    """All cards, where they fit on this page."""


@dataclass(frozen=True, slots=True)
class NamesPage:
    """The cards under one letter."""

    template: ClassVar[str] = "names.html"
    frame: FrameView
    title: str
    total: int
    letters: tuple[Counted, ...]
    rows: tuple[Counted, ...]
    pager: Pager | None


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card and its rulings."""

    template: ClassVar[str] = "card.html"
    frame: FrameView
    name: Name
    also: Name | None
    faces: tuple[Name, ...]
    """Names of faces that neither name of the card shows."""
    type_line: str
    text: tuple[Html, ...]
    text_lang: str
    sets: tuple[str, ...]
    total: int
    notes: int
    """How many of them are notes of web sites, not rulings of the publisher."""
    days: tuple[Day, ...]
    mechanics: tuple[Counted, ...]
    neighbours: Neighbours


@dataclass(frozen=True, slots=True)
class RulingPage:
    """A ruling with all that is known of it."""

    template: ClassVar[str] = "ruling.html"
    frame: FrameView
    id: str
    subject: Name | None
    """The card it stands on, or the first of them."""
    more: int
    section: str
    day: str
    iso: str
    day_href: str
    text: Html
    lang: str
    status: str
    note: bool
    """Whether it is a note of a web site, not a ruling of the publisher."""
    machine_translated: bool
    lost_symbol: bool
    notices: tuple[Name, ...]
    """What the files say of their own translations."""
    versions: tuple[Version, ...]
    version_first: bool
    """Whether the version is in the reader's language, and the ruling itself is not."""
    newer: tuple[Ref, ...]
    older: tuple[Ref, ...]
    cards: tuple[Ref, ...]
    ties: tuple[TieView, ...]
    other_days: tuple[Ref, ...]
    same: tuple[PlaceView, ...]
    same_total: int
    same_all: str
    """Where all of `same` are listed; "" when it is here."""
    sightings: tuple[Sighting, ...]
    neighbours: tuple[Neighbours, ...]


@dataclass(frozen=True, slots=True)
class DatesPage:
    """All days on which rulings were published, by year."""

    template: ClassVar[str] = "dates.html"
    frame: FrameView
    total: int
    years: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class DatePage:
    """The rulings of one day."""

    template: ClassVar[str] = "date.html"
    frame: FrameView
    title: str
    total: int
    notes: int
    """How many of them are notes of web sites, not rulings of the publisher."""
    day: Day
    pager: Pager | None
    neighbours: Neighbours


@dataclass(frozen=True, slots=True)
class SourcesPage:
    """The files of the corpus."""

    template: ClassVar[str] = "sources.html"
    frame: FrameView
    rows: tuple[Counted, ...]
    raw: int
    rulings: int
    troubles: int
    skipped: int


@dataclass(frozen=True, slots=True)
class SourcePage:
    """A corpus file and what it holds."""

    template: ClassVar[str] = "source.html"
    frame: FrameView
    path: str
    layout: str
    notice: Name | None
    machine_translated: tuple[str, ...]
    total: int
    rows: tuple[RowView, ...]
    troubles: tuple[Trouble, ...]
    pager: Pager | None


Page = (
    HomePage
    | MechanicsPage
    | MechanicPage
    | CardsPage
    | NamesPage
    | CardPage
    | RulingPage
    | DatesPage
    | DatePage
    | SourcesPage
    | SourcePage
    | RulesPage
    | RulePage
    | GlossaryPage
    | AboutPage
    | SearchPage
    | NotFoundPage
    | LandingPage
    | LostPage
)
