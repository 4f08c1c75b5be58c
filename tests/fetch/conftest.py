"""The loopback server, for each test its own."""

from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from threading import Thread

import pytest

from tests.fetch.loopback import Handler, Service


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Handler.service = Service(f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield Handler.service
    server.shutdown()
    thread.join()
    server.server_close()
