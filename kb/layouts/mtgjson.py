"""MTGJSON: AtomicCards, AllCards, AllPrintings and single sets, in the forms of versions 3, 4 and 5.

A card stands in its file once, or once for each printing and each face; it becomes one card, with the rulings of all
its entries. A ruling that is said again of the same card, on the same date and in the same letters, is not read
again: in AllPrintings that would be forty times. An entry that adds nothing is left out as another printing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum

from kb.layouts._entries import (
    Account,
    Entry,
    Place,
    date_problems,
    entries_of,
    entry_of,
    iso_date,
    line_of,
    outline,
    text_of,
    texts_of,
    told_of,
)
from kb.layouts._json import JsonStream, open_json
from kb.layouts._sheets import TWO_FACES, Face, Sheet, Sheets, card_name, rules_text
from kb.model import CardName, Container, Document, Evidence, Lang, Problem, RawRuling, SourceText, Span
from kb.text.folding import squeeze

NAME = "mtgjson"

_SET_CODE = re.compile(r"[A-Za-z0-9]{2,8}_?")
_CARD_FIELDS = ("rulings", "foreignData", "foreignNames", "layout", "printings", "uuid", "type", "manaCost")

_FLAVOUR_NAMES = ("flavorName", "faceFlavorName")
"""Names for one product only, which the card has beside its own."""


class _Shape(Enum):
    """What the data of a file are, without regard to versions."""

    SET = "one set"
    SETS = "sets, by code or in a row"
    CARDS = "cards or lists of cards, by name"


def claims(source: SourceText) -> bool:
    """Whether *source* holds cards as MTGJSON writes them: of a set, of several, or by name."""
    return source.container is Container.JSON and _shape(outline(source.text)) is not None


def read(source: SourceText, today: date) -> Document:
    """Read every card and each of its rulings once."""
    places = outline(source.text)
    reading = _MtgjsonReader(today)
    with open_json(source) as stream:
        if places.get(("data",)) in {"{", "["}:
            for key in stream.members():
                if key == "data":
                    _read_data(stream, reading, _shape(places))
                else:
                    stream.value()
        else:
            _read_data(stream, reading, _shape(places))
        stream.end()
    return Document(
        path=source.path,
        layout=NAME,
        digest=source.digest,
        rulings=tuple(reading.rulings),
        problems=(*reading.account.problems, *reading.doubled()),
        skipped=reading.account.skipped,
        cards=reading.sheets.cards(),
    )


# --- shapes ---------------------------------------------------------------------------------------------------------


def _shape(places: Mapping[Place, str]) -> _Shape | None:
    below = {p[1:]: v for p, v in places.items() if p[:1] == ("data",)} if ("data",) in places else places
    if ("object",) in places or not below:
        return None
    if _is_set(below, ()):
        return _Shape.SET
    for place in [place for place in below if len(place) == 1]:
        if _is_set(below, place):
            return _Shape.SETS
        if _is_card(below, place, place[0]) or _is_card(below, (*place, "[]"), place[0]):
            return _Shape.CARDS
    return None


def _is_set(places: Mapping[Place, str], at: Place) -> bool:
    """Whether the object there is a set; its boosters may be so long that its cards are out of sight."""
    if (*at, "baseSetSize") in places and at != ("[]",):
        return True
    return places.get((*at, "cards")) == "[" and ((*at, "code") in places or (*at, "cards", "[]", "name") in places)


def _is_card(places: Mapping[Place, str], at: Place, key: str) -> bool:
    named = key != "[]" and (places.get((*at, "name")) == key or {(*at, "name"), (*at, "uuid")} <= places.keys())
    return named and any((*at, name) in places for name in _CARD_FIELDS)


def _read_data(stream: JsonStream, reading: "_MtgjsonReader", shape: _Shape | None) -> None:
    if shape is _Shape.SET:
        _read_set(stream, reading, "")
    elif stream.peek() == "[":
        for _ in stream.items():
            _read_set(stream, reading, "")
    else:
        for key in stream.members():
            if shape is _Shape.SETS:
                _read_set(stream, reading, key)
            else:
                _read_cards(stream, reading)


def _read_set(stream: JsonStream, reading: "_MtgjsonReader", code: str) -> None:
    """Read the cards of a set; its own code, which may stand behind them, counts more than the key *code*."""
    if stream.peek() != "{":
        reading.take(stream.value())
        return
    for key in stream.members():
        if key == "cards":
            _read_cards(stream, reading)
        elif key == "tokens" and stream.peek() == "[":
            for _ in stream.items():
                stream.value()
                reading.token()
        else:
            value = stream.value()
            code = value if key == "code" and isinstance(value, str) else code
    reading.end_set(code)


def _read_cards(stream: JsonStream, reading: "_MtgjsonReader") -> None:
    """Read a list of cards, or one card."""
    if stream.peek() == "[":
        for _ in stream.items():
            reading.take(stream.value())
    else:
        reading.take(stream.value())


# --- cards ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _MtgjsonReader:
    """What was read so far. Ids and rulings that were seen are kept as hashes of 64 bits, to stay small."""

    today: date
    number: int = 0
    rulings: list[RawRuling] = field(default_factory=list)
    sheets: Sheets = field(default_factory=Sheets)
    account: Account = field(default_factory=Account)
    _names: dict[str, CardName] = field(default_factory=dict)
    _stated: set[int] = field(default_factory=set)
    _of_set: dict[int, Sheet] = field(default_factory=dict)
    _uuids: set[int] = field(default_factory=set)
    _doubled: list[int] = field(default_factory=list)

    def take(self, card: object) -> None:
        """Account for one entry, whatever it is."""
        self.number += 1
        if not isinstance(card, dict):
            self.account.problem("unknown_entry", "the entry is no card", self.number)
            return
        name, face = _names(card)
        if not name:
            self.account.problem("no_name", "the card has no name", self.number)
            return
        self._note_uuid(text_of(card, "uuid"), face)
        oracle_id = line_of(entry_of(card, "identifiers"), "scryfallOracleId") or line_of(card, "scryfallOracleId")
        sheet = self.sheets.sheet(name, oracle_id)
        known, before = face in sheet.faces, len(self.rulings)
        _fill(sheet, card, face)
        self._of_set[id(sheet)] = sheet
        self._take_rulings(card, self._names.setdefault(oracle_id or name, _card_of(name, oracle_id)))
        if known and len(self.rulings) == before:
            self.account.skip("another printing", self.number)

    def token(self) -> None:
        """Leave out a token, which is no card."""
        self.number += 1
        self.account.skip("token", self.number)

    def end_set(self, code: str) -> None:
        """Note the code of the set whose cards were just read."""
        codes = _set_codes((code,))
        for sheet in self._of_set.values():
            sheet.sets.update(codes)
        self._of_set.clear()

    def doubled(self) -> tuple[Problem, ...]:
        """Report, in one line, the entries whose id an entry before them had."""
        if not self._doubled:
            return ()
        detail = f"the uuid of an earlier entry stands again, {len(self._doubled)} times in all; read as one card each"
        return (Problem("doubled_entry", detail, Span(self._doubled[0], self._doubled[-1])),)

    def _note_uuid(self, uuid: str, face: str) -> None:
        ident = hash((uuid, face))
        if uuid and ident in self._uuids:
            self._doubled.append(self.number)
        elif uuid:
            self._uuids.add(ident)

    def _take_rulings(self, card: Entry, name: CardName) -> None:
        stated = card.get("rulings")
        for ruling in stated if isinstance(stated, list) else ():
            if isinstance(ruling, dict):
                self._take_ruling(ruling, name)
            else:
                self.account.problem("unknown_entry", f"a ruling of {name.printed} is no object", self.number)
        if stated is not None and not isinstance(stated, list):
            self.account.problem("unknown_entry", f"the rulings of {name.printed} are no list", self.number)

    def _take_ruling(self, ruling: Entry, name: CardName) -> None:
        ident = hash((name.oracle_id or name.printed, text_of(ruling, "date"), text_of(ruling, "text")))
        if ident in self._stated:
            return
        self._stated.add(ident)
        text, printed, span = squeeze(told_of(ruling, "text")), line_of(ruling, "date"), Span(self.number, self.number)
        if not text:
            self.account.problem("empty_ruling", f"a ruling of {name.printed} has no text", self.number)
            return
        self.rulings.append(
            RawRuling(
                text=text,
                date=iso_date(printed),
                lang=Lang.EN,
                card=name,
                date_printed=printed,
                problems=date_problems(printed, self.today, span),
                span=span,
            )
        )


def _card_of(name: str, oracle_id: str) -> CardName:
    evidence = Evidence.ORACLE_ID if oracle_id else Evidence.HEADING
    return CardName(name, english=name, oracle_id=oracle_id, evidence=evidence)


def _names(card: Entry) -> tuple[str, str]:
    """Return the name of the card and of the face that this entry is about.

    Version 5 writes `Fire // Ice` and a face name, the older ones `Fire` and the list of both. The halves of a melded
    pair are cards of their own, and so is what they become.
    """
    name, face = card_name(text_of(card, "name")), card_name(text_of(card, "faceName"))
    if text_of(card, "layout") == "meld":
        return face or name, face or name
    if face:
        return name or face, face
    names = [card_name(part) for part in texts_of(card, "names")]
    return (TWO_FACES.join(names), name) if len(names) > 1 and name in names else (name, name)


def _fill(sheet: Sheet, card: Entry, face: str) -> None:
    """Put on the sheet what is not there yet; most entries are the umpteenth printing of a card."""
    if face not in sheet.faces:
        sheet.keywords.update(dict.fromkeys(texts_of(card, "keywords")))
    filled = sheet.face(face)
    if not (filled.text and filled.type_line):
        filled.english(rules_text(told_of(card, "text")), line_of(card, "type"))
    if not (filled.name_fr and filled.text_fr):
        _fill_french(sheet, filled, card, face)
    sheet.sets.update(_set_codes((text_of(card, "setCode"), *texts_of(card, "printings"))))
    sheet.aliases.update(card_name(text_of(card, key)) for key in _FLAVOUR_NAMES if text_of(card, key))


def _fill_french(sheet: Sheet, filled: Face, card: Entry, face: str) -> None:
    for key in ("foreignData", "foreignNames"):
        for foreign in entries_of(card, key):
            if foreign.get("language") == "French":
                names = _french_names(foreign, sheet.name)
                own = card_name(text_of(foreign, "faceName")) or names.get(face) or card_name(text_of(foreign, "name"))
                filled.french(own, rules_text(told_of(foreign, "text")))
                sheet.names_fr = names | sheet.names_fr


def _french_names(foreign: Entry, name: str) -> dict[str, str]:
    """Return the French names of all faces of the card *name*, by the English ones, where one entry prints them all."""
    parts, faces = card_name(text_of(foreign, "name")).split(TWO_FACES), name.split(TWO_FACES)
    return dict(zip(faces, parts, strict=True)) if len(parts) == len(faces) > 1 else {}


def _set_codes(printed: tuple[str, ...]) -> set[str]:
    """Return set codes in capitals; `CON_`, a file name for systems that cannot have CON, is CON."""
    return {code.rstrip("_").upper() for code in printed if _SET_CODE.fullmatch(code)}
