"""What a build does to the folder it is given."""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kb.errors import BuildError
from kb.site.output import drafts as drafting
from kb.site.output.write import MANIFEST, Built, settle, staged


def put(out: Path, **files: str) -> Built:
    with staged(out) as drafts:
        for path, text in files.items():
            drafts.add(path.replace("__", "/"), text.encode())
        return settle(drafts)


def held(out: Path) -> dict[str, str]:
    return {
        p.relative_to(out).as_posix(): p.read_text("utf-8")
        for p in out.rglob("*")
        if p.is_file() and p.name != MANIFEST
    }


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    assert put(tmp_path / "new" / "site", a="1", en__b="2") == Built(written=2, unchanged=0, removed=0)
    assert held(tmp_path / "new" / "site") == {"a": "1", "en/b": "2"}


def test_only_what_changed_is_written_again(tmp_path: Path) -> None:
    put(tmp_path, a="1", b="2")
    os.utime(tmp_path / "a", (1, 1))
    assert put(tmp_path, a="1", b="3") == Built(written=1, unchanged=1, removed=0)
    assert (tmp_path / "a").stat().st_mtime == 1


def test_a_page_that_someone_changed_is_put_right(tmp_path: Path) -> None:
    put(tmp_path, a="1")
    (tmp_path / "a").write_text("scribble", "utf-8")
    assert put(tmp_path, a="1").written == 1
    assert held(tmp_path) == {"a": "1"}


def test_what_an_earlier_build_made_goes_and_what_others_made_stays(tmp_path: Path) -> None:
    put(tmp_path, a="1", old__x="2", old__deep__y="3")
    (tmp_path / "CNAME").write_text("example.org", "utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x").write_text("kept", "utf-8")
    assert put(tmp_path, a="1") == Built(written=0, unchanged=1, removed=2)
    assert held(tmp_path) == {"a": "1", "CNAME": "example.org", ".git/x": "kept"}
    assert not (tmp_path / "old").exists()


def test_a_folder_that_holds_someone_elses_file_stays_when_its_pages_go(tmp_path: Path) -> None:
    put(tmp_path, a="1", old__x="2")
    (tmp_path / "old" / "theirs").write_text("kept", "utf-8")
    put(tmp_path, a="1")
    assert held(tmp_path) == {"a": "1", "old/theirs": "kept"}


def test_a_stale_page_that_someone_changed_is_left_and_named(tmp_path: Path) -> None:
    put(tmp_path, a="1", old="2")
    (tmp_path / "old").write_text("their work", "utf-8")
    assert put(tmp_path, a="1") == Built(written=0, unchanged=1, removed=0, kept=("old",))
    assert held(tmp_path)["old"] == "their work"


def test_a_folder_of_someone_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", "utf-8")
    with pytest.raises(BuildError, match="not empty and was not made by kb"):
        put(tmp_path, a="1")
    assert held(tmp_path) == {"thesis.txt": "mine"}


def test_a_file_of_someone_else_in_the_way_is_never_overwritten(tmp_path: Path) -> None:
    put(tmp_path, a="1")
    (tmp_path / "b").write_text("mine", "utf-8")
    with pytest.raises(BuildError, match="in the way and were not made by kb: b"):
        put(tmp_path, a="2", b="2")
    assert held(tmp_path) == {"a": "1", "b": "mine"}


def test_a_link_to_a_folder_elsewhere_is_not_written_through(tmp_path: Path) -> None:
    elsewhere, out = tmp_path / "elsewhere", tmp_path / "out"
    elsewhere.mkdir()
    put(out, a="1")
    (out / "en").symlink_to(elsewhere, target_is_directory=True)
    with pytest.raises(BuildError, match="in the way"):
        put(out, a="1", en__b="2")
    assert list(elsewhere.iterdir()) == []


def test_a_file_where_the_folder_should_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("", "utf-8")
    with pytest.raises(BuildError, match="this is a file"):
        put(tmp_path / "site", a="1")


@pytest.mark.parametrize(
    "manifest",
    [
        "",
        "[]",
        "{}",
        '{"kb-site": 2, "files": 3}',
        '{"kb-site": 9, "files": {}}',
        '{"kb-site": 2, "files": {"../x": ""}}',
        "\ud800",
    ],
)
def test_a_damaged_manifest_is_refused_and_nothing_is_removed(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "x").write_text("precious", "utf-8")
    out = tmp_path / "out"
    out.mkdir()
    (out / MANIFEST).write_bytes(manifest.encode("utf-8", "surrogatepass"))
    with pytest.raises(BuildError, match="empty this folder and build again"):
        put(out, a="1")
    assert (tmp_path / "x").read_text("utf-8") == "precious"


