"""Writing the search index of one knowledge base."""

import json
import string
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from unicodedata import category

from whoosh.filedb.filestore import FileStorage

from kb.model import Card, Knowledge, Lang, Link, LinkKind, Mechanic, Revision, Rule, Ruling
from kb.search import rank
from kb.search import schema as fields
from kb.search.analysis import phrase_key, ranked, words
from kb.search.segment import Segment, Weighted
from kb.search.stamp import STAMP, write_stamp

_LOCK = "MAIN_WRITELOCK"

Indexed = tuple[Mapping[str, Weighted], Mapping[str, bytes]]
"""Of a document, the terms of each field, and what each column keeps."""

Ties = tuple[Sequence[Link], Sequence[Revision]]
"""What ties rulings to mechanics and to newer wordings."""


def write(folder: Path, knowledge: Knowledge, late: Callable[[], Ties] | None = None) -> None:
    """Make a fresh index of *knowledge* in *folder*, which is made if missing and should be empty.

    Its ties may come late: *late* is then called when all else is done. The index can be read once this returns, and
    never before: its stamp is written last. Equal knowledge gives equal answers in equal order.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STAMP).unlink(missing_ok=True)
    rulings = sorted(knowledge.rulings, key=_newest_first)
    index = FileStorage(str(folder)).create_index(fields.schema())
    segment = Segment(index)
    try:
        for terms, columns in _documents(rulings, knowledge):
            segment.add(terms, columns)
        for document, terms in _ties(rulings, late() if late else (knowledge.links, knowledge.revisions), knowledge):
            segment.add_terms(document, terms)
        segment.commit()
    except BaseException:
        segment.cancel()
        raise
    finally:
        index.close()
    write_stamp(folder, rulings, knowledge)


def _newest_first(ruling: Ruling) -> tuple[int, str]:
    return (-ruling.date.toordinal() if ruling.date else 0, ruling.id)


def _documents(rulings: Sequence[Ruling], knowledge: Knowledge) -> Iterator[Indexed]:
    said = Counter(same for ruling in rulings for same in fields.sames(ruling.wording, ruling.pattern))
    for ruling in rulings:
        shared = [same for same in fields.sames(ruling.wording, ruling.pattern) if said[same] > 1]
        yield _ruling(ruling, shared)
    yield from map(_rule, knowledge.rules)
    yield from map(_mechanic, knowledge.mechanics)
    yield from map(_card, knowledge.cards)


def _ties(rulings: Sequence[Ruling], ties: Ties, knowledge: Knowledge) -> Iterator[tuple[int, dict[str, Weighted]]]:
    """Give, in order, the documents tied to mechanics or to newer wordings, and the terms that say so."""
    links, revisions = ties
    number = {ruling.id: document for document, ruling in enumerate(rulings)}
    tied: dict[int, list[Link]] = defaultdict(list)
    for link in links:
        tied[number[link.ruling]].append(link)
    old = {number[revision.older] for revision in revisions}
    defining = {mechanic.slug: mechanic.rule for mechanic in knowledge.mechanics if mechanic.rule}
    for document in sorted(tied.keys() | old):
        yield document, _tie(tied.get(document, ()), defining, superseded=document in old)
    defined = {number: slug for slug, number in defining.items()}
    defined |= {phrase_key(mechanic.name): mechanic.slug for mechanic in knowledge.mechanics}
    for document, rule in enumerate(knowledge.rules, len(rulings)):
        slug = defined.get(rule.number.rstrip(string.ascii_lowercase)) or defined.get(phrase_key(rule.title))
        yield document, {fields.MECHANIC: _terms([slug or ""]), fields.RULE: _terms([rule.number.casefold()])}


def _tie(links: Sequence[Link], defining: Mapping[str, str], *, superseded: bool) -> dict[str, Weighted]:
    weights: dict[str, float] = {}
    for link in links:
        weights[link.mechanic] = max(link.weight, weights.get(link.mechanic, 0.0))
    context = any(link.kind is LinkKind.CONTEXT for link in links)
    return {
        fields.MECHANIC: tuple((slug, weight) for slug, weight in weights.items() if weight > 0),
        fields.RULE: _terms(defining.get(slug, "") for slug in weights),
        fields.IS: _terms(("context" if context else "", fields.SUPERSEDED if superseded else "")),
    }


def _terms(terms: Iterable[str]) -> tuple[tuple[str, float], ...]:
    return tuple((term, 1.0) for term in dict.fromkeys(terms) if term)


def _ruling(ruling: Ruling, shared: Iterable[str]) -> Indexed:
    reference = fields.Reference(ruling.id, ruling.wording, ruling.pattern, ruling.lang, ruling.official)
    running = words(ruling.text)
    terms = _text(running, ruling.lang) | {
        fields.CARD: _terms(ruling.cards),
        fields.LANG: _terms([ruling.lang]),
        fields.SOURCE: _terms(ruling.sources),
        fields.IS: _terms(_marks(ruling)),
        fields.SAME: _terms(shared),
    }
    return terms, {fields.REFERENCE: reference.pack(), fields.RUNNING: _packed(running)}


def _text(running: Sequence[str], lang: Lang) -> dict[str, Weighted]:
    return {fields.TEXT[lang]: rank.impacts(ranked(running, lang)), fields.WORDS: _terms(running)}


def _packed(running: Iterable[str]) -> bytes:
    return f" {' '.join(running)} ".encode()


def _marks(ruling: Ruling) -> Iterator[str]:
    yield "official" if ruling.official else "note"
    if len(ruling.cards) > 1:
        yield "shared"
    if ruling.machine_translated:
        yield "machine"


def _rule(rule: Rule) -> Indexed:
    running = words(f"{rule.title}\n{rule.text}")
    terms = _text(running, Lang.EN) | {fields.LANG: _terms([Lang.EN])}
    return terms, {
        fields.REFERENCE: fields.Reference(rule.number, lang=Lang.EN, official=True).pack(),
        fields.RUNNING: _packed(running),
        fields.KEPT: json.dumps({"kind": rule.kind, "title": rule.title, "text": rule.text}).encode(),
    }


def _mechanic(mechanic: Mechanic) -> Indexed:
    english = (mechanic.name, mechanic.slug, *mechanic.forms)
    french = (mechanic.name_fr, *mechanic.forms_fr)
    kept = {
        "name": mechanic.name,
        "ambiguous": mechanic.ambiguous,
        "rule": mechanic.rule,
        "en": sorted(_keys(english)),
        "fr": sorted(_keys(french)),
    }
    return {fields.NAME: _terms(_keys((*english, *french)))}, {
        fields.REFERENCE: fields.Reference(mechanic.slug).pack(),
        fields.KEPT: json.dumps(kept).encode(),
    }


def _keys(forms: Iterable[str]) -> list[str]:
    """Give the phrase keys of *forms*, without those that have a sign no token keeps: "∞ ability" is not "ability"."""
    return [
        key for form in forms if not any(category(c) == "Sm" and c != "+" for c in form) and (key := phrase_key(form))
    ]


def _card(card: Card) -> Indexed:
    names = [card.name, card.name_fr, *card.faces, *card.faces_fr, *card.aliases]
    keys = [key for key in map(phrase_key, names) if key]
    terms = {fields.NAME: _terms(keys), fields.NAME_WORD: _terms(word for key in keys for word in key.split())}
    return terms, {
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
