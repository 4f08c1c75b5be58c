"""The whole of the game's rulings: counted, in bounded memory, the same each time. Run with KB_SLOW=1."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

MEGABYTE = 1 << 20
ENTRY = {"layout": "normal", "type": "Artifact", "manaCost": "{2}", "printings": ["AAA"], "text": "{T}: Add {C}. " * 12}


MEASURED = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "kb", *sys.argv[1:]], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def measured(folder: Path, *paths: Path) -> tuple[Mapping[str, int], int]:
    """Ingest *paths* into the index *folder* in a process of its own; count what it did, and its memory in bytes."""
    command = [sys.executable, "-c", MEASURED, "ingest", *map(str, paths), "--index", str(folder), "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    counted, most = done.stdout.strip().rsplit("\n", 1)
    return json.loads(counted), int(most) * (1 if sys.platform == "darwin" else 1024)


def ingested(folder: Path, *paths: Path) -> Mapping[str, int]:
    """Ingest *paths* into the index *folder*; give what it counted."""
    return measured(folder, *paths)[0]


def structured(folder: Path) -> Path:
    """Return the structured index of the index *folder*."""
    return folder / (folder / "current").read_text(encoding="ascii").strip() / "kb.sqlite"


@pytest.fixture(scope="module")
def one_snapshot(reference: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Mapping[str, int]]:
    """An index of one snapshot and the rules, and what its ingest counted."""
    folder = tmp_path_factory.mktemp("one")
    return folder, ingested(folder, reference / "data" / "scryfall", reference / "data" / "rules")


@pytest.mark.reference
def test_every_ruling_of_a_snapshot_is_kept_once(one_snapshot: tuple[Path, Mapping[str, int]]) -> None:
    _, counted = one_snapshot
    assert {key: counted[key] for key in ("raw", "rulings", "duplicates")} == {
        "raw": 46_633,
        "rulings": 25_247,
        "duplicates": 46_633 - 25_247,
    }


@pytest.mark.reference
def test_entries_on_one_oracle_id_are_one_card_found_by_all_their_names(
    reference: Path, one_snapshot: tuple[Path, Mapping[str, int]]
) -> None:
    entries = json.loads((reference / "data" / "scryfall" / "oracle-cards.json").read_text(encoding="utf-8"))
    folder, counted = one_snapshot
    assert (len(entries), counted["cards"]) == (23_829, 23_825)
    with sqlite3.connect(structured(folder)) as db:
        known = {name for (name,) in db.execute("select name from card_name")}
    db.close()
    assert not {entry["name"] for entry in entries} - known


@pytest.mark.reference
def test_the_same_files_give_the_same_bytes(
    reference: Path, one_snapshot: tuple[Path, Mapping[str, int]], tmp_path: Path
) -> None:
    folder, counted = one_snapshot
    assert ingested(tmp_path, reference / "data" / "scryfall", reference / "data" / "rules") == counted
    assert structured(tmp_path).read_bytes() == structured(folder).read_bytes()


@pytest.mark.reference
def test_two_snapshots_share_most_rulings(reference: Path, tmp_path: Path) -> None:
    data = reference / "data"
    assert ingested(tmp_path, data / "scryfall", data / "rules", data / "mtgjson")["rulings"] == 26_523


def printings(number: int) -> Iterator[dict[str, object]]:
    """Yield the 200 cards of a set; every set prints the same cards again, with the same rulings and more words."""
    for n in range(200):
        name = f"Test Relic {chr(97 + n % 26) * (1 + n // 26)}"
        rulings = [
            {"date": "2020-01-01", "text": f"{name} may be cast on turn {k} of a game of {n}."} for k in range(5)
        ]
        yield ENTRY | {"name": name, "uuid": f"{number}-{n}", "rulings": rulings, "flavorText": "So it is said. " * 150}


def write_all_printings(file: Path, size: int) -> None:
    """Write sets until the file has *size* bytes."""
    with file.open("w", encoding="utf-8") as out:
        out.write('{"meta": {"version": "5.2.2"}, "data": {')
        number = 0
        while out.tell() < size:
            code = f"S{number:04}"
            a_set = {"code": code, "baseSetSize": 200, "cards": list(printings(number))}
            out.write(("," if number else "") + f'"{code}": ' + json.dumps(a_set))
            number += 1
        out.write("}}")


def test_five_hundred_megabytes_of_printings_are_read_in_a_fraction_of_that_memory(tmp_path: Path) -> None:
    file = tmp_path / "AllPrintings.json"
    write_all_printings(file, 500 * MEGABYTE)
    counted, most = measured(tmp_path / "index", file)
    assert (counted["cards"], counted["rulings"], counted["raw"]) == (200, 1000, 1000)
    assert most < 400 * MEGABYTE