def test_a_disk_that_is_full_leaves_the_site_as_it_was_and_the_next_run_finds_nothing_in_its_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, a="1", b="1")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    write = drafting._write

    def fail(file: str, content: bytes) -> None:
        if file.endswith("/c"):
            write(file, content[:0])
            raise OSError(28, "No space left on device", file)
        write(file, content)

    monkeypatch.setattr(drafting, "_write", fail)
    with pytest.raises(BuildError, match="No space left on device"):
        put(tmp_path, a="2", c="2", d="2")
    monkeypatch.undo()
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert put(tmp_path, a="2", c="2", d="2") == Built(written=3, unchanged=0, removed=1)
    assert held(tmp_path) == {"a": "2", "c": "2", "d": "2"}


@pytest.mark.parametrize("steps", range(25))
def test_wherever_a_run_is_cut_off_links_lead_somewhere_and_the_next_finishes_whatever_it_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    first = {"index.html": "en/a.html", "en/a.html": "old/b.html", "old/b.html": "en/a.html"}
    second = {
        "index.html": "new/c.html",
        "en/a.html": "en/d.html",
        "en/d.html": "new/c.html",
        "new/c.html": "en/d.html",
    }
    put(tmp_path, **first)
    left = [steps]

    def counted(name: str) -> None:
        step = getattr(Path, name)

        def until_none_is_left(self: Path, *arguments: Any, **options: Any) -> Any:
            if not left[0]:
                raise KeyboardInterrupt
            left[0] -= 1
            return step(self, *arguments, **options)

        monkeypatch.setattr(Path, name, until_none_is_left)

    for name in ("rename", "replace", "unlink"):
        counted(name)
    with suppress(KeyboardInterrupt):
        put(tmp_path, **second)
    monkeypatch.undo()
    for text in held(tmp_path).values():
        assert text.startswith("<!DOCTYPE") or (tmp_path / text).is_file()
    put(tmp_path, other="")
    assert held(tmp_path) == {"other": ""}


def test_a_build_gives_way_to_another_in_one_line_and_a_dead_one_blocks_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(sys.modules["kb.site.output.write"], "_WAIT", 0.1)
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    with pytest.raises(BuildError, match="another build is writing this folder; try again"):
        put(tmp_path, a="1")
    os.close(handle)
    assert put(tmp_path, a="1").written == 1


def test_the_manifest_lists_the_files_and_no_time(tmp_path: Path) -> None:
    put(tmp_path, b="", a="")
    empty = "e3b0c44298fc1c149afbf4c8996fb924"
    assert json.loads((tmp_path / MANIFEST).read_text("utf-8")) == {"kb-site": 2, "files": {"a": empty, "b": empty}}


def test_drafts_wait_where_the_site_will_be_and_those_that_come_to_nothing_leave_nothing(tmp_path: Path) -> None:
    with staged(tmp_path / "new" / "site") as drafts:
        drafts.add("a", b"1")
        assert [entry.name for entry in (tmp_path / "new" / "site").iterdir()] == [".kb-site.part"]
    assert not list(tmp_path.iterdir())


def test_drafts_for_which_there_is_no_room_are_an_error_in_one_line(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, before[1]))
    try:
        with pytest.raises(BuildError, match="the site cannot be written here"), staged(tmp_path / "site") as drafts:
            drafts.add("a", bytes(2 << 20))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not list(tmp_path.iterdir())


def test_drafts_of_another_process_are_taken_in_by_their_listing(tmp_path: Path) -> None:
    with staged(tmp_path) as drafts:
        drafts.add("a.html", b"one")
        other = drafts.apart()
        other.add("b.html", b'<a href="c.html"><i id="x"></i><i id="x"></i>')
        other.add("a.html", b"too late")
        drafts.take_in(other.listing())
        assert set(drafts.paths) == {"a.html", "b.html"}
        assert drafts.twice == ("a.html",)
        assert drafts.links.wanted == {"c.html"}
        assert drafts.links.faults == ["b.html has two places called x"]


def test_a_file_that_only_another_process_made_is_put_in_place_too(tmp_path: Path) -> None:
    with staged(tmp_path) as drafts:
        other = drafts.apart()
        other.add("en/b", b"two")
        drafts.take_in(other.listing())
        assert settle(drafts) == Built(written=1, unchanged=0, removed=0)
    assert held(tmp_path) == {"en/b": "two"}


@pytest.mark.parametrize(
    "path", ["en/../../x.html", "../x.html", "/x.html", "en//x.html", "en/./x.html", "en\\x.html", "c:x"]
)
def test_a_path_that_leads_out_is_refused_before_anything_is_written(path: str, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="leads out"), staged(tmp_path / "a" / "site") as drafts:
        drafts.add(path, b"pwned")
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]
