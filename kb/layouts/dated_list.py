"""Lists of dated rulings, in whatever way the page prints its dates: one grammar for each document, inferred from it."""  # noqa: E501

from collections.abc import Sequence
from datetime import date

from kb.dates import Frame, order_of, speaks_french
from kb.layouts._list.cut import Cut, Entry, cut
from kb.layouts._list.grammar import Grammar, understood
from kb.layouts._list.kind import Kind, kind_of
from kb.layouts._page.build import Origin, dating, ruling, skipped
from kb.layouts._page.cards import cards_of
from kb.layouts._page.frame import frame_of, notices, provenance, reason_of
from kb.layouts._page.lines import Line
from kb.layouts._page.words import is_site_note
from kb.model import Document, Lang, Problem, RawRuling, Skipped, SourceText, Span

NAME = "dated list"
GENERAL = True


def claims(source: SourceText) -> bool:
    """Whether *source* is a page of text whose dates are those of rulings."""
    return kind_of(source) is Kind.DATED


def read(source: SourceText, today: date) -> Document:
    """Read every ruling of *source* with its date, or with the reason why its date is not known."""
    lines, grammar = understood(source)
    if grammar is None:
        return Document(source.path, NAME, source.digest)
    parts = cut(lines, grammar)
    notes = [entry for entry in parts.entries if entry.mark is None and is_site_note(" ".join(entry.texts))]
    entries = [entry for entry in parts.entries if entry not in notes]
    noticed = notices(parts.rest)
    notice, machine = provenance(parts.rest, noticed)
    first = min((entry.numbers[0] for entry in entries), default=1)
    last = max((entry.numbers[-1] for entry in entries), default=1)
    left = [
        (line, "notice" if line.number in noticed else reason_of(line, after=line.number > last)) for line in parts.rest
    ]
    return Document(
        source.path,
        NAME,
        source.digest,
        rulings=_rulings(source, parts, entries, grammar, first, today),
        problems=tuple(_barren(parts, lines)),
        skipped=tuple(sorted([*skipped(left), *map(_noted, notes)], key=lambda skip: skip.span)),
        machine_translated=machine,
        notice=notice,
    )


def _rulings(  # noqa: PLR0917
    source: SourceText, parts: Cut, entries: Sequence[Entry], grammar: Grammar, first: int, today: date
) -> tuple[RawRuling, ...]:
    texts = [" ".join(entry.texts) for entry in entries]
    dates = [mark.date for mark in grammar.marks]
    frame = frame_of(source, parts.rest, texts)
    if any(speaks_french(mark) for mark in dates):
        frame = Frame.DAY_FIRST
    order = order_of(dates, frame)
    headed = [(entry.numbers[0], entry.mark.card) for entry in entries if entry.mark and entry.mark.card]
    cards = cards_of(source, parts.rest, texts, first, headed)
    default = Lang.FR if source.page_lang.startswith("fr") else Lang.EN
    return tuple(
        ruling(
            entry.texts,
            entry.numbers,
            Origin(
                dating(entry.mark.date if entry.mark else None, order, today),
                cards.at(entry.numbers[0]),
                entry.source,
                default=default,
                undated=entry.mark is None,
            ),
        )
        for entry in entries
    )


def _noted(entry: Entry) -> Skipped:
    return Skipped("site note", Span(entry.numbers[0], entry.numbers[-1]))


def _barren(parts: Cut, lines: Sequence[Line]) -> Sequence[Problem]:
    return [
        Problem("date_without_text", f"nothing stands under “{mark.date.printed}”", Span(number, number))
        for mark in parts.barren
        for number in [lines[mark.index].number]
    ]
