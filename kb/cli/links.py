"""Links that a terminal opens: from an id to the ruling's page, where the site has been built.

A terminal that does not know such links may print rubbish, so they are given only to those known to have them.
"""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from kb.cli.recall import site_of

_PROGRAMS = frozenset({"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"})
_TERMS = ("xterm-kitty", "foot", "alacritty", "xterm-ghostty")
_PAGE = "en/rulings/{}.html"
"""As `kb.site.base.address` has it, which no search should wait for."""


def ruling_links(index: Path) -> Callable[[str], str]:
    """Return a function from a ruling's id to the address of its page, "" where there is none or none can be shown."""
    if not sys.stdout.isatty() or not has_links(os.environ):
        return lambda _: ""
    site = site_of(index)
    if site is None:
        return lambda _: ""

    def page(ident: str) -> str:
        file = site / _PAGE.format(ident)
        return file.as_uri() if file.is_file() else ""

    return page


def has_links(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal that *environment* speaks of is known to open links; inside tmux or screen, never."""
    term = environment.get("TERM", "")
    if environment.get("TMUX") or term.startswith(("screen", "tmux", "dumb")):
        return False
    vte = environment.get("VTE_VERSION", "")
    return (
        environment.get("TERM_PROGRAM") in _PROGRAMS
        or term.startswith(_TERMS)
        or bool(environment.get("WT_SESSION"))
        or bool(environment.get("KONSOLE_VERSION"))
        or (vte.isascii() and vte.isdigit() and len(vte) < 10 and int(vte) >= 5000)
    )
