"""The Comprehensive Rules as published in plain text: numbered rules, their examples, the glossary.

The document: a title, the day it takes effect, an introduction, a list of contents, the rules in chapters (`7.`),
sections (`702.`), rules (`702.62.`) and subrules (`702.62a`), the glossary (a term on a line of its own, then what it
means) and the credits. Blank lines, indents and wrapped lines vary from one copy to the next; none is relied on where
numbers and the ends of sentences say enough.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from kb.layouts._rules_text import (
    Label,
    RulesLine,
    ends_sentence,
    is_heading,
    label,
    lines_of,
    order,
    paragraphs,
    wraps,
)
from kb.model import Container, Document, Problem, Rule, RuleKind, Skipped, SourceText, Span

NAME = "comprehensive rules"

_TITLE = re.compile(r"\bcomprehensive rules\b", re.IGNORECASE)
_TITLE_WITHIN = 10
_EFFECTIVE = re.compile(r"\beffective (?:as of|on|from) ([a-z]+) (\d{1,2}), (\d{4})", re.IGNORECASE | re.ASCII)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_RULES_AT_LEAST = 3
_NUMBERED_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class RulesEntry:
    """A rule and the lines it was read from."""

    rule: Rule
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Parsed:
    """The whole document; every line that is not blank is in exactly one entry, problem or skip."""

    entries: tuple[RulesEntry, ...]
    problems: tuple[Problem, ...]
    skipped: tuple[Skipped, ...]
    effective: date | None


def claims(source: SourceText) -> bool:
    """Whether *source* is the rules or a part of them: rules under the headings of their sections."""
    if source.container is not Container.TEXT:
        return False
    lines = lines_of(source.text)
    start = _body_start(lines)
    if start is None:
        return False
    body = _until(lines[start:], "glossary")
    numbered = sum(label(line.text) is not None for line in body)
    titled = any(_TITLE.search(line.text) for line in lines[:_TITLE_WITHIN])
    return titled or (numbered >= _RULES_AT_LEAST and numbered >= _NUMBERED_SHARE * len(body))


def read(source: SourceText, today: date) -> Document:  # noqa: ARG001  (rules may take effect after they are published)
    """Read every rule and glossary entry of *source*, in the order of the document."""
    parsed = parse(source.text)
    return Document(
        path=source.path,
        layout=NAME,
        digest=source.digest,
        problems=parsed.problems,
        skipped=parsed.skipped,
        rules=tuple(entry.rule for entry in parsed.entries),
        effective=parsed.effective,
    )


def parse(text: str) -> Parsed:
    """Account for every line of *text*."""
    lines = lines_of(text)
    start = _body_start(lines)
    start = len(lines) if start is None else start
    body = _until(lines[start:], "glossary", "credits")
    rest = lines[start + len(body) :]
    credit = _until(rest, "credits")
    entries, repeated = _without_repeats(_rules(body))
    effective, impossible = _effective(lines[:start])
    return Parsed(
        entries=(*entries, *_glossary(credit[1:])),
        problems=(*impossible, *repeated),
        skipped=(
            *_front(lines[:start], {problem.span.first for problem in impossible}),
            *_skip(credit[:1], "heading"),
            *_skip(rest[len(credit) :], "credits"),
        ),
        effective=effective,
    )


def _until(lines: Sequence[RulesLine], *headings: str) -> Sequence[RulesLine]:
    """Return the lines before the first that is nothing but one of *headings*."""
    end = next((at for at, line in enumerate(lines) if line.text.casefold() in headings), len(lines))
    return lines[:end]


# --- before the rules -----------------------------------------------------------------------------------------------


def _body_start(lines: Sequence[RulesLine]) -> int | None:
    """Find the heading that opens the rules themselves: contents have headings too, but no rule below them."""
    for at, line in enumerate(lines):
        first = label(line.text)
        if first is None or first.kind is RuleKind.SECTION:
            continue
        section = _heading_at(lines, at - 1, first.number.partition(".")[0])
        if section is not None:
            chapter = _heading_at(lines, section - 1, first.number[0])
            return section if chapter is None else chapter
    return None


def _heading_at(lines: Sequence[RulesLine], at: int, number: str) -> int | None:
    """Return *at* if the heading with this *number* stands there."""
    if at < 0:
        return None
    found = label(lines[at].text)
    return at if found is not None and found.number == number and is_heading(found.rest) else None


def _front(lines: Sequence[RulesLine], taken: set[int]) -> tuple[Skipped, ...]:
    """Return what the lines before the rules are, but for those *taken* as problems."""
    reasons: list[tuple[RulesLine, str]] = []
    reason = "title"
    for line in lines:
        folded = line.text.casefold()
        if folded in {"introduction", "contents"}:
            reason = folded
        if line.number not in taken:
            reasons.append((line, "effective date" if _EFFECTIVE.search(line.text) else reason))
    return tuple(
        skip
        for wanted in ("title", "effective date", "introduction", "contents")
        for skip in _skip([line for line, why in reasons if why == wanted], wanted)
    )


def _skip(lines: Iterable[RulesLine], reason: str) -> tuple[Skipped, ...]:
    return tuple(Skipped(reason, Span(line.number, line.number)) for line in lines)


def _effective(lines: Sequence[RulesLine]) -> tuple[date | None, tuple[Problem, ...]]:
    """Read the day from which the rules hold; no such day is no problem, an impossible one is."""
    for line in lines:
        match = _EFFECTIVE.search(line.text)
        if match is None:
            continue
        try:
            month = _MONTHS.index(match[1][:3].casefold()) + 1
            return date(int(match[3]), month, int(match[2])), ()
        except ValueError:
            span = Span(line.number, line.number)
            return None, (Problem("impossible_date", f"effective as of {match[1]} {match[2]}, {match[3]}", span),)
    return None, ()


# --- the rules ------------------------------------------------------------------------------------------------------


def _rules(lines: Sequence[RulesLine]) -> tuple[RulesEntry, ...]:
    groups: list[tuple[Label, list[RulesLine]]] = []
    for at, line in enumerate(lines):
        begun = _begins(line, lines[at - 1] if at else None, groups[-1][0] if groups else None)
        if begun is not None:
            groups.append((begun, [line]))
        elif groups:
            groups[-1][1].append(line)
    return tuple(_entry(begun, group) for begun, group in groups)


def _begins(line: RulesLine, previous: RulesLine | None, current: Label | None) -> Label | None:
    """Return the label of the rule that *line* begins; None if it goes on with the *current* one."""
    found = label(line.text)
    if found is None or previous is None or current is None:
        return found
    later = order(found.number) > order(current.number)
    if found.kind is RuleKind.SECTION:
        return found if later and is_heading(found.rest) else None
    if line.after_blank:
        return found
    # Without a blank line between them it may be a wrapped line that happens to begin with another rule's number.
    return found if later and not wraps(previous.text, line.text) else None


def _entry(begun: Label, lines: Sequence[RulesLine]) -> RulesEntry:
    texts = paragraphs([begun.rest, *(line.text for line in lines[1:])])
    titled = begun.kind is RuleKind.SECTION or (begun.kind is RuleKind.RULE and is_heading(texts[0]))
    title, body = (texts[0], texts[1:]) if titled else ("", texts)
    return RulesEntry(Rule(begun.number, begun.kind, title, "\n".join(body)), tuple(line.number for line in lines))


def _without_repeats(entries: Sequence[RulesEntry]) -> tuple[tuple[RulesEntry, ...], tuple[Problem, ...]]:
    """Keep the first rule of each number; report the others."""
    kept: dict[str, RulesEntry] = {}
    problems: list[Problem] = []
    for entry in entries:
        first = kept.setdefault(entry.rule.number, entry)
        if first is not entry:
            detail = f"rule {entry.rule.number} stands already at line {first.lines[0]}; the first was kept"
            problems.append(Problem("repeated_rule", detail, Span(entry.lines[0], entry.lines[-1])))
    return tuple(kept.values()), tuple(problems)


# --- the glossary ---------------------------------------------------------------------------------------------------


def _glossary(lines: Sequence[RulesLine]) -> tuple[RulesEntry, ...]:
    groups: list[list[RulesLine]] = []
    for line in lines:
        if not groups or _is_term(line, groups[-1]):
            groups.append([line])
        else:
            groups[-1].append(line)
    return tuple(_definition(group) for group in groups)


def _is_term(line: RulesLine, current: Sequence[RulesLine]) -> bool:
    """Whether *line* opens the next entry. Blank lines alone do not tell: some copies set them between all lines."""
    if len(current) == 1 or not is_heading(line.text):
        return False
    return line.after_blank or ends_sentence(current[-1].text)


def _definition(lines: Sequence[RulesLine]) -> RulesEntry:
    term = lines[0].text
    text = "\n".join(paragraphs(line.text for line in lines[1:]))
    return RulesEntry(Rule(term, RuleKind.GLOSSARY, term, text), tuple(line.number for line in lines))
