"""Rulings in one file whose cards are named in another: tables that are joined by the identifiers of cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from kb.model import CardName, Document, Evidence, RawRuling


def with_named_cards(documents: Iterable[Document]) -> Iterator[Document]:
    """Yield *documents*, each ruling that gives an identifier for its card on the card that goes by it in any of them.

    An identifier that is given to cards of several names tells nothing.
    """
    read = tuple(documents)
    names: dict[str, set[str]] = {}
    for document in read:
        for identifier, name in document.card_ids:
            names.setdefault(identifier, set()).add(name)
    known = {identifier: next(iter(each)) for identifier, each in names.items() if len(each) == 1}
    for document in read:
        coded = any(raw.card_id in known for raw in document.rulings)
        yield replace(document, rulings=tuple(_named(document.rulings, known))) if coded else document


def _named(rulings: Iterable[RawRuling], known: Mapping[str, str]) -> Iterator[RawRuling]:
    for raw in rulings:
        name = known.get(raw.card_id)
        yield raw if name is None else replace(raw, card=CardName(name, english=name, evidence=Evidence.HEADING))
