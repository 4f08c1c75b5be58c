"""Servers that are busy, broken or wrong: one clear line, and what was there stays."""

import contextlib
import gzip
import json
import re
import socket
from pathlib import Path
from threading import Thread

import pytest
import urllib3

from kb.errors import FetchError
from kb.fetch import Fetched, Progress, Status, fetch
from kb.fetch.state import NAME as STATE
from tests.fetch.loopback import (
    PACKED,
    Answer,
    Service,
    listing,
    names,
    ready,
    run,
)


def test_too_many_requests_is_followed_by_the_pause_that_was_asked_for(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(PACKED))
    told: list[Progress] = []
    service.put("/bulk-data", Answer(b"{}", 429, {"Retry-After": "2"}), service.answers["/bulk-data"][0])
    (found,), pauses = run(service, tmp_path, progress=told.append)
    assert found.status is Status.DOWNLOADED
    assert pauses == [2.0]
    assert next(step.note for step in told if step.note).endswith("429 Too Many Requests; waiting 2 s")


def test_a_pause_until_a_time_is_counted_by_the_servers_own_clock(service: Service, tmp_path: Path) -> None:
    late = {"Retry-After": "Sat, 01 Aug 2026 09:00:07 GMT", "Date": "Sat, 01 Aug 2026 09:00:00 GMT"}
    ready(service, Answer(status=503, headers=late), Answer(PACKED))
    assert run(service, tmp_path)[1] == [7.0]


def test_a_server_that_stays_busy_is_left_alone_after_four_tries(service: Service, tmp_path: Path) -> None:
    busy = {"object": "error", "details": "invented: slow down"}
    service.put("/bulk-data", Answer(json.dumps(busy).encode(), 429, {"Retry-After": "3"}))
    pauses: list[float] = []
    with pytest.raises(FetchError, match=r"refused: 429 Too Many Requests: invented: slow down"):
        fetch("scryfall", tmp_path, base_url=service.root, sleep=pauses.append)
    assert len(service.asked) == 4
    assert pauses == [3.0, 3.0, 4.0]


def test_a_pause_beyond_two_minutes_is_reported_instead_of_made(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(status=429, headers={"Retry-After": "3600"}))
    with pytest.raises(FetchError, match="asks to wait 3600 s"):
        run(service, tmp_path)


def test_a_server_error_is_tried_again_with_growing_pauses(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(status=500), Answer(status=502), Answer(status=503), Answer(PACKED))
    assert run(service, tmp_path)[1] == [1.0, 2.0, 4.0]


def test_an_error_object_shows_its_details_and_writes_nothing(service: Service, tmp_path: Path) -> None:
    told = {"object": "error", "status": 400, "details": "invented: name\nyour \x1b[31mprogram"}
    service.put("/bulk-data", Answer(json.dumps(told).encode(), 400))
    with pytest.raises(FetchError) as caught:
        run(service, tmp_path)
    assert str(caught.value).endswith("refused: 400 Bad Request: invented: name your �[31mprogram")
    assert names(tmp_path) == []
    assert len(service.asked) == 1


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            b'{"object": "error", "details": "invented: gone"}',
            "sent an error instead of scryfall-rulings: invented: gone",
        ),
        (b"\xef\xbb\xbf <!DOCTYPE html><title>Log in</title>", "sent a web page instead of scryfall-rulings"),
        (b" \n", "sent an empty file"),
        (b"", "sent an empty file"),
        (b"BZh91AY&SY", "is no JSON"),
        (PACKED[:-9], "arrived cut or damaged"),
        (PACKED[:2000] + b"?" + PACKED[2001:], "arrived cut or damaged"),
        (gzip.compress(b"<html>", mtime=0), "sent a web page"),
        (b'[{"object": "ruling"}, {"obj', "arrived cut"),
    ],
)
def test_what_is_no_data_is_refused_and_the_good_file_stays(
    service: Service, tmp_path: Path, body: bytes, reason: str
) -> None:
    ready(service, Answer(PACKED))
    run(service, tmp_path)
    service.put("/bulk-data", listing(service, "2026-08-02", rulings="jsonl:/new.jsonl.gz"))
    service.put("/new.jsonl.gz", Answer(body))
    with pytest.raises(FetchError, match=re.escape(reason)):
        run(service, tmp_path)
    assert names(tmp_path) == [STATE, "scryfall-rulings.jsonl.gz"]
    assert (tmp_path / "scryfall-rulings.jsonl.gz").read_bytes() == PACKED


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"data": 3}', b"[" * 100_000, b'{"data": [1, {"type": []}]}'])
def test_a_listing_of_another_shape_is_one_clear_line(service: Service, tmp_path: Path, body: bytes) -> None:
    service.put("/bulk-data", Answer(body))
    with pytest.raises(FetchError) as caught:
        run(service, tmp_path)
    assert "\n" not in str(caught.value)


