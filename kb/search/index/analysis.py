"""Text to tokens: one way for rulings and for queries, in both languages.

A token keeps one-letter words, numbers, mana symbols (`{x}`, `{b/g}`), counters and sizes (`+1/+1`, `-1/-1`, `1/1`) as
they are. Hyphenated words are their parts, side by side. French elision is split (`l'exil` is `l'` and `exil`), English
contractions stay whole (`can't`). Case, accents, ligatures and the kinds of quote and dash do not count.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from whoosh.lang.porter2 import stem as snowball  # the English one of Snowball's, without those of 13 other languages

from kb.model import Lang
from kb.text.folding import strip_accents

# Of what looks alike only one sign stands in the pattern: Python takes as long to compile one set of scattered signs as
# to read fifty texts. Each sign becomes one other, so that places stay.
_HIDDEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"  # soft hyphen, invisible joiners
_DASHES = "−‐‑‒–—―－"
_ALIKE = (
    *((sign, "\u0300") for sign in _HIDDEN),
    *((sign, "-") for sign in _DASHES),
    *((sign, "`") for sign in "‘′´"),
    ("’", "'"),
)
_JOINED = "[\u0300-\u036f]"  # combining accents
_LETTER = "[^\\W_]"
_NUMBER = r"(?:\d+|[xyXY*])"
_ELIDED = "(?i:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu|presqu|entr)"
_TOKEN = re.compile(
    r"\{[^{}\s]{1,12}\}"  # a symbol
    rf"|(?<![\w/]|{_JOINED})(?:[+\-]?{_NUMBER}/[+\-]?{_NUMBER}(?![\w/])|[+\-]\d+(?![\w/]|\.\d))"  # with its sign
    r"|\d+(?:\.\d+)+(?i:[a-z])?(?!\w)"  # the number of a rule
    rf"|(?<![\w'])(?:{_ELIDED}['`]|{_ELIDED}ʼ)(?={_LETTER})"
    rf"|{_LETTER}+(?:(?:{_JOINED}|['`](?={_LETTER})){_LETTER}*)*"  # a word; ʼ is a letter
)
_PLAIN = str.maketrans(dict.fromkeys("’‘ʼ′`´", "'") | dict.fromkeys(_DASHES, "-") | dict.fromkeys(_HIDDEN))

_ENGLISH_SMALL = """
a an the of to in on at by for from with as is are was were be been being am it its he she his her they them their you
your we our i my me this that these those and or so also then than there here who which whose what how do does did has
have had
"""
_FRENCH_SMALL = """
le la les l' un une des du de d' et ou a au aux en est es sont il elle ils elles on je j' tu nous vous se s' me m' te t'
son sa ses leur leurs lui mon ma mes ton ta tes votre vos notre nos ce c' ca cet cette ces cela qui que qu' quel quelle
quels quelles dont dans par pour sur avec n' ne pourquoi comment combien lequel laquelle lesquels lors donc alors mais
ai avez avons ont avoir etre etait sera suis fait fais faire
"""
_ENGLISH_VAGUE = """
something anything someone anyone somebody thing things stuff happen happens happened work works working
interact interacts interaction interactions explain please why vs versus
"""
_FRENCH_VAGUE = "chose quelque fonctionne fonctionner marche marcher interaction question"
STOP = {Lang.EN: frozenset(_ENGLISH_SMALL.split()), Lang.FR: frozenset(_FRENCH_SMALL.split())}
"""Words too common to tell rulings apart. What decides a ruling is not among them: not, can, may, must, when, if, no,
each, any, only, until, X, and Y, which French rulings have both as a word and as a number."""

VAGUE = {Lang.EN: frozenset(_ENGLISH_VAGUE.split()), Lang.FR: frozenset(_FRENCH_VAGUE.split())}
"""Words that people ask with and no ruling answers by: set aside in a query, where it has others."""

_VERBS = ("ca", "do", "does", "did", "is", "are", "was", "wo", "would", "could", "should", "has", "have", "had")
_WITH_PRONOUNS = """
i'm i've you're you've you'll you'd we've they're they've they'll they'd it'll he's she's that's what's who's there's
here's
"""
# Written without the apostrophe, as people type them: cant, doesnt, youre. As words of their own they do not occur in
# rulings; its, were and ill do.
_CONTRACTED = {f"{verb}nt": f"{verb}n't" for verb in _VERBS} | {
    whole.replace("'", ""): whole for whole in _WITH_PRONOUNS.split()
}
SAME = _CONTRACTED | {"cannot": "can't"}
"""Other spellings of a word, and the spelling by which it is looked for."""
ENDINGS = ("'s", "'re", "'ve", "'ll", "'d", "'m")


class Token(NamedTuple):
    """One token, and the characters of the original text it stands for."""

    text: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of *text* in order, with their places in it.

    >>> [t.text for t in tokens("Can’t it pay {1}{B/G} for a −1/−1 counter face-down?")]
    ["can't", 'it', 'pay', '{1}', '{b/g}', 'for', 'a', '-1/-1', 'counter', 'face', 'down']
    >>> [t.text for t in tokens("L'Æther qu’il exile")]
    ["l'", 'aether', "qu'", 'il', 'exile']
    """
    for found in _TOKEN.finditer(_levelled(text)):
        start, end = found.span()
        if plain := _plain(text[start:end]):
            yield Token(plain, start, end)


