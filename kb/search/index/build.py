"""Writing the search index of one knowledge base."""

import json
import string
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from unicodedata import category

from whoosh.filedb.filestore import FileStorage

from kb.model import Card, Knowledge, Lang, Link, LinkKind, Mechanic, Revision, Rule, Ruling
from kb.search.engine import rank
from kb.search.index import schema as fields
from kb.search.index.analysis import phrase_key, ranked, words
from kb.search.index.segment import Gathered, Terms, write_contents, write_segment
from kb.search.index.stamp import STAMP, write_stamp

_LOCK = f"{fields.INDEX}_WRITELOCK"

Indexed = tuple[Mapping[str, Terms], Mapping[str, bytes]]
"""Of a document, the terms of each field, and what each column keeps."""

Ties = tuple[Sequence[Link], Sequence[Revision]]
"""What ties rulings to mechanics and to newer wordings."""


def write(folder: Path, knowledge: Knowledge, late: Callable[[], Ties] | None = None) -> None:
    """Make a fresh index of *knowledge* in *folder*, which is made if missing and should be empty.

    Its ties may come late: *late* is then called when all else is done. The index can be read once this returns, and
    never before: its stamp is written last. Equal knowledge gives equal files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STAMP).unlink(missing_ok=True)
    rulings = sorted(knowledge.rulings, key=lambda ruling: newest_first(ruling.date, ruling.id))
    _write_names(folder, knowledge)
    texts = Gathered(fields.TEXTS)
    for document, (terms, columns) in enumerate(_texts(rulings, knowledge.rules)):
        texts.add(document, terms, columns)
    for document, terms in _ties(rulings, late() if late else (knowledge.links, knowledge.revisions), knowledge):
        texts.add_terms(document, terms)
    write_segment(folder, fields.TEXTS, {name: texts.lists(name) for name in fields.IN_TEXTS}, texts.columns)
    write_contents(folder, len(rulings) + len(knowledge.rules), len(knowledge.mechanics) + len(knowledge.cards))
    write_stamp(
        folder,
        [ruling.date for ruling in rulings],
        french=sum(ruling.lang is Lang.FR for ruling in rulings),
        rules=len(knowledge.rules),
        mechanics=len(knowledge.mechanics),
    )


def newest_first(day: date | None, ident: str) -> tuple[int, str]:
    """Return the key that puts rulings in order: undated ones last, and by id where dates are equal."""
    return (-day.toordinal() if day else 0, ident)


def _write_names(folder: Path, knowledge: Knowledge) -> None:
    names = Gathered(fields.NAMES)
    for document, (terms, columns) in enumerate((*map(_mechanic, knowledge.mechanics), *map(_card, knowledge.cards))):
        names.add(document, terms, columns)
    write_segment(folder, fields.NAMES, {name: names.lists(name) for name in fields.IN_NAMES}, names.columns)


def _texts(rulings: Sequence[Ruling], rules: Iterable[Rule]) -> Iterator[Indexed]:
    said = Counter(same for ruling in rulings for same in fields.sames(ruling.wording, ruling.pattern))
    for ruling in rulings:
        shared = [same for same in fields.sames(ruling.wording, ruling.pattern) if said[same] > 1]
        terms, columns = indexed(ruling)
        yield {**terms, fields.SAME: shared}, columns
    yield from map(_rule, rules)


def _ties(rulings: Sequence[Ruling], ties: Ties, knowledge: Knowledge) -> Iterator[tuple[int, Mapping[str, Terms]]]:
    """Give, in order, the documents tied to mechanics or to newer wordings, and the terms that say so."""
    links, revisions = ties
    number = {ruling.id: document for document, ruling in enumerate(rulings)}
    tied: dict[int, list[Link]] = defaultdict(list)
    for link in links:
        tied[number[link.ruling]].append(link)
    old = {number[revision.older] for revision in revisions}
    defining = defining_rules(knowledge.mechanics)
    for document in sorted(tied.keys() | old):
        yield document, tie_terms(tied.get(document, ()), defining, superseded=document in old)
    defined = {number: slug for slug, number in defining.items()}
    defined |= {phrase_key(mechanic.name): mechanic.slug for mechanic in knowledge.mechanics}
    for document, rule in enumerate(knowledge.rules, len(rulings)):
        slug = defined.get(rule.number.rstrip(string.ascii_lowercase)) or defined.get(phrase_key(rule.title))
        yield document, {fields.MECHANIC: {slug: 1.0} if slug else {}, fields.RULE: [rule.number.casefold()]}


def defining_rules(mechanics: Iterable[Mechanic]) -> dict[str, str]:
    """Return by slug the number of the rule that defines a mechanic."""
    return {mechanic.slug: mechanic.rule for mechanic in mechanics if mechanic.rule}


def tie_terms(links: Iterable[Link], defining: Mapping[str, str], *, superseded: bool) -> Mapping[str, Terms]:
    """Return the terms of a ruling that has *links*, and that a newer wording took the place of or not."""
    weights: dict[str, float] = {}
    context = False
    for link in links:
        weights[link.mechanic] = max(link.weight, weights.get(link.mechanic, 0.0))
        context = context or link.kind is LinkKind.CONTEXT
    return {
        fields.MECHANIC: {slug: weight for slug, weight in weights.items() if weight > 0},
        fields.RULE: _terms(defining.get(slug, "") for slug in weights),
        fields.IS: _terms((fields.CONTEXT if context else "", fields.SUPERSEDED if superseded else "")),
    }


def _terms(terms: Iterable[str]) -> Terms:
    """Return *terms* once each, without empty ones."""
    return [term for term in dict.fromkeys(terms) if term]


def reference_of(ruling: Ruling) -> fields.Reference:
    """Return what ranking and collapsing need to know of *ruling*."""
    return fields.Reference(ruling.id, ruling.wording, ruling.pattern, ruling.lang, ruling.official)


def indexed(ruling: Ruling) -> Indexed:
    """Return what the index has of *ruling* by itself."""
    running = words(ruling.text)
    terms = _text(running, ruling.lang) | {
        fields.CARD: _terms(ruling.cards),
        fields.LANG: [ruling.lang],
        fields.SOURCE: _terms(ruling.sources),
        fields.IS: list(_marks(ruling)),
    }
    return terms, {fields.REFERENCE: reference_of(ruling).pack(), fields.RUNNING: _packed(running)}


def _text(running: Sequence[str], lang: Lang) -> dict[str, Terms]:
    return {fields.TEXT[lang]: dict(rank.impacts(ranked(running, lang))), fields.WORDS: _terms(running)}


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
    terms = _text(running, Lang.EN) | {fields.LANG: [Lang.EN]}
    return terms, {
        fields.REFERENCE: fields.Reference(rule.number, lang=Lang.EN, official=True).pack(),
        fields.RUNNING: _packed(running),
        fields.KEPT: json.dumps({"kind": rule.kind, "title": rule.title, "text": rule.text}).encode(),
    }


def _mechanic(mechanic: Mechanic) -> Indexed:
    english = (mechanic.name, mechanic.slug, *mechanic.forms)
    french = (mechanic.name_fr, *mechanic.forms_fr) if mechanic.forms_fr else ()
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
    """Return the phrase keys of *forms*, without those with a sign no token keeps: "∞ ability" is not "ability"."""
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
