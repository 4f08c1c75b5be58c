"""The parts of a text put together: words that were parted at the ends of lines are whole again."""

import re
from collections.abc import Sequence

from kb.layouts.reader.signs.kinds import knows
from kb.text.folding import squeeze

_BROKEN = re.compile(r"(?P<begun>[^\W\d_]{2,})[-\u00ad\u2010]\Z")
_LONGEST_WORD = 80
_REST = re.compile(r"[a-zà-ÿ]+")


def _is_compound(begun: str, rest: str) -> bool:
    """Whether a hyphen belongs between two parts: each of them is a word, and both together are none."""
    return knows(begun) and knows(rest) and not knows(f"{begun}{rest}")


def joined(parts: Sequence[str]) -> str:
    """Return *parts* as one text, space folded; a word that a hyphen parts between two of them is whole again.

    >>> joined(["The crea-", "ture is turned face-", "down."])
    'The creature is turned face-down.'
    """
    pieces: list[str] = []
    for part in parts:
        told = part.strip() if pieces else part.rstrip()
        broken = _BROKEN.search(pieces[-1][-_LONGEST_WORD:]) if pieces else None
        rest = _REST.match(told)
        if broken is None or rest is None:
            pieces.append(f" {told}" if pieces else told)
        elif _is_compound(broken["begun"], rest[0]):
            pieces.append(told)
        else:
            pieces[-1] = pieces[-1][:-1]
            pieces.append(told)
    return squeeze("".join(pieces))
