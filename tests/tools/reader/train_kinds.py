"""Make `kb/data/text_kinds.tsv`, the weights by which the reader tells what kind of text it sees.

Run as `python -m tests.tools.reader.train_kinds REFERENCE`: REFERENCE holds card data and rules as `README` describes.
English rulings, card texts in both languages and English rules come from there; all other kinds, and French rulings,
from `texts/` beside this module. A softmax regression, trained by stochastic gradient descent in a fixed order.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from math import exp, sqrt
from pathlib import Path
from random import Random

from kb.layouts.reader.signs.kinds import TextKind, features

TEXTS = Path(__file__).parent / "texts"
TARGET = Path(__file__).parents[3] / "kb" / "data" / "text_kinds.tsv"
_NOTES = """\
# How much the words and signs of a text speak for each kind of text, in tenths: a softmax regression.
# Made by tests/tools/reader/train_kinds.py from {count:,} texts; no text stands here.
#
# feature  a word, lower case and without accents; two words that follow each other; {{}} a symbol, 0 a number, Aa a
#          word with a capital within a sentence; ^word what the text begins with, $. what it ends with; * any text
"""
_ROUNDS = 12
_RATE = 0.5
_PENALTY = 2e-6
_AT_LEAST = 6
"""Texts that have a feature for it to count."""
_SHARE = 12_000
"""Texts of one kind and language that are taken, at most."""
_ENOUGH, _MOST = 3_000, 20.0
"""Texts of one kind and language that count as one each; of fewer each counts up to so many times."""
_FEATURES = 6_000
"""Features that are kept, those that tell most."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Þ{\"“«])")

Example = tuple[list[str], int, float]
"""The features of a text, the place of its kind, and how much the text counts."""


def main(reference: Path) -> None:
    """Train, write the table and print how well it tells held-back texts apart."""
    found = list(examples(reference))
    random = Random(1)  # noqa: S311  (the same in every run)
    random.shuffle(found)
    kept, tried = found[: len(found) * 9 // 10], found[len(found) * 9 // 10 :]
    _report(_telling(train(kept), kept), tried)
    weights = _telling(train(found), found)
    _write(weights, len(found))
    print(f"{len(weights):,} features from {len(found):,} texts")


# --- texts ----------------------------------------------------------------------------------------------------------


def examples(reference: Path) -> Iterator[Example]:
    """Yield every text that is learned from; of a kind and language with few texts each counts more."""
    kinds = list(TextKind)
    for kind, texts in _sources(reference):
        distinct = list(dict.fromkeys(texts))
        Random(len(distinct)).shuffle(distinct)  # noqa: S311  (the same in every run)
        share = min(_MOST, max(1.0, _ENOUGH / len(distinct)))
        for text in distinct[:_SHARE]:
            yield list(features(text)), kinds.index(kind), share


def _sources(reference: Path) -> Iterator[tuple[TextKind, Iterator[str]]]:
    data = reference / "data"
    yield TextKind.RULING, (each["comment"] for each in _load(data / "scryfall" / "rulings.json"))
    yield TextKind.CARD_TEXT, _card_texts(_load(data / "scryfall" / "oracle-cards.json"), "oracle_text")
    yield TextKind.CARD_TEXT, _card_texts(_load(data / "scryfall" / "all-cards-fr.json"), "printed_text")
    yield TextKind.RULE, _rules(data / "rules" / "MagicCompRules.txt")
    for path in sorted(TEXTS.glob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        kind = TextKind(path.name.split(".")[0].replace("_", " "))
        yield kind, (line.split("\t")[0] for line in lines)


def _load(path: Path) -> list[dict[str, str]]:
    return json.loads(path.read_text(encoding="utf-8"))


def _card_texts(cards: Sequence[dict[str, object]], field: str) -> Iterator[str]:
    for card in cards:
        for part in (card, *card.get("card_faces", [])):
            text = part.get(field) or ""
            yield from (line for line in text.split("\n") if line.strip())
            if "\n" in text:
                yield text.replace("\n", " ")


def _rules(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8-sig").splitlines():
        if re.match(r"[0-9]{3}\.[0-9]", line):
            yield line
            yield line.split(" ", 1)[-1]


# --- training -------------------------------------------------------------------------------------------------------


def train(found: Sequence[Example]) -> dict[str, list[float]]:
    """Return the weights of each feature, one for each kind."""
    counts = Counter(feature for each, _, _ in found for feature in set(each))
    weights = {feature: [0.0] * len(TextKind) for feature, count in sorted(counts.items()) if count >= _AT_LEAST}
    weights["*"] = [0.0] * len(TextKind)
    order = list(range(len(found)))
    for turn in range(_ROUNDS):
        Random(turn).shuffle(order)  # noqa: S311  (the same in every run)
        for place in order:
            each, kind, share = found[place]
            _step(weights, each, kind, _RATE / (1 + turn) * sqrt(share))
    return weights


def _telling(weights: dict[str, list[float]], found: Sequence[Example]) -> dict[str, list[float]]:
    """Return the features that tell most: by the spread of their weights and by how many texts have them."""
    counts = Counter(feature for each, _, _ in found for feature in set(each))

    def telling(feature: str) -> float:
        row = weights[feature]
        return (max(row) - min(row)) * sqrt(counts[feature])

    kept = sorted((feature for feature in weights if feature != "*"), key=lambda f: (-telling(f), f))[:_FEATURES]
    return {feature: weights[feature] for feature in sorted(("*", *kept))}


def _step(weights: dict[str, list[float]], found: Sequence[str], wanted: int, rate: float) -> None:
    rows = [row for feature in found if (row := weights.get(feature)) is not None]
    scale = 1 / sqrt(len(rows)) if rows else 0.0
    bias = weights["*"]
    rated = (
        [sum(column) * scale + base for column, base in zip(zip(*rows, strict=True), bias, strict=True)]
        if rows
        else list(bias)
    )
    top = max(rated)
    likely = [exp(rate - top) for rate in rated]
    total = sum(likely)
    for kind, each in enumerate(likely):
        step = rate * ((kind == wanted) - each / total)
        if abs(step) > 1e-4:
            bias[kind] += step * 0.1
            for row in rows:
                row[kind] += step * scale - _PENALTY * row[kind]


def _report(weights: dict[str, list[float]], tried: Sequence[Example]) -> None:
    kinds = list(TextKind)
    taken = Counter[tuple[TextKind, TextKind]]()
    for found, wanted, _ in tried:
        rows = [weights[feature] for feature in found if feature in weights]
        scale = 1 / sqrt(len(rows)) if rows else 0.0
        rated = (
            [sum(column) * scale + base for column, base in zip(zip(*rows, strict=True), weights["*"], strict=True)]
            if rows
            else weights["*"]
        )
        taken[kinds[wanted], kinds[rated.index(max(rated))]] += 1
    for kind in kinds:
        total = sum(count for (wanted, _), count in taken.items() if wanted is kind)
        wrong = [
            (count, other.value) for (wanted, other), count in taken.items() if wanted is kind and other is not kind
        ]
        if total:
            print(f"{kind:10} {taken[kind, kind] / total:6.1%} of {total:5}  {sorted(wrong, reverse=True)[:4]}")


def _write(weights: dict[str, list[float]], count: int) -> None:
    rows = [(feature, [round(10 * weight) for weight in row]) for feature, row in sorted(weights.items())]
    lines = ["\t".join((feature, *map(str, row))) for feature, row in rows]
    head = "\t".join(("feature", *(kind.value for kind in TextKind)))
    TARGET.write_text("\n".join([_NOTES.format(count=count) + head, *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
