"""The command line as people and scripts use it."""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from kb import cli

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Run:
    """What one call of `kb` did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        """The output, read as JSON."""
        return json.loads(self.out)


class Kb:
    """Calls `kb` in this process, as its own process would run it."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: str | Path) -> Run:
        """Run `kb` with *arguments*."""
        self._monkeypatch.setattr(sys, "argv", ["kb", *map(str, arguments)])
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err
        assert isinstance(ended.value.code, int)
        return Run(ended.value.code, out, err)


@pytest.fixture
def kb(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Kb:
    """`kb`, in an empty folder, with a user's data folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KB_INDEX", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Kb(capsys, monkeypatch)


@pytest.fixture(scope="session")
def shipped_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of the shipped corpus."""
    folder = tmp_path_factory.mktemp("shipped") / "index"
    subprocess.run([sys.executable, "-m", "kb", "ingest", ROOT / "corpus", "--index", folder], check=True, cwd=ROOT)
    return folder


@pytest.fixture
def shipped(kb: Kb, shipped_index: Path, monkeypatch: pytest.MonkeyPatch) -> Kb:
    """`kb` on the index of the shipped corpus."""
    monkeypatch.setenv("KB_INDEX", str(shipped_index))
    return kb


def page(folder: Path, name: str, *entries: tuple[str, str], card: str = "Lotus Bloom") -> Path:
    """Write a page of dated rulings."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    body = "\n\n".join(f"{on}\n\n{text}" for on, text in entries)
    file.write_text(f"{card}\n\nRulings\n\n{body}\n", encoding="utf-8")
    return file


SUSPEND = ("2024-02-02", "A card exiled with suspend lies face up, and every player may look at it.")
FREE = ("2024-02-02", "Casting it for free leaves no choice for {X} but 0.")


# --- the main job ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query", [["suspend X cost"], ["suspend", "X", "cost"], ["suspension coût X"], ["suspension cout x"]]
)
def test_the_first_answer_is_that_x_is_0_though_its_text_does_not_name_suspend(shipped: Kb, query: list[str]) -> None:
    first = shipped("search", *query, "--json").json["hits"][0]  # type: ignore[index]
    assert "{X}" in first["text"]
    assert "0" in first["text"]
    assert "suspend" not in first["text"].casefold()
    assert {"name": "Suspend", "kind": "context"}.items() <= next(
        m for m in first["mechanics"] if m["name"] == "Suspend"
    ).items()


def test_a_search_without_an_index_builds_it_from_the_nearest_corpus(kb: Kb, tmp_path: Path) -> None:
    page(tmp_path / "corpus", "bloom.txt", SUSPEND)
    (tmp_path / "below" / "deeper").mkdir(parents=True)
    os.chdir(tmp_path / "below" / "deeper")
    first = kb("search", "suspend")
    assert first.code == 0
    assert "building the index" in first.err
    assert (tmp_path / ".kb" / "current").exists()
    again = kb("search", "suspend")
    assert (again.code, again.err, again.out) == (0, "", first.out)


def test_a_search_far_from_any_corpus_uses_the_shipped_one(kb: Kb, tmp_path: Path) -> None:
    assert kb("search", "suspend X cost").code == 0
    assert (tmp_path / "data" / "kb" / "index" / "current").exists()


# --- exit codes -----------------------------------------------------------------------------------------------------


def test_exit_codes_tell_hits_none_and_wrong_usage_apart(shipped: Kb) -> None:
    assert shipped("search", "suspend").code == 0
    assert shipped("search", "qqqqzzzz").code == 1
    assert shipped("search").code == 2
    assert shipped("search", "x", "--limit", "0").code == 2
    assert shipped("ingest", "nofile").code == 2
    assert shipped("show", "qqqqzzzz").code == 2
    assert shipped("nonsense").code == 2


def test_wrong_usage_is_one_line_that_says_where_help_is(kb: Kb) -> None:
    run = kb("search")
    assert run.err.count("\n") == 1
    assert "kb search --help" in run.err


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
    assert "doubtful/doubtful.txt" in run.err
    assert "suspend" in kb("export", "--index", tmp_path / "index").out


def test_interrupting_an_ingest_exits_130_and_leaves_no_half_index(
    kb: Kb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page(tmp_path / "corpus", "bloom.txt", SUSPEND)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kb.search.index.write", interrupted)
    run = kb("ingest")
    assert (run.code, run.err.strip()) == (130, "kb: interrupted")
    assert sorted(p.name for p in (tmp_path / ".kb").iterdir()) == ["lock"]


# --- ingest ---------------------------------------------------------------------------------------------------------


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


# --- an index that cannot be used -------------------------------------------------------------------------------------


def damaged(folder: Path, how: str) -> None:
    """Damage the index in *folder* as a crash, a bad disk or another version would."""
    search = next(folder.glob("gen-*/search"))
    toc, segment = max(search.glob("*.toc")), max(search.glob("*.seg"))
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


# --- show, export, check ----------------------------------------------------------------------------------------------


def test_show_finds_rulings_cards_and_mechanics_by_any_name(shipped: Kb) -> None:
    ident = shipped("search", "suspend X cost", "--json").json["hits"][0]["id"]  # type: ignore[index]
    assert shipped("show", ident, "--json").json["id"] == ident
    assert shipped("show", ident[:8], "--json").json["id"] == ident
    assert shipped("show", "suspension", "--json").json["mechanic"] == "Suspend"
    assert shipped("show", "lotus", "bloom").code in (0, 2)


def test_show_offers_the_nearest_names_for_one_that_is_unknown(shipped: Kb) -> None:
    run = shipped("show", "suspnd")
    assert run.code == 2
    assert "Suspend" in run.err


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


# --- pipes and encodings ------------------------------------------------------------------------------------------------  # noqa: E501


@pytest.fixture
def environment(shipped_index: Path) -> Iterator[dict[str, str]]:
    """The environment of a child process that uses the shipped corpus' index."""
    return {**os.environ, "KB_INDEX": str(shipped_index), "PYTHONPATH": str(ROOT)}  # type: ignore[return-value]


KB = f"{sys.executable} -m kb"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_ends_quietly(environment: dict[str, str], unbuffered: str) -> None:
    run = subprocess.run(
        f"{KB} export | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        env=environment | {"PYTHONUNBUFFERED": unbuffered},
    )
    assert run.stderr == ""
    assert run.stdout.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_one_line(environment: dict[str, str]) -> None:
    run = subprocess.run(
        f"{KB} search the > /dev/full", shell=True, capture_output=True, text=True, check=False, env=environment
    )
    assert run.returncode == 2
    assert run.stderr.startswith("kb: cannot write")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "encoding",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_an_encoding_that_lacks_a_letter_is_no_failure(tmp_path: Path, encoding: dict[str, str]) -> None:
    page(
        tmp_path / "corpus",
        "o.txt",
        ("2006-09-25", "Arrow → minus − star ★ snowman ☃ Æther œuvre “quotes”."),
        card="Test → Omicron",
    )
    run = subprocess.run(
        [sys.executable, "-m", "kb", "search", "omicron"],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path)} | encoding,
    )
    assert run.returncode == 0
    assert b"snowman" in run.stdout
    assert b"Traceback" not in run.stderr


