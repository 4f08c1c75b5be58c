"""Scryfall's JSON: rulings and cards, as an answer of the API, a bulk array, or JSON lines.

A file may hold both. Rulings name their card by oracle id alone. Cards may be one for each oracle id, one for each
printing, or one for each printing and language; all that is said of one oracle id becomes one card.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date

from kb.errors import SourceError
from kb.layouts._entries import (
    Account,
    Entry,
    date_problems,
    entries_of,
    iso_date,
    line_of,
    outline,
    text_of,
    texts_of,
    told_of,
    values_at,
)
from kb.layouts._json import JsonStream, open_json
from kb.layouts._sheets import TWO_FACES, Face, Sheet, Sheets, card_name, rules_text
from kb.model import CardName, Container, Document, Evidence, Lang, RawRuling, SourceText, Span
from kb.text.folding import squeeze

NAME = "scryfall"

_KINDS = frozenset({"card", "ruling", "set"})
_ANSWERS = frozenset({"list", "error"})
_NO_CARDS = ("Token", "Emblem", "Card")
"""How the type line of what is no card begins: helpers printed on cards, whose names would be taken for cards'."""


def claims(source: SourceText) -> bool:
    """Whether *source* holds objects as Scryfall writes them, or its answer that something went wrong."""
    if source.container is not Container.JSON:
        return False
    places = outline(source.text)
    if places.get(("object",)) in _ANSWERS:
        return True
    # An entry whose kind is no text may come before the others.
    entries = (place for place in (("object",), ("[]", "object")) if place in places)
    return any(places[place] in _KINDS or values_at(source.text, place) & _KINDS for place in entries)


def read(source: SourceText, today: date) -> Document:
    """Read every entry; raises SourceError for an answer that is an error or a list of downloads."""
    reading = _ScryfallReader(today)
    places = outline(source.text)
    if places.get(("data", "[]", "object")) == "bulk_data":
        raise SourceError(source.path, "lists downloads and holds no rulings itself; `kb fetch scryfall` gets them")
    answers = places.get(("object",)) in _ANSWERS
    with open_json(source) as stream:
        for entry in _answer(stream, source.path) if answers else stream.entries():
            reading.take(entry)
    return Document(
        path=source.path,
        layout=NAME,
        digest=source.digest,
        rulings=tuple(reading.rulings),
        problems=tuple(reading.account.problems),
        skipped=reading.account.skipped,
        cards=reading.sheets.cards(),
    )


def _answer(stream: JsonStream, path: str) -> Iterator[object]:
    """Yield the entries of a list object, one after the other; data that are no list count as one entry."""
    said: dict[str, object] = {}
    for key in stream.members():
        if key == "data":
            yield from (stream.value() for _ in stream.items()) if stream.peek() == "[" else (stream.value(),)
        else:
            said[key] = stream.value()
    if said.get("object") == "error":
        raise SourceError(
            path, f"is an error that Scryfall answered, not data: {line_of(said, 'details') or 'no details'}"
        )
    stream.end()
    if said.get("has_more") is True:
        yield {"object": "more"}


