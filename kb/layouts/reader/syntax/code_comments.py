"""Comments in programs and data files, with the signs of many programming languages."""

import re

from kb.layouts.reader.syntax.cursor import Cursor
from kb.layouts.reader.syntax.groups import Scalar
from kb.text.folding import squeeze

_COMMENT = re.compile(
    r"/\*(?P<block>.*?)(?:\*/|\Z)|(?P<opens>\{-(?=\s)|\(\*(?=\s)|^=begin\b)"
    r"|<!--.*?(?:-->|\Z)|<\?xml.*?(?:\?>|\Z)|<![A-Z][^>\[]*(?:\[[^\]]*\])?>"
    r"|(?<!\S)(?P<sign>//+|#+(?![\[{'\":!]|[a-z]{1,20}\s?\")|--(?!\[)|;;+|%%)[^\n]*",
    re.DOTALL | re.MULTILINE,
)
_CLOSES = {"{-": "-}", "(*": "*)", "=begin": "\n=end"}
_COMMENT_LINE = re.compile(r"[ \t]*(?P<sign>//+|#+|--|;;+|%%)(?P<body>[^\n]*)(?:\n|\Z)")
_CODE = re.compile(r"[{\[(,;]\s*\Z|\A\s*[)}\]]+[,;)]*\s*\Z")
"""A line of code that is commented out, by its end or its beginning."""
_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")
_STAR = re.compile(r"^[ \t]*\*?[ \t]?", re.MULTILINE)


class CommentReader:
    """Reads the comments of one text."""

    def __init__(self, cursor: Cursor, *, is_xml: bool) -> None:
        self._cursor = cursor
        self._is_xml = is_xml
        self._code_until = 0
        """Where lines of code that are commented out end."""

    def take(self) -> tuple[Scalar, ...] | None:
        """Return the comment that begins at the cursor and move behind it; None if none begins there.

        The result is empty for a comment without words or behind code. Of code that is commented out, only the
        sign is passed over.
        """
        start = self._cursor.at
        match = _COMMENT.match(self._cursor.text, start)
        if match is None:
            return None
        if match["sign"]:
            return self._take_signed(match)
        if match["opens"]:
            body = self._cursor.take_until(match.end(), _CLOSES[match["opens"]])
            if body is None:
                return None
        else:
            body = match["block"]
            self._cursor.at = match.end()
        return self._comment(_STAR.sub("", body), start) if body and not self._is_xml else ()

    def _take_signed(self, match: re.Match[str]) -> tuple[Scalar, ...]:
        """Return the comment that begins with the sign of *match* and goes on to the end of its lines."""
        text, start, sign = self._cursor.text, match.start(), match["sign"]
        if start < self._code_until:
            self._cursor.at = start + len(sign)
            return ()
        if text[text.rfind("\n", 0, start) + 1 : start].strip():
            self._cursor.at = match.end()
            return ()
        end, lines = start, []
        while (line := _COMMENT_LINE.match(text, end)) and line["sign"] == sign and line.end() > end:
            lines.append(line["body"])
            end = line.end()
        if len(lines) > 1 and 2 * sum(_CODE.search(line) is not None for line in lines) >= len(lines):
            self._cursor.at, self._code_until = start + len(sign), end
            return ()
        self._cursor.at = end - (end > start and text[end - 1] == "\n")
        return self._comment("\n".join(lines), start)

    def _comment(self, body: str, start: int) -> tuple[Scalar, ...]:
        if not body.strip():
            return ()
        first = self._cursor.line(start) + body[: len(body) - len(body.lstrip())].count("\n")
        raw = _BLANK_LINES.sub("", body.rstrip())
        return (Scalar(squeeze(body), first, first + raw.count("\n"), raw=raw),)
