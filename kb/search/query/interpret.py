"""Reading a query: clauses to units and filters, with the help of the names an index knows."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from kb.search.index import schema as fields
from kb.search.index.analysis import SAME, words
from kb.search.query import filters
from kb.search.query.language import looks_french
from kb.search.query.lexicon import Lexicon
from kb.search.query.model import Bag, ParsedQuery, Phrase, QueryPart, QueryUnit
from kb.search.query.names import card_options, is_small, without_rulings
from kb.search.query.parse import Clause, Query, TokenKind, shortened
from kb.search.query.units import Typed, units_of

MOST_ENDINGS = 100
"""Most words that one `abc*` stands for."""


class _Found(NamedTuple):
    unit: QueryUnit
    joined: str


def read(query: Query, lexicon: Lexicon) -> ParsedQuery:
    """Find out what *query* asks for."""
    wanted = filters.read(query.clauses, lexicon)
    notes = [*query.notes, *wanted.notes]
    asked = [clause for clause in query.clauses if clause.kind is not TokenKind.FIELD]
    typed = [word for clause in asked if not clause.negated for word in _typed(clause, lexicon)]
    french = looks_french((clause.text for clause in asked), lexicon)
    found = [found for run in _runs(asked) for found in _read_run(run, lexicon, notes, french=french)]
    units = _once(_join(found))
    if typed and not any(not unit.negated for unit in units):
        common = list(dict.fromkeys(word.text for word in typed))
        units += [
            QueryUnit(QueryPart.WORD, w, "this very word", (Bag(fields.WORDS, (SAME.get(w, w),)),)) for w in common
        ]
        notes.append(f"the query has only very common words: {' '.join(common)}")
    notes += [filters.unruled(name) for unit in units if not unit.negated for name in unit.silent]
    return ParsedQuery(
        units=tuple(units),
        filters=tuple(wanted.filters),
        since=wanted.since,
        until=wanted.until,
        rulings=wanted.rulings,
        rules=wanted.rules,
        running=tuple(word.text for word in typed),
        dropped=tuple(dict.fromkeys(word.text for word in typed if is_small(word.text, french=french))),
        french=french,
        notes=tuple(notes),
    )


def _typed(clause: Clause, lexicon: Lexicon) -> list[Typed]:
    parts = [lexicon.apostrophized(word) for word in words(clause.text)]
    return [Typed(word, clause.joined if not i else "", glued=i > 0) for i, word in enumerate(parts)]


def _runs(clauses: Sequence[Clause]) -> Iterator[list[Clause]]:
    """Part *clauses* into runs of plain words, which may be names together, and single other clauses."""
    for plain, run in groupby(clauses, key=lambda clause: clause.kind is TokenKind.TEXT and not clause.negated):
        if plain:
            yield list(run)
        else:
            yield from ([clause] for clause in run)


def _read_run(run: list[Clause], lexicon: Lexicon, notes: list[str], *, french: bool) -> Iterator[_Found]:
    first = run[0]
    if first.kind is TokenKind.TEXT and not first.negated:
        typed = [word for clause in run for word in _typed(clause, lexicon)]
        for unit, start in units_of(typed, lexicon, french=french):
            yield _Found(unit, typed[start].joined)
        return
    asked = _start_of_word(first, lexicon) if first.kind is TokenKind.PREFIX else _verbatim(first, lexicon)
    if asked is not None:
        yield _Found(asked._replace(negated=first.negated), first.joined)
    elif first.kind is TokenKind.PREFIX:
        notes.append(f"no word here starts with {first.text}")


def _verbatim(clause: Clause, lexicon: Lexicon) -> QueryUnit | None:
    """Read what stands in quotes, or what is to be left out: the words as they are."""
    parts = tuple(words(clause.text))
    if not parts:
        return None
    if len(parts) == 1:
        option: Bag | Phrase = Bag(fields.WORDS, parts)
    else:
        option = Phrase(parts)
    if clause.kind is TokenKind.TEXT:
        return QueryUnit(QueryPart.WORD, clause.text, "left out", (option,))
    cards = card_options(parts, lexicon)
    meaning = "these very words" + (", or a ruling on the card" if cards else "")
    silent = without_rulings(parts, lexicon, alone=True)
    return QueryUnit(
        QueryPart.PHRASE, f'"{shortened(clause.text)}"', meaning, (option, *cards), required=True, silent=silent
    )


def _start_of_word(clause: Clause, lexicon: Lexicon) -> QueryUnit | None:
    start = "".join(words(clause.text)[:1])
    if not start:
        return None
    endings = []
    for term in lexicon.postings.starting_with(fields.WORDS, start):
        endings.append(Bag(fields.WORDS, (term,)))
        if len(endings) == MOST_ENDINGS:
            break
    if not endings:
        return None
    return QueryUnit(QueryPart.PREFIX, f"{clause.text}*", f"{len(endings)} words that start so", tuple(endings))


def _once(units: Iterable[QueryUnit]) -> list[QueryUnit]:
    """Leave out what is asked for twice: the same word again, or one mechanic by two of its names."""
    kept: dict[object, QueryUnit] = {}
    for unit in units:
        ties = frozenset(
            option for option in unit.options if isinstance(option, Bag) and option.field == fields.MECHANIC
        )
        kept.setdefault((unit.negated, unit.required, ties or unit.options), unit)
    return list(kept.values())


def _join(found: Iterable[_Found]) -> list[QueryUnit]:
    """Carry out OR, by making one unit of two, and AND, by requiring both."""
    units: list[QueryUnit] = []
    for unit, joined in found:
        last = units[-1] if units else None
        if last is None or not joined or unit.negated or last.negated:
            units.append(unit)
        elif joined == "and":
            units[-1] = last._replace(required=True)
            units.append(unit._replace(required=True))
        else:
            options = tuple(dict.fromkeys((*last.options, *unit.options)))
            required = last.required and unit.required
            label = last.label if options == last.options else f"{last.label} OR {unit.label}"
            units[-1] = QueryUnit(QueryPart.EITHER, label, "either", options, required=required)
    return units
