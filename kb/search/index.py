"""Writing the search index of one knowledge base, and telling whether one can be read."""

import json
import string
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from whoosh.codec.whoosh3 import W3Codec
from whoosh.filedb.filestore import FileStorage
from whoosh.writing import SegmentWriter

from kb.errors import IndexUnusable
from kb.model import Card, Knowledge, Lang, Link, LinkKind, Mechanic, Rule, Ruling
from kb.search import rank
from kb.search import schema as fields
from kb.search.analysis import phrase_key, ranked, words

FORMAT = 1
"""Raised with every change of what the index holds or means."""
STAMP = "search.json"
_LOCK = "MAIN_WRITELOCK"
_UNDATED = ""
_BLOCK = 1024
"""Postings read in one step. Whoosh's own 128 suits a search that skips; ranking here reads whole lists."""
_ADVICE = "run `kb ingest` to build it again"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What is known of an index without opening it."""

    rulings: int
    """Documents 0 to this are rulings."""
    rules: int
    """So many documents after them are rules."""
    mechanics: int
    """So many after those are mechanics; the rest are cards."""
    texts: dict[str, int]
    """How many of both are written in each language."""
    dates: tuple[tuple[int, str], ...]
    """First document of each date, newest first; "" for the undated, which come last."""
    files: dict[str, tuple[int, int]]
    """Size and checksum of each file."""

    @property
    def first_card(self) -> int:
        """The first document that is a card."""
        return self.rulings + self.rules + self.mechanics


# --- writing --------------------------------------------------------------------------------------------------------


def write(folder: Path, knowledge: Knowledge) -> None:
    """Make a fresh index of *knowledge* in *folder*, which is made if missing and should be empty.

    The index can be read once this returns, and never before: its stamp is written last. Equal knowledge gives equal
    answers in equal order.
    """
    folder.mkdir(parents=True, exist_ok=True)
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
    _stamp(folder, rulings, knowledge)


def _newest_first(ruling: Ruling) -> tuple[int, str]:
    return (-ruling.date.toordinal() if ruling.date else 0, ruling.id)


def _documents(rulings: Sequence[Ruling], knowledge: Knowledge) -> Iterator[dict[str, object]]:
    links: dict[str, list[Link]] = defaultdict(list)
    for link in knowledge.links:
        links[link.ruling].append(link)
    numbers = {mechanic.slug: mechanic.rule for mechanic in knowledge.mechanics if mechanic.rule}
    said = Counter(same for ruling in rulings for same in sames(ruling.wording, ruling.pattern))
    for ruling in rulings:
        shared = [same for same in sames(ruling.wording, ruling.pattern) if said[same] > 1]
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


def sames(wording: str, pattern: str) -> tuple[str, str]:
    """Give the terms by which rulings of one wording, and of one pattern, are found."""
    return f"wording {wording}", f"pattern {pattern}"


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


def _stamp(folder: Path, rulings: list[Ruling], knowledge: Knowledge) -> None:
    dates: dict[str, int] = {}
    for number, ruling in enumerate(rulings):
        dates.setdefault(ruling.date.isoformat() if ruling.date else _UNDATED, number)
    french = sum(ruling.lang is Lang.FR for ruling in rulings)
    stamp = {
        "format": FORMAT,
        "rulings": len(rulings),
        "rules": len(knowledge.rules),
        "mechanics": len(knowledge.mechanics),
        "texts": {Lang.EN: len(rulings) - french + len(knowledge.rules), Lang.FR: french},
        "dates": [[number, day] for day, number in dates.items()],
        "files": {path.name: [path.stat().st_size, _checksum(path)] for path in _parts(folder)},
    }
    (folder / STAMP).write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8", newline="\n")


def _parts(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in {".toc", ".seg"})


def _checksum(path: Path) -> int:
    """Give the CRC of a whole file, read in pieces."""
    crc = 0
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            crc = zlib.crc32(piece, crc)
    return crc


# --- checking -------------------------------------------------------------------------------------------------------


def check(folder: Path) -> None:
    """Raise IndexUnusable, saying what to do, unless *folder* holds a whole index of this version; reads all of it."""
    for name, (_, crc) in read_stamp(folder).files.items():
        if _checksum(folder / name) != crc:
            raise damaged(folder)


def read_stamp(folder: Path) -> Stamp:
    """Read the stamp of the index in *folder*; raises IndexUnusable if there is none or its files are not as it says.

    Looks at versions, names and sizes. What is damaged inside a file of the right size, `check` tells.
    """
    try:
        kept = json.loads((folder / STAMP).read_bytes())
    except FileNotFoundError:
        raise IndexUnusable(f"{folder}: there is no search index here; run `kb ingest`") from None
    except (OSError, ValueError, RecursionError):
        raise damaged(folder) from None
    if not isinstance(kept, dict) or kept.get("format") != FORMAT:
        raise IndexUnusable(f"{folder}: this search index was written by another version; {_ADVICE}")
    try:
        files = {str(name): (int(size), int(crc)) for name, (size, crc) in kept["files"].items()}
        dates = tuple((int(number), str(day)) for number, day in kept["dates"])
        rulings, rules, mechanics = (int(kept[kind]) for kind in ("rulings", "rules", "mechanics"))
        texts = {lang.value: int(kept["texts"][lang]) for lang in Lang}
        stamp = Stamp(rulings, rules, mechanics, texts, dates, files)
        sizes = {path.name: path.stat().st_size for path in _parts(folder)}
    except (KeyError, TypeError, ValueError, AttributeError, OSError):
        raise damaged(folder) from None
    if sizes != {name: size for name, (size, _) in files.items()}:
        raise damaged(folder)
    return stamp


def damaged(folder: Path) -> IndexUnusable:
    """Give the error that says that the index in *folder* is damaged."""
    return IndexUnusable(f"{folder}: the search index is damaged; {_ADVICE}")


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


def span(stamp: Stamp, since: date | None, until: date | None) -> range:
    """Give the documents of the rulings dated from *since* to *until*; with neither, of all rulings."""
    if since is None and until is None:
        return range(stamp.rulings)
    if not stamp.dates:
        return range(0)
    first, last = (since or date.min).isoformat(), (until or date.max).isoformat()
    ends = [number for number, _ in stamp.dates[1:]] + [stamp.rulings]
    inside = [(start, end) for (start, day), end in zip(stamp.dates, ends, strict=True) if day and first <= day <= last]
    return range(inside[0][0], inside[-1][1]) if inside else range(0)
