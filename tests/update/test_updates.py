"""An ingest over an index that is there: nothing is done where nothing changed, and else all is as from scratch."""

import json
from collections.abc import Sequence
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from kb.errors import KbError
from kb.ingest.summary import Summary
from kb.model import LinkKind
from kb.store import folder as generation
from kb.store.read import Store
from kb.update.run import ingest
from tests.cases.shelf import run

TODAY = date(2024, 3, 1)


def page(name: str, day: str, text: str) -> str:
    return f"{name}\n\nRulings\n\n{day}\n\n{text}\n"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Two pages, one of them with a date to come, and a file that is none of ours."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(page("Test Fog", "2024-02-02", "It is a ruling on suspend here."), "utf-8")
    (folder / "b.txt").write_text(page("Test Bog", "2024-05-05", "It is a ruling to come here."), "utf-8")
    (folder / "c.json").write_text('{"object": "nothing of ours"}', "utf-8")
    return folder


def update(corpus: Path, *, today: date = TODAY, strict: bool = False) -> Summary:
    return ingest([corpus], corpus.parent / "index", today=today, strict=strict)


def state(folder: Path) -> dict[str, tuple[int, int]]:
    """Return inode and time of each file."""
    found = {path.relative_to(folder).as_posix(): path.stat() for path in folder.rglob("*")}
    return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in found.items() if name != "lock"}


def test_of_an_unchanged_corpus_nothing_is_written_and_the_same_is_counted(corpus: Path) -> None:
    first = update(corpus)
    before = state(corpus.parent / "index")
    again = update(corpus)
    assert (first.unchanged, again.unchanged) == (False, True)
    assert (again.files, again.left_out, again.raw, again.rulings, again.cards) == (3, 1, 2, 2, 2)
    for name in Summary.__slots__:
        assert name == "unchanged" or getattr(again, name) == getattr(first, name)
    assert state(corpus.parent / "index") == before


def test_the_command_says_the_same_of_an_unchanged_corpus_and_that_nothing_changed(corpus: Path) -> None:
    def ingested(*options: str) -> tuple[int, str, str]:
        done = run("ingest", corpus, "--index", corpus.parent / "index", *options)
        return done.code, done.out, done.err

    first = ingested("--json")
    assert ingested("--json") == first
    assert first[0] == 1
    assert json.loads(first[1])["files"] == 3
    assert "Nothing has changed since; the index is left as it is.\n" in ingested()[1]


def test_strict_fails_on_an_unchanged_corpus_as_on_a_new_one(corpus: Path) -> None:
    with pytest.raises(KbError) as first:
        update(corpus, strict=True)
    update(corpus)
    with pytest.raises(KbError) as again:
        update(corpus, strict=True)
    assert str(again.value) == str(first.value)


@pytest.mark.parametrize(
    ("today", "codes"),
    [("2024-05-04", ["future_date"]), ("2024-05-05", []), ("2024-02-02", ["future_date"])],
    ids=["the day before", "the day", "an earlier day"],
)
def test_a_day_counts_only_where_a_ruling_lies_between(corpus: Path, today: str, codes: Sequence[str]) -> None:
    update(corpus)
    later = update(corpus, today=date.fromisoformat(today))
    assert later.unchanged == bool(codes)
    assert [f.problem.code for f in later.findings if f.path == "in/b.txt"] == codes


def test_an_earlier_day_than_that_of_a_ruling_makes_it_one_to_come(corpus: Path) -> None:
    update(corpus)
    earlier = update(corpus, today=date(2024, 2, 1))
    assert [f.problem.code for f in earlier.findings if f.path == "in/a.txt"] == ["future_date"]


@pytest.mark.parametrize("change", ["content", "name", "more", "less"])
def test_any_change_of_the_files_is_seen(corpus: Path, change: str) -> None:
    update(corpus)
    file = corpus / "a.txt"
    if change == "content":
        file.write_text(file.read_text("utf-8").replace("here", "there"), "utf-8")
    elif change == "name":
        file.rename(corpus / "z.txt")
    elif change == "more":
        (corpus / "d.txt").write_bytes(file.read_bytes())
    else:
        file.unlink()
    assert not update(corpus).unchanged
    assert update(corpus).unchanged


@pytest.mark.parametrize("damage", ["change", "remove", "add"])
@pytest.mark.parametrize("name", ["kb.sqlite", "search/search.json"])
def test_a_damaged_index_is_built_again(corpus: Path, name: str, damage: str) -> None:
    update(corpus)
    file = generation.current(corpus.parent / "index") / name
    if damage == "change":
        content = file.read_bytes()
        file.write_bytes(content[:-9] + bytes([content[-9] ^ 1]) + content[-8:])
    elif damage == "remove":
        file.unlink()
    else:
        file.with_name("more.bin").touch()
    assert not update(corpus).unchanged
    assert update(corpus).unchanged


