"""Changes to bytes that readers find hard: pieces of what means something, cut, doubled, moved, and of other types."""

import json
import random
from collections.abc import Iterator

_PIECES = (
    *(b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe2\x80", b"\r", b"\n\n", b"\t", b"\x1b[2J", b"\x85", b"\xe2\x80\xae"),
    *(b"<", b">", b"</p>", b"<table><tr><td>", b"<!--", b"<script>", b"&amp;", b"&#0;", b"&#xD800;", b"<br>", b'="'),
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b'"',
        b"\\u",
        b"\\ud800",
        b"null",
        b"1e999",
        b"-0",
        b":",
        b",",
        b'{"a":',
        b"{X}",
        b"{2/W}",
    ),
    *(
        b"2024-02-02",
        b"1er f\xc3\xa9vrier 2007",
        b"30/02/2010",
        b"9999-99-99",
        b"Feb 2, 2024",
        b" - ",
        b"* ",
        b"| ",
        b"//",
    ),
    *(b"card:", b"date>=", b" OR ", b"-", b'"', b"rule:702.62", b"kw:", b"is:", b"*", b"\xc2\xa0", b"\xcc\x81" * 40),
    *(b"9" * 400, b"(" * 200, b"<div>" * 200, b"[" * 2000, b"a" * 2000),
)

_ODD_VALUES: tuple[object, ...] = (
    *(None, True, 0, -1, 1.5, 10**30, "", "x", "2024-13-45", "\ud800", "// ", [], {}),
    *([None], ["x"], [[]], [{"object": ["card"]}], {"a": []}),
)
_RETYPED = 5
"""One in so many changes to JSON gives values of other types, so that it stays JSON."""


def retyped(chance: random.Random, value: object) -> object:
    """Return *value*, as JSON has it, with one to three of the values in it replaced by odd ones."""
    changed = json.loads(json.dumps(value))
    for _ in range(chance.randint(1, 3)):
        *path, last = chance.choice(list(_places(changed)) or [()]) or (None,)
        if last is None:
            return chance.choice(_ODD_VALUES)
        holder = changed
        for key in path:
            holder = holder[key]
        holder[last] = chance.choice(_ODD_VALUES)
        changed = json.loads(json.dumps(changed))  # an odd value is put in more than once
    return changed


def _places(value: object, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if at:
        yield at
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from _places(child, (*at, key))


def _retyped(chance: random.Random, content: bytes) -> bytes | None:
    try:
        return json.dumps(retyped(chance, json.loads(content))).encode()
    except (ValueError, RecursionError):
        return None


def mutated(chance: random.Random, content: bytes, others: list[bytes]) -> bytes:
    """Change *content* in a few places; pieces of *others* may come into it."""
    if chance.randrange(_RETYPED) == 0 and (odd := _retyped(chance, content)) is not None:
        return odd
    changed = bytearray(content)
    for _ in range(chance.randint(1, 8)):
        start = chance.randint(0, len(changed))
        end = min(len(changed), start + int(chance.expovariate(1 / 20)))
        match chance.randrange(6):
            case 0:
                del changed[start:end]
            case 1:
                changed[start:start] = chance.choice(_PIECES)
            case 2:
                changed[start:end] = chance.choice(_PIECES)
            case 3:
                changed[start:start] = changed[start:end] * chance.randint(1, 60)
            case 4:
                changed[start:end] = chance.randbytes(end - start)
            case _:
                other = chance.choice(others)
                begin = chance.randint(0, len(other))
                changed[start:end] = other[begin : begin + chance.randint(0, 400)]
    return bytes(changed)
