"""What a person typed, cut into clauses. Nothing here fails: what is no query syntax is text.

Words; "a phrase"; `-left out`; `abc*`; `field:value` with quotes around a value of several words; `OR` and `AND`
between two clauses, `NOT` before one. Brackets have no meaning.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

LONGEST_WORD = 64
_START = 20
"""Letters that are told of what is longer than that."""
MOST_CLAUSES = 64
MOST_PREFIXES = 8

FIELDS = {
    "card": "card",
    "carte": "card",
    "mechanic": "mechanic",
    "keyword": "mechanic",
    "kw": "mechanic",
    "lang": "lang",
    "langue": "lang",
    "date": "date",
    "source": "source",
    "rule": "rule",
    "is": "is",
}
"""Names of fields as typed, and the field each means."""

_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″＂", '"'))
_CLAUSE = re.compile(
    r"(?P<minus>-(?=[^\s\d-])(?!x/|y/|\*/))?"
    r"(?:(?P<field>[a-z]{2,10})(?P<operator>>=|<=|[:=<>])(?=[^\s]))?"
    r'(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))',
    re.IGNORECASE,
)
_PREFIX = re.compile(r"[(\[]*([^\W_][\w'’]*)\*[)\]]*")
_WILD = re.compile(r"[^/]*\*[^/]*")
JOINERS = {"OR": "or", "OU": "or", "AND": "and", "ET": "and"}


class TokenKind(StrEnum):
    """What a clause asks for."""

    TEXT = "text"
    PHRASE = "phrase"
    PREFIX = "prefix"
    FIELD = "field"


class Clause(NamedTuple):
    """One part of a query."""

    kind: TokenKind
    text: str
    """As typed, without quotes, field and minus; of a prefix without its star."""
    field: str = ""
    operator: str = ""
    negated: bool = False
    joined: str = ""
    """`or` or `and`, when it is so joined to the clause before it."""
    option: bool = False
    """It was given as an option, outside the query: if it has no meaning here, nothing matches."""


class Query(NamedTuple):
    """A query, cut into clauses."""

    clauses: tuple[Clause, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _QueryCutter:
    """Collects clauses, with the operators that stand between them."""

    clauses: list[Clause] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    joined: str = ""
    negated: bool = False
    _taken: set[Clause] = field(default_factory=set)

    def add(self, clause: Clause) -> None:
        """Take *clause* as the next one; said again it adds nothing, but for words, whose neighbours count."""
        new = clause._replace(
            joined=self.joined if self.clauses else "",
            negated=clause.negated or self.negated,
        )
        self.joined, self.negated = "", False
        if _is_plain(new) or new._replace(joined="") not in self._taken:
            self.clauses.append(new)
            self._taken.add(new._replace(joined=""))

    def operator(self, word: str) -> bool:
        """Take *word* as an operator, if it is one; one that follows NOT leaves nothing for it to negate."""
        if word == "NOT":
            self.negated = True
        elif word in JOINERS:
            self.joined, self.negated = JOINERS[word], False
        else:
            return False
        return True


def _is_plain(clause: Clause) -> bool:
    return clause.kind is TokenKind.TEXT and not clause.negated


def shortened(text: str) -> str:
    """Return *text* as it is told in a note: a long one by its start.

    >>> shortened("a" * 100)
    'aaaaaaaaaaaaaaaaaaaa…'
    """
    return text if len(text) <= LONGEST_WORD else f"{text[:_START]}…"


def parse(query: str) -> Query:
    """Cut *query* into clauses, with a note for each part that is set aside.

    >>> [(c.kind.value, c.text, c.negated) for c in parse('-1/-1 -"deals damage" lang:fr').clauses]
    [('text', '-1/-1', False), ('phrase', 'deals damage', True), ('field', 'fr', False)]
    """
    cutter = _QueryCutter()
    for found in _CLAUSE.finditer(_printable(query).translate(_QUOTES)):
        if len(cutter.clauses) >= MOST_CLAUSES:
            cutter.notes.append(f"only the first {MOST_CLAUSES} words of the query are used")
            break
        _take(found, cutter)
    return Query(tuple(cutter.clauses), tuple(dict.fromkeys(cutter.notes)))


def _printable(query: str) -> str:
    return "".join(" " if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} else c for c in query)


def _take(found: re.Match[str], cutter: _QueryCutter) -> None:
    negated = found["minus"] is not None
    name = FIELDS.get((found["field"] or "").casefold(), "")
    value = found["phrase"] if found["phrase"] is not None else found["word"]
    if name:
        operator = found["operator"]
        cutter.add(Clause(TokenKind.FIELD, value, field=name, operator=operator, negated=negated))
    elif found["phrase"] is not None and not found["field"]:
        cutter.add(Clause(TokenKind.PHRASE, value.strip(), negated=negated))
    else:
        word = found.group()[1:] if negated else found.group()
        if negated or not cutter.operator(word):
            _take_word(word, cutter, negated=negated)


def _take_word(word: str, cutter: _QueryCutter, *, negated: bool) -> None:
    if len(word) > LONGEST_WORD:
        cutter.notes.append(f"set aside: {shortened(word)}, longer than {LONGEST_WORD} letters")
    elif prefix := _PREFIX.fullmatch(word):
        _take_prefix(prefix[1], cutter, negated=negated)
    elif "*" in word and _WILD.fullmatch(word):
        cutter.notes.append(f"set aside: {word}; a star may only stand at the end of a word (suspend*)")
    else:
        cutter.add(Clause(TokenKind.TEXT, word, negated=negated))


def _take_prefix(start: str, cutter: _QueryCutter, *, negated: bool) -> None:
    if len(start) < 2:
        cutter.notes.append(f"set aside: {start}*; at least two letters must stand before a star")
    elif sum(clause.kind is TokenKind.PREFIX for clause in cutter.clauses) == MOST_PREFIXES:
        cutter.notes.append(f"only the first {MOST_PREFIXES} words with a star are used")
    else:
        cutter.add(Clause(TokenKind.PREFIX, start, negated=negated))
