"""Texts from which copying lost a symbol: "If the card has   in its mana cost"."""

import re
from collections.abc import Sequence

from kb.text.folding import squeeze

_HOLE = re.compile(r"(?<=[a-zà-ÿ,’'])[ \u00a0]{3,}(?=[a-zà-ÿ,.;(])")
_PATTERNS: Sequence[tuple[tuple[str, ...], tuple[str, ...]]] = (
    (
        ("cost", "coût"),
        (
            # A verb or preposition whose symbol is gone before the place where the symbol stands.
            (
                r"\b(?:has|have|had|having|with|includes?|including|contains?|containing|without|show(?:s|ing|n)?)"
                r" in (?:its|their|the|a|an|that|this|his or her) (?:mana |activation |total |suspend )?costs?\b"
            ),
            (
                r"\b(?:a|ont|avait|avec|comporte|comprend|contient|contenant|possède|ayant|sans)"
                r" dans (?:son|leur|leurs|le|les|un|ses) coûts?\b"
            ),
            r"\b(?:treat|an|any) in (?:its|their) (?:mana )?costs?\b",
            r"\b(?:cost|costs|coût|coûts) (?:of|de) (?:and|or|et|ou)\b",
        ),
    ),
    (
        (" ,", " .", " ;", " :"),
        (
            # A comma or a stop that follows a blank: only what is gone can have stood between.
            r"(?:\w|\)) [,.](?! ?\.)(?=\s|\Z|[)\"”’])",
            r"(?:\A|(?<! )[.!?] )[,;:] ?\w",
            r"\b(?:soit|ou|et) [,.]",
        ),
    ),
    (("()", "( )"), (r"\(\s*\)",)),
    (
        ("pay", "pai", "ajout"),
        (
            # A verb that cannot do without its amount.
            r"\b(?:pay|pays|paying) and (?:put|exile|tap|cast|draw|discard|return|sacrifice|then)\b",
            (
                r"\b(?:payer|payez|paie|paient|payant|ajoute|ajoutez|ajouter) et\b"
                r"(?! (?:si|quand|comment|quels?|combien)\b)"
            ),
            r"\b(?:pay|pays|paying) (?:multiple times|more than once|a maximum of)\b",
        ),
    ),
    (("de moins", "de plus"), (r"\bco[uû]te(?:nt|r)? de (?:moins|plus)\b(?! en)",)),
    (("add", "produc"), (r"\b(?:add|adds|adding|produces?|producing) (?:or|and) (?:to|or)\b",)),
    (
        ("value", "number", "amount"),
        (r"\b(?:value|number|amount) (?:of|for) (?:is|are|was|must be|will be|can't be|equals)\b",),
    ),
)
"""What shows that a symbol is gone, by what has to stand in a text for it to be looked for."""
_LOST = tuple((hints, re.compile("|".join(patterns), re.IGNORECASE)) for hints, patterns in _PATTERNS)


def lost_symbol(raw: str) -> str:
    """Return the place of *raw*, its space as printed, where a symbol was lost; "" where nothing says that one was.

    >>> lost_symbol("A spell that has in its mana cost is cast for free."), lost_symbol("It has {X} in its mana cost.")
    ('that has in its mana cost is cast', '')
    """
    hole = _HOLE.search(raw)
    if hole is not None:
        return squeeze(raw[max(0, hole.start() - 15) : hole.end() + 15])
    text = squeeze(raw)
    folded = f" {text.casefold()}"
    found = [pattern.search(text) for hints, pattern in _LOST if any(hint in folded for hint in hints)]
    match = min(filter(None, found), key=re.Match.start, default=None)
    return text[max(0, match.start() - 5) : match.end() + 8].strip() if match else ""
