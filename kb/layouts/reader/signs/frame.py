"""Why a line of a page is no ruling, and what the frame of a page says as a whole: its language, its notice."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from kb.layouts.reader.lines.page_lines import Line
from kb.layouts.reader.signs.facts import card_fact, type_line
from kb.layouts.reader.signs.headings import rulings_heading
from kb.layouts.reader.signs.names import can_be_name, labelled_name, tidy
from kb.layouts.reader.signs.words import (
    is_footer,
    is_mail,
    is_navigation,
    is_notice,
    is_section,
    is_site_note,
    speaks_of_english,
)
from kb.model import Lang, SourceText
from kb.text.dates import DateFrame
from kb.text.language import speaks

_TELLING = 4
"""Words of a line that shows the language of its page."""
_FRENCH_HEADING = "éèêàç"
_DAY_FIRST_LANGS = (
    "fr",
    "de",
    "pt",
    "es",
    "it",
    "nl",
    "pl",
    "ru",
    "en-gb",
    "en-au",
    "en-nz",
    "en-ie",
    "en-za",
    "en-in",
)


def frame_reason(line: Line) -> str | None:
    """Return why *line* can be no part of a ruling, going by the line alone; None when it may be one."""
    if line.role in {"title", "navigation", "footer", "field"}:
        return line.role
    return _reason(line.text, heading=line.level > 0, row="\t" in line.raw)


@lru_cache(maxsize=65536)
def _reason(text: str, *, heading: bool, row: bool) -> str | None:
    if is_notice(text):
        return "notice"
    if rulings_heading(text) is not None or is_section(text) or (heading and not _sentence(text)):
        return "heading"
    if is_mail(text):
        return "letter"
    if is_navigation(text) and not row:
        return "navigation"
    if is_site_note(text):
        return "site note"
    return "footer" if is_footer(text) else card_fact(text)


def _sentence(text: str) -> bool:
    return len(text.split()) > 8 and _ends_sentence(text)


def _ends_sentence(text: str) -> bool:
    return text.endswith((".", "!", ")", "”", '"'))


def reason_of(line: Line, last: int) -> str:
    """Return why *line* is left out, as well as it can be told; *last* is the last line of the page's rulings."""
    reason = frame_reason(line)
    if reason is not None:
        return reason
    if line.text.endswith(":"):
        return "label"
    if can_be_name(tidy(line.text)) or labelled_name(line, None):
        return "heading"
    if not _ends_sentence(line.text) and (line.bullet or len(line.text.split()) < 4):
        return "navigation"
    return "footer" if line.number > last else "card text"


def frame_of(source: SourceText, frame: Sequence[Line], rulings: Sequence[str]) -> DateFrame:
    """Return for which readers the page is made, from its frame; an English one needs English rulings as well.

    The language of rulings does not make a frame: French rulings stand on English pages and the other way round.
    """
    if source.page_lang.startswith(_DAY_FIRST_LANGS):
        return DateFrame.DAY_FIRST
    seen = [line for line in frame if line.role != "title"]
    types = {type_line(line.text) for line in seen} - {None}
    if types & {"fr", "other"}:
        return DateFrame.DAY_FIRST
    for line in seen:
        heading = rulings_heading(line.text)
        if heading is not None and any(c in line.text.casefold() for c in _FRENCH_HEADING):
            return DateFrame.DAY_FIRST
        if heading is not None and line.text.casefold().startswith(_FOREIGN_HEADINGS):
            return DateFrame.DAY_FIRST
    told = Counter(speaks(line.text) for line in seen if len(line.text.split()) >= _TELLING)
    if told[Lang.FR] > told[Lang.EN]:
        return DateFrame.DAY_FIRST
    if any(speaks(text) is Lang.FR for text in rulings):
        return DateFrame.OPEN
    return DateFrame.ENGLISH


_FOREIGN_HEADINGS = (
    "points de", "decisions officielles", "decisions de", "precisions", "eclaircissements", "note de", "notes de",
    "notes sur", "notes et", "information de", "informations", "clarifications officielles", "jugements", "arbitrages",
    "regel", "klarstellung", "decis", "esclarec", "regras", "aclarac", "resoluc", "chiarim", "regole", "hinweise",
)  # fmt: skip


def notices(lines: Sequence[Line]) -> frozenset[int]:
    """Return the numbers of the lines that make up a notice of machine translation."""
    found = {line.number for line in lines if is_notice(line.text)}
    for line, after in pairwise(lines):
        if not {line.number, after.number} & found and not after.gap and is_notice(f"{line.text} {after.text}"):
            found |= {line.number, after.number}
    for line, after in pairwise(lines):
        if line.number in found and not after.gap and line.text[-1:] not in ".!)" and frame_reason(after) is None:
            found.add(after.number)
    return frozenset(found)


def provenance(lines: Sequence[Line], numbers: frozenset[int]) -> tuple[str, tuple[Lang, ...]]:
    """Return the notice as printed and the languages that it calls machine-made."""
    notice = " ".join(line.text for line in lines if line.number in numbers)
    if not notice:
        return "", ()
    return notice, (Lang.EN if speaks_of_english(notice) else Lang.FR,)
