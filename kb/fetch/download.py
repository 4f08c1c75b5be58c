"""One published file into its place: taken up where it broke off, checked, then put there in one step."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path

from kb.errors import FetchError
from kb.fetch.http import PAUSES, Client, CutShort, Reply, host_of
from kb.fetch.state import Kept, State
from kb.fetch.values import Fetched, Progress, Published, Status
from kb.fetch.verify import check, is_gzip

_RANGE = re.compile(r"bytes ([0-9]{1,15})-[0-9]{1,15}/(?:[0-9]{1,15}|\*)")


def bring(client: Client, wanted: Published, state: State, progress: Callable[[Progress], None]) -> Fetched:
    """Have *wanted* in the folder of *state*, fetching no more of it than is not there yet.

    Until all of it is there and checked, the file that was there before stays as it is.
    """
    kept = _in_place(wanted, state)
    if kept is not None and _same(kept, wanted):
        return _fetched(Status.UP_TO_DATE, wanted, kept, state.folder)
    changed = _patiently(client, lambda: _attempt(client, wanted, state, kept, progress))
    if kept is not None and not changed:
        state.files[wanted.key] = kept = replace(kept, stamp=wanted.stamp)
        state.save()
        return _fetched(Status.UP_TO_DATE, wanted, kept, state.folder)
    return _put(wanted, state)


def _patiently(client: Client, attempt: Callable[[], bool]) -> bool:
    """Return the outcome of *attempt*, made anew a few times where the connection breaks."""
    for pause in PAUSES:
        try:
            return attempt()
        except CutShort as error:
            client.pause(pause, str(error).partition(";")[0])
    return attempt()


def _in_place(wanted: Published, state: State) -> Kept | None:
    """Return what is remembered of the file, if it still lies there."""
    kept = state.files.get(wanted.key)
    if kept is None or Path(kept.file).name != kept.file or not kept.file:
        return None
    path = state.folder / kept.file
    return kept if path.is_file() and path.stat().st_size == kept.size else None


def _same(kept: Kept, wanted: Published) -> bool:
    if wanted.sha256:
        return kept.sha256 == wanted.sha256
    return bool(wanted.stamp) and kept.stamp == wanted.stamp


def _fetched(status: Status, wanted: Published, kept: Kept, folder: Path) -> Fetched:
    return Fetched(wanted.key, status, folder / kept.file, kept.size, wanted.version)


# --- asking ---------------------------------------------------------------------------------------------------------


def _attempt(
    client: Client, wanted: Published, state: State, kept: Kept | None, progress: Callable[[Progress], None]
) -> bool:
    """Ask once and write what comes; give whether there was anything new."""
    part = _part(wanted, state)
    begun = _begun(wanted, state)
    headers = {"Accept-Encoding": "identity" if wanted.suffix.endswith(".gz") else "gzip"}
    headers |= _going_on(begun) if begun is not None else _only_if_new(kept, wanted)
    with client.open(wanted.url, headers) as reply:
        if reply.status == HTTPStatus.NOT_MODIFIED and kept is not None:
            return False
        start = _start(reply, begun)
        if start is None:
            part.unlink(missing_ok=True)
            raise CutShort(f"{host_of(reply.url)} does not go on where the download broke off; run it again")
        _refuse_oddities(reply, wanted, start)
        if start == 0:
            state.partial[wanted.key] = _remembered(reply, wanted)
            state.save()
        _write(reply, part, start, wanted, progress)
    return True


def _part(wanted: Published, state: State) -> Path:
    return state.folder / f"{wanted.key}{wanted.suffix}.part"


def _begun(wanted: Published, state: State) -> Kept | None:
    """Return the beginning that an earlier try left, with its size, if the server can tell that it still fits."""
    kept = state.partial.get(wanted.key)
    part = _part(wanted, state)
    if kept is None or kept.url != wanted.url or kept.stamp != wanted.stamp or not kept.validator or not part.is_file():
        return None
    size = part.stat().st_size
    return replace(kept, size=size) if size else None


def _going_on(begun: Kept) -> dict[str, str]:
    return {"Range": f"bytes={begun.size}-", "If-Range": begun.validator}


def _only_if_new(kept: Kept | None, wanted: Published) -> dict[str, str]:
    if kept is None or kept.url != wanted.url:
        return {}
    told = {"If-None-Match": kept.etag, "If-Modified-Since": kept.last_modified}
    return {name: value for name, value in told.items() if value}


def _start(reply: Reply, begun: Kept | None) -> int | None:
    """Return the byte at which the body of *reply* begins; None if it fits nothing that we have."""
    if reply.status == HTTPStatus.OK:
        return 0
    if reply.status == HTTPStatus.PARTIAL_CONTENT and begun is not None:
        told = _RANGE.fullmatch(reply.headers.get("Content-Range", "").strip())
        return begun.size if told is not None and int(told[1]) == begun.size else None
    return None


def _refuse_oddities(reply: Reply, wanted: Published, start: int) -> None:
    packed = reply.headers.get("Content-Encoding", "").strip().lower()
    if packed not in {"", "identity", "gzip"}:
        raise FetchError(f"{host_of(reply.url)} packs {wanted.key} in a way that was not asked for; run it again later")
    _refuse_excess(reply, wanted, start + (reply.length or 0))


def _refuse_excess(reply: Reply, wanted: Published, size: int) -> None:
    if size > wanted.limit:
        raise FetchError(f"{host_of(reply.url)} sends more than {wanted.limit:,} bytes for {wanted.key}; refused")


def _remembered(reply: Reply, wanted: Published) -> Kept:
    headers: Mapping[str, str] = reply.headers
    return Kept(
        url=wanted.url,
        etag=headers.get("ETag", "")[:500],
        last_modified=headers.get("Last-Modified", "")[:100],
        stamp=wanted.stamp,
    )


# --- writing --------------------------------------------------------------------------------------------------------


def _write(reply: Reply, part: Path, start: int, wanted: Published, progress: Callable[[Progress], None]) -> None:
    """Add the body of *reply* to the first *start* bytes of *part*."""
    total = wanted.size if reply.length is None else start + reply.length
    done = start
    progress(Progress(wanted.key, done, total, "going on where it broke off" if start else ""))
    try:
        with part.open("ab" if start else "wb") as file:
            for chunk in reply.chunks():
                done += len(chunk)
                _refuse_excess(reply, wanted, done)
                file.write(chunk)
                progress(Progress(wanted.key, done, total))
    except OSError as error:
        part.unlink(missing_ok=True)
        raise FetchError(f"cannot write {part.name} in {part.parent}: {error.strerror}") from error


def _put(wanted: Published, state: State) -> Fetched:
    """Check what was downloaded and put it in its place; what fails the check is deleted."""
    part = _part(wanted, state)
    before = state.files.get(wanted.key)
    try:
        checksum = check(part, wanted, host_of(wanted.url))
        packed = is_gzip(part) and not wanted.suffix.endswith(".gz")
        name = f"{wanted.key}{wanted.suffix}{'.gz' if packed else ''}"
        size = part.stat().st_size
        os.replace(part, state.folder / name)  # noqa: PTH105
    except OSError as error:
        raise FetchError(f"cannot put {wanted.key} in {state.folder}: {error.strerror}") from error
    except FetchError:
        part.unlink(missing_ok=True)
        state.partial.pop(wanted.key, None)
        state.save()
        raise
    kept = replace(state.partial.pop(wanted.key), file=name, sha256=checksum, size=size)
    state.files[wanted.key] = kept
    state.save()
    if before is not None and before.file != name and Path(before.file).name == before.file:
        (state.folder / before.file).unlink(missing_ok=True)
    return _fetched(Status.DOWNLOADED, wanted, kept, state.folder)
