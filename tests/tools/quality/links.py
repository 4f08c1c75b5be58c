"""Score the links to mechanics against labelled rulings.

    KB_REFERENCE_DATA=… python -m tests.tools.quality.links [--errors] [--labels FILE.jsonl]

The folder holds `data/scryfall/{rulings,oracle-cards}.json` in Scryfall's bulk form and `eval/links.dev.jsonl`: one
ruling a line, known by its date and the hash of its folded text, with the mechanics it is `about`, those it only
`mentions`, and `false_friends` that look like one. A link counts as `Link.about` says. Printed are
precision, recall and F1 of those, for all, for mechanics that the text names and does not name, and by stratum; how
many false friends were linked; and how long linking took.
"""

import argparse
import hashlib
import json
import os
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from kb.link import link
from kb.model import Card, Lang, Link, LinkKind, Ruling, Span, Witness
from kb.tables import mechanics
from kb.text.folding import fold, stable_id

_LABELS = {"totem armor": "umbra-armor", "tap": "tap-and-untap", "untap": "tap-and-untap"}


@dataclass(frozen=True, slots=True)
class Label:
    """A ruling as a reader labelled it."""

    date: str
    digest: str
    text: str
    cards: list[str]
    stratum: str
    about: list[str]
    mentions: list[str]
    false_friends: list[str]


@dataclass(slots=True)
class Tally:
    """Counts of right, wrong and missed links."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, expected: set[str], given: set[str]) -> None:
        """Count one ruling."""
        self.right += len(expected & given)
        self.wrong += len(given - expected)
        self.missed += len(expected - given)

    @property
    def precision(self) -> float:
        """The share of the links given that are right."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        """The share of the links expected that were given."""
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.precision * self.recall / max(1e-9, self.precision + self.recall)

    def line(self, name: str) -> str:
        """Say it in one line."""
        counts = f"right {self.right:3} wrong {self.wrong:3} missed {self.missed:3}"
        return f"{name:18} P {self.precision:.3f} R {self.recall:.3f} F1 {self.f1:.3f}  {counts}"


def cards_of(folder: Path) -> dict[str, Card]:
    """Read the cards of a folder in Scryfall's bulk form, by oracle id."""
    french = {c["oracle_id"]: c for c in json.loads((folder / "all-cards-fr.json").read_text(encoding="utf-8"))}
    found = {}
    for entry in json.loads((folder / "oracle-cards.json").read_text(encoding="utf-8")):
        faces = entry.get("card_faces") or []
        text = entry.get("oracle_text") or "\n//\n".join(face.get("oracle_text") or "" for face in faces)
        key = entry["oracle_id"]
        found[key] = Card(
            key=key,
            name=entry["name"],
            name_fr=french.get(key, {}).get("printed_name") or "",
            oracle_id=key,
            faces=tuple(face["name"] for face in faces),
            text=text,
            type_line=entry.get("type_line") or "",
            keywords=tuple(entry.get("keywords") or ()),
        )
    return found


def rulings_of(folder: Path, cards: Mapping[str, Card]) -> tuple[Ruling, ...]:
    """Read the rulings of the folder, one for each date and folded text."""
    rows: dict[tuple[str, str], list[tuple[int, Mapping[str, str]]]] = defaultdict(list)
    for n, row in enumerate(json.loads((folder / "rulings.json").read_text(encoding="utf-8")), 1):
        rows[row["published_at"], fold(row["comment"])].append((n, row))
    found = []
    for (day, folded), members in sorted(rows.items()):
        text = members[0][1]["comment"]
        keys = sorted({row["oracle_id"] for _, row in members if row["oracle_id"] in cards})
        witnesses = tuple(
            Witness("rulings.json", Span(n, n), row["comment"], row["source"], row["oracle_id"]) for n, row in members
        )
        wording = stable_id("en", folded)
        ruling = Ruling(stable_id("en", day, folded), date.fromisoformat(day), Lang.EN, text, wording, wording)
        found.append(replace(ruling, cards=tuple(keys), witnesses=witnesses))
    return tuple(found)


def digest(text: str) -> str:
    """Return the hash by which labels know a text."""
    return hashlib.sha1(fold(text).encode(), usedforsecurity=False).hexdigest()[:16]


def slugs(names: Iterable[str], known: Mapping[str, str]) -> set[str]:
    """Return the slugs of labelled names; a name that is no mechanic stands for itself."""
    return {_LABELS.get(name) or known.get(name, name) for name in names}


def score(labels: Sequence[Label], links_of: Mapping[tuple[str, str], list[Link]]) -> dict[str, Tally]:
    """Hold the links against the labels."""
    known = {mechanic.name.casefold(): mechanic.slug for mechanic in mechanics()}
    tallies: dict[str, Tally] = defaultdict(Tally)
    for label in labels:
        links = links_of[label.date, label.digest]
        about = slugs(label.about, known)
        given = {each.mechanic for each in links if each.about}
        named = {each.mechanic for each in links if each.kind is LinkKind.NAMED}
        named |= {name for name in about if re.search(rf"\b{re.escape(name)}", label.text, re.IGNORECASE)}
        for name in ("all", f"stratum {label.stratum}"):
            tallies[name].add(about, given)
        tallies["named"].add(about & named, given & named)
        tallies["not named"].add(about - named, given - named)
        friends = slugs(label.false_friends, known) - about - slugs(label.mentions, known)
        tallies["false friends"].wrong += len(friends & {each.mechanic for each in links})
        tallies["mentions"].add(slugs(label.mentions, known) | about, {each.mechanic for each in links})
        if about != given:
            weights = [(each.mechanic, each.weight, each.evidence) for each in links]
            tallies["all"].notes.append(
                f"{label.date} missed {sorted(about - given)} wrong {sorted(given - about)}\n"
                f"    {label.text}\n    {len(label.cards)} cards: {label.cards[:3]}\n    {weights}"
            )
    return tallies


def measure(reference: Path, labels: Path | None = None) -> tuple[dict[str, Tally], str]:
    """Link the rulings of the folder; give the counts and a line on how many links there are and how long it took."""
    folder = reference / "data" / "scryfall"
    cards = cards_of(folder)
    rulings = rulings_of(folder, cards)
    started = time.perf_counter()
    links = link(rulings, cards, mechanics())
    took = time.perf_counter() - started
    address = {ruling.id: (str(ruling.date), digest(ruling.text)) for ruling in rulings}
    links_of: dict[tuple[str, str], list[Link]] = defaultdict(list)
    for each in links:
        links_of[address[each.ruling]].append(each)
    lines = (labels or reference / "eval" / "links.dev.jsonl").read_text(encoding="utf-8").splitlines()
    kinds = ", ".join(f"{sum(each.kind is kind for each in links)} {kind}" for kind in LinkKind)
    size = f"{len(rulings)} rulings, {len(cards)} cards, links: {kinds}; {took:.1f} s"
    return score([Label(**json.loads(line)) for line in lines], links_of), size


def main() -> None:
    """Read, link, score, print."""
    options = argparse.ArgumentParser(description="Score links to mechanics.")
    options.add_argument("--errors", action="store_true", help="print every ruling that is not as labelled")
    options.add_argument("--labels", type=Path)
    chosen = options.parse_args()
    reference = os.environ.get("KB_REFERENCE_DATA")
    if not reference:
        sys.exit("KB_REFERENCE_DATA is not set: real data is not at hand")
    tallies, size = measure(Path(reference), chosen.labels)
    if chosen.errors:
        print("\n".join(tallies["all"].notes))
    for name in sorted(tallies):
        print(tallies[name].line(name))
    print(size)


if __name__ == "__main__":
    main()
