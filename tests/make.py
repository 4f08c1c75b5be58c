"""Short ways to make the values that tests feed to the stages."""

from datetime import date

from kb.knowledge.dedupe import Statement
from kb.model import Card, Evidence, Lang, RawRuling, Span


def day(text: str) -> date | None:
    """Read an ISO date; "" is none."""
    return date.fromisoformat(text) if text else None


def statement(
    text: str,
    on: str = "2024-02-02",
    lang: Lang = Lang.EN,
    *,
    card: str = "",
    path: str = "page.txt",
    line: int = 1,
    source: str = "",
    lost_symbol: bool = False,
    machine: bool = False,
) -> Statement:
    """Make what one page says in one place."""
    raw = RawRuling(text, day(on), lang, source=source, lost_symbol=lost_symbol, span=Span(line, line))
    return Statement(raw, path, machine, card, Evidence.HEADING if card else None)


def catalogue(*cards: Card) -> dict[str, Card]:
    """Return cards by key."""
    return {card.key: card for card in cards}
