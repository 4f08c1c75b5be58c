"""Mana and other symbols: what a picture, a class or a description of one stands for, in braces.

A picture is one symbol, several where its description has them in braces, or none. What nobody knows gives None, and
the caller keeps it visible.
"""

import re

from kb.text.folding import squeeze, strip_accents

_COLOURS = {
    "white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C", "colourless": "C",
    "blanc": "W", "bleu": "U", "noir": "B", "rouge": "R", "vert": "G", "incolore": "C",
    "blanche": "W", "bleue": "U", "noire": "B", "verte": "G",
}  # fmt: skip
_NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        ("zero", "one un", "two deux", "three trois", "four quatre", "five cinq", "six", "seven sept", "eight huit",
         "nine neuf", "ten dix")
    )
    for word in words.split()
}  # fmt: skip
_OTHERS = {
    "tap": "T", "tap this permanent": "T", "tapped": "T", "engager": "T", "engagez": "T", "tap symbol": "T",
    "untap": "Q", "untap this permanent": "Q", "degager": "Q", "degagez": "Q", "untap symbol": "Q",
    "variable colorless": "X", "variable": "X", "snow": "S", "snow mana": "S", "neige": "S", "neigeux": "S",
    "energy": "E", "an energy counter": "E", "energy counter": "E", "energie": "E", "chaos": "CHAOS",
    "acorn": "A", "ticket": "TK", "infinity": "∞", "infinite": "∞", "infini": "∞", "pawprint": "P",
    "phyrexian": "P", "planeswalker": "PW", "half white": "HW", "half red": "HR",
    "one-half white": "HW", "one-half red": "HR", "one-half": "½", "one snow": "S",
}  # fmt: skip
_CODES = {
    "T": "T", "TAP": "T", "Q": "Q", "UNTAP": "Q", "S": "S", "SNOW": "S", "SI": "S", "E": "E", "ENERGY": "E", "C": "C",
    "X": "X", "Y": "Y", "Z": "Z", "CHAOS": "CHAOS", "A": "A", "ACORN": "A", "TK": "TK", "INFINITY": "∞", "PW": "PW",
    "HW": "HW", "HR": "HR", "H": "H", "P": "P",
}  # fmt: skip
_COLOUR = "WUBRG"
_BRACED = re.compile(r"\{([0-9A-Za-z∞½]{1,8}(?:/[0-9A-Za-z]{1,4}){0,2})\}")
_SYMBOLS = re.compile(rf"{_BRACED.pattern}(?:\s*{_BRACED.pattern})*")
_SIGNS = " .:;()[]"
"""What may stand around the name of a symbol."""
_GENERIC = re.compile(r"0|[1-9][0-9]?|100|1000000", re.ASCII)
_AFFIXES = re.compile(
    r"^(?:mana|symbol|symbole|sym|card-symbol|icon|ms|mtg)[-_ ]+|[-_ ]+(?:mana|symbol|symbole|cost|icon)$"
)
_LEAD = re.compile(r"^(?:mana )?(?:symbole? |icone? )?(?:(?:of|for|de|du) )?(?:(?:an?|un|une|le|la|the) )?(?:mana )?")
_SIZE = re.compile(r"^[0-9]{1,4}px[-_]|@[0-9]x$")
"""What wikis put before the name of a picture, and programs behind it."""
_LONGEST = 60


def braced(text: str) -> str | None:
    """Return *text* as symbols when it is one or several in braces already.

    >>> braced("{w/u}"), braced("{2} {U}"), braced("{}")
    ('{W/U}', '{2}{U}', None)
    """
    symbols = text.strip()
    return "".join(symbols.split()).upper() if _SYMBOLS.fullmatch(symbols) else None


def described(words: str) -> str | None:
    """Return the symbol that *words* (a picture's alternative text or title) describe, or None.

    >>> described("Two or White"), described("Phyrexian Red"), described("Variable Colorless"), described("Moonlight")
    ('{2/W}', '{R/P}', '{X}', None)
    >>> described(":mana_w:"), described("One white mana or two life"), described("Symbole de mana bleu")
    ('{W}', '{W/P}', '{U}')
    """
    if len(words) > _LONGEST:
        return None
    symbol = braced(words)
    if symbol is not None:
        return symbol
    plain = squeeze(strip_accents(words).casefold().replace("_", " ").replace(":", " ")).strip(_SIGNS)
    affixed = plain if _AFFIXES.search(plain) else ""
    plain = _LEAD.sub("", plain).removesuffix(" mana").removesuffix(" symbol")
    code = _part(plain) or _compound(plain)
    return "{" + code + "}" if code else named(affixed)