def test_a_listing_without_end_is_refused(service: Service, tmp_path: Path) -> None:
    service.put("/bulk-data", Answer(b" " * (9 << 20)))
    with pytest.raises(FetchError, match="for a small document; refused"):
        run(service, tmp_path)


def test_a_file_of_absurd_length_is_refused_before_it_is_read(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(headers={"Content-Length": str(10**12)}))
    with pytest.raises(FetchError, match="sends more than"):
        run(service, tmp_path)


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://127.0.0.1/x", "http://", "http://[::1"])
def test_an_address_that_is_not_http_is_never_opened(service: Service, tmp_path: Path, address: str) -> None:
    entry = {"type": "rulings", "download_uri": address}
    service.put("/bulk-data", Answer(json.dumps({"data": [entry]}).encode()))
    with pytest.raises(FetchError):
        run(service, tmp_path)
    ready(service, Answer(status=302, headers={"Location": address}))
    with pytest.raises(FetchError):
        run(service, tmp_path)


def test_redirects_are_followed_a_few_times_and_not_for_ever(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(status=302, headers={"Location": "/elsewhere"}))
    service.put("/elsewhere", Answer(PACKED))
    assert run(service, tmp_path)[0][0].status is Status.DOWNLOADED
    service.put("/bulk-data", Answer(status=301, headers={"Location": "/bulk-data"}))
    with pytest.raises(FetchError, match="sends us on more than 5 times"):
        run(service, tmp_path)


def test_a_way_from_https_to_http_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = urllib3.HTTPResponse(status=302, headers={"Location": "http://rules.example/elsewhere"})
    monkeypatch.setattr(urllib3.PoolManager, "request", lambda *_, **__: moved)
    with pytest.raises(FetchError, match="from https to http, which is not followed"):
        fetch("rules", tmp_path, base_url="https://rules.example")


def test_a_slow_start_is_waited_for(service: Service, tmp_path: Path) -> None:
    ready(service, Answer(PACKED, pause=0.3))
    assert run(service, tmp_path) == (
        (
            Fetched(
                "scryfall-rulings", Status.DOWNLOADED, tmp_path / "scryfall-rulings.jsonl.gz", len(PACKED), "2026-08-01"
            ),
        ),
        [],
    )


def test_without_a_network_there_is_one_line_at_once(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        root = f"http://127.0.0.1:{taken.getsockname()[1]}"
        pauses: list[float] = []
        with pytest.raises(FetchError) as caught:
            fetch("rules", tmp_path, base_url=root, sleep=pauses.append)
    assert str(caught.value) == f"cannot reach {root[7:]}: no connection; check the network, then run it again"
    assert pauses == []


def test_the_proxy_of_the_machine_is_used(service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", service.root)
    monkeypatch.setenv("no_proxy", "")
    service.put("http://cards.example/bulk-data", Answer(status=418))
    with pytest.raises(FetchError, match=r"cards\.example refused: 418"):
        fetch("scryfall", tmp_path, base_url="http://cards.example")


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"nothing of the kind\r\n\r\n",
        b"HTTP/1.1 999999 Odd\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nbody",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://\xff\x00:99999/\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://" + b"a" * 300 + b".example/\r\n\r\n",
        b"HTTP/1.1 400 Bad\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnone",
        b"HTTP/1.1 429 Busy\r\nRetry-After: soon\r\nDate: \xe9\r\n\r\n",
    ],
)
def test_a_server_that_speaks_no_good_http_is_one_clear_line(tmp_path: Path, sent: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    with connection:
                        connection.recv(65536)
                        connection.sendall(sent)

        root = f"http://127.0.0.1:{server.getsockname()[1]}"
        thread = Thread(target=answer)
        thread.start()
        try:
            with pytest.raises(FetchError) as caught:
                fetch("scryfall", tmp_path, base_url=root, sleep=lambda _: None)
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()
    assert "\n" not in str(caught.value)
    assert names(tmp_path) == []
