"""Letters that were decoded wrongly before the file was saved: put right where there is no doubt, or else reported.

UTF-8 that was read as cp1252 ("Ã©" for "é"), cp1252 that was read as Latin 1 (control characters for quotes and
dashes), and what a decoder could not read at all (U+FFFD).
"""

import re

from kb.model import Problem, Span

_CONTINUED = "[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
_SIGN = re.compile(f"[ÂÃÅ]{_CONTINUED}|â[€‚„†ˆ‰Š‹Œ\u0080-\u009f]{_CONTINUED}|ï»¿|ï¿½|ï¬{_CONTINUED}")
_SHOWN = 30
_LOST = "\ufffd"
_AROUND = 15
"""Letters that are shown on both sides of a lost one."""
_CONTROL = re.compile("[\u0080-\u009f]")
_CONTROLS = {code: sign for code in range(0x80, 0xA0) if (sign := bytes([code]).decode("cp1252", "ignore"))}
"""The control characters that a decoder of Latin 1 makes of the signs of cp1252. No text means to have any."""


def as_windows(text: str) -> str:
    """Return *text* with the signs of cp1252 in place of the control characters that stand for them.

    >>> as_windows("l\u0092exil \u0097 \u009cuvre")
    'l’exil — œuvre'
    """
    return text.translate(_CONTROLS) if _CONTROL.search(text) else text


def lost_letters(text: str) -> tuple[Problem, ...]:
    """Return a problem for each line of *text* in which a replacement character stands for a letter."""
    if _LOST not in text:
        return ()
    return tuple(
        Problem("lost_letter", f"a letter is lost in “{_around(line, line.index(_LOST))}”", Span(number, number))
        for number, line in enumerate(text.split("\n"), 1)
        if _LOST in line
    )


def _around(line: str, at: int) -> str:
    return line[max(0, at - _AROUND) : at + _AROUND].strip()


def mended(text: str) -> tuple[str, tuple[Problem, ...]]:
    """Return *text* with its mojibake repaired, and a problem for each line that had any.

    The repair is certain when a whole line (or the whole text) turns back into bytes that are UTF-8. A line that does
    not stays as it is, and its problem says so.

    >>> mended("Le coÃ»t")[0]
    'Le coût'
    """
    if not _SIGN.search(text):
        return text, ()
    lines = text.split("\n")
    problems: list[Problem] = []
    for index, line in enumerate(lines):
        sign = _SIGN.search(line)
        if sign is None:
            continue
        repaired = _repaired(line)
        if repaired is None or not _agrees(line, repaired):
            detail = (
                f"“{line[max(0, sign.start() - 10) : sign.end() + 10][:_SHOWN]}” looks wrongly decoded; left as it is"
            )
        else:
            detail = f"“{sign[0]}” and the like were UTF-8 read as cp1252; repaired"
            lines[index] = repaired
        problems.append(Problem("mojibake", detail, Span(index + 1, index + 1)))
    return "\n".join(lines), tuple(problems)


def _repaired(line: str) -> str | None:
    try:
        return as_windows(b"".join(_bytes(c) for c in line).decode("utf-8"))
    except UnicodeError:
        return None


def _bytes(character: str) -> bytes:
    # The five bytes that cp1252 leaves undefined come out of most decoders as control characters.
    return character.encode("latin-1") if "\x80" <= character <= "\x9f" else character.encode("cp1252")


def _agrees(line: str, repaired: str) -> bool:
    """Whether the repair made ordinary letters: fewer signs, and none of them a control character."""
    return len(repaired) < len(line) and not any("\x80" <= c <= "\x9f" for c in repaired)
