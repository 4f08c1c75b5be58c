"""Rulings in gettext catalogues: their messages and translations as groups of texts."""

import re
from collections.abc import Iterator

from kb.layouts.reader.syntax.escapes import unescaped
from kb.layouts.reader.syntax.groups import DataGroup, Scalar
from kb.text.folding import squeeze

_MESSAGE = re.compile(r"(?:(?P<key>msg(?:ctxt|id_plural|id|str)(?:\[[0-9]\])?)\s+)?\"(?P<body>(?:[^\"\\]|\\.)*)\"\s*")


def is_gettext(text: str) -> bool:
    """Whether *text* is a catalogue of messages with their translations."""
    return re.search(r"^msgid\s+\"", text, re.MULTILINE) is not None and "\nmsgstr" in text


def groups_of_gettext(text: str) -> DataGroup:
    """Return a group for each message of a catalogue, with its context, text and translation."""
    whole = DataGroup()
    keys: set[str] = set()
    for key, parts, first in _messages(text):
        if key == "msgctxt" or (key == "msgid" and keys != {"msgctxt"}):
            whole.items.append(("", DataGroup()))
            keys = set()
        keys.add(key)
        message = whole.items[-1][1] if whole.items else whole
        raw = "".join(parts)
        if isinstance(message, DataGroup):
            message.items.append((key, Scalar(squeeze(raw), first, first + len(parts) - 1, raw=raw)))
    return whole


def _messages(text: str) -> Iterator[tuple[str, list[str], int]]:
    """Yield the strings of a catalogue: the keyword, the parts, and the line of the keyword."""
    key, parts, first = "", list[str](), 0
    for number, line in enumerate(text.split("\n"), 1):
        match = _MESSAGE.fullmatch(line)
        if match and not match["key"] and parts:
            parts.append(unescaped(match["body"]))
            continue
        if parts:
            yield key, parts, first
        key, parts, first = "", [], number
        if match and match["key"]:
            key, parts = match["key"].partition("[")[0], [unescaped(match["body"])]
    if parts:
        yield key, parts, first
