"""What an ingest did, counted: from what it made, or from the index that holds it already."""

from collections.abc import Collection
from dataclasses import dataclass

from kb.model import Finding, Knowledge
from kb.store.read import Store


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of the files of an ingest."""

    files: int
    left_out: int
    """So many of the files could not be read."""
    raw: int
    """Rulings as printed."""
    rulings: int
    """Rulings, once each."""
    cards: int
    links: int
    mechanics: int
    """Mechanics that a ruling is linked to."""
    rules: int
    skipped: int
    findings: tuple[Finding, ...]
    unchanged: bool = False
    """The index held all of it already, and was left as it was."""


def made(knowledge: Knowledge, *, files: int, left_out: int) -> Summary:
    """Count the *knowledge* that was made of *files* files."""
    return Summary(
        files=files,
        left_out=left_out,
        raw=knowledge.raw,
        rulings=len(knowledge.rulings),
        cards=len(knowledge.cards),
        links=len(knowledge.links),
        mechanics=len({link.mechanic for link in knowledge.links}),
        rules=len(knowledge.rules),
        skipped=knowledge.skipped,
        findings=knowledge.findings,
    )


def held(store: Store, *, files: Collection[str], unchanged: bool) -> Summary:
    """Count what *store* holds of the files *files*, as when it was made."""
    return Summary(
        files=len(files),
        # An exchange tells of files that could not be read, but was read itself.
        left_out=sum(not source.layout and source.path in files for source in store.sources()),
        raw=store.raw,
        rulings=store.count("ruling"),
        cards=store.count("card"),
        links=store.count("link"),
        mechanics=store.count("link", distinct="mechanic"),
        rules=store.count("rule"),
        skipped=store.skipped,
        findings=store.findings(),
        unchanged=unchanged,
    )
