"""Put answers into words and lines for a terminal: wrapped, with what matched marked, safe whatever a text holds."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kb.export.forms import NamesById
from kb.model import Answer, Hit, Lang, Link, LinkKind, Rule, Ruling
from kb.search.engine.spelling import ANSWERED_FOR
from kb.text.folding import cells, visible

if TYPE_CHECKING:
    from kb.errors import SourceError
    from kb.knowledge.rulebook import Passage
    from kb.knowledge.stats import Stats
    from kb.layouts.reader.explain import Explanation
    from kb.model import Card, Finding, Mechanic, MechanicKind

_NAMES_SHOWN = 4
_NARROWEST = 12
_REASON_WIDTH = 18
_EXPLAINED = 100
"""Characters of a line that are shown of a page."""
_BOLD, _DIM, _MARK, _HEAD = "1", "2", "1;33", "1;36"


def no_page(_: str) -> str:
    """Know no page of any ruling."""
    return ""


class Style(NamedTuple):
    """How wide the lines may be, whether they may be coloured, and what an id links to."""

    width: int = 80
    colour: bool = False
    page: Callable[[str], str] = no_page
    """Gives the address of a ruling's page by its id; "" where there is none to link to."""

    def paint(self, text: str, code: str) -> str:
        """Return *text* in the colours of the ANSI *code*, where colours are wanted."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text

    def linked(self, ident: str) -> str:
        """Return the id of a ruling, as a link to its page where it has one."""
        page = self.page(ident)
        return f"\x1b]8;;{page}\x1b\\{ident}\x1b]8;;\x1b\\" if page else ident


def answer(
    found: Answer,
    links: Mapping[str, Sequence[Link]],
    names: NamesById,
    style: Style,
    same: Mapping[str, Ruling] | None = None,
) -> Iterator[str]:
    """Yield the lines of a search result; under each hit those of *same*, by id, for which it stands."""
    for note in found.notes:
        yield style.paint(f"({visible(note)})", _DIM)
    for line in found.reading:
        yield style.paint(visible(line), _DIM)
    for hit in found.hits:
        yield from _hit(hit, links[hit.ruling.id], names, style)
        yield from _same([same[ident] for ident in hit.same if ident in same] if same else [], names, style)
        yield ""
    for rule, _ in found.rules:
        yield from rule_lines(rule, style)
        yield ""
    if found.did_you_mean and f"{ANSWERED_FOR}{found.did_you_mean}" not in found.notes:
        yield f"Did you mean: {visible(found.did_you_mean)}"
    if not found.hits and not found.rules:
        yield f"Nothing found for: {visible(found.query)}"
    elif found.total > len(found.hits):
        yield style.paint(f"{counted(found.total, 'ruling')} found; the best {len(found.hits)} are shown.", _DIM)


def _hit(hit: Hit, links: Sequence[Link], names: NamesById, style: Style) -> Iterator[str]:
    ruling = hit.ruling
    yield f"{style.paint(f'{hit.rank:>2}.', _BOLD)} {_head(ruling, style)}"
    yield from wrapped(ruling.text, style, indent="    ", marks=hit.marks)
    yield from _below(ruling, links, names, style, _said_elsewhere(hit))
    for line in hit.why:
        yield style.paint(f"    {visible(line)}", _DIM)


def _same(rulings: Iterable[Ruling], names: NamesById, style: Style) -> Iterator[str]:
    for ruling in rulings:
        yield f"    = {_head(ruling, style)}"
        yield from wrapped(", ".join(names.cards(ruling)), style, indent="      ", code=_DIM)


def _head(ruling: Ruling, style: Style) -> str:
    day = ruling.date.isoformat() if ruling.date else "undated"
    remarks: list[str] = [] if ruling.lang is Lang.EN else [ruling.lang]
    remarks += ["note of a web site, not an official ruling"] * (not ruling.official)
    remarks += ["machine-translated"] * ruling.machine_translated
    remarks += ["a symbol is lost"] * ruling.lost_symbol
    head = f"{style.paint(day, _HEAD)}  {style.paint(style.linked(ruling.id), _DIM)}"
    return f"{head}  {style.paint('(' + ', '.join(remarks) + ')', _DIM)}" if remarks else head


def _said_elsewhere(hit: Hit) -> list[str]:
    others = len(hit.same) - len(hit.other_dates)
    remarks = []
    if len(hit.other_dates) == 1:
        remarks.append(f"also on {hit.other_dates[0].isoformat()}")
    elif hit.other_dates:
        remarks.append(f"also on {len(hit.other_dates)} other dates")
    if others > 0:
        remarks.append(f"the same on {counted(others, 'other card')}")
    return remarks


def _below(
    ruling: Ruling, links: Sequence[Link], names: NamesById, style: Style, remarks: Sequence[str] = ()
) -> Iterator[str]:
    """Yield the lines under a text: the mechanics it explains, its cards, and where else it is said."""
    explained = [link for link in links if link.about]
    mechanics = ", ".join(_linked(link, names) for link in explained[: _NAMES_SHOWN + 1])
    cards = _some([visible(name) for name in names.cards(ruling)])
    facts = " · ".join(filter(None, (mechanics, cards, *remarks)))
    yield from wrapped(facts, style, indent="    ", code=_DIM)


def _linked(link: Link, names: NamesById) -> str:
    name = names.mechanic(link.mechanic).lower()
    return f"{name} (by context)" if link.kind is LinkKind.CONTEXT else name


def _some(values: Sequence[str]) -> str:
    if len(values) <= _NAMES_SHOWN + 1:
        return ", ".join(values)
    return f"{', '.join(values[:_NAMES_SHOWN])} and {len(values) - _NAMES_SHOWN} others"


def counted(number: int, what: str) -> str:
    """Return *number* with the noun *what*, in the plural where it is not one.

    >>> counted(1, "card"), counted(1234, "card")
    ('1 card', '1,234 cards')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


