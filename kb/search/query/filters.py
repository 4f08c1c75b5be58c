"""Reading the `field:value` clauses of a query."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from kb.search.index import schema as fields
from kb.search.index.analysis import words
from kb.search.query import dates
from kb.search.query.lexicon import Lexicon
from kb.search.query.model import Filter
from kb.search.query.names import without_rulings
from kb.search.query.parse import Clause, TokenKind, shortened

LANGUAGES = {
    **dict.fromkeys(("en", "english", "anglais"), "en"),
    **dict.fromkeys(("fr", "french", "francais", "français"), "fr"),
}
KINDS = ("context", "machine", "note", "official", "shared", fields.SUPERSEDED)


@dataclass(slots=True)
class Filters:
    """The filters of a query, and what could not be made one."""

    filters: list[Filter] = field(default_factory=list)
    since: date | None = None
    until: date | None = None
    rulings: bool = True
    rules: bool = True
    notes: list[str] = field(default_factory=list)


def read(clauses: Iterable[Clause], lexicon: Lexicon) -> Filters:
    """Make filters of the field clauses among *clauses*.

    One that has no meaning here is set aside with a note; if it was given as an option, nothing passes its filter.
    """
    found = Filters()
    for clause in clauses:
        if clause.kind is not TokenKind.FIELD:
            continue
        if clause.field == "date":
            _read_date(clause, found)
        elif clause.field == "is" and clause.text.casefold() == "rule":
            found.rulings, found.rules = clause.negated, not clause.negated
        else:
            _read_terms(clause, lexicon, found)
    return found


def unruled(card: str) -> str:
    """Return the note that *card* is known and that nothing here rules on it."""
    return f"{card} is a card without rulings here"


def _label(clause: Clause) -> str:
    return f"{'-' if clause.negated else ''}{clause.field}{clause.operator}{shortened(clause.text)}"


def _read_terms(clause: Clause, lexicon: Lexicon, found: Filters) -> None:
    label = _label(clause)
    name, terms = _terms(clause, lexicon)
    if terms:
        found.filters.append(Filter(label, name, terms, clause.negated))
        if clause.field == "card" and not clause.negated:
            found.notes += [unruled(card) for card in without_rulings(words(clause.text), lexicon, alone=True)]
    elif clause.option:
        found.filters.append(Filter(label, name, ()))
        found.notes.append(f"nothing found: {label}; {_reason(clause)}")
    else:
        found.notes.append(f"set aside: {label}; {_reason(clause)}")


def _read_date(clause: Clause, found: Filters) -> None:
    label = _label(clause)
    limits = dates.bounds(clause.operator, clause.text)
    if limits is None or clause.negated:
        found.notes.append(f"set aside: {label}; dates are given as date:2021, date>=2021-06 or date:2019..2021")
        return
    since, until = limits
    found.since = max(filter(None, (since, found.since)), default=None)
    found.until = min(filter(None, (until, found.until)), default=None)


def _terms(clause: Clause, lexicon: Lexicon) -> tuple[str, tuple[str, ...]]:
    value = clause.text.strip().casefold()
    match clause.field:
        case "card":
            return fields.CARD, tuple(card.key for card in lexicon.cards(value))
        case "mechanic":
            return fields.MECHANIC, tuple(mechanic.slug for mechanic in lexicon.mechanics(value))
        case "lang":
            return fields.LANG, tuple(filter(None, (LANGUAGES.get(value),)))
        case "rule":
            return fields.RULE, lexicon.rules(value)
        case "is":
            return fields.IS, (value,) if value in KINDS else ()
        case _:
            return fields.SOURCE, (value,) if lexicon.postings.frequency(fields.SOURCE, value) else ()


def _reason(clause: Clause) -> str:
    match clause.field:
        case "lang":
            return "the languages are en and fr"
        case "is":
            return f"it may be {', '.join(KINDS)} or rule"
        case "rule":
            return "no ruling here is tied to that rule"
        case _:
            return f"no such {clause.field} here"
