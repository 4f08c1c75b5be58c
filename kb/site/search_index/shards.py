"""The files of the search: each a call that hands one piece of the index to the script that asked for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.site.search_index.codes import literal

FOLDER = "search"
"""Where the files lie, from the folder of the site."""
_MODULUS = 65_521


def order(key: str) -> bytes:
    """Return what sorts *key* as scripts compare strings."""
    return key.encode("utf-16-be", "surrogatepass")


@dataclass(slots=True)
class Shelf:
    """Files by their path from the folder of the site, and what finds the one that holds a key."""

    files: dict[str, bytes] = field(default_factory=dict)
    first_keys: dict[str, list[str]] = field(default_factory=dict)
    """Of each kind that keeps the order of keys, what each shard begins at, as short as tells it from those before."""
    counts: dict[str, int] = field(default_factory=dict)
    """Of each kind of shard over which keys are spread, how many there are."""

    def put(self, kind: str, number: int, content: object) -> None:
        """Keep *content* as shard *number* of a *kind*."""
        call = f'kb.shard("{kind}",{number},{literal(content)});\n'
        self.files[f"{FOLDER}/{kind}{number}.js"] = call.encode()

    def put_lines(self, kind: str, lines: Mapping[str, str], size: int) -> None:
        """Keep *lines*, each under its key, in shards of about *size* signs in the order of the keys."""
        firsts = self.first_keys[kind] = []
        before = ""
        for keys in _ranges(lines, size):
            self.put(kind, len(firsts), "\n".join(lines[key] for key in keys))
            firsts.append(_parting(before, keys[0]))
            before = keys[-1]

    def spread_lines(self, kind: str, lines: Mapping[str, str], size: int) -> None:
        """Keep *lines*, each under its key, in shards of about *size* signs that are found by the key and their count.

        Where keys are many, that is less than to tell what each shard begins at; but long lines get neighbours.
        """
        count = self.counts[kind] = -(-sum(min(len(line), size) for line in lines.values()) // size)
        spread: list[list[str]] = [[] for _ in range(count)]
        for key in sorted(lines, key=order):
            spread[place(key, count)].append(lines[key])
        for number, held in enumerate(spread):
            self.put(kind, number, "\n".join(held))

    def put_rows(self, kind: str, rows: Sequence[object], size: int) -> None:
        """Keep *rows* in shards of *size* rows, which are found by number."""
        for place in range(0, len(rows), size):
            self.put(kind, place // size, rows[place : place + size])


def place(key: str, count: int) -> int:
    """Return which of *count* shards holds *key*, as scripts work it out.

    >>> place("a", 10), place("ab", 10)
    (7, 5)
    """
    total = 0
    units = order(key)
    for high, low in zip(units[::2], units[1::2], strict=True):
        total = (total * 31 + high * 256 + low) % _MODULUS
    return total % count


def _ranges(lines: Mapping[str, str], size: int) -> Iterator[list[str]]:
    held: list[str] = []
    filled = 0
    for key in sorted(lines, key=order):
        length = len(lines[key])
        # A long line stands alone, so that nobody reads it for the sake of a neighbour.
        if held and (filled + length > size):
            yield held
            held, filled = [], 0
        held.append(key)
        filled += length
    if held:
        yield held


def _parting(before: str, first: str) -> str:
    """Return the shortest beginning of *first* that comes after *before*."""
    return next((first[:end] for end in range(1, len(first)) if order(first[:end]) > order(before)), first)
