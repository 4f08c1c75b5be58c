"""Lines of the Comprehensive Rules: numbers, headings, sentences that run over lines; pure functions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kb.model import RuleKind
from kb.text.folding import squeeze

# Subrules are printed `702.62a`, sometimes `702.62a.`; a few rules lack the full stop after their number.
_LABEL = re.compile(
    r"([1-9])\.\s+|([1-9]\d\d)\.\s+|([1-9]\d\d\.\d{1,3})\.?\s+|([1-9]\d\d\.\d{1,3}[a-z])\.?\s+", re.ASCII
)
_KINDS = (RuleKind.SECTION, RuleKind.SECTION, RuleKind.RULE, RuleKind.SUBRULE)
_NUMBER = re.compile(r"(\d+)(?:\.(\d+)([a-z]?))?", re.ASCII)
_EXAMPLE = re.compile(r"Examples?:")
_CLOSING = "\"'”’»)]"
_HEADING_LIMIT = 80
_WRAPPED_FROM = 50


@dataclass(frozen=True, slots=True)
class RulesLine:
    """A line that is not blank."""

    number: int
    """From 1, blank lines counted."""
    text: str
    """Without indent, every run of space one blank."""
    after_blank: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """The number that a line begins with."""

    number: str
    """`7`, `702`, `702.62`, `702.62a`: no full stop at the end."""
    kind: RuleKind
    rest: str
    """What follows the number."""


def lines_of(text: str) -> tuple[RulesLine, ...]:
    r"""List the lines of *text* that are not blank, whatever ends them.

    >>> [(line.number, line.text, line.after_blank) for line in lines_of("\ufeffa\r\n\r\n\tb\rc")]
    [(1, 'a', True), (3, 'b', True), (4, 'c', False)]
    """
    lines: list[RulesLine] = []
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        stripped = squeeze(raw)
        if stripped:
            lines.append(RulesLine(number, stripped, after_blank=not lines or lines[-1].number < number - 1))
    return tuple(lines)


def label(text: str) -> Label | None:
    """Read the number at the beginning of *text*, or return None.

    >>> label("100.1a A sample.").number, label("7. Sample").kind.value, label("1.5 Sample")
    ('100.1a', 'section', None)
    """
    match = _LABEL.match(text)
    if match is None or match.lastindex is None or match.end() == len(text):
        return None
    return Label(match[match.lastindex], _KINDS[match.lastindex - 1], text[match.end() :])


def order(number: str) -> tuple[int, int, str]:
    """Return what *number* sorts by in its document; a chapter goes before its sections.

    >>> sorted(["702.62a", "702.7", "702", "7", "702.62"], key=order)
    ['7', '702', '702.7', '702.62', '702.62a']
    """
    match = _NUMBER.fullmatch(number)
    if match is None:
        return (0, 0, "")
    major = int(match[1])
    return (major * 100 if major < 10 else major, int(match[2] or -(major < 10)), match[3] or "")


def ends_sentence(text: str) -> bool:
    """Whether *text* comes to an end, closing quotes and brackets aside.

    >>> ends_sentence('See "Sample."'), ends_sentence("Sample (Obsolete)")
    (True, False)
    """
    return text.rstrip(_CLOSING).endswith((".", "!", "?", ":", ";"))


def is_heading(text: str) -> bool:
    """Whether *text* is a title, not a statement.

    >>> [is_heading(text) for text in ("Suspend", "Start Your Engines!", "Stop and look!", "Sample text.")]
    [True, True, False, False]
    """
    if len(text) > _HEADING_LIMIT:
        return False
    if text.endswith("!"):
        return all(word[0].isupper() for word in text.split())
    return not ends_sentence(text)


def is_example(text: str) -> bool:
    """Whether *text* begins an example."""
    return _EXAMPLE.match(text) is not None


def wraps(previous: str, text: str) -> bool:
    """Whether *text* goes on with a sentence that the line *previous* left open."""
    if ends_sentence(previous) or is_example(text):
        return False
    return len(previous) >= _WRAPPED_FROM or text[0].islower()


def paragraphs(texts: Iterable[str]) -> tuple[str, ...]:
    """Join lines that the file wrapped; every other line is a paragraph of its own.

    >>> paragraphs(["A sample", "of text.", "Example: One."])
    ('A sample of text.', 'Example: One.')
    """
    joined: list[list[str]] = []
    previous = ""
    for text in texts:
        if joined and wraps(previous, text):
            joined[-1].append(text)
        else:
            joined.append([text])
        previous = text
    return tuple(" ".join(parts) for parts in joined)
