"""What the tests of the command line share: `kb` in this process, in a terminal, and pages for it to read."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from kb.cli import run as cli
from tests.prompt import AS_TYPED

ROOT = Path(__file__).parents[2]


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
            cli.run()
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err
        assert isinstance(ended.value.code, int)
        return Run(ended.value.code, out, err)


def page(folder: Path, name: str, *entries: tuple[str, str], card: str = "Lotus Bloom") -> Path:
    """Write a page of dated rulings."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    body = "\n\n".join(f"{on}\n\n{text}" for on, text in entries)
    file.write_text(f"{card}\n\nRulings\n\n{body}\n", encoding="utf-8")
    return file


SUSPEND = ("2024-02-02", "A card exiled with suspend lies face up, and every player may look at it.")


FREE = ("2024-02-02", "Casting it for free leaves no choice for {X} but 0.")


KB = f"{sys.executable} -m kb"


class Terminal:
    """Runs `kb` in a terminal of 80 columns and 24 lines."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment | {"TERM": "xterm", "PAGER": "cat", "LC_ALL": "C.UTF-8"}

    def __call__(self, *arguments: str | Path, stop_at: str = "", **environment: str) -> tuple[int, str]:
        """Return the exit code and what was shown; Ctrl-C is pressed once *stop_at* appears."""
        pty = pytest.importorskip("pty")
        near, far = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-c", AS_TYPED, *map(str, arguments)],
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
