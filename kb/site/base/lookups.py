"""What a page asks of the knowledge, looked up once for the whole site."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import chain

from kb.model import Card, Knowledge, Lang, Link, Mechanic, Pair, Ruling, Source, Witness
from kb.site.base.rules import Codex, codex, gather
from kb.text.folding import name_key, slug, unique_slugs


@dataclass(frozen=True, slots=True)
class Found:
    """A ruling where it stands in a corpus file."""

    ruling: str
    witness: Witness


@dataclass(frozen=True, slots=True)
class Atlas:
    """The knowledge by every key that a page is made from. Lists of rulings hold their ids."""

    knowledge: Knowledge
    rulings: Mapping[str, Ruling]
    cards: Mapping[str, Card]
    mechanics: Mapping[str, Mechanic]
    sources: Mapping[str, Source]
    newest: Mapping[str, int]
    """Place of a ruling when the newest comes first; undated ones last, ties as in the corpus."""
    oldest: Mapping[str, int]
    """Place of a ruling when the oldest comes first; undated ones last, ties as in the corpus."""
    on_card: Mapping[str, tuple[str, ...]]
    """Oldest first."""
    on_day: Mapping[date | None, tuple[str, ...]]
    about: Mapping[str, Mapping[str, Link]]
    """Of a mechanic: its rulings, newest first, and what ties each to it."""
    ties: Mapping[str, tuple[Link, ...]]
    """Of a ruling: the mechanics it explains or mentions, heaviest first."""
    wording: Mapping[str, tuple[str, ...]]
    """Newest first."""
    pattern: Mapping[str, tuple[str, ...]]
    """Newest first."""
    pairs: Mapping[str, tuple[Pair, ...]]
    """Of a ruling in either language."""
    newer: Mapping[str, tuple[str, ...]]
    older: Mapping[str, tuple[str, ...]]
    in_file: Mapping[str, tuple[Found, ...]]
    """In the order of the file."""
    places: Mapping[Witness, int]
    """Place of a witness in its file, from 0."""
    by_name: Mapping[Lang, tuple[str, ...]]
    """Keys of the cards that have rulings, in the order of their names in a language: those with a page."""
    source_slugs: Mapping[str, str]
    codex: Codex


def survey(knowledge: Knowledge) -> Atlas:
    """Look everything up; the outcome depends on nothing but *knowledge*."""
    newest = _ranks(sorted(knowledge.rulings, key=lambda r: -(r.date or date.min).toordinal()))
    oldest = _ranks(sorted(knowledge.rulings, key=lambda r: (r.date is None, r.date or date.min)))
    by_newest = sorted(knowledge.rulings, key=lambda r: newest[r.id])
    by_oldest = sorted(knowledge.rulings, key=lambda r: oldest[r.id])
    in_file = _in_files(knowledge.rulings)
    on_card = gather((card, ruling.id) for ruling in by_oldest for card in ruling.cards)
    shown = tuple(card for card in knowledge.cards if card.key in on_card)
    return Atlas(
        knowledge=knowledge,
        rulings={ruling.id: ruling for ruling in knowledge.rulings},
        cards={card.key: card for card in knowledge.cards},
        mechanics={mechanic.slug: mechanic for mechanic in knowledge.mechanics},
        sources={source.path: source for source in knowledge.sources},
        newest=newest,
        oldest=oldest,
        on_card=on_card,
        on_day=gather((ruling.date, ruling.id) for ruling in by_newest),
        about=_about(knowledge.links, newest),
        ties=gather((link.ruling, link) for link in sorted(knowledge.links, key=_heaviest)),
        wording=gather((ruling.wording, ruling.id) for ruling in by_newest),
        pattern=gather((ruling.pattern, ruling.id) for ruling in by_newest),
        pairs=gather(chain.from_iterable(((p.french, p), (p.english, p)) for p in knowledge.pairs)),
        newer=gather((revision.older, revision.newer) for revision in knowledge.revisions),
        older=gather((revision.newer, revision.older) for revision in knowledge.revisions),
        in_file=in_file,
        places={found.witness: place for founds in in_file.values() for place, found in enumerate(founds)},
        by_name={lang: _by_name(shown, lang) for lang in Lang},
        source_slugs=unique_slugs(tuple(source.path for source in knowledge.sources)),
        codex=codex(knowledge),
    )


def card_name(card: Card, lang: Lang) -> tuple[str, Lang]:
    """Return the name of *card* in *lang*, else in English, and the language that it is in."""
    return (card.name_fr, Lang.FR) if lang is Lang.FR and card.name_fr else (card.name, Lang.EN)


def mechanic_name(mechanic: Mechanic, lang: Lang) -> tuple[str, Lang]:
    """Return the name of *mechanic* in *lang*, else in English, and the language that it is in."""
    return (mechanic.name_fr, Lang.FR) if lang is Lang.FR and mechanic.name_fr else (mechanic.name, Lang.EN)


def letter(name: str) -> str:
    """Return the letter under which *name* is listed: `a` to `z`, `0-9`, or `other`.

    >>> letter("Æther Vial"), letter("+2 Mace"), letter("_____")
    ('a', '0-9', 'other')
    """
    first = slug(name)[:1]
    return "other" if not first else "0-9" if first.isdigit() else first


def listing(name: str) -> tuple[bool, str, str]:
    """Return the key that sorts *name* into an alphabetical list; what no letter begins comes last."""
    first = letter(name)
    return first == "other", first, name_key(name)


def _ranks(rulings: Iterable[Ruling]) -> dict[str, int]:
    return {ruling.id: rank for rank, ruling in enumerate(rulings)}


def _heaviest(link: Link) -> tuple[float, str]:
    return -link.weight, link.mechanic


def _about(links: Iterable[Link], newest: Mapping[str, int]) -> dict[str, dict[str, Link]]:
    ordered = gather((link.mechanic, link) for link in sorted(links, key=lambda link: newest[link.ruling]))
    return {mechanic: {link.ruling: link for link in ties} for mechanic, ties in ordered.items()}


def _in_files(rulings: Iterable[Ruling]) -> dict[str, tuple[Found, ...]]:
    founds = [Found(ruling.id, witness) for ruling in rulings for witness in ruling.witnesses]
    return gather((found.witness.path, found) for found in sorted(founds, key=_standing))


def _standing(found: Found) -> tuple[int, int, str]:
    span = found.witness.span
    return span.first, span.last, found.ruling


def _by_name(cards: Iterable[Card], lang: Lang) -> tuple[str, ...]:
    return tuple(card.key for card in sorted(cards, key=lambda card: (*listing(card_name(card, lang)[0]), card.key)))
