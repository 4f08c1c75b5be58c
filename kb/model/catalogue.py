"""What rulings are about: the cards of the catalogue and the mechanics of the rules."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the catalogue: one for each oracle id, or for each name where no id is known."""

    key: str
    """Stable, unique, fit for a file name on any system: the card's address on the site."""
    name: str
    """English; the name as printed where no English name is known."""
    name_fr: str = ""
    oracle_id: str = ""
    faces: tuple[str, ...] = ()
    faces_fr: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    """Other names it is found by."""
    text: str = ""
    text_fr: str = ""
    type_line: str = ""
    keywords: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    by_pages: bool = False
    """It has a name that only pages of rulings give."""


class MechanicKind(StrEnum):
    """The three kinds of mechanic that the Comprehensive Rules name."""

    KEYWORD_ABILITY = "keyword_ability"
    KEYWORD_ACTION = "keyword_action"
    ABILITY_WORD = "ability_word"


@dataclass(frozen=True, slots=True)
class Mechanic:
    """A keyword ability, keyword action or ability word."""

    slug: str
    kind: MechanicKind
    name: str
    name_fr: str = ""
    forms: tuple[str, ...] = ()
    """How English text names it, inflected forms included."""
    forms_fr: tuple[str, ...] = ()
    rule: str = ""
    """Number in the Comprehensive Rules: `702.62`."""
    ambiguous: bool = False
    """The word has an everyday sense too, so that standing in a text is not enough to be meant."""
    evergreen: bool = False
    """Printed in every set (flying, haste) or an everyday verb of the game (cast, exile)."""
    name_fr_evidence: str = ""
    """How the French name is known: `cards:188` (so many card texts), `web`, `weak`, `none`."""
