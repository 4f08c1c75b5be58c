"""The values that pass from stage to stage. Nothing here reads, writes or decides.

Each is made when it is first asked for: a dataclass takes Python about as long as a small query, and a search needs
the fewer of them.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.model.answers import Answer, Hit
    from kb.model.catalogue import Card, Mechanic, MechanicKind
    from kb.model.changes import Change, Tie
    from kb.model.common import Evidence, Lang, Rule, RuleKind, Span
    from kb.model.files import CardName, Container, Document, Markup, Problem, RawCard, RawRuling, Skipped, SourceText
    from kb.model.knowledge import Link, LinkKind, Ruling, Witness
    from kb.model.update import Update
    from kb.model.whole import Carries, Finding, Knowledge, Pair, PairStatus, Reach, Revision, Source

__all__ = [
    "Answer",
    "Card",
    "CardName",
    "Carries",
    "Change",
    "Container",
    "Document",
    "Evidence",
    "Finding",
    "Hit",
    "Knowledge",
    "Lang",
    "Link",
    "LinkKind",
    "Markup",
    "Mechanic",
    "MechanicKind",
    "Pair",
    "PairStatus",
    "Problem",
    "RawCard",
    "RawRuling",
    "Reach",
    "Revision",
    "Rule",
    "RuleKind",
    "Ruling",
    "Skipped",
    "Source",
    "SourceText",
    "Span",
    "Tie",
    "Update",
    "Witness",
]

_PARTS = ("common", "knowledge", "answers", "catalogue", "files", "whole", "changes", "update")
"""The modules in the order in which they are looked through: what each imports stands before it."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Return one of the values, loading no more modules than the way to it needs."""
        from importlib import import_module  # noqa: PLC0415  (asked for a handful of times in a run)

        if name in __all__:
            for part in _PARTS:
                found = vars(import_module(f"{__name__}.{part}")).get(name)
                if found is not None:
                    globals()[name] = found
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
