"""Every sample page is read as a person reads it: its sidecar says what stands there."""

import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kb.layouts import interpret
from kb.layouts._page.ledger import covered
from kb.model import Document, RawRuling
from kb.read import read
from kb.text import squeeze
from tests.conftest import SAMPLES

TODAY = date(2026, 11, 30)
FOLDER = SAMPLES / "layouts"
PAGES = sorted(path for path in FOLDER.iterdir() if path.suffix in {".txt", ".html", ".md"})
SEEDS = ("000_dc767dee26f1f954.txt", "001_3c6244a5804b91f0.txt", "003_8012480c61f28d8f.txt")


def expected_of(page: Path) -> list[dict[str, Any]]:
    """Read the sidecar of *page*."""
    sidecar = page.with_name(f"{page.stem}.expected.jsonl")
    return [json.loads(line) for line in sidecar.read_text(encoding="utf-8").splitlines()]


def agrees(raw: RawRuling, wanted: dict[str, Any]) -> bool:
    """Tell whether *raw* is the ruling that a line of a sidecar describes."""
    texts = {squeeze(wanted[name]) for name in ("text", "text_restored", "text_as_printed") if wanted.get(name)}
    names = {wanted.get(name) for name in ("card", "card_as_printed", "card_fr")}
    named = raw.card is None or not {raw.card.printed, raw.card.english, raw.card.french}.isdisjoint(names)
    known = raw.card is not None or not wanted["card_as_printed"]
    day = raw.date.isoformat() if raw.date else None
    return squeeze(raw.text) in texts and day == wanted["date"] and raw.lang == wanted["lang"] and named and known


def check(page: Path) -> Document:
    """Compare what is read of *page* with its sidecar."""
    document = interpret(read(page, page.name), TODAY)
    lines = expected_of(page)
    wanted = [line for line in lines if "problem" not in line]
    assert len(document.rulings) == sum(line.get("occurrences", 1) for line in wanted)
    for line in wanted:
        found = [raw for raw in document.rulings if agrees(raw, line)]
        assert len(found) == line.get("occurrences", 1), line["text"]
        assert {raw.source for raw in found} <= {line.get("source", ""), ""}
    problems = Counter(p.code for raw in document.rulings for p in raw.problems) + Counter(
        p.code for p in document.problems
    )
    assert not Counter(line["problem"] for line in lines if "problem" in line) - problems
    return document


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_sample_is_read_as_its_sidecar_says(page: Path) -> None:
    check(page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_line_with_something_on_it_is_accounted_for_once(page: Path) -> None:
    source = read(page, page.name)
    if source.lines:
        pytest.skip("the lines of HTML are those of its text, several of which may stand on one line of the file")
    document = interpret(source, TODAY)
    counts = Counter(covered(document))
    filled = {number for number, line in enumerate(source.text.split("\n"), 1) if line.strip()}
    assert {number: counts[number] for number in filled} == dict.fromkeys(filled, 1)


@pytest.mark.reference
@pytest.mark.parametrize("name", SEEDS)
def test_a_real_page_is_read_as_its_sidecar_says(reference: Path, name: str) -> None:
    check(reference / "seeds" / name)


def test_there_are_samples() -> None:
    assert len(PAGES) >= 20
