"""An index and a site while others write them, after they died at it, and after what they showed is gone."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kb.store import folder as generation
from tests.cases.shelf import Shelf, run, sample

ROOT = Path(__file__).parents[2]
HOLD = """
import sys, time
from pathlib import Path
from kb.store import folder as generation
with generation.writing(Path(sys.argv[1]), "held"):
    print("held", flush=True)
    time.sleep(60)
"""


@contextmanager
def another_run(index: Path) -> Iterator[None]:
    """Let another process write *index*, and kill it in the middle."""
    with subprocess.Popen([sys.executable, "-c", HOLD, index], stdout=subprocess.PIPE, cwd=ROOT) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == b"held"
        yield
        other.kill()


def test_an_ingest_beside_another_gives_way_in_one_line_and_once_that_one_was_killed_it_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf(tmp_path, sample("before.json"))
    locked = generation._locked
    monkeypatch.setattr(generation, "_locked", lambda folder, _: locked(folder, 0.1))
    with another_run(shelf.index):
        refused = run("ingest", sample("after.json"), "--index", shelf.index)
        assert (refused.code, refused.err.count("\n")) == (2, 1)
        assert "another run is writing" in refused.err
        assert shelf.cards("leaves") == ["Test Leaves"]
    assert run("ingest", sample("after.json"), "--index", shelf.index).code == 0
    assert shelf.cards("renamed") == ["Test Renamed"]


def test_an_ingest_that_fails_in_the_middle_blocks_none_that_follows_in_the_same_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf(tmp_path, sample("before.json"))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("kb.search.index.build.write", full)
        assert run("ingest", sample("after.json"), "--index", shelf.index).code == 2
    assert shelf.cards("leaves") == ["Test Leaves"]
    assert run("ingest", sample("after.json"), "--index", shelf.index).code == 0


def test_a_lock_file_alone_blocks_nobody(tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / "lock").touch()
    assert Shelf(tmp_path, sample("before.json")).summary["rulings"] == 3


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_site_built_again_loses_the_pages_of_removed_and_renamed_cards_and_nothing_of_others(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("before.json"))
    site = shelf.site()
    theirs = {"CNAME": b"rulings.example", ".git/x": b"theirs"}
    for name, content in theirs.items():
        (site.folder / name).parent.mkdir(exist_ok=True)
        (site.folder / name).write_bytes(content)
    run("ingest", sample("after.json"), "--index", shelf.index)
    shelf.site()
    assert site.paths("test-*.html") == [
        f"{lang}/cards/test-{name}.html" for lang in ("en", "fr") for name in ("renamed", "stays")
    ]
    after = files(site.folder)
    assert not [path for path, content in after.items() if b"Test Leaves" in content or b"Test Renames" in content]
    assert run("site", "build", "--index", shelf.index, "--out", tmp_path / "clean").code == 0
    assert after == files(tmp_path / "clean") | theirs


def test_a_folder_that_kb_did_not_make_is_left_alone_by_a_build(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("before.json"))
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "work").write_text("of years", "utf-8")
    refused = run("site", "build", "--index", shelf.index, "--out", tmp_path / "theirs")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert files(tmp_path / "theirs") == {"work": b"of years"}


def test_a_site_is_not_built_from_an_index_that_cannot_be_read(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("before.json"))
    next(shelf.index.glob("gen-*/kb.sqlite")).unlink()
    refused = run("site", "build", "--index", shelf.index, "--out", tmp_path / "site")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "kb ingest" in refused.err
    assert not (tmp_path / "site").exists()


def test_a_site_without_an_index_is_built_from_the_corpus_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "before.json").write_bytes(sample("before.json").read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KB_INDEX", raising=False)
    built = run("site", "build")
    assert built.code == 0
    assert "building the index" in built.err
    assert (tmp_path / "public" / "en" / "cards" / "test-leaves.html").is_file()


def test_an_index_that_lost_its_pointer_is_kept_and_the_search_says_how_to_build_it_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, sample("before.json"))
    (shelf.index / "current").unlink()
    before = files(shelf.index)
    refused = run("search", "leaves", "--index", shelf.index)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert f"`kb ingest --index {shelf.index}`" in refused.err
    assert files(shelf.index) == before
    assert run("ingest", sample("before.json"), "--index", shelf.index).code == 0
    assert shelf.cards("leaves") == ["Test Leaves"]


def test_an_index_beside_the_corpus_that_lost_its_pointer_is_kept_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "corpus").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KB_INDEX", raising=False)
    assert run("ingest", sample("before.json")).code == 0
    (tmp_path / ".kb" / "current").unlink()
    before = files(tmp_path / ".kb")
    refused = run("search", "leaves")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert files(tmp_path / ".kb") == before


@pytest.mark.parametrize(
    "command", [["search", "leaves"], ["show", "suspend"], ["stats"], ["export"], ["site", "build"]]
)
def test_a_mistyped_index_is_never_built(tmp_path: Path, command: list[str]) -> None:
    refused = run(*command, "--index", tmp_path / "indx")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "no index here" in refused.err
    assert list(tmp_path.iterdir()) == []
