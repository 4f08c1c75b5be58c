"""What each service publishes is found, fetched once, and kept."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import __version__
from kb.errors import FetchError, UsageError
from kb.fetch import DEFAULT_KINDS, Fetched, Status, fetch
from kb.fetch.services import rules_links
from kb.fetch.state import NAME as STATE
from kb.fetch.state import load
from tests.fetch.loopback import (
    ATOMIC,
    CARDS,
    PACKED,
    RULES,
    RULINGS,
    Answer,
    Service,
    listing,
    names,
    ready,
    run,
)


def test_rulings_and_cards_of_the_listing_are_fetched_whole(service: Service, tmp_path: Path) -> None:
    service.put("/bulk-data", listing(service, rulings="jsonl:/r.jsonl.gz", oracle_cards="/o.json", art="/a.json"))
    service.put("/r.jsonl.gz", Answer(PACKED))
    service.put("/o.json", Answer(CARDS))

    found = fetch("scryfall", tmp_path / "new" / "folder", base_url=service.root)

    folder = tmp_path / "new" / "folder"
    assert found == (
        Fetched("scryfall-rulings", Status.DOWNLOADED, folder / "scryfall-rulings.jsonl.gz", len(PACKED), "2026-08-01"),
        Fetched("scryfall-oracle-cards", Status.DOWNLOADED, folder / "scryfall-oracle-cards.json", 41, "2026-08-01"),
    )
    assert (folder / "scryfall-rulings.jsonl.gz").read_bytes() == PACKED
    assert (folder / "scryfall-oracle-cards.json").read_bytes() == CARDS
    assert names(folder) == [STATE, "scryfall-oracle-cards.json", "scryfall-rulings.jsonl.gz"]
    assert service.paths() == ["/bulk-data", "/r.jsonl.gz", "/o.json"]


def test_every_request_names_this_program_and_what_it_accepts(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(PACKED))
    run(service, tmp_path)
    assert len(service.asked) == 2
    for _, headers in service.asked:
        assert headers["user-agent"].startswith(f"kb-rulings/{__version__} ")
        assert headers["accept"].startswith("application/json")


def test_lines_are_preferred_where_both_forms_are_listed(service: Service, tmp_path: Path) -> None:
    entry = {"type": "rulings", "jsonl_download_uri": f"{service.root}/lines", "download_uri": f"{service.root}/array"}
    service.put("/bulk-data", Answer(json.dumps({"data": [entry]}).encode()))
    service.put("/lines", Answer(RULINGS))
    run(service, tmp_path)
    assert names(tmp_path) == [STATE, "scryfall-rulings.jsonl"]


def test_a_file_packed_only_for_the_way_is_kept_packed_and_named_so(service: Service, tmp_path: Path) -> None:
    service.put("/bulk-data", listing(service, rulings="/r.json"))
    service.put("/r.json", Answer(gzip.compress(CARDS), headers={"Content-Encoding": "gzip"}))
    run(service, tmp_path)
    assert service.asked[-1][1]["accept-encoding"] == "gzip"
    assert gzip.decompress((tmp_path / "scryfall-rulings.json.gz").read_bytes()) == CARDS


def test_an_unchanged_listing_means_that_nothing_is_fetched_twice(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(PACKED))
    run(service, tmp_path)
    (again,), _ = run(service, tmp_path)
    assert again.status is Status.UP_TO_DATE
    assert again.path == tmp_path / "scryfall-rulings.jsonl.gz"
    assert service.paths() == ["/bulk-data", "/r.jsonl.gz", "/bulk-data"]


def test_a_file_that_was_deleted_or_changed_in_size_is_fetched_anew(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(PACKED, headers={"ETag": '"v1"'}))
    run(service, tmp_path)
    (tmp_path / "scryfall-rulings.jsonl.gz").write_bytes(b"touched")
    (again,), _ = run(service, tmp_path)
    assert again.status is Status.DOWNLOADED
    assert (tmp_path / "scryfall-rulings.jsonl.gz").read_bytes() == PACKED


def test_a_newer_listing_replaces_the_file_even_under_another_name(service: Service, tmp_path: Path) -> None:
    service.put("/bulk-data", listing(service, rulings="/r.json"))
    service.put("/r.json", Answer(CARDS))
    run(service, tmp_path)
    service.put("/bulk-data", listing(service, "2026-08-02", rulings="jsonl:/r.jsonl.gz"))
    service.put("/r.jsonl.gz", Answer(PACKED))
    run(service, tmp_path)
    assert names(tmp_path) == [STATE, "scryfall-rulings.jsonl.gz"]


def test_a_kind_that_is_not_listed_is_said_so_and_the_rest_is_fetched(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(PACKED))
    found = fetch("scryfall", tmp_path, base_url=service.root)
    assert [(file.key, file.status) for file in found] == [
        ("scryfall-rulings", Status.DOWNLOADED),
        ("scryfall-oracle-cards", Status.NOT_PUBLISHED),
    ]
    assert DEFAULT_KINDS == ("rulings", "oracle_cards")


def test_a_listing_with_nothing_that_is_wanted_names_what_it_has(service: Service, tmp_path: Path) -> None:
    service.put("/bulk-data", listing(service, unique_artwork="/a.json"))
    with pytest.raises(FetchError, match="lists none of rulings; it has unique_artwork"):
        run(service, tmp_path)


def mtgjson(service: Service, checksum: str, version: str = "5.2.2+20260801") -> None:
    service.put("/Meta.json", Answer(json.dumps({"data": {"version": version}}).encode()))
    service.put("/AtomicCards.json.gz", Answer(ATOMIC))
    service.put("/AtomicCards.json.gz.sha256", Answer(f"{checksum.upper()}  AtomicCards.json.gz\n".encode()))


def test_cards_with_the_published_checksum_are_kept_and_not_fetched_twice(service: Service, tmp_path: Path) -> None:
    mtgjson(service, hashlib.sha256(ATOMIC).hexdigest())
    (found,), _ = run(service, tmp_path, "mtgjson")
    path = tmp_path / "mtgjson-AtomicCards.json.gz"
    assert found == Fetched("mtgjson-AtomicCards", Status.DOWNLOADED, path, len(ATOMIC), "5.2.2+20260801")
    assert path.read_bytes() == ATOMIC
    mtgjson(service, hashlib.sha256(ATOMIC).hexdigest(), version="5.2.2+20260802")
    (again,), _ = run(service, tmp_path, "mtgjson")
    assert again.status is Status.UP_TO_DATE
    assert service.paths().count("/AtomicCards.json.gz") == 1


def test_cards_with_another_checksum_are_thrown_away(service: Service, tmp_path: Path) -> None:
    mtgjson(service, "0" * 64)
    with pytest.raises(FetchError, match="the checksum of mtgjson-AtomicCards is not the published one"):
        run(service, tmp_path, "mtgjson")
    assert names(tmp_path) == [STATE]


def test_cards_are_fetched_where_neither_version_nor_checksum_is_published(service: Service, tmp_path: Path) -> None:
    service.put("/AtomicCards.json.gz", Answer(ATOMIC))
    (found,), _ = run(service, tmp_path, "mtgjson")
    assert (found.status, found.version) == (Status.DOWNLOADED, "")


def test_the_newest_text_of_the_rules_is_found_on_the_page(service: Service, tmp_path: Path) -> None:
    page = (
        b"<a href=\"/d/MagicCompRules 20260403.docx\">DOCX</a><a href='/d/MagicCompRules%2020260403.txt'>TXT</a>"
        b'<script>{"url":"\\u002Fd\\u002FMagicCompRules%2020260807.txt","n":20269999}</script>'
    )
    service.put("/rules", Answer(page, headers={"Content-Type": "text/html"}))
    service.put("/d/MagicCompRules%2020260807.txt", Answer(RULES, headers={"ETag": '"r"'}))
    (found,), _ = run(service, tmp_path, "rules")
    assert found == Fetched(
        "MagicCompRules", Status.DOWNLOADED, tmp_path / "MagicCompRules.txt", len(RULES), "20260807"
    )
    assert (tmp_path / "MagicCompRules.txt").read_bytes() == RULES


def test_rules_that_did_not_change_are_answered_with_304_and_stay(service: Service, tmp_path: Path) -> None:
    service.put("/rules", Answer(b'<a href="/MagicCompRules.txt">'))
    service.put("/MagicCompRules.txt", Answer(RULES, headers={"ETag": '"r"'}))
    run(service, tmp_path, "rules")
    (again,), _ = run(service, tmp_path, "rules")
    assert again.status is Status.UP_TO_DATE
    assert service.asked[-1][1]["if-none-match"] == '"r"'
    assert (tmp_path / "MagicCompRules.txt").read_bytes() == RULES


def test_a_page_without_a_link_to_the_rules_is_reported(service: Service, tmp_path: Path) -> None:
    service.put("/rules", Answer(b"<p>MagicCompRules.pdf</p>"))
    with pytest.raises(FetchError, match="no link to their text"):
        run(service, tmp_path, "rules")


@given(st.text(alphabet="\"'<>a/\n .MagicCompRules0txt\\", max_size=400))
def test_any_page_can_be_looked_through_for_links(page: str) -> None:
    assert all("MagicCompRules" in link for link in rules_links(page))


@pytest.mark.parametrize(
    ("service_name", "kinds"), [("nothing", ()), ("scryfall", ("../rulings",)), ("rules", ("rulings",))]
)
def test_a_wrong_call_is_a_usage_error(tmp_path: Path, service_name: str, kinds: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        fetch(service_name, tmp_path, kinds=kinds)


def test_a_folder_that_is_a_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(FetchError, match="cannot make the folder"):
        fetch("rules", tmp_path / "file")


@pytest.mark.parametrize(
    "state", ["", "[", "[]", '{"files": 3}', '{"files": {"scryfall-rulings": {"file": "../../x"}}}']
)
def test_a_damaged_state_file_costs_a_download_and_nothing_else(service: Service, tmp_path: Path, state: str) -> None:
    (tmp_path / STATE).write_text(state)
    ready(service, Answer(PACKED))
    (found,), _ = run(service, tmp_path)
    assert found.status is Status.DOWNLOADED
    assert load(tmp_path).files["scryfall-rulings"].size == len(PACKED)


def test_two_folders_fetched_alike_hold_the_same_bytes(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(PACKED))
    for name in ("one", "two"):
        run(service, tmp_path / name)
    assert (tmp_path / "one" / STATE).read_bytes() == (tmp_path / "two" / STATE).read_bytes()
