"""Merge what files state into rulings: one for each language, date and folded text.

A text that lost its symbols by copying joins the same text that has them, on the same date; so the {X} ruling printed
with its symbol on one page and without it on another is one ruling, shown with the symbol.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from kb.model import Card, Evidence, Lang, RawRuling, Ruling, Witness
from kb.text.folding import fold, squeeze, stable_id, symbols_in, without_symbols

_BEFORE_MARK = re.compile(r"(?<!\s)\s+(?=[.,;:!?)])")


@dataclass(frozen=True, slots=True)
class Statement:
    """A raw ruling together with what its file and the catalogue say about it."""

    raw: RawRuling
    path: str
    machine_translated: bool = False
    card: str = ""
    """Key of the card it stands on; "" when not known."""
    evidence: Evidence | None = None
    number: int = 0
    """The how-manieth ruling of its file it is, from 0."""


@dataclass(frozen=True, slots=True)
class _Key:
    lang: Lang
    date: date | None
    folded: str


def merge(statements: Iterable[Statement], cards: Mapping[str, Card]) -> tuple[Ruling, ...]:
    """Return every distinct ruling once, each statement being a witness of exactly one.

    Sorted by date (undated first), language and place, whatever the order of *statements*. Rulings of one matter come
    of the statements of that matter alone.
    """
    groups: dict[_Key, list[Statement]] = defaultdict(list)
    for statement in sorted(statements, key=lambda s: (s.path, s.number)):
        groups[_key(statement.raw)].append(statement)
    merged = _join_lost_symbols(groups)
    rulings = [_ruling(key, group, cards) for key, group in merged.items()]
    return in_order(rulings)


def in_order(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Sort *rulings* by date (undated first), language and place."""
    return tuple(sorted(rulings, key=lambda r: (r.date or date.min, r.lang, r.place)))


def matter(raw: RawRuling) -> str:
    """Return a key for *raw*, equal for all that may be one ruling with it, where symbols were lost."""
    return _matter(_key(raw))


def _key(raw: RawRuling) -> _Key:
    return _Key(raw.lang, raw.date, fold(raw.text))


def _matter(key: _Key) -> str:
    bare = _without_symbols(key)
    return stable_id(bare.lang, bare.date.isoformat() if bare.date else "", bare.folded)


def _join_lost_symbols(groups: Mapping[_Key, list[Statement]]) -> dict[_Key, list[Statement]]:
    """Move each group that lost symbols onto the one group that has them; with two candidates it stays alone."""
    intact: dict[_Key, list[_Key]] = defaultdict(list)
    for key in groups:
        if symbols_in(key.folded):
            intact[_without_symbols(key)].append(key)
    merged: dict[_Key, list[Statement]] = {}
    for key, group in groups.items():
        candidates = [k for k in intact.get(_without_symbols(key), ()) if _lost_from(key, k, group)]
        merged.setdefault(candidates[0] if len(candidates) == 1 else key, []).extend(group)
    return {key: sorted(group, key=lambda s: (s.path, s.number)) for key, group in merged.items()}


def _without_symbols(key: _Key) -> _Key:
    return _Key(key.lang, key.date, _BEFORE_MARK.sub("", without_symbols(key.folded)))


def _lost_from(damaged: _Key, intact: _Key, group: Sequence[Statement]) -> bool:
    """Return whether *damaged* is *intact* with symbols missing: all of them, or some where the reader saw the hole."""
    has, full = symbols_in(damaged.folded), symbols_in(intact.folded)
    if len(has) >= len(full):
        return False
    return not has or (any(s.raw.lost_symbol for s in group) and _is_subsequence(has, full))


def _is_subsequence(part: Sequence[str], whole: Iterable[str]) -> bool:
    rest = iter(whole)
    return all(symbol in rest for symbol in part)


def _ruling(key: _Key, group: Sequence[Statement], cards: Mapping[str, Card]) -> Ruling:
    keys = {s.card for s in group if s.card}
    own = tuple(sorted(keys, key=lambda k: (cards[k].name, k)))
    text = _best_text(key, group)
    return Ruling(
        id=stable_id(key.lang, key.date.isoformat() if key.date else "", key.folded),
        date=key.date,
        lang=key.lang,
        text=text,
        wording=stable_id(key.lang, key.folded),
        pattern=stable_id(key.lang, fold(mask_names(text, [cards[k] for k in own]))),
        matter=_matter(key),
        cards=own,
        sources=tuple(sorted({s.raw.source for s in group if s.raw.source})),
        section=next((s.raw.section for s in group if s.raw.section), ""),
        lost_symbol=all(s.raw.lost_symbol for s in group),
        machine_translated=all(s.machine_translated for s in group),
        witnesses=tuple(_witness(s) for s in group),
    )


def _best_text(key: _Key, group: Sequence[Statement]) -> str:
    """Choose the print to show: with its symbols, free of invisible signs, the commonest, then the first."""
    texts = [squeeze(s.raw.text) for s in group]
    counts = Counter(texts)

    def merit(text: str) -> tuple[bool, bool, int]:
        return fold(text) == key.folded, text.isprintable(), counts[text]

    return max(texts, key=merit)


def _witness(statement: Statement) -> Witness:
    raw = statement.raw
    return Witness(
        path=statement.path,
        span=raw.span,
        text=raw.text,
        source=raw.source,
        card=statement.card,
        evidence=statement.evidence,
        machine_translated=statement.machine_translated,
        section=raw.section,
        lost_symbol=raw.lost_symbol,
        number=statement.number,
    )


def stated(ruling: Ruling) -> Iterator[Statement]:
    """Yield the statements that *ruling* was merged from."""
    for seen in ruling.witnesses:
        raw = RawRuling(
            seen.text,
            ruling.date,
            ruling.lang,
            source=seen.source,
            section=seen.section,
            lost_symbol=seen.lost_symbol,
            span=seen.span,
        )
        yield Statement(raw, seen.path, seen.machine_translated, seen.card, seen.evidence, seen.number)


def mask_names(text: str, cards: Iterable[Card]) -> str:
    """Put `~` for every name of *cards* in *text*, as it is capitalised there, longest names first.

    >>> mask_names("Fog's ability is Fog.", [Card(key="fog", name="Fog")])
    "~'s ability is ~."
    """
    present = {name for card in cards for name in own_names(card) if name in text}
    masked, at = [], 0
    for start, length in sorted((start, -len(name)) for name in present for start in _places(name, text)):
        if start >= at:
            masked.append(text[at:start])
            at = start - length
    return "~".join((*masked, text[at:]))


def _places(name: str, text: str) -> Iterator[int]:
    """Yield where *name* stands in *text* as whole words."""
    start = text.find(name)
    while start >= 0:
        around = text[max(0, start - 1) : start] + text[start + len(name) : start + len(name) + 1]
        if not any(sign.isalnum() or sign == "_" for sign in around):
            yield start
        start = text.find(name, start + 1)


@lru_cache(maxsize=1 << 16)
def own_names(card: Card) -> tuple[str, ...]:
    """List what a ruling may call *card*: its names, its faces, and the part of these before a comma."""
    full = (card.name, card.name_fr, *card.faces, *card.faces_fr)
    short = (name.split(",")[0] for name in full if "," in name)
    return tuple(dict.fromkeys(name for name in (*full, *short) if name))
