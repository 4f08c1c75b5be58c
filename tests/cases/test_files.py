"""Downloads that went wrong, and files in the encodings that editors leave behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases.shelf import Shelf, run, sample

ROOT = Path(__file__).parents[2]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """A good index, which no bad file may change."""
    return Shelf(tmp_path_factory.mktemp("good"), sample("plus-minus-counters.json"))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("bzip2-named-json.json", "is packed with bzip2"),
        ("cut-in-mid-object.json", "breaks off in the middle of an entry"),
        ("empty.json", "is empty"),
        ("html-error-page.json", "is an HTML page under a JSON name"),
        ("last-line-cut.jsonl", "breaks off in the middle of an entry"),
        ("truncated.jsonl.gz", "is a gzip file that is cut off or damaged"),
        ("error-object.json", "name your program in the User-Agent header"),
        ("bulk-data-listing.json", "lists downloads and holds no rulings itself"),
    ],
)
def test_a_cut_mislabelled_or_empty_download_and_an_error_answer_are_refused_in_one_line_over_a_good_index(
    good: Shelf, name: str, reason: str
) -> None:
    before = contents(good.index)
    refused = run("ingest", sample(name), "--index", good.index)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert refused.err.startswith(f"kb: {name}: ")
    assert reason in refused.err
    assert contents(good.index) == before


def test_a_file_that_is_cut_among_good_ones_is_named_and_gives_none_of_its_entries(tmp_path: Path) -> None:
    files = [sample(name) for name in ("plus-minus-counters.json", "cut-in-mid-object.json")]
    mixed = run("ingest", *files, "--index", tmp_path / "index")
    assert mixed.code == 1
    assert "cut-in-mid-object.json: unreadable_file" in mixed.err
    assert "Whole." not in run("export", "--index", tmp_path / "index").out


@pytest.mark.parametrize("locale", [{}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_a_byte_order_mark_is_no_letter_and_accents_come_through_under_any_locale(
    tmp_path: Path, locale: dict[str, str]
) -> None:
    for arguments in (["ingest", sample("bom.json")], ["export"]):
        done = subprocess.run(
            [sys.executable, "-m", "kb", *arguments, "--index", tmp_path / "index"],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            env={"PATH": "", "PYTHONPATH": str(ROOT), **locale},
        )
    (ruling,) = done.stdout.splitlines()
    assert rb"\u00c9cho de l\u2019\u00c9ther" in ruling
    assert rb"Le co\u00fbt d\u2019\u00e9cho est pay\u00e9 une fois \u2014 pas deux." in ruling


def test_a_file_saved_as_utf16_is_read_like_any_other(tmp_path: Path) -> None:
    assert Shelf(tmp_path, sample("utf16.json")).dated("Test Iota") == [
        ("2006-09-25", "Saved by an old editor as UTF-16.")
    ]
