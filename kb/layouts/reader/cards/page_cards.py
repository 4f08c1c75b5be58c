"""Which card a ruling stands on: what it states itself, the head of its block or page, the file, or its own words.

A wrong card is worse than none: where names compete and nothing settles it, there is none.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import PurePosixPath

from kb.catalog.known import KnownName
from kb.layouts.reader.cards.declarations import Declarations
from kb.layouts.reader.cards.heads import ENOUGH, Head, Heads
from kb.layouts.reader.cards.naming import Naming
from kb.layouts.reader.entries import Entry
from kb.layouts.reader.evidence import LinePart, PageEvidence
from kb.layouts.reader.signs.kinds import knows
from kb.layouts.reader.signs.names import can_be_name, has_words, is_sure, tidy, title_name
from kb.model import CardName, Container
from kb.model import Evidence as Known
from kb.text.folding import name_key, squeeze

_TITLE_PARTS = re.compile(r"\s*(?:[-–—|·•:»>]+|::)\s+")
_STRING = re.compile(r"\"(?P<double>[^\"\n]{3,80})\"|(?<!\w)'(?P<single>[^'\n]{3,80})'")
_FILE_LABEL = re.compile(
    r"(?:card|carte|rulings?|décisions?)\s?[-–:_]\s?(?P<after>.+)|(?P<before>.+?)\s?[-–:_]\s?(?:card|carte|rulings?|décisions?)",
    re.IGNORECASE,
)
_ENDINGS = re.compile(r"(?:\.[A-Za-z0-9]{1,6}){1,2}\Z")
_EXAMPLE = re.compile(
    r"\b(?:such\sas|like|including|example|e\.g\.|comme|tels?\sque|telles?\sque|exemple)\b[^.]{0,60}\Z", re.IGNORECASE
)
_SENTENCE_ENDS = frozenset({". ", "! ", "? ", ": "})
_OPENING = re.compile(
    r"[\"“«\s]*(?:(?:if|when|whenever|while|as|once|after|the|two|both|a|with|does|can|will|may|is|le|la|les|un|une|si|quand|lorsque|avec|des|deux)\s+"
    r"|(?:l|d|lorsqu|qu)['’]){0,3}",
    re.IGNORECASE,
)
_TITLED = 6.0


class PageCards:
    """The cards of the entries of one page."""

    def __init__(self, evidence: PageEvidence, entries: Sequence[Entry]) -> None:
        """Look for the cards of *entries*, which a reading of *evidence* found."""
        self._evidence = evidence
        self._names = evidence.names
        self._entries = entries
        self._naming = Naming(evidence, entries)
        self._heads = Heads(evidence, entries, self._naming)

    def cards(self) -> tuple[CardName | None, ...]:
        """Return the card of each entry, in order; None where the page does not tell."""
        if not self._entries:
            return ()
        found = tuple(
            self._stated(entry) or self._declared(entry) or self._linked(entry) or self._asked(entry, block)
            for entry, block in zip(self._entries, self._blocks(), strict=True)
        )
        page = None if any(found) else self._title or self._of_file()
        if page is not None:
            return (page,) * len(found)
        return found if any(found) else self._spoken()

    def _stated(self, entry: Entry) -> CardName | None:
        if entry.card or entry.card_fr:
            return self._naming.card(entry.card or entry.card_fr, french=entry.card_fr)
        return None

    def _asked(self, entry: Entry, block: CardName | None) -> CardName | None:
        """Return the card of the *block* that *entry* stands in; where it asks of another one, that."""
        if block is None or not entry.question:
            return block
        subject = self._subject(entry)
        if subject is None or self._speaks_of(entry, block):
            return block
        return self._naming.card(subject.spelling, Known.TEXT)

    def _speaks_of(self, entry: Entry, card: CardName) -> bool:
        """Whether *entry* says one of the names of *card*, or the first word of one."""
        text = name_key(entry.text)
        names = (name_key(name) for name in (card.printed, card.english, card.french) if name)
        return any(name in text or name.split(",")[0] in text for name in names)

    def _linked(self, entry: Entry) -> CardName | None:
        """Return the card of the one picture or link in *entry* that is the name of one and is no word of its text."""
        known = {
            name.english: name for link in entry.links if (name := self._naming.known(link)) and link not in entry.text
        }
        names = [name.spelling for name in known.values() if is_sure(name.spelling)]
        return self._naming.card(names[0]) if len(names) == 1 else None

    def _declared(self, entry: Entry) -> CardName | None:
        """Return the card that the part of a program is called after which *entry* stands in."""
        if self._declarations is None:
            return None
        card = self._declarations.card_of(entry.first, entry.last)
        return self._naming.card(card.english) if card is not None else None

    @cached_property
    def _declarations(self) -> Declarations | None:
        source = self._evidence.source
        is_code = self._evidence.is_program and source.container is Container.TEXT
        code = frozenset(number for number, reason in self._evidence.code.items() if reason == "code")
        return Declarations(source.text, code, self._names) if is_code else None

    # --- blocks ---

    def _blocks(self) -> tuple[CardName | None, ...]:
        """Return the card of the block that each entry stands in."""
        first, last = self._entries[0].place, self._entries[-1].place
        later = [head for head in self._heads.all if first < head.place < last]
        current = self._first_card([head for head in self._heads.all if head.place < first], later)
        found: list[CardName | None] = []
        below = first
        for entry in self._entries:
            between = [head for head in later if below < head.place < entry.place]
            if between:
                sure = [head for head in between if self._heads.is_sure(head)]
                current = sure[-1].name if sure else None
            elif later and self._leaves_block(below, entry.place):
                current = None
            found.append(current)
            below = max(below, entry.place)
        return tuple(found)

    def _leaves_block(self, start: int, end: int) -> bool:
        """Whether a heading that names no card stands between two entries of a page on several cards."""
        between = range(start + 1, max(start + 1, end))
        return any(
            self._evidence.parts[place] is LinePart.HEADING and place not in self._evidence.marks for place in between
        )

    def _first_card(self, heads: Sequence[Head], later: Sequence[Head]) -> CardName | None:
        """Return the card that stands above the first entry; None where none does, or none surely.

        On a page on several cards it is printed as those *later* are, and directly above.
        """
        if not later:
            return self._page_card(heads)
        shapes = {self._heads.shape(head) for head in later}
        alike = [head for head in heads if self._heads.shape(head) in shapes and self._heads.is_sure(head)]
        above = alike[-1:] or [head for head in heads[-1:] if self._heads.is_known(head)]
        if not above or self._leaves_block(above[0].place, self._entries[0].place):
            return None
        return above[0].name

    def _page_card(self, heads: Sequence[Head]) -> CardName | None:
        """Return the card that the head of the page names; None where it names none, or none surely."""
        scores: dict[str, float] = {}
        for head in heads:
            scores[head.key] = max(scores.get(head.key, 0.0), head.score) + (head.key in scores)
        titled = self._title
        if titled:
            key = name_key(titled.english or titled.printed)
            spoken = self._naming.is_spoken_of(titled.printed, titled.english, titled.french)
            scores[key] = max(scores.get(key, 0.0), _TITLED + 2 * spoken) + (key in scores)
        ranked = sorted(scores, key=lambda key: -scores[key])
        if not ranked or scores[ranked[0]] < ENOUGH:
            return None
        if len(ranked) > 1 and scores[ranked[0]] == scores[ranked[1]]:
            return None
        best = [head for head in heads if head.key == ranked[0]]
        return max(best, key=lambda head: head.score).name if best else titled

    # --- title and file ---

    @cached_property
    def _title(self) -> CardName | None:
        """The card that the title of the page names: one that is known, or that its lines or texts speak of."""
        title = self._evidence.source.title
        parts = [tidy(part) for part in (title, *_TITLE_PARTS.split(title))]
        name = next((part for part in parts if self._naming.known(part) and is_sure(part)), "") or title_name(title)
        of_card = not {LinePart.RULINGS, LinePart.FACT}.isdisjoint(self._evidence.parts)
        printed = of_card and sum(tidy(line.text) == name for line in self._evidence.lines) > 1
        if not name or not (self._naming.known(name) or self._naming.is_spoken_of(name) or printed):
            return None
        return self._naming.card(name, Known.TITLE)

    def _of_file(self) -> CardName | None:
        """Return the card that the code or the name of the file names."""
        if (coded := self._coded()) is not None:
            return coded
        stem = _ENDINGS.sub("", PurePosixPath(self._evidence.source.path).name)
        match = _FILE_LABEL.fullmatch(stem)
        name = squeeze((match["after"] or match["before"]).replace("_", " ")) if match else ""
        known = self._names.in_code(name or stem)
        if len({each.english for each in known}) == 1 and (name or is_sure(known[0].english)):
            return self._naming.card(known[0].spelling, Known.FILE_NAME)
        return self._naming.card(name, Known.FILE_NAME) if name and can_be_name(name) else None

    def _coded(self) -> CardName | None:
        """Return the one card that a program or data file is about: by a field of its name, else by its strings."""
        named = {datum.card for datum in self._evidence.data if datum.card}
        if len(named) == 1:
            return self._naming.card(named.pop())
        strings = (match["double"] or match["single"] for match in _STRING.finditer(self._evidence.source.text))
        given = {known.english for text in strings if (known := self._naming.known(text)) and has_words(known.english)}
        return self._naming.card(given.pop()) if len(given) == 1 else None

    # --- names in the texts ---

    def _spoken(self) -> tuple[CardName | None, ...]:
        """Return the card that each entry itself speaks of, where it speaks of one."""
        subjects = [self._subject(entry) for entry in self._entries]
        return tuple(
            self._naming.card(subject.spelling, Known.TEXT) if subject is not None else None for subject in subjects
        )

    def _subject(self, entry: Entry) -> KnownName | None:
        """Return the card that *entry* begins with, or that its question is about."""
        telling = [
            mention
            for mention in self._names.within(entry.text)
            if self._is_telling(entry.text, mention.start, mention.name)
        ]
        if not telling:
            return None
        first = telling[0]
        alone = len({mention.name.english for mention in telling}) == 1
        opens = _OPENING.fullmatch(entry.text[: first.start]) is not None
        return first.name if first.start == 0 or (alone and (opens or entry.question)) else None

    def _is_telling(self, text: str, start: int, name: KnownName) -> bool:
        """Whether a name in a text is certainly a card's, and no example."""
        if _EXAMPLE.search(text[max(0, start - 120) : start]):
            return False
        return _OPENING.sub("", name.spelling, count=1).count(" ") > 0 or (
            start > 0 and text[start - 2 : start] not in _SENTENCE_ENDS and not knows(name.spelling)
        )