def _part(plain: str) -> str | None:
    plain = plain.removesuffix(" generic mana").removesuffix(" generic").removesuffix(" mana")
    if plain in _OTHERS:
        return _OTHERS[plain]
    if plain in _COLOURS:
        return _COLOURS[plain]
    if plain in _NUMBERS:
        return _NUMBERS[plain]
    if _GENERIC.fullmatch(plain) or plain in {"x", "y", "z", "w", "u", "b", "r", "g", "c", "t", "s"}:
        return plain.upper()
    words = plain.split()
    if len(words) == 2 and words[0] in {"one", "un", "a"} and words[1] in _COLOURS:
        return _COLOURS[words[1]]
    return None


def _compound(plain: str) -> str | None:
    """Read "green or blue", "phyrexian red", "blue or 2 life", "two generic or white"."""
    phyrexian = False
    for sign in ("phyrexian ", "phyrexiane ", "mana phyrexian "):
        if plain.startswith(sign):
            phyrexian, plain = True, plain.removeprefix(sign)
    halves = re.split(r",? or |, | ou |/| / ", plain)
    if halves[-1] in {"2 life", "two life", "2 points de vie"}:
        phyrexian, halves = True, halves[:-1]
    parts = [_part(half.strip()) for half in halves]
    if len(parts) > 2 or not all(parts) or (len(parts) == 1 and not phyrexian):
        return None
    return _joined([part for part in parts if part], phyrexian=phyrexian)


def _joined(parts: list[str], *, phyrexian: bool) -> str | None:
    """Join the halves of a hybrid symbol, or give None where no such symbol exists."""
    colours = [part for part in parts if part in set(_COLOUR)]
    if len(parts) == 2:
        generic_first = parts[0] in {"2", "C"} and parts[1] in set(_COLOUR)
        if not generic_first and (len(colours) != 2 or parts[0] == parts[1]):
            return None
    elif not colours and parts != ["C"]:
        return None
    return "/".join([*parts, *(["P"] if phyrexian else [])])


def named(code: str) -> str | None:
    """Return the symbol that *code* (a file's name without its ending, a class, a parameter) stands for, or None.

    >>> named("GU"), named("black-green"), named("colorless6"), named("card-symbol-2W"), named("QQ")
    ('{G/U}', '{B/G}', '{6}', '{2/W}', None)
    """
    if not code or len(code) > _LONGEST:
        return None
    plain = _AFFIXES.sub("", _SIZE.sub("", code.strip().lower())).strip("{}")
    generic = re.fullmatch(r"(?:colou?rless|generic|mana)[-_ ]?([0-9]{1,2})", plain)
    if generic:
        return "{" + generic[1] + "}"
    found = _letters(plain.upper()) or _words(plain)
    return "{" + found + "}" if found else None


def _letters(code: str) -> str | None:
    if code in _CODES or code in set(_COLOUR):
        return _CODES.get(code, code)
    if _GENERIC.fullmatch(code):
        return code
    tight = re.sub(r"[-_/ ]", "", code)
    match = re.fullmatch(r"([2CWUBRG]?)([WUBRG])(P?)", tight)
    if match is None or not (match[1] or match[3]):
        return None
    return _joined([part for part in match.groups()[:2] if part], phyrexian=bool(match[3]))


def _words(plain: str) -> str | None:
    words = re.split(r"[-_ ]+", plain)
    if len(words) > 3:
        return None
    phyrexian = "phyrexian" in words
    parts = [_part(word) for word in words if word not in {"phyrexian", "or", "hybrid"}]
    if not parts or not all(parts) or len(parts) > 2:
        return None
    if len(parts) == 1 and not phyrexian:
        return parts[0]
    return _joined([part for part in parts if part], phyrexian=phyrexian)
