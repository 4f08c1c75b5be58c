"""How far a ruling is about a mechanic that its text names.

The weight is a chance: the sum of what speaks for and against, drawn into 0 to 1. What counts, and how much, stands in
the tables below; the amounts are rounded from a fit on labelled rulings and are meant to be read, not to be exact.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.link.mentions import Mention
from kb.model import Link, LinkKind, Mechanic, MechanicKind, Ruling

_EXAMPLE = re.compile(
    r"\((?:such as|like|for example|e\.g\.|comme|tel|telle|tels|par exemple)\b[^.;)]*$|"
    r"\b(?:such as|for example|unlike|tels? que|telles? que|par exemple)\b[^.;]*$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?][\"”»)]?\s")
_LOOK_BACK = 80

_ABILITY, _ACTION, _EVERGREEN, _EVERYDAY = 1.7, 1.0, 0.4, -3.0
"""Where a mechanic starts: one of its own, an action of its own, one in every set, an everyday verb."""
_INFLECTED = -1.5
"""An evergreen ability is named only as a property ("enchanted", "equipped")."""
_REPEATED = 0.4
_OPENING = 0.3
"""It stands in the first sentence."""
_INSTANCES = 0.6
"""The text speaks of instances of it."""
_CARRIED = 0.6
"""All the ruling's cards have it (in part: in proportion); not counted for evergreen ones."""
_EXAMPLES_ONLY = -2.6
_OWN_CARD = -0.7
"""The text speaks of the ruling's own card by name, so that the card may be its subject."""
_OWN_CARD_EVERGREEN = -0.6
"""And all the more so when the mechanic is evergreen."""
_OTHERS = -0.4
"""For each other mechanic of its own that is named, two at most."""


@dataclass(frozen=True, slots=True)
class RulingSubject:
    """A ruling with what its text says and what its cards have."""

    ruling: Ruling
    mentions: tuple[Mention, ...]
    carriers: Mapping[str, frozenset[str]]
    """Which of its cards have each mechanic."""
    known: int
    """How many of its cards have a known text."""
    own_card: bool
    """The text names one of its cards."""


def named_links(told: RulingSubject, by_slug: Mapping[str, Mechanic]) -> Iterator[Link]:
    """Yield a link to every mechanic that the text names."""
    found: dict[str, list[Mention]] = {}
    for mention in told.mentions:
        found.setdefault(mention.slug, []).append(mention)
    distinctive = {slug for slug in found if not by_slug[slug].evergreen}
    for slug, mentions in found.items():
        chance = _drawn(_sum(told, by_slug[slug], mentions, len(distinctive - {slug})))
        yield Link(told.ruling.id, slug, LinkKind.NAMED, round(chance, 2), _evidence(told, mentions))


def _sum(told: RulingSubject, mechanic: Mechanic, mentions: Sequence[Mention], others: int) -> float:
    text = told.ruling.text
    share = len(told.carriers.get(mechanic.slug, ())) / told.known if told.known else 0.5
    parts = (
        (_INFLECTED, mechanic.evergreen and all(_is_inflected(mention, mechanic) for mention in mentions)),
        (_REPEATED, len(mentions) > 1),
        (_OPENING, not _SENTENCE_END.search(text, 0, mentions[0].start)),
        (_INSTANCES, any(_is_counted(text, mention) for mention in mentions)),
        (_EXAMPLES_ONLY, all(_is_example(text, mention) for mention in mentions)),
        (_OWN_CARD, told.own_card),
        (_OWN_CARD_EVERGREEN, told.own_card and mechanic.evergreen),
    )
    carried = 0.0 if mechanic.evergreen else _CARRIED * share
    return _start(mechanic) + sum(amount for amount, holds in parts if holds) + carried + _OTHERS * min(2, others)


def _start(mechanic: Mechanic) -> float:
    action = mechanic.kind is MechanicKind.KEYWORD_ACTION
    if mechanic.evergreen:
        return _EVERYDAY if action and mechanic.ambiguous else _EVERGREEN
    return _ACTION if action else _ABILITY


def _is_inflected(mention: Mention, mechanic: Mechanic) -> bool:
    names = (mechanic.name, mechanic.name_fr)
    return not any(name and mention.form.startswith(name.casefold()) and mention.form[-2:] != "ed" for name in names)


def _is_example(text: str, mention: Mention) -> bool:
    return bool(_EXAMPLE.search(text[max(0, mention.start - _LOOK_BACK) : mention.start]))


def _is_counted(text: str, mention: Mention) -> bool:
    before = text[max(0, mention.start - 14) : mention.start].casefold()
    return before.endswith(("instance of ", "instances of ", "instance de ", "instances de ", "instances d'"))


def _drawn(amount: float) -> float:
    return 1 / (1 + math.exp(-amount))


def _evidence(told: RulingSubject, mentions: Sequence[Mention]) -> str:
    text = told.ruling.text
    forms = Counter(text[mention.start : mention.end].casefold() for mention in mentions)
    said = ", ".join(f"“{form}”" + (f" ×{count}" if count > 1 else "") for form, count in sorted(forms.items()))
    having = len(told.carriers.get(mentions[0].slug, ()))
    return f"the text says {said}" + (f"; {having} of {told.known} cards have it" if having else "")
