"""Which files are read, under which names, and what the stages make of them together."""

import json
import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from kb.errors import KbError
from kb.ingest.assemble import assemble, read_files
from kb.ingest.corpus import corpus_files
from kb.store.read import Store
from kb.system.places import shipped
from kb.update.run import ingest

TODAY = date(2024, 3, 1)
PAGE = "Test N\n\nRulings\n\n2024-02-02\n\nIt is a ruling here.\n"

on_bytes = pytest.mark.skipif(os.name == "nt", reason="names of files are unicode there, without control characters")


def folder_with(tmp_path: Path, names: Sequence[bytes]) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in names:
        (folder / os.fsdecode(name)).write_text(PAGE, encoding="utf-8")
    return folder


@on_bytes
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"\xff.txt", "in/\ufffd.txt"),
        (b"a\nb.txt", "in/a\ufffdb.txt"),
        (b"a\tb\x1b[31m.txt", "in/a\ufffdb\ufffd[31m.txt"),
        ("a\u2028b\u202e.txt".encode(), "in/a\ufffdb\ufffd.txt"),
        ("Décision n° 1.txt".encode(), "in/Décision n° 1.txt"),
    ],
    ids=["no unicode", "a line break", "a tab and an escape", "a line separator and a reordering", "letters"],
)
def test_a_file_is_shown_by_a_name_of_one_line(tmp_path: Path, name: bytes, shown: str) -> None:
    (file,) = corpus_files([folder_with(tmp_path, [name])])
    assert file.shown == shown


@on_bytes
def test_files_whose_shown_names_become_equal_are_kept_apart(tmp_path: Path) -> None:
    files = corpus_files([folder_with(tmp_path, [b"\xfe.txt", b"\xff.txt", b"\n.txt"])])
    assert [file.shown for file in files] == ["in/\ufffd.txt", "in/\ufffd.txt~2", "in/\ufffd.txt~3"]
    assert len({file.file for file in files}) == 3


@on_bytes
def test_a_file_whose_name_is_no_unicode_is_kept_as_a_source(tmp_path: Path) -> None:
    ingest([folder_with(tmp_path, [b"\xff\xfe.txt"])], tmp_path / "index", today=TODAY)
    (file,) = (tmp_path / "index").rglob("kb.sqlite")
    store = Store(file)
    assert [source.path for source in store.sources()] == ["in/\ufffd\ufffd.txt"]
    store.close()


@pytest.fixture
def doubtful(tmp_path: Path) -> Path:
    """A folder with two cards of one French name, and a French page under it."""
    folder = tmp_path / "in"
    folder.mkdir()
    cards = [
        {"object": "card", "id": f"{n:032}", "oracle_id": f"00000000-0000-4000-8000-{n:012}", "lang": "fr"}
        | {"name": name, "printed_name": "Choc du test", "layout": "normal", "set": "aaa"}
        for n, name in enumerate(("Back to Test", "Return to Test"))
    ]
    (folder / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
    page = "Choc du test\n\nDécisions\n\n2024-02-02\n\nLes cartes exilées par la capacité restent face visible.\n"
    (folder / "page.txt").write_text(page, encoding="utf-8")
    return folder


def test_a_page_under_the_name_of_two_cards_is_a_problem_where_nothing_decides(doubtful: Path) -> None:
    knowledge = assemble(read_files(corpus_files([doubtful]), today=TODAY))
    assert [(f.path, f.problem.code) for f in knowledge.findings] == [("in/page.txt", "ambiguous_card")]
    assert [r.cards for r in knowledge.rulings] == [()]


def test_strict_allows_no_name_of_two_cards(doubtful: Path, tmp_path: Path) -> None:
    with pytest.raises(KbError, match=r"in/page\.txt:5: “Choc du test” is the name of Back to Test and of Return"):
        ingest([doubtful], tmp_path / "index", today=TODAY, strict=True)


def test_the_french_rulings_of_the_corpus_are_paired_with_their_originals() -> None:
    knowledge = assemble(read_files(corpus_files([shipped("corpus")]), today=TODAY))
    text = {ruling.id: ruling.text for ruling in knowledge.rulings}
    begins = {text[pair.french][:20]: text[pair.english][:20] for pair in knowledge.pairs}
    assert begins["Si la capacité de sa"] == "If the sacrifice tri"
    assert begins["La nouvelle cible do"] == "The new target has t"
    unpaired = sorted(r.text[:20] for r in knowledge.rulings if r.lang == "fr" and r.text[:20] not in begins)
    assert unpaired == [
        "L'exil des cartes pa",
        "La valeur de mana d’",
        "Outre les marqueurs ",
        "Proliférer ne cible ",
    ]
