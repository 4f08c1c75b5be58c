"""Pages without a ruling: articles, empty lists, error pages. That they have none is an answer."""

from datetime import date

from kb.layouts._list.grammar import understood
from kb.layouts._list.kind import Kind, kind_of
from kb.layouts._page.finish import document
from kb.layouts._page.frame import frame_reason
from kb.model import Document, SourceText

NAME = "article"
GENERAL = True


def claims(source: SourceText) -> bool:
    """Whether *source* is a page of text that states no ruling."""
    return kind_of(source) is Kind.NONE


def read(source: SourceText, today: date) -> Document:  # noqa: ARG001  (there are no dates to compare)
    """Leave out every line of *source*, and say of each what it is."""
    sheet, _ = understood(source)
    reasons = {line.number: frame_reason(line) or "prose" for line in sheet.lines}
    return document(source, NAME, sheet, (), sheet.lines, reasons)
