"""What files and the knowledge base both speak of: languages, places in a file, evidence, rules."""

from dataclasses import dataclass
from enum import StrEnum


class Lang(StrEnum):
    """A language that rulings are kept in."""

    EN = "en"
    FR = "fr"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Where something stands in its file: first and last line, from 1, both included.

    In JSON, where lines mean nothing, both are the number of the entry in document order, from 1.
    """

    first: int
    last: int


class Evidence(StrEnum):
    """How it is known which card a ruling stands on, strongest first."""

    ORACLE_ID = "oracle id"
    HEADING = "heading"
    TITLE = "title"
    FILE_NAME = "file name"
    CATALOGUE = "catalogue"
    """The page names no card, or several by one name; its rulings are those of one card of the catalogue."""
    TEXT = "text"
    """The page names no card; its rulings speak of one card by name. Inferred, and shown as such."""


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
