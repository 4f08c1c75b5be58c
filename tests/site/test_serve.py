"""The preview on this machine."""

import http.client
import os
import select
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from kb.errors import UsageError
from kb.site.serve import serve
from tests.site.conftest import Site


@pytest.fixture(scope="module")
def port(site: Site) -> Iterator[int]:
    with serve(site.folder, port=0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def get(port: int, path: str, method: str = "GET") -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.putrequest(method, path, skip_accept_encoding=True)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers.get("Content-Type", ""), body


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/fr/", "text/html; charset=utf-8"),
        ("/en/cards/rift-bolt.html?x=1", "text/html; charset=utf-8"),
        ("/static/style.css", "text/css; charset=utf-8"),
        ("/static/icon.svg", "image/svg+xml"),
        ("/en/feed.xml", "application/xml; charset=utf-8"),
        ("/robots.txt", "text/plain; charset=utf-8"),
    ],
)
def test_files_are_served_as_what_they_are(port: int, path: str, kind: str) -> None:
    status, found, body = get(port, path)
    assert (status, found) == (200, kind)
    assert body


@pytest.mark.parametrize(
    "path", ["/nope", "/en/cards/nope.html", "/static/", "/en/rulings/", "/a%00b", "/" + "x" * 5000]
)
def test_a_wrong_address_shows_the_sites_own_page(port: int, path: str) -> None:
    status, kind, body = get(port, path)
    assert (status, kind) == (404, "text/html; charset=utf-8")
    assert "Page introuvable" in body.decode()


def test_links_of_that_page_are_right_however_deep_the_address(port: int) -> None:
    assert b'href="../../static/style.css"' in get(port, "/en/cards/nope.html")[2]
    assert b'href="static/style.css"' in get(port, "/nope?a/b")[2]


@pytest.mark.parametrize(
    "path", ["/../../etc/hostname", "/%2e%2e/%2e%2e/etc/hostname", "//etc/hostname", "/en/..%2f..%2f..%2fetc/hostname"]
)
def test_nothing_outside_the_folder_is_served(port: int, path: str) -> None:
    assert get(port, path)[0] == 404


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("home", "utf-8")
    (folder / "out.txt").symlink_to(tmp_path / "secret.txt")
    with serve(folder, port=0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        assert get(server.server_port, "/out.txt")[0] == 404
        assert get(server.server_port, "/index.html")[2] == b"home"
        server.shutdown()


def test_head_has_the_head_alone(port: int) -> None:
    assert get(port, "/index.html", "HEAD")[::2] == (200, b"")
    assert get(port, "/nope", "HEAD")[::2] == (404, b"")


def test_it_listens_on_this_machine_alone_and_says_nothing(
    port: int, capfd: pytest.CaptureFixture[str], site: Site
) -> None:
    get(port, "/nope")
    assert capfd.readouterr() == ("", "")
    with serve(site.folder, port=0) as server:
        assert server.server_address[0] == "127.0.0.1"


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="kb site build"):
        serve(tmp_path)


def test_a_port_in_use_is_refused_in_one_line(port: int, site: Site) -> None:
    with pytest.raises(UsageError, match="choose another with --port"):
        serve(site.folder, port=port)


def folder_with(tmp_path: Path, page: bytes = b"home") -> Path:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_bytes(page)
    return tmp_path / "site"


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    with serve(folder, port=0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()


def test_the_page_of_a_folder_is_not_followed_out_either(tmp_path: Path) -> None:
    folder = folder_with(tmp_path)
    (tmp_path / "secret.html").write_text("secret", "utf-8")
    (folder / "en").mkdir()
    (folder / "en" / "index.html").symlink_to(tmp_path / "secret.html")
    with serving(folder) as port:
        assert get(port, "/en/")[0] == 404


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes of this kind")
def test_a_pipe_and_a_hidden_file_are_no_part_of_a_site(tmp_path: Path) -> None:
    folder = folder_with(tmp_path)
    os.mkfifo(folder / "pipe")
    (folder / ".kb-site.json").write_text("{}", "utf-8")
    with serving(folder) as port:
        assert get(port, "/pipe")[0] == 404
        assert get(port, "/.kb-site.json")[0] == 404


def test_a_reader_who_says_a_letter_now_and_then_is_let_go_and_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["kb.site.serve"], "_PATIENCE", 0.3)
    with serving(folder_with(tmp_path)) as port, socket.create_connection(("127.0.0.1", port), timeout=5) as slow:
        begun = time.monotonic()
        with suppress(ConnectionError):
            for _ in range(40):
                slow.sendall(b"G")
                if select.select([slow], [], [], 0.1)[0]:
                    break
        assert time.monotonic() - begun < 3
        assert get(port, "/index.html")[2] == b"home"
