"""A look at the finished site, on this machine alone."""

import io
import re
import socket
import sys
import time
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from kb.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".xml": "application/xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json; charset=utf-8",
    "": "application/octet-stream",
}
_PATIENCE = 10.0
"""Seconds that a reader may take to say what it wants, and then to take in each piece of the answer."""
_RELATIVE = re.compile(rb'(\s(?:href|src|action)=")(?![a-z]+:|[/#])')


class _Preview(ThreadingHTTPServer):
    """A server that does not mind readers who come in crowds, leave early or never finish."""

    request_queue_size = 512

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Hurried(io.RawIOBase):
    """What a reader says, as long as it has said all of it in time: one letter a second is not enough."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._deadline = time.monotonic() + _PATIENCE

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        try:
            return self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(_PATIENCE)


class _Handler(SimpleHTTPRequestHandler):
    """Gives the files of one folder, no listings, and the site's own page where there is nothing."""

    extensions_map = _TYPES
    server_version = "kb"
    sys_version = ""

    def setup(self) -> None:
        """Listen, but not for ever."""
        super().setup()
        self.rfile = io.BufferedReader(_Hurried(self.connection))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing."""

    def end_headers(self) -> None:
        """Keep browsers from showing what an earlier build had, and from guessing what a file is."""
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Open the file asked for if it is one of the folder's."""
        return super().send_head() if self._is_served() else self._nothing()

    def _is_served(self) -> bool:
        """Whether the address leads to a file that lies in the folder, no link out of it, no pipe, nothing hidden."""
        folder = Path(self.directory)
        try:
            asked = Path(self.translate_path(self.path))
            file = asked / "index.html" if asked.is_dir() else asked
            hidden = any(part.startswith(".") for part in asked.relative_to(folder).parts)
            return file.is_file() and not hidden and file.resolve().is_relative_to(folder.resolve())
        except (OSError, ValueError, RuntimeError):  # a name that no file can have, a link in a circle
            return False

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
    """Return a server for *folder* that listens, and answers once its `serve_forever` is called.

    It is a context manager: leaving it closes the port. Port 0 takes any free one; `server_port` tells which.
    """
    if not (folder / "index.html").is_file():
        raise UsageError(f"{folder}: there is no site here; run `kb site build` first")
    try:
        return _Preview((host, port), partial(_Handler, directory=str(folder)))
    except (OSError, OverflowError) as error:
        raise UsageError(f"port {port} of {host} cannot be used ({error}); choose another with --port") from error
