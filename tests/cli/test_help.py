"""Help, the version and completion."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from kb.cli import run as cli
from kb.search.query.filters import KINDS
from kb.search.query.parse import FIELDS
from tests.cli.make import ROOT, Kb


def commands() -> Iterator[tuple[str, ...]]:
    """Return the name of every command."""
    context = click.Context(cli.kb)
    for name in cli.kb.list_commands(context):
        command = cli.kb.get_command(context, name)
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


def test_the_readme_shows_what_a_search_prints(shipped: Kb) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert (
        f'$ kb search "suspend X cost" --limit 2\n{shipped("search", "suspend X cost", "--limit", "2").out}```'
        in readme
    )


@pytest.mark.parametrize("words", ["cantrip", "summoning sick", "cmc", "mal d'invocation"])
def test_players_words_that_the_readme_names_for_the_sample_find_something_in_it(shipped: Kb, words: str) -> None:
    (line,) = re.findall("on the sample (.*);", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert f"`{words}`" in line
    found = shipped("search", words, "--json").json
    assert found["hits"]
    assert found["notes"] == []


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


def test_the_help_of_search_names_every_filter_and_each_is_understood(shipped: Kb) -> None:
    told = shipped("search", "--help").out.split("Examples:")[0]
    assert {f"is:{kind}" for kind in (*KINDS, "rule")} == set(re.findall(r"\bis:[a-z]+", told))
    assert {f"{name}:" for name in set(FIELDS.values()) - {"date"}} | {"date>=", "date:"} <= set(
        re.findall(r"\b[a-z]+(?::|>=)", told)
    )
    for asked in re.findall(r"\b(?:is|lang|date)(?::|>=)[\w-]+", told):
        assert "set aside" not in shipped("search", asked, "--limit", "1").out


@pytest.mark.parametrize("command", [(), *commands()], ids=" ".join)
def test_help_fits_eighty_columns(kb: Kb, command: tuple[str, ...]) -> None:
    assert [line for line in kb(*command, "--help").out.splitlines() if len(line) > 80] == []
