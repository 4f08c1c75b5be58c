"""What a program says in prose: its comments and its texts of several lines, as lines of a page.

Where it labels the rulings that it quotes, `// Ruling on X (2004-10-04): "…"`, what else its comments say are the words
of a programmer: they are left out.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from kb.catalog.known import KnownNames
from kb.layouts.reader.data.dates import dates_in
from kb.layouts.reader.data.shapes import pieces_of
from kb.layouts.reader.lines.comment_markup import Said, without_markup
from kb.layouts.reader.lines.page_lines import Line, PageLines, sheet_of
from kb.layouts.reader.signs.headings import rulings_heading
from kb.layouts.reader.signs.joining import joined
from kb.layouts.reader.signs.mark import EDGE, PUBLISHERS, bare
from kb.layouts.reader.signs.names import tidy
from kb.layouts.reader.signs.sentences import ends_sentence
from kb.layouts.reader.syntax.groups import DataGroup, Scalar, Value
from kb.model import Container, SourceText
from kb.text.dates import find_dates
from kb.text.folding import squeeze

_DOC_SIGN = re.compile(r"\A[!|^<](?=\s|\Z)")
"""What makes a comment one for readers of the documentation, behind its sign."""
_DASHED = re.compile(r"\s*(?:---|/\*-)")
"""How a line begins whose sign is one dash longer for them."""
_RULE = re.compile(r"[(\[]?CR\s?§?\s?[1-9][0-9]{2}\b")
_QUOTED = re.compile(
    r"(?P<label>[^\"“«]{3,160}?)\s{0,8}(?:[:,=–—-]{1,2}|\b(?:says|states|reads):?)\s{0,8}(?P<open>[\"“«])", re.DOTALL
)
_CLOSES = {
    '"': re.compile(r"(?<=[.!?)…])\"(?=[\s,;.)]|\Z)"),
    "“": re.compile(r"”|(?<=[.!?)…])\"(?=[\s,;.)]|\Z)"),
    "«": re.compile(r"»"),
}
_PUBLISHER = re.compile(rf"\b(?:{PUBLISHERS})\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"#\s?[0-9]{1,3}|\b(?:no\.?|n°)\s?[0-9]{1,3}\b|\b[0-9]{1,3}/[0-9]{1,3}\b|(?<=\s)[0-9]{1,3}\Z", re.IGNORECASE
)
_EMPTY_BRACKETS = re.compile(r"[(\[][\s,;:–—-]*[)\]]")
_NO_PROSE = re.compile(r"\s*[\[{<]|\s*(?:SELECT|INSERT|CREATE|UPDATE)\b")
_ONLY_SIGNS = re.compile(r"[\s/*#;%!-]*|\s*(?:\"\"\"|''')\s*")
_FEWEST_WORDS = 3
_LONGEST = 4000
"""Characters of a quote."""
BREAK, END = "break", "end"
"""Roles of a line for what is between two comments, code or a blank line; an end is the end of a list of rulings."""
BREAKS = frozenset({BREAK, END})
_NOTHING = "…"


@dataclass(frozen=True, slots=True)
class Program:
    """What a program says in prose."""

    sheet: PageLines
    left: dict[int, str]
    """Why the lines are left out that no line of the sheet stands for: `code`, or `comment`."""


@dataclass(frozen=True, slots=True)
class _Quote:
    """A ruling that a comment quotes."""

    heading: str
    text: str
    """With its date and its name before it, as on a page."""
    start: int
    end: int
    """Where it stands in the comment, from its label to its closing mark."""


@dataclass(frozen=True, slots=True)
class _Comment:
    """A comment, or a text of several lines."""

    first: int
    last: int
    lines: tuple[Said, ...]


def program_of(source: SourceText, literals: DataGroup, names: KnownNames) -> Program:
    """Return what the program *source* says in prose; *names* are those of known cards.

    It holds *literals*: the texts among them that are prose are taken out, they are no data.
    """
    if source.container is not Container.TEXT:
        return Program(sheet_of(source), {})
    printed = source.text.split("\n")
    pages = {id(each): each for each in _pages(literals, names)}
    said = (each for group in _all_groups(literals) for each in group.comments)
    found = [_comment(each, printed) for each in (*said, *pages.values())]
    comments = sorted(found, key=lambda comment: (comment.first, comment.last))
    sheet = _sheet(source, printed, _telling(comments, names))
    _leave_out(frozenset(pages), literals)
    return Program(sheet, _left(printed, comments, sheet))


def quotes_rule(text: str) -> bool:
    """Whether *text* begins with a number of the Comprehensive Rules, as a programmer quotes them: "CR 604.3 …"."""
    return _RULE.match(text.lstrip()) is not None


# --- texts of several lines -----------------------------------------------------------------------------------------


def _pages(whole: DataGroup, names: KnownNames) -> Iterator[Scalar]:
    """Yield the texts in *whole*, however deep, that are prose of several lines and no values of data."""
    for group in _all_groups(whole):
        pages = {place: value for place, (key, value) in enumerate(group.items) if not key and _is_page(value)}
        if pages and not any(_names_card(value, names) for _, value in group.items):
            dated = dates_in(group).beside
            yield from (value for place, value in pages.items() if place not in dated and isinstance(value, Scalar))


def _is_page(value: Value) -> bool:
    """Whether a text holds several parts: under a heading, in paragraphs, in items or dated."""
    if isinstance(value, DataGroup):
        return False
    told = value.raw.strip()
    breaks = told.count("\n")
    if not value.quoted or not 0 < breaks <= value.last - value.first or _NO_PROSE.match(told):
        return False
    lines = [line.strip() for line in told.split("\n")]
    return "" in lines or any(rulings_heading(line) for line in lines) or len(list(pieces_of(value))) > 1


def _names_card(value: Value, names: KnownNames) -> bool:
    return isinstance(value, Scalar) and value.quoted and bool(names.called(value.text))


def _leave_out(pages: frozenset[int], whole: DataGroup) -> None:
    """Take *pages*, the texts that are read as prose, out of *whole*."""
    for group in _all_groups(whole) if pages else ():
        group.items = [(key, value) for key, value in group.items if id(value) not in pages]


def _all_groups(whole: DataGroup) -> Iterator[DataGroup]:
    pending = [whole]
    while pending:
        group = pending.pop()
        yield group
        pending += (value for _, value in group.items if isinstance(value, DataGroup))


# --- comments -------------------------------------------------------------------------------------------------------


def _comment(scalar: Scalar, printed: Sequence[str]) -> _Comment:
    lines = scalar.raw.rstrip().split("\n")
    first = scalar.first
    while lines and not lines[0].strip():
        lines, first = lines[1:], first + 1
    bare_lines = [_without_sign(line, printed[number - 1]) for number, line in enumerate(lines, first)]
    numbered = [Said(line, number, number) for number, line in enumerate(_aligned(bare_lines), first)]
    return _Comment(scalar.first, max(scalar.last, scalar.first), tuple(without_markup(numbered)))


def _without_sign(line: str, printed: str) -> str:
    dashed = line.startswith("-") and _DASHED.match(printed)
    return line[1:] if dashed or _DOC_SIGN.match(line) else line


def _aligned(lines: Sequence[str]) -> list[str]:
    """Return *lines* without the indent that all but the first have in common: it begins behind a sign."""
    filled = [line for line in lines[1:] if line.strip()]
    indent = min((len(line) - len(line.lstrip()) for line in filled), default=0)
    return [lines[0].lstrip() if indent else lines[0], *(line[indent:] for line in lines[1:])] if lines else []


def _telling(comments: Sequence[_Comment], names: KnownNames) -> list[_Comment]:
    """Return *comments* as far as they may say rulings."""
    parts = [(comment, [(part, list(_quotes(part, names))) for part in _parts(comment.lines)]) for comment in comments]
    labels = any(quotes for _, paragraphs in parts for _, quotes in paragraphs)
    found = []
    for comment, paragraphs in parts:
        dated = any(_is_dated(part) for part, _ in paragraphs) if labels else True
        lines = [
            line
            for part, quotes in paragraphs
            if quotes or (dated and not quotes_rule(part[0].text))
            for line in (*(quotes or part), Said("", part[-1].last, part[-1].last))
        ]
        found.append(replace(comment, lines=tuple(lines)))
    return found


def _parts(lines: Sequence[Said]) -> Iterator[list[Said]]:
    for is_said, part in groupby(lines, lambda line: bool(line.text.strip())):
        if is_said:
            yield list(part)


def _is_dated(part: Sequence[Said]) -> bool:
    """Whether one of the lines of *part* has a date, or is a heading of rulings."""
    return any(find_dates(line.text[:EDGE]) or rulings_heading(squeeze(line.text)) for line in part)


# --- labelled quotes ------------------------------------------------------------------------------------------------


def _quotes(part: Sequence[Said], names: KnownNames) -> Iterator[Said]:
    """Yield what *part* quotes under labels of rulings, each text on a line of its own below a heading."""
    text = "\n".join(line.text for line in part)
    ends = list(accumulate(len(line.text) + 1 for line in part))
    at, place = 0, 0
    while place < len(part):
        at = max(at, ends[place - 1] if place else 0)
        quote = _quote(text, at, names)
        if quote is None:
            place += 1
            continue
        first, last = (part[bisect_right(ends, each)] for each in (quote.start, quote.end))
        yield from (Said("", first.first, first.first), Said(quote.heading, first.first, first.first))
        yield Said(quote.text, first.first, last.last)
        at, place = quote.end + 1, bisect_right(ends, quote.end)
        place += not text[at : ends[place]].strip()


def _quote(text: str, at: int, names: KnownNames) -> _Quote | None:
    """Return the quote that begins with its label at *at*."""
    found = _QUOTED.match(text, at)
    label = _label(squeeze(found["label"]), names) if found else None
    if found is None or label is None:
        return None
    limit = found.end() + _LONGEST
    closing = _CLOSES[found["open"]].search(text, found.end(), limit)
    end = closing.start() if closing else len(text) - 1
    told = text[found.end() : end]
    if (closing is None and (text[-1] != found["open"] or end > limit)) or len(told.split()) < _FEWEST_WORDS:
        return None
    start = found.start() + len(found["label"]) - len(found["label"].lstrip())
    return _Quote(label[0], label[1] + joined(told.split("\n")), start, end)


def _label(label: str, names: KnownNames) -> tuple[str, str] | None:
    """Return the heading and the words before the text that say in lines of a page what *label* says of a quote.

    None where it is no label of rulings.
    """
    dates = find_dates(label)
    date = label[dates[0].start : dates[0].end] if len(dates) == 1 else ""
    rest = label.replace(date, "", 1) if date else label
    publishers = _PUBLISHER.findall(rest)
    rest = _EMPTY_BRACKETS.sub("", _NUMBER.sub("", _PUBLISHER.sub("", rest).strip(" :–—-")))
    heading = rulings_heading(squeeze(bare(rest)))
    if heading is None:
        return None
    name = tidy(heading.name) if heading.name else ""
    lead = f"{' '.join((date, *publishers[-1:]))}: " if date else ""
    if name and names.called(name):
        return "Rulings", f"{lead}{name}: "
    return f"Rulings for {name}" if name else "Rulings", lead


# --- lines of a page ------------------------------------------------------------------------------------------------


def _sheet(source: SourceText, printed: Sequence[str], comments: Sequence[_Comment]) -> PageLines:
    """Return the lines that *comments* say; where code stands between two of them, so does a line."""
    said: list[Said] = []
    breaks: list[Line] = []
    last, before = 0, _Comment(0, 0, ())
    for comment in comments:
        if not comment.lines:
            continue
        apart = next((n for n in range(last + 1, comment.first) if not _ONLY_SIGNS.fullmatch(printed[n - 1])), 0)
        if last and (apart or (last + 1 < comment.first and ends_sentence(said[-1].text or said[-2].text))):
            role = END if _has_list(before.lines) else BREAK
            breaks.append(Line(apart or last + 1, _NOTHING, _NOTHING, gap=True, role=role))
        said += (Said("", comment.first, comment.first), *comment.lines)
        last, before = max(last, comment.last), comment
    sheet = sheet_of(replace(source, text="\n".join(line.text for line in said)), [line.text for line in said])
    lines = [_numbered(line, said) for line in sheet.lines]
    return PageLines(
        tuple(sorted((*lines, *breaks), key=lambda line: line.number)),
        tuple(sorted({said[number - 1].first for number in sheet.ornaments})),
    )


def _has_list(lines: Sequence[Said]) -> bool:
    """Whether a heading of rulings stands in *lines* with texts below it: it heads nothing else then."""
    filled = [squeeze(line.text) for line in lines if line.text.strip()]
    return any(rulings_heading(text) for text in filled[:-1])


def _numbered(line: Line, said: Sequence[Said]) -> Line:
    """Return *line* with the numbers that its lines have in the file."""
    first, last = said[line.number - 1], said[max(line.number, line.last) - 1]
    return replace(line, number=first.first, last=last.last if last.last > first.first else 0)


def _left(printed: Sequence[str], comments: Iterable[_Comment], sheet: PageLines) -> dict[int, str]:
    commented = {number for comment in comments for number in range(comment.first, comment.last + 1)}
    said = {number for line in sheet.lines if line.role not in BREAKS for number in line.numbers} | set(sheet.ornaments)
    return {
        number: "comment" if number in commented or _ONLY_SIGNS.fullmatch(line) else "code"
        for number, line in enumerate(printed, 1)
        if line.strip() and number not in said
    }
