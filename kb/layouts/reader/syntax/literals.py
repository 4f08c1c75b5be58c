"""Rulings in programs and data files of any language: their strings, brackets and field names as groups of texts."""

import re
from dataclasses import dataclass, field

from kb.layouts.reader.syntax.code_comments import CommentReader
from kb.layouts.reader.syntax.cursor import Cursor
from kb.layouts.reader.syntax.fields import group_of
from kb.layouts.reader.syntax.groups import DataGroup, Scalar
from kb.layouts.reader.syntax.sections import in_sections
from kb.layouts.reader.syntax.strings import StringReader
from kb.layouts.reader.syntax.tokens import CodeToken
from kb.layouts.reader.syntax.xml_markup import Tag, is_text, is_xml, take_tag, take_text

_OPENS, _CLOSES = "([{", ")]}"
_WORD = re.compile(r"[^\s,;:=(){}\[\]\"'`<>]+")
_SIGN = re.compile(r"=>|->|:=|[:=]")
_DEEPEST = 200


def groups_of(text: str) -> DataGroup:
    """Return the contents of *text* as one group; a bracket that is never closed ends with the text.

    Nothing is executed and no grammar is assumed. A string is a text, and brackets and blocks are groups.
    `name: value`, `name = value`, `name => value` and `(name . value)` are fields with a name. The end of a line or
    `;` ends a statement. XML elements are groups of their attributes and contents.
    """
    return _Parser(text).parse()


@dataclass(slots=True)
class _Open:
    """A bracket or an element that is not closed yet."""

    name: str = ""
    bracket: str = ""
    tokens: list[CodeToken] = field(default_factory=list)
    comments: list[Scalar] = field(default_factory=list)

    def group(self) -> DataGroup:
        """Return the group of its contents."""
        group = group_of(self.name, self.tokens)
        group.bracket, group.comments = self.bracket, self.comments
        return group


class _Parser:
    """Reads a text once, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self._cursor = Cursor(text)
        self._is_xml = is_xml(text)
        self._strings = StringReader(self._cursor)
        self._comments = CommentReader(self._cursor, is_xml=self._is_xml)
        self._stack = [_Open()]
        self._too_deep = 0
        """Open brackets that are ignored because they are in too many others."""

    def parse(self) -> DataGroup:
        while not self._cursor.is_at_end:
            self._step()
        while len(self._stack) > 1:
            self._close()
        whole = self._stack[0].group()
        found = in_sections(whole)
        found.comments = whole.comments
        return found

    def _step(self) -> None:
        sign = self._cursor.text[self._cursor.at]
        if self._is_xml and sign == "<" and self._take_markup():
            return
        if (comments := self._comments.take()) is not None:
            self._stack[-1].comments += comments
        elif self._is_xml and sign not in "<\n":
            self._put_text(take_text(self._cursor))
        elif string := self._strings.take():
            self._put_text(string)
        elif sign in _OPENS:
            self._take_opening(sign)
        elif sign in _CLOSES:
            self._take_closing()
        else:
            self._take_word(sign)

    def _take_markup(self) -> bool:
        """Take the tag or the text that begins with `<`; return False if it is neither."""
        if is_text(self._cursor):
            self._put_text(take_text(self._cursor))
        elif tag := take_tag(self._cursor):
            self._element(tag)
        else:
            return False
        return True

    def _take_word(self, sign: str) -> None:
        """Take a sign or a bare word; ignore anything else."""
        text, at = self._cursor.text, self._cursor.at
        if found := _SIGN.match(text, at):
            self._put(CodeToken("sign", found[0]))
            self._cursor.at = found.end()
        elif sign in ",;\n":
            self._put(CodeToken("comma" if sign == "," else "end", sign))
            self._cursor.at += 1
        elif word := _WORD.match(text, at):
            line = self._cursor.line(at)
            self._put(CodeToken("word", Scalar(word[0], line, line, quoted=False), at=at))
            self._cursor.at = word.end()
        else:
            self._cursor.at += 1

    def _take_opening(self, bracket: str) -> None:
        if len(self._stack) > _DEEPEST:
            self._too_deep += 1
        else:
            tokens = self._stack[-1].tokens
            is_named = bool(tokens) and tokens[-1].is_word_before(self._cursor.at)
            self._stack.append(_Open(tokens.pop().scalar.text if is_named else "", bracket))
        self._cursor.at += 1

    def _take_closing(self) -> None:
        self._cursor.at += 1
        if self._too_deep:
            self._too_deep -= 1
        elif len(self._stack) > 1:
            self._close()

    def _element(self, tag: Tag) -> None:
        if tag.closes:
            self._close_element(tag.name)
        elif len(self._stack) > _DEEPEST:
            self._too_deep += not tag.is_empty
        else:
            self._stack.append(_Open(tag.name, "<"))
            for name, value in tag.attributes:
                self._put(CodeToken("field", value, name))
            if tag.is_empty:
                self._close()

    def _close_element(self, name: str) -> None:
        """Close the element *name* and all that is open within it."""
        if self._too_deep:
            self._too_deep -= 1
            return
        while len(self._stack) > 1:
            closed = self._stack[-1].name
            self._close()
            if closed == name:
                break

    def _close(self) -> None:
        self._put(CodeToken("group", self._stack.pop().group()))

    def _put_text(self, text: Scalar | None) -> None:
        if text is not None:
            self._put(CodeToken("text", text))

    def _put(self, token: CodeToken) -> None:
        self._stack[-1].tokens.append(token)
