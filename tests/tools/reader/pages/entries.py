"""Rulings as entries of plain text and Markdown: where the date is, what begins an entry, how lines are broken."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tests.tools.reader.pages.draft import Draft, Ruling

_BEFORE = (
    "{date}: {text}", "{date} - {text}", "{date} – {text}", "{date} — {text}", "{date}\t{text}", "{date} | {text}",
    "{date}) {text}", "({date}) {text}", "[{date}] {text}", "{date} {text}", "{date} > {text}", "{date} :: {text}",
    "{date} » {text}", "{date} / {text}", "{date}; {text}",
)  # fmt: skip
_AFTER = (
    "{text} ({date})", "{text} ({date})", "{text} [{date}]", "{text} [{author} {date}]", "{text} — {date}",
    "{text} - {date}", "{text} | {date}", "{text} ({author}, {date})", "{text}\t{date}", "{text} -- {date}",
)  # fmt: skip
_DATE_LINES = (
    ("{date}", 60),
    ("[{date}]", 6),
    ("({date})", 4),
    ("{date}:", 12),
    ("-- {date} --", 3),
    ("= {date} =", 2),
)
_SOURCE = {"en": "{date} · source: wotc", "fr": "{date} · source : wotc"}
_MARKS = (
    ("", 44), ("-", 12), ("*", 10), ("•", 10), ("◦", 2), ("–", 3), ("+", 2), ("►", 2), ("1.", 5), ("1)", 3), ("a)", 3),
    ("·", 2), ("(1)", 2), ("→", 1),
)  # fmt: skip
_MARK_NAMES = {"": "lines", "-": "hyphens", "*": "stars"}
_MARKDOWN_MARKS = (("", 30), ("-", 30), ("*", 25), ("1.", 10), ("+", 5))
_LOOKS_LIKE_START = re.compile(r"\s*(?:[-*•◦–—►→·+>|#=]|\(?\w{1,2}[.)]|\d|[QARqar]\b|\[)")
_SYMBOL = re.compile(r"\{([^{}\s]+)\}")


@dataclass(frozen=True, slots=True)
class Style:
    """How the rulings of a page are written; the place of the date holds for any container."""

    place: str
    """`before`, `after`: a line of its own; `inline-before`, `inline-after`, `some-before`, `some-after`; `group`:
    once above several; `heading`: once for all; `undated`."""
    join: str = "{text}"
    """How date and text are joined on one line."""
    date_line: str = "{date}"
    mark: str = ""
    gap: int = 0
    """Blank lines between entries."""
    inner: int = 0
    """Blank lines within an entry."""
    width: int = 0
    """Where lines are broken; 0 if nowhere."""
    indent: int = 0
    hang: int = 0
    """Further blanks before the second and later lines of an entry."""
    bold: str = ""
    """What surrounds dates and labels in Markdown."""
    together: bool = False
    """All paragraphs of an entry are on one line."""
    apart: bool = False
    """A label is on a line of its own."""
    between: str = ""
    """A line of noise after some entries."""
    pictures: bool = False
    """Mana symbols are pictures."""

    @property
    def inline(self) -> bool:
        """The date is on the same line as the text."""
        return "-" in self.place


def choose_style(draft: Draft, place: str, container: str) -> Style:
    """Choose how rulings are written, so that a person can tell where each begins."""
    markdown = container == "markdown"
    mark = draft.weighted(_MARKDOWN_MARKS if markdown else _MARKS)
    style = Style(
        place=place,
        join=draft.pick(_AFTER if place.endswith("after") else _BEFORE) if "-" in place else "{text}",
        date_line=draft.weighted(_DATE_LINES),
        mark=mark,
        gap=draft.weighted(((0, 50), (1, 47), (2, 3))),
        inner=draft.weighted(((0, 75), (1, 25))),
        width=draft.count(58, 80) if draft.chance(0.25) else 0,
        indent=draft.weighted(((0, 75), (2, 15), (4, 10))) if not markdown else 0,
        hang=len(mark) + 1 if mark and draft.chance(0.7) else 0,
        bold=draft.weighted((("**", 40), ("", 50), ("_", 10))) if markdown else "",
        together=draft.chance(0.15),
        apart=draft.chance(0.08),
        pictures=markdown and draft.chance(0.2),
    )
    if container != "html":
        numbered = any(sign.isalnum() for sign in mark)
        draft.traits.append(_MARK_NAMES.get(mark, "numbers" if numbered else "bullets"))
    return _clear(draft, style, markdown=markdown)


def _clear(draft: Draft, style: Style, *, markdown: bool) -> Style:
    """Undo choices that together would hide where an entry begins or ends."""
    if style.inner:
        style = replace(style, gap=max(style.gap, 1))
    if markdown and not style.mark:
        style = replace(style, gap=1)
    if style.width and not style.mark and style.place not in {"before", "after", "inline-before"}:
        if draft.chance(0.4) and not markdown:
            style = replace(style, indent=2, hang=2, gap=draft.count(0, 1), inner=0)
        else:
            style = replace(style, gap=1, inner=1)
    if style.width and style.place == "after" and not style.mark:
        style = replace(style, gap=1)
    if not style.width and draft.chance(0.06) and style.place in {"before", "inline-before"}:
        style = replace(style, between=draft.one("between"))
    return style


def with_source(style: Style, draft: Draft) -> tuple[Style, str]:
    """Return *style*, rarely with a source beside each date, and that source."""
    if style.place in {"before", "after"} and draft.chance(0.08):
        return replace(style, date_line=_SOURCE[draft.lang]), "wotc"
    return style, draft.author if "{author}" in style.join else ""


# --- writing --------------------------------------------------------------------------------------------------------


def write(style: Style, rulings: Sequence[Ruling]) -> list[str]:
    """Return the lines of *rulings*."""
    lines: list[str] = []
    number = 0
    for place, entry in enumerate(_entries(style, rulings)):
        if place:
            lines += [""] * style.gap
        for unit_place, (unit, first) in enumerate(entry):
            if unit_place:
                lines += [""] * style.inner
            number += first
            lines += _unit(style, unit, number if first else 0)
        if style.between and place % 3 == 1:
            lines += [""] * style.gap + [style.between]
    return lines


def _entries(style: Style, rulings: Sequence[Ruling]) -> Iterator[list[tuple[str, bool]]]:
    """Yield for each entry its units, that is dates and paragraphs, and whether a ruling begins there."""
    if style.place == "group":
        for written, members in groupby(rulings, key=lambda each: each.written):
            yield [(_date(style, written), False), *(unit for each in members for unit in _paragraphs(style, each))]
        return
    for each in rulings:
        units = _paragraphs(style, each)
        if style.place == "before":
            units = [(_date(style, each.written), False), *units]
        elif style.place == "after":
            units = [*units, (_date(style, each.written), False)]
        yield units


def _date(style: Style, written: str) -> str:
    return style.date_line.format(date=f"{style.bold}{written}{style.bold}")


def _paragraphs(style: Style, ruling: Ruling) -> list[tuple[str, bool]]:
    parts: list[str] = []
    for label, text in ruling.paragraphs:
        label_written = f"{style.bold}{label}{style.bold}" if label else ""
        text_written = _SYMBOL.sub(r"![{\1}](https://img.example.org/\1.svg)", text) if style.pictures else text
        if style.apart and ruling.labelled and label:
            parts += [label_written, text_written]
        else:
            parts.append(f"{label_written} {text_written}".strip())
    if style.together:
        parts = [" ".join(parts)]
    if style.inline and ruling.written:
        place = 0 if style.place.endswith("before") else -1
        date = f"{style.bold}{ruling.written}{style.bold}"
        slots = {"{date}": date, "{author}": ruling.author}
        parts[place] = join(style.join, parts[place], slots)
    return [(part, place == 0) for place, part in enumerate(parts)]


def join(pattern: str, text: str, slots: dict[str, str]) -> str:
    """Fill *pattern*; the text may have braces of its own."""
    for slot, value in slots.items():
        pattern = pattern.replace(slot, value)
    return pattern.replace("{text}", text)


def _unit(style: Style, unit: str, number: int) -> list[str]:
    """Return the lines of *unit*; *number* is that of the ruling that begins there, or 0."""
    mark = _mark(style.mark, number)
    first = " " * style.indent + (f"{mark} " if mark else "")
    rest = " " * (style.indent + style.hang)
    if not number and (style.hang or style.indent):
        first = rest if style.place not in {"before", "group"} else ""
    return wrap(unit, first, rest, style.width)


def _mark(mark: str, number: int) -> str:
    if not number:
        return ""
    return mark.replace("1", str(number)) if "1" in mark else mark.replace("a", chr(96 + number))


def wrap(text: str, first: str, rest: str, width: int) -> list[str]:
    """Break *text* at about *width*, but nowhere that a line would look like the beginning of an entry."""
    for wider in range(width, width + 25) if width else ():
        lines = textwrap.wrap(
            text, wider, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False,
            expand_tabs=False, replace_whitespace=False,
        )  # fmt: skip
        if not any(_LOOKS_LIKE_START.match(line) for line in lines[1:]):
            return lines
    return [first + text]
