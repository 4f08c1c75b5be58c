"""Sample documents and what a careful person finds in each."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.text.folding import squeeze

_SIDECAR = ".expected.jsonl"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A ruling that stands in a document, with every way in which its fields may be read."""

    texts: frozenset[str]
    """Space folded."""
    dates: frozenset[str | None]
    """ISO dates; None where no date is right, too."""
    lang: str
    cards: frozenset[str]
    """Names of its card; empty where the document leaves it open."""
    card_required: bool
    """The document names the card, so that a reader has to."""
    occurrences: int = 1


@dataclass(frozen=True, slots=True)
class Sample:
    """A document with its sidecar."""

    path: Path
    wanted: tuple[Wanted, ...]
    problems: tuple[str, ...] = ()
    """Codes of the problems that have to be reported."""

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.path.name


def samples_in(folder: Path) -> Iterator[Sample]:
    """Yield every document of *folder* that has a sidecar, by name."""
    for sidecar in sorted(folder.glob(f"*{_SIDECAR}")):
        stem = sidecar.name.removesuffix(_SIDECAR)
        found = [path for path in folder.glob(f"{stem}.*") if path != sidecar and path.stem == stem]
        lines = [json.loads(line) for line in sidecar.read_text(encoding="utf-8").splitlines() if line.strip()]
        for path in found:
            yield sample_of(path, lines)


def sample_of(path: Path, lines: Sequence[Mapping[str, object]]) -> Sample:
    """Build the sample of the document *path* from the lines of its sidecar."""
    return Sample(
        path,
        tuple(_wanted(line) for line in lines if "problem" not in line),
        tuple(str(line["problem"]) for line in lines if "problem" in line),
    )


def _wanted(line: Mapping[str, object]) -> Wanted:
    texts = {squeeze(str(line[key])) for key in ("text", "text_restored", "text_as_printed") if line.get(key)}
    cards = {str(line[key]) for key in ("card", "card_as_printed", "card_fr") if line.get(key)}
    day = line.get("date")
    open_date = "null" in str(line.get("note", "")) and "right too" in str(line.get("note", ""))
    dates = {None if day is None else str(day)} | ({None} if open_date else set())
    return Wanted(
        frozenset(texts),
        frozenset(dates),
        str(line["lang"]),
        frozenset(cards),
        card_required=bool(line.get("card_as_printed")),
        occurrences=int(str(line.get("occurrences", 1))),
    )