@dataclass(slots=True)
class _ScryfallReader:
    """What was read so far."""

    today: date
    number: int = 0
    rulings: list[RawRuling] = field(default_factory=list)
    sheets: Sheets = field(default_factory=Sheets)
    account: Account = field(default_factory=Account)
    names: dict[str, CardName] = field(default_factory=dict)

    def take(self, entry: object) -> None:
        """Account for one entry, whatever it is."""
        self.number += 1
        if not isinstance(entry, dict):
            self.account.problem("unknown_entry", "the entry is no object", self.number)
            return
        takers: dict[str, Callable[[Entry], None]] = {
            "ruling": self._ruling,
            "card": self._card,
            "set": lambda _: self.account.skip("set", self.number),
            "more": lambda _: self.account.problem("incomplete_list", "more pages of the list exist", self.number),
        }
        takers.get(text_of(entry, "object"), self._unknown)(entry)

    def _unknown(self, entry: Entry) -> None:
        kind = line_of(entry, "object")
        stated = f"is a {kind[:40]!r}" if kind else "does not say what it is"
        self.account.problem("unknown_entry", f"the entry {stated}, not a card or a ruling", self.number)

    def _ruling(self, entry: Entry) -> None:
        text, printed, span = (
            squeeze(told_of(entry, "comment")),
            line_of(entry, "published_at"),
            Span(self.number, self.number),
        )
        if not text:
            self.account.problem("empty_ruling", "the ruling has no text", self.number)
            return
        self.rulings.append(
            RawRuling(
                text=text,
                date=iso_date(printed),
                lang=Lang.EN,
                card=self._card_of(line_of(entry, "oracle_id")),
                date_printed=printed,
                source=line_of(entry, "source").lower(),
                problems=date_problems(printed, self.today, span),
                span=span,
            )
        )

    def _card_of(self, oracle_id: str) -> CardName | None:
        if not oracle_id:
            return None
        return self.names.setdefault(oracle_id, CardName("", oracle_id=oracle_id, evidence=Evidence.ORACLE_ID))

    def _card(self, entry: Entry) -> None:
        if _is_no_card(entry):
            self.account.skip("token", self.number)
            return
        sides = [face for face in entries_of(entry, "card_faces") if card_name(text_of(face, "name"))]
        if not text_of(entry, "oracle_id") and any(text_of(face, "oracle_id") for face in sides):
            self._reversible(entry, sides)
        elif card_name(text_of(entry, "name")):
            self._fill(self._sheet(entry), entry, sides or [entry])
        else:
            self.account.problem("no_name", "the card has no name", self.number)

    def _reversible(self, entry: Entry, sides: list[Entry]) -> None:
        """Fill the sheets of the cards on the two sides, which are one card more often than not."""
        for side in sides:
            sheet = self._sheet(side)
            sheet.aliases.add(card_name(text_of(entry, "name")))
            self._fill(sheet, {**entry, "printed_name": None, "flavor_name": None}, [side])

    def _sheet(self, entry: Entry) -> Sheet:
        return self.sheets.sheet(card_name(text_of(entry, "name")), line_of(entry, "oracle_id"))

    def _fill(self, sheet: Sheet, entry: Entry, faces: list[Entry]) -> None:
        lang, released = text_of(entry, "lang") or Lang.EN, text_of(entry, "released_at")
        sheet.sets.update(filter(None, (line_of(entry, "set").upper(),)))
        for face in faces:
            filled = sheet.face(card_name(text_of(face, "name")))
            filled.english(rules_text(told_of(face, "oracle_text")), line_of(face, "type_line"))
            if lang == Lang.FR:
                _fill_french(filled, face, released)
        if lang == Lang.FR and len(faces) > 1 and text_of(entry, "printed_name"):
            _fill_french_names(sheet, card_name(text_of(entry, "printed_name")), released)
        if lang == Lang.EN:
            sheet.keywords.update(dict.fromkeys(texts_of(entry, "keywords")))
            sheet.aliases.update(_other_names(entry, faces))


def _fill_french(filled: Face, face: Entry, released: str) -> None:
    filled.french(card_name(text_of(face, "printed_name")), rules_text(told_of(face, "printed_text")), released)


def _fill_french_names(sheet: Sheet, whole: str, released: str) -> None:
    """Take the faces' names from the card's where the faces themselves have none."""
    names = whole.split(TWO_FACES)
    if len(names) == len(sheet.faces):
        for face, name in zip(sheet.faces.values(), names, strict=True):
            if not face.name_fr:
                face.french(name, "", released)


def _other_names(entry: Entry, faces: list[Entry]) -> Iterator[str]:
    """Yield the names it is printed under in English, beside its own."""
    own = {card_name(text_of(part, "name")) for part in (entry, *faces)}
    for part in (entry, *faces):
        for key in ("flavor_name", "printed_name"):
            name = card_name(text_of(part, key))
            if name and name not in own:
                yield name


def _is_no_card(entry: Entry) -> bool:
    if text_of(entry, "layout") == "art_series":
        return True
    kinds = [kind.strip() for kind in text_of(entry, "type_line").split("//")]
    return all(kind.startswith(_NO_CARDS) for kind in kinds)
