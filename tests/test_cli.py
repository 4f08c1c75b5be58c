"""The command line as people and scripts use it."""

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from kb import cli
from kb.cli.links import has_links

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


RULES = """Sample Comprehensive Rules

These rules are effective as of January 1, 2026.

Contents

7. Additional Rules
702. Keyword Abilities
Glossary
Credits

7. Additional Rules

702. Keyword Abilities

702.1. Some abilities are so common that one word stands for them.

702.62. Suspend

702.62a Suspend is a keyword that lets a card wait in exile.
Example: A card with three counters waits three turns.

702.62b A card is suspended while it waits in exile with a time counter.

702.630. Waiting

702.630a Waiting is a keyword that does nothing.

Glossary

Suspend
A way to play a card later. See rule 702.62, "Suspend."

Lotus Bloom
An entry that is called as a card is.

Credits

Nobody.
"""


@pytest.fixture
def ruled(kb: Kb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kb:
    """`kb` on an index of a few rulings and of a small book of rules."""
    page(tmp_path / "in", "a.txt", SUSPEND)
    page(tmp_path / "in", "b.txt", ("2023-01-01", "It waits as rule 702.62b says."), card="Opt")
    page(tmp_path / "in", "c.txt", ("2023-01-01", "It does nothing, as rule 702.630a says."), card="Shock")
    (tmp_path / "in" / "rules.txt").write_text(RULES, encoding="utf-8")
    monkeypatch.setenv("KB_INDEX", str(tmp_path / "index"))
    assert kb("ingest", tmp_path / "in").code == 0
    return kb


def shown_rule(kb: Kb, name: str) -> tuple[list[str], list[str], list[str]]:
    """Give the numbers, mechanics and texts of rulings that `kb show` has for *name*."""
    form = kb("show", name, "--json").json
    texts = [ruling["text"] for ruling in form["rulings"]]  # type: ignore[attr-defined]
    return [rule["number"] for rule in form["rules"]], form["mechanics"], texts  # type: ignore[attr-defined,return-value]


def test_a_rule_comes_with_its_subrules_its_mechanics_and_the_rulings_tied_to_it(ruled: Kb) -> None:
    numbers, mechanics, texts = shown_rule(ruled, "702.62")
    assert numbers == ["702.62", "702.62a", "702.62b"]
    assert mechanics == ["Suspend"]
    assert texts == [SUSPEND[1], "It waits as rule 702.62b says."]
    assert "Example: A card with three counters" in ruled("show", "702.62").out


def test_a_subrule_comes_with_what_it_stands_under_and_the_rulings_that_cite_it(ruled: Kb) -> None:
    assert shown_rule(ruled, "702.62B.") == (["702.62b"], ["Suspend"], ["It waits as rule 702.62b says."])
    assert ruled("show", "702.62b").out.splitlines()[:3] == [
        "7 Additional Rules",
        "702 Keyword Abilities",
        "702.62 Suspend",
    ]


def test_a_section_lists_its_rules_and_a_chapter_its_sections(ruled: Kb) -> None:
    assert shown_rule(ruled, "702") == (["702", "702.1", "702.62", "702.630"], [], [])
    assert shown_rule(ruled, "7")[0] == ["7", "702"]


def test_a_mechanic_shows_its_rule_what_defines_it_and_its_entry_in_the_glossary(ruled: Kb) -> None:
    rules = ruled("show", "suspend", "--json").json["rules"]
    assert [rule["number"] for rule in rules] == ["702.62", "702.62a", "702.62b", "Suspend"]  # type: ignore[attr-defined]


def test_a_name_of_several_things_can_be_asked_for_by_kind_and_says_so(ruled: Kb) -> None:
    run = ruled("show", "lotus bloom")
    assert run.out.splitlines()[0] == "Lotus Bloom"
    assert run.out.splitlines()[-1] == "'lotus bloom' is also a term of the rules: kb show rule:lotus bloom"
    assert shown_rule(ruled, "rule:lotus bloom")[0] == ["Lotus Bloom"]
    assert ruled("show", "mechanic:lotus bloom").code == 2


def test_rules_are_found_by_number_and_by_words(ruled: Kb) -> None:
    rules = ruled("search", "is:rule", "lets a card wait", "--json").json["rules"]
    assert set(rules[0]) == {"number", "title", "text", "score"}  # type: ignore[index]
    assert rules[0]["number"] == "702.62a"  # type: ignore[index]
    for query in ("702.62", "rule:702.62"):
        found = ruled("search", query, "--json").json
        assert found["query"] == query
        assert found["rules"][0]["number"] == "702.62"  # type: ignore[index]
        assert [hit["text"] for hit in found["hits"]] == [SUSPEND[1]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["+2 Mace", "_____", "Æther Vial", '"Ach! Hans, Run!"', "-1 Sword", "A-Teleportation"])
def test_a_card_of_an_odd_name_is_shown_by_it(kb: Kb, tmp_path: Path, name: str) -> None:
    cards = [
        {
            "object": "card",
            "oracle_id": f"0000000{n}-0000-4000-8000-000000000000",
            "id": "x",
            "lang": "en",
            "name": card,
        }
        | {"layout": "normal", "type_line": "Artifact", "oracle_text": "It is odd."}
        for n, card in enumerate(("+2 Mace", "2 Mace", "_____", "Æther Vial", '"Ach! Hans, Run!"', "-1 Sword", name))
    ]
    (tmp_path / "cards.json").write_text(json.dumps(cards[:6] if name in str(cards[:6]) else cards), encoding="utf-8")
    kb("ingest", tmp_path / "cards.json", "--index", tmp_path / "index")
    run = kb("show", name, "--index", tmp_path / "index", "--json")
    assert (run.code, run.err) == (0, "")
    assert run.json["card"] == name


def test_a_french_name_of_two_cards_names_both_and_what_tells_them_apart(kb: Kb, tmp_path: Path) -> None:
    french = {"object": "card", "id": "x", "lang": "fr", "layout": "normal", "printed_name": "Refonte"}
    cards = [
        french | {"oracle_id": f"0000000{n}-0000-4000-8000-000000000000", "name": card, "oracle_text": "It is odd."}
        for n, card in enumerate(("Reshape", "Unforge"))
    ]
    (tmp_path / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
    kb("ingest", tmp_path / "cards.json", "--index", tmp_path / "index")
    run = kb("show", "refonte", "--index", tmp_path / "index")
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert "Reshape (reshape); Unforge (unforge)" in run.err
    assert kb("show", "unforge", "--index", tmp_path / "index", "--json").json["card"] == "Unforge"


def test_a_note_of_a_web_site_is_shown_as_not_official_in_search_and_show(kb: Kb, tmp_path: Path) -> None:
    oracle = "00000001-0000-4000-8000-000000000000"
    note = {"object": "ruling", "oracle_id": oracle, "published_at": "2020-01-01"}
    rulings = [
        note | {"source": "scryfall", "comment": "A note about suspend and its counters."},
        note | {"source": "wotc", "comment": "A ruling about suspend and its cost."},
    ]
    (tmp_path / "rulings.json").write_text(json.dumps(rulings), encoding="utf-8")
    kb("ingest", tmp_path / "rulings.json", "--index", tmp_path / "index")
    for command in ("search", "show"):
        heads = [
            line for line in kb(command, "suspend", "--index", tmp_path / "index").out.splitlines() if "2020" in line
        ]
        assert sorted("not an official ruling" in head for head in heads) == [False, True]


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


# --- what goes wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["ingest", ""], "an empty name is no file"),
        (["show", ""], "say what to show"),
        (["show", "card: "], "say what to show"),
        (["show", "a\x1b]0;x\x07b"], "is no ruling"),
        (["show", "\udcff\udcfe"], "is no ruling"),
        (["show", "a" * 100_000], "is no ruling"),
        (["show", "000"], "is no ruling"),
        (["completion"], "Missing argument"),
        (["search", "x", "--since", "2024-13"], "is no date"),
        (["site", "build", "--out", __file__], "is a file"),
        (["site", "build", "--base-url", "nonsense"], "not the address"),
        (["fetch", "rules", "--base-url", "nonsense"], "no http address"),
        (["fetch", "mtgjson", "--kind", "x"], "has no kinds"),
    ],
)
def test_every_fault_is_one_line_that_says_what_is_wrong(shipped: Kb, arguments: list[str], told: str) -> None:
    run = shipped(*arguments)
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert run.err.startswith("kb: ")
    assert told in run.err
    assert "\x1b" not in run.err
    assert len(run.err) < 1200


