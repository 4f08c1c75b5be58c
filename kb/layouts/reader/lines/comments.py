"""Comments of programs: what is written in them, without the signs that make them comments."""

import re
from collections.abc import Sequence
from itertools import groupby

_STAR = re.compile(r"\s*\*(?!/)\s?")
_LINE_SIGN = re.compile(r"\s{0,40}(?P<sign>///?|;{1,4}|--|#|%|'|REM|\|(?![^|]*\|))(?=\s|\Z)")
_TAG = re.compile(r"</?(?:p|br|i|b|em|strong|code|pre|ul|ol|div|span)\s?/?>", re.IGNORECASE)
_ITEM = re.compile(r"<li>\s?", re.IGNORECASE)
_SPEAKER = re.compile(
    r"\s{0,8}(?:[\[(]?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\s?[AaPp][Mm])?[\])]?\s{0,4})?<\s?[@+%&~]?\s?[\w\[\]\\`^{}|-]{1,30}>\s+"
)
_SPEAKERS_AT_LEAST = 3
_LINES_AT_LEAST = {"#": 3, "%": 3, "'": 3}
"""Lines in a row that make a sign that is common elsewhere the sign of a comment; of others two do."""


def uncommented(lines: Sequence[str]) -> list[str]:
    """Return *lines*, those within comments without the signs of the comment and without simple HTML.

    Comments are what stands between `/*` and `*/`, and lines in a row that begin with one sign: `//`, `;;`, `--`, `#`,
    or a bar that marks what is new.
    """
    found = list(lines)
    for number in _in_blocks(lines):
        found[number] = simple(_STAR.sub("", lines[number], count=1))
    for sign, group in groupby(enumerate(found), key=lambda each: _sign(each[1])):
        run = list(group)
        if sign and len(run) >= _LINES_AT_LEAST.get(sign, 2):
            for number, line in run:
                found[number] = simple(_LINE_SIGN.sub("", line, count=1))
    return found


def utterances(lines: Sequence[str]) -> dict[int, int]:
    """Return where what is said begins in the lines of a talk, behind the time and the `<name>`.

    By the numbers of the lines, from 1; nothing where *lines* are no talk.
    """
    found = {number: match.end() for number, line in enumerate(lines, 1) if (match := _SPEAKER.match(line))}
    return found if len(found) >= _SPEAKERS_AT_LEAST else {}


def _in_blocks(lines: Sequence[str]) -> list[int]:
    """Return the places of the lines that stand within `/*` and `*/`."""
    places: list[int] = []
    inside = False
    for place, line in enumerate(lines):
        if not inside and line.lstrip().startswith("/*"):
            inside = "*/" not in line
        elif inside:
            inside = "*/" not in line
            places.append(place)
    return [] if inside else places


def _sign(line: str) -> str:
    match = _LINE_SIGN.match(line)
    return match["sign"] if match else ""


def simple(comment: str) -> str:
    """Return a line of a comment without simple HTML."""
    return _TAG.sub("", _ITEM.sub("- ", comment))
