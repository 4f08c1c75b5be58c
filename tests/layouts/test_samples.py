"""Every sample page is read as a person reads it: its sidecar says what stands there."""

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.layouts import interpret
from kb.layouts.reader.ledger import covered
from kb.model import Container, Document, RawRuling, SourceText
from kb.read import read
from kb.text.folding import squeeze
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
    """Return whether *raw* is the ruling that a line of a sidecar describes."""
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
        assert {raw.source for raw in found} == {line.get("source", "")}
    problems = Counter(p.code for raw in document.rulings for p in raw.problems) + Counter(
        p.code for p in document.problems
    )
    assert not Counter(line["problem"] for line in lines if "problem" in line) - problems
    return document


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_sample_is_read_as_its_sidecar_says(page: Path) -> None:
    check(page)


def account(source: SourceText) -> dict[int, int]:
    """Say, of every line with something on it, in how many places it lands; rulings that share a line are one."""
    # Without the lines of the file, spans count the lines of the text that its layout reads.
    document = interpret(replace(source, lines=()), TODAY)
    shared = list(dict.fromkeys(raw.span for raw in document.rulings))
    counts = Counter(number for span in shared for number in range(span.first, span.last + 1))
    counts += Counter(covered(replace(document, rulings=())))
    filled = (number for number, line in enumerate(source.text.split("\n"), 1) if line.strip())
    return {number: counts[number] for number in filled}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_line_with_something_on_it_is_accounted_for_once(page: Path) -> None:
    lines = account(read(page, page.name))
    assert lines == dict.fromkeys(lines, 1)


@pytest.mark.reference
@pytest.mark.parametrize("name", SEEDS)
def test_a_real_page_is_read_as_its_sidecar_says(reference: Path, name: str) -> None:
    check(reference / "seeds" / name)


@pytest.mark.reference
def test_every_written_page_of_the_reference_is_read_and_accounted_for(reference: Path) -> None:
    pages = sorted(path for path in (reference / "formats").iterdir() if path.suffix in {".txt", ".html", ".md"})
    assert len(pages) >= 20
    for page in pages:
        if page.name != "README.md":
            check(page)
            lines = account(read(page, page.name))
            assert lines == dict.fromkeys(lines, 1), page.name


def test_there_are_samples() -> None:
    assert len(PAGES) >= 90


LINES = st.sampled_from([
    "", "", "Lotus Bloom", "Lotus Bloom {0}", "Artifact", "Rulings", "Décisions :", "Rulings for Rift Bolt:",
    "2021-03-19", "19 mars 2021", "[2006-09-25]", "30/02/2007", "March 19, 2021:", "(04/05/2013)",
    "September 2006: Yes.", "Its mana value is 0.", "The spell resolves as usual, and the card",
    "is put into its owner's graveyard.", "Le sort est lancé sans payer son coût de mana.",
    "- It stays in exile. (2021-03-19)", "* A card in exile.", "1. First.",
    "2021-03-19: The ability triggers once.", "2021-03-19\tThe ability triggers once.\twotc", "\tIt has no date.",
    "date,card,ruling", '2021-03-19,"Opt","You draw, then."', "| Date | Ruling |", "|---|---|",
    "| 2021-03-19 | It taps. |", "Date: 2021-03-19", "Text: The card is drawn.", "Card: Rift Bolt", "Source: wotc",
    "ID: 4", "Set: TSP", "Q: Does it resolve?", "A: It does.", "> quoted text of a letter", "From: a@example.org",
    "---", "===", "## Rulings", "== Rulings ==", "[EN] It resolves.", "[FR] Il se résout.",
    "Home | Search | Contact", "© 2024", "Comments (2)", "title: Opt", "[b]Opt[/b]", "[*] It resolves.",
    "source : wotc", "English | Français", "Date\tEnglish\tFrançais", "2021-03-19\tIt is drawn.\tElle est piochée.",
    "\u00ad", "…", "Standard", "Legal", "Choose one —",
])  # fmt: skip


@given(st.lists(LINES, min_size=1, max_size=30))
def test_any_mixture_of_lines_is_accounted_for_once(lines: list[str]) -> None:
    text = "\n".join(lines)
    found = account(SourceText("any.txt", Path("any.txt"), Container.TEXT, text, "0"))
    assert found == dict.fromkeys(found, 1)


@given(st.lists(LINES, min_size=1, max_size=20), st.sampled_from(["p", "li", "td", "dd", "h2", "tr"]))
def test_any_mixture_of_elements_is_accounted_for_once(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], tag: str
) -> None:
    folder = tmp_path_factory.mktemp("page")
    body = "".join(f"<{tag if place % 3 else 'div'}>{line}" for place, line in enumerate(lines))
    (folder / "any.html").write_text(f"<html><body><p>Card.</p>{body}</body></html>", encoding="utf-8")
    found = account(read(folder / "any.html", "any.html"))
    assert found == dict.fromkeys(found, 1)
