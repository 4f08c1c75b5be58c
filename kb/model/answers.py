"""What a search answers."""

from dataclasses import dataclass
from datetime import date

from kb.model.common import Rule
from kb.model.knowledge import Ruling


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer: a ruling, and the others that say the same."""

    rank: int
    score: float
    ruling: Ruling
    same: tuple[str, ...] = ()
    """Ids of the other rulings this hit stands for (same wording or same pattern), newest first."""
    other_dates: tuple[date, ...] = ()
    """Dates on which the same wording was also published, newest first."""
    marks: tuple[tuple[int, int], ...] = ()
    """Character ranges of `ruling.text` that matched, in order, without overlap."""
    why: tuple[str, ...] = ()
    """What matched and how much it counted; filled on request."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a search."""

    query: str
    total: int
    """How many rulings match, before collapsing and before `limit`."""
    hits: tuple[Hit, ...] = ()
    rules: tuple[tuple[Rule, float], ...] = ()
    """Rules and glossary entries that match, with their scores: a group of their own beside the rulings."""
    notes: tuple[str, ...] = ()
    """What the reader of the query should know: words set aside, a filter that was not understood."""
    did_you_mean: str | None = None
    reading: tuple[str, ...] = ()
    """How the query was read, a line a part; for `--explain`."""
