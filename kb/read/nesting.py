"""How deep the elements of an HTML page nest."""

import re
from collections import Counter

from kb.read.clean import EMPTY
from kb.text.folding import word_set

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,30})")
_CLOSED_ALONE = word_set("body colgroup dd dt frame head html li optgroup option p rp rt tbody td tfoot th thead tr")
"""Elements that need no end tag: they end where the next one begins."""


def depth(markup: str) -> int:
    """Return how many elements stand within each other in *markup*, not counting those that need no end tag."""
    open_names: list[str] = []
    counts: Counter[str] = Counter()
    nested = deepest = 0
    for match in _TAG.finditer(markup):
        name = match[2].lower()
        if name in EMPTY:
            continue
        if not match[1]:
            open_names.append(name)
            counts[name] += 1
            nested += name not in _CLOSED_ALONE
            deepest = max(deepest, nested)
        elif counts[name]:
            nested -= _close(name, open_names, counts)
    return deepest


def _close(name: str, open_names: list[str], counts: Counter[str]) -> int:
    """Close the innermost element *name* and those within it; return how many of them needed an end tag."""
    needed = 0
    closed = ""
    while closed != name:
        closed = open_names.pop()
        counts[closed] -= 1
        needed += closed not in _CLOSED_ALONE
    return needed
