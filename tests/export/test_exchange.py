"""An index handed on as JSON lines is the same index: its rulings, cards, rules and ties, its answers and its site."""

import json
import tempfile
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.export import exchange
from kb.ingest.assemble import CorpusReading, assemble
from kb.ingest.assemble import read_files as read_corpus
from kb.ingest.corpus import corpus_files
from kb.model import (
    CardName,
    Document,
    Evidence,
    Knowledge,
    Lang,
    Problem,
    RawCard,
    RawRuling,
    Reach,
    Rule,
    RuleKind,
    Skipped,
    Span,
)
from kb.store import folder as generation
from kb.store.read import Store
from kb.text.folding import squeeze
from tests.cases.shelf import run
from tests.conftest import SAMPLES
from tests.update.test_updates_equal import CARDS, CONTENTS, NAMES, PAGES, QUESTIONS, change, site

TODAY = date(2026, 8, 1)
CORPUS = Path(__file__).parents[2] / "corpus"


def known(index: Path) -> Knowledge:
    """Return all that *index* holds."""
    with closing(Store(generation.current(index) / "kb.sqlite")) as store:
        return without_reach(store.knowledge())


def without_reach(knowledge: Knowledge) -> Knowledge:
    """Leave out how a change of each file is dealt with: that of a file told of by an exchange takes a full ingest."""
    return replace(knowledge, sources=tuple(replace(source, reach=Reach.CARDS) for source in knowledge.sources))


def handed_on(index: Path, file: Path) -> Path:
    """Write what *index* exports into *file*, and give an index made of that file alone."""
    file.write_text(run("export", "--index", index).out, "ascii")
    assert run("ingest", file, "--index", file.with_suffix("")).code == 0
    return file.with_suffix("")


def answers(index: Path) -> list[str]:
    """Return what *index* answers to the questions."""
    return [run("search", "--json", "--index", index, "--", question).out for question in QUESTIONS]


def pages(index: Path, out: Path) -> dict[str, bytes]:
    """Return the files of the site built from *index*, but for its own note of what file that was made from."""
    files = site(index, out)
    del files[".kb-site.json"]
    return files


def require_the_same(folder: Path, *, sites: bool = True) -> Knowledge:
    """Assert that the index in *folder* is the same once it is handed on; give what it holds."""
    index = folder / "index"
    again = handed_on(index, folder / "once.jsonl")
    assert known(again) == known(index)
    assert run("export", "--index", again).out == (folder / "once.jsonl").read_text("ascii")
    assert answers(again) == answers(index)
    if sites:
        assert pages(again, folder / "site-again") == pages(index, folder / "site")
    return known(again)


def test_the_shipped_corpus_handed_on_is_the_same_to_the_last_byte(tmp_path: Path) -> None:
    assert run("ingest", CORPUS, "--index", tmp_path / "index").code == 0
    held = require_the_same(tmp_path)
    assert held.pairs
    assert held.revisions
    assert any(ruling.lang is Lang.FR for ruling in held.rulings)
    assert any(card.name_fr for card in held.cards)


@pytest.mark.parametrize("samples", ["json", "rules", "cases", "links", "layouts"])
def test_samples_of_every_kind_handed_on_are_the_same(samples: str, tmp_path: Path) -> None:
    assert run("ingest", SAMPLES / samples, "--index", tmp_path / "index").code <= 1
    require_the_same(tmp_path, sites=samples == "rules")


