"""What JSON layouts share: the outline of a file, fields of an entry, dates, and the account of what was left out."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache

from kb.model import Problem, Skipped, Span
from kb.text.folding import squeeze

Entry = Mapping[str, object]
"""A JSON object."""
Place = tuple[str, ...]
"""Where a value stands: the keys that lead to it, `[]` for the elements of an array."""

_TOKEN = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"?|([{}\[\]:,])|[^\s{}\[\]:,"]+', re.DOTALL)
_DEPTH = 5
_SURROGATE = re.compile("[\ud800-\udfff]")
_XML_SIGNS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "#39": "'", "#039": "'", "#34": '"'}
_XML = re.compile(f"&({'|'.join(_XML_SIGNS)});")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:T\S*)?", re.ASCII)


def outline(text: str) -> dict[Place, str]:
    """Return what stands where in the beginning of a JSON file, which may break off anywhere.

    Gives the first value at each place: a scalar as written, `{` or `[`. Never raises; what is no JSON has an odd
    outline, or none.

    >>> outline('[{"object": "card", "faces": [')
    {(): '[', ('[]',): '{', ('[]', 'object'): 'card', ('[]', 'faces'): '['}
    """
    found: dict[Place, str] = {}
    for place, value in _values(text):
        found.setdefault(place, value)
    return found


def values_at(text: str, place: Place) -> frozenset[str]:
    """Return every value that stands at *place* in the beginning of a JSON file, as `outline` gives the first one."""
    return frozenset(value for found, value in _values(text) if found == place)


def _values(text: str) -> Iterator[tuple[Place, str]]:
    """Yield every value that is not too deep, with its place."""
    path: list[str] = []
    at_key: list[bool] = []
    for match in _TOKEN.finditer(text.removeprefix("\ufeff")):
        sign, string = match[2], match[1]
        if sign in {"{", "["}:
            if len(path) <= _DEPTH:
                yield tuple(path), sign
            path.append("[]" if sign == "[" else "")
            at_key.append(sign == "{")
        elif sign in {"}", "]"} and path:
            path.pop()
            at_key.pop()
        elif sign == "," and path:
            at_key[-1] = path[-1] != "[]"
        elif sign is None and string is not None and path and at_key[-1]:
            path[-1], at_key[-1] = string, False
        elif sign is None and len(path) <= _DEPTH:
            yield tuple(path), string if string is not None else match[0]


# --- fields ---------------------------------------------------------------------------------------------------------


def text_of(entry: Entry, key: str) -> str:
    """Return a field that is text, unpaired surrogates replaced; "" when it is absent, null or anything else."""
    value = entry.get(key)
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else _SURROGATE.sub("\ufffd", value)


def told_of(entry: Entry, key: str) -> str:
    """Return a field that is text to be read, without what its source left of XML: `R&amp;D` is R&D."""
    text = text_of(entry, key)
    return _XML.sub(lambda match: _XML_SIGNS[match[1]], text) if "&" in text else text


def line_of(entry: Entry, key: str) -> str:
    """Return a field that is text of one line, space folded."""
    return squeeze(text_of(entry, key))


def texts_of(entry: Entry, key: str) -> tuple[str, ...]:
    """Return a field that is a list of texts, without what is none."""
    value = entry.get(key)
    if not isinstance(value, list):
        return ()
    return tuple(_SURROGATE.sub("\ufffd", item) for item in value if isinstance(item, str) and item)


def entries_of(entry: Entry, key: str) -> Iterator[Entry]:
    """Yield a field that is a list of objects, without what is none."""
    value = entry.get(key)
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, dict))


def entry_of(entry: Entry, key: str) -> Entry:
    """Return a field that is an object; an empty one when it is absent or anything else."""
    value = entry.get(key)
    return value if isinstance(value, dict) else {}


# --- dates ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def iso_date(printed: str) -> date | None:
    """Read a date in ISO form, a time of day behind it or not; None when it is in another form or no day there is."""
    match = _ISO.fullmatch(printed)
    if not match:
        return None
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


def date_problems(printed: str, today: date, span: Span) -> tuple[Problem, ...]:
    """Return what is wrong with the date of an entry, if anything is."""
    day = iso_date(printed)
    if day is not None and day <= today:
        return ()
    if day is not None:
        return (Problem("future_date", f"{printed} lies in the future", span),)
    if not printed:
        return (Problem("missing_date", "the ruling has no date", span),)
    if _ISO.fullmatch(printed):
        return (Problem("impossible_date", f"there is no day {printed}", span),)
    return (Problem("unreadable_date", f"{printed[:40]!r} is no ISO date; nothing was guessed", span),)


# --- what is left out -----------------------------------------------------------------------------------------------


class Account:
    """The problems and skips of a file; neighbours that are left out for one reason are one skip."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.problems: list[Problem] = []
        self._skipped: list[Skipped] = []

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """What was left out, in order."""
        return tuple(self._skipped)

    def problem(self, code: str, detail: str, number: int) -> None:
        """Report what entry *number* has wrong."""
        self.problems.append(Problem(code, detail, Span(number, number)))

    def skip(self, reason: str, number: int) -> None:
        """Leave out entry *number*."""
        last = self._skipped[-1] if self._skipped else None
        if last and last.reason == reason and last.span.last == number - 1:
            self._skipped[-1] = Skipped(reason, Span(last.span.first, number))
        else:
            self._skipped.append(Skipped(reason, Span(number, number)))
