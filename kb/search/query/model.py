"""What a query means: the parts that rulings are looked for by, the filters, and what had to be set aside."""

from datetime import date
from enum import StrEnum
from typing import NamedTuple


class Bag(NamedTuple):
    """Terms of one field; a ruling has it as far as it has them."""

    field: str
    terms: tuple[str, ...]
    boost: float = 1.0
    whole: bool = False
    """Whether only rulings that have all the terms have it."""


class Phrase(NamedTuple):
    """Words that must follow each other as they stand."""

    words: tuple[str, ...]


Option = Bag | Phrase


class QueryPart(StrEnum):
    """What a unit of the query was read as."""

    WORD = "word"
    TERM = "term"
    PHRASE = "phrase"
    PREFIX = "start of a word"
    SYMBOLS = "symbols"
    MECHANIC = "mechanic"
    CARD = "card"
    EITHER = "either"


class QueryUnit(NamedTuple):
    """One thing the query asks for; a ruling has it by the best of its options."""

    part: QueryPart
    label: str
    """As typed."""
    meaning: str
    """What it was read as, for a person."""
    options: tuple[Option, ...]
    required: bool = False
    negated: bool = False
    silent: tuple[str, ...] = ()
    """The cards that it names where none of them has a ruling."""


class Filter(NamedTuple):
    """Rulings must have one of the terms, or must not."""

    label: str
    field: str
    terms: tuple[str, ...]
    negated: bool = False


class ParsedQuery(NamedTuple):
    """A query, read."""

    units: tuple[QueryUnit, ...] = ()
    filters: tuple[Filter, ...] = ()
    since: date | None = None
    until: date | None = None
    rulings: bool = True
    """Whether rulings are asked for."""
    rules: bool = True
    """Whether rules of the rulebook are asked for."""
    running: tuple[str, ...] = ()
    """The words of the query in order, small ones too: for neighbours."""
    dropped: tuple[str, ...] = ()
    """Words too common to look for."""
    french: bool = False
    """Whether the query was typed in French."""
    notes: tuple[str, ...] = ()
