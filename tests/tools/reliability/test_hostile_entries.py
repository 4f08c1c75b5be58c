"""What hostile values in every field of a file come to: in the index, the terminal, the exports and the site."""

import csv
import io
import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.tools.reliability.ground import Run, broken, run, tree

_HOSTILE = (
    "../../x",
    "/etc/passwd",
    "..\\..\\x",
    "a/../../../b",
    "CON",
    ".",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "</script><script>alert(1)//",
    "{{ 7*7 }}{% raw %}",
    "=HYPERLINK(1)",
    "@SUM(1)",
    "\x1b[2J\x1b]0;owned\x07",
    "abc\u202edcba\u2066x",
    "\u0000null",
    "\ud800half",
    "a\u2028b\nc",
    "9" * 4000,
    "\u0301" * 300,
)


@dataclass(frozen=True, slots=True)
class Ground:
    """A corpus of hostile values, its index and its site, in a folder that holds nothing else."""

    folder: Path
    before: dict[str, str]

    def kb(self, *arguments: str) -> Run:
        """Run `kb` on the index."""
        return run(*arguments, "--index", self.folder / "index", home=self.folder / "home")


def entries() -> Iterator[dict[str, object]]:
    """Yield a ruling and a card with each hostile value in each of its fields."""
    for number, value in enumerate(_HOSTILE):
        oracle_id = f"0b6c4c5e-0000-4000-8000-{number:012}"
        text = f"Ruling {number} is {value} when its cost is paid."
        yield {"object": "card", "oracle_id": oracle_id, "name": value, "lang": "en", "type_line": value,
               "oracle_text": value, "set": value, "keywords": [value], "printed_name": value}  # fmt: skip
        yield {
            "object": "ruling",
            "oracle_id": oracle_id,
            "source": value,
            "published_at": "2024-02-02",
            "comment": text,
        }
        yield {"object": "ruling", "oracle_id": value, "source": "wotc", "published_at": value, "comment": value}


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "home").mkdir()
    (folder / "corpus").mkdir()
    (folder / "corpus" / "all.json").write_text(json.dumps(list(entries())), "utf-8")
    made = Ground(folder, tree(folder))
    assert made.kb("ingest", str(folder / "corpus")).code == 0
    assert made.kb("site", "build", "--out", str(folder / "site")).code == 0
    return made


def test_nothing_is_written_but_the_index_and_the_site(ground: Ground) -> None:
    ours = ("index/", "site/", "home/.local/state/kb/")
    after = {path: content for path, content in tree(ground.folder).items() if not path.startswith(ours)}
    assert after == ground.before


def test_files_of_the_site_have_names_that_every_system_takes(ground: Ground) -> None:
    paths = [path.removeprefix("site/") for path in tree(ground.folder) if path.startswith("site/")]
    assert sum("/cards/" in path for path in paths) > len(_HOSTILE)
    for path in paths:
        assert path.isascii(), path
        assert not set(path) & set('\\:*?"<>|'), path
        assert all(part.partition(".")[0].lower() not in {"con", "nul", "aux", "prn", ".."} for part in path.split("/"))
        assert max(map(len, path.split("/"))) < 120, path
    assert list(broken(ground.folder / "site")) == []


def test_no_page_runs_what_a_field_says(ground: Ground) -> None:
    for page in (ground.folder / "site").rglob("*.html"):
        soup = BeautifulSoup(page.read_bytes(), "html.parser")
        for tag in soup.select("*"):
            assert not [name for name in tag.attrs if name.startswith("on")], page
            assert not str(tag.get("href", "")).lower().startswith(("javascript:", "data:")), page
        running = [script for script in soup.find_all("script") if script.get("type") != "application/ld+json"]
        assert all(script.get("src") and not script.get_text() for script in running), page


@pytest.mark.parametrize("arguments", [("search", "cost paid"), ("show", "CON"), ("stats",)])
def test_a_terminal_is_sent_no_sign_that_acts(ground: Ground, arguments: tuple[str, ...]) -> None:
    done = ground.kb(*arguments)
    assert done.code in {0, 1}
    assert_quiet(done)


def test_a_check_of_such_files_sends_none_either(ground: Ground) -> None:
    assert_quiet(run("check", ground.folder / "corpus", home=ground.folder / "home"))


def assert_quiet(done: Run) -> None:
    """Assert that nothing printed moves the cursor, reorders text or is half a letter."""
    acting = {c for c in done.out + done.err if unicodedata.category(c) in {"Cc", "Cf", "Cs"}} - {"\n", "\u00ad"}
    assert acting == set()


def test_no_cell_of_an_export_is_a_formula(ground: Ground) -> None:
    rows = list(csv.reader(io.StringIO(ground.kb("export", "--format", "csv").out)))
    assert len(rows) > len(_HOSTILE)
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]


def test_the_export_is_read_again_as_the_same_rulings(ground: Ground, tmp_path: Path) -> None:
    exported = ground.kb("export").out
    (tmp_path / "again.jsonl").write_text(exported, "utf-8")
    done = run("ingest", tmp_path / "again.jsonl", "--index", tmp_path / "index", home=tmp_path)
    assert done.code == 0
    again = run("export", "--index", tmp_path / "index", home=tmp_path).out
    kept = ("id", "date", "lang", "text", "sources")
    assert [[json.loads(line)[key] for key in kept] for line in again.splitlines()] == [
        [json.loads(line)[key] for key in kept] for line in exported.splitlines()
    ]
