"""UTF-8 that was once read as cp1252 ("Ã©" for "é"), put right where there is no doubt."""

import re

from kb.model import Problem, Span

_CONTINUED = "[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
_SIGN = re.compile(f"[ÂÃÅ]{_CONTINUED}|â[€‚„†ˆ‰Š‹Œ\u0080-\u009f]{_CONTINUED}|ï»¿|ï¬{_CONTINUED}")
_SHOWN = 30


def mended(text: str) -> tuple[str, tuple[Problem, ...]]:
    """Give *text* with its mojibake repaired, and a problem for each line that had any.

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
        return b"".join(_bytes(c) for c in line).decode("utf-8")
    except UnicodeError:
        return None


def _bytes(character: str) -> bytes:
    # The five bytes that cp1252 leaves undefined come out of most decoders as control characters.
    return character.encode("latin-1") if "\x80" <= character <= "\x9f" else character.encode("cp1252")


def _agrees(line: str, repaired: str) -> bool:
    """Whether the repair made ordinary letters: fewer signs, and none of them a control character."""
    return len(repaired) < len(line) and not any("\x80" <= c <= "\x9f" for c in repaired)
