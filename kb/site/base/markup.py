"""Texts as HTML: mana symbols, counters that must not break, and mechanic words that lead to their pages."""

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

Mark = tuple[int, int, str]
"""Where a text names something, and what: start, end, the slug of a mechanic or the number of a rule."""
Link = tuple[int, int, str]
"""The same with the address where it leads."""

_TOKEN = re.compile(r"\{([A-Za-z0-9½∞]{1,8}(?:/[A-Za-z0-9]{1,2}){0,2})\}|[+\-−–](?:\d{1,3}|X)/[+\-−–](?:\d{1,3}|X)\b")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
_LATIN = re.compile("[\x00-\u02ff\u2010-\u2027\u2030-\u205e]*")
"""Latin letters, and signs that have no direction of their own."""
_PARTS = frozenset("WUBRGCS")
_SINGLE = (
    frozenset("WUBRGCSTQEXYZPHA½∞") | {"CHAOS", "PW", "TK", "HW", "HR", "100", "1000000"} | {str(n) for n in range(21)}
)
_INK = {"W": "w", "U": "u", "B": "b", "R": "r", "G": "g", "S": "s", "T": "tap", "Q": "untap"}


@dataclass(frozen=True, slots=True)
class Html:
    """Markup that is safe to stand in a page as it is."""

    markup: str

    def __html__(self) -> str:
        """Return it as markup that templates do not escape again."""
        return self.markup


def named(text: str, lang: str = "") -> Html:
    """Return a name, whose own direction must not disturb what stands around it; Latin letters do not.

    >>> named("A & B", "fr").markup, named("A & B").markup
    ('<bdi lang="fr">A &amp; B</bdi>', 'A &amp; B')
    """
    name, latin = _shown(text)
    return Html(name if not lang and latin else f"<bdi{_lang(lang)}>{name}</bdi>")


def anchor(href: str, text: str, lang: str = "") -> Html:
    """Return a link whose text is a name; one in Latin letters has no direction that could disturb anything."""
    name, latin = _shown(text)
    return Html(f'<a href="{href}"{_lang(lang)}>{name if latin else f"<bdi>{name}</bdi>"}</a>')


@lru_cache(maxsize=8192)
def _shown(name: str) -> tuple[str, bool]:
    """Escape *name*, and tell whether it is in Latin letters alone; pages repeat names."""
    return _escaped(name), bool(_LATIN.fullmatch(name))


def moment(iso: str, label: str) -> Html:
    """Return a day as a machine can read it too, or *label* alone where there is no date."""
    return Html(f'<time datetime="{iso}">{label}</time>' if iso else html.escape(label))


def _lang(lang: str) -> str:
    return f' lang="{lang}"' if lang else ""


def fit(text: str) -> str:
    r"""Show to be missing what neither HTML nor XML can hold: control and half characters.

    >>> fit("a\x08b")
    'a�b'
    """
    return _UNFIT.sub("\ufffd", text)


def plain(text: str) -> Html:
    """Escape *text*, draw its symbols and keep its counters whole; no links.

    >>> plain("a +1/+1 <b>").markup
    'a <span class="nw">+1/+1</span> &lt;b&gt;'
    """
    return Html(_inline(text))


def pieces(text: str) -> list[object]:
    """Return *text* in pieces for a script to set: plain, or a sign with the classes that draw it or keep it whole.

    >>> pieces("Pay {X}: +1/+1."), pieces("{no} sign")
    (['Pay ', ['X', 'm-c'], ': ', ['+1/+1', 'nw'], '.'], ['{no} sign'])
    """
    found: list[object] = []
    at = 0
    for token in _TOKEN.finditer(text):
        if shape := symbol_shape(token[1].upper()) if token[1] else "nw":
            found += (text[at : token.start()], [token[1] or token[0], shape])
            at = token.end()
    return [piece for piece in (*found, text[at:]) if piece]


def linked(text: str, links: Iterable[Link]) -> Html:
    """Return *text* as `plain` does, with *links* in it; the same words lead to the same place once.

    One that overlaps an earlier one or the end is passed over.
    """
    parts: list[str] = []
    at = 0
    led: set[tuple[str, str]] = set()
    for start, end, href in sorted(links):
        said = text[start:end].casefold(), href
        if start < at or not start < end <= len(text) or said in led:
            continue
        led.add(said)
        parts += (_inline(text[at:start]), f'<a href="{href}">', _inline(text[start:end]), "</a>")
        at = end
    return Html("".join((*parts, _inline(text[at:]))))


def _inline(text: str) -> str:
    if "{" not in text and "/" not in text:
        return _escaped(text)
    parts: list[str] = []
    at = 0
    for token in _TOKEN.finditer(text):
        drawn = _symbol(token[1]) if token[1] else f'<span class="nw">{token[0]}</span>'
        if drawn:
            parts += (_escaped(text[at : token.start()]), drawn)
            at = token.end()
    return "".join((*parts, _escaped(text[at:])))


def _escaped(text: str) -> str:
    # Apostrophes, of which texts are full, may stand outside of tags; double quotes would look like those of a tag.
    return html.escape(text, quote=False).replace('"', "&quot;")


def _symbol(name: str) -> str:
    """Draw the symbol *name*, or give "" if there is none of that name: braces in a text may mean something else."""
    shape = symbol_shape(name.upper())
    if not shape:
        return ""
    # The braces are there to be copied and found, the style sheet hides them.
    return f'<span class="mana {shape}" role="img" aria-label="{{{name}}}"><i>{{</i>{name}<i>}}</i></span>'


def symbol_shape(name: str) -> str:
    """Return the classes that draw *name*.

    >>> symbol_shape("X"), symbol_shape("B/G"), symbol_shape("2/W"), symbol_shape("R/P"), symbol_shape("NO")
    ('m-c', 'm-split a-b b-g', 'm-split a-c b-w', 'm-r m-phyrexian', '')
    """
    parts = name.split("/")
    if len(parts) == 1:
        return f"m-{_INK.get(name, 'c')}" if name in _SINGLE else ""
    if parts[-1] == "P" and all(part in _PARTS for part in parts[:-1]):
        return f"{_halves(parts[:-1])} m-phyrexian"
    if len(parts) == 2 and all(part in _PARTS or part == "2" for part in parts):
        return _halves(parts)
    return ""


def _halves(parts: list[str]) -> str:
    inks = [_INK.get(part, "c") for part in parts]
    return f"m-{inks[0]}" if len(inks) == 1 else f"m-split a-{inks[0]} b-{inks[1]}"
