"""Writing, checking and locking the index."""

import json
import os
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from pathlib import Path

import pytest
from whoosh.index import open_dir
from whoosh.query import Term

from kb.errors import IndexUnusable
from kb.search.index import build as index
from kb.search.index import schema, stamp
from kb.search.index.analysis import words
from kb.search.index.export import export
from kb.search.searcher import Searcher
from tests.search.make import Said, base, knowledge

ROWS = [Said(f"Suspend ruling number {n} about time.", f"20{n % 20:02}-01-01") for n in range(300)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A good index."""
    index.write(tmp_path, knowledge(ROWS))
    return tmp_path


def damage(folder: Path, how: str) -> None:
    """Spoil the index in *folder* in the way that *how* says."""
    kind = how.partition("-")[0]
    match how:
        case "toc-half" | "trm-half" | "pst-half":
            path = next(folder.glob(f"*.{kind}"))
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        case "toc-garbage":
            next(folder.glob("*.toc")).write_bytes(b"garbage")
        case "trm-gone" | "col-gone":
            next(folder.glob(f"*.{kind}")).unlink()
        case "empty":
            for path in folder.iterdir():
                path.unlink()
        case "stamp-garbage":
            (folder / stamp.STAMP).write_bytes(b"\xff{")
        case "stamp-half":
            (folder / stamp.STAMP).write_text('{"format": 1}')


MODES = (
    *("toc-half", "toc-garbage", "trm-half", "trm-gone", "pst-half", "col-gone"),
    *("empty", "stamp-garbage", "stamp-half"),
)


@pytest.mark.parametrize("how", MODES)
def test_a_damaged_index_is_said_to_be_so_in_one_line_with_what_to_do(folder: Path, how: str) -> None:
    damage(folder, how)
    for open_index in (stamp.check, lambda at: Searcher(at, lambda _: [])):
        with pytest.raises(IndexUnusable, match="kb ingest") as raised:
            open_index(folder)
        assert "\n" not in str(raised.value)


@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.97])
@pytest.mark.parametrize("kind", ["trm", "pst", "reference.col", "running.col"])
def test_damage_inside_a_file_of_the_right_size_is_told_by_check_and_never_escapes_a_search(
    folder: Path, kind: str, part: float
) -> None:
    path = next(folder.glob(f"*.{kind}"))
    raw = bytearray(path.read_bytes())
    start = int(len(raw) * part)
    raw[start : start + 400] = b"\xee" * len(raw[start : start + 400])
    path.write_bytes(raw)
    with pytest.raises(IndexUnusable, match="damaged"):
        stamp.check(folder)
    try:
        with closing(Searcher(folder, lambda _: [])) as searcher:
            searcher.search("suspend ruling number time -7 lang:en")
    except IndexUnusable as error:
        assert "kb ingest" in str(error)  # noqa: PT017


def test_an_index_of_another_version_is_said_to_be_so(folder: Path) -> None:
    kept = json.loads((folder / stamp.STAMP).read_text())
    (folder / stamp.STAMP).write_text(json.dumps(kept | {"format": stamp.FORMAT + 1}))
    with pytest.raises(IndexUnusable, match="another version"):
        stamp.check(folder)


def test_a_folder_without_an_index_is_said_to_have_none(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusable, match="no search index here; run `kb ingest`"):
        stamp.check(tmp_path / "nowhere")


def test_a_good_index_passes_the_check(folder: Path) -> None:
    stamp.check(folder)


def test_rulings_that_are_not_those_of_the_index_are_not_answered(folder: Path) -> None:
    with (
        closing(Searcher(folder, lambda _: [])) as searcher,
        pytest.raises(IndexUnusable, match="do not belong together"),
    ):
        searcher.search("suspend")


def test_a_writer_that_fails_leaves_the_folder_free_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(index, "indexed", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            index.write(tmp_path, knowledge(ROWS))
    with pytest.raises(IndexUnusable):
        stamp.check(tmp_path)
    index.write(tmp_path, knowledge(ROWS))
    stamp.check(tmp_path)


HOLD = textwrap.dedent("""
    import os, sys, time
    from whoosh import index
    writer = index.open_dir(sys.argv[1]).writer()
    print("held", flush=True)
    if sys.argv[2:] == ["crash"]:
        os.kill(os.getpid(), 9)
    time.sleep(60)
""")


@pytest.mark.skipif(os.name == "nt", reason="kills a process the POSIX way")
def test_a_lock_counts_while_its_holder_lives_and_not_after(folder: Path) -> None:
    assert not index.held_by_other(folder)
    with subprocess.Popen([sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        held = index.held_by_other(folder)
        holder.kill()
        holder.wait()
    assert held
    assert (folder / "MAIN_WRITELOCK").exists()
    assert not index.held_by_other(folder)
    assert not index.held_by_other(folder / "nowhere")


def test_whoosh_itself_reads_the_postings_that_a_search_reads(folder: Path) -> None:
    ours = export(folder)
    with closing(open_dir(str(folder)).reader()) as reader:
        theirs: dict[str, dict[str, list[tuple[int, float]]]] = {name: {} for name in schema.FIELDS}
        for field, term in reader.all_terms():
            matcher = reader.postings(field, term)
            found = theirs[field][term.decode()] = []
            while matcher.is_active():
                found.append((matcher.id(), matcher.weight()))
                matcher.next()
            assert reader.doc_frequency(field, term) == len(found)
    assert {
        name: {term: list(zip(*found, strict=True)) for term, found in terms.items()}
        for name, terms in ours.postings.items()
    } == theirs
    assert {len(found) > 64 for found in theirs["en"].values()} == {True, False}


def test_whoosh_itself_searches_both_segments(folder: Path) -> None:
    with closing(open_dir(str(folder))) as opened, opened.searcher() as searcher:
        found = searcher.search(Term("words", "suspend") & Term("words", "7"), limit=None)
        assert [hit.docnum for hit in found] == [index_of("Suspend ruling number 7 about time.", folder)]
        assert [hit.docnum for hit in searcher.search(Term("name", "suspension"))] == [303]


def index_of(text: str, folder: Path) -> int:
    """Return the document of the ruling that says *text*."""
    return export(folder).running.index(" ".join(words(text)))


def test_equal_knowledge_gives_equal_files(folder: Path, tmp_path: Path) -> None:
    index.write(tmp_path / "again", knowledge(ROWS))
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == {
        path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()
    }


def test_the_library_is_imported_without_a_warning_and_only_for_search() -> None:
    code = "import kb.search.searcher, kb.search.index.build"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-B", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_twenty_thousand_rulings_are_searched_in_a_moment(tmp_path: Path) -> None:
    rows = [
        Said(" ".join(f"word{(n * k) % 997}" for k in range(1, 30)), f"20{n % 25:02}-{n % 12 + 1:02}-01")
        for n in range(20_000)
    ]
    with base(tmp_path, rows) as opened:
        opened.ask("warm")
        for query, limit in (("word5 word7 word11", 0.25), ("wor*", 0.5), ("word1*", 0.5), ("*a*", 0.1)):
            start = time.perf_counter()
            opened.ask(query)
            assert time.perf_counter() - start < limit
