"""`kb fetch`, then `kb ingest`, as the way from nothing to everything."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fetch.loopback import Answer, Service

ROOT = Path(__file__).parents[2]
CARD = {
    "name": "Lotus Bloom",
    "type": "Artifact",
    "text": "Suspend 3—{0}",
    "identifiers": {"scryfallOracleId": "00000001-0000-4000-8000-000000000000"},
    "rulings": [{"date": "2021-06-18", "text": "A card that waits may be looked at."}],
    "foreignData": [{"language": "French", "name": "Floraison de lotus", "text": "Suspension 3—{0}"}],
}
ATOMIC = gzip.compress(json.dumps({"meta": {}, "data": {"Lotus Bloom": [CARD]}}).encode(), mtime=0)
RULES = b"Sample Comprehensive Rules\n\n7. Additional Rules\n\n702. Keyword Abilities\n\n702.62. Suspend\n\n"
RULES += b"702.62a Suspend is a keyword.\n\nGlossary\n\nSuspend\nA keyword.\n\nCredits\n\nNobody.\n"


class Kb:
    """Runs `kb` in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `kb` with *arguments*."""
        environment = {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(self._folder / "data"), "KB_INDEX": ""}
        return subprocess.run(
            [sys.executable, "-m", "kb", *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=self._folder,
            env={**os.environ, **environment},
        )


@pytest.fixture
def kb(tmp_path: Path) -> Kb:
    return Kb(tmp_path)


def test_fetch_and_ingest_without_a_word_more_bring_everything(service: Service, kb: Kb, tmp_path: Path) -> None:
    service.put("/Meta.json", Answer(b'{"data": {"version": "5.2.2"}}'))
    service.put("/AtomicCards.json.gz", Answer(ATOMIC))
    service.put("/AtomicCards.json.gz.sha256", Answer(status=404))
    service.put("/rules", Answer(b'<a href="/MagicCompRules%2020260801.txt">TXT</a>'))
    service.put("/MagicCompRules%2020260801.txt", Answer(RULES))
    fetched = kb("fetch", "mtgjson", "--base-url", service.root)
    assert (fetched.returncode, fetched.stderr) == (0, "")
    assert fetched.stdout == f"{tmp_path}/corpus/mtgjson/mtgjson-AtomicCards.json.gz: downloaded (5.2.2)\n"
    assert kb("fetch", "rules", "--base-url", service.root).returncode == 0
    ingested = kb("ingest")
    assert (ingested.returncode, ingested.stderr) == (0, "")
    assert ingested.stdout.startswith("2 files: 1 ruling as printed")
    assert json.loads(kb("show", "floraison de lotus", "--json").stdout)["card"] == "Lotus Bloom"
    assert json.loads(kb("show", "702.62", "--json").stdout)["mechanics"] == ["Suspend"]
    again = kb("fetch", "mtgjson", "--base-url", service.root)
    assert again.stdout.endswith("mtgjson-AtomicCards.json.gz: up to date (5.2.2)\n")


def test_an_unfinished_download_is_not_read_as_a_part_of_the_corpus(service: Service, kb: Kb, tmp_path: Path) -> None:
    service.put("/Meta.json", Answer(b'{"data": {"version": "5.2.2"}}'))
    service.put("/AtomicCards.json.gz", Answer(ATOMIC))
    service.put("/AtomicCards.json.gz.sha256", Answer(status=404))
    kb("fetch", "mtgjson", "--base-url", service.root)
    (tmp_path / "corpus" / "mtgjson" / "mtgjson-AtomicCards.json.gz.part").write_bytes(ATOMIC[:20])
    assert json.loads(kb("ingest", "--json").stdout)["files"] == 1


def test_a_service_that_refuses_is_one_line_and_leaves_no_file(service: Service, kb: Kb, tmp_path: Path) -> None:
    service.put("/bulk-data", Answer(b'{"object": "error", "details": "Name yourself."}', status=400))
    run = kb("fetch", "scryfall", "--base-url", service.root)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.count("\n") == 1
    assert "Name yourself." in run.stderr
    assert list((tmp_path / "corpus" / "scryfall").iterdir()) == []


def test_what_is_fetched_into_a_checkout_is_no_part_of_the_project() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/corpus/mtgjson/", "/corpus/rules/", "/corpus/scryfall/"} <= set(ignored)
