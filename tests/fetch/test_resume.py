"""Downloads that break off go on where they can, and never join what does not belong together."""

import gzip
from pathlib import Path

import pytest

from kb.errors import FetchError
from kb.fetch import Progress, Status
from kb.fetch.state import NAME as STATE
from tests.fetch.loopback import (
    CARDS,
    PACKED,
    Answer,
    Service,
    listing,
    names,
    ready,
    run,
)


def test_a_cut_download_goes_on_where_it_broke_off(service: Service, tmp_path: Path) -> None:
    whole = Answer(PACKED, headers={"ETag": '"v1"'}, ranges=True)
    ready(service, Answer(PACKED, headers={"ETag": '"v1"'}, cut_after=100_000), whole)
    told: list[Progress] = []
    (found,), pauses = run(service, tmp_path, progress=told.append)
    assert found.path is not None
    assert found.path.read_bytes() == PACKED
    assert pauses == [1.0]
    _, headers = service.asked[-1]
    begun = int(headers["range"].removeprefix("bytes=").removesuffix("-"))
    assert 0 < begun <= 100_000
    assert headers["if-range"] == '"v1"'
    assert Progress("scryfall-rulings", begun, len(PACKED), "going on where it broke off") in told
    assert told[-1] == Progress("scryfall-rulings", len(PACKED), len(PACKED))


def test_a_later_run_goes_on_with_what_an_earlier_one_left(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(PACKED, headers={"ETag": '"v1"'}, cut_after=100_000, ranges=False))
    with pytest.raises(FetchError, match="the connection broke in the middle of the answer; run it again"):
        run(service, tmp_path)
    assert names(tmp_path) == [STATE, "scryfall-rulings.jsonl.gz.part"]
    service.put("/r.jsonl.gz", Answer(PACKED, headers={"ETag": '"v1"'}, ranges=True))
    (found,), _ = run(service, tmp_path)
    assert "range" in service.asked[-1][1]
    assert found.status is Status.DOWNLOADED
    assert (tmp_path / "scryfall-rulings.jsonl.gz").read_bytes() == PACKED
    assert names(tmp_path) == [STATE, "scryfall-rulings.jsonl.gz"]


@pytest.mark.parametrize("tag", ["", 'W/"v1"'])
def test_without_a_strong_tag_a_cut_download_begins_anew(service: Service, tmp_path: Path, tag: str) -> None:
    headers = {"ETag": tag}
    ready(service, Answer(PACKED, headers=headers, cut_after=50_000), Answer(PACKED, headers=headers, ranges=True))
    run(service, tmp_path)
    assert "range" not in service.asked[-1][1]
    assert (tmp_path / "scryfall-rulings.jsonl.gz").read_bytes() == PACKED


def test_a_server_without_ranges_sends_the_whole_again(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(PACKED, headers={"ETag": '"v1"'}, cut_after=50_000), Answer(PACKED, headers={"ETag": '"v1"'}))
    run(service, tmp_path)
    assert "range" in service.asked[-1][1]
    assert (tmp_path / "scryfall-rulings.jsonl.gz").read_bytes() == PACKED


def test_a_file_that_changed_meanwhile_is_not_joined_to_the_old_beginning(service: Service, tmp_path: Path) -> None:
    other = gzip.compress(CARDS)
    ready(
        service,
        Answer(PACKED, headers={"ETag": '"v1"'}, cut_after=50_000),
        Answer(other, headers={"ETag": '"v2"'}, ranges=True),
    )
    run(service, tmp_path)
    assert (tmp_path / "scryfall-rulings.jsonl.gz").read_bytes() == other


@pytest.mark.parametrize(
    "odd",
    [
        Answer(status=416),
        Answer(PACKED[7:], 206, {"Content-Range": f"bytes 7-{len(PACKED) - 1}/{len(PACKED)}"}),
        Answer(b"x", 206),
    ],
)
def test_a_continuation_that_does_not_fit_is_thrown_away(service: Service, tmp_path: Path, odd: Answer) -> None:
    ready(service, Answer(PACKED, headers={"ETag": '"v1"'}, cut_after=50_000), odd, Answer(PACKED))
    run(service, tmp_path)
    assert (tmp_path / "scryfall-rulings.jsonl.gz").read_bytes() == PACKED


def test_a_full_disk_is_one_line_and_leaves_the_old_file(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(PACKED))
    run(service, tmp_path)
    service.put("/bulk-data", listing(service, "2026-08-02", rulings="jsonl:/r.jsonl.gz"))
    service.put("/r.jsonl.gz", Answer(PACKED + PACKED))
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(PACKED), before[1]))
    try:
        with pytest.raises(FetchError, match=r"cannot write scryfall-rulings\.jsonl\.gz\.part in .*: File too large"):
            run(service, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert names(tmp_path) == [STATE, "scryfall-rulings.jsonl.gz"]
    assert (tmp_path / "scryfall-rulings.jsonl.gz").read_bytes() == PACKED


def test_an_interrupted_run_leaves_what_the_next_one_goes_on_with(service: Service, tmp_path: Path) -> None:
    def interrupt(step: Progress) -> None:
        if step.done > 100_000:
            raise KeyboardInterrupt

    ready(service, Answer(PACKED, headers={"ETag": '"v1"'}, ranges=True))
    with pytest.raises(KeyboardInterrupt):
        run(service, tmp_path, progress=interrupt)
    assert names(tmp_path) == [STATE, "scryfall-rulings.jsonl.gz.part"]
    run(service, tmp_path)
    assert "range" in service.asked[-1][1]
    assert (tmp_path / "scryfall-rulings.jsonl.gz").read_bytes() == PACKED
    assert names(tmp_path) == [STATE, "scryfall-rulings.jsonl.gz"]