@pytest.mark.parametrize("arguments", [[], ["site"]])
def test_without_a_command_there_is_help_and_the_code_of_wrong_usage(kb: Kb, arguments: list[str]) -> None:
    run = kb(*arguments)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("Usage: ")


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


@pytest.mark.parametrize(("closed", "code"), [(">&-", 2), ("2>&-", 0), ("<&-", 0)])
def test_a_closed_stream_is_no_traceback(environment: dict[str, str], closed: str, code: int) -> None:
    run = subprocess.run(
        f"{KB} search suspend {closed}", shell=True, capture_output=True, text=True, check=False, env=environment
    )
    assert run.returncode == code
    assert "Traceback" not in run.stderr
    assert run.stderr.count("\n") <= 1


def test_accents_are_understood_in_a_locale_without_them(environment: dict[str, str]) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run = subprocess.run(
        [sys.executable, "-m", "kb", "show", "délire", "--json"],
        capture_output=True,
        env=environment | plain,
        check=True,
    )
    assert json.loads(run.stdout)["mechanic"] == "Delirium"


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


# --- a terminal -----------------------------------------------------------------------------------------------------


class Terminal:
    """Runs `kb` in a terminal of 80 columns and 24 lines."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment | {"TERM": "xterm", "PAGER": "cat", "LC_ALL": "C.UTF-8"}

    def __call__(self, *arguments: str | Path, stop_at: str = "", **environment: str) -> tuple[int, str]:
        """Give the exit code and what was shown; Ctrl-C is pressed once *stop_at* appears."""
        pty = pytest.importorskip("pty")
        near, far = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-m", "kb", *map(str, arguments)],
            stdin=far,
            stdout=far,
            stderr=far,
            start_new_session=True,
            env=self.environment | environment,
        ) as child:
            os.close(far)
            shown = b""
            while chunk := _read_some(near):
                shown += chunk
                if stop_at and stop_at.encode() in shown:
                    child.send_signal(signal.SIGINT)
                    stop_at = ""
        os.close(near)
        return child.returncode, shown.decode().replace("\r\n", "\n")


def _read_some(file: int) -> bytes:
    try:
        return os.read(file, 1 << 16)
    except OSError:
        return b""


@pytest.fixture
def terminal(environment: dict[str, str], tmp_path: Path) -> Terminal:
    """A terminal whose user has a state folder of their own."""
    return Terminal(environment | {"XDG_STATE_HOME": str(tmp_path / "state")})


ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def test_an_ingest_shows_its_stages_and_leaves_nothing_on_the_screen(terminal: Terminal, tmp_path: Path) -> None:
    page(tmp_path / "in", "a.txt", SUSPEND)
    code, shown = terminal("ingest", tmp_path / "in", "--index", tmp_path / "index", TERM="xterm")
    steps = shown.split("\r\x1b[K")
    assert code == 0
    assert steps[1].endswith("]  1 of 7  in/a.txt")
    assert steps[-2].endswith("]  7 of 7  search index")
    assert steps[-1].startswith("1 file: 1 ruling as printed")


def test_ctrl_c_in_an_ingest_is_one_line_and_130_and_the_old_index_stays(terminal: Terminal, tmp_path: Path) -> None:
    page(tmp_path / "in", "a.txt", SUSPEND)
    index = tmp_path / "index"
    assert terminal("ingest", tmp_path / "in", "--index", index)[0] == 0
    before = sorted(p.relative_to(index) for p in index.rglob("*"))
    for n in range(300):
        page(tmp_path / "in", f"b{n}.txt", FREE, card=f"Card {n}")
    code, shown = terminal("ingest", tmp_path / "in", "--index", index, stop_at="in/b20.txt")
    assert code == 130
    assert shown.split("\r\x1b[K")[-1] == "kb: interrupted\n"
    assert sorted(p.relative_to(index) for p in index.rglob("*")) == before


def test_show_opens_a_hit_of_the_last_search_by_its_number(terminal: Terminal) -> None:
    _, found = terminal("search", "suspend", "--limit", "3")
    ident = re.search(r" 2\. .*?([0-9a-f]{12})", ESCAPES.sub("", found))
    assert ident is not None
    code, shown = terminal("show", "2")
    assert code == 0
    assert ident[1] in shown.splitlines()[0]
    assert terminal("show", "4")[0] == 2


def test_the_number_of_a_hit_means_nothing_in_a_pipe_or_in_json(
    terminal: Terminal, kb: Kb, shipped_index: Path
) -> None:
    terminal("search", "suspend")
    assert kb("show", "1", "--index", shipped_index).code == 2
    assert terminal("show", "1", "--json")[0] == 2


@pytest.mark.parametrize("state", ["/dev/null/none", "/proc/none"])
def test_a_state_folder_that_cannot_be_written_is_no_failure(terminal: Terminal, state: str) -> None:
    code, shown = terminal("search", "suspend", XDG_STATE_HOME=state)
    assert (code, "Traceback" in shown, "kb:" in shown) == (0, False, False)


def test_a_damaged_memory_of_the_last_search_is_none(terminal: Terminal, tmp_path: Path) -> None:
    terminal("search", "suspend")
    (memory,) = (tmp_path / "state" / "kb").iterdir()
    for content in (b"", b"[]", b'{"hits": 3}', b"\xff", b"[" * 100_000):
        memory.write_bytes(content)
        assert terminal("show", "1")[0] == 2


def test_what_is_longer_than_the_terminal_goes_through_the_pager(terminal: Terminal) -> None:
    assert terminal("show", "suspend", PAGER="head -n 1")[1].count("\n") == 1
    assert terminal("show", "suspend", "--no-pager", PAGER="head -n 1")[1].count("\n") > 24
    assert terminal("search", "suspend", "--limit", "1", PAGER="false")[1].count("\n") > 2


def test_no_color_is_obeyed_in_a_terminal_and_in_its_pager(terminal: Terminal) -> None:
    assert "\x1b[1m" in terminal("show", "suspend")[1]
    assert "\x1b" not in terminal("show", "suspend", NO_COLOR="1")[1]


def test_ids_link_to_the_built_site_where_the_terminal_has_links(terminal: Terminal, tmp_path: Path) -> None:
    search = ("search", "suspend", "--limit", "1")
    assert "\x1b]8" not in terminal(*search, TERM_PROGRAM="WezTerm")[1]
    assert terminal("site", "build", "--out", tmp_path / "site")[0] == 0
    shown = terminal(*search, TERM_PROGRAM="WezTerm")[1]
    link = re.search(r"\x1b]8;;file://([^\x1b]+)\x1b", shown)
    assert link is not None
    assert Path(link[1]).is_file()
    assert "\x1b]8" not in terminal(*search, TERM_PROGRAM="")[1]
    assert "\x1b]8" not in terminal(*search, TERM_PROGRAM="WezTerm", TMUX="x")[1]
    assert "\x1b]8" not in terminal("show", "suspend", TERM_PROGRAM="WezTerm")[1]


@pytest.mark.parametrize(
    ("environment", "known"),
    [
        ({}, False),
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "foot"}, True),
        ({"VTE_VERSION": "6003"}, True),
        ({"VTE_VERSION": "4205"}, False),
        ({"VTE_VERSION": "new"}, False),
        ({"WT_SESSION": "x"}, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM_PROGRAM": "iTerm.app"}, True),
        ({"TERM_PROGRAM": "iTerm.app", "TERM": "screen-256color"}, False),
    ],
)
def test_links_are_given_only_to_terminals_known_to_open_them(environment: dict[str, str], *, known: bool) -> None:
    assert has_links(environment) is known


def test_same_lists_the_rulings_that_a_hit_stands_for(shipped: Kb) -> None:
    hit = shipped("search", "suspend X cost", "--limit", "1", "--json").json["hits"][0]  # type: ignore[index]
    assert hit["same"]
    out = shipped("search", "suspend X cost", "--limit", "1", "--same").out
    assert re.findall(r"    = \S+  ([0-9a-f]{12})", out) == hit["same"]


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
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=run.out, text=True, check=True)


@pytest.mark.parametrize(
    ("shell", "words"),
    [
        ("bash", {"COMP_WORDS": "kb show suspen", "COMP_CWORD": "2"}),
        ("zsh", {"COMP_WORDS": "kb show suspen", "COMP_CWORD": "2"}),
        ("fish", {"COMP_WORDS": "kb show suspen", "COMP_CWORD": "suspen"}),
    ],
)
def test_each_shell_is_offered_the_names_of_mechanics(
    environment: dict[str, str], shell: str, words: dict[str, str]
) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv = ['kb']; from kb.cli import main; main()"],
        capture_output=True,
        text=True,
        check=False,
        env=environment | words | {"_KB_COMPLETE": f"{shell}_complete"},
    )
    assert "suspend" in run.stdout
    assert "suspension" in run.stdout
