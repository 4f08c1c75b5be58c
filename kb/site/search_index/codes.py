"""How numbers and values are written in the files of the search: as text that packs well and any script reads."""

import json
import re
from collections.abc import Iterable

_ENDS = [chr(code) for code in (*range(35, 92), *range(93, 100))]
"""The 64 signs that end a number."""
_GOES_ON = [chr(code) for code in range(100, 126)]
"""The 26 signs that come before the end of a number that is longer."""
_HALF = re.compile("[\ud800-\udfff]")


def packed(numbers: Iterable[int]) -> str:
    """Write *numbers*, none negative, one after the other: one sign each below 64, two below 1,728.

    >>> packed([0, 63, 64, 5])
    '#cd#('
    """
    return "".join([_ENDS[number] if number < 64 else _long(number) for number in numbers])


def _long(number: int) -> str:
    signs: list[str] = []
    while number >= 64:
        number, digit = divmod(number - 64, 26)
        signs.append(_GOES_ON[digit])
    return "".join((*signs, _ENDS[number]))


def steps(numbers: Iterable[int]) -> str:
    """Write ascending *numbers* by the steps between them.

    >>> steps([0, 1, 5])
    '##&'
    """
    ends = list(numbers)
    return packed([end - start - 1 for start, end in zip([-1, *ends], ends, strict=False)])


def literal(value: object) -> str:
    r"""Write *value* as a script may read it; half characters, which no file can hold, are escaped.

    >>> print(literal(["é", "\ud800"]))
    ["é","\ud800"]
    """
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", written)
