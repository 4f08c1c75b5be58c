"""One sheet per card, filled from however many entries a card data file has on it: printings, languages, faces."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from unicodedata import normalize

from kb.model import RawCard
from kb.text.folding import squeeze

TWO_FACES = " // "


@dataclass(slots=True)
class Face:
    """One face of a card; the only one of most."""

    text: str = ""
    type_line: str = ""
    name_fr: str = ""
    text_fr: str = ""
    released_fr: str = ""
    """ISO date of the French printing that was taken."""

    def english(self, text: str, type_line: str) -> None:
        """Take what is not known yet."""
        self.text = self.text or text
        self.type_line = self.type_line or type_line

    def french(self, name: str, text: str, released: str = "") -> None:
        """Take the name and text of the newest printing, and of the first among equals."""
        newer = released > self.released_fr
        if name and (newer or not self.name_fr):
            self.name_fr = name
        if text and (newer or not self.text_fr):
            self.text_fr = text
        self.released_fr = max(self.released_fr, released)


@dataclass(slots=True)
class Sheet:
    """All that one file says of one card."""

    name: str
    oracle_id: str = ""
    faces: dict[str, Face] = field(default_factory=dict)
    keywords: dict[str, None] = field(default_factory=dict)
    sets: set[str] = field(default_factory=set)
    aliases: set[str] = field(default_factory=set)
    names_fr: dict[str, str] = field(default_factory=dict)
    """French names of faces, by their English ones, as the entries of other faces print them."""

    def face(self, name: str) -> Face:
        """Return the face of that name, new or not."""
        return self.faces.setdefault(name, Face())

    def card(self) -> RawCard:
        """Return the card as it stands on the sheet."""
        faces = self._in_order()
        several = len(faces) > 1
        names_fr = tuple(face.name_fr or self.names_fr.get(name, "") for name, face in faces)
        return RawCard(
            name=self.name,
            oracle_id=self.oracle_id,
            name_fr=TWO_FACES.join(names_fr) if all(names_fr) else "",
            text=_joined(face.text for _, face in faces),
            text_fr=_joined(face.text_fr for _, face in faces),
            type_line=TWO_FACES.join(face.type_line for _, face in faces if face.type_line),
            faces=tuple(name for name, _ in faces) if several else (),
            faces_fr=names_fr if several and any(names_fr) else (),
            keywords=tuple(self.keywords),
            sets=tuple(sorted(self.sets)),
            aliases=tuple(sorted(self.aliases - {self.name})),
        )

    def _in_order(self) -> list[tuple[str, Face]]:
        """List the faces that the name has, in its order; all there are where it does not tell them.

        Entries on one oracle id that disagree about the name leave faces behind that are not the card's.
        """
        named = self.name.split(TWO_FACES)
        if all(name in self.faces for name in named):
            return [(name, self.faces[name]) for name in dict.fromkeys(named)]
        return list(self.faces.items())


def _joined(texts: Iterable[str]) -> str:
    found = tuple(texts)
    return "\n//\n".join(found) if any(found) else ""


class Sheets:
    """The sheets of a file, by oracle id, or by name where the file has none."""

    def __init__(self) -> None:
        """Begin with none."""
        self._sheets: dict[str, Sheet] = {}

    def __iter__(self) -> Iterator[Sheet]:
        """Return the sheets in the order in which their cards came."""
        return iter(self._sheets.values())

    def sheet(self, name: str, oracle_id: str) -> Sheet:
        """Return the sheet of a card, new or not; a second name under one oracle id becomes an alias."""
        sheet = self._sheets.setdefault(oracle_id or name, Sheet(name, oracle_id))
        if sheet.name != name:
            sheet.aliases.add(name)
        return sheet

    def cards(self) -> tuple[RawCard, ...]:
        """Return every card."""
        return tuple(sheet.card() for sheet in self)


def card_name(printed: str) -> str:
    """Return a card's name as it is kept: composed letters, single blanks.

    >>> card_name("De\u0301ja\u0300  Vu") == "Déjà Vu"
    True
    """
    return normalize("NFC", squeeze(printed))


def rules_text(printed: str) -> str:
    """Return a card's text with plain line ends and none at its ends."""
    return printed.replace("\r\n", "\n").strip()
