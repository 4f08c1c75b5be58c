"""JSON as a stream: values pulled one by one from a file of any size, plain or gzip, in bounded memory.

The standard library's decoder is given a window of text and moves from value to value. To decode every card of an
AllPrintings file of 500 MB that way takes 6 s and 26 MB. Of the libraries, `ijson` with its C backend takes 7 s, and
`msgspec`, three times as quick, has to hold the whole file; so there is no dependency here.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, TextIOWrapper
from typing import IO, NoReturn, cast

from kb.errors import InvalidJson, SourceError, UndecodableFile
from kb.model import SourceText
from kb.text.folding import squeeze

_CHUNK = 1 << 20
_LARGEST = 64 << 20
"""Characters that one value may take; an entry of card data stays far below."""
_MOST = 1_000_000
"""Entries that a file may have; what is kept of each, or said against it, has to be held until all is read."""
_CUT_WORD = 16
"""A literal, number or escape that the window cuts stops the decoder this close to the window's end."""
_PART_OF_WORD = re.compile(r"[.eE][-+]?|-?[A-Za-z]*")
_NUMBER_TAIL = 3
"""So near the window's end a number may be the beginning of a longer one: `1` of `1.5`, of `1e-5`."""
_BLANK = re.compile(r"[ \t\r\n]*")


@contextmanager
def open_json(source: SourceText) -> Iterator["JsonStream"]:
    """Open the file of *source*, whatever its name says; each failure to read it is one SourceError."""
    try:
        with source.file.open("rb") as raw, _unpacked(raw) as file:
            yield JsonStream(source.path, _decoded(file))
    except UnicodeDecodeError as error:
        raise UndecodableFile(source.path, f"is not valid {error.encoding}, as JSON must be") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise SourceError(source.path, f"is a gzip file that is cut off or damaged ({error}); fetch it again") from None
    except OSError as error:
        raise SourceError(source.path, f"cannot be read: {error.strerror or error}") from None


def _unpacked(raw: BufferedReader) -> IO[bytes]:
    if raw.peek(2)[:2] == b"\x1f\x8b":
        return cast("IO[bytes]", gzip.open(raw))
    return raw


def _decoded(file: IO[bytes]) -> IO[str]:
    head = cast("BufferedReader", file).peek(4)[:4]
    return TextIOWrapper(file, encoding=json.detect_encoding(head), newline="")


class JsonStream:
    """Where the reading of a JSON text stands.

    What `items` and `members` step onto must be consumed, by `value` or by stepping into it, before the next step.
    """

    def __init__(self, path: str, file: IO[str]) -> None:
        """Read from *file*; *path* names it in errors."""
        self._path = path
        self._file = file
        self._window = ""
        self._at = 0
        self._whole = False
        self._entries = 0
        self._decode = json.JSONDecoder().raw_decode

    def peek(self) -> str:
        """Return the character that the next value or sign begins with; "" at the end of the file."""
        while True:
            if self._at < len(self._window) and self._window[self._at] > " ":
                return self._window[self._at]
            self._at = cast("re.Match[str]", _BLANK.match(self._window, self._at)).end()
            if self._at < len(self._window):
                return self._window[self._at]
            if not self._more():
                return ""

    def value(self) -> object:
        """Decode the whole next value."""
        self.peek()
        while True:
            try:
                value, end = self._decode(self._window, self._at)
            except json.JSONDecodeError as error:
                if not self._is_cut(error) or not self._more():
                    self._fail(error)
            except RecursionError:
                raise SourceError(self._path, "is nested too deep to be card data") from None
            except ValueError:
                raise SourceError(self._path, "has a number too long to be card data") from None
            else:
                if not isinstance(value, int | float) or end < len(self._window) - _NUMBER_TAIL or not self._more():
                    self._at = end
                    return value

    def items(self) -> Iterator[None]:
        """Step into an array and onto each of its elements."""
        self._take("[")
        if self.peek() == "]":
            self._take("]")
            return
        while True:
            self._count()
            yield
            if self._comma_or("]"):
                return

    def members(self) -> Iterator[str]:
        """Step into an object and onto the value of each key."""
        self._take("{")
        if self.peek() == "}":
            self._take("}")
            return
        while True:
            if self.peek() != '"':
                self._stuck("a name in quotes")
            key = cast("str", self.value())
            self._take(":")
            yield key
            if self._comma_or("}"):
                return

    def entries(self) -> Iterator[object]:
        """Decode the elements of an array, or the values that stand one after the other as in JSON lines."""
        while sign := self.peek():
            if sign == "[":
                yield from (self.value() for _ in self.items())
            else:
                self._count()
                yield self.value()

    def end(self) -> None:
        """Make sure that nothing follows."""
        if self.peek():
            self._stuck("the end of the file")

    def _count(self) -> None:
        self._entries += 1
        if self._entries > _MOST:
            raise SourceError(self._path, f"has over {_MOST:,} entries, more than there are of card data; split it")

    def _comma_or(self, closing: str) -> bool:
        if self.peek() == closing:
            self._take(closing)
            return True
        self._take(",")
        return False

    def _take(self, sign: str) -> None:
        if self.peek() != sign:
            self._stuck(f"`{sign}`")
        self._at += 1

    def _more(self) -> bool:
        """Widen the window, twice as far each time that one value needs it, so that reading stays linear."""
        if self._whole:
            return False
        rest = self._window[self._at :]
        if len(rest) > _LARGEST:
            raise SourceError(self._path, f"has an entry of over {_LARGEST >> 20} million characters: no card data")
        more = self._file.read(max(_CHUNK, len(rest)))
        if not more:
            self._whole = True
            return False
        self._window, self._at = rest + more, 0
        return True

    def _is_cut(self, error: json.JSONDecodeError) -> bool:
        """Whether the fault may be that the window ends here, and not what stands in it."""
        if error.msg.startswith("Unterminated string"):
            return True
        rest = self._window[error.pos : error.pos + _CUT_WORD + 1]
        if len(rest) > _CUT_WORD:
            return False
        return error.msg.startswith("Invalid \\") or _PART_OF_WORD.fullmatch(rest) is not None

    def _fail(self, error: json.JSONDecodeError) -> NoReturn:
        self._at = error.pos
        if self._is_cut(error):
            raise SourceError(
                self._path, "breaks off in the middle of an entry, as a cut download does; fetch it again"
            )
        raise InvalidJson(
            self._path, f"is not valid JSON: {error.msg} at {squeeze(self._window[self._at : self._at + 20])!r}"
        )

    def _stuck(self, expected: str) -> NoReturn:
        found = self.peek()
        if not found:
            raise SourceError(self._path, "breaks off before its end, as a cut download does; fetch it again")
        raise InvalidJson(self._path, f"is not valid JSON: {expected} was expected, not {found!r}")
