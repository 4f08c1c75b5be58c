"""HTML and XML in the comments of programs, as Javadoc and C# have it: what a reader sees of it, line by line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import unescape

from kb.text.folding import word_set

_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,14})"
    r"(?:\s{1,80}[\w:.-]{1,40}(?:\s?=\s?(?:\"[^\"<>]{0,400}\"|'[^'<>]{0,400}'|[^\s\"'<>=]{1,80}))?){0,12}\s{0,80}/?>"
)
_ROWS = word_set("tr item listheader")
_CELLS = word_set("td th term description")
_ITEMS = word_set("li")
_LISTS = word_set("ul ol list")
_BLOCKS = word_set(
    "p para br div h1 h2 h3 h4 h5 h6 hr table thead tbody dl dt dd pre blockquote section summary remarks returns"
    " example note caption"
)
_INLINE = word_set("b i em strong code c tt u span a font small sub sup q cite see seealso paramref typeparamref abbr")
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#[0-9]{1,6}|#[xX][0-9A-Fa-f]{1,5});")
_INLINE_LABEL = re.compile(r"\{@(?P<kind>[a-z]{2,12})\s(?P<told>[^{}]{0,400})\}")
_LINKS = word_set("link linkplain see")
_LABEL = re.compile(r"\s*@[a-z]{2,12}\b")
_SPACE_WITHIN = re.compile(r"(?<=[^ \n]) {2,}")
_INDENT = 2


@dataclass(frozen=True, slots=True)
class Said:
    """A line of prose in a program; one without a text parts what stands before it from what follows."""

    text: str
    first: int
    last: int
    """The lines of the file that it stands on."""


def without_markup(lines: Sequence[Said]) -> list[Said]:
    """Return the *lines* of one comment without tags and entities.

    The tags of blocks part lines. An item of a list and a row of a table are one line each, whatever lines of the file
    they take; tabs stand between the cells of a row.
    """
    if not lines:
        return []
    text = _INLINE_LABEL.sub(_told, "\n".join(line.text for line in lines))
    if "<" not in text and "&" not in text:
        return [replace(line, text=told) for line, told in zip(lines, text.split("\n"), strict=True)]
    flow = _Flow([line.first for line in lines])
    for token, tag in _tokens(text):
        flow.take(token, tag)
    return flow.end()


def _tokens(text: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Yield the pieces of *text* between its tags, and the tags, in order."""
    at = 0
    for tag in _TAG.finditer(text):
        if tag["name"].casefold() in _ROWS | _CELLS | _ITEMS | _LISTS | _BLOCKS | _INLINE:
            yield text[at : tag.start()], None
            yield tag[0], tag
            at = tag.end()
    yield text[at:], None


def _told(label: re.Match[str]) -> str:
    """Return what an inline label of Javadoc shows: `{@code x}` is x, `{@link Foo#bar x}` is x."""
    told = label["told"]
    if label["kind"] in _LINKS:
        target, _, name = told.strip().partition(" ")
        told = (name or target.lstrip("#")) + "\n" * (told.count("\n") - name.count("\n"))
    return told


class _Flow:
    """Puts what is said between tags on lines."""

    def __init__(self, numbers: Sequence[int]) -> None:
        """Count lines as *numbers* do."""
        self._numbers = numbers
        self._lines: list[Said] = []
        self._at = 0
        self._begun = -1
        """Where the line that is put together begins; -1 while nothing is said in it."""
        self._parts: list[str] = []
        self._is_blank = True
        """Nothing stands on the line of the comment up to here."""
        self._in_row = self._in_item = False
        self._cells = self._depth = 0

    def take(self, token: str, tag: re.Match[str] | None) -> None:
        """Take a tag, or a text without one."""
        if tag is not None:
            self._tag(tag["name"].casefold(), closes=bool(tag["close"]))
            self._at += token.count("\n")
            self._is_blank = False
            return
        for place, part in enumerate(token.split("\n")):
            if place:
                self._break()
            if part.strip():
                self._say(part)
            elif part:
                self._parts.append(" ")

    def end(self) -> list[Said]:
        """Return the lines."""
        self._flush()
        return self._lines

    def _break(self) -> None:
        """Go on in the next line of the comment; a blank one ends an item."""
        if self._in_row or (self._in_item and not self._is_blank):
            self._parts.append(" ")
        else:
            self._flush()
            if self._is_blank:
                self._part()
                self._in_item = False
        self._at += 1
        self._is_blank = True

    def _say(self, text: str) -> None:
        if self._in_item and self._is_blank and _LABEL.match(text):
            self._flush()
            self._in_item = False
        self._begun = self._at if self._begun < 0 else self._begun
        self._is_blank = False
        self._parts.append(text.replace("\t", " ") if self._in_row else text)

    def _tag(self, name: str, *, closes: bool) -> None:
        if name in _ROWS:
            self._flush()
            self._part()
            self._in_row, self._in_item, self._cells = not closes, False, 0
        elif name in _CELLS and self._in_row:
            self._cells += not closes
            self._parts.append("\t" if self._cells > 1 and not closes else " ")
        elif name in _ITEMS or name in _LISTS:
            self._item(name, closes=closes)
        elif name in _BLOCKS | _CELLS and self._in_row:
            self._parts.append(" ")
        elif name in _BLOCKS | _CELLS and not (self._in_item and self._begun < 0):
            self._flush()
            self._in_item = False
            if name != "br":
                self._part()

    def _item(self, name: str, *, closes: bool) -> None:
        self._flush()
        self._in_row, self._in_item = False, name in _ITEMS and not closes
        if name in _LISTS:
            self._part()
            self._depth = max(0, self._depth + (-1 if closes else 1))
        elif self._in_item:
            self._parts = [" " * (_INDENT * max(0, self._depth - 1)), "- "]

    def _flush(self) -> None:
        """End a line."""
        text, begun = "".join(self._parts), self._begun
        self._parts, self._begun = [], -1
        if begun < 0:
            return
        if self._in_row or self._in_item:
            text = _SPACE_WITHIN.sub(" ", text)
        shown = _ENTITY.sub(lambda entity: unescape(entity[0]), text).rstrip()
        self._lines.append(Said(shown, self._numbers[begun], self._numbers[self._at]))

    def _part(self) -> None:
        if self._lines and self._lines[-1].text:
            self._lines.append(Said("", self._numbers[self._at], self._numbers[self._at]))
