"""From the lines of an entry to a `RawRuling`; from lines left out to `Skipped`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from kb.layouts.reader.signs.holes import lost_symbol
from kb.layouts.reader.signs.sentences import ends_sentence
from kb.model import CardName, Lang, Problem, RawRuling, Skipped, Span
from kb.text.dates import DateMark, DateOrder, readings
from kb.text.folding import squeeze
from kb.text.language import language_of

_SHOWN = 60
_CUT_OFF = re.compile(r"(?:(?:…|\.\.\.)\s?)?[a-zà-ÿ](?![^.!?]{0,40}:)|[,;)]\s")
"""How a text begins whose beginning was lost. What a mechanic in lower case and a colon lead is whole."""


@dataclass(frozen=True, slots=True)
class EntryDate:
    """The date of an entry, and what is wrong with it."""

    day: date | None = None
    printed: str = ""
    code: str = ""
    detail: str = ""


def dating(mark: DateMark | None, order: DateOrder, today: date) -> EntryDate:
    """Read *mark*; an ambiguous or impossible date is None, a future one as read, and each is a problem."""
    if mark is None:
        return EntryDate()
    printed = squeeze(mark.printed)
    days = readings(mark, order)
    if not days:
        return EntryDate(
            None, printed, "impossible_date", f"“{printed}” is no day of the calendar; the ruling has no date"
        )
    if len(days) > 1:
        both = f"{days[0].isoformat()} or {days[1].isoformat()}"
        return EntryDate(None, printed, "ambiguous_date", f"“{printed}” can be {both}; nothing on the page settles it")
    if days[0] > today:
        return EntryDate(days[0], printed, "future_date", f"“{printed}” lies in the future; kept as read")
    return EntryDate(days[0], printed)


@dataclass(frozen=True, slots=True)
class Origin:
    """What an entry does not say itself: its date, its card, its publisher, its section."""

    dating: EntryDate = EntryDate()
    card: CardName | None = None
    source: str = ""
    card_id: str = ""
    section: str = ""
    default: Lang = Lang.EN
    undated: bool = False
    """Its neighbours are dated and it is not."""


def ruling(texts: Sequence[str], numbers: Iterable[int], origin: Origin) -> RawRuling:
    """Build the ruling that *texts*, the parts of an entry, make up; *numbers* are the lines it covers."""
    covered = sorted(numbers)
    span = Span(covered[0], covered[-1])
    text = squeeze(" ".join(texts))
    lost = next((place for place in map(lost_symbol, texts) if place), "") or (
        lost_symbol(text) if len(texts) > 1 else ""
    )
    return RawRuling(
        text=text,
        date=origin.dating.day,
        lang=language_of(text, origin.default),
        card=origin.card,
        card_id="" if origin.card else origin.card_id,
        date_printed=origin.dating.printed,
        source=origin.source,
        section=origin.section,
        lost_symbol=bool(lost),
        problems=tuple(_problems(text, lost, origin, span)),
        span=span,
    )


def _problems(text: str, lost: str, origin: Origin, span: Span) -> Iterable[Problem]:
    if origin.dating.code:
        yield Problem(origin.dating.code, origin.dating.detail, span)
    if origin.undated:
        yield Problem("undated", f"no date at “{text[:_SHOWN]}”, though its neighbours have one", span)
    if _CUT_OFF.match(text) and "?" not in text and ends_sentence(text):
        yield Problem("fragment", f"“{text[:_SHOWN]}” begins in the middle of a sentence", span)
    if lost:
        yield Problem("lost_symbol", f"a symbol is missing in “{lost}”", span)
    if "{?" in text:
        yield Problem(
            "unknown_symbol", f"{text[text.index('{?') :].split('}', maxsplit=1)[0]}}} is no symbol we know", span
        )


def skipped(marked: Iterable[tuple[int, str]]) -> tuple[Skipped, ...]:
    """Return the lines left out, by number, each with its reason; neighbours with the same reason as one."""
    runs: list[tuple[str, int, int]] = []
    before, first, last = "", 0, 0
    for number, reason in sorted(marked):
        if number == last + 1 and reason == before:
            last = number
            continue
        runs.append((before, first, last))
        before, first, last = reason, number, number
    return tuple(Skipped(reason, Span(first, last)) for reason, first, last in [*runs, (before, first, last)] if first)
