"""After whatever happened to its files, an index that was updated equals one that was made of them at once."""

import json
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.search.index.export import export
from kb.store import folder as generation
from kb.store.read import Store
from tests.cases.shelf import run

FOG = "00000000-0000-4000-8000-000000000001"
BOG = "00000000-0000-4000-8000-000000000002"
X_KNOWN = "If it has {X} in its cost, you choose 0 as you cast Test Fog without paying for it."
X_LOST = X_KNOWN.replace("{X}", " ")
REWORDED = "If it has {X} in its cost, you choose 0 as the value when you cast Test Fog without paying for it."


def page(name: str, *rulings: tuple[str, str]) -> str:
    entries = "\n\n".join(f"{day}\n\n{text}" for day, text in rulings)
    return f"{name}\n\nRulings\n\n{entries}\n"


def card(oracle_id: str, name: str, french: str, text: str, *keywords: str) -> dict[str, object]:
    return {
        "object": "card",
        "id": oracle_id,
        "oracle_id": oracle_id,
        "lang": "fr",
        "layout": "normal",
        "set": "aaa",
        "name": name,
        "printed_name": french,
        "oracle_text": text,
        "keywords": keywords,
    }


def ruling(oracle_id: str, day: str, text: str) -> dict[str, object]:
    return {
        "object": "ruling",
        "oracle_id": oracle_id,
        "source": "wotc",
        "published_at": day,
        "comment": text,
    }


CONTENTS = (
    page("Test Fog", ("2006-10-15", X_KNOWN), ("2006-10-15", "A suspended card is cast without paying its mana cost.")),
    page("Test Fog", ("2006-10-15", X_LOST), ("2013-06-07", REWORDED)),
    page("Test Bog", ("2006-10-15", "A suspended card is cast without paying its mana cost."), ("2999-01-01", X_KNOWN)),
    page(
        "Brouillard du test", ("2006-10-15", "Une carte suspendue est lancée sans payer son coût de mana, {X} vaut 0.")
    ),
    "<html><title>Rulings</title><body><p>2006-10-15</p><p>When Test Fog resolves, it is in exile.</p></body></html>",
    json.dumps([card(FOG, "Test Fog", "Brume du test", "Flying", "Flying"), card(BOG, "Test Bog", "Boue", "Cascade")]),
    json.dumps(
        [ruling(FOG, "2006-10-15", X_KNOWN), ruling(BOG, "2006-10-15", X_KNOWN), ruling(BOG, "2013-06-07", REWORDED)]
    ),
    json.dumps([ruling(BOG, "2024-02-02", "You can't suspend Test Bog while it is on the battlefield.")]),
    "PK\x03\x04 no text",
    json.dumps(
        {
            "id": "000000000000",
            "date": "2006-10-15",
            "lang": "en",
            "text": X_KNOWN,
            "cards": ["Test Fog"],
            "sources": [],
            "witnesses": [{"file": "in/a.txt", "number": 0, "lines": [5, 5], "card": "Test Fog", "oracle_id": FOG}],
            "also": [{"file": {"name": "in/a.txt", "layout": "dated list"}}],
        }
    ),
)
PAGES = (
    *CONTENTS[:4],
    page("Test Fog", ("2006-10-15", "Suspend is seen on it."), ("2006-10-15", "It stays in exile with suspend.")),
    page("Test Fog", ("2006-10-15", "Suspend counts here too."), ("2006-10-15", "It says not what it is about.")),
    page("Test Bog", ("2013-06-07", "A suspended card is cast without paying its mana cost."), ("2006-10-15", X_LOST)),
    json.dumps([ruling(FOG, "2006-10-15", X_KNOWN), ruling(BOG, "2013-06-07", REWORDED)]),
)
"""Those that only give rulings, on cards of the same card data."""
CARDS = json.dumps(
    [
        card(FOG, "Test Fog", "Brouillard du test", "Suspend 4—{X}\nFlying", "Suspend", "Flying"),
        card(BOG, "Test Bog", "Boue du test", "Cascade"),
    ]
)
NAMES = ("a.txt", "b.json", "c/d.html", "Test Fog.txt", "z.json")
QUESTIONS = ("suspend x", "test fog", "carte suspendue", "is:official mana cost", "suspnd", '"without paying"')

Changes = Sequence[Sequence[tuple[str, str, str]]]
"""By step, what happens to which file, and its new content or name."""

contents = st.sampled_from(PAGES) | st.sampled_from(CONTENTS)
puts = st.tuples(st.just("put"), st.sampled_from(NAMES), contents)
renames = st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(NAMES))
removals = st.tuples(st.just("remove"), st.sampled_from(NAMES), st.just(""))
starts = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(PAGES), min_size=2)
steps = st.lists(st.lists(st.one_of(puts, renames, removals), max_size=2), min_size=1, max_size=3)


def change(corpus: Path, kind: str, name: str, other: str) -> None:
    """Carry out one change; of a file that is not there, nothing."""
    file = corpus / name
    if kind == "put":
        file.parent.mkdir(exist_ok=True)
        file.write_text(other, "utf-8")
    elif not file.exists():
        return
    elif kind == "remove":
        file.unlink()
    else:
        (corpus / other).parent.mkdir(exist_ok=True)
        file.replace(corpus / other)


def told(index: Path) -> tuple[object, ...]:
    """Return all that *index* says: the structured index, the search index, the export, and the answers."""
    current = generation.current(index)
    with closing(Store(current / "kb.sqlite")) as store:
        known = store.knowledge()
    exported = export(current / "search")
    answers = [run("search", "--json", "--index", index, "--", question).out for question in QUESTIONS]
    return (
        known,
        replace(exported, stamp=exported.stamp._replace(files={})),
        run("export", "--index", index).out,
        answers,
    )


def site(index: Path, out: Path) -> dict[str, bytes]:
    """Return the files of the site built from *index*."""
    assert run("site", "build", "--index", index, "--out", out).code == 0
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def indexes(folder: Path, start: Mapping[str, str], changes: Changes) -> list[Path]:
    """Update one index through all *changes*, and make another at once; give both, or none if nothing can be read."""
    corpus = folder / "in"
    corpus.mkdir()
    change(corpus, "put", "cards.json", CARDS)
    for name, content in start.items():
        change(corpus, "put", name, content)
    run("ingest", corpus, "--index", folder / "index")
    updated = run("ingest", corpus, "--index", folder / "index", "--json")
    for step in changes:
        for kind, name, other in step:
            change(corpus, kind, name, other)
        updated = run("ingest", corpus, "--index", folder / "index", "--json")
    clean = run("ingest", corpus, "--index", folder / "clean", "--json")
    assert (updated.code, updated.out, updated.err) == (clean.code, clean.out, clean.err)
    return [folder / "index", folder / "clean"] if clean.code < 2 else []


@settings(max_examples=25)
@given(starts, steps)
def test_an_updated_index_answers_and_exports_as_one_made_at_once(start: dict[str, str], changes: Changes) -> None:
    # However small the corpus, no change is too much of it.
    with tempfile.TemporaryDirectory() as folder, patch("kb.update.MOST", 0):
        found = [told(index) for index in indexes(Path(folder), start, changes)]
    assert found[:1] == found[1:]


@settings(max_examples=5)
@given(starts, steps)
def test_the_site_of_an_updated_index_is_that_of_one_made_at_once(start: dict[str, str], changes: Changes) -> None:
    with tempfile.TemporaryDirectory() as folder, patch("kb.update.MOST", 0):
        found = [site(index, index.with_suffix(".site")) for index in indexes(Path(folder), start, changes)]
    assert found[:1] == found[1:]
