"""Lists of dated rulings, however the page prints its dates: one grammar for each document, inferred from it."""

from collections.abc import Sequence
from datetime import date

from kb.dates import Frame, order_of, speaks_french
from kb.language import common_language
from kb.layouts._list.cut import Cut, Entry, cut
from kb.layouts._list.grammar import Grammar, understood
from kb.layouts._list.kind import Kind, kind_of
from kb.layouts._page.build import Origin, dating, ruling
from kb.layouts._page.cards import cards_of
from kb.layouts._page.finish import document
from kb.layouts._page.frame import frame_of
from kb.layouts._page.lines import Line
from kb.layouts._page.words import is_site_note
from kb.model import Document, Problem, RawRuling, SourceText, Span
from kb.text import squeeze

NAME = "dated list"
GENERAL = True


def claims(source: SourceText) -> bool:
    """Whether *source* is a page of text whose dates are those of rulings."""
    return kind_of(source) is Kind.DATED


def read(source: SourceText, today: date) -> Document:
    """Read every ruling of *source* with its date, or with the reason why its date is not known."""
    sheet, grammar = understood(source)
    if grammar is None:
        return Document(source.path, NAME, source.digest)
    parts = cut(sheet.lines, grammar)
    notes, entries = _parted(parts.entries)
    noted = dict.fromkeys((number for entry in notes for number in entry.numbers), "site note")
    left = {line.number for line in parts.rest} | noted.keys()
    rest = [line for line in sheet.lines if line.number in left]
    rulings = _rulings(source, parts.rest, entries, grammar, today)
    return document(source, NAME, sheet, rulings, rest, noted, _barren(parts, sheet.lines))


def _parted(entries: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Part the remarks of the site, which have no date, from the rulings."""
    parts: tuple[list[Entry], list[Entry]] = ([], [])
    for entry in entries:
        is_note = entry.mark is None and is_site_note(" ".join(entry.texts))
        parts[0 if is_note else 1].append(entry)
    return parts


def _rulings(
    source: SourceText, rest: Sequence[Line], entries: Sequence[Entry], grammar: Grammar, today: date
) -> tuple[RawRuling, ...]:
    texts = [squeeze(" ".join(entry.texts)) for entry in entries]
    dates = [mark.date for mark in grammar.marks]
    frame = frame_of(source, rest, texts)
    if any(speaks_french(mark) for mark in dates):
        frame = Frame.DAY_FIRST
    order = order_of(dates, frame)
    headed = [(entry.numbers[0], entry.mark.card) for entry in entries if entry.mark and entry.mark.card]
    cards = cards_of(source, rest, texts, [entry.numbers[0] for entry in entries], headed)
    default = common_language(texts, source.page_lang)
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


def _barren(parts: Cut, lines: Sequence[Line]) -> Sequence[Problem]:
    return [
        Problem("date_without_text", f"nothing stands under “{mark.date.printed}”", Span(number, number))
        for mark in parts.barren
        for number in [lines[mark.index].number]
    ]
