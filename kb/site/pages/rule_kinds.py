"""The kinds of page of the rulebook, as values: what stands here is all that their templates may read."""

from dataclasses import dataclass
from typing import ClassVar

from kb.site.pages.values import Chapter, Counted, Day, FrameView, Neighbours, PassageView, Ref, Terms


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The sections of the rules, by chapter."""

    template: ClassVar[str] = "rules.html"
    frame: FrameView
    total: int
    terms: int
    text_lang: str
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class RulePage:
    """A section of the rules, or one rule of a very long section, and the rulings that explain it."""

    template: ClassVar[str] = "rule.html"
    frame: FrameView
    text_lang: str
    number: str
    title: str
    is_section: bool
    opening: PassageView | None
    """What stands at the number of the page itself."""
    passages: tuple[PassageView, ...]
    further: tuple[Counted, ...]
    """The rules of the section that have pages of their own."""
    glossary: tuple[PassageView, ...]
    mechanics: tuple[Counted, ...]
    total: int
    """How many rulings explain it."""
    cut: bool
    """Whether only the newest of them are here."""
    days: tuple[Day, ...]
    neighbours: Neighbours


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    """The terms of the rules, or those of one letter."""

    template: ClassVar[str] = "glossary.html"
    frame: FrameView
    title: str
    text_lang: str
    letters: tuple[Ref, ...]
    names: tuple[Terms, ...]
    """Where each term is explained, if not here."""
    entries: tuple[Terms, ...]
