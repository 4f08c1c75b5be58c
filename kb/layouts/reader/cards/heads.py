"""The lines of a page that name the card of what stands below them, and how surely each does."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from kb import tables
from kb.catalog.known import KnownName
from kb.layouts.reader.cards.naming import Naming
from kb.layouts.reader.entries import Entry
from kb.layouts.reader.evidence import LinePart, PageEvidence
from kb.layouts.reader.lines.page_lines import Line
from kb.layouts.reader.signs.facts import card_fact, without_cost
from kb.layouts.reader.signs.headings import rulings_heading
from kb.layouts.reader.signs.names import can_be_name, is_sure, labelled_name, parts_of, shown_names, tidy
from kb.model import CardName
from kb.text.folding import name_key

_BOTH = re.compile(r"\s+[/|·•–—]\s+|\s*[(\[](?=[^()\[\]]+[)\]]\Z)")
_LABEL = re.compile(r"[^\W\d_][\w '’-]{1,24}\s?:\s+(?P<value>\S.{1,120})")
_NAME_LABEL = re.compile(r"(?:card|card\sname|name|carte|nom|nom\sde\sla\scarte|title|titre)\s?:?", re.IGNORECASE)
_RARITY = re.compile(
    r"[(\[](?:[a-z]+\s)?(?:mythic|rare|uncommon|common|special|land|mythique|commune|inhabituelle)\b", re.IGNORECASE
)
_SET = re.compile(r"#?[A-Z0-9]{2,5}|[0-9]{1,4}[a-z]?")
_FROM = re.compile(r"\s+(?:from|in|of the set|de l['’]édition|dans)\s")
"""What leads to the set of a card behind its name."""
_ARTICLE = re.compile(r"\A(?:the|a|an|le|la|les|un|une)\s", re.IGNORECASE)
_STATED, _IN_HEADING, _BY_ROLE, _KNOWN = 12.0, 10.0, 9.0, 4.0
_COMMON = 1.0
"""For a name that is a common word too: it needs more."""
ENOUGH = 3.0
"""The score of a head that is one by itself."""
_SUPPORT = 2.0
"""What has to speak for a name that nobody knows, besides its place."""
_LABEL_AND_NAME = 2


@cache
def _mechanics() -> frozenset[str]:
    """Keys of the names of mechanics."""
    return frozenset(name_key(name) for each in tables.mechanics() for name in (each.name, each.name_fr) if name)


@dataclass(frozen=True, slots=True)
class Head:
    """A line that may name the card of what stands below it."""

    place: int
    name: CardName
    score: float

    @property
    def key(self) -> str:
        """What is the same for all names of one card."""
        return name_key(self.name.english or self.name.printed)


class Heads:
    """The heads among the lines of one page."""

    def __init__(self, evidence: PageEvidence, entries: Sequence[Entry], naming: Naming) -> None:
        """Look for heads among the lines of *evidence* that *entries* leave."""
        self._evidence = evidence
        self._entries = entries
        self._naming = naming

    @cached_property
    def all(self) -> tuple[Head, ...]:
        """The heads, in order."""
        taken = self._begun
        places = range(len(self._evidence.lines))
        found = [
            head
            for place in places
            if place not in taken and place not in self._evidence.cells and (head := self._head(place))
        ]
        bare = {head.key for head in found if not self._is_numbered(head)}
        # A table of contents numbers the headings below.
        return tuple(head for head in found if head.key not in bare or not self._is_numbered(head))

    def _is_numbered(self, head: Head) -> bool:
        line = self._evidence.lines[head.place]
        return line.sign == "1" or (line.text[:1].isdigit() and tidy(line.text) != head.name.printed)

    def is_sure(self, head: Head) -> bool:
        """Whether *head* is one by itself, or is printed as others are that are."""
        return head.score >= ENOUGH or self.shape(head) in self._shapes

    def is_known(self, head: Head) -> bool:
        """Whether *head* prints a name that is known."""
        return head.score >= _KNOWN and self._naming.known(head.name.printed) is not None

    def shape(self, head: Head) -> tuple[object, ...]:
        """Return how the line of *head* is printed."""
        line = self._evidence.lines[head.place]
        return line.level, line.role, line.path, line.bullet, line.quoted, line.indent

    @cached_property
    def _shapes(self) -> frozenset[tuple[object, ...]]:
        return frozenset(self.shape(head) for head in self.all if head.score >= _KNOWN)

    def _head(self, place: int) -> Head | None:
        line = self._evidence.lines[place]
        if line.role in {"navigation", "footer", "title"}:
            return None
        if stated := self._in_heading(place):
            return stated
        after = self._line(place + 1)
        if self._within_card(place) and not (after is not None and card_fact(after.text)):
            return None
        if labelled := labelled_name(line, after) or self._below_label(place) or self._beside_label(place):
            return Head(place, self._naming.card(labelled), _STATED)
        return self._named(place) or self._linked(place) or self._unknown(place)

    def _line(self, place: int) -> Line | None:
        return self._evidence.lines[place] if 0 <= place < len(self._evidence.lines) else None

    # --- headings and labels ---

    def _in_heading(self, place: int) -> Head | None:
        """Return the card that a heading of rulings names, with its date or without."""
        mark = self._evidence.marks.get(place)
        heading = rulings_heading(self._evidence.lines[place].text)
        name = mark.card if mark is not None and mark.card else heading.name if heading is not None else ""
        return Head(place, self._naming.card(name), _IN_HEADING) if name and self._is_headed(name) else None

    def _is_headed(self, name: str) -> bool:
        """Whether what a heading of rulings says besides is a card: known, of several words, or spoken of elsewhere."""
        shown = tidy(name)
        known = self._naming.known(shown)
        if known is not None and is_sure(known.spelling):
            return True
        told = (
            known is not None
            or " " in _ARTICLE.sub("", shown)
            or name_key(shown) in self._naming.mentioned
            or self._printed[shown] > 0
        )
        return told and _may_be_unknown(shown)

    def _below_label(self, place: int) -> str:
        """Return the known name in the line at *place*, below a line that is nothing but the label of a name."""
        line, above = self._evidence.lines[place], self._line(place - 1)
        labelled = above is not None and _NAME_LABEL.fullmatch(above.text)
        return line.text if labelled and self._naming.known(tidy(line.text)) else ""

    def _beside_label(self, place: int) -> str:
        """Return the known name in a row of two cells, behind the label of a name."""
        cells = self._evidence.lines[place].cells
        named = len(cells) == _LABEL_AND_NAME and _NAME_LABEL.fullmatch(cells[0]) and self._naming.known(tidy(cells[1]))
        return cells[1] if named else ""

    # --- names that are known ---

    def _named(self, place: int) -> Head | None:
        """Return the known card that a line is the name of, alone or with what headings have besides."""
        line = self._evidence.lines[place]
        if both := self._in_both_languages(line.text):
            return Head(place, both, _KNOWN + self._place_score(place) + 2)
        if line.role == "name":
            shown = line.text if self._naming.known(line.text) else tidy(line.text)
            return Head(place, self._naming.card(shown), _BY_ROLE) if shown else None
        if (line.bullet and line.sign != "1") or self._evidence.parts[place] is LinePart.FACT:
            return self._behind_label(place)
        for shown in shown_names(line.text):
            known = self._naming.known(shown)
            if known is not None and not shown[:1].islower() and (not line.bullet or is_sure(known.spelling)):
                return Head(place, self._naming.card(shown), self._known_score(place, known))
        return self._part(place) or self._behind_label(place)

    def _part(self, place: int) -> Head | None:
        """Return the first card that a line names beside its type, its cost, its set or another card."""
        parts = parts_of(self._evidence.lines[place].text)
        named = [part for part in parts if (known := self._naming.known(part)) and is_sure(known.spelling)]
        after = self._line(place + 1)
        listed = _RARITY.search(self._evidence.lines[place].text) and not (after is not None and card_fact(after.text))
        if not named or listed:
            return None
        others = (part for part in parts if part not in named)
        facts = all(card_fact(part) or rulings_heading(part) or _SET.fullmatch(part) for part in others)
        score = _KNOWN + self._place_score(place) if facts else _COMMON + self._support(place)
        return Head(place, self._naming.card(named[0]), score)

    def _known_score(self, place: int, known: KnownName) -> float:
        sure = _KNOWN if is_sure(known.spelling) and name_key(known.spelling) not in _mechanics() else _COMMON
        return sure + (2.0 if self._evidence.lines[place].level else 0.0) + self._place_score(place)

    def _behind_label(self, place: int) -> Head | None:
        """Return the known card behind any label, and that before a text."""
        match = _LABEL.match(self._evidence.lines[place].text)
        value = tidy(match["value"]) if match else ""
        if self._evidence.parts[place] is LinePart.FRAME:
            return None
        if value and self._naming.known(value):
            return Head(place, self._naming.card(value), _KNOWN + 1)
        lead = self._evidence.leads.get(place)
        if lead is not None and self._naming.known(lead.name) and is_sure(lead.name):
            return Head(place, self._naming.card(lead.name), _KNOWN)
        return None

    def _in_both_languages(self, text: str) -> CardName | None:
        """Return the card that a line names in English and in French."""
        parts = [tidy(part.rstrip(")] ")) for part in _BOTH.split(text)]
        if len(parts) != 2 or not all(parts):
            return None
        for english, french in (parts, parts[::-1]):
            known = self._evidence.names.called(english)
            if any(name.english == name.spelling and name_key(name.french) == name_key(french) for name in known):
                return CardName(parts[0], english, french)
        return None

    def _linked(self, place: int) -> Head | None:
        """Return the card of the one link in a line that is the name of one."""
        line = self._evidence.lines[place]
        found = (self._naming.known(link) or self._slug(link) for link in line.links)
        known = {name.english for name in found if name is not None and is_sure(name.spelling)}
        if len(known) != 1 or self._evidence.parts[place] is LinePart.FRAME or line.bullet:
            return None
        return Head(place, self._naming.card(known.pop()), ENOUGH)

    def _slug(self, link: str) -> KnownName | None:
        """Return the one card whose name the words of an address spell."""
        found = self._evidence.names.in_code(link) if "-" in link else ()
        return found[0] if len({name.english for name in found}) == 1 else None

    # --- names that are not known ---

    def _unknown(self, place: int) -> Head | None:
        """Return the card that a line may be the name of by its look and by what stands around it."""
        line = self._evidence.lines[place]
        shown = tidy(line.text)
        if line.bullet or _RARITY.search(line.text) or not _may_be_unknown(shown):
            return None
        support = self._support(place)
        score = support + (2.0 if place == self._first else 0.0) + (2.0 if line.level else 0.0)
        within = [mention for mention in self._evidence.names.within(shown) if is_sure(mention.name.spelling)]
        if within:
            printed = within[0].start == 0 and len(within) == 1 and _FROM.match(shown[within[0].end :])
            shown = within[0].name.spelling if printed else shown
        enough = support >= _SUPPORT and score >= ENOUGH
        return Head(place, self._naming.card(shown), score) if shown and enough else None

    def _within_card(self, place: int) -> bool:
        """Whether the type or the cost of a card stands above the line at *place* in its block."""
        while place and not self._evidence.lines[place].gap:
            place -= 1
            if self._evidence.parts[place] is LinePart.FACT:
                return True
        return False

    def _place_score(self, place: int) -> float:
        """Rate how much where a line stands speaks for it being the name of the card below."""
        return self._support(place) + (2.0 if place == self._first else 0.0)

    def _support(self, place: int) -> float:
        """Rate what stands around a line, and in the texts, that makes it the name of a card."""
        after, text = self._line(place + 1), self._evidence.lines[place].text
        name = tidy(text)
        score = 1.0 if after is None or place + 1 in self._begun else 0.0
        if after is not None and card_fact(after.text) == "card text":
            score += 3.0
        elif after is not None and rulings_heading(after.text):
            score += 2.0
        score += 3.0 if name_key(name) in self._naming.mentioned else 0.0
        score += 2.0 if without_cost(text) != text else 0.0
        score += 1.0 if self._printed[name] > 1 else 0.0
        return score

    @cached_property
    def _begun(self) -> frozenset[int]:
        """The places where rulings begin, or their dates."""
        return frozenset(place for entry in self._entries for place in (entry.place, *entry.beside))

    @cached_property
    def _first(self) -> int:
        """The place of the first line that is no frame."""
        parts = self._evidence.parts
        return next((place for place, part in enumerate(parts) if part is not LinePart.FRAME), 0)

    @cached_property
    def _printed(self) -> Counter[str]:
        return Counter(tidy(line.text) for line in self._evidence.lines)


def _may_be_unknown(shown: str) -> bool:
    """Whether *shown* can be the name of a card that is not known: by its look, and no mechanic."""
    return shown[:1].isupper() and can_be_name(shown) and ":" not in shown and name_key(shown) not in _mechanics()
