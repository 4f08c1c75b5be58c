"""A loopback server that plays the services with their faults, and the calls that the tests make of it."""

import gzip
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import ClassVar

from kb.fetch import Fetched, Progress, fetch

RULINGS = b'{"object": "ruling", "published_at": "2011-01-01", "comment": "Served ruling one."}\n' * 4000
CARDS = b'[{"object": "card", "name": "Test Card"}]'
PACKED = gzip.compress(RULINGS, mtime=0, compresslevel=0)
ATOMIC = gzip.compress(b'{"meta": {}, "data": {"Test Card": []}}', mtime=0)
RULES = b"Sample Comprehensive Rules\r\n\r\n100. General\r\n"


@dataclass(frozen=True)
class Answer:
    """One answer of the server."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    """Close the connection after so many bytes of the body."""
    pause: float = 0.0
    """Seconds before anything is sent."""
    ranges: bool = False
    """Answer a Range with the rest, where If-Range is the ETag that is sent."""


class Service:
    """A server whose addresses each have answers in order; the last one stays."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.answers: dict[str, list[Answer]] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []

    def put(self, path: str, *answers: Answer) -> None:
        """Answer *path* so from now on."""
        self.answers[path] = list(answers)

    def paths(self) -> list[str]:
        """List what was asked for."""
        return [path for path, _ in self.asked]

    def next(self, path: str, headers: dict[str, str]) -> Answer:
        """Note a request and give its answer."""
        self.asked.append((path, headers))
        left = self.answers.get(path) or [Answer(status=404)]
        return left.pop(0) if len(left) > 1 else left[0]


class Handler(BaseHTTPRequestHandler):
    """Sends what the service of the test has to answer."""

    service: ClassVar[Service]

    def do_GET(self) -> None:
        """Answer one request."""
        answer = self.service.next(self.path, {name.lower(): value for name, value in self.headers.items()})
        time.sleep(answer.pause)
        body, status, headers = answer.body, answer.status, {"Content-Length": str(len(answer.body)), **answer.headers}
        etag = headers.get("ETag")
        if etag and self.headers.get("If-None-Match") == etag:
            body, status, headers = b"", 304, {"ETag": etag}
        wanted = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        if answer.ranges and wanted and self.headers.get("If-Range") == etag:
            start = int(wanted[1])
            headers |= {"Content-Range": f"bytes {start}-{len(body) - 1}/{len(body)}"}
            body, status = body[start:], 206
            headers["Content-Length"] = str(len(body))
        self.send_response_only(status)
        for name, value in headers.items():
            if value:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body[: answer.cut_after])

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def listing(service: Service, updated: str = "2026-08-01", **addresses: str) -> Answer:
    """Return a listing of bulk data; an address beginning with `jsonl:` is one of JSON lines."""
    entries = [
        {
            "object": "bulk_data",
            "type": kind,
            "updated_at": updated,
            "jsonl_download_uri" if path.startswith("jsonl:") else "download_uri": service.root
            + path.removeprefix("jsonl:"),
            "compressed_size": 123,
        }
        for kind, path in addresses.items()
    ]
    return Answer(json.dumps({"object": "list", "data": entries}).encode())


def ready(service: Service, *answers: Answer) -> None:
    """Have the service list its rulings, and answer with *answers* for them."""
    service.put("/bulk-data", listing(service, rulings="jsonl:/r.jsonl.gz"))
    service.put("/r.jsonl.gz", *answers)


def run(
    service: Service, to: Path, name: str = "scryfall", progress: Callable[[Progress], None] = lambda _: None
) -> tuple[tuple[Fetched, ...], list[float]]:
    """Fetch without losing time; give what came of it and the pauses made."""
    pauses: list[float] = []
    kinds = ("rulings",) if name == "scryfall" else ()
    found = fetch(name, to, kinds=kinds, base_url=service.root, sleep=pauses.append, progress=progress)
    return found, pauses


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