# --- one thing at length --------------------------------------------------------------------------------------------


def ruling(shown: Ruling, links: Sequence[Link], names: NamesById, style: Style) -> Iterator[str]:
    """Yield the lines of one ruling, with every place where it was found."""
    yield _head(shown, style)
    yield from wrapped(shown.text, style, indent="    ")
    for link in links:
        yield f"    {style.paint(_linked(link, names), _BOLD)} {link.weight:.2f}  {visible(link.evidence)}"
    yield from wrapped(
        "Cards: " + (_some([visible(n) for n in names.cards(shown)]) or "not known"), style, indent="    "
    )
    for witness in shown.witnesses:
        where = f"{witness.path}:{witness.span.first}"
        label = f"  source: {witness.source}" if witness.source else ""
        known = f"  card by {witness.evidence}" if witness.evidence else ""
        yield style.paint(visible(f"    {where}{label}{known}"), _DIM)


def card(
    shown: "Card", rulings: Iterable[tuple[Ruling, Sequence[Link]]], names: NamesById, style: Style
) -> Iterator[str]:
    """Yield the lines of a card and its rulings, oldest first."""
    yield style.paint(visible(" · ".join(filter(None, (shown.name, shown.name_fr)))), _BOLD)
    if shown.type_line:
        yield visible(shown.type_line)
    for paragraph in shown.text.split("\n"):
        yield from wrapped(paragraph, style, indent="    ", code=_DIM)
    yield ""
    yield from _listed(rulings, names, style)


def mechanic(
    shown: "Mechanic",
    rules: Iterable[Rule],
    rulings: Iterable[tuple[Ruling, Sequence[Link]]],
    names: NamesById,
    style: Style,
) -> Iterator[str]:
    """Yield the lines of a mechanic: its names, its rules where they were ingested, its rulings."""
    yield style.paint(" · ".join(filter(None, (shown.name, shown.name_fr))), _BOLD)
    yield _kind(shown.kind) + (f", rule {shown.rule}" if shown.rule else "")
    yield ""
    for found in rules:
        yield from rule_lines(found, style)
        yield ""
    yield from _listed(rulings, names, style)


def passage(
    shown: "Passage", rulings: Iterable[tuple[Ruling, Sequence[Link]]], names: NamesById, style: Style
) -> Iterator[str]:
    """Yield the lines of a rule, what stands under it, its mechanics, and the rulings tied to it."""
    for parent in shown.parents:
        yield style.paint(visible(f"{parent.number} {parent.title}".rstrip()), _DIM)
    for found in shown.rules:
        yield from rule_lines(found, style)
    for mechanic in shown.mechanics:
        both = " · ".join(filter(None, (mechanic.name, mechanic.name_fr)))
        yield ""
        yield f"{style.paint(visible(both), _BOLD)}, {_kind(mechanic.kind)}"
    told = list(rulings)
    if told:
        yield ""
        yield style.paint("Rulings", _BOLD)
        yield ""
        yield from _listed(told, names, style)


