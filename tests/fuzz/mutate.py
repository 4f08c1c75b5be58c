"""Changes to bytes that readers find hard: pieces of what means something, cut, doubled and moved."""

import random

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


def mutated(chance: random.Random, content: bytes, others: list[bytes]) -> bytes:
    """Change *content* in a few places; pieces of *others* may come into it."""
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
