"""What made-up pages are made of: texts of rulings, card names, and the lines that surround them on real pages.

Nothing here comes from the reader under test: the texts are those of the samples' sidecars and of `stock/`.
"""

import gzip
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path

_ROOT = Path(__file__).parents[4]
_STOCK = Path(__file__).parent / "stock"
_ALL_NAMES = _ROOT / "kb" / "data" / "card_names.tsv.gz"
_FEW_NAMES = _STOCK / "names.tsv"
_LANGS = ("en", "fr")

_NAME = re.compile(r"[A-ZÀ-ÞŒ][\w'’-]+,?(?: [\w'’-]+,?){1,5}")
_LABEL = re.compile(r"^(?:Q|R|A|Yes|No|Oui|Non)\b\s?[:.,]", re.IGNORECASE)
_LOST_SYMBOL = re.compile(r"\bhas in its\b|  |\bsoit ,")
_CAPITAL = re.compile(r"(?:(?<=[\w,;)’'”\"»] )[“\"«(]?\s?|(?<=[lLdD]['’]))[A-ZÀ-ÞŒ][\w’'-]+")
_NO_NAMES = frozenset({"Oracle", "April", "Aura", "Auras", "Equipment", "Phyrexian", "Saga", "Tribal"})


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer, and the card that both speak of."""

    question: str
    answer: str
    card: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """What pages are made of."""

    names: tuple[tuple[str, str], ...]
    """English and French names of cards; French "" where none is known."""
    words: tuple[tuple[str, str], ...]
    """Names that are common words, too."""
    rulings: Mapping[str, tuple[str, ...]]
    """Texts of rulings by language; `{card}` stands for the name of their card."""
    nameless: Mapping[str, tuple[str, ...]]
    """Those of them that mention no card."""
    pairs: tuple[tuple[str, str], ...]
    """The same ruling in English and in French."""
    questions: Mapping[str, tuple[Question, ...]]
    lines: Mapping[str, Mapping[str, tuple[str, ...]]]
    """Lines of each kind by language: what surrounds rulings, headings and labels."""


def load(names: Path | None = None) -> Material:
    """Load the material; *names* is a table of English and French card names."""
    stock = {lang: tomllib.loads((_STOCK / f"{lang}.toml").read_text(encoding="utf-8")) for lang in _LANGS}
    found = {lang: list(_texts(lang)) for lang in _LANGS}
    own = {lang: tuple(stock[lang]["rulings"]) for lang in _LANGS}
    few = _table(_FEW_NAMES)
    return Material(
        names=_plain_names(_table(names or (_ALL_NAMES if _ALL_NAMES.exists() else _FEW_NAMES))),
        words=tuple(name for name in few if " " not in name[0]),
        rulings={lang: (*own[lang], *(text for text, _ in found[lang])) for lang in _LANGS},
        nameless={
            lang: (
                *(text for text in own[lang] if "{card}" not in text),
                *(text for text, card in found[lang] if not _mentions_card(text, card)),
            )
            for lang in _LANGS
        },
        pairs=tuple(zip(own["en"], own["fr"], strict=True)),
        questions={lang: tuple(starmap(_question, stock[lang]["questions"])) for lang in _LANGS},
        lines={lang: {kind: tuple(lines) for kind, lines in stock[lang].items()} for lang in _LANGS},
    )


def _question(question: str, answer: str, english: str = "", french: str = "") -> Question:
    return Question(question, answer, (english, french) if english else None)


def _table(path: Path) -> list[tuple[str, str]]:
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode()
    rows = [line.partition("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return [(english, french) for english, _, french in rows]


def _plain_names(names: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Keep names of two to six ordinary words; a French name of another form counts as unknown."""
    kept = [name for name in names if _NAME.fullmatch(name[0]) and not name[0].startswith("A-")]
    return tuple((english, french if _NAME.fullmatch(french) else "") for english, french in kept)


def _texts(lang: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of the samples' sidecars that can stand on any page, each with its card's name."""
    cards: dict[str, str] = {}
    for line in _sidecar_lines():
        if line.get("lang") == lang and "text_restored" not in line:
            cards.setdefault(str(line["text"]), f"{line.get('card') or ''} {line.get('card_fr') or ''}")
    for text, card in cards.items():
        if _is_statement(text) and not any(_bare(other) in _bare(text) for other in cards if other != text):
            yield text, card


def _bare(text: str) -> str:
    return text.replace("’", "'").rstrip(".")


def _sidecar_lines() -> Iterator[dict[str, object]]:
    for path in sorted((_ROOT / "tests" / "samples").glob("**/*.expected.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line)


def _is_statement(text: str) -> bool:
    """Return whether *text* is a whole statement: no question, no answer, no quotation, no lost symbol, not short."""
    if "?" in text or _LABEL.search(text) or _LOST_SYMBOL.search(text):
        return False
    return len(text.split()) >= 6 and not (text.startswith('"') and text.endswith('"'))


def _mentions_card(text: str, card: str) -> bool:
    """Return whether *text* may mention a card: its own, or any name written with a capital within a sentence."""
    own = {word.strip(",") for word in card.split() if len(word) > 3 and word[0].isupper()}
    words = set(re.findall(r"[\w'’-]+", text))
    inner = {match[0].strip('“"«( ') for match in _CAPITAL.finditer(text)}
    return bool(own & words or inner - _NO_NAMES)