def test_json_output_is_ascii_whatever_the_texts(shipped: Kb) -> None:
    assert shipped("search", "suspension", "--json").out.isascii()


def test_no_colour_outside_a_terminal(shipped: Kb) -> None:
    assert "\x1b" not in shipped("search", "suspend").out


# --- help ---------------------------------------------------------------------------------------------------------------  # noqa: E501


def commands() -> Iterator[tuple[str, ...]]:
    """Name every command."""
    for name, command in cli.kb.commands.items():
        if isinstance(command, click.Group):
            yield from ((name, inner) for inner in command.commands)
        else:
            yield (name,)


@pytest.mark.parametrize("command", list(commands()), ids=" ".join)
def test_every_command_has_help_with_examples_and_stands_in_the_readme(kb: Kb, command: tuple[str, ...]) -> None:
    run = kb(*command, "--help")
    assert run.code == 0
    assert "Examples:" in run.out
    assert f"kb {' '.join(command)}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_version_is_said_without_a_word_on_stderr(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "kb", "--version"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(tmp_path)},
    )
    assert run.stderr == ""
    assert run.stdout.startswith("kb 0.")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_for_each_shell(kb: Kb, shell: str) -> None:
    run = kb("completion", shell)
    assert run.code == 0
    assert "_KB_COMPLETE" in run.out
