"""Data and programs of any language as groups of texts: strings, brackets and names of fields, whatever the syntax.

Nothing is executed and no grammar is assumed. A string is a text, brackets and blocks hold groups, `name: value`,
`name = value`, `name => value` and `(name . value)` name a field, a line or `;` ends a statement, XML elements are
groups of their attributes and contents.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import cast

from kb.text import squeeze


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text or a bare word with the lines it stands on."""

    text: str
    first: int
    last: int
    quoted: bool = True
    raw: str = ""
    """A text with its space and its line ends as printed."""


@dataclass(slots=True)
class Group:
    """What stands between two brackets, in an element or in a statement: fields with names, and values without."""

    name: str = ""
    """The word before the bracket, the name of the element: `ruling` of `ruling("…")`."""
    items: list[tuple[str, "Scalar | Group"]] = field(default_factory=list)
    """The name of each value, "" where it has none, and the value."""
    bracket: str = ""
    comments: list[Scalar] = field(default_factory=list)
    """What is said in comments between the items."""

    def all_comments(self) -> "Iterator[Scalar]":
        """Yield the comments in the group and in all within."""
        yield from self.comments
        for _, value in self.items:
            if isinstance(value, Group):
                yield from value.all_comments()


Value = Scalar | Group

_CDATA = "<![CDATA["
_OPENS, _CLOSES = "([{", ")]}"
_STRING = re.compile(
    r"(?P<triple>\"\"\"|''')"
    r"|(?P<lua>\[(?P<level>=*)\[(?![\w.-]{1,80}\]\][ \t]*(?:\n|\Z)))"
    r"|(?<!\w)(?:%[qQ]|q[qw]?)(?P<perl>[{(\[])"
    r"|<<[~-]?(?P<mark>['\"]?)(?P<here>[A-Z][A-Z0-9_]{1,30})(?P=mark)"
    r"|\$?@\$?\"(?P<verbatim>(?:[^\"]|\"\")*)\""
    r"|\"(?P<double>(?:[^\"\\]|\\.)*)\""
    r"|(?<!\w)[bruLfNE]{0,2}'(?P<single>(?:[^'\\\n]|\\.|''|'(?=\w))*)'(?!\w)"
    r"|`(?P<back>[^`]*)`",
    re.DOTALL,
)
_COMMENT = re.compile(
    r"/\*(?P<block>.*?)(?:\*/|\Z)|(?P<opens>\{-(?=\s)|\(\*(?=\s)|^=begin\b)"
    r"|<!--.*?(?:-->|\Z)|<\?xml.*?(?:\?>|\Z)|<![A-Z][^>\[]*(?:\[[^\]]*\])?>"
    r"|(?<!\S)(?P<sign>//+|#+(?![\[{'\":!]|[a-z]{1,20}\s?\")|--(?!\[)|;;+|%%)[^\n]*",
    re.DOTALL | re.MULTILINE,
)
_COMMENT_CLOSES = {"{-": "-}", "(*": "*)", "=begin": "\n=end"}
_COMMENT_LINE = re.compile(r"[ \t]*(?P<sign>//+|#+|--|;;+|%%)(?P<body>[^\n]*)(?:\n|\Z)")
_OUTCOMMENTED = re.compile(r"[{\[(,;]\s*\Z|\A\s*[)}\]]+[,;)]*\s*\Z")
"""How the lines of a program end or begin that is a comment for a time."""
_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")
_STAR = re.compile(r"^[ \t]*\*?[ \t]?", re.MULTILINE)
_XML = re.compile(r"\s*<(?:\?xml|!|[A-Za-z_])")
_TAG = re.compile(r"<(?P<close>/?)(?P<tag>[A-Za-z_][\w.:-]{0,60})(?P<rest>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
_ATTRIBUTE = re.compile(r"(?P<name>[\w.:-]{1,60})\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')")
_WORD = re.compile(r"[^\s,;:=(){}\[\]\"'`<>]+")
_SIGN = re.compile(r"=>|->|:=|[:=]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|\r?\n\s*|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\n", "t": " ", "b": "", "f": " ", "0": ""}
_PERL_CLOSES = dict(zip(_OPENS, _CLOSES, strict=True))
_DEEPEST = 200
_STATEMENT_ENDS = ";\n"
_INLINE = r"/?(?:b|i|em|strong|u|s|br|sup|sub|small)\s?/?>|/?span\b[^<>]*>"
_INLINE_TAG = re.compile(f"<(?:{_INLINE})", re.IGNORECASE)
"""Tags that stand within a text and set no part of it apart as data."""
_OTHER_TAG = re.compile(f"<(?!{_INLINE})", re.IGNORECASE)


def groups_of(text: str) -> Group:
    """Return all that *text* holds as one group; a bracket that never closes ends with the text."""
    return _Parser(text).parse()


class _Parser:
    """Reads a text from its beginning to its end, once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._counted = 0
        self._stack: list[tuple[str, list[_Token], list[Scalar]]] = [("", [], [])]
        self._signs_until = 0
        """Up to where the signs of comments stand before lines of a program."""
        self._brackets: list[str] = []
        self._missing: set[str] = set()
        self._unclosed: set[str] = set()
        """Quotes that no later one closes."""
        self._too_deep = 0
        """Brackets that are open and looked through, for they stand in too many others."""
        self._xml = _XML.match(text) is not None

    def parse(self) -> Group:
        while self._at < len(self._text):
            self._step()
        while len(self._stack) > 1:
            self._close()
        _, tokens, comments = self._stack[0]
        whole = _in_sections(_grouped("", tokens))
        whole.comments = comments
        return whole

    def _step(self) -> None:
        text, at = self._text, self._at
        sign = text[at]
        if self._xml and (text.startswith(_CDATA, at) or sign == "<") and self._markup():
            return
        if (comment := _COMMENT.match(text, at)) and self._comment(comment):
            return
        if self._xml and sign not in "<\n":
            self._content()
        elif sign not in self._unclosed and (string := _STRING.match(text, at)) and self._string(string):
            pass
        elif sign in _OPENS:
            self._open(sign)
        elif sign in _CLOSES:
            self._at += 1
            if self._too_deep:
                self._too_deep -= 1
            elif len(self._stack) > 1:
                self._close()
        else:
            self._token(sign)

    def _markup(self) -> bool:
        """Take the tag or the text set apart from tags that begins here; False where it is neither."""
        if self._text.startswith(_CDATA, self._at):
            self._raw_content()
        elif _INLINE_TAG.match(self._text, self._at):
            self._content()
        elif tag := _TAG.match(self._text, self._at):
            self._element(tag)
        else:
            return False
        return True

    def _token(self, sign: str) -> None:
        """Take a sign or a bare word; anything else is passed over."""
        text, at = self._text, self._at
        if sign in '"`' and not text.startswith('"""', at):
            # No other closes either: the search for its end went through the rest of the text.
            self._unclosed.add(sign)
        if found := _SIGN.match(text, at):
            self._put(_Token("sign", found[0], at, self._number(at)))
            self._at = found.end()
        elif sign in ",;\n":
            self._put(_Token("end" if sign in _STATEMENT_ENDS else "comma", sign, at, self._number(at)))
            self._at += 1
        elif word := _WORD.match(text, at):
            number = self._number(at)
            self._put(_Token("word", Scalar(word[0], number, number, quoted=False), at, number))
            self._at = word.end()
        else:
            self._at += 1

    # --- comments ---

    def _comment(self, match: re.Match[str]) -> bool:
        """Take a comment, all of its lines; of one that is a program, only its sign. False where it never ends."""
        start, sign = match.start(), match["sign"]
        if sign is None:
            closing = _COMMENT_CLOSES.get(match["opens"] or "", "")
            body = self._until(match.end(), closing) if closing else match["block"]
            if closing and body is None:
                return False
            self._at = self._at if closing else match.end()
            if body and not self._xml:
                self._say(_STAR.sub("", body), start)
        elif start < self._signs_until:
            self._at = start + len(sign)
        elif self._text[self._text.rfind("\n", 0, start) + 1 : start].strip():
            self._at = match.end()
        else:
            self._comment_lines(start, sign)
        return True

    def _comment_lines(self, start: int, sign: str) -> None:
        end, lines = start, []
        while (line := _COMMENT_LINE.match(self._text, end)) and line["sign"] == sign and line.end() > end:
            lines.append(line["body"])
            end = line.end()
        outcommented = sum(_OUTCOMMENTED.search(line) is not None for line in lines)
        if len(lines) > 1 and 2 * outcommented >= len(lines):
            self._at, self._signs_until = start + len(sign), end
        else:
            self._at = end - (end > start and self._text[end - 1] == "\n")
            self._say("\n".join(lines), start)

    def _say(self, body: str, start: int) -> None:
        if body.strip():
            first = self._number(start) + (body[: len(body) - len(body.lstrip())]).count("\n")
            raw = _BLANK_LINES.sub("", body.rstrip())
            self._stack[-1][2].append(Scalar(squeeze(body), first, first + raw.count("\n"), raw=raw))

    # --- strings ---

    def _string(self, match: re.Match[str]) -> bool:
        """Take the string that begins with *match*; False where it never ends and is none."""
        start = self._at
        if match["triple"]:
            body = self._until(match.end(), match["triple"])
        elif match["lua"]:
            body = self._until(match.end(), f"]{match['level']}]")
        elif match["perl"]:
            body = self._until(match.end(), _PERL_CLOSES[match["perl"]])
        elif match["here"]:
            body = self._here(match)
        else:
            body = next(part for part in match.group("verbatim", "double", "single", "back") if part is not None)
            self._at = match.end()
        if body is None:
            self._at = start
            return False
        first, last = self._number(start), self._number(self._at)
        shown = self._shown(match, body)
        self._put(_Token("text", Scalar(squeeze(shown), first, last, raw=shown), start, first))
        return True

    def _shown(self, match: re.Match[str], body: str) -> str:
        """Return the text that *body*, which stands between the quotes of *match*, means."""
        if match["lua"] or match["back"] is not None:
            return body
        if match["verbatim"] is not None:
            return body.replace('""', '"')
        return unescaped(body.replace("''", "'") if match["single"] is not None else body)

    def _until(self, start: int, end: str) -> str | None:
        place = -1 if end in self._missing else self._text.find(end, start)
        if place < 0:
            self._missing.add(end)
            return None
        self._at = place + len(end)
        return self._text[start:place]

    def _here(self, match: re.Match[str]) -> str | None:
        """Read a text that stands below its statement, up to a line that says no more than its mark."""
        begins = self._text.find("\n", match.end())
        if begins < 0 or match["here"] in self._missing:
            return None
        end = re.compile(rf"^[ \t]*{match['here']}\b", re.MULTILINE).search(self._text, begins)
        if end is None:
            self._missing.add(match["here"])
            return None
        self._at = end.end()
        return self._text[begins : end.start()]

    # --- brackets and elements ---

    def _open(self, sign: str) -> None:
        if len(self._stack) > _DEEPEST:
            self._too_deep += 1
            self._at += 1
            return
        tokens = self._stack[-1][1]
        name = tokens[-1].scalar.text if tokens and tokens[-1].is_word_before(self._at) else ""
        if name:
            tokens.pop()
        self._at += 1
        self._stack.append((name, [], []))
        self._brackets.append(sign)

    def _close(self) -> None:
        name, tokens, comments = self._stack.pop()
        group = _grouped(name, tokens)
        group.comments = comments
        group.bracket = self._brackets.pop() if self._brackets else ""
        self._put(_Token("group", group, self._at, self._number(self._at)))

    def _element(self, tag: re.Match[str]) -> None:
        number = self._number(self._at)
        name, rest = tag["tag"], tag["rest"]
        self._at = tag.end()
        if tag["close"]:
            if self._too_deep:
                self._too_deep -= 1
                return
            while len(self._stack) > 1 and (closed := self._stack[-1][0]) is not None:
                self._close()
                if closed == name:
                    break
            return
        is_open = not rest.rstrip().endswith("/")
        if len(self._stack) > _DEEPEST:
            self._too_deep += is_open
            return
        self._stack.append((name, [], []))
        self._brackets.append("<")
        for attribute in _ATTRIBUTE.finditer(rest):
            value = attribute["double"] if attribute["double"] is not None else attribute["single"]
            first = number + tag[0].count("\n", 0, len(tag[0]) - len(rest) - 1 + attribute.start())
            scalar = Scalar(squeeze(unescape(value)), first, first + value.count("\n"))
            self._put(_Token("field", scalar, self._at, first, attribute["name"]))
        if not is_open:
            self._close()

    def _raw_content(self) -> None:
        """Take a text that is set apart from the markup."""
        start = self._at + len(_CDATA)
        end = self._text.find("]]>", start)
        end = len(self._text) if end < 0 else end
        body, first = self._text[start:end], self._number(self._at)
        if body.strip():
            last = first + body.rstrip().count("\n")
            self._put(_Token("text", Scalar(squeeze(body), first, last, raw=body), self._at, first))
        self._at = end + len("]]>")

    def _content(self) -> None:
        """Take the text between two tags of elements, with the tags that are part of it."""
        after = _OTHER_TAG.search(self._text, self._at)
        end = after.start() if after else len(self._text)
        raw = self._text[self._at : end]
        if raw.strip():
            lead = len(raw) - len(raw.lstrip())
            first = self._number(self._at + lead)
            last = first + raw.strip().count("\n")
            shown = unescape(raw.strip())
            self._put(_Token("text", Scalar(squeeze(shown), first, last, raw=shown), self._at, first))
        self._at = max(end, self._at + 1)

    def _put(self, token: "_Token") -> None:
        self._stack[-1][1].append(token)

    def _number(self, at: int) -> int:
        """Return the line of a place not before the last one asked for."""
        if at > self._counted:
            self._line += self._text.count("\n", self._counted, at)
            self._counted = at
        return self._line


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    """`text`, `word`, `group`, `sign`, `comma`, `end`, or `field`, a value with its name."""
    value: "str | Value"
    at: int
    line: int
    name: str = ""
    """Of a field."""

    def is_word_before(self, at: int) -> bool:
        """Whether it is a bare word that ends right before *at*, or a blank before."""
        return self.kind == "word" and at - self.at - len(self.scalar.text) <= 1 and self.scalar.text[-1].isalnum()

    @property
    def scalar(self) -> Scalar:
        """The value of a text or a word."""
        return cast("Scalar", self.value)


def unescaped(body: str) -> str:
    r"""Return *body* with its escapes resolved: `\n`, `\u00e9`, a backslash before the end of a line."""
    if "\\" not in body:
        return body

    def plain(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        if code:
            return chr(int(code, 16))
        return _ESCAPED.get(match[3], match[3]) if match[3] else ""

    return _ESCAPE.sub(plain, body)


def _in_sections(group: Group) -> Group:
    """Put what follows a line such as `[[cards]]` or `[cards.1]` into a group of that name, in `cards`."""
    found = Group(group.name)
    way: list[tuple[tuple[str, ...], Group]] = [((), found)]
    for key, value in group.items:
        title = _title(value) if not key and isinstance(value, Group) else ""
        if title:
            path = tuple(title.split("."))
            while len(way) > 1 and (path[: len(way[-1][0])] != way[-1][0] or way[-1][0] == path):
                way.pop()
            into = Group(path[-1])
            way[-1][1].items.append(("", into))
            way.append((path, into))
        else:
            way[-1][1].items.append((key, value))
    return found


def _title(group: Group) -> str:
    """Return the name in a line that opens a section."""
    if group.bracket != "[" or group.name or len(group.items) != 1:
        return ""
    key, value = group.items[0]
    if isinstance(value, Group):
        return "" if key else _title(value)
    return "" if key or value.quoted else value.text


# --- fields ---------------------------------------------------------------------------------------------------------


def _grouped(name: str, tokens: list[_Token]) -> Group:
    """Make a group of *tokens*: names bound to their values, parts of one string joined, statements apart."""
    statements = list(_statements(tokens))
    if len(statements) == 1:
        return Group(name, [_unwrapped(item) for item in _items(statements[0])])
    group = Group(name)
    for statement in statements:
        items = list(_items(statement))
        if len(items) > 1 and sum(not key for key, _ in items) > 1:
            head = items[0][1]
            called = head.text if isinstance(head, Scalar) and not head.quoted else ""
            group.items.append(("", Group(_table(items) or called, items)))
        else:
            group.items += items
    return group


def _table(items: list[tuple[str, Value]]) -> str:
    """Return the table that a statement of SQL puts rows into; "" for any other statement."""
    words = [value.text for _, value in items[:3] if isinstance(value, Scalar)]
    return words[2] if [word.upper() for word in words[:2]] == ["INSERT", "INTO"] and len(words) > 2 else ""


def _unwrapped(item: tuple[str, Value]) -> tuple[str, Value]:
    """Return the field that a bracket holds alone, as the pairs of a Lisp list do."""
    key, value = item
    if not key and isinstance(value, Group) and not value.name and len(value.items) == 1 and value.items[0][0]:
        return value.items[0]
    return item


def _statements(tokens: list[_Token]) -> Iterator[list[_Token]]:
    """Part *tokens* at the ends of statements; a line that ends with a comma or an operator goes on in the next."""
    statement: list[_Token] = []
    following = _following(tokens)
    for place, token in enumerate(tokens):
        if token.kind != "end":
            statement.append(token)
            continue
        open_end = bool(statement) and (statement[-1].kind in {"comma", "sign"} or _is_operator(statement[-1]))
        after = following[place] if token.value == "\n" else None
        goes_on = after is not None and (_is_operator(after) or (after.kind == "text" and _is_begun(statement)))
        if statement and not (token.value == "\n" and (open_end or goes_on)):
            yield statement
            statement = []
    if statement:
        yield statement


def _following(tokens: list[_Token]) -> list[_Token | None]:
    """Return for each of *tokens* the next one that ends no statement."""
    found: list[_Token | None] = []
    after: _Token | None = None
    for token in reversed(tokens):
        found.append(after)
        after = after if token.kind == "end" else token
    return found[::-1]


def _is_operator(token: _Token) -> bool:
    return token.kind == "word" and token.scalar.text in {"+", "..", ".", "&", "\\", "||", "<>"}


def _is_begun(statement: list[_Token]) -> bool:
    """Whether the last text of *statement* breaks off, so that the one in the next line goes on with it."""
    if not statement or statement[-1].kind != "text":
        return False
    before = statement[-1].scalar
    return before.raw[-1:].isspace() or not before.text.endswith((".", "!", "?"))


def _items(tokens: list[_Token]) -> Iterator[tuple[str, Value]]:
    """Yield the values of a statement with their names."""
    found = _Items()
    for token in tokens:
        if token.kind == "field":
            yield token.name, token.scalar
        elif token.kind == "sign" or (token.kind == "word" and token.scalar.text == "."):
            found.sign(token)
        elif token.kind in {"comma", "end"}:
            yield from found.taken()
        elif _is_operator(token):
            found.joins = True
        else:
            yield from found.value(cast("Value", token.value))
    yield from found.taken()


@dataclass(slots=True)
class _Items:
    """The value that is being read, with its name."""

    joins: bool = False
    """An operator stands before what follows."""
    _name: str = ""
    _pending: list[Value] = field(default_factory=list)
    """A value, or the parts of a text."""
    _said: list[str] = field(default_factory=list)
    """The parts of a text as printed, with what stands between."""
    _spaced: bool = False
    """A part of the text has several words."""
    _before: str = ""
    """The name of what is pending."""

    def taken(self) -> Iterator[tuple[str, Value]]:
        """Yield what is pending, and begin anew."""
        if self._pending:
            yield self._before, self._whole()
        self._pending, self._name, self._before, self.joins = [], "", "", False

    def sign(self, token: _Token) -> None:
        """Take what stands before a sign for a name; a dot between others joins them."""
        called = _called(self._whole()) if self._pending and not self._before else ""
        if called:
            self._name, self._pending = called, []
        elif token.kind == "word":
            self.joins = True

    def value(self, value: Value) -> Iterator[tuple[str, Value]]:
        """Take a value; yield the one before if it is another."""
        if self._pending and isinstance(value, Scalar) and self._goes_on(value):
            self._add(value)
        else:
            name = self._name
            yield from self.taken()
            self._pending, self._before = [value], name
            if isinstance(value, Scalar):
                self._said, self._spaced = [value.raw], " " in value.text
        self.joins = False

    def _goes_on(self, value: Scalar) -> bool:
        """Whether *value* goes on with the text that is pending."""
        before = self._pending[-1]
        if not isinstance(before, Scalar) or not (before.quoted and value.quoted):
            return False
        if self.joins:
            return True
        ended = before.text.endswith((".", "!", "?")) and not before.raw[-1:].isspace()
        return not ended and value.first != before.last and self._spaced

    def _add(self, value: Scalar) -> None:
        glued = self.joins or self._said[-1][-1:].isspace() or value.raw[:1].isspace()
        self._said.append(value.raw if glued else f" {value.raw}")
        self._spaced = self._spaced or not glued or " " in value.raw
        self._pending.append(value)

    def _whole(self) -> Value:
        first, last = self._pending[0], self._pending[-1]
        if first is last or not isinstance(first, Scalar) or not isinstance(last, Scalar):
            return first
        raw = "".join(self._said)
        return Scalar(squeeze(raw), first.first, last.last, raw=raw)


def _called(value: Value) -> str:
    """Return the name of a field that *value* stands for, before a sign; Lua puts it in brackets."""
    if isinstance(value, Group) and value.bracket == "[" and not value.name and len(value.items) == 1:
        value = value.items[0][1]
    return value.text if isinstance(value, Scalar) else ""
