"""Rulings in LaTeX documents: their macros and list items as groups of texts, by section."""

import re
from bisect import bisect_left
from unicodedata import normalize

from kb.layouts.reader.syntax.groups import DataGroup, Scalar
from kb.text.folding import squeeze, word_set

_LATEX = re.compile(r"^\s{0,20}\\(?:documentclass|begin\{document\}|(?:sub)?section\*?\{)", re.MULTILINE)
_DOCUMENT = re.compile(r"\\begin\{document\}")
_LEVELS = {name: level for level, name in enumerate(("part", "chapter", "section", "subsection", "subsubsection"))}
_MACRO = re.compile(r"\\(?P<name>[A-Za-z@]{1,40})\*?")
_NO_CALLS = word_set(
    "begin end newcommand renewcommand providecommand def input include usepackage label ref cite vspace"
)
_NEXT_MACRO = re.compile(r"\s{0,80}\\[A-Za-z@]{1,40}")
_ARGUMENT = re.compile(r"[ \t]*\n?[ \t]*(?P<open>[\[{])")
_ITEM_END = re.compile(r"\\(?:item|begin|end|(?:sub){0,2}section)\b")
_BRACKET = re.compile(r"\\.|[\[\]{}]", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_INNER = re.compile(r"\\(?P<name>[A-Za-z@]{1,40})\*?\s?(?:\[[^\[\]{}]*\])?\{(?P<text>[^{}]*)\}")
_SYMBOLS = word_set("mana manasymbol manacost mtgsymbol symb symbol ms")
_SYMBOL = re.compile(r"[0-9]+|[A-Z](?:/[A-Z0-9])?")
_ACCENT = re.compile(r"\\(?P<accent>[`'^\"~]|c(?=\{))\{?(?P<letter>[A-Za-z])\}?")
_ACCENTS = {"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "c": "\u0327"}
_PRINTED = {"``": "“", "''": "”", "---": "—", "--": "–", "~": " ", "\\\\": "\n", "\\ldots": "…", "\\dots": "…"}
_SIGNS = re.compile("|".join(re.escape(sign) for sign in sorted(_PRINTED, key=len, reverse=True)))
_OTHER_MACRO = re.compile(r"\\[A-Za-z@]{1,40}\*?(?:\{\})?[ \t]*")
_OPENED, _CLOSED = "\ue000", "\ue001"
_DEEPEST_MACRO = 10


def is_latex(text: str) -> bool:
    """Whether *text* is a LaTeX document or a part of one."""
    return _LATEX.search(text) is not None


def groups_of_latex(text: str) -> DataGroup:
    r"""Return the macros of a document with their arguments, such as `\ruling{2004-10-04}{…}`.

    They are in groups with the titles of their sections.
    """
    text = _COMMENT.sub("", text)
    begun = _DOCUMENT.search(text)
    return _Latex(text, begun.end() if begun else 0).parse()


class _Latex:
    """Reads a document once, from its beginning to its end."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._start = start
        self._ends = _bracket_ends(text)
        self._breaks = [place for place, sign in enumerate(text) if sign == "\n"]

    def parse(self) -> DataGroup:
        open_groups = [(-1, DataGroup())]
        at = self._start
        while match := _MACRO.search(self._text, at):
            name, at = match["name"], match.end()
            if name == "item":
                at = self._item(at, open_groups[-1][1])
                continue
            arguments, end = self._arguments(at)
            at = at if name in _NO_CALLS else end
            if name in _LEVELS and arguments:
                title = arguments[-1].text
                while open_groups[-1][0] >= _LEVELS[name]:
                    open_groups.pop()
                group = DataGroup(title)
                open_groups[-1][1].items.append((title, group))
                open_groups.append((_LEVELS[name], group))
            elif arguments and name not in _NO_CALLS:
                open_groups[-1][1].items.append(("", DataGroup(name, [("", each) for each in arguments], "(")))
        return open_groups[0][1]

    def _item(self, at: int, into: DataGroup) -> int:
        """Add the list item whose macro ends at *at* to *into*; return where to continue."""
        label, begin = self._arguments(at, "[")
        macro = _NEXT_MACRO.match(self._text, begin)
        if macro and len(self._arguments(macro.end())[0]) > 1:
            return begin
        after = _ITEM_END.search(self._text, begin)
        end = after.start() if after else len(self._text)
        into.items.append(("", DataGroup("item", [("", each) for each in (*label, self._scalar(begin, end))], "(")))
        return end

    def _arguments(self, at: int, opens: str = "[{") -> tuple[list[Scalar], int]:
        """Return the contents of the brackets at *at*, and the end of the last bracket."""
        found: list[Scalar] = []
        while (match := _ARGUMENT.match(self._text, at)) and match["open"] in opens:
            end = self._ends.get(match.start("open"))
            if end is None:
                break
            found.append(self._scalar(match.end(), end))
            at = end + 1
        return found, at

    def _scalar(self, start: int, end: int) -> Scalar:
        body = self._text[start:end]
        raw = _printed(body.strip())
        lead = len(body) - len(body.lstrip())
        first, last = (bisect_left(self._breaks, place) + 1 for place in (start + lead, start + len(body.rstrip())))
        return Scalar(squeeze(raw), first, max(first, last), raw=raw)


def _bracket_ends(text: str) -> dict[int, int]:
    """Return the place where each bracket of *text* is closed."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACKET.finditer(text):
        sign = match[0]
        if sign in "[{":
            opened.append(match.start())
        elif sign in "]}" and opened and text[opened[-1]] + sign in {"[]", "{}"}:
            ends[opened.pop()] = match.start()
        elif sign == "}":
            while opened and text[opened[-1]] == "[":
                opened.pop()
            if opened:
                ends[opened.pop()] = match.start()
    return ends


def _printed(body: str) -> str:
    """Return *body* as it is printed, without macros."""
    text = _ACCENT.sub(lambda match: normalize("NFC", match["letter"] + _ACCENTS[match["accent"]]), body)
    for _ in range(_DEEPEST_MACRO):
        text, count = _INNER.subn(_argument, text)
        if not count:
            break
    text = _OTHER_MACRO.sub("", _SIGNS.sub(lambda match: _PRINTED[match[0]], text))
    text = re.sub(r"\\([%$&_#{} ])|[{}]", lambda match: match[1] or "", text)
    return text.replace(_OPENED, "{").replace(_CLOSED, "}")


def _argument(match: re.Match[str]) -> str:
    if match["name"] not in _SYMBOLS:
        return match["text"]
    return "".join(f"{_OPENED}{symbol}{_CLOSED}" for symbol in _SYMBOL.findall(match["text"]))
