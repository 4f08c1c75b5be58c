"""Work in a second process."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest

from kb.errors import KbError
from kb.system.parallel import Beside, beside, beside_or_here, possible

pytestmark = pytest.mark.skipif(not possible(), reason="the system cannot fork")


def test_what_is_handed_over_late_reaches_the_work_and_the_block_waits_for_its_end(tmp_path: Path) -> None:
    def work(late: Callable[[], tuple[str, ...]]) -> None:
        (tmp_path / "result").write_text(" ".join(late()), encoding="ascii")

    with beside(work) as second:
        second.hand(("one", "two"))
    assert (tmp_path / "result").read_text(encoding="ascii") == "one two"


def test_the_result_of_the_work_can_be_asked_for_in_the_block() -> None:
    def work(late: Callable[[], int]) -> int:
        return late() * 2

    with beside(work) as second:
        second.hand(21)
        assert (second.result(), second.result()) == (42, 42)


@pytest.mark.parametrize("processes", [1, 2])
def test_things_are_handed_over_one_after_the_other(processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(late: Callable[[], int]) -> int:
        first = late()
        return first - late()

    monkeypatch.setattr("kb.system.parallel.possible", lambda: processes == 2)
    with beside_or_here(work) as running:
        assert isinstance(running, Beside) == (processes == 2)
        running.hand(7)
        running.hand(4)
    assert running.result() == 3


def test_in_one_process_the_work_is_done_when_the_block_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(late: Callable[[], str]) -> None:
        (tmp_path / late()).touch()

    monkeypatch.setattr("kb.system.parallel.possible", lambda: False)
    with beside_or_here(work) as running:
        running.hand("result")
        assert list(tmp_path.iterdir()) == []
    assert [file.name for file in tmp_path.iterdir()] == ["result"]


def test_work_that_fails_before_it_takes_what_it_is_handed_gives_its_own_error() -> None:
    def work(_: Callable[[], int]) -> None:
        sleep(0.1)
        raise OSError(5, "no disk")

    def handing() -> None:
        with beside(work) as second:
            second.hand(1)
            sleep(0.3)
            second.hand(2)

    with pytest.raises(OSError, match="no disk"):
        handing()


def test_an_error_of_the_work_is_raised_where_the_block_ends() -> None:
    def work(late: Callable[[], int]) -> None:
        raise OSError(28, f"no room for {late()}")

    with pytest.raises(OSError, match="no room for 7"), beside(work) as second:
        second.hand(7)


def test_an_error_of_the_block_ends_the_work_and_is_the_one_that_is_raised(tmp_path: Path) -> None:
    def work(late: Callable[[], int]) -> None:
        late()
        (tmp_path / "result").touch()

    with pytest.raises(KbError, match="first"), beside(work):
        raise KbError("first")
    assert not (tmp_path / "result").exists()


def test_work_that_was_killed_is_an_error_in_one_line() -> None:
    def work(late: Callable[[], int]) -> None:
        os._exit(late())

    with pytest.raises(KbError, match="stopped from outside") as raised, beside(work) as second:
        second.hand(9)
    assert "\n" not in str(raised.value)


@pytest.fixture
def second_thread() -> Iterator[None]:
    """A thread that is alive during a test."""
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    yield
    over.set()
    thread.join()


@pytest.mark.usefixtures("second_thread")
def test_a_process_of_several_threads_is_not_split() -> None:
    assert not possible()


def test_a_second_process_ends_when_the_first_alone_is_killed() -> None:
    # Both hold the other end of the pipe that is read here, so it ends when both have.
    run = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, timeout=20, check=False)
    assert run.returncode == -signal.SIGKILL
    assert run.stdout == b"at work"


KILLED = """
import os, signal, time
from kb.system.parallel import beside

def work(late):
    os.write(1, b"at work")
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)
    os.write(1, b" still")

with beside(work):
    time.sleep(60)
"""
