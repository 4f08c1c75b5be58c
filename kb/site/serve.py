"""A look at the finished site, on this machine alone."""

import io
import re
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from kb.errors import UsageError

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".xml": "application/xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
    "": "application/octet-stream",
}
_RELATIVE = re.compile(rb'(\s(?:href|src)=")(?![a-z]+:|[/#])')


class _Preview(ThreadingHTTPServer):
    """A server that does not mind readers who leave early."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(SimpleHTTPRequestHandler):
    """Gives the files of one folder, no listings, and the site's own page where there is nothing."""

    extensions_map = _TYPES
    server_version = "kb"
    sys_version = ""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""

    def end_headers(self) -> None:
        """Keep browsers from showing what an earlier build had."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Open the file asked for if it lies in the folder."""
        folder = Path(self.directory).resolve()
        try:
            inside = Path(self.translate_path(self.path)).resolve().is_relative_to(folder)
        except (OSError, ValueError):  # a name that no file can have
            inside = False
        return super().send_head() if inside else self._nothing()

    def list_directory(self, path: object) -> io.BytesIO | None:  # noqa: ARG002
        """List nothing: a folder without a page of its own is a wrong address."""
        return self._nothing()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Show the site's page for wrong addresses; other errors are the standard ones."""
        page = self._nothing() if code == HTTPStatus.NOT_FOUND else None
        if page is None:
            super().send_error(code, message, explain)
        elif self.command != "HEAD":
            self.wfile.write(page.read())

    def _nothing(self) -> io.BytesIO | None:
        """Begin the answer to a wrong address, its links bent to be right where the reader stands."""
        lost = Path(self.directory, "404.html")
        if not lost.is_file():
            super().send_error(HTTPStatus.NOT_FOUND)
            return None
        way_up = b"../" * max(self.path.partition("?")[0].count("/") - 1, 0)
        page = _RELATIVE.sub(rb"\g<1>" + way_up, lost.read_bytes())
        self.send_response(HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", _TYPES[".html"])
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        return io.BytesIO(page)


def serve(folder: Path, host: str = "127.0.0.1", port: int = 8000) -> ThreadingHTTPServer:
    """Give a server for *folder* that listens, and answers once its `serve_forever` is called.

    It is a context manager: leaving it closes the port. Port 0 takes any free one; `server_port` tells which.
    """
    if not (folder / "index.html").is_file():
        raise UsageError(f"{folder}: there is no site here; run `kb site build` first")
    try:
        return _Preview((host, port), partial(_Handler, directory=str(folder)))
    except (OSError, OverflowError) as error:
        raise UsageError(f"port {port} of {host} cannot be used ({error}); choose another with --port") from error
