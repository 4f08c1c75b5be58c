"""An HTML page as a sequence of steps: tags that open and close, and texts, in the order of the document."""

from collections.abc import Iterator
from dataclasses import dataclass

from bs4.element import NavigableString, Tag

from kb.read.clean import LINES
from kb.read.elements import attribute, is_hidden
from kb.read.pictures import Picture, symbol_of


@dataclass(frozen=True, slots=True)
class Step:
    """A tag that opens or closes, or a text, and the line of the file it begins on."""

    node: Tag | str
    opens: bool
    line: int
    picture: Picture | None = None
    """What a tag that opens draws; its content is no text of the page."""


def steps_of(soup: Tag) -> Iterator[Step]:
    """Walk the page in the order of the document, without recursion: pages nest deeper than the stack."""
    line = 1
    pending: list[tuple[Tag | NavigableString, bool]] = [(child, True) for child in reversed(soup.contents)]  # type: ignore[misc]
    while pending:
        node, opens = pending.pop()
        if isinstance(node, Tag):
            if not opens:
                yield Step(node, opens=False, line=line)
                continue
            line = node.sourceline or line
            if is_hidden(node):
                line += node.get_text().count("\n")
                continue
            picture = symbol_of(node)
            yield Step(node, opens=True, line=line, picture=picture)
            line += int(attribute(node, LINES) or 0)
            pending.append((node, False))
            if picture is None:
                pending += [(child, True) for child in reversed(node.contents)]  # type: ignore[misc]
        else:
            yield Step(str(node), opens=True, line=line)
            line += node.count("\n")
