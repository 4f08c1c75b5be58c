"""What only a terminal shows: progress, colours, the pager, links, hits by number."""

import json
import re
from pathlib import Path

import pytest

from kb.cli.links import has_links
from tests.cli.make import FREE, SUSPEND, Kb, Terminal, page

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def test_an_ingest_shows_its_stages_and_leaves_nothing_on_the_screen(terminal: Terminal, tmp_path: Path) -> None:
    page(tmp_path / "in", "a.txt", SUSPEND)
    code, shown = terminal("ingest", tmp_path / "in", "--index", tmp_path / "index", TERM="xterm")
    steps = shown.split("\r\x1b[K")
    assert code == 0
    assert steps[1].endswith("]  1 of 7  in/a.txt")
    assert steps[-2].endswith("]  7 of 7  search index")
    assert steps[-1].startswith("1 file: 1 ruling as printed")


def test_ctrl_c_in_an_ingest_is_one_line_and_130_and_the_old_index_stays(terminal: Terminal, tmp_path: Path) -> None:
    page(tmp_path / "in", "a.txt", SUSPEND)
    index = tmp_path / "index"
    assert terminal("ingest", tmp_path / "in", "--index", index)[0] == 0
    before = sorted(p.relative_to(index) for p in index.rglob("*"))
    for n in range(300):
        page(tmp_path / "in", f"b{n}.txt", FREE, card=f"Card {n}")
    code, shown = terminal("ingest", tmp_path / "in", "--index", index, stop_at="in/b20.txt")
    assert code == 130
    assert shown.split("\r\x1b[K")[-1] == "kb: interrupted\n"
    assert sorted(p.relative_to(index) for p in index.rglob("*")) == before


def test_a_table_moves_no_cursor_in_a_terminal_and_is_exact_in_a_file(
    terminal: Terminal, kb: Kb, tmp_path: Path
) -> None:
    text = "Red \x1b[31m and back \u202e, a bell \x07."
    row = {"oracle_id": "11111111-1111-1111-1111-111111111111", "source": "wotc", "published_at": "2024-02-02"}
    (tmp_path / "rulings.json").write_text(json.dumps([row | {"object": "ruling", "comment": text}]), encoding="utf-8")
    index = tmp_path / "index"
    kb("ingest", tmp_path / "rulings.json", "--index", index)
    _, shown = terminal("export", "--format", "csv", "--index", index)
    exact = kb("export", "--format", "csv", "--index", index).out
    assert shown.splitlines()[1].split(",", 3)[3] == '"Red �[31m and back �, a bell �.",,,wotc'
    assert exact.splitlines()[1].split(",", 3)[3] == f'"{text}",,,wotc'


def test_show_opens_a_hit_of_the_last_search_by_its_number(terminal: Terminal) -> None:
    _, found = terminal("search", "suspend", "--limit", "3")
    ident = re.search(r" 2\. .*?([0-9a-f]{12})", ESCAPES.sub("", found))
    assert ident is not None
    code, shown = terminal("show", "2")
    assert code == 0
    assert ident[1] in shown.splitlines()[0]
    assert terminal("show", "4")[0] == 2


def test_the_number_of_a_hit_means_nothing_in_a_pipe_or_in_json(
    terminal: Terminal, kb: Kb, shipped_index: Path
) -> None:
    terminal("search", "suspend")
    assert kb("show", "1", "--index", shipped_index).code == 2
    assert terminal("show", "1", "--json")[0] == 2


@pytest.mark.parametrize("state", ["/dev/null/none", "/proc/none"])
def test_a_state_folder_that_cannot_be_written_is_no_failure(terminal: Terminal, state: str) -> None:
    code, shown = terminal("search", "suspend", XDG_STATE_HOME=state)
    assert (code, "Traceback" in shown, "kb:" in shown) == (0, False, False)


def test_a_damaged_memory_of_the_last_search_is_none(terminal: Terminal, tmp_path: Path) -> None:
    terminal("search", "suspend")
    (memory,) = (tmp_path / "state" / "kb").iterdir()
    for content in (b"", b"[]", b'{"hits": 3}', b"\xff", b"[" * 100_000):
        memory.write_bytes(content)
        assert terminal("show", "1")[0] == 2


def test_what_is_longer_than_the_terminal_goes_through_the_pager(terminal: Terminal) -> None:
    assert terminal("show", "suspend", PAGER="head -n 1")[1].count("\n") == 1
    assert terminal("show", "suspend", "--no-pager", PAGER="head -n 1")[1].count("\n") > 24
    assert terminal("search", "suspend", "--limit", "1", PAGER="false")[1].count("\n") > 2


def test_no_color_is_obeyed_in_a_terminal_and_in_its_pager(terminal: Terminal) -> None:
    assert "\x1b[1m" in terminal("show", "suspend")[1]
    assert "\x1b" not in terminal("show", "suspend", NO_COLOR="1")[1]


def test_ids_link_to_the_built_site_where_the_terminal_has_links(terminal: Terminal, tmp_path: Path) -> None:
    search = ("search", "suspend", "--limit", "1")
    assert "\x1b]8" not in terminal(*search, TERM_PROGRAM="WezTerm")[1]
    assert terminal("site", "build", "--out", tmp_path / "site")[0] == 0
    shown = terminal(*search, TERM_PROGRAM="WezTerm")[1]
    link = re.search(r"\x1b]8;;file://([^\x1b]+)\x1b", shown)
    assert link is not None
    assert Path(link[1]).is_file()
    assert "\x1b]8" not in terminal(*search, TERM_PROGRAM="")[1]
    assert "\x1b]8" not in terminal(*search, TERM_PROGRAM="WezTerm", TMUX="x")[1]
    assert "\x1b]8" not in terminal("show", "suspend", TERM_PROGRAM="WezTerm")[1]


@pytest.mark.parametrize(
    ("environment", "known"),
    [
        ({}, False),
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "foot"}, True),
        ({"VTE_VERSION": "6003"}, True),
        ({"VTE_VERSION": "4205"}, False),
        ({"VTE_VERSION": "new"}, False),
        ({"WT_SESSION": "x"}, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM_PROGRAM": "iTerm.app"}, True),
        ({"TERM_PROGRAM": "iTerm.app", "TERM": "screen-256color"}, False),
    ],
)
def test_links_are_given_only_to_terminals_known_to_open_them(environment: dict[str, str], *, known: bool) -> None:
    assert has_links(environment) is known
