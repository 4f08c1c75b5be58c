"""Escapes in the strings of programs and data files."""

import re

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|\r?\n\s*|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\n", "t": " ", "b": "", "f": " ", "0": ""}


def unescaped(body: str) -> str:
    r"""Return *body* with its escapes resolved, a backslash before the end of a line among them.

    >>> unescaped(r"Lim-D\u00fbl\'s Vault")
    "Lim-Dûl's Vault"
    """
    return _ESCAPE.sub(_character, body) if "\\" in body else body


def _character(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2]
    if code:
        return chr(int(code, 16))
    return _ESCAPED.get(escape[3], escape[3]) if escape[3] else ""
