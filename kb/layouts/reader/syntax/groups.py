"""The values of data files and programs: texts, and the groups that hold them."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text or a bare word with its lines."""

    text: str
    first: int
    last: int
    quoted: bool = True
    raw: str = ""
    """The text with its spaces and line ends as printed."""


@dataclass(slots=True)
class DataGroup:
    """The contents of a bracket, an element or a statement: fields with names, and values without."""

    name: str = ""
    """The word before the bracket, or the name of the element: `ruling` of `ruling("…")`."""
    items: list[tuple[str, "Scalar | DataGroup"]] = field(default_factory=list)
    """The name of each value, "" if it has none, and the value."""
    bracket: str = ""
    comments: list[Scalar] = field(default_factory=list)
    """The comments between the items."""


Value = Scalar | DataGroup
