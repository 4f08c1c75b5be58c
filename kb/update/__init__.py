"""What a change of corpus files makes of a knowledge base, worked out from these files and the index that is there.

This is possible where the change reaches no further than the rulings that these files give (`Reach`): then the cards,
the mechanics and the rules stay, and so does every ruling of which nothing was said. What is left to do again is what
such rulings have in common with others: the matter, the cards, and the neighbours that tell what they are about.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kb import catalog
from kb.catalog.place import Placed, place
from kb.ingest import assemble
from kb.ingest.assemble import CorpusReading
from kb.knowledge.dedupe import matter, merge, stated
from kb.model import Change, Document, Reach, Update
from kb.store.before import Before
from kb.update.past import pairs, revisions
from kb.update.ties import Merged, tie, ties

MOST = 4
"""Of the rulings, a part of so many may be new; of more it is as quick to begin anew."""


@dataclass(frozen=True, slots=True)
class Begun:
    """An update of which it is known what rulings it takes out and puts in, and not yet what they are tied to."""

    reading: CorpusReading
    placed: Sequence[Placed]
    touched: Collection[str]
    merged: Merged

    @property
    def change(self) -> Change:
        """The rulings that it takes out and puts in."""
        return Change(self.merged.gone, self.merged.new)


def is_possible(before: Before, touched: Collection[str]) -> bool:
    """Whether the files *touched*, changed or gone since, reach no further than their own rulings."""
    reaches = before.reaches()
    return Reach.PAGES not in reaches.values() and all(
        reaches.get(path, Reach.RULINGS) is Reach.RULINGS for path in touched
    )


def begin(before: Before, reading: CorpusReading, touched: Collection[str]) -> Begun | None:
    """Begin an update of the index *before*: the files *touched* say what is in *reading* now, or are gone.

    None if that reaches further than the rulings of these files, if it is too much, or if nothing is left.
    """
    placed = _placed(before, reading.documents)
    left = any(source.layout and source.path not in touched for source in before.sources())
    if placed is None or not (left or reading.documents):
        return None
    merged = _merged(before, placed, touched)
    if MOST * len(merged.new) > before.count("ruling"):
        return None
    return Begun(reading, placed, touched, merged)


def complete(before: Before, begun: Begun) -> Update:
    """Return what becomes of the index *before*."""
    merged = begun.merged
    tied = tie(before, merged)
    newer = revisions(before, merged)
    return Update(
        paths=frozenset(begun.touched),
        sources=assemble.sources(begun.reading, begun.placed),
        findings=assemble.findings(begun.reading, begun.placed),
        change=begun.change,
        ties=ties(before, merged, tied, newer),
        mechanics=before.mechanics(),
        carried=tied.carried,
        revisions=newer,
        pairs=pairs(before, merged, tied.links, newer),
    )


def _placed(before: Before, documents: Sequence[Document]) -> list[Placed] | None:
    """Return on which cards the rulings of *documents* stand; None if these say or need more than that."""
    if any(document.cards or document.rules for document in documents):
        return None
    names = {raw.card for document in documents for raw in document.rulings if raw.card}
    cards = catalog.from_cards(before.cards_with_names(names))
    placed = [place(document, cards) for document in documents]
    return placed if all(each.reach is Reach.RULINGS for each in placed) else None


def _merged(before: Before, placed: Sequence[Placed], touched: Collection[str]) -> Merged:
    """Merge anew all that is said of the matters that the files *touched* speak of, or spoke of."""
    said = [statement for each in placed for statement in each.statements]
    matters = before.matters_in(touched) | {matter(statement.raw) for statement in said}
    held = {ruling.id: ruling for ruling in before.rulings_of_matters(matters)}
    said += (s for ruling in held.values() for s in stated(ruling) if s.path not in touched)
    cards = before.cards_of({statement.card for statement in said if statement.card})
    merged = {ruling.id: ruling for ruling in merge(said, cards)}
    return Merged(
        gone=frozenset(ident for ident, ruling in held.items() if merged.get(ident) != ruling),
        new=tuple(ruling for ident, ruling in merged.items() if held.get(ident) != ruling),
        old=tuple(ruling for ident, ruling in held.items() if merged.get(ident) != ruling),
        cards=cards,
    )
