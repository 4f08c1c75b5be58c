"""What the search index keeps of each ruling, rule, mechanic and card name.

All four are documents of one Whoosh index, in this order: rulings, newest first and undated last, so that the lower
document number is the one to show first among equals and a span of dates is a span of numbers; rules, in the order of
the rulebook; then mechanics and cards, by whose names a query is read without loading them. The index has two
segments: `TEXTS` holds rulings and rules, `NAMES` the others. They have no field in common, so that a field is read in
one place, and new rulings leave the names as they are.

A posting's weight is what its term adds to the score, all but the rarity of the term: BM25 with the length of the text
already in it for words, the weight of the link for mechanics. Ranking then reads no lengths.
"""

from typing import NamedTuple

from whoosh.columns import VarBytesColumn
from whoosh.fields import COLUMN, FieldType, Schema
from whoosh.formats import Existence

from kb.model import Lang

TEXT = {Lang.EN: "en", Lang.FR: "fr"}
"""The field of a language's stems."""
WORDS = "words"
"""Every word as it stands, small words too: for phrases, prefixes and spelling."""
MECHANIC = "mechanic"
CARD = "card"
LANG = "lang"
SOURCE = "source"
RULE = "rule"
"""Numbers of rules: of the mechanics a ruling is tied to, or of the rule itself."""
IS = "is"
"""`official`, `note`, `shared`, `context`, `machine`, `superseded`."""
CONTEXT = "context"
"""Of a ruling: it is tied to a mechanic by the card it stands on."""
SUPERSEDED = "superseded"
"""Of a ruling: a newer one says the same in other words."""
SAME = "same"
"""The wording and the pattern, where other rulings have the same."""
NAME = "name"
"""Whole names and forms of a mechanic or card, as phrase keys."""
NAME_WORD = "name_word"
"""The words of a card's names."""
REFERENCE = "reference"
"""What `Reference` packs."""
RUNNING = "running"
"""The tokens of a text in order, parted by blanks, with a blank at both ends: for phrases and neighbours."""
KEPT = "kept"
"""What a query or an answer needs of a rule, mechanic or card, as JSON."""

INDEX = "MAIN"
"""What Whoosh calls an index by default."""
TEXTS = "texts"
"""The segment of rulings and rules."""
NAMES = "names"
"""The segment of mechanics and cards."""
IN_TEXTS = (*TEXT.values(), WORDS, MECHANIC, CARD, LANG, SOURCE, RULE, IS, SAME)
IN_NAMES = (NAME, NAME_WORD)
FIELDS = (*IN_TEXTS, *IN_NAMES)
COLUMNS = {TEXTS: (REFERENCE, RUNNING, KEPT), NAMES: (REFERENCE, KEPT)}
"""What each segment keeps of a document."""


class Weighed(FieldType):
    """A field whose terms and weights are given to the segment as they are to be stored (`kb.search.index.segment`)."""

    def __init__(self) -> None:
        self.format = Existence()
        self.analyzer = None
        self.scorable = self.stored = self.unique = self.sortable = False
        self.vector = self.spelling = self.column_type = None

    def to_bytes(self, value: str | bytes) -> bytes:
        """Return a term as it is stored."""
        return value if isinstance(value, bytes) else value.encode()


def schema() -> Schema:
    """Return the Whoosh schema."""
    columns = {name: COLUMN(VarBytesColumn()) for name in COLUMNS[TEXTS]}
    return Schema(**{name: Weighed() for name in FIELDS}, **columns)


def sames(wording: str, pattern: str) -> tuple[str, str]:
    """Return the terms by which rulings of one wording, and of one pattern, are found."""
    return f"wording {wording}", f"pattern {pattern}"


class Reference(NamedTuple):
    """What ranking and collapsing need to know of a document."""

    id: str
    """Of the ruling; slug of a mechanic; key of a card; number of a rule."""
    wording: str = ""
    pattern: str = ""
    lang: str = ""
    official: bool = False

    def pack(self) -> bytes:
        """Return it as it is stored."""
        return "\x1f".join((self.id, self.wording, self.pattern, self.lang, "1" if self.official else "")).encode()

    @classmethod
    def unpack(cls, packed: bytes) -> "Reference":
        """Read what `pack` wrote."""
        ident, wording, pattern, lang, official = packed.decode().split("\x1f")
        return cls(ident, wording, pattern, lang, bool(official))


def is_official(packed: bytes) -> bool:
    """Read only whether a packed `Reference` is official: asked of every document on a shortlist."""
    return packed.endswith(b"\x1f1")
