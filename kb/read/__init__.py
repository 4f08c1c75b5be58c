"""Bytes to `SourceText`: what a file is written in is decided by its content, how it was decoded is kept with it."""

import gzip
import hashlib
import os
import re
import stat
import zlib
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, cast

from kb.errors import SourceError, UndecodableFile
from kb.model import Container, Problem, SourceText, Span
from kb.read.decode import Decoded, decode, decode_head
from kb.read.elements import BLOCKS
from kb.read.endings import is_program
from kb.read.html import Page, lines_of_page
from kb.read.mojibake import as_windows, lost_letters, mended
from kb.read.nesting import depth
from kb.text.folding import word_set

_HEAD = 64 * 1024
_LIMIT = 16 * 1024 * 1024
_BLOCK = 1024 * 1024
_MOST_LETTERS = 3_000_000
"""Characters of text, markup and pictures within a page aside; the Comprehensive Rules have a million."""
_MOST_LINES = 60_000
_MOST_SIGNS = 100_000
"""Signs of markup, `<` and `&`, that a page may have; they bound its elements."""
_DEEPEST = 10_000
"""Elements of a page that may stand within each other. Browsers stop at 512, but pages forget end tags."""
_MAGIC = (
    (b"BZh", "is packed with bzip2; unpack it first"),
    (b"\xfd7zXZ\x00", "is packed with xz; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "is packed with zstd; unpack it first"),
    (b"PK\x03\x04", "is a zip archive; unpack it first"),
    (b"%PDF", "is a PDF; save its text as a .txt file"),
    (b"{\\rtf", "is Rich Text; save it as plain text"),
    (b"\x89PNG", "is a picture"),
    (b"\xff\xd8\xff", "is a picture"),
    (b"GIF8", "is a picture"),
    (b"SQLite format 3", "is a database"),
    (b"\x7fELF", "is a program"),
)
_GZIP = b"\x1f\x8b"
_JSON_NAME = re.compile(r"\.(?:json|jsonl|ndjson)(?:\.gz)?\Z", re.IGNORECASE)
_JSON_START = re.compile(
    r'\s*(?:\{\s*(?:["}]|\Z)|\[\s*(?:\[\s*[\[{"\]0-9-]|[{"\]]|\[?\s*\Z|(?:-?[0-9]+(?:\.[0-9]+)?|true|false|null)\s*(?:[,\]]|\Z)))'
)
_DATA_START = re.compile(r"(?:\s|//[^\n]*\n|#[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/){0,200}+[\[{]")
"""Data with comments, or in quotes of another kind than those of JSON."""
_MARKUP_START = re.compile(
    r"\s*<(?:!doctype\s+html|!--|\?xml|rss|feed|html|head|body|[a-z][a-z0-9]{0,10}[\s>/])", re.IGNORECASE
)
_TAG = re.compile(
    r"<(/?)(?:html|head|body|main|article|section|div|p|br|table|tbody|tr|td|th|ul|ol|li|dl|dt|dd|span|h[1-6]|a|b|i|em"
    r"|strong|img|time|blockquote|pre|font|center|item|entry)(?=[\s>/])[^<>]{0,2000}>",
    re.IGNORECASE,
)
_ROOT = re.compile(
    r"\s*(?:<\?[^>]{0,500}\?>\s*|<!--.{0,2000}?-->\s*|<![A-Z][^>]{0,500}>\s*){0,9}<([a-zA-Z][\w.:-]{0,60})", re.DOTALL
)
_PAGE_ROOTS = BLOCKS | word_set(
    "a abbr b br code em font i iframe img link meta s script small span strong style sub sup time u svg"
)
_SHOWN_SOURCE = re.compile(r"^\W{0,8}<(?:!doctype\s+html|html|body)\b", re.IGNORECASE | re.MULTILINE)
_TAGS_AT_LEAST = 3


def read(file: Path, shown: str) -> SourceText:
    """Decode *file*, to be spoken of as *shown*; of JSON only the first part, for layouts stream it themselves.

    The text of an HTML page is its lines of text (`kb.read.html`). Raises SourceError, or UndecodableFile, with one
    line that says what is wrong and what to do.
    """
    try:
        _require_regular(file, shown)
        with file.open("rb") as stream:
            return _read(stream, file, shown)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise SourceError(shown, f"is a gzip file that is cut off or damaged ({error}); fetch it again") from error
    except OSError as error:
        raise _unreadable(shown, error) from error


def read_as_text(source: SourceText) -> SourceText:
    """Read the file of *source*, which JSON it is said to be, as plain text. Raises SourceError as `read` does."""
    try:
        with source.file.open("rb") as stream:
            packed = stream.read(2) == _GZIP
            stream.seek(0)
            content = cast("BinaryIO", gzip.GzipFile(fileobj=stream)) if packed else stream
            raw = _whole(b"", content, source.path)
    except (EOFError, zlib.error, gzip.BadGzipFile, OSError) as error:
        raise SourceError(source.path, f"cannot be read: {error}") from error
    return _text(raw, source.file, source.path, source.digest)


def digest(file: Path, shown: str) -> str:
    """Hash the bytes of *file*, as `read` does, and read no more of it; raises SourceError when there is no way to."""
    try:
        _require_regular(file, shown)
        with file.open("rb") as stream:
            return _digest(stream)
    except OSError as error:
        raise _unreadable(shown, error) from error


def _unreadable(shown: str, error: OSError) -> SourceError:
    return SourceError(shown, f"cannot be read: {error.strerror or error}")


def _require_regular(file: Path, shown: str) -> None:
    mode = os.stat(file).st_mode  # noqa: PTH116  (a link to a file is as good as the file)
    if stat.S_ISDIR(mode):
        raise SourceError(shown, "is a folder, not a file")
    if not stat.S_ISREG(mode):
        raise SourceError(shown, "is not a regular file")


def _read(stream: BinaryIO, file: Path, shown: str) -> SourceText:
    packed = stream.read(2) == _GZIP
    stream.seek(0)
    content = cast("BinaryIO", gzip.GzipFile(fileobj=stream)) if packed else stream
    head = content.read(_HEAD)
    _refuse_binary(head, shown)
    start, encoding = decode_head(head)
    if _is_json(start, shown):
        if encoding == "cp1252":
            raise UndecodableFile(shown, "is JSON but not UTF-8; convert it first")
        return SourceText(shown, file, Container.JSON, start, _digest(stream), encoding)
    return _text(_whole(head, content, shown), file, shown, _digest(stream))


def _whole(head: bytes, rest: BinaryIO, shown: str) -> bytes:
    """Return *head* and all that follows, read in blocks: a packed file does not say how long it is."""
    blocks, size = [head], len(head)
    while block := rest.read(_BLOCK):
        blocks.append(block)
        size += len(block)
        if size > _LIMIT:
            raise SourceError(shown, f"is over {_LIMIT // _BLOCK} MB of text, no page of rulings; split it")
    return b"".join(blocks)


def _refuse_binary(head: bytes, shown: str) -> None:
    if not head.strip(b" \t\r\n\f\v\xef\xbb\xbf"):
        raise SourceError(shown, "is empty")
    for magic, what in _MAGIC:
        if head.startswith(magic):
            raise UndecodableFile(shown, what)


def _is_json(start: str, shown: str) -> bool:
    if _JSON_START.match(start):
        return True
    if not _JSON_NAME.search(shown):
        return False
    if _MARKUP_START.match(start):
        raise SourceError(shown, "is an HTML page under a JSON name; the download went wrong, fetch it again")
    if _DATA_START.match(start):
        return False
    raise SourceError(shown, "has a JSON name but is not JSON")


def _digest(stream: BinaryIO) -> str:
    stream.seek(0)
    digest = hashlib.sha256()
    while chunk := stream.read(1 << 20):
        digest.update(chunk)
    return digest.hexdigest()


def _text(raw: bytes, file: Path, shown: str, digest: str) -> SourceText:
    decoded = decode(raw, shown)
    text = as_windows(decoded.text.replace("\r\n", "\n").replace("\r", "\n"))
    if not text.strip():
        raise SourceError(shown, "is empty")
    _refuse_endless(text.count("\n"), _MOST_LINES, "lines", shown)
    if is_markup(text) and not _is_data(text, shown):
        _refuse_endless(text.count("<") + text.count("&"), _MOST_SIGNS, "signs of markup", shown)
        _refuse_endless(depth(text), _DEEPEST, "elements within each other", shown)
        return _page(text, file, shown, digest, decoded)
    _refuse_endless(len(text), _MOST_LETTERS, "characters of text", shown)
    mixed = [_mixed(number) for number in decoded.mixed]
    text, problems = mended(text)
    told = (*mixed, *problems, *lost_letters(text))
    return SourceText(shown, file, Container.TEXT, text, digest, decoded.encoding, problems=told)


def _refuse_endless(count: int, most: int, what: str, shown: str) -> None:
    if count > most:
        raise SourceError(shown, f"has over {most:,} {what}, more than any page of rulings; split it")


def _mixed(number: int) -> Problem:
    return Problem("mixed_encoding", "not in UTF-8 as the rest is; read as cp1252", Span(number, number))


def _page(markup: str, file: Path, shown: str, digest: str, decoded: Decoded) -> SourceText:
    page = _unwrapped(lines_of_page(markup))
    _refuse_endless(len(page.lines), _MOST_LINES, "lines", shown)
    _refuse_endless(sum(map(len, page.lines)), _MOST_LETTERS, "characters of text", shown)
    text, problems = mended("\n".join(page.lines))
    odd = frozenset(decoded.mixed)
    mixed = [_mixed(n) for n, span in enumerate(page.spans, 1) if odd.intersection(range(span.first, span.last + 1))]
    return SourceText(
        shown,
        file,
        Container.HTML,
        text,
        digest,
        decoded.encoding,
        title=page.title,
        page_lang=page.lang,
        problems=(*mixed, *problems, *lost_letters(text)),
        lines=page.spans,
        markup=page.markup,
    )


def _unwrapped(page: Page) -> Page:
    """Return the page that *page* shows the source of, lines counted as in the file; else *page* itself."""
    text = "\n".join(page.lines)
    if not _SHOWN_SOURCE.search(text) or not is_markup(text):
        return page
    inner = lines_of_page(text)
    spans = tuple(Span(page.spans[span.first - 1].first, page.spans[span.last - 1].last) for span in inner.spans)
    return replace(inner, spans=spans)


def _is_data(text: str, shown: str) -> bool:
    """Whether *text* is XML of some program, whose root is no element of a page and no feed, or a program with tags."""
    root = _ROOT.match(text)
    if root is not None:
        return root[1].lower() not in _PAGE_ROOTS
    return is_program(shown)


def is_markup(text: str) -> bool:
    """Whether *text* is HTML: markup where it begins, or real tags within; a lone `<i>` in a sentence is neither."""
    start = _MARKUP_START.match(text)
    opening = closing = 0
    for match in _TAG.finditer(text):
        opening, closing = (opening, closing + 1) if match[1] else (opening + 1, closing)
        if closing and (start or opening + closing >= _TAGS_AT_LEAST):
            return True
    return start is not None and opening + closing > 0
