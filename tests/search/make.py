"""A small knowledge base, written down in a few lines, and a searcher on it."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from kb.model import Answer, Card, Knowledge, Lang, Link, LinkKind, Mechanic, MechanicKind, Rule, Ruling
from kb.search.index import build as index
from kb.search.searcher import Searcher
from kb.text.folding import fold, slug, stable_id

SUSPEND = Mechanic(
    "suspend",
    MechanicKind.KEYWORD_ABILITY,
    "Suspend",
    "suspension",
    ("suspend", "suspended", "suspending"),
    ("suspension", "suspendre", "suspendu", "suspendue"),
    "702.62",
)
CASCADE = Mechanic("cascade", MechanicKind.KEYWORD_ABILITY, "Cascade", "cascade", ("cascade",), ("cascade",), "702.85")
FIRST_STRIKE = Mechanic(
    "first-strike",
    MechanicKind.KEYWORD_ABILITY,
    "First Strike",
    "initiative",
    ("first strike",),
    ("initiative",),
    "702.7",
)
COUNTER = Mechanic(
    "counter",
    MechanicKind.KEYWORD_ACTION,
    "Counter",
    "contrecarrer",
    ("counter", "countered", "counters"),
    ("contrecarrer", "contrecarré"),
    "701.6",
    ambiguous=True,
)
MECHANICS = (CASCADE, COUNTER, FIRST_STRIKE, SUSPEND)


@dataclass(frozen=True)
class Said:
    """A ruling in short; its mechanics as `suspend` (named) or `~suspend` (by context)."""

    text: str
    on: str = "2006-09-25"
    cards: str = ""
    """Names, parted by `|`."""
    mechanics: str = ""
    lang: Lang = Lang.EN
    source: str = "wotc"


def ruling(said: Said) -> Ruling:
    """Return the ruling that *said* stands for, with the ids that dedupe would give it."""
    folded = fold(said.text)
    names = sorted(said.cards.split("|")) if said.cards else []
    pattern = folded
    for name in names:
        pattern = pattern.replace(fold(name), "~")
    return Ruling(
        id=stable_id(said.lang, said.on, folded),
        date=date.fromisoformat(said.on) if said.on else None,
        lang=said.lang,
        text=said.text,
        wording=stable_id(said.lang, folded),
        pattern=stable_id(said.lang, pattern),
        cards=tuple(slug(name) for name in names),
        sources=(said.source,) if said.source else (),
    )


def links(said: Said) -> Iterator[Link]:
    """Yield the links of *said*: weight 1.0 when named, 0.7 by context."""
    for mark in said.mechanics.split():
        kind = LinkKind.CONTEXT if mark.startswith("~") else LinkKind.NAMED
        yield Link(ruling(said).id, mark.lstrip("~"), kind, 0.7 if kind is LinkKind.CONTEXT else 1.0, "as written")


def knowledge(rows: Sequence[Said], cards: Sequence[Card] = (), rules: Sequence[Rule] = ()) -> Knowledge:
    """Return the knowledge that *rows* make, with a card for every name in them and those in *cards*."""
    by_key = {slug(name): Card(slug(name), name) for said in rows for name in said.cards.split("|") if name}
    by_key |= {card.key: card for card in cards}
    rulings = sorted((ruling(said) for said in rows), key=lambda r: (r.date or date.min, r.lang))
    return Knowledge(
        rulings=tuple(rulings),
        cards=tuple(by_key[key] for key in sorted(by_key)),
        mechanics=MECHANICS,
        links=tuple(
            sorted((link for said in rows for link in links(said)), key=lambda link: (link.ruling, link.mechanic))
        ),
        rules=tuple(rules),
    )


class Base:
    """A searcher on a small knowledge base, that answers in texts and card names."""

    def __init__(self, searcher: Searcher, rows: Sequence[Said]) -> None:
        self.searcher = searcher
        self.size = len(rows)
        self._names = {slug(name): name for said in rows for name in said.cards.split("|") if name}

    def ask(self, query: str, **options: object) -> Answer:
        """Answer *query*."""
        return self.searcher.search(query, **options)  # type: ignore[arg-type]

    def cards(self, query: str, **options: object) -> list[str]:
        """Return the cards of the hits for *query*, in order."""
        hits = self.ask(query, **options).hits
        return [", ".join(self._names[key] for key in hit.ruling.cards) for hit in hits]

    def texts(self, query: str, **options: object) -> list[str]:
        """Return the texts of the hits for *query*, in order."""
        return [hit.ruling.text for hit in self.ask(query, **options).hits]

    def marked(self, query: str) -> list[list[str]]:
        """Return the marked parts of each hit's text."""
        return [[hit.ruling.text[start:end] for start, end in hit.marks] for hit in self.ask(query).hits]


@contextmanager
def base(folder: Path, rows: Sequence[Said], cards: Sequence[Card] = (), rules: Sequence[Rule] = ()) -> Iterator[Base]:
    """Index *rows* in *folder* and open it."""
    held = knowledge(rows, cards, rules)
    index.write(folder, held)
    by_id = {ruling.id: ruling for ruling in held.rulings}
    searcher = Searcher(folder, lambda ids: [by_id[ident] for ident in ids])
    try:
        yield Base(searcher, rows)
    finally:
        searcher.close()


def table(text: str) -> list[tuple[str, str]]:
    """Read lines of a card, a bar and its ruling."""
    rows = (re.split(r"\s*\|\s*", line.strip(), maxsplit=1) for line in text.strip().splitlines())
    return [(name, said) for name, said in rows]


def said(text: str, lang: Lang = Lang.EN) -> list[Said]:
    """Read lines of a card, a bar and its ruling, as rulings of one day."""
    return [Said(words, cards=name, lang=lang) for name, words in table(text)]
