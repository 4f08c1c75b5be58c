"""Writing the search index of changed rulings from the one before, without analysing again what is the same.

What rulings are tied to takes longer to work out than what they say: so all but the ties is made ready before these
have to be known.
"""

import shutil
from array import array
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, MutableSequence, Sequence
from datetime import date
from itertools import compress
from pathlib import Path
from typing import NamedTuple, TypeVar

from kb.model import Change, Lang, Mechanic, Ruling, Tie
from kb.search.index import schema as fields
from kb.search.index.build import defining_rules, indexed, newest_first, reference_of, tie_terms
from kb.search.index.handle import Opened, open_index
from kb.search.index.schema import Reference
from kb.search.index.segment import Gathered, Listed, Weights, read_lists, terms_file, write_contents, write_segment
from kb.search.index.stamp import check, days, write_stamp

_NOWHERE = -1
"""The number of a document that is no more, or that a list is to forget."""
_TIED_FIELDS = (fields.MECHANIC, fields.RULE)
"""Fields that have of a ruling only what it is tied to."""
_TIED_MARKS = (fields.CONTEXT.encode(), fields.SUPERSEDED.encode())
"""What `is` has of that."""
_UNTIED = Tie()

Places = Sequence[int]
"""By document of the index before, its number from now on, or `_NOWHERE`."""

N = TypeVar("N", int, float)


class _Postings(NamedTuple):
    """The documents that have a term, and its weights there."""

    documents: Sequence[int]
    weights: Weights


class _Row(NamedTuple):
    """A ruling of the patched index."""

    day: date | None
    reference: Reference
    old: int
    """Its document in the index before, or `_NOWHERE`."""
    new: Ruling | None
    """None if it was there before."""

    def order(self) -> tuple[int, str]:
        """Return its place among rulings: newest first."""
        return newest_first(self.day, self.reference.id)


class SortOrder(NamedTuple):
    """Where to write an index, and what its rulings are tied to."""

    folder: Path
    """Should be empty."""
    ties: Mapping[str, Tie]
    """By id, those of each new ruling that has any, and of each other one whose ties are no more the same."""
    mechanics: Sequence[Mechanic]
    """Those of the index before and of the new one."""


class _Read(NamedTuple):
    """What takes time to read of an index, whatever its change."""

    references: Sequence[Reference]
    """Of its rulings."""
    running: Sequence[bytes]
    """Of its rulings."""
    lists: Sequence[tuple[str, bytes, Sequence[int], Weights]]


class _Ready(NamedTuple):
    """A patched index, but for what its rulings are tied to."""

    rows: Sequence[_Row]
    places: Places
    columns: Mapping[str, Sequence[bytes]]
    terms: Mapping[str, "_Terms"]
    """By field."""
    tied: Sequence[tuple[str, bytes, Sequence[int], Weights]]
    """The lists of the index before that say what rulings are tied to."""


_Terms = dict[bytes, _Postings]


def patch(before: Path, late: Callable[[], Change | SortOrder | None]) -> None:
    """Make the index in *before* anew, with a change made; nothing if there is to be none.

    *late* is called once for the change and once for the order, each when all that does not depend on it is done; it
    gives None in place of either where nothing is to be made. The files are, byte for byte, those that
    `kb.search.index.build.write` makes of the changed knowledge. Nothing in *before* is changed. Raises IndexUnusable
    if that is no index, an older or a damaged one.
    """
    opened = open_index(before)
    try:
        read = _read(opened)
        change = late()
        if isinstance(change, Change):
            ready = _ready(opened, read, change)
            order = late()
            if isinstance(order, SortOrder):
                _write(opened, ready, order)
    except Exception:
        check(before)
        raise
    finally:
        opened.reader.close()


def _read(opened: Opened) -> _Read:
    rulings = range(opened.stamp.rulings)
    return _Read(
        references=[opened.reference(number) for number in rulings],
        running=[opened.running[number] for number in rulings],
        lists=list(read_lists(terms_file(opened.folder, fields.TEXTS))),
    )


def _ready(opened: Opened, read: _Read, change: Change) -> _Ready:
    rows = sorted([*_kept(opened, read, change.gone), *map(_new, change.new)], key=_Row.order)
    gathered = _gathered(opened, read, rows)
    places = _places(opened, rows)
    terms: dict[str, _Terms] = {name: {} for name in fields.IN_TEXTS}
    tied = []
    for each in read.lists:
        field, term, documents, weights = each
        if field in _TIED_FIELDS or (field == fields.IS and term in _TIED_MARKS):
            tied.append(each)
        elif field != fields.SAME:
            _move(terms[field], term, _Postings(documents, weights), places)
    for name, untied in terms.items():
        _merge(untied, gathered.lists(name))
    return _Ready(rows, places, gathered.columns, terms, tied)


