"""Where the public data lies, and what each service says of it before a download."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from http import HTTPStatus
from urllib.parse import unquote

from kb.errors import FetchError, UsageError
from kb.fetch.http import Client, Refused, error_details, host_of, joined
from kb.fetch.values import GIB, MIB, DataForm, Published

ROOTS: Mapping[str, str] = {
    "mtgjson": "https://mtgjson.com/api/v5",
    "rules": "https://magic.wizards.com/en",
    "scryfall": "https://api.scryfall.com",
}
"""The address that everything of a service is found from."""
DEFAULT_KINDS = ("rulings", "oracle_cards")
"""What is fetched of the card service: every ruling, and each card once. `all_cards` has every printing besides."""

_SMALL = 8 * MIB
_LARGE = 8 * GIB
_KIND = re.compile(r"[a-z][a-z0-9_]{0,39}")
_CHECKSUM = re.compile(rb"\b[0-9a-fA-F]{64}\b")
_RULES_FILE = "MagicCompRules"
_AROUND = 300
_DATE = re.compile(r"(?<![0-9])(20[0-9]{6})(?![0-9])")


def published(client: Client, service: str, root: str, kinds: Sequence[str]) -> tuple[Published, ...]:
    """Ask *service* what it has at present; a kind that it does not list comes without an address."""
    ask: Mapping[str, Callable[[], tuple[Published, ...]]] = {
        "mtgjson": lambda: (_atomic_cards(client, root),),
        "rules": lambda: (_rules(client, root),),
        "scryfall": lambda: _bulk(client, root, kinds),
    }
    return ask[service]()


def check_kinds(service: str, kinds: Sequence[str]) -> None:
    """Raise `UsageError` unless *kinds* can be names of the card service's files."""
    if kinds and service != "scryfall":
        raise UsageError(f"{service} has no kinds to choose from; leave them out")
    for kind in kinds:
        if not _KIND.fullmatch(kind):
            raise UsageError(f"{kind!r} is no kind of card data; try one of {', '.join(DEFAULT_KINDS)}, all_cards")


# --- the card service -----------------------------------------------------------------------------------------------


def _bulk(client: Client, root: str, kinds: Sequence[str]) -> tuple[Published, ...]:
    """Read the listing `bulk-data`: an object per kind with the time of its last change and its addresses."""
    url = f"{root}/bulk-data"
    listing = _object(client.document(url, _SMALL), url)
    entries = listing.get("data")
    if not isinstance(entries, list):
        raise FetchError(f"{host_of(url)}: its listing of bulk data has no entries; the service may have changed")
    listed = {
        entry["type"]: entry for entry in entries if isinstance(entry, dict) and isinstance(entry.get("type"), str)
    }
    wanted = tuple(_bulk_file(kind, listed.get(kind, {})) for kind in kinds)
    if not any(file.url for file in wanted):
        raise FetchError(
            f"{host_of(url)} lists none of {', '.join(kinds)}; it has {', '.join(sorted(listed)) or 'nothing'}"
        )
    return wanted


def _bulk_file(kind: str, entry: Mapping[str, object]) -> Published:
    lines = _text(entry, "jsonl_download_uri")
    address = lines or _text(entry, "download_uri")
    size = entry.get("compressed_size") if lines else entry.get("size")
    stamp = _text(entry, "updated_at")
    return Published(
        key=f"scryfall-{kind.replace('_', '-')}",
        suffix=(".jsonl" if lines else ".json") + (".gz" if address.partition("?")[0].endswith(".gz") else ""),
        url=address,
        limit=_LARGE,
        stamp=stamp,
        version=stamp,
        size=size if isinstance(size, int) and size > 0 else None,
    )


# --- MTGJSON --------------------------------------------------------------------------------------------------------


def _atomic_cards(client: Client, root: str) -> Published:
    """Read the version in `Meta.json`, and the checksum that is published beside the file; either may be missing."""
    url = f"{root}/AtomicCards.json.gz"
    about = _if_any(client, f"{root}/Meta.json")
    meta = _object(about, root).get("data") if about else None
    version = _text(meta, "version") if isinstance(meta, dict) else ""
    checksum = _CHECKSUM.search(_if_any(client, f"{url}.sha256"))
    return Published(
        key="mtgjson-AtomicCards",
        suffix=".json.gz",
        url=url,
        stamp=version,
        version=version,
        sha256=checksum[0].decode().lower() if checksum else "",
    )


def _if_any(client: Client, url: str) -> bytes:
    """Return the document at *url*, or nothing if there is none."""
    try:
        return client.document(url, _SMALL)
    except Refused as error:
        if error.status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE, HTTPStatus.FORBIDDEN}:
            return b""
        raise


# --- the rules ------------------------------------------------------------------------------------------------------


def _rules(client: Client, root: str) -> Published:
    """Find the newest text of the Comprehensive Rules on the page about the rules."""
    url = f"{root}/rules"
    page = client.document(url, _SMALL).decode("utf-8", errors="replace")
    links = rules_links(page)
    if not links:
        raise FetchError(f"{host_of(url)}: the page about the rules has no link to their text; it may have changed")
    newest = max(links, key=_link_date)
    return Published(
        key=_RULES_FILE,
        suffix=".txt",
        url=joined(url, newest),
        form=DataForm.TEXT,
        limit=64 * MIB,
        version=_link_date(newest),
    )


def rules_links(page: str) -> tuple[str, ...]:
    r"""List the addresses of texts of the rules in *page*, in attributes or in script, as they are printed.

    >>> rules_links('<a href="/d/MagicCompRules 20260801.txt">TXT</a>')
    ('/d/MagicCompRules 20260801.txt',)
    >>> rules_links('{"text":"https:\\u002F\\u002Fx.example\\/MagicCompRules%20A.txt"}')
    ('https://x.example/MagicCompRules%20A.txt',)
    """
    links: list[str] = []
    at = page.find(_RULES_FILE)
    while at >= 0:
        before = re.split(r"[\"'<>`\n]", page[max(0, at - _AROUND) : at])[-1]
        after = re.split(r"[\"'<>`\n]", page[at : at + _AROUND])[0]
        link = unescape(before + after).replace("\\u002F", "/").replace("\\/", "/").strip()
        if link.partition("?")[0].casefold().endswith(".txt"):
            links.append(link)
        at = page.find(_RULES_FILE, at + len(_RULES_FILE))
    return tuple(dict.fromkeys(links))


def _link_date(link: str) -> str:
    """Return the date in the name of the file, `20260801`, or ""."""
    return max(_DATE.findall(unquote(link.rpartition("/")[2])), default="")


# --- shared ---------------------------------------------------------------------------------------------------------


def _object(raw: bytes, url: str) -> Mapping[str, object]:
    """Read a JSON object that is not an error."""
    if details := error_details(raw):
        raise FetchError(f"{host_of(url)} answers with an error: {details}")
    try:
        told = json.loads(raw)
    except (ValueError, RecursionError) as error:
        what = "a web page" if raw.lstrip().startswith(b"<") else "something that is no JSON"
        raise FetchError(f"{host_of(url)} answers with {what}; it may be down, or the network wants a login") from error
    if not isinstance(told, dict):
        raise FetchError(f"{host_of(url)} answers with JSON of another shape; the service may have changed")
    return told


def _text(entry: Mapping[str, object], name: str) -> str:
    value = entry.get(name)
    return value if isinstance(value, str) else ""
