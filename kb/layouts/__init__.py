"""What files say: exact formats, one module each, and one reader for every page that is in none of them.

A module here reads one exact format. It has

* `NAME: str`, what people call it;
* `claims(source: SourceText) -> bool`, whether a file is in this format;
* `read(source: SourceText, today: date) -> Document`, what the file says; spans count the lines of `source.text`.

Modules whose names begin with `_` are what these share. All else is read by `kb.layouts.reader`.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from types import ModuleType

from kb.catalog.known import KnownNames, table_of_names
from kb.errors import AmbiguousLayout, InvalidJson, UnknownLayout
from kb.layouts.reader import pages
from kb.layouts.reader.explain import Explanation, explain
from kb.layouts.reader.ledger import settled
from kb.model import Container, Document, Problem, SourceText, Span
from kb.read import read_as_text


@dataclass(frozen=True, slots=True)
class Layout:
    """What the module of an exact format offers."""

    name: str
    claims: Callable[[SourceText], bool]
    read: Callable[[SourceText, date], Document]


@cache
def layouts() -> tuple[Layout, ...]:
    """Return every exact format, by the names of their modules."""
    found = (each for each in pkgutil.iter_modules(__path__) if not each.ispkg and not each.name.startswith("_"))
    return tuple(_layout(importlib.import_module(f"{__name__}.{name}")) for name in sorted(each.name for each in found))


def _layout(module: ModuleType) -> Layout:
    return Layout(module.NAME, module.claims, module.read)


def exact_layout(source: SourceText) -> Layout | None:
    """Return the exact format of *source*; None where it is a page. Raises AmbiguousLayout when two claim it."""
    claiming = [layout for layout in layouts() if layout.claims(source)]
    if len(claiming) > 1:
        raise AmbiguousLayout(source.path, tuple(layout.name for layout in claiming))
    return claiming[0] if claiming else None


def _names() -> str:
    return "rulings in any JSON, " + ", ".join(layout.name for layout in layouts())


def interpret(source: SourceText, today: date, names: KnownNames | None = None) -> Document:
    """Return what *source* says; dates after *today* are reported.

    *names* are those of the cards that are known before pages are read; without any, those of the table that comes
    with the program. Raises SourceError where the file breaks off or holds nothing that is understood.
    """
    known = names or table_of_names()
    try:
        return _interpret(source, today, known)
    except InvalidJson as error:
        return _freely(source, today, known, error)


def explained(source: SourceText, today: date, names: KnownNames | None = None) -> Explanation | None:
    """Return how *source* is read as a page; None where it is in an exact format. Arguments and errors: `interpret`."""
    if exact_layout(source) is not None:
        return None
    return explain(source, names or table_of_names(), today)


def _freely(source: SourceText, today: date, names: KnownNames, error: InvalidJson) -> Document:
    """Return what *source*, which is no valid JSON, says all the same; raises *error* where it says nothing."""
    text = read_as_text(source)
    document = pages.read(text, names, today)
    if not document.rulings:
        raise error
    problem = Problem("invalid_json", f"{error.reason}; what stands in it is read as text", Span(1, 1))
    return settled(replace(document, problems=(problem, *document.problems)), text)


def _interpret(source: SourceText, today: date, known: KnownNames) -> Document:
    layout = exact_layout(source)
    if layout is None:
        document = pages.read(source, known, today)
        if source.container is Container.JSON and not document.rulings:
            raise UnknownLayout(source.path, f"no ruling is found in this JSON file; kb reads {_names()}")
        return settled(document, source)
    document = layout.read(source, today)
    if source.container is Container.JSON and not (document.rulings or document.cards or document.within):
        # Made like an exact format, with other names for what it holds.
        read_freely = pages.read(source, known, today)
        document = read_freely if read_freely.rulings else document
    return settled(document, source)
