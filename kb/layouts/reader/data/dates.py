"""Dates in data: beside a text, before it, or of the group around it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.layouts.reader.signs.mark import residue
from kb.layouts.reader.syntax.groups import DataGroup, Scalar
from kb.text.dates import DateMark, find_dates
from kb.text.folding import strip_accents, word_set

_COMPACT = re.compile(r"(?:199[3-9]|20[0-9]{2})(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])")
_LONGEST_DATE = 60
_WORD = re.compile(r"[A-Z]?[a-zà-ÿ]+|[A-Z]+(?![a-z])")
_OTHER = word_set(
    "release released update updated create created modified build built birth generated fetched exported last printed"
    " seen made legal expires version added bought sortie parution ajout ajoute achat achete maj modifie genere exporte"
)
FEW_WORDS = 3
"""A text in data has as many at least."""


def words(name: str) -> frozenset[str]:
    """Return the words that the name of a field is made of, whatever joins them."""
    return frozenset(word.casefold() for word in _WORD.findall(strip_accents(name)))


def is_of_other(field: str) -> bool:
    """Whether the name of a field says that its date is that of something else: of a printing, of a file."""
    return not _OTHER.isdisjoint(words(field))


def date_of(text: str) -> DateMark | None:
    """Return the date that *text* is, the whole of it, as `20041004` too."""
    if _COMPACT.fullmatch(text):
        text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
    found = find_dates(text) if len(text) <= _LONGEST_DATE else ()
    return found[0] if found and not residue(text, found[0]) else None


def is_text(value: object) -> bool:
    """Whether an item of a group may be a ruling by its length."""
    return isinstance(value, Scalar) and value.quoted and len(value.text.split()) >= FEW_WORDS


@dataclass(frozen=True, slots=True)
class Dates:
    """The dates among the items of a group."""

    beside: Mapping[int, tuple[DateMark, str]]
    """The date of each text or group that has its own beside it, by its place, with the name of the date's field."""
    sole: tuple[DateMark, str] | None
    """The one date among its values."""
    within: bool
    """Some of the groups in it have dates of their own."""


def dates_in(group: DataGroup) -> Dates:
    """Return the dates among the items of *group*."""
    dates = [
        (place, mark, key)
        for place, (key, value) in enumerate(group.items)
        if isinstance(value, Scalar) and (mark := date_of(value.text))
    ]
    dates = [each for each in dates if not is_of_other(each[2])] or dates
    beside = {**_of_texts(group, dates), **_of_statements(group), **_before_groups(group)}
    beside |= {place: (mark, "") for place, (key, _) in enumerate(group.items) if (mark := date_of(key))}
    within = any(_has_date(value) for _, value in group.items if isinstance(value, DataGroup))
    return Dates(beside, dates[0][1:] if len(dates) == 1 else None, within)


def _of_texts(group: DataGroup, dates: Sequence[tuple[int, DateMark, str]]) -> dict[int, tuple[DateMark, str]]:
    """Return the date of each text: the only one, else the nearest before it, or behind where texts come first."""
    texts = [
        place
        for place, (_, value) in enumerate(group.items)
        if isinstance(value, Scalar) and is_text(value) and not date_of(value.text)
    ]
    if len(dates) <= 1:
        return {place: dates[0][1:] for place in texts if dates}
    ahead = not texts or dates[0][0] < texts[0]
    found: dict[int, tuple[DateMark, str]] = {}
    for place in texts:
        near = [date for date in dates if (date[0] < place) is ahead]
        if near:
            found[place] = (near[-1] if ahead else near[0])[1:]
    return found


def _has_date(group: DataGroup) -> bool:
    return any(isinstance(value, Scalar) and date_of(value.text) for _, value in group.items)


def _of_statements(group: DataGroup) -> dict[int, tuple[DateMark, str]]:
    """Return the dates of the statements that hold a text and no date, right behind one that holds only a date."""
    found: dict[int, tuple[DateMark, str]] = {}
    before: tuple[DateMark, str] | None = None
    for place, (_, value) in enumerate(group.items):
        if not isinstance(value, DataGroup):
            continue
        scalars = [each for _, each in value.items if isinstance(each, Scalar) and each.quoted]
        marks = [mark for each in scalars if (mark := date_of(each.text))]
        spoken = any(map(is_text, scalars))
        if spoken and not marks and before is not None:
            found[place] = before
        if scalars:
            before = (marks[0], value.name) if len(marks) == 1 and not spoken else None
    return found


def _before_groups(group: DataGroup) -> dict[int, tuple[DateMark, str]]:
    """Return the dates right before a group, as the keys of a map without signs: `{"2004-10-04" ["…"]}`."""
    found: dict[int, tuple[DateMark, str]] = {}
    for place, ((key, before), (after_key, after)) in enumerate(pairwise(group.items), 1):
        if key or after_key or not isinstance(before, Scalar) or not isinstance(after, DataGroup) or _has_date(after):
            continue
        if mark := date_of(before.text):
            found[place] = mark, ""
    return found
