"""Whether a downloaded file is what it should be: whole, and data rather than a web page or an error."""

import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from kb.errors import FetchError
from kb.fetch.http import error_details
from kb.fetch.values import MIB, DataForm, Published

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_CHUNK = 1 << 18
_HEAD = 1 << 16
_UNPACKED_RATIO = 100
_UNPACKED_FREE = 64 * MIB


def is_gzip(path: Path) -> bool:
    """Whether *path* is packed, whatever its name says."""
    with path.open("rb") as file:
        return file.read(2) == _GZIP


def sha256_of(path: Path) -> str:
    """Return the checksum of the bytes of *path*."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check(path: Path, wanted: Published, where: str) -> str:
    """Return the checksum of *path*; raise `FetchError` with the reason if it cannot be the file that was *wanted*."""
    checksum = sha256_of(path)
    if wanted.sha256 and checksum != wanted.sha256:
        raise FetchError(f"{where}: the checksum of {wanted.key} is not the published one; run it again later")
    try:
        head, tail = _ends(_unpacked(path))
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise FetchError(f"{where}: {wanted.key} arrived cut or damaged; run it again") from error
    _check_form(head, tail, wanted, where)
    return checksum


def _unpacked(path: Path) -> Iterator[bytes]:
    """Yield the content of *path* piece by piece; reading to the end proves a packed file whole."""
    allowed = path.stat().st_size * _UNPACKED_RATIO + _UNPACKED_FREE
    opener: Callable[[Path, str], gzip.GzipFile] = gzip.open if is_gzip(path) else open  # type: ignore[assignment]
    with opener(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            allowed -= len(chunk)
            if allowed < 0:
                raise zlib.error("unpacks to far more than such files do")
            yield chunk


def _ends(chunks: Iterator[bytes]) -> tuple[bytes, bytes]:
    """Return the first piece, and the end of the last that is not blank."""
    head = tail = b""
    for chunk in chunks:
        head = head or chunk
        tail = chunk.rstrip()[-1:] or tail
    return head, tail


def _check_form(head: bytes, tail: bytes, wanted: Published, where: str) -> None:
    begins = head.removeprefix(_BOM).lstrip()
    if not begins:
        raise FetchError(f"{where} sent an empty file for {wanted.key}; run it again later")
    if begins.startswith(b"<"):
        raise FetchError(
            f"{where} sent a web page instead of {wanted.key}; it may be down, or the network wants a login"
        )
    if len(begins) < _HEAD and (details := error_details(begins)):
        raise FetchError(f"{where} sent an error instead of {wanted.key}: {details}")
    if wanted.form is DataForm.JSON and not begins.startswith((b"{", b"[")):
        raise FetchError(f"{where}: what was sent for {wanted.key} is no JSON; run it again later")
    if wanted.form is DataForm.JSON and tail not in {b"}", b"]"}:
        raise FetchError(f"{where}: {wanted.key} arrived cut; run it again")
    if wanted.form is DataForm.TEXT and b"\0" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FetchError(f"{where}: what was sent for {wanted.key} is no text; run it again later")
