"""The sample corpus says what a person reads in it, and shows every feature on first use."""

import tomllib
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kb.knowledge.dedupe import Statement, merge
from kb.layouts import interpret
from kb.model import Document, Evidence, Lang, RawRuling, Ruling
from kb.read import read

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "corpus"
EXPECTED = tomllib.loads((Path(__file__).parent / "samples/corpus/expected.toml").read_text(encoding="utf-8"))["file"]
TODAY = date(2026, 1, 1)
X_RULING = "Casting a card that has {X} in its mana cost without paying that cost leaves 0 as the only choice for X."

by_path = pytest.mark.parametrize("expected", EXPECTED, ids=[entry["path"] for entry in EXPECTED])


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    """Every corpus file as its layout reads it, by path."""
    files = sorted(path for path in CORPUS.iterdir() if path.is_file())
    return {file.name: interpret(read(file, file.name), TODAY) for file in files}


@pytest.fixture(scope="module")
def rulings(documents: dict[str, Document]) -> tuple[Ruling, ...]:
    """The rulings of the corpus, each once."""
    statements = [Statement(raw, path) for path, document in documents.items() for raw in document.rulings]
    return merge(statements, {})


def _options(line: list[Any]) -> dict[str, Any]:
    return line[4] if len(line) > 4 else {}


def _dated(raw: RawRuling) -> str:
    return raw.date.isoformat() if raw.date else ""


def _names(raw: RawRuling) -> set[str]:
    return {raw.card.printed, raw.card.english, raw.card.french} - {""} if raw.card else set()


def _witnessed(ruling: Ruling) -> list[str]:
    return sorted(witness.path for witness in ruling.witnesses)


def test_every_corpus_file_is_described_and_every_description_has_its_file() -> None:
    """A new sample needs a reader's account of it before it ships."""
    assert sorted(entry["path"] for entry in EXPECTED) == sorted(path.name for path in CORPUS.iterdir())


def test_the_corpus_prints_96_rulings_13_of_them_french() -> None:
    """The account itself has the size that was meant, so that a lost line in it shows."""
    lines = [line for entry in EXPECTED for line in entry["rulings"]]
    assert len(lines) == 96
    assert Counter(line[1] for line in lines) == {"en": 83, "fr": 13}


@by_path
def test_each_file_states_its_rulings_in_order(expected: dict[str, Any], documents: dict[str, Document]) -> None:
    """Date, language, first and last words of each ruling are those on the page."""
    found = documents[expected["path"]].rulings
    lines = expected["rulings"]
    assert [(_dated(raw), str(raw.lang)) for raw in found] == [(line[0], line[1]) for line in lines]
    for raw, line in zip(found, lines, strict=True):
        assert raw.text.startswith(line[2])
        assert raw.text.endswith(line[3])
        assert raw.lost_symbol is _options(line).get("lost_symbol", False)


@by_path
def test_each_ruling_stands_on_the_card_that_its_page_names(
    expected: dict[str, Any], documents: dict[str, Document]
) -> None:
    """A card is what heading or title says; where they say nothing it is left open or marked as inferred."""
    for raw, line in zip(documents[expected["path"]].rulings, expected["rulings"], strict=True):
        card = _options(line).get("card", expected.get("card", ""))
        if card:
            assert card in _names(raw)
        elif "about" in expected:
            assert _names(raw) <= {expected["about"]}
            assert raw.card is None or raw.card.evidence in {Evidence.TEXT, Evidence.CATALOGUE}
        else:
            assert raw.card is None
            assert raw.section == _options(line)["section"]


@by_path
def test_source_label_and_notice_are_kept(expected: dict[str, Any], documents: dict[str, Document]) -> None:
    """The publisher's label stands on each ruling; a notice makes the page's French machine-made."""
    document = documents[expected["path"]]
    assert {raw.source for raw in document.rulings} == {expected.get("source", "")}
    assert [str(lang) for lang in document.machine_translated] == expected.get("machine_translated", [])
    assert bool(document.notice) is ("machine_translated" in expected)


def test_the_page_with_a_french_heading_gives_both_names(documents: dict[str, Document]) -> None:
    """The English name in the first line and the French one in the heading are one card."""
    assert all(_names(raw) == {"Plieur de volonté", "Willbender"} for raw in documents["plieur-de-volonte.txt"].rulings)


