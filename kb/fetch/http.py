"""HTTP with manners: the only user of urllib3.

Every request names this program; a server that says "too fast" or "not now" is given the time it asks for; tries are
few. Redirects are followed only to http and https, never from https to http.
"""

import json
import re
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from http.client import HTTPException
from urllib.parse import urljoin, urlsplit

import urllib3
from urllib3 import exceptions

from kb import __version__
from kb.errors import FetchError
from kb.text.folding import squeeze, visible

_HEADERS = {
    "User-Agent": f"kb-rulings/{__version__} (knowledge base of Magic rulings)",
    "Accept": "application/json;q=0.9, text/plain;q=0.9, */*;q=0.8",
    "Accept-Encoding": "identity",
}
_TIMEOUT = urllib3.Timeout(connect=15, read=30)
PAUSES = (1.0, 2.0, 4.0)
"""Seconds between tries: one try more than there are pauses."""
_BUSY_PAUSE = 30.0
"""After "too many requests" without a time: how long the card service shuts such callers out."""
_LONGEST_PAUSE = 120.0
_REDIRECTS = 5
_MOVED = frozenset({301, 302, 303, 307, 308})
_AGAIN = frozenset({429, 500, 502, 503, 504})
_USABLE = frozenset({200, 206, 304, 416})
_PASSING = (exceptions.ProtocolError, exceptions.ReadTimeoutError, HTTPException, ConnectionError)
"""A connection lost on the way: another may hold."""
_LASTING = (exceptions.HTTPError, UnicodeError, OSError)
"""No network, an unknown name, an untrusted certificate, an address that is none: asking again does not help."""
_CHUNK = 1 << 16
_ERROR_LIMIT = 1 << 16
_DETAILS_LIMIT = 300
_DIGITS = re.compile(r"[0-9]{1,9}")


class Refused(FetchError):
    """The server answered that it will not give this."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class CutShort(FetchError):
    """The connection broke in the middle of an answer."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer whose body is still to be read."""

    url: str
    """Where it came from in the end."""
    status: int
    headers: Mapping[str, str]
    response: urllib3.BaseHTTPResponse

    @property
    def length(self) -> int | None:
        """The length of the body that the server announced."""
        announced = self.headers.get("Content-Length", "")
        return int(announced) if announced.isascii() and announced.isdigit() and len(announced) < 16 else None

    def chunks(self) -> Iterator[bytes]:
        """Yield the body as it was sent, still packed if it was packed; raise `CutShort` if it ends too soon."""
        try:
            yield from self.response.stream(_CHUNK, decode_content=False)
        except (exceptions.HTTPError, HTTPException, OSError) as error:
            raise CutShort(
                f"{host_of(self.url)}: the connection broke in the middle of the answer; run it again"
            ) from error


class Client:
    """Connections to services, and the patience to ask again."""

    def __init__(self, sleep: Callable[[float], None], notice: Callable[[str], None]) -> None:
        """Pause with *sleep* and tell *notice* why."""
        self._sleep = sleep
        self._notice = notice
        self._pools: dict[str, urllib3.PoolManager] = {}

    def close(self) -> None:
        """Return all connections up."""
        for pool in self._pools.values():
            pool.clear()

    def pause(self, seconds: float, reason: str) -> None:
        """Wait, having said why."""
        self._notice(f"{reason}; waiting {seconds:g} s")
        self._sleep(seconds)

    @contextmanager
    def open(self, url: str, headers: Mapping[str, str] | None = None) -> Iterator[Reply]:
        """Ask for *url* until there is an answer to use: 200, 206, 304 or 416; anything else is a `FetchError`."""
        reply = self._answer(url, {**_HEADERS, **(headers or {})})
        try:
            if reply.status not in _USABLE:
                raise Refused(_refusal(reply), reply.status)
            yield reply
        finally:
            reply.response.close()

    def document(self, url: str, limit: int) -> bytes:
        """Return a small document whole; one of more than *limit* bytes is refused."""
        for pause in PAUSES:
            try:
                return self._whole(url, limit)
            except CutShort as error:
                self.pause(pause, str(error).partition(";")[0])
        return self._whole(url, limit)

    def _whole(self, url: str, limit: int) -> bytes:
        body = bytearray()
        with self.open(url) as reply:
            for chunk in reply.chunks():
                body += chunk
                if len(body) > limit:
                    raise FetchError(f"{host_of(url)} sends more than {limit:,} bytes for a small document; refused")
        return bytes(body)

    def _answer(self, url: str, headers: Mapping[str, str]) -> Reply:
        for pause in PAUSES:
            try:
                reply = self._follow(url, headers)
            except _PASSING as error:
                self.pause(pause, f"{host_of(url)}: {_reason(error)}")
                continue
            except _LASTING as error:
                raise FetchError(_unreachable(url, error)) from error
            if reply.status not in _AGAIN:
                return reply
            reply.response.close()
            self.pause(_asked_pause(reply, pause), f"{host_of(url)} answers {_status(reply.status)}")
        try:
            return self._follow(url, headers)
        except (*_PASSING, *_LASTING) as error:
            raise FetchError(_unreachable(url, error)) from error

    def _follow(self, url: str, headers: Mapping[str, str]) -> Reply:
        for _ in range(_REDIRECTS + 1):
            _check_address(url)
            response = self._pool(url).request(
                "GET",
                url,
                headers=dict(headers),
                preload_content=False,
                decode_content=False,
                redirect=False,
                retries=False,
            )
            location = response.headers.get("Location")
            if response.status not in _MOVED or not location:
                return Reply(url, response.status, response.headers, response)
            response.close()
            before, url = url, joined(url, location)
            if urlsplit(before).scheme == "https" and urlsplit(url).scheme == "http":
                raise FetchError(f"{host_of(before)} sends us on from https to http, which is not followed")
        raise FetchError(f"{host_of(url)} sends us on more than {_REDIRECTS} times; given up")

    def _pool(self, url: str) -> urllib3.PoolManager:
        proxy = _proxy_for(url)
        if proxy not in self._pools:
            pool = urllib3.ProxyManager(proxy, timeout=_TIMEOUT) if proxy else urllib3.PoolManager(timeout=_TIMEOUT)
            self._pools[proxy] = pool
        return self._pools[proxy]