def test_another_program_builds_the_index_again(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    update(corpus)
    monkeypatch.setattr("kb.ingest.fingerprint.version", lambda _: "another")
    assert not update(corpus).unchanged


def test_a_file_that_changes_while_it_is_read_is_read_again_next_time(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kb.update import run as module  # noqa: PLC0415

    read_files = module.read_files

    def changing(*given: object, **options: object) -> object:
        reading = read_files(*given, **options)  # type: ignore[arg-type]
        (corpus / "a.txt").write_text("no ruling\n", "utf-8")
        return reading

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(module, "read_files", changing)
        update(corpus)
    assert not update(corpus).unchanged
    assert update(corpus).unchanged


# --- what a change costs ---------------------------------------------------------------------------------------------


def read_in(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Update the index, and name the files that were read for it."""
    from kb.ingest import assemble as module  # noqa: PLC0415

    read, names = module.read, list[str]()

    def reading(file: Path, shown: str) -> object:
        names.append(shown)
        return read(file, shown)

    with monkeypatch.context() as watched:
        watched.setattr(module, "read", reading)
        update(corpus)
    return names


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Card data of two cards, and a page of rulings for each."""
    folder = tmp_path / "in"
    folder.mkdir()
    cards = [
        {"object": "card", "oracle_id": f"00000000-0000-4000-8000-00000000000{n}", "lang": "en", "set": "aaa"}
        | {"layout": "normal", "name": name, "oracle_text": text, "keywords": []}
        for n, (name, text) in enumerate([("Test Fog", "Suspend 4—{X}"), ("Test Bog", "Flying"), ("Test Dog", "")])
    ]
    (folder / "cards.json").write_text(json.dumps(cards), "utf-8")
    shared = "2024-02-02\n\nIt is one ruling on both cards.\n"
    (folder / "a.txt").write_text(page("Test Fog", "2024-02-02", "It is of the fog alone.") + "\n" + shared, "utf-8")
    (folder / "b.txt").write_text(page("Test Bog", "2024-02-02", "It is of the bog alone.") + "\n" + shared, "utf-8")
    for n in range(8):
        (folder / f"more{n}.txt").write_text(page("Test Dog", "2019-01-01", f"It is dog number {n} here."), "utf-8")
    assert not update(folder).unchanged
    return folder


def texts(corpus: Path) -> dict[str, tuple[str, ...]]:
    """Return the cards of each ruling of the index, by text."""
    with closing(Store(generation.current(corpus.parent / "index") / "kb.sqlite")) as store:
        return {ruling.text: ruling.cards for ruling in store.all_rulings()}


def test_of_files_that_only_give_rulings_just_the_changed_ones_are_read(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shelf / "a.txt").write_text(page("Test Fog", "2024-02-02", "It is another ruling."), "utf-8")
    assert read_in(shelf, monkeypatch) == ["in/a.txt"]
    (shelf / "b.txt").rename(shelf / "z.txt")
    assert read_in(shelf, monkeypatch) == ["in/z.txt"]
    (shelf / "more1.txt").unlink()
    assert read_in(shelf, monkeypatch) == []
    assert "It is dog number 1 here." not in texts(shelf)
    assert read_in(shelf, monkeypatch) == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cards.json", "[]"),
        ("a.txt", page("Test Frog", "2024-02-02", "It stands on a card that card data do not know.")),
        ("a.txt", "Rulings\n\n2024-02-02\n\nIt stands on a card that nobody names.\n"),
    ],
    ids=["cards", "an unknown card", "no card"],
)
def test_a_change_that_reaches_further_has_every_file_read(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str
) -> None:
    (shelf / name).write_text(content, "utf-8")
    assert len(set(read_in(shelf, monkeypatch))) == 11


def test_while_a_page_is_known_by_the_rulings_of_others_every_file_is_read(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shelf / "c.txt").write_text("Rulings\n\n2024-02-02\n\nIt is of the fog alone.\n", "utf-8")
    update(shelf)
    assert texts(shelf)["It is of the fog alone."] == ("test-fog",)
    (shelf / "a.txt").write_text(page("Test Bog", "2024-02-02", "It is of the fog alone."), "utf-8")
    assert len(set(read_in(shelf, monkeypatch))) == 12
    assert texts(shelf)["It is of the fog alone."] == ("test-bog",)


def test_with_a_file_go_its_witnesses_and_the_rulings_that_only_it_had(shelf: Path) -> None:
    assert texts(shelf)["It is one ruling on both cards."] == ("test-bog", "test-fog")
    (shelf / "a.txt").unlink()
    update(shelf)
    assert "It is of the fog alone." not in texts(shelf)
    assert texts(shelf)["It is one ruling on both cards."] == ("test-bog",)


def test_a_kept_ruling_gets_a_new_link_when_its_neighbours_change(shelf: Path) -> None:
    def linked() -> dict[str, LinkKind]:
        with closing(Store(generation.current(shelf.parent / "index") / "kb.sqlite")) as store:
            named = {ruling.id: ruling.text for ruling in store.all_rulings()}
            return {named[link.ruling]: link.kind for link in store.links() if link.mechanic == "suspend"}

    assert linked() == {}
    for n, text in enumerate(("Suspend says so.", "Suspend says more.", "Suspend says most.")):
        (shelf / f"c{n}.txt").write_text(page("Test Fog", "2024-02-02", text), "utf-8")
    update(shelf)
    assert linked()["It is of the fog alone."] is LinkKind.CONTEXT
    (shelf / "c0.txt").unlink()
    (shelf / "c1.txt").unlink()
    update(shelf)
    assert linked() == {"Suspend says most.": LinkKind.NAMED}


def test_the_index_that_is_updated_is_left_as_it_was(shelf: Path) -> None:
    current = generation.current(shelf.parent / "index")
    before = {path.name: path.read_bytes() for path in current.rglob("*") if path.is_file()}
    (shelf / "a.txt").unlink()
    update(shelf)
    assert generation.current(shelf.parent / "index") != current
    assert {path.name: path.read_bytes() for path in current.rglob("*") if path.is_file()} == before


def test_strict_counts_the_problems_of_files_that_did_not_change(shelf: Path) -> None:
    (shelf / "a.txt").write_text(page("Test Fog", "2024-05-05", "It is to come."), "utf-8")
    update(shelf)
    (shelf / "b.txt").unlink()
    with pytest.raises(KbError, match=r"1 problem, .*in/a\.txt"):
        update(shelf, strict=True)
    assert "It is of the bog alone." in texts(shelf)
