"""Public data, downloaded: what the service asks of callers, nothing twice, nothing half.

What can be fetched, with the addresses in `kb.fetch.services`: `scryfall` (rulings and cards), `mtgjson` (cards with
rulings and French names) and `rules` (the Comprehensive Rules). The folder gets the files and `.kb-fetch.json`, which
remembers their versions; while a file is under way it is called `NAME.part`.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from kb.errors import FetchError, UsageError
from kb.fetch.download import bring
from kb.fetch.http import Client
from kb.fetch.services import DEFAULT_KINDS, ROOTS, check_kinds, published
from kb.fetch.state import load
from kb.fetch.values import Fetched, Progress, Status

__all__ = ["DEFAULT_KINDS", "SERVICES", "Fetched", "Progress", "Status", "fetch"]

SERVICES = tuple(sorted(ROOTS))


def fetch(
    service: str,
    to: Path,
    *,
    kinds: Sequence[str] = (),
    base_url: str | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
    sleep: Callable[[float], None] = time.sleep,
) -> tuple[Fetched, ...]:
    """Have the files of *service* in the folder *to*, and say what came of each.

    *kinds* chooses among the card service's files; *base_url* stands in for the service's own address. Files that were
    there stay as they are until their successor is complete and checked. An interrupted download is taken up again by
    the next call.

    Raises:
        UsageError: there is no such service or kind.
        FetchError: something could not be downloaded, in one line with what to do.
    """
    if service not in ROOTS:
        raise UsageError(f"{service!r} is no service; try one of {', '.join(SERVICES)}")
    check_kinds(service, kinds)
    _make(to)
    client = Client(sleep, lambda note: progress(Progress(service, note=note)))
    try:
        root = (base_url or ROOTS[service]).rstrip("/")
        wanted = published(client, service, root, tuple(kinds) or DEFAULT_KINDS)
        state = load(to)
        return tuple(
            bring(client, file, state, progress) if file.url else Fetched(file.key, Status.NOT_PUBLISHED)
            for file in wanted
        )
    finally:
        client.close()


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FetchError(f"cannot make the folder {folder}: {error.strerror}") from error