def host_of(url: str) -> str:
    """Return the host of *url*, with the port if one is named: what people are told."""
    try:
        return visible(urlsplit(url).netloc.rpartition("@")[2]) or "the service"
    except ValueError:
        return "the service"


def joined(url: str, link: str) -> str:
    """Return the address that *link* means on the page *url*."""
    try:
        return urljoin(url, link)
    except ValueError as error:
        raise FetchError(f"{host_of(url)} points to {visible(link[:100])!r}, which is no address") from error


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        usable = False
    if not usable:
        raise FetchError(f"the service points to {visible(url[:100])!r}, which is no http address; nothing was fetched")


def _proxy_for(url: str) -> str:
    """Return the proxy that this machine's settings name for *url*, or ""."""
    parts = urlsplit(url)
    if urllib.request.proxy_bypass(parts.hostname or ""):
        return ""
    proxies = urllib.request.getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all") or ""
    return proxy if "://" in proxy or not proxy else f"http://{proxy}"


def _asked_pause(reply: Reply, pause: float) -> float:
    """Return the seconds that the server asks for; its own clock counts where it names a time."""
    asked = reply.headers.get("Retry-After", "").strip()
    if _DIGITS.fullmatch(asked):
        seconds = float(asked)
    elif asked:
        seconds = _until(asked, reply.headers.get("Date", ""), pause)
    else:
        seconds = _BUSY_PAUSE if reply.status == HTTPStatus.TOO_MANY_REQUESTS else pause
    if seconds > _LONGEST_PAUSE:
        raise Refused(f"{host_of(reply.url)} asks to wait {seconds:.0f} s; run it again after that", reply.status)
    return max(seconds, pause)


def _until(then: str, now: str, otherwise: float) -> float:
    try:
        return (parsedate_to_datetime(then) - parsedate_to_datetime(now)).total_seconds()
    except (TypeError, ValueError, OverflowError):
        return otherwise


def _refusal(reply: Reply) -> str:
    try:
        body = reply.response.read(_ERROR_LIMIT, decode_content=True)
    except (exceptions.HTTPError, HTTPException, OSError):
        body = b""
    details = error_details(body)
    return f"{host_of(reply.url)} refused: {_status(reply.status)}{': ' if details else ''}{details}"


def error_details(body: bytes) -> str:
    """Return the message of an error object in one line that is safe for a terminal; "" for anything else."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(told, dict) or (told.get("object") != "error" and ("details" not in told or "data" in told)):
        return ""
    details = told.get("details") or told.get("code") or "an error without a reason"
    return visible(squeeze(str(details)))[:_DETAILS_LIMIT]


def _status(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _unreachable(url: str, error: Exception) -> str:
    return f"cannot reach {host_of(url)}: {_reason(error)}; check the network, then run it again"


def _reason(error: Exception) -> str:
    """Return in a few words what went wrong; the library's own words name objects in memory."""
    kinds: tuple[tuple[type[Exception], str], ...] = (
        (exceptions.NameResolutionError, "its name is not known here"),
        (exceptions.ProxyError, "the proxy does not answer"),
        (exceptions.SSLError, "no safe connection (its certificate is not trusted?)"),
        (exceptions.LocationValueError, "its address cannot be read"),
        (UnicodeError, "its address cannot be read"),
        (exceptions.NewConnectionError, "no connection"),
        (exceptions.TimeoutError, "no answer in time"),
    )
    return next((words for kind, words in kinds if isinstance(error, kind)), "the connection broke")
