"""String literals, with the quotes of many programming languages."""

import re

from kb.layouts.reader.syntax.cursor import Cursor
from kb.layouts.reader.syntax.escapes import unescaped
from kb.layouts.reader.syntax.groups import Scalar
from kb.text.folding import squeeze

_STRING = re.compile(
    r"(?P<triple>\"\"\"|''')"
    r"|(?P<lua>\[(?P<level>=*)\[(?![\w.-]{1,80}\]\][ \t]*(?:\n|\Z))(?!\s{0,40}(?:[\"'\[]|(?:new\s)?[A-Za-z.]{1,30}\()))"
    r"|(?<!\w)(?:%[qQ]|q[qw]?)(?P<perl>[{(\[])"
    r"|<<[~-]?(?P<mark>['\"]?)(?P<here>[A-Z][A-Z0-9_]{1,30})(?P=mark)"
    r"|\$?@\$?\"(?P<verbatim>(?:[^\"]|\"\")*)\""
    r"|\"(?P<double>(?:[^\"\\]|\\.)*)\""
    r"|(?<!\w)[bruLfNE]{0,2}'(?P<single>(?:[^'\\\n]|\\.|''|'(?=\w))*)'(?!\w)"
    r"|`(?P<back>[^`]*)`",
    re.DOTALL,
)
_PERL_CLOSES = {"(": ")", "[": "]", "{": "}"}


class StringReader:
    """Reads the strings of one text."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._unclosed: set[str] = set()
        """Quotes, and marks of here-documents, that do not occur again."""

    def take(self) -> Scalar | None:
        """Return the string that begins at the cursor and move behind it; None if none begins there."""
        start = self._cursor.at
        sign = self._cursor.text[start]
        if sign in self._unclosed:
            return None
        match = _STRING.match(self._cursor.text, start)
        body = self._body(match) if match else None
        if match is None or body is None:
            if sign in '"`' and not self._cursor.text.startswith('"""', start):
                # The search for the closing quote went through the rest of the text.
                self._unclosed.add(sign)
            return None
        first, last = self._cursor.line(start), self._cursor.line(self._cursor.at)
        shown = _meaning(match, body)
        return Scalar(squeeze(shown), first, last, raw=shown)

    def _body(self, match: re.Match[str]) -> str | None:
        """Return the text between the quotes of *match* and move behind them; None if they are not closed."""
        if match["triple"]:
            return self._cursor.take_until(match.end(), match["triple"])
        if match["lua"]:
            return self._cursor.take_until(match.end(), f"]{match['level']}]")
        if match["perl"]:
            return self._cursor.take_until(match.end(), _PERL_CLOSES[match["perl"]])
        if match["here"]:
            return self._here_document(match)
        self._cursor.at = match.end()
        return next(part for part in match.group("verbatim", "double", "single", "back") if part is not None)

    def _here_document(self, match: re.Match[str]) -> str | None:
        """Return the lines below the statement, up to the line that begins with the mark of *match*."""
        text, mark = self._cursor.text, match["here"]
        start = text.find("\n", match.end())
        if start < 0 or mark in self._unclosed:
            return None
        end = re.compile(rf"^[ \t]*{mark}\b", re.MULTILINE).search(text, start)
        if end is None:
            self._unclosed.add(mark)
            return None
        self._cursor.at = end.end()
        return text[start : end.start()]


def _meaning(match: re.Match[str], body: str) -> str:
    """Return the text that *body* means between the quotes of *match*."""
    if match["lua"] or match["back"] is not None:
        return body
    if match["verbatim"] is not None:
        return body.replace('""', '"')
    return unescaped(body.replace("''", "'") if match["single"] is not None else body)
