"""A few of the trials of `python -m tests.tools.reliability`, enough to see that they hold."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.tools.reliability.ground import Trial
from tests.tools.reliability.kills import ingests
from tests.tools.reliability.limits import hostile_files, unreadable
from tests.tools.reliability.serving import serving
from tests.tools.reliability.together import searches

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills and limits are those of POSIX")


def faults(trials: Iterable[Trial]) -> list[Trial]:
    """List the trials in which something broke; there must be some trials."""
    tried = list(trials)
    assert tried
    return [trial for trial in tried if trial.fault]


def test_an_ingest_that_is_killed_leaves_the_index_and_the_next_one_equals_a_clean_one(tmp_path: Path) -> None:
    assert faults(ingests(tmp_path, 1, 5, rulings=40)) == []


def test_searches_during_ingests_see_the_old_or_the_new_index(tmp_path: Path) -> None:
    assert faults(searches(tmp_path, 40, 5, runs=1, rulings=60)) == []


def test_a_served_site_gives_its_own_files_and_no_other_to_a_crowd_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    assert faults(serving(tmp_path, 40, 5, slow=False)) == []


def test_what_is_no_file_of_the_corpus_is_passed_over_or_named(tmp_path: Path) -> None:
    assert faults(hostile_files(tmp_path, ["pipe.txt", "leads-out.txt", "nul.txt"])) == []


def test_a_file_that_may_not_be_read_is_named_and_left_out(tmp_path: Path) -> None:
    assert [trial for trial in unreadable(tmp_path) if trial.fault] == []