@settings(max_examples=15)
@given(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from((*PAGES, *CONTENTS)), min_size=1),
    st.sampled_from([{}, {"cards.json": CARDS}]),
)
def test_any_corpus_handed_on_is_the_same(files: dict[str, str], cards: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        for path, content in (files | cards).items():
            change(folder / "in", "put", path, content)
        if run("ingest", folder / "in", "--index", folder / "index").code <= 1:
            require_the_same(folder, sites=False)


@pytest.mark.slow
@pytest.mark.reference
def test_all_the_rulings_there_are_handed_on_are_the_same(reference: Path, tmp_path: Path) -> None:
    parts = [reference / "data" / part for part in ("scryfall", "rules", "mtgjson")]
    assert run("ingest", *parts, "--index", tmp_path / "index").code == 0
    held = require_the_same(tmp_path, sites=False)
    assert len(held.rulings) == 26_523
    assert held.rules


# --- among other files ----------------------------------------------------------------------------------------------


def exchange_of(folder: Path, **files: str) -> str:
    """Return the export of an index of *files*, by name without `.txt`, which lie in a folder `in`."""
    for name, content in files.items():
        change(folder / "in", "put", f"{name}.txt", content)
    assert run("ingest", folder / "in", "--index", folder / "index").code == 0
    return run("export", "--index", folder / "index").out


def found_in(index: Path) -> list[str]:
    """Name the file of every witness."""
    return sorted(witness.path for ruling in known(index).rulings for witness in ruling.witnesses)


def test_a_file_that_is_at_hand_is_not_taken_from_an_exchange_too(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    told = exchange_of(tmp_path, a=PAGES[0], b=PAGES[4])
    (tmp_path / "in" / "b.txt").unlink()
    change(tmp_path / "in", "put", "z.jsonl", told)
    assert run("ingest", tmp_path / "in", "--index", tmp_path / "both").code == 0
    assert found_in(tmp_path / "both") == ["in/a.txt"] * 2 + ["in/b.txt"] * 2


def test_a_file_of_an_exchange_that_has_the_name_of_another_is_told_apart_from_it(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    told = exchange_of(tmp_path, a=PAGES[0])
    change(tmp_path / "in", "put", "a.txt", PAGES[1])
    change(tmp_path / "in", "put", "z.jsonl", told)
    assert run("ingest", tmp_path / "in", "--index", tmp_path / "both").code == 0
    assert found_in(tmp_path / "both") == ["in/a.txt"] * 2 + ["in/a.txt~2"] * 2


def shipped(folder: Path) -> list[str]:
    """Return the lines of an export of the shipped corpus."""
    run("ingest", "--index", folder / "shipped")
    return run("export", "--index", folder / "shipped").out.splitlines(keepends=True)


def ingested(folder: Path, **exports: list[str]) -> tuple[str, str]:
    """Ingest *exports* together; give what comes of it, and what was wrong."""
    for name, lines in exports.items():
        written = folder / "in" / f"{name}.jsonl"
        written.parent.mkdir(exist_ok=True)
        written.write_text("".join(lines), "ascii")
    assert run("ingest", folder / "in", "--index", folder / "index").code == 0
    found = known(folder / "index").findings
    return run("export", "--index", folder / "index").out, " ".join(sorted({f.problem.code for f in found}))


def test_the_parts_of_an_export_make_the_whole_again_and_a_part_that_stands_twice_changes_nothing(
    tmp_path: Path,
) -> None:
    lines = shipped(tmp_path)
    whole = "".join(lines)
    assert ingested(tmp_path, a=lines[:40], b=lines[40:])[0] == whole
    assert ingested(tmp_path, b=lines)[0] == whole
    assert ingested(tmp_path, a=lines)[0] == whole
    assert ingested(tmp_path, a=lines * 2)[0] == whole


def test_an_export_that_was_cut_between_two_lines_is_reported(tmp_path: Path) -> None:
    _, problems = ingested(tmp_path, a=shipped(tmp_path)[:40])
    assert "missing_rulings" in problems


def test_a_ruling_that_was_changed_in_one_of_two_exports_is_there_as_it_was_and_as_it_is(tmp_path: Path) -> None:
    lines = shipped(tmp_path)
    changed = json.loads(lines[0]) | {"text": "Nobody said this before."}
    export, _ = ingested(tmp_path, a=lines, b=[json.dumps(changed) + "\n", *lines[1:]])
    texts = {json.loads(line)["text"] for line in export.splitlines()}
    assert {changed["text"], json.loads(lines[0])["text"]} <= texts


def test_two_ingests_of_an_exchange_that_tells_of_an_unreadable_file_end_alike(tmp_path: Path) -> None:
    change(tmp_path, "put", "in/bad.txt", CONTENTS[8])
    change(tmp_path, "put", "in/good.txt", PAGES[0])
    assert run("ingest", tmp_path / "in", "--index", tmp_path / "index").code == 1
    again = handed_on(tmp_path / "index", tmp_path / "kb.jsonl")
    assert run("ingest", tmp_path / "kb.jsonl", "--index", again).code == 0
    assert known(again) == known(tmp_path / "index")


# --- whatever can be known ------------------------------------------------------------------------------------------

texts = st.text(max_size=30).map(squeeze)
said = (
    st.sampled_from(["Suspend it.", "If it has {X} in its cost.", "If it has in its cost.", "Fog's ability."]) | texts
)
names = st.sampled_from(["Fog", "fog", "Bog", "Fire // Ice", "Fire", "Ice", "Brume", "Boue", "Déjà Vu"])
ids = st.sampled_from(["", "id-1", "id-2"])
spans = st.builds(Span, st.integers(0, 9), st.integers(9, 99))
problems = st.builds(Problem, st.sampled_from(["lost_symbol", "mojibake"]), texts, spans)
card_names = st.builds(CardName, names, names | st.just(""), names | st.just(""), ids, st.sampled_from(Evidence))
raw_rulings = st.builds(
    RawRuling,
    text=said.filter(bool),
    date=st.none() | st.dates(date(1993, 8, 5), TODAY),
    lang=st.sampled_from(Lang),
    card=st.none() | card_names,
    source=st.sampled_from(["", "wotc", "scryfall"]),
    section=st.just("") | texts,
    lost_symbol=st.booleans(),
    problems=st.lists(problems, max_size=1).map(tuple),
    span=spans,
)
raw_cards = st.builds(
    RawCard,
    name=names,
    oracle_id=ids,
    name_fr=names | st.just(""),
    text=st.text("ab\n{X}"),
    text_fr=st.text("ab\n"),
    type_line=texts,
    faces=st.sampled_from([(), ("Fire", "Ice")]),
    faces_fr=st.sampled_from([(), ("Feu", ""), ("Feu", "Glace")]),
    keywords=st.sampled_from([(), ("Suspend",), ("Flying", "Cascade")]),
    sets=st.sampled_from([(), ("AAA", "CON")]),
    aliases=st.lists(names, max_size=2).map(tuple),
)
numbers = st.one_of(
    st.tuples(st.sampled_from(["7", "702", "702.62", "702.62a"]), st.sampled_from(RuleKind)),
    st.just(("Suspend", RuleKind.GLOSSARY)),
)
rules = st.builds(lambda known, title, text: Rule(*known, title, text), numbers, texts, st.text("ab\n"))
documents = st.builds(
    Document,
    path=st.sampled_from(["a.txt", "b/ç.html", "z.json"]),
    layout=st.sampled_from(["dated list", "scryfall", "mtgjson"]),
    digest=st.sampled_from(["0" * 64, "a" * 64]),
    rulings=st.lists(raw_rulings, max_size=6).map(tuple),
    problems=st.lists(problems, max_size=2).map(tuple),
    skipped=st.lists(st.builds(Skipped, texts, spans), max_size=3).map(tuple),
    cards=st.lists(raw_cards, max_size=4).map(tuple),
    rules=st.lists(rules, max_size=3).map(tuple),
    machine_translated=st.sampled_from([(), (Lang.FR,)]),
    notice=texts,
)


def told_again(knowledge: Knowledge) -> Knowledge:
    """Give what an ingest makes of the lines that tell *knowledge*."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "kb.jsonl")
        file.write_text("".join(f"{line}\n" for line in exchange.lines(knowledge)), "ascii")
        reading = read_corpus(corpus_files([file]), today=TODAY)
    assert not reading.failures
    return assemble(reading)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(documents, min_size=1, max_size=3, unique_by=lambda document: document.path))
def test_any_knowledge_is_the_same_after_it_was_told(read: list[Document]) -> None:
    knowledge = assemble(CorpusReading(tuple(sorted(read, key=lambda document: document.path))))
    assert without_reach(told_again(knowledge)) == without_reach(knowledge)
