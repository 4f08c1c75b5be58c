"""Three times as many rulings as there are: what they may cost to index and to search."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULINGS = 70_000
MEASURED = """
import re, resource, sys
from pathlib import Path
from kb import cli
try:
    cli.main()
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    # What `used` says of memory may be that of the process that started this one.
    most = int(re.search(r"VmHWM:\\s*([0-9]+)", Path("/proc/self/status").read_text())[1]) // 1024
    print("used", used.ru_utime + used.ru_stime, most, file=sys.stderr)
"""


def write(folder: Path) -> None:
    """Write cards and rulings of invented words, the same each time."""
    chance = random.Random(3)  # noqa: S311 - no secret
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(3, 10))) for _ in range(30_000)]
    ids = [f"00000000-0000-4000-8000-{number:012}" for number in range(RULINGS // 3 + 1)]
    with (folder / "cards.jsonl").open("w", encoding="utf-8") as cards:
        for number, ident in enumerate(ids):
            name = " ".join(chance.sample(words, 3)).title() + f" {number}"
            card = {"object": "card", "id": ident, "oracle_id": ident, "name": name, "lang": "en", "layout": "normal"}
            cards.write(json.dumps(card) + "\n")
    with (folder / "rulings.jsonl").open("w", encoding="utf-8") as rulings:
        for number in range(RULINGS):
            text = chance.choices(words[:3000], k=28) + chance.choices(words, k=7)
            day = f"20{chance.randint(4, 25):02}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
            ruling = {"object": "ruling", "oracle_id": ids[number // 3], "source": "wotc", "published_at": day}
            rulings.write(json.dumps(ruling | {"comment": " ".join(text) + "."}) + "\n")


def measured(*arguments: str | Path) -> tuple[float, int, str]:
    """Run `kb`; give the seconds of a processor it took, the most MB it held and what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode in (0, 1), done.stderr
    used = re.search(r"used ([0-9.]+) ([0-9]+)", done.stderr)
    assert used is not None
    return float(used[1]), int(used[2]), done.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in another way there")
def test_seventy_thousand_rulings_are_indexed_and_searched_within_the_budget(tmp_path: Path) -> None:
    write(tmp_path)
    index = tmp_path / "index"
    seconds, megabytes, out = measured("ingest", tmp_path / "cards.jsonl", tmp_path / "rulings.jsonl", "--index", index)
    assert "70,000 rulings" in out
    assert seconds < 180
    assert megabytes < 600
    for query, said in (("abc*", "1. "), ("*a*", "set aside: *a*"), ("*", "set aside: *")):
        seconds, megabytes, out = measured("search", query, "--index", index)
        assert said in out
        assert seconds < 2
        assert megabytes < 300
