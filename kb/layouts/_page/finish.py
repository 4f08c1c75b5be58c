"""From rulings and what is left of a page to its `Document`."""

from collections.abc import Mapping, Sequence

from kb.layouts._page.build import skipped
from kb.layouts._page.frame import notices, provenance, reason_of
from kb.layouts._page.lines import Line, Sheet
from kb.model import Document, Problem, RawRuling, SourceText


def document(  # noqa: PLR0917  (one argument for each part of the page)
    source: SourceText,
    layout: str,
    sheet: Sheet,
    rulings: Sequence[RawRuling],
    rest: Sequence[Line],
    reasons: Mapping[int, str],
    problems: Sequence[Problem] = (),
) -> Document:
    """Put a document together: *rest* is left out with its reason, its notice becomes the page's provenance.

    *reasons* says why a line is left out where the layout knows better than the line's own look.
    """
    noticed = notices(rest)
    notice, machine = provenance(rest, noticed)
    last = max((ruling.span.last for ruling in rulings), default=0)
    left = [
        (line.number, "notice" if line.number in noticed else reasons.get(line.number) or reason_of(line, last))
        for line in rest
    ]
    inside = {number for ruling in rulings for number in range(ruling.span.first, ruling.span.last + 1)}
    left += [(number, "ornament") for number in sheet.ornaments if number not in inside]
    return Document(
        source.path,
        layout,
        source.digest,
        rulings=tuple(rulings),
        problems=tuple(problems),
        skipped=skipped(left),
        machine_translated=machine,
        notice=notice,
    )
