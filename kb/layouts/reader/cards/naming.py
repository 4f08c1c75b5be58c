"""Names that stand on a page, completed by what is known of them; of those that nobody knows, the language."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from kb.catalog.known import KnownName
from kb.layouts.reader.entries import Entry
from kb.layouts.reader.evidence import PageEvidence
from kb.layouts.reader.signs.facts import type_line
from kb.layouts.reader.signs.names import tidy
from kb.model import CardName, Lang
from kb.model import Evidence as Known
from kb.text.folding import name_key
from kb.text.language import language_of, speaks

_LONGEST = 80


class Naming:
    """What names mean on one page."""

    def __init__(self, evidence: PageEvidence, entries: Sequence[Entry]) -> None:
        """Know the names that *evidence* knows; *entries* are the rulings of the page."""
        self._evidence = evidence
        self._entries = entries

    def known(self, text: str) -> KnownName | None:
        """Return the one card that has the name *text*."""
        found = self._evidence.names.called(text)
        return found[0] if len({name.english for name in found}) == 1 else None

    def card(self, printed: str, evidence: Known = Known.HEADING, french: str = "") -> CardName:
        """Complete the name that stands somewhere by what is known of it: a French one by the English."""
        shown = tidy(printed)
        known = self.known(printed)
        spelling = printed if known else shown
        known = known or self.known(shown)
        if known is None:
            return self._unknown(CardName(shown, french=french, evidence=evidence))
        french = spelling if known.lang is Lang.FR else french
        return CardName(spelling, known.english, french, evidence=evidence)

    def is_spoken_of(self, *names: str) -> bool:
        """Whether the rulings speak of one of *names*."""
        return any(name_key(name) in self.mentioned for name in names if name)

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Keys of the names that lines are, with their capitals, and the texts below speak of."""
        texts = "\n".join(entry.text for entry in self._entries).replace("’", "'")
        folded = name_key(texts)
        names = {tidy(line.text).replace("’", "'") for line in self._evidence.lines if len(line.text) <= _LONGEST}
        spoken = {name for name in names if name and (name in texts or (name.isupper() and name_key(name) in folded))}
        return frozenset(map(name_key, spoken))

    def _unknown(self, card: CardName) -> CardName:
        """Return in which language a name is that is not known, as far as the page shows it."""
        told = name_key(card.printed) in self._told
        if self._types == {"fr"} or (
            not self._types and not told and (self._is_french or speaks(card.printed) is Lang.FR)
        ):
            return replace(card, french=card.printed)
        if self._types == {"en"} or (not self._types and told):
            return replace(card, english=card.printed)
        return card

    @cached_property
    def _types(self) -> frozenset[str]:
        """Languages of the type lines on the page."""
        return frozenset(kind for line in self._evidence.lines if (kind := type_line(line.text)))

    @cached_property
    def _is_french(self) -> bool:
        english = any(language_of(entry.text) is Lang.EN for entry in self._entries)
        return self._evidence.source.page_lang.startswith("fr") or not english

    @cached_property
    def _told(self) -> frozenset[str]:
        """Keys of the names that its English texts speak of."""
        texts = name_key(" ".join(entry.text for entry in self._entries if language_of(entry.text) is Lang.EN))
        return frozenset(name for name in self.mentioned if name in texts)
