"""The kinds of page at the front, and those that stand alone, as values."""

from dataclasses import dataclass
from typing import ClassVar

from kb.site.pages.values import Chart, Counted, Day, FrameView, Section, Table


@dataclass(frozen=True, slots=True)
class HomePage:
    """The first page of a language tree."""

    template: ClassVar[str] = "home.html"
    frame: FrameView
    rulings: int
    cards: int
    mechanics: int
    files: int
    rules: int
    first_year: int | None
    last_year: int | None
    top: tuple[Counted, ...]
    days: tuple[Day, ...]
    examples: tuple[str, ...]
    """Queries to begin with."""
    letters: tuple[Counted, ...]
    by_letter: tuple[Section, ...]
    """The mechanics that rulings explain."""
    chart: Chart | None
    """The rulings by year; None where none is dated."""
    years: tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class AboutPage:
    """What the site is, and how far it can be relied on."""

    template: ClassVar[str] = "about.html"
    frame: FrameView
    rulings: int
    raw: int
    official: int
    machine_translated: int
    pairs: int
    unsure_names: int
    chart: Chart | None
    """The rulings by year; None where there are none."""
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class SearchPage:
    """The page that searches."""

    template: ClassVar[str] = "search.html"
    frame: FrameView
    scripts: tuple[str, ...]
    phrases: str
    """What the scripts say, as JSON."""
    examples: tuple[tuple[str, str], ...]
    """Queries, and what each asks for."""


@dataclass(frozen=True, slots=True)
class NotFoundPage:
    """What a reader sees at an address where there is nothing, or nothing that can be reached."""

    template: ClassVar[str] = "404.html"
    frame: FrameView
    title: str
    lead: str


@dataclass(frozen=True, slots=True)
class LandingPage:
    """The page above both trees."""

    template: ClassVar[str] = "landing.html"
    frame: FrameView


@dataclass(frozen=True, slots=True)
class LostPage:
    """What a reader sees at a wrong address, before it is known which language they read."""

    template: ClassVar[str] = "lost.html"
    frame: FrameView
