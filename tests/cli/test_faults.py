"""What goes wrong, and the streams, pipes and encodings that it is told through."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.make import KB, ROOT, Kb, page


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


def test_a_closed_pipe_is_told_from_nothing_found(environment: dict[str, str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run([*KB.split(), "export"], stdout=writer, check=False, env=environment)
    os.close(writer)
    assert run.returncode == 141


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


@pytest.mark.parametrize(("module", "code"), [("kb.cli.run", 130), ("kb.index", 130)])
def test_ctrl_c_while_a_command_starts_is_no_traceback(environment: dict[str, str], module: str, code: int) -> None:
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT.format(module)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert run.returncode == code
    assert run.stderr in {"", "kb: interrupted\n"}


INTERRUPTED_AT = """
import sys, os, signal
from kb.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background starts without it

class Interrupting:
    def find_spec(self, name, *_):
        if name == "{}":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
sys.argv = ["kb", "search", "suspend"]
main()
"""


def test_ctrl_c_after_all_is_said_changes_nothing(environment: dict[str, str]) -> None:
    late = (
        "import atexit, os, signal, sys; from kb.cli import main; sys.argv = ['kb', 'search', 'suspend'];"
        "atexit.register(os.kill, os.getpid(), signal.SIGINT); main()"
    )
    run = subprocess.run([sys.executable, "-c", late], capture_output=True, text=True, check=False, env=environment)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(
    ("module", "error"),
    [
        ("kb.cli.run", "MemoryError()"),
        ("kb.index", "MemoryError()"),
        ("kb.index", "OSError(errno.ENOMEM, 'Cannot allocate memory')"),
        ("kb.cli.run", "ImportError('x.so: failed to map segment from shared object')"),
    ],
)
def test_a_lack_of_memory_is_one_line(environment: dict[str, str], module: str, error: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", FAILING_AT.format(module, error)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "kb: there is not enough memory for this; free some, or give kb less at once\n"


def test_a_module_that_is_missing_is_a_fault_of_ours_and_keeps_its_traceback(environment: dict[str, str]) -> None:
    run = subprocess.run(
        [sys.executable, "-c", FAILING_AT.format("kb.cli.run", "ImportError('no such module')")],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert "Traceback" in run.stderr


FAILING_AT = """
import errno, sys
from kb.cli import main

class Failing:
    def find_spec(self, name, *_):
        if name == "{}":
            raise {}

sys.meta_path.insert(0, Failing())
sys.argv = ["kb", "search", "suspend"]
main()
"""


def test_what_to_do_about_a_damaged_index_names_the_folder_that_was_named(kb: Kb, tmp_path: Path) -> None:
    (tmp_path / "my index").mkdir(mode=0o700)
    (tmp_path / "my index" / "current").write_text("gen-gone\n", encoding="ascii")
    run = kb("search", "suspend", "--index", "my index")
    assert run.code == 2
    assert "run `kb ingest --index 'my index'`" in run.err