def test_nothing_in_the_corpus_is_wrong_but_one_lost_symbol(documents: dict[str, Document]) -> None:
    """Two pages name no card on purpose and one text lost its {X}: no other problem may be reported."""
    found = {
        (path, problem.code)
        for path, document in documents.items()
        for problem in (*document.problems, *(p for raw in document.rulings for p in raw.problems))
    }
    assert ("suspend-no-heading.txt", "lost_symbol") in found
    no_card = {("suspend-no-heading.txt", "no_card"), ("cascade-18-juin-2021.txt", "no_card")}
    assert found - no_card == {("suspend-no-heading.txt", "lost_symbol")}


def test_nothing_of_a_page_but_its_rulings_is_taken_for_one(documents: dict[str, Document]) -> None:
    """Card text, formats, navigation and notices are skipped, and each says why."""
    assert all(skip.reason for document in documents.values() for skip in document.skipped)
    texts = " ".join(raw.text for document in documents.values() for raw in document.rulings)
    for foreign in ("Not Legal", "Random card", "example.org", "Its arrival costs you 3 life", "anglaise fait foi"):
        assert foreign not in texts


# --- what the corpus is there to show -------------------------------------------------------------------------------


def test_the_x_ruling_of_2024_is_one_ruling_on_four_pages(rulings: tuple[Ruling, ...]) -> None:
    """The print without the symbol joins the three with it, and the symbol is shown."""
    (ruling,) = (r for r in rulings if r.text == X_RULING and r.date == date(2024, 2, 2))
    assert _witnessed(ruling) == [
        "ancestral-vision.txt",
        "dichotomancie.txt",
        "rift-bolt.txt",
        "suspend-no-heading.txt",
    ]
    assert not ruling.lost_symbol
    assert "suspend" not in ruling.text.lower()


def test_the_x_ruling_stands_on_cascade_pages_under_another_date(rulings: tuple[Ruling, ...]) -> None:
    """Same wording, other ruling: the dates differ."""
    same = {r.date: r for r in rulings if r.text == X_RULING}
    assert set(same) == {date(2021, 6, 18), date(2024, 2, 2)}
    assert len({r.wording for r in same.values()}) == 1
    assert _witnessed(same[date(2021, 6, 18)]) == ["cascade-18-juin-2021.txt", "elfe-aux-nattes-sanguinolentes.txt"]


@pytest.mark.parametrize(
    ("start", "printed"),
    [
        ("Suspending a card is a special action", ["dichotomancie.txt", "rift-bolt.txt", "suspend-no-heading.txt"]),
        ("To be a ", ["ancestral-vision.txt", "dichotomancie.txt", "rift-bolt.txt"]),
        ("Suspended cards lie face up", ["dichotomancie.txt", "suspend-no-heading.txt"]),
        ("Cascade exiles cards face up", ["cascade-18-juin-2021.txt", "elfe-aux-nattes-sanguinolentes.txt"]),
    ],
    ids=["three kinds of dash", "curly and straight quotes", "a no-break space", "word for word"],
)
def test_typography_does_not_keep_prints_apart(start: str, printed: list[str], rulings: tuple[Ruling, ...]) -> None:
    """Rulings that differ in dashes, quotes or spaces only are one, with every page as its witness."""
    (ruling,) = (r for r in rulings if r.text.startswith(start))
    assert _witnessed(ruling) == printed


def test_a_word_that_changed_keeps_two_rulings_apart(rulings: tuple[Ruling, ...]) -> None:
    """The must of 2013 and the may of 2024, the last and the final counter of one day: none of them is merged."""
    resolving = [r for r in rulings if r.text.startswith("While suspend's last ability is resolving")]
    assert [(r.date, " must " in r.text, " may " in r.text) for r in resolving] == [
        (date(2013, 6, 7), True, False),
        (date(2024, 2, 2), False, True),
    ]
    assert len([r for r in rulings if r.text.replace("’", "'").startswith("Suspend's last ability triggers once")]) == 2


def test_96_prints_are_84_rulings(rulings: tuple[Ruling, ...]) -> None:
    """Twelve prints repeat another on the same date."""
    assert sum(len(r.witnesses) for r in rulings) == 96
    assert len(rulings) == 84
    assert Counter(r.lang for r in rulings) == {Lang.EN: 71, Lang.FR: 13}
