"""Searching from the command line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.make import SUSPEND, Kb, page


@pytest.mark.parametrize(
    "query", [["suspend X cost"], ["suspend", "X", "cost"], ["suspension coût X"], ["suspension cout x"]]
)
def test_the_first_answer_is_that_x_is_0_though_its_text_does_not_name_suspend(shipped: Kb, query: list[str]) -> None:
    first = shipped("search", *query, "--json").json["hits"][0]  # type: ignore[index]
    assert "{X}" in first["text"]
    assert "0" in first["text"]
    assert "suspend" not in first["text"].casefold()
    assert {"name": "Suspend", "kind": "context"}.items() <= next(
        m for m in first["mechanics"] if m["name"] == "Suspend"
    ).items()


def test_a_search_without_an_index_builds_it_from_the_nearest_corpus(kb: Kb, tmp_path: Path) -> None:
    page(tmp_path / "corpus", "bloom.txt", SUSPEND)
    (tmp_path / "below" / "deeper").mkdir(parents=True)
    os.chdir(tmp_path / "below" / "deeper")
    first = kb("search", "suspend")
    assert first.code == 0
    assert "building the index" in first.err
    assert (tmp_path / ".kb" / "current").exists()
    again = kb("search", "suspend")
    assert (again.code, again.err, again.out) == (0, "", first.out)


def test_a_search_far_from_any_corpus_uses_the_shipped_one(kb: Kb, tmp_path: Path) -> None:
    assert kb("search", "suspend X cost").code == 0
    assert (tmp_path / "data" / "kb" / "index" / "current").exists()


def test_a_note_of_a_web_site_is_shown_as_not_official_in_search_and_show(kb: Kb, tmp_path: Path) -> None:
    oracle = "00000001-0000-4000-8000-000000000000"
    note = {"object": "ruling", "oracle_id": oracle, "published_at": "2020-01-01"}
    rulings = [
        note | {"source": "scryfall", "comment": "A note about suspend and its counters."},
        note | {"source": "wotc", "comment": "A ruling about suspend and its cost."},
    ]
    (tmp_path / "rulings.json").write_text(json.dumps(rulings), encoding="utf-8")
    kb("ingest", tmp_path / "rulings.json", "--index", tmp_path / "index")
    for command in ("search", "show"):
        heads = [
            line for line in kb(command, "suspend", "--index", tmp_path / "index").out.splitlines() if "2020" in line
        ]
        assert sorted("not an official ruling" in head for head in heads) == [False, True]


def test_json_output_is_ascii_whatever_the_texts(shipped: Kb) -> None:
    assert shipped("search", "suspension", "--json").out.isascii()


def test_no_colour_outside_a_terminal(shipped: Kb) -> None:
    assert "\x1b" not in shipped("search", "suspend").out


def test_same_lists_the_rulings_that_a_hit_stands_for(shipped: Kb) -> None:
    hit = shipped("search", "suspend X cost", "--limit", "1", "--json").json["hits"][0]  # type: ignore[index]
    assert hit["same"]
    out = shipped("search", "suspend X cost", "--limit", "1", "--same").out
    assert re.findall(r"    = \S+  ([0-9a-f]{12})", out) == hit["same"]


NOT_FOR_A_SEARCH = (
    *("bs4", "filelock", "importlib.metadata", "jinja2", "logging", "multiprocessing", "platformdirs", "tempfile"),
    *(
        "tomllib",
        "urllib3",
        "kb.knowledge.dedupe",
        "kb.fetch",
        "kb.update.run",
        "kb.layouts",
        "kb.link",
        "kb.link.mentions",
        "kb.read",
    ),
    *(
        "kb.model.catalogue",
        "kb.model.files",
        "kb.model.whole",
        "kb.knowledge.rulebook",
        "kb.search.index.build",
        "kb.search.index.segment",
    ),
    *("kb.site", "kb.store.write", "whoosh.qparser", "whoosh.query", "whoosh.searching", "whoosh.writing"),
)
"""What takes longer to load than a search takes, and is for other commands."""


@pytest.mark.parametrize("query", ["suspend X cost", "suspension coût X"])
def test_a_search_loads_nothing_that_only_other_commands_need(environment: dict[str, str], query: str) -> None:
    code = (
        "import sys; sys.argv[0] = 'kb'\n"
        "from kb.cli import main\n"
        "try: main()\n"
        "finally: print(*sys.modules, file=sys.stderr)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "search", query], capture_output=True, text=True, check=True, env=environment
    )
    loaded = set(run.stderr.split())
    assert {"kb.search.searcher", "kb.model.knowledge"} <= loaded
    assert loaded.intersection(NOT_FOR_A_SEARCH) == set()
