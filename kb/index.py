"""An index, open for questions: what `kb.open_index` gives."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from kb.model import Answer, Lang, Link, Rule, RuleKind, Ruling
from kb.search.searcher import Searcher
from kb.store import folder as generation
from kb.store.read import Store
from kb.text.folding import name_key, stable_id

if TYPE_CHECKING:
    from kb.knowledge.rulebook import Passage
    from kb.model import Card, Knowledge, Mechanic
    from kb.search.index.export import Exported

# What only `kb show`, `kb site` and slips of the pen need is imported where it is used: a search takes as long as its
# imports, and is over before these would be read.

RULE_NUMBER = re.compile(r"\s*([1-9][0-9]{2}\.[0-9]{1,3}[a-z]?)\.?\s*", re.IGNORECASE)
"""The number of a rule or subrule, alone; a section's has no dot and may be anything."""


class Index:
    """An index of rulings, open for reading.

    It stays the index it was when opened, whatever an ingest puts in its place meanwhile. Close it, or use it in a
    `with` block.
    """

    def __init__(self, folder: Path) -> None:
        """Open the index in *folder*; raises IndexUnusable when there is none, an older or a damaged one."""
        self.folder = folder
        self._generation = generation.current(folder)
        self.store = Store(self._generation / "kb.sqlite")

    def __enter__(self) -> Self:
        """Return the index itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the index."""
        self.close()

    def close(self) -> None:
        """Close the files."""
        if "_searcher" in self.__dict__:
            self._searcher.close()
        self.store.close()

    @cached_property
    def _searcher(self) -> Searcher:
        return Searcher(self._generation / "search", self.store.rulings)

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        lang: Lang | None = None,
        card: str | None = None,
        mechanic: str | None = None,
        since: date | None = None,
        until: date | None = None,
        source: str | None = None,
        explain: bool = False,
    ) -> Answer:
        """Answer *query*, in the query language of the README; nothing a person types raises.

        The other arguments filter: the language of the text, a card or mechanic by any of its names, dates from
        *since* to *until*, the publisher's label; with a name that no card or mechanic has, nothing is found and a note
        says so. The number of a rule alone asks for the rule, and what is tied to it. Raises UsageError for values of
        another kind.
        """
        number = isinstance(query, str) and RULE_NUMBER.fullmatch(query)
        found = self._searcher.search(
            f"rule:{number[1]}" if number else query,
            limit=limit,
            lang=lang,
            card=card,
            mechanic=mechanic,
            since=since,
            until=until,
            source=source,
            explain=explain,
        )
        return replace(found, query=query)

    def ruling(self, ident: str) -> Ruling | None:
        """Return the ruling of the id *ident*, or of the only id that starts so; None when there is none."""
        found = self._by_prefix(ident)
        return found[0] if len(found) == 1 else None

    def begins_ids(self, ident: str) -> bool:
        """Return whether several ids start with *ident*, so that it means none of them."""
        return len(self._by_prefix(ident)) > 1

    def _by_prefix(self, ident: str) -> tuple[Ruling, ...]:
        digits = ident.casefold()
        if len(digits) < _SHORTEST_ID or not set(digits) <= set("0123456789abcdef"):
            return ()
        return self.store.rulings_by_prefix(digits)

    def rulings(self) -> tuple[Ruling, ...]:
        """Return every ruling, by date."""
        return self.store.all_rulings()

    def cards(self, name: str) -> tuple["Card", ...]:
        """Return the cards that *name* may mean, in either language, by face or alias; several where it is shared."""
        return self.store.cards_named(name.encode(errors="replace").decode())

    def card(self, name: str) -> "Card | None":
        """Return the card that *name* means; None when there is none, or more than one."""
        found = self.cards(name)
        return found[0] if len(found) == 1 else None

    def mechanic(self, name: str) -> "Mechanic | None":
        """Return the mechanic named *name*, in either language or by an inflected form."""
        wanted = name_key(name)
        for names in (_official_names, _all_names):
            for mechanic in self.store.mechanics():
                if wanted in names(mechanic):
                    return mechanic
        return None

    def passage(self, name: str) -> "Passage | None":
        """Return the rule, section or glossary entry *name*, with what it stands among; None when not ingested."""
        from kb.knowledge import rulebook  # noqa: PLC0415

        return rulebook.passage(self.store.rules(), self.store.mechanics(), name)

    def rulings_on(self, place: "Passage") -> tuple[Ruling, ...]:
        """Return the rulings tied to *place*, newest first: through the mechanics it defines, or by citing it."""
        from kb.knowledge.rulebook import cites  # noqa: PLC0415

        found = {r.id: r for m in place.explained for r in self.store.rulings_of_mechanic(m.slug)}
        number = place.rules[0].number
        if place.rules[0].kind is not RuleKind.GLOSSARY and len(number) > 1:
            found |= {r.id: r for r in self.store.rulings_with(number) if cites(r.text, number)}
        return tuple(sorted(found.values(), key=lambda r: (r.date or date.min, r.id), reverse=True))

    def rules_of(self, mechanic: "Mechanic") -> tuple[Rule, ...]:
        """Return the rule of *mechanic*, its subrules and its glossary entry; empty when no rules were ingested."""
        from kb.knowledge import rulebook  # noqa: PLC0415

        rules = self.store.rules()
        known = rulebook.rules_of(rules, (mechanic,))[mechanic.slug]
        below = rulebook.subrules(rules, known.heading.number) if known.heading else ()
        return tuple(rule for rule in (known.heading, *below, known.glossary) if rule is not None)

    def suggest(self, name: str) -> tuple[str, ...]:
        """Return names of cards and mechanics that are spelt like *name*, the nearest first."""
        from kb.text.names import nearest  # noqa: PLC0415

        mechanics = (n for m in self.store.mechanics() for n in (m.name, m.name_fr) if n)
        return nearest(name, (*mechanics, *self.store.card_names()))

    def links(self, rulings: Sequence[Ruling]) -> Mapping[str, tuple[Link, ...]]:
        """Return the links of each of *rulings* by its id, heaviest first."""
        links: dict[str, tuple[Link, ...]] = {r.id: () for r in rulings}
        for link in self.store.links([r.id for r in rulings]):
            links[link.ruling] += (link,)
        return links

    def exported(self) -> "Exported":
        """Return the search index as plain values: for the search of the site."""
        from kb.search.index.export import export  # noqa: PLC0415

        return export(self._generation / "search")

    @property
    def content(self) -> str:
        """Return a name for what the index holds: equal if one program made it of equal files."""
        stamp = generation.stamp(self._generation)
        if stamp.get(generation.CERTAIN):
            # On which day it was made shows in its problems alone: a date may have been still to come.
            return stable_id(str(stamp["fingerprint"]), repr(self.store.findings()))
        return str(stamp["files"])

    def knowledge(self) -> "Knowledge":
        """Return everything at once: for the site, or for a program of your own."""
        return self.store.knowledge()


_SHORTEST_ID = 4


def _official_names(mechanic: "Mechanic") -> set[str]:
    return {mechanic.slug, name_key(mechanic.name), name_key(mechanic.name_fr)} - {""}


def _all_names(mechanic: "Mechanic") -> set[str]:
    return {name_key(form) for form in (*mechanic.forms, *mechanic.forms_fr)}
