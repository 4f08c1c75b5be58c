"""What kind of text a piece of a page is: a ruling, a card's text, a rule, a question, talk, the site around them.

A linear model over words and the shape of a text, trained by `tests/tools/reader/train_kinds.py` on public texts of
each kind; its weights are in `kb/data/text_kinds.tsv`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from math import exp, log, sqrt

from kb import tables
from kb.text.folding import strip_accents


class TextKind(StrEnum):
    """The kinds of text that are told apart."""

    RULING = "ruling"
    CARD_TEXT = "card text"
    RULE = "rule"
    QUESTION = "question"
    ANSWER = "answer"
    PROSE = "prose"
    CHAT = "chat"
    SITE = "site"
    FLAVOUR = "flavour"
    HEADING = "heading"


LIMIT = 4.0
"""The log odds of a text being of one kind, at most."""
_PLACES = {kind: place for place, kind in enumerate(TextKind)}
_TOKEN = re.compile(
    r"(?P<symbol>\{[^{}\s]{1,12}\})|(?P<number>[+-]?[0-9X]+/[+-]?[0-9X]+|[0-9]+)|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)"
    r"|(?P<mark>[.!?:;,()\"“”«»—|/@#©€$=<>_]|\.\.\.|…)"
)
_ENDS_SENTENCE = frozenset(".!?:")
_LONGEST = 1500
"""Characters of a text that are looked at."""


def features(text: str) -> Iterator[str]:
    """Yield what the model looks at in *text*: words and pairs of words, signs, how it begins and ends.

    >>> list(features("It’s {X}, Opt."))
    ["^it's", "it's", '{}', "it's {}", ',', 'Aa', '.', '$.']
    """
    starts, before, last = True, "^", ""
    for match in _TOKEN.finditer(text[:_LONGEST]):
        found = match[0]
        if match.lastgroup == "word":
            token = "Aa" if found[0].isupper() and not starts else strip_accents(found).casefold().replace("’", "'")
            if before == "^":
                yield f"^{token}"
        else:
            token = {"symbol": "{}", "number": "0/0" if "/" in found else "0"}.get(match.lastgroup or "", found)
        yield token
        paired = match.lastgroup != "mark" and before not in {"^", ",", "("}
        if paired and token != "Aa":  # noqa: S105  (a word of a text)
            yield f"{before} {token}"
        starts = found in _ENDS_SENTENCE or (starts and match.lastgroup == "mark")
        before = "^" if before == "^" and match.lastgroup == "mark" else token
        last = found
    yield f"${last if last in _ENDS_SENTENCE else ''}"


Sums = tuple[float, ...]
"""The weights of a text's features added up, one sum for each kind, and how many features there were."""


@lru_cache(maxsize=8192)
def sums(text: str) -> Sums:
    """Add up the weights of the features of *text*. The sums of the parts of a text make those of the whole."""
    weights = _weights()
    rows = [row for feature in features(text) if (row := weights.get(feature)) is not None]
    return (*(sum(column) for column in zip(*rows, strict=True)), len(rows)) if rows else (0.0,) * (len(TextKind) + 1)


def scores_of(parts: Sequence[Sums]) -> tuple[float, ...]:
    """Return the logarithm of how likely a text of these *parts* is of each kind, in the order of `TextKind`."""
    totals = [sum(column) for column in zip(*parts, strict=True)]
    scale = 1 / sqrt(totals[-1]) if totals[-1] else 0.0
    rated = [total * scale + bias for total, bias in zip(totals, _weights()["*"], strict=False)]
    top = max(rated)
    norm = top + log(sum(exp(rate - top) for rate in rated))
    return tuple(rate - norm for rate in rated)


@lru_cache(maxsize=8192)
def scores(text: str) -> tuple[float, ...]:
    """Return the logarithm of how likely *text* is of each kind, in the order of `TextKind`."""
    return scores_of((sums(text),))


def odds(rated: Sequence[float], *kinds: TextKind) -> float:
    """Return the log odds of a text being one of *kinds*, within limits, given what `scores` says of it."""
    inside = sum(exp(rated[_PLACES[kind]]) for kind in kinds)
    rate = log(max(inside, 1e-6)) - log(max(1 - inside, 1e-6))
    return max(-LIMIT, min(LIMIT, rate))


def game_odds(rated: Sequence[float]) -> float:
    """Return the log odds of a text saying how the game works, as rulings, answers and rules do, within limits."""
    return odds(rated, TextKind.RULING, TextKind.ANSWER, TextKind.RULE)


def knows(word: str) -> bool:
    """Whether the texts that the model was trained on have *word* more than now and then."""
    return strip_accents(word).casefold() in _weights()


@cache
def _weights() -> Mapping[str, tuple[float, ...]]:
    return tables.text_kinds()
