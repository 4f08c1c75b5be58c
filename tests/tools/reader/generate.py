"""A generator of made-up pages of rulings, each with what a careful person finds in it.

Every page is made from its seed alone, so a page that is read wrongly can be made again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.tools.reader.pages import lists
from tests.tools.reader.pages.draft import Draft, sidecar
from tests.tools.reader.pages.empty import no_rulings
from tests.tools.reader.pages.lists import Written
from tests.tools.reader.pages.literals import data_literal
from tests.tools.reader.pages.material import Material, load
from tests.tools.reader.pages.programs import source_code
from tests.tools.reader.pages.questions import questions
from tests.tools.reader.pages.tables import table

__all__ = ["Generated", "Material", "material", "page"]


@dataclass(frozen=True, slots=True)
class Generated:
    """A made-up page and what it holds."""

    name: str
    """The name of its file, which tells its traits: `0017-text-iso-before-bullets-en.txt`."""
    content: bytes
    lines: tuple[dict[str, object], ...]
    """The lines of its sidecar, as `samples.sample_of` takes them."""
    family: str
    """The family of its layout, for reports."""


_FAMILIES: tuple[tuple[tuple[str, Callable[[Draft], Written]], int], ...] = (
    (("dated list", lists.dated_list), 20),
    (("several under one date", lists.date_groups), 6),
    (("undated list", lists.undated_list), 10),
    (("question and answer", questions), 10),
    (("notes under cards", lists.notes_under_cards), 9),
    (("name and text", lists.name_and_text), 6),
    (("both languages", lists.both_languages), 4),
    (("table", table), 12),
    (("data literal", data_literal), 13),
    (("source code", source_code), 6),
    (("no rulings", no_rulings), 13),
    (("quoted post", lists.quoted_post), 4),
    (("terse list", lists.terse_list), 4),
    (("translated card", lists.translated_card), 3),
    (("dated post", lists.dated_post), 3),
)


def material(names: Path | None = None) -> Material:
    """Load what pages are made of; *names* is a table of English and French card names, separated by tabs."""
    return load(names)


def page(material: Material, seed: int) -> Generated:
    """Make the page of *seed*."""
    draft = Draft(material, seed)
    family, write = draft.weighted(_FAMILIES)
    written = write(draft)
    content = _encoded(draft, written)
    stem = written.stem or "-".join((f"{seed:04}", *draft.traits, draft.lang))
    return Generated(f"{stem}.{written.extension}", content, sidecar(written.rulings), family)


def _encoded(draft: Draft, written: Written) -> bytes:
    """Encode the text of a page; of pages of text a few have another encoding or other ends of lines than usual."""
    kind = draft.weighted((("utf-8", 88), ("bom", 4), ("crlf", 5), ("cp1252", 3)))
    if kind == "utf-8" or written.extension not in {"txt", "md"}:
        return written.text.encode()
    if kind == "cp1252" and not _fits(written.text):
        return written.text.encode()
    draft.traits.append(kind)
    text = written.text.replace("\r\n", "\n")
    text = text.replace("\n", "\r\n") if kind == "crlf" else text
    return text.encode({"bom": "utf-8-sig", "crlf": "utf-8"}.get(kind, kind))


def _fits(text: str) -> bool:
    """Return whether Windows-1252 has all signs of *text*, and some that tell it from other encodings."""
    try:
        return not text.encode("cp1252").isascii()
    except UnicodeEncodeError:
        return False
