"""Writing the search index of one knowledge base."""

import json
import string
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from whoosh.codec.whoosh3 import W3Codec
from whoosh.filedb.filestore import FileStorage
from whoosh.writing import SegmentWriter

from kb.model import Card, Knowledge, Lang, Link, LinkKind, Mechanic, Rule, Ruling
from kb.search import rank
from kb.search import schema as fields
from kb.search.analysis import phrase_key, ranked, words
from kb.search.stamp import STAMP, write_stamp

_LOCK = "MAIN_WRITELOCK"
_BLOCK = 1024
"""Postings read in one step. Whoosh's own 128 suits a search that skips; ranking here reads whole lists."""


def write(folder: Path, knowledge: Knowledge) -> None:
    """Make a fresh index of *knowledge* in *folder*, which is made if missing and should be empty.

    The index can be read once this returns, and never before: its stamp is written last. Equal knowledge gives equal
    answers in equal order.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STAMP).unlink(missing_ok=True)
    rulings = sorted(knowledge.rulings, key=_newest_first)
    index = FileStorage(str(folder)).create_index(fields.schema())
    writer = SegmentWriter(index, limitmb=64, codec=W3Codec(blocklimit=_BLOCK))
    try:
        for document in _documents(rulings, knowledge):
            writer.add_document(**document)
        writer.commit()
    except BaseException:
        writer.cancel()
        raise
    finally:
        index.close()
    write_stamp(folder, rulings, knowledge)


def _newest_first(ruling: Ruling) -> tuple[int, str]:
    return (-ruling.date.toordinal() if ruling.date else 0, ruling.id)


def _documents(rulings: Sequence[Ruling], knowledge: Knowledge) -> Iterator[dict[str, object]]:
    links: dict[str, list[Link]] = defaultdict(list)
    for link in knowledge.links:
        links[link.ruling].append(link)
    numbers = {mechanic.slug: mechanic.rule for mechanic in knowledge.mechanics if mechanic.rule}
    said = Counter(same for ruling in rulings for same in fields.sames(ruling.wording, ruling.pattern))
    for ruling in rulings:
        shared = [same for same in fields.sames(ruling.wording, ruling.pattern) if said[same] > 1]
        yield _filled(_ruling(ruling, links[ruling.id], numbers) | {fields.SAME: _terms(shared)})
    defined = {number: slug for slug, number in numbers.items()}
    defined |= {phrase_key(mechanic.name): mechanic.slug for mechanic in knowledge.mechanics}
    yield from (_filled(_rule(rule, defined)) for rule in knowledge.rules)
    yield from (_filled(_mechanic(mechanic)) for mechanic in knowledge.mechanics)
    yield from (_filled(_card(card)) for card in knowledge.cards)


def _filled(document: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in document.items() if value}


def _terms(terms: Iterable[str]) -> tuple[tuple[str, float], ...]:
    return tuple((term, 1.0) for term in dict.fromkeys(terms) if term)


def _ruling(ruling: Ruling, links: Iterable[Link], numbers: dict[str, str]) -> dict[str, object]:
    weights: dict[str, float] = {}
    for link in links:
        weights[link.mechanic] = max(link.weight, weights.get(link.mechanic, 0.0))
    reference = fields.Reference(ruling.id, ruling.wording, ruling.pattern, ruling.lang, ruling.official)
    return _text(ruling.text, ruling.lang) | {
        fields.MECHANIC: tuple((slug, weight) for slug, weight in weights.items() if weight > 0),
        fields.CARD: _terms(ruling.cards),
        fields.LANG: _terms([ruling.lang]),
        fields.SOURCE: _terms(ruling.sources),
        fields.RULE: _terms(numbers.get(slug, "") for slug in weights),
        fields.IS: _terms(_marks(ruling, links)),
        fields.REFERENCE: reference.pack(),
    }


def _text(text: str, lang: Lang) -> dict[str, object]:
    running = words(text)
    return {
        fields.TEXT[lang]: rank.impacts(ranked(running, lang)),
        fields.WORDS: _terms(running),
        fields.RUNNING: f" {' '.join(running)} ".encode(),
    }


def _marks(ruling: Ruling, links: Iterable[Link]) -> Iterator[str]:
    yield "official" if ruling.official else "note"
    if len(ruling.cards) > 1:
        yield "shared"
    if any(link.kind is LinkKind.CONTEXT for link in links):
        yield "context"
    if ruling.machine_translated:
        yield "machine"


def _rule(rule: Rule, defined: dict[str, str]) -> dict[str, object]:
    mechanic = defined.get(rule.number.rstrip(string.ascii_lowercase)) or defined.get(phrase_key(rule.title))
    return _text(f"{rule.title}\n{rule.text}", Lang.EN) | {
        fields.MECHANIC: _terms([mechanic or ""]),
        fields.LANG: _terms([Lang.EN]),
        fields.RULE: _terms([rule.number.casefold()]),
        fields.REFERENCE: fields.Reference(rule.number, lang=Lang.EN, official=True).pack(),
        fields.KEPT: json.dumps({"kind": rule.kind, "title": rule.title, "text": rule.text}).encode(),
    }


def _mechanic(mechanic: Mechanic) -> dict[str, object]:
    english = (mechanic.name, mechanic.slug, *mechanic.forms)
    french = (mechanic.name_fr, *mechanic.forms_fr)
    kept = {
        "name": mechanic.name,
        "ambiguous": mechanic.ambiguous,
        "rule": mechanic.rule,
        "en": sorted({phrase_key(form) for form in english} - {""}),
        "fr": sorted({phrase_key(form) for form in french} - {""}),
    }
    return {
        fields.NAME: _terms(phrase_key(form) for form in (*english, *french) if form),
        fields.REFERENCE: fields.Reference(mechanic.slug).pack(),
        fields.KEPT: json.dumps(kept).encode(),
    }


def _card(card: Card) -> dict[str, object]:
    names = [card.name, card.name_fr, *card.faces, *card.faces_fr, *card.aliases]
    keys = [key for key in map(phrase_key, names) if key]
    return {
        fields.NAME: _terms(keys),
        fields.NAME_WORD: _terms(word for key in keys for word in key.split()),
        fields.REFERENCE: fields.Reference(card.key).pack(),
        fields.KEPT: json.dumps({"name": card.name}).encode(),
    }


def held_by_other(folder: Path) -> bool:
    """Whether a living process is writing the index in *folder*; a lock file left by a dead one does not count."""
    if not (folder / _LOCK).exists():
        return False
    lock = FileStorage(str(folder)).lock(_LOCK)
    try:
        free = lock.acquire(blocking=False)
    except OSError:
        return False
    if free:
        lock.release()
    return not free