def words(text: str) -> list[str]:
    """Return the tokens of *text* without their places."""
    if text.isascii():
        return [_plain(raw) for raw in _TOKEN.findall(text)]
    return [token.text for token in tokens(text)]


def _levelled(text: str) -> str:
    """Put one sign for all that look alike, each in its place."""
    if not text.isascii():
        for sign, plain in _ALIKE:
            text = text.replace(sign, plain)
    return text


@lru_cache(maxsize=1 << 16)
def _plain(raw: str) -> str:
    """Fold the typography, case and accents of one token."""
    folded = strip_accents(unicodedata.normalize("NFKC", raw.translate(_PLAIN)).casefold())
    return "".join(folded.split())


def is_sign(token: str) -> bool:
    """Whether *token* is a symbol, a size, a counter or a number rather than a word."""
    return token[0] in "{+-*" or "/" in token or token[0].isdigit()


def phrase_key(text: str) -> str:
    """Return *text* as the tokens it is matched by, parted by blanks: equal keys are the same phrase.

    >>> phrase_key("Rest in  Peace"), phrase_key("Æther-Vial")
    ('rest in peace', 'aether vial')
    """
    return " ".join(words(text))


@lru_cache(maxsize=1 << 16)
def stem(token: str, lang: Lang) -> str | None:
    """Return what *token* is ranked by in texts of *lang*; None for a word too common to tell rulings apart.

    >>> stem("countered", Lang.EN), stem("exilées", Lang.FR), stem("the", Lang.EN), stem("cannot", Lang.EN)
    ('counter', 'exil', None, "can't")
    """
    plain = _plain(token)
    if not plain or plain in STOP[lang]:
        return None
    if is_sign(plain):
        return plain
    return _english(plain) if lang is Lang.EN else _french(plain)


def _english(word: str) -> str | None:
    whole = SAME.get(word, word)
    if whole.endswith("n't"):
        return whole
    base = next((whole[: -len(ending)] for ending in ENDINGS if whole.endswith(ending)), whole)
    if base in STOP[Lang.EN]:
        return None
    return str(snowball(base)) if len(base) > 2 else base


def _french(word: str) -> str:
    """Cut the endings of number, gender and the common verb forms from a French word without accents.

    Lighter than Snowball's, which needs the accents that people leave out: exiler, exilez, exilé and exilées all
    become `exil`.
    """
    if len(word) < 4:
        return word
    if word.endswith("aux"):
        return word[:-2] + "l" if len(word) > 5 else word
    cut = word.rstrip("sx") if word[-1] in "sx" else word
    if len(cut) >= 7 and cut.endswith("ent"):
        cut = cut[:-3]
    for ending in ("er", "ez", "ee", "r", "e"):
        if cut.endswith(ending) and len(cut) - len(ending) >= 3:
            cut = cut[: -len(ending)]
            break
    return cut[:-1] if len(cut) > 4 and cut[-1] == cut[-2] else cut


def ranked(running: Iterable[str], lang: Lang) -> list[str]:
    """Return the stems that a text of the tokens *running* is ranked by, one for each place it has.

    A symbol of one letter or number counts as that letter too, so that a plain X finds `{X}`; not the other way.

    >>> ranked(words("Pay {X}."), Lang.EN)
    ['pay', '{x}', 'x']
    """
    stems: list[str] = []
    for token in running:
        root = stem(token, lang)
        if root is None:
            continue
        stems.append(root)
        if len(root) == 3 and root[0] == "{":
            stems.append(root[1])
    return stems