def _kind(kind: "MechanicKind") -> str:
    return kind.replace("_", " ")


def _listed(rulings: Iterable[tuple[Ruling, Sequence[Link]]], names: NamesById, style: Style) -> Iterator[str]:
    none = True
    for shown, links in rulings:
        none = False
        yield _head(shown, style)
        yield from wrapped(shown.text, style, indent="    ")
        yield from _below(shown, links, names, style)
        yield ""
    if none:
        yield "No rulings."


def rule_lines(shown: Rule, style: Style) -> Iterator[str]:
    """Yield the lines of a rule or glossary entry."""
    head = shown.number if shown.title in ("", shown.number) else f"{shown.number} {shown.title}"
    yield style.paint(visible(head), _HEAD)
    for paragraph in shown.text.split("\n"):
        yield from wrapped(paragraph, style, indent="    ")


def finding(found: "Finding") -> str:
    """Return a problem in one line: where, what kind, what."""
    where = f"{found.path}:{found.problem.span.first}" if found.problem.span.first else found.path
    return visible(f"{where}: {found.problem.code}: {found.problem.detail}")


def explanation(path: str, told: "Explanation | SourceError | None") -> Iterator[str]:
    """Yield the lines that say how the page *path* was read."""
    if told is None or isinstance(told, Exception):
        yield visible(str(told) if told else f"{path}: in an exact format, which is read field by field")
        return
    yield visible(f"{path}: {counted(len(told.readings), 'reading')}, the best first")
    for reading in told.readings:
        yield f"  {reading.score:8.2f}  {reading.name}: {reading.taken} of {counted(reading.texts, 'text')} taken"
    for line in told.lines:
        yield visible(f"{line.number:>6}  {line.taken_for:<{_REASON_WIDTH}}  {line.text.strip()[:_EXPLAINED]}").rstrip()


def stats(held: "Stats", mechanics: int, style: Style) -> Iterator[str]:
    """Yield the lines of the counts, a bar to each; the *mechanics* most spoken of."""
    yield (f"{counted(held.rulings, 'ruling')} in {counted(held.wordings, 'wording')} on {counted(held.cards, 'card')}")
    tables = (
        ("By year", held.years),
        ("By language", held.languages),
        ("By publisher's label", held.sources),
        ("By mechanic", held.mechanics[:mechanics]),
    )
    for title, rows in tables:
        if rows:
            yield ""
            yield style.paint(title, _BOLD)
            yield from _bars(rows, style)


def _bars(rows: Sequence[tuple[str, int]], style: Style) -> Iterator[str]:
    names = [visible(name) for name, _ in rows]
    most = max(number for _, number in rows)
    left, right = max(map(cells, names)), len(f"{most:,}")
    room = max(style.width - left - right - 6, 1)
    for name, (_, number) in zip(names, rows, strict=True):
        # A bar is never empty where there is something to show.
        bar = "█" * max(round(number / most * room), 1) if number else ""
        yield f"  {name}{' ' * (left - cells(name))}  {number:{right},}  {style.paint(bar, _HEAD)}".rstrip()


# --- lines ----------------------------------------------------------------------------------------------------------


def wrapped(
    text: str, style: Style, *, indent: str = "", marks: Sequence[tuple[int, int]] = (), code: str = ""
) -> Iterator[str]:
    """Break *text* into lines at blanks, the character ranges *marks* highlighted; control characters made harmless."""
    room = max(style.width - len(indent), _NARROWEST)
    line: list[str] = []
    length = passed = 0
    for word in re.finditer(r"[^\s]+", text):
        while passed < len(marks) and marks[passed][1] <= word.start():
            passed += 1
        marked = passed < len(marks) and marks[passed][0] < word.end()
        size = cells(word.group())
        if line and length + 1 + size > room:
            yield indent + style.paint(" ".join(line), code)
            line, length = [], 0
        line.append(_marked(word.group(), word.start(), marks[passed:], style) if marked else visible(word.group()))
        length += size + (length > 0)
    if line:
        yield indent + style.paint(" ".join(line), code)


def _marked(word: str, start: int, marks: Sequence[tuple[int, int]], style: Style) -> str:
    parts, at = [], 0
    for first, last in marks:
        a, b = max(first - start, at), min(last - start, len(word))
        if a < b:
            parts += [visible(word[at:a]), style.paint(visible(word[a:b]), _MARK)]
            at = b
    return "".join([*parts, visible(word[at:])])
