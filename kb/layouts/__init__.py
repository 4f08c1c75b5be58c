"""The layouts of ruling files, one module each: a new layout is one new file here, and nothing else.

A layout module has

* `NAME: str`, what people call it;
* `claims(source: SourceText) -> bool`, whether a file is in this layout;
* `read(source: SourceText, today: date) -> Document`, what the file says; spans count the lines of `source.text`;
* `GENERAL = True` only where it reads any page of its kind: it gives way to one that claims the same file without it.

Modules whose names begin with `_` are what layouts share.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import ModuleType

from kb.errors import AmbiguousLayout, UnknownLayout
from kb.layouts._page.ledger import settled
from kb.model import Document, SourceText


@dataclass(frozen=True, slots=True)
class Layout:
    """What a layout module offers."""

    name: str
    claims: Callable[[SourceText], bool]
    read: Callable[[SourceText, date], Document]
    general: bool


@cache
def layouts() -> tuple[Layout, ...]:
    """Give every layout of this package, by the names of their modules."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_"))
    return tuple(_layout(importlib.import_module(f"{__name__}.{name}")) for name in names)


def _layout(module: ModuleType) -> Layout:
    return Layout(module.NAME, module.claims, module.read, getattr(module, "GENERAL", False))


def interpret(source: SourceText, today: date) -> Document:
    """Read *source* in the one layout that claims it; dates after *today* are reported.

    Of the layouts that claim it, those that are not general come first. Raises UnknownLayout when none claims it, and
    AmbiguousLayout when more than one does.
    """
    claiming = [layout for layout in layouts() if layout.claims(source)]
    chosen = [layout for layout in claiming if not layout.general] or claiming
    if not chosen:
        raise UnknownLayout(source.path, f"no layout claims this {source.container} file; kb reads {_names()}")
    if len(chosen) > 1:
        raise AmbiguousLayout(source.path, tuple(layout.name for layout in chosen))
    return settled(chosen[0].read(source, today), source)


def _names() -> str:
    return ", ".join(layout.name for layout in layouts())
