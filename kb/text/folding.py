"""Folding, look-up keys, slugs and stable ids: pure functions on strings that every stage shares."""

import re
import unicodedata

_QUOTES = str.maketrans(dict.fromkeys("‘’‚‛ʼʹ′`´", "'") | dict.fromkeys("“”„‟«»″", '"'))
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d"
_BREAKS = re.compile("[\n\t\u2028\u2029]")
_GUILLEMETS = re.compile(r"«\s*|(?:(?<!\s)\s+)?»")
_HIGH_MARKS = ":;!?%"
_INVISIBLE = (
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2065\u2066\u2067\u2068\u2069\ufeff"
)
# A table and no pattern: Python takes as long to compile one set of scattered letters as to fold a hundred texts.
_PLAIN = _QUOTES | str.maketrans(dict.fromkeys(_DASHES, "-") | dict.fromkeys(_INVISIBLE) | {"«": "«", "»": "»"})
_SYMBOL = re.compile(r"\{[^{}\s]{1,12}\}")
_LIGATURES = str.maketrans(
    {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ø": "o", "Ø": "O", "đ": "d", "ł": "l"}
)
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "index"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
)
_SLUG_LIMIT = 80


def word_set(words: str) -> frozenset[str]:
    """Return the words that stand, parted by space, in *words*: how vocabularies are written in the code."""
    return frozenset(words.split())


def squeeze(text: str) -> str:
    r"""Turn every run of space, no-break and thin spaces included, into one blank; none at the ends.

    >>> squeeze(" a\u00a0 b\u2009c ")
    'a b c'
    """
    return " ".join(text.split())


def fold(text: str) -> str:
    """Return the form in which two texts of one language are compared: typography, case and space do not count.

    NFKC; curly, French and prime quotes become straight, dashes and the true minus `-`, `…` three dots; soft hyphens
    and other invisible signs go; space is squeezed, and where French sets it, inside guillemets and before `: ; ! ? %`,
    it goes; case is folded. Accents and punctuation stay: "can" and "can't", `+1/+1` and `-1/-1`, `{X}{R}` and `{X}{G}`
    remain different.

    >>> fold("You can’t —  pay…") == fold("you can't - pay...")
    True
    >>> fold("« Oui » : {2}.") == fold("“oui”: {2}.")
    True
    """
    if text.isascii():
        return _closed_up(squeeze(text.replace("`", "'")).casefold())
    plain = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    return _closed_up(squeeze(_GUILLEMETS.sub('"', plain)).casefold())


def _closed_up(squeezed: str) -> str:
    for mark in _HIGH_MARKS:
        squeezed = squeezed.replace(f" {mark}", mark)
    return squeezed


def without_symbols(folded: str) -> str:
    """Return *folded* as it reads once its `{…}` symbols were lost by copying.

    >>> without_symbols("if it has {x} in its cost")
    'if it has in its cost'
    """
    return squeeze(_SYMBOL.sub("", folded))


def symbols_in(text: str) -> tuple[str, ...]:
    """List the `{…}` symbols of *text* in order."""
    return tuple(_SYMBOL.findall(text))


def strip_accents(text: str) -> str:
    """Drop accents and open ligatures; letters of other scripts stay.

    >>> strip_accents("Cœur à l'Æther")
    "Coeur a l'AEther"
    """
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text.translate(_LIGATURES))
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))


def name_key(name: str) -> str:
    """Return the form in which names are looked up: no accents, case, space at the ends or kinds of quote and dash.

    Punctuation stays, so that `+2 Mace` is not `2 Mace`.

    >>> name_key("Æther Vial"), name_key("Urza’s  Tower")
    ('aether vial', "urza's tower")
    """
    return fold(strip_accents(name))


def bare_key(name: str) -> str:
    """Return the letters and digits of *name* alone: for people who leave out commas, dashes and quotes.

    >>> bare_key("Ach! Hans, Run!"), bare_key("_____")
    ('ach hans run', '')
    """
    return " ".join(re.findall(r"[^\W_]+", name_key(name).replace("'", "")))


def stable_id(*parts: str) -> str:
    """Return the first 12 hex digits of a hash over *parts*: the same in every run and on every machine."""
    import hashlib  # noqa: PLC0415  (who only reads makes no ids, and OpenSSL takes long to load)

    return hashlib.sha256("\x1f".join(parts).encode(errors="replace")).hexdigest()[:12]


def slug(name: str) -> str:
    """Return *name* as a part of an address: ASCII letters, digits and single hyphens, or "" if none are left.

    >>> slug("Lim-Dûl's Vault"), slug("_____")
    ('lim-duls-vault', '')
    """
    plain = strip_accents(unicodedata.normalize("NFKC", name)).translate(_QUOTES).casefold().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def unique_slugs(names: tuple[str, ...]) -> dict[str, str]:
    """Return an address for each of *names*, each another, fit for a file name on any system.

    The outcome depends on which names there are, not on their order: names whose slugs are equal, empty, too long
    or reserved (on Windows, or for lists) all carry a few digits of their own hash.
    """
    plain = {name: slug(name) for name in names}
    taken: dict[str, int] = {}
    for value in plain.values():
        taken[value] = taken.get(value, 0) + 1

    def address(name: str, value: str) -> str:
        if value and taken[value] == 1 and value not in _RESERVED and len(value) <= _SLUG_LIMIT:
            return value
        return f"{value[:_SLUG_LIMIT].rstrip('-') or 'card'}-{stable_id(unicodedata.normalize('NFC', name))[:6]}"

    return {name: address(name, value) for name, value in plain.items()}


def cells(text: str) -> int:
    r"""Count the columns that *text* takes in a terminal: two for a wide sign, none for one that joins the sign before.

    >>> cells("abc"), cells("渦まく"), cells("e\u0301")
    (3, 6, 1)
    """
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def visible(text: str) -> str:
    r"""Replace control characters and signs that reorder or hide text, so that *text* is safe in a terminal.

    >>> visible("a\x1b[31mb\u202ec")
    'a�[31mb�c'
    """
    return text if text.isprintable() else "".join("�" if _acts(c) else c for c in text)


def label(text: str) -> str:
    r"""Return *text* as it is shown within one line: `visible`, and with no break or tab in it.

    >>> label("a\nb.txt")
    'a�b.txt'
    """
    return _BREAKS.sub("�", visible(text))


def _acts(sign: str) -> bool:
    """Return whether *sign* moves the cursor, reorders text or is half a character, rather than being shown."""
    return sign not in "\n\t\u00ad" and unicodedata.category(sign) in {"Cc", "Cf", "Cs"}
