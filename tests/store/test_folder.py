"""An index is replaced whole, or not at all."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb.errors import IndexBusy, IndexUnusable, KbError
from kb.store import folder as generation


def build(folder: Path, fingerprint: str, content: str = "x") -> None:
    """Put a generation in place that holds one file."""
    with generation.writing(folder, fingerprint) as aside:
        (aside / "part").write_text(content)


def test_the_newest_generation_is_the_one_in_use(tmp_path: Path) -> None:
    build(tmp_path, "aaa", "old")
    build(tmp_path, "bbb", "new")
    assert (generation.current(tmp_path) / "part").read_text() == "new"


def test_the_same_corpus_can_be_built_again_over_a_damaged_index(tmp_path: Path) -> None:
    build(tmp_path, "aaa", "damaged")
    build(tmp_path, "aaa", "sound")
    build(tmp_path, "aaa", "sound again")
    assert (generation.current(tmp_path) / "part").read_text() == "sound again"


def test_a_reader_of_the_old_generation_still_finds_it_after_the_swap(tmp_path: Path) -> None:
    build(tmp_path, "aaa")
    held = generation.current(tmp_path)
    build(tmp_path, "bbb")
    assert (held / "part").exists()
    build(tmp_path, "ccc")
    assert not held.exists()


def test_a_run_that_fails_leaves_the_old_index_and_no_litter(tmp_path: Path) -> None:
    build(tmp_path, "aaa", "old")
    with pytest.raises(ZeroDivisionError), generation.writing(tmp_path, "bbb"):
        raise ZeroDivisionError
    assert (generation.current(tmp_path) / "part").read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["current", "gen-aaa", "lock"]


def test_what_a_killed_run_left_is_swept_by_the_next(tmp_path: Path) -> None:
    (tmp_path / "building-zzz").mkdir(parents=True)
    build(tmp_path, "aaa")
    assert not (tmp_path / "building-zzz").exists()


def test_without_an_index_the_error_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusable, match="kb ingest"):
        generation.current(tmp_path)


@pytest.mark.parametrize("stamp", ['{"format": 0}', "", "[1]", "{"])
def test_an_index_of_another_format_or_a_broken_stamp_is_recognised(tmp_path: Path, stamp: str) -> None:
    build(tmp_path, "aaa")
    (generation.current(tmp_path) / "stamp.json").write_text(stamp)
    with pytest.raises(IndexUnusable, match="kb ingest"):
        generation.current(tmp_path)


def test_a_pointer_never_leads_out_of_the_folder(tmp_path: Path) -> None:
    build(tmp_path / "index", "aaa")
    build(tmp_path / "other", "bbb")
    (tmp_path / "index" / "current").write_text("../other/gen-bbb\n")
    with pytest.raises(IndexUnusable):
        generation.current(tmp_path / "index")


HOLD = """
import sys, time
from pathlib import Path
from kb.store import folder as generation
with generation.writing(Path(sys.argv[1]), "held"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_writer_waits_and_is_told_and_a_dead_one_blocks_nobody(tmp_path: Path) -> None:
    build(tmp_path, "aaa", "old")
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(IndexBusy, match="another run is writing"), generation.writing(tmp_path, "bbb", wait=0.1):
            pass
        assert (generation.current(tmp_path) / "part").read_text() == "old"
        other.kill()
        other.wait()
    build(tmp_path, "bbb", "new")
    assert (generation.current(tmp_path) / "part").read_text() == "new"


def test_a_lock_of_something_else_is_waited_for_and_then_told(tmp_path: Path) -> None:
    answers = iter([False, False, True])
    generation.wait_until(lambda: next(answers), tmp_path)
    assert next(answers, None) is None
    with pytest.raises(IndexBusy, match="another run is writing"):
        generation.wait_until(lambda: False, tmp_path, wait=0.15)


def test_a_folder_of_other_files_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(KbError, match="holds other files"):
        build(tmp_path, "aaa")
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.skipif(os.name == "nt", reason="permissions are of another kind there")
def test_the_folder_is_private(tmp_path: Path) -> None:
    build(tmp_path / "index", "aaa")
    assert (tmp_path / "index").stat().st_mode & 0o077 == 0


def _fail(folder: Path, error: OSError) -> None:
    with generation.writing(folder, "bbb"):
        raise error


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners of this kind")
@pytest.mark.parametrize("mode", [0o770, 0o702])
def test_an_index_that_others_can_write_is_neither_read_nor_written(tmp_path: Path, mode: int) -> None:
    build(tmp_path / "kb", "one")
    (tmp_path / "kb").chmod(mode)
    with pytest.raises(IndexUnusable, match=r"other users can write this index.*chmod go-w"):
        generation.current(tmp_path / "kb")
    with pytest.raises(IndexUnusable, match="chmod go-w"):
        build(tmp_path / "kb", "two")
    (tmp_path / "kb").chmod(0o755)
    assert generation.current(tmp_path / "kb").name == "gen-one"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners of this kind")
def test_the_index_of_another_user_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "kb", "one")
    owner = (tmp_path / "kb").stat().st_uid
    if owner == 0:
        os.chown(tmp_path / "kb", 12345, -1)
    else:
        monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    with pytest.raises(IndexUnusable, match=r"belongs to another user.*kb export"):
        generation.current(tmp_path / "kb")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners of this kind")
def test_an_empty_folder_that_others_can_write_is_made_private(tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb").chmod(0o777)
    build(tmp_path / "kb", "one")
    assert (tmp_path / "kb").stat().st_mode & 0o777 == 0o700
    assert generation.current(tmp_path / "kb").name == "gen-one"


@pytest.mark.parametrize(
    ("code", "advice"), [(errno.ENOSPC, "make room"), (errno.EFBIG, "make room"), (errno.EIO, "mend that")]
)
def test_an_index_that_cannot_be_written_is_one_line_and_the_old_one_stays(
    tmp_path: Path, code: int, advice: str
) -> None:
    build(tmp_path, "aaa", "old")
    with pytest.raises(KbError) as raised:
        _fail(tmp_path, OSError(code, "some reason", "a/file"))
    assert str(raised.value) == f"{tmp_path}: the index cannot be written (some reason); {advice} and try again"
    assert (generation.current(tmp_path) / "part").read_text() == "old"
    assert not list(tmp_path.glob("building-*"))
