"""On which card each ruling of a document stands, and what is left open there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.catalog import Catalog, adds_nothing
from kb.catalog.identify import Identified
from kb.knowledge.dedupe import Statement
from kb.model import CardName, Document, Finding, Problem, RawRuling, Reach


@dataclass(frozen=True, slots=True)
class Placed:
    """The rulings of a document with their cards, and the names in it that leave open which card is meant."""

    statements: tuple[Statement, ...]
    """In the order of the document."""
    findings: tuple[Finding, ...]
    reach: Reach


def place(document: Document, cards: Catalog) -> Placed:
    """Return the card of each raw ruling of *document*: by the name there, or else by what it says.

    Of several cards that share the name, the rulings under it decide; where they do not, none is taken.
    """
    groups: dict[CardName | None, list[RawRuling]] = {}
    for raw in document.rulings:
        groups.setdefault(raw.card, []).append(raw)
    known = {name: _card(name, rulings, cards) for name, rulings in groups.items()}
    open_names = {name: rulings for name, rulings in groups.items() if name and not known[name]}
    return Placed(
        tuple(_statement(document, number, raw, known[raw.card]) for number, raw in enumerate(document.rulings)),
        tuple(_ambiguities(document, open_names, cards)),
        _reach(document, cards),
    )


def _reach(document: Document, cards: Catalog) -> Reach:
    named = {raw.card for raw in document.rulings if raw.card}
    resolved = {name: cards.resolve(name) for name in named}
    nameless = any(raw.card is None and not raw.section for raw in document.rulings)
    coded = document.card_ids or any(raw.card_id for raw in document.rulings)
    if (
        document.by_hearsay
        or nameless
        or coded
        or any(key is None and cards.sharing(name) for name, key in resolved.items())
    ):
        return Reach.PAGES
    if document.cards or document.rules:
        return Reach.CARDS
    plain = all(key and adds_nothing(name, cards.card(key), cards) for name, key in resolved.items())
    return Reach.RULINGS if plain else Reach.CARDS


def _card(name: CardName | None, rulings: Sequence[RawRuling], cards: Catalog) -> Identified | None:
    if name is None:
        return cards.identify(rulings)
    key = cards.resolve(name)
    if key is not None:
        return key, name.evidence, ""
    sharing = cards.sharing(name)
    return cards.identify(rulings, among=sharing) if sharing else None


def _statement(document: Document, number: int, raw: RawRuling, known: Identified | None) -> Statement:
    statement = Statement(raw, document.path, raw.lang in document.machine_translated, number=number)
    return replace(statement, card=known[0], evidence=known[1]) if known else statement


def _ambiguities(document: Document, open_names: dict[CardName, list[RawRuling]], cards: Catalog) -> Iterator[Finding]:
    for name, rulings in open_names.items():
        called = [cards.card(key).name for key in cards.sharing(name)]
        if called:
            shown = name.printed or name.french or name.english
            detail = f"“{shown}” is the name of {' and of '.join(called)}; its rulings do not tell which is meant"
            yield Finding(document.path, Problem("ambiguous_card", detail, min(raw.span for raw in rulings)))
