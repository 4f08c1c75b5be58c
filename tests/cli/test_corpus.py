"""Ingest, export and check, and an index that cannot be used."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from tests.cli.make import FREE, ROOT, SUSPEND, Kb, page


def test_a_folder_with_one_bad_file_loads_the_good_ones_names_the_bad_and_exits_1(kb: Kb, tmp_path: Path) -> None:
    page(tmp_path / "mixed", "good.txt", SUSPEND)
    (tmp_path / "mixed" / "bad.bin").write_bytes(b"\x00\x01\x02")
    run = kb("ingest", tmp_path / "mixed", "--index", tmp_path / "index")
    assert run.code == 1
    assert "mixed/bad.bin" in run.err
    assert kb("search", "suspend", "--index", tmp_path / "index").code == 0


def test_a_run_that_reads_nothing_leaves_the_old_index_as_it_was(kb: Kb, tmp_path: Path) -> None:
    page(tmp_path / "good", "good.txt", SUSPEND)
    kb("ingest", tmp_path / "good", "--index", tmp_path / "index")
    before = kb("export", "--index", tmp_path / "index").out
    (tmp_path / "bad.bin").write_bytes(b"\x00\x01\x02")
    run = kb("ingest", tmp_path / "bad.bin", "--index", tmp_path / "index")
    assert run.code == 2
    assert run.err.count("\n") == 1
    assert kb("export", "--index", tmp_path / "index").out == before != ""


def test_strict_fails_on_a_problem_and_leaves_the_old_index(kb: Kb, tmp_path: Path) -> None:
    page(tmp_path / "good", "good.txt", SUSPEND)
    kb("ingest", tmp_path / "good", "--index", tmp_path / "index")
    page(tmp_path / "doubtful", "doubtful.txt", ("31/02/2024", "A ruling on a day that is none."))
    run = kb("ingest", "--strict", tmp_path / "doubtful", "--index", tmp_path / "index")
    assert run.code == 2
    assert run.err.startswith("kb: 1 problem, and --strict allows none; the first: ")
    assert "doubtful/doubtful.txt" in run.err
    assert "suspend" in kb("export", "--index", tmp_path / "index").out


def test_strict_counts_the_problems(kb: Kb, tmp_path: Path) -> None:
    days = (("31/02/2024", "A ruling on a day that is none."), ("30/02/2024", "Another ruling on such a day."))
    page(tmp_path / "doubtful", "doubtful.txt", *days)
    run = kb("ingest", "--strict", tmp_path / "doubtful", "--index", tmp_path / "index")
    assert run.err.startswith("kb: 2 problems, and --strict allows none; the first: ")


def test_interrupting_an_ingest_exits_130_and_leaves_no_half_index(
    kb: Kb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page(tmp_path / "corpus", "bloom.txt", SUSPEND)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kb.search.index.build.write", interrupted)
    run = kb("ingest")
    assert (run.code, run.err.strip()) == (130, "kb: interrupted")
    assert sorted(p.name for p in (tmp_path / ".kb").iterdir()) == ["lock"]


def test_the_summary_counts_everything(kb: Kb, tmp_path: Path) -> None:
    page(tmp_path / "in", "a.txt", SUSPEND, FREE)
    page(tmp_path / "in", "b.txt", (SUSPEND[0], SUSPEND[1].replace(",", ", ")), card="Rift Bolt")
    page(tmp_path / "in", "c.txt", ("31/02/2024", "A ruling on a day that is none."))
    summary = kb("ingest", tmp_path / "in", "--json").json
    problems = summary.pop("problems")
    assert {"files": 3, "raw": 4, "rulings": 3, "duplicates": 1, "cards": 2}.items() <= summary.items()
    assert set(summary) == {"files", "raw", "rulings", "duplicates", "cards", "mechanics", "links", "skipped"}
    assert problems == [
        {"file": "in/c.txt", "line": 5, "code": "impossible_date", "detail": problems[0]["detail"]}  # type: ignore[index]
    ]
    assert "31/02/2024" in problems[0]["detail"]  # type: ignore[index]


def test_the_same_corpus_gives_the_same_bytes_of_export_and_site(kb: Kb, tmp_path: Path) -> None:
    for turn in ("one", "two"):
        kb("ingest", ROOT / "corpus", "--index", tmp_path / turn)
        kb("site", "build", "--out", tmp_path / f"site-{turn}", "--index", tmp_path / turn)
    exports = [kb("export", "--index", tmp_path / turn).out for turn in ("one", "two")]
    assert exports[0] == exports[1] != ""
    sites = [
        {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
        for folder in (tmp_path / "site-one", tmp_path / "site-two")
    ]
    assert sites[0] == sites[1] != {}


def test_links_that_lead_out_of_the_corpus_and_hidden_files_are_passed_over(kb: Kb, tmp_path: Path) -> None:
    page(tmp_path / "in", "good.txt", SUSPEND)
    page(tmp_path / "in", ".hidden.txt", FREE)
    secret = page(tmp_path / "elsewhere", "secret.txt", FREE)
    (tmp_path / "in" / "link.txt").symlink_to(secret)
    assert kb("ingest", tmp_path / "in", "--json").json["files"] == 1


def test_two_files_of_one_name_are_both_read(kb: Kb, tmp_path: Path) -> None:
    one, two = page(tmp_path / "a", "x.txt", SUSPEND), page(tmp_path / "b", "x.txt", FREE)
    assert kb("ingest", one, two, one, "--json").json["raw"] == 2


def damaged(folder: Path, how: str) -> None:
    """Damage the index in *folder* as a crash, a bad disk or another version would."""
    search = next(folder.glob("gen-*/search"))
    toc, segment = max(search.glob("*.toc")), max(search.glob("*.trm"))
    if how == "toc cut in half":
        toc.write_bytes(toc.read_bytes()[: toc.stat().st_size // 2])
    elif how == "toc replaced by garbage":
        toc.write_bytes(b"garbage")
    elif how == "segment cut in half":
        segment.write_bytes(segment.read_bytes()[: segment.stat().st_size // 2])
    elif how == "segment gone":
        segment.unlink()
    elif how == "all files gone":
        shutil.rmtree(search)
        search.mkdir()
    elif how == "database gone":
        next(folder.glob("gen-*/kb.sqlite")).unlink()
    elif how == "another version":
        next(folder.glob("gen-*/stamp.json")).write_text('{"format": 0}')


@pytest.mark.parametrize(
    "how",
    [
        "toc cut in half",
        "toc replaced by garbage",
        "segment cut in half",
        "segment gone",
        "all files gone",
        "database gone",
        "another version",
    ],
)
def test_a_damaged_or_older_index_is_one_line_and_an_ingest_mends_it(kb: Kb, tmp_path: Path, how: str) -> None:
    index = tmp_path / "index"
    page(tmp_path / "in", "a.txt", SUSPEND)
    kb("ingest", tmp_path / "in", "--index", index)
    damaged(index, how)
    run = kb("search", "suspend", "--index", index)
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert "kb ingest" in run.err
    assert kb("ingest", tmp_path / "in", "--index", index).code == 0
    assert kb("search", "suspend", "--index", index).code == 0


def test_export_gives_every_ruling_once_in_both_forms(shipped: Kb) -> None:
    rows = [json.loads(line) for line in shipped("export").out.splitlines()]
    table = list(csv.DictReader(io.StringIO(shipped("export", "--format", "csv").out)))
    assert len({row["id"] for row in rows}) == len(rows) == len(table)
    assert [row["id"] for row in rows] == [row["id"] for row in table]
    assert shipped("export").out.isascii()


def test_check_lists_what_needs_an_eye_with_file_and_line(kb: Kb, tmp_path: Path) -> None:
    page(
        tmp_path / "in",
        "a.txt",
        ("2024-02-02", "You may cast the card if able."),
        ("2024-02-02", "You must cast the card if able."),
    )
    page(tmp_path / "in", "b.txt", ("31/02/2024", "A ruling on a day that is none."))
    page(tmp_path / "in", "c.txt", ("2024-02-02", "If it has \u00a0 in its mana cost, that is 0."), card="Card Rulings")
    run = kb("check", tmp_path / "in")
    assert run.code == 0
    codes = [line.split(": ")[1] for line in run.out.splitlines()]
    assert sorted(codes) == ["impossible_date", "lost_symbol", "near_twin", "no_card"]
    assert "in/b.txt:5: impossible_date" in run.out


def test_a_folder_with_other_files_is_not_made_an_index(kb: Kb, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    page(tmp_path / "corpus", "a.txt", SUSPEND)
    for command in (["ingest"], ["search", "suspend"]):
        run = kb(*command, "--index", tmp_path / "corpus")
        assert (run.code, run.err.count("\n")) == (2, 1)
        assert "holds other files (a.txt)" in run.err
    assert [p.name for p in (tmp_path / "corpus").iterdir()] == ["a.txt"]


@pytest.mark.parametrize("epoch", ["99999999999999999999", "soon", "99999999999999"])
def test_a_source_date_epoch_that_is_none_is_said_so(kb: Kb, monkeypatch: pytest.MonkeyPatch, epoch: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    run = kb("check", ROOT / "corpus")
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert "SOURCE_DATE_EPOCH" in run.err


def test_what_a_site_build_did_is_counted_in_words_that_fit_the_number(kb: Kb, tmp_path: Path) -> None:
    page(tmp_path / "in", "a.txt", SUSPEND)
    kb("ingest", tmp_path / "in", "--index", tmp_path / "index")
    kb("site", "build", "--out", tmp_path / "site", "--index", tmp_path / "index")
    (tmp_path / "site" / "404.html").unlink()
    again = kb("site", "build", "--out", tmp_path / "site", "--index", tmp_path / "index")
    assert ": 1 file written, " in again.out
