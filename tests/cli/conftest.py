"""`kb` for the tests of the command line: in an empty folder, on the shipped corpus, in a terminal."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.make import ROOT, Kb, Terminal


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


@pytest.fixture
def environment(shipped_index: Path) -> Iterator[dict[str, str]]:
    """The environment of a child process that uses the shipped corpus' index."""
    return {**os.environ, "KB_INDEX": str(shipped_index), "PYTHONPATH": str(ROOT)}  # type: ignore[return-value]


@pytest.fixture
def terminal(environment: dict[str, str], tmp_path: Path) -> Terminal:
    """A terminal whose user has a state folder of their own."""
    return Terminal(environment | {"XDG_STATE_HOME": str(tmp_path / "state")})