def _write(opened: Opened, ready: _Ready, order: SortOrder) -> None:
    folder, rows, stamp = order.folder, ready.rows, opened.stamp
    _tie(ready, order)
    folder.mkdir(parents=True, exist_ok=True)
    lists = {name: _in_order(terms) for name, terms in ready.terms.items()}
    write_segment(folder, fields.TEXTS, lists, ready.columns)
    for file in opened.folder.glob(f"{fields.INDEX}_{fields.NAMES}.*"):
        shutil.copyfile(file, folder / file.name)
    names = opened.reader.doc_count_all() - stamp.rulings - stamp.rules
    write_contents(folder, len(rows) + stamp.rules, names)
    french = sum(row.reference.lang == Lang.FR for row in rows)
    write_stamp(folder, [row.day for row in rows], french=french, rules=stamp.rules, mechanics=stamp.mechanics)


def _kept(opened: Opened, read: _Read, gone: Container[str]) -> Iterator[_Row]:
    for number, (day, reference) in enumerate(zip(days(opened.stamp), read.references, strict=True)):
        if reference.id not in gone:
            yield _Row(day, reference, number, None)


def _new(ruling: Ruling) -> _Row:
    return _Row(ruling.date, reference_of(ruling), _NOWHERE, ruling)


def _gathered(opened: Opened, read: _Read, rows: Sequence[_Row]) -> Gathered:
    """Return all that the index is to keep, and of its untied terms those that are new or may not be as before."""
    gathered = Gathered(fields.TEXTS)
    shared = _shared(rows)
    for number, row in enumerate(rows):
        if row.new:
            gathered.add(number, *indexed(row.new))
        else:
            columns = {fields.REFERENCE: row.reference.pack(), fields.RUNNING: read.running[row.old]}
            gathered.add(number, {}, columns)
        if same := [same for same in _sames(row) if same in shared]:
            gathered.add_terms(number, {fields.SAME: same})
    for old in _rules(opened):
        columns = {fields.REFERENCE: opened.references[old], fields.RUNNING: opened.running[old]}
        gathered.add(len(rows), {}, {**columns, fields.KEPT: opened.kept[old]})
    return gathered


def _rules(opened: Opened) -> range:
    return range(opened.stamp.rulings, opened.stamp.rulings + opened.stamp.rules)


def _shared(rows: Iterable[_Row]) -> frozenset[str]:
    said = Counter(same for row in rows for same in _sames(row))
    return frozenset(same for same, rulings in said.items() if rulings > 1)


def _sames(row: _Row) -> tuple[str, str]:
    return fields.sames(row.reference.wording, row.reference.pattern)


# --- lists ----------------------------------------------------------------------------------------------------------


def _tie(ready: _Ready, order: SortOrder) -> None:
    """Add to the terms of *ready* what its rulings are tied to: as before, but for those of the *order*."""
    defining = defining_rules(order.mechanics)
    gathered = Gathered(fields.TEXTS)
    places = list(ready.places)
    for number, row in enumerate(ready.rows):
        tie = order.ties.get(row.reference.id, _UNTIED if row.new else None)
        if tie is None:
            continue
        gathered.add_terms(number, tie_terms(tie.links, defining, superseded=tie.superseded))
        if row.old != _NOWHERE:
            places[row.old] = _NOWHERE
    for field, term, documents, weights in ready.tied:
        _move(ready.terms[field], term, _Postings(documents, weights), places)
    for name in (*_TIED_FIELDS, fields.IS):
        _merge(ready.terms[name], gathered.lists(name))


def _places(opened: Opened, rows: Sequence[_Row]) -> list[int]:
    places = [_NOWHERE] * opened.stamp.rulings + list(range(len(rows), len(rows) + opened.stamp.rules))
    for number, row in enumerate(rows):
        if row.old != _NOWHERE:
            places[row.old] = number
    return places


def _move(into: _Terms, term: bytes, postings: _Postings, places: Places) -> None:
    moved = _moved(*postings, places)
    if moved.documents:
        into[term] = moved


def _merge(into: _Terms, new: Iterable[Listed]) -> None:
    for term, documents, weights in new:
        added = _Postings(documents, weights)
        into[term] = _joined(into[term], added) if term in into else added


def _in_order(terms: _Terms) -> Iterator[Listed]:
    return ((term, *terms[term]) for term in sorted(terms))


def _moved(documents: Iterable[int], weights: Weights, places: Places) -> _Postings:
    """Return the postings of a term in their new places, without those that have none."""
    moved = [places[document] for document in documents]
    if min(moved) == _NOWHERE:
        staying = [place != _NOWHERE for place in moved]
        moved = list(compress(moved, staying))
        weights = None if weights is None else list(compress(weights, staying))
    return _Postings(moved, weights)


def _joined(old: _Postings, new: _Postings) -> _Postings:
    """Put *new* postings among the *old* ones, by document; both have weights, or neither."""
    cuts = [bisect(old.documents, document) for document in new.documents]
    documents: list[int] = []
    _splice(documents, old.documents, new.documents, cuts)
    if old.weights is None or new.weights is None:
        return _Postings(documents, None)
    weights = array("f")
    _splice(weights, old.weights, new.weights, cuts)
    return _Postings(documents, weights)


def _splice(into: MutableSequence[N], old: Sequence[N], new: Iterable[N], cuts: Iterable[int]) -> None:
    """Put *old* in *into*, with each of *new* where *cuts* says."""
    start = 0
    for cut, value in zip(cuts, new, strict=True):
        into.extend(old[start:cut])
        into.append(value)
        start = cut
    into.extend(old[start:])
