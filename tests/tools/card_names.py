"""Make `kb/data/card_names.tsv.gz` from card data in Scryfall's and MTGJSON's form.

Run as `python -m tests.tools.card_names FOLDER DAY`: FOLDER holds `scryfall/oracle-cards.json`,
`scryfall/all-cards-fr.json` and `mtgjson/AtomicCards.json`; DAY is that of the newest.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from kb.text.folding import squeeze

_TARGET = Path(__file__).parents[2] / "kb" / "data" / "card_names.tsv.gz"
_NOTES = """\
# The names of Magic cards, as far as known on {day}: one card a line, columns parted by a tab.
#
# en  its English name; the names of several faces are parted by " // "
# fr  its French name, faces likewise; empty where none is known
"""
_FACES = " // "
_NO_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})


def main(folder: Path, day: str) -> None:
    """Write the table."""
    names = dict(sorted(_names(folder).items()))
    rows = "".join(f"{english}\t{french}\n" for english, french in names.items())
    _TARGET.write_bytes(gzip.compress((_NOTES.format(day=day) + rows).encode(), 9, mtime=0))
    print(f"{len(names):,} cards, {sum(map(bool, names.values())):,} of them with a French name")


def _names(folder: Path) -> dict[str, str]:
    """Return the French name of each card by its English one; the newer data come first."""
    found: dict[str, str] = {}
    for english, french in (*_of_scryfall(folder / "scryfall"), *_of_mtgjson(folder / "mtgjson")):
        found[english] = found.get(english) or french
    return found


def _of_scryfall(folder: Path) -> Iterator[tuple[str, str]]:
    for card in _load(folder / "all-cards-fr.json"):
        faces = card.get("card_faces", [])
        printed = card.get("printed_name") or _joined([face.get("printed_name", "") for face in faces])
        yield squeeze(card["name"]), squeeze(printed)
    for card in _load(folder / "oracle-cards.json"):
        if card["layout"] not in _NO_CARDS:
            yield squeeze(card["name"]), ""


def _of_mtgjson(folder: Path) -> Iterator[tuple[str, str]]:
    for name, faces in _load(folder / "AtomicCards.json")["data"].items():
        yield squeeze(name), _joined([_french(face) for face in faces])


def _french(face: Mapping[str, list[dict[str, str]]]) -> str:
    names = (each.get("name") or "" for each in face.get("foreignData", []) if each.get("language") == "French")
    return squeeze(next(names, ""))


def _joined(faces: list[str]) -> str:
    return _FACES.join(faces) if all(faces) else ""


def _load(path: Path) -> object:
    return json.loads(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
