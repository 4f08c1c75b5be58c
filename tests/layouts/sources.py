"""Files for the JSON layouts: samples by name, and ones that a test writes."""

import gzip
import json
from datetime import date
from pathlib import Path

from kb.layouts import exchange, mtgjson, scryfall
from kb.model import Document, SourceText
from kb.read import read
from tests.conftest import SAMPLES

TODAY = date(2026, 8, 1)
FOLDER = SAMPLES / "json"
LAYOUTS = (scryfall, mtgjson, exchange)


def sample(name: str) -> SourceText:
    """Open one of the samples."""
    return read(FOLDER / name, name)


def written(folder: Path, content: object, name: str = "file.json", *, packed: bool = False) -> SourceText:
    """Write *content*, text as it is and anything else as JSON, and open it."""
    text = content if isinstance(content, str) else json.dumps(content)
    raw = text.encode("utf-8")
    (folder / name).write_bytes(gzip.compress(raw) if packed else raw)
    return read(folder / name, name)


def claiming(source: SourceText) -> list[str]:
    """Name the layouts that claim *source*."""
    return [layout.NAME for layout in LAYOUTS if layout.claims(source)]


def understood(source: SourceText) -> Document:
    """Read *source* with the one layout that claims it."""
    (layout,) = (layout for layout in LAYOUTS if layout.claims(source))
    document: Document = layout.read(source, TODAY)
    return document


def expected(name: str) -> list[dict[str, str | None]]:
    """Give what a reader finds in a sample, by its sidecar."""
    lines = (FOLDER / f"{name}.expected.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
