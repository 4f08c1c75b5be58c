"""Bytes to text: UTF-8, UTF-16, cp1252 or Mac Roman, decided by what the bytes themselves show."""

import codecs
import re
from dataclasses import dataclass

from kb.errors import UndecodableFile

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 64 * 1024
_NUL_SHARE = 0.2
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_CONTROL_SHARE = 0.005
_HIGH = re.compile(rb"[\x80-\xff]")
_HIGH_SHARE = 0.35
_UNDEFINED = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")
_MULTIBYTE = re.compile(rb"[\xc3-\xf4][\x80-\xbf]|\xc2[\xa0-\xbf]")
_ORDINARY = frozenset("éèêëàâäîïôöûùüçœæñÉÈÊÀÂÎÔÇŒÆáíóúß’‘“”«»…–—•·©®°€£\u00a0")
_MAC_SHARE = 0.9
_DECLARED_LATIN9 = re.compile(rb"charset\s*=\s*[\"']?iso-8859-15", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, how it was decoded, and the lines that were not written as the rest was."""

    text: str
    encoding: str
    mixed: tuple[int, ...] = ()


def decode_head(raw: bytes) -> tuple[str, str]:
    """Decode the beginning of a file, which may end within a letter; never raises."""
    encoding, skip = _marked(raw)
    if not encoding:
        encoding = "utf-8" if _is_utf8(raw, final=False) else "cp1252"
    return codecs.getincrementaldecoder(encoding)("replace").decode(raw[skip:], final=False), encoding


def decode(raw: bytes, shown: str) -> Decoded:
    """Decode a whole file by its byte order mark, its zero bytes or its letters.

    cp1252 is what remains when the bytes are no UTF-8 and read as ordinary writing in it, or Mac Roman when they read
    so only in that. A file of UTF-8 with a few lines of cp1252 is decoded line by line. Raises UndecodableFile for
    anything else.
    """
    encoding, skip = _marked(raw)
    if encoding:
        try:
            return Decoded(raw[skip:].decode(encoding), encoding)
        except UnicodeDecodeError as error:
            raise UndecodableFile(
                shown, f"begins like {encoding} but byte {error.start + skip} does not fit"
            ) from error
    if len(_CONTROL.findall(raw[:_SAMPLE])) > _CONTROL_SHARE * min(len(raw), _SAMPLE) or b"\x00" in raw:
        raise UndecodableFile(shown, "is binary, not text")
    if _is_utf8(raw, final=True):
        return Decoded(raw.decode("utf-8"), "utf-8")
    if _reads_as_mac(raw):
        return Decoded(raw.decode("mac_roman"), "mac_roman")
    if _MULTIBYTE.search(raw):
        return _mixed(raw, shown)
    return Decoded(_western(raw, shown), "cp1252")


def _reads_as_mac(raw: bytes) -> bool:
    """Whether the bytes above 127 are letters and signs of ordinary writing in Mac Roman, and odd ones in cp1252."""
    high = b"".join(_HIGH.findall(raw))
    if not high or len(high) > _HIGH_SHARE * len(raw):
        return False
    mac, western = (
        sum(c in _ORDINARY for c in high.decode(encoding, "replace")) for encoding in ("mac_roman", "cp1252")
    )
    return mac >= _MAC_SHARE * len(high) and mac > 2 * western


def _marked(raw: bytes) -> tuple[str, int]:
    """Return encoding and length of the mark where there is one; UTF-16 without one by its zero bytes."""
    for bom, encoding in _BOMS:
        if raw.startswith(bom):
            return encoding, len(bom)
    sample = raw[:_SAMPLE]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) > _NUL_SHARE * len(sample) / 2 and min(even, odd) * 20 < max(even, odd):
        return ("utf-16-le" if odd > even else "utf-16-be"), 0
    return "", 0


def _is_utf8(raw: bytes, *, final: bool) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(raw, final)
    except UnicodeDecodeError:
        return False
    return True


def _western(raw: bytes, shown: str) -> str:
    if _UNDEFINED.search(raw):
        raise UndecodableFile(shown, "is neither UTF-8 nor Windows-1252; save it as UTF-8")
    if len(_HIGH.findall(raw)) > _HIGH_SHARE * len(raw):
        raise UndecodableFile(shown, "is no text in UTF-8, UTF-16 or Windows-1252; save it as UTF-8")
    return raw.decode("iso-8859-15" if _DECLARED_LATIN9.search(raw[:2048]) else "cp1252")


def _mixed(raw: bytes, shown: str) -> Decoded:
    texts: list[str] = []
    odd: list[int] = []
    for number, line in enumerate(raw.split(b"\n"), 1):
        if _is_utf8(line, final=True):
            texts.append(line.decode("utf-8"))
        else:
            texts.append(_western(line, shown))
            odd.append(number)
    if len(odd) > len(texts) / 2:
        return Decoded(_western(raw, shown), "cp1252")
    return Decoded("\n".join(texts), "utf-8", tuple(odd))
