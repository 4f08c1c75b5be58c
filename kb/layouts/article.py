"""Pages without a ruling: articles, empty lists, error pages. That they have none is an answer."""

from datetime import date

from kb.layouts._list.kind import Kind, kind_of
from kb.layouts._page.build import skipped
from kb.layouts._page.frame import frame_reason, notices, provenance
from kb.layouts._page.lines import lines_of
from kb.model import Document, SourceText

NAME = "article"
GENERAL = True


def claims(source: SourceText) -> bool:
    """Whether *source* is a page of text that states no ruling."""
    return kind_of(source) is Kind.NONE


def read(source: SourceText, today: date) -> Document:  # noqa: ARG001  (there are no dates to compare)
    """Leave out every line of *source*, and say of each what it is."""
    lines = lines_of(source)
    noticed = notices(lines)
    notice, machine = provenance(lines, noticed)
    left = [(line, "notice" if line.number in noticed else frame_reason(line) or "prose") for line in lines]
    return Document(
        source.path,
        NAME,
        source.digest,
        skipped=skipped(left),
        machine_translated=machine,
        notice=notice,
    )
