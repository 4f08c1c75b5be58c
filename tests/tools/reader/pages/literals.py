"""Pages of data: trees of cards and rulings of several shapes, in the syntax of many languages."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tests.tools.reader.pages import dates, syntaxes
from tests.tools.reader.pages.dates import Form
from tests.tools.reader.pages.draft import Card, Draft, Ruling
from tests.tools.reader.pages.lists import Written, slug
from tests.tools.reader.pages.syntaxes import SYNTAXES, Tree

_KINDS = (
    ("json", 30), ("jsonlines", 8), ("yaml", 12), ("toml", 7), ("xml", 10), ("javascript", 9), ("lua", 6), ("php", 5),
    ("python", 5), ("ruby", 3), ("perl", 2), ("lisp", 4), ("edn", 2),
)  # fmt: skip
_SHAPES = (("card", 26), ("rows", 20), ("by-name", 12), ("answer", 10), ("cards", 18), ("sets", 14))
_ROWS = (("rows", 60), ("cards", 40))
_STRICT = (("card", 30), ("rows", 25), ("answer", 10), ("cards", 20), ("sets", 15))
_SHAPES_OF = {"jsonlines": _ROWS, "toml": _STRICT, "xml": _STRICT}
_NAMES = {"card": "", "rows": "records"}
"""What the tree is called: "" stands for an identifier made of the card's name, and most are called `cards`."""
_KEYS = {
    "date": ("date", "date", "published_at", "publishedAt", "when", "day", "dated", "Date"),
    "text": ("text", "text", "comment", "ruling", "note", "content", "body", "Text"),
    "name": ("name", "name", "card", "cardName", "card_name", "title"),
    "rulings": ("rulings", "rulings", "notes", "clarifications", "officialRulings", "faq", "decisions"),
}
_DATES = (dates.ISO, dates.ISO, dates.ISO, Form("iso-time", lambda day: f"{day.isoformat()}T00:00:00Z"))


@dataclass(frozen=True, slots=True)
class Keys:
    """The names of the fields of a page, and how a ruling is written."""

    date: str
    text: str
    name: str
    """"" where no field has the name of the card."""
    rulings: str
    ruling: str
    """`object`, `pair`, `string`, or `by date`."""
    extra: tuple[str, ...]
    """Further fields of a card."""
    fields: tuple[str, ...]
    """Further fields of a ruling."""


def data_literal(draft: Draft) -> Written:
    """Write a tree of rulings in a data format or as a literal of a programming language."""
    kind = draft.trait(_KINDS)
    shape = draft.trait(_SHAPES_OF.get(kind, _SHAPES))
    keys = _keys(draft, kind, shape)
    cards, rulings = _rulings(draft, kind, shape)
    if draft.chance(0.88):
        rulings = draft.dated(rulings, draft.form() if draft.chance(0.2) else draft.pick(_DATES))
    printed = rulings[0].printed
    if shape == "card" and printed not in {cards[0].english, cards[0].french}:
        keys = replace(keys, name="")
    tree = _TREES[shape](draft, keys, cards, rulings)
    text, extension = write(draft, kind, tree, _NAMES.get(shape, "cards") or identifier(cards[0]))
    page = Written(text, "txt" if draft.chance(0.08) else extension, tuple(rulings))
    return replace(page, stem=slug(cards[0], draft.seed)) if rulings[0].card and not rulings[0].printed else page


def _keys(draft: Draft, kind: str, shape: str) -> Keys:
    strict = kind in {"xml", "toml", "jsonlines"}
    forms = (("object", 75), ("string", 8)) if strict else (("object", 75), ("pair", 8), ("string", 8), ("by date", 9))
    names = {key: draft.pick(options) for key, options in _KEYS.items()}
    names["text"] = "comment" if names["text"] == names["rulings"] else names["text"]
    return Keys(
        **names,
        ruling=draft.weighted(forms) if shape not in {"rows", "answer"} else "object",
        extra=tuple(draft.random.sample(sorted(_EXTRA), draft.count(0, 5))),
        fields=tuple(draft.random.sample(sorted(_FIELDS), draft.weighted(((0, 60), (1, 25), (2, 15))))),
    )


def _rulings(draft: Draft, kind: str, shape: str) -> tuple[list[Card], list[Ruling]]:
    """Return the cards of the page and its rulings, those of each card together."""
    if shape in {"card", "answer"}:
        card = draft.card()
        mode = "name" if shape == "card" else "none"
        if shape == "card" and draft.chance(0.25):
            mode = "identifier" if kind == "javascript" else draft.pick(("name", "file"))
        named = mode in {"name", "identifier"}
        printed = (identifier(card) if mode == "identifier" else card.name(draft.lang)) if named else None
        own = None if mode == "none" else card
        found = draft.rulings(draft.count(2, 6), card, named=named)
        return [card], [replace(each, card=own, printed=printed) for each in found]
    cards = [draft.card() for _ in range(draft.count(2, 4))]
    rulings = [
        replace(each, printed=card.name(draft.lang))
        for card, size in zip(cards, draft.sizes(len(cards), 3), strict=True)
        for each in draft.rulings(size, card)
    ]
    return cards, rulings


def identifier(card: Card) -> str:
    """Return the English name of *card* as programs write it: `KitchenFinks`."""
    words = re.findall(r"\w+", card.english.replace("'", ""))
    return "".join(word[0].upper() + word[1:] for word in words)


# --- shapes ---------------------------------------------------------------------------------------------------------


def _card_tree(draft: Draft, keys: Keys, card: Card, rulings: Sequence[Ruling]) -> dict[str, Tree]:
    """Return a card with its rulings; without its name where the page does not print it as a field."""
    printed = rulings[0].printed if rulings else card.name(draft.lang)
    name: dict[str, Tree] = {keys.name: printed} if keys.name else {}
    extra = {key: _EXTRA[key](draft, card) for key in keys.extra}
    fields = [*extra.items(), (keys.rulings, _rulings_tree(draft, keys, rulings))] if rulings else [*extra.items()]
    if draft.chance(0.4):
        draft.random.shuffle(fields)
    return name | dict(fields)


def _rulings_tree(draft: Draft, keys: Keys, rulings: Sequence[Ruling]) -> Tree:
    if keys.ruling == "pair" and rulings[0].written:
        return [[each.written, each.text] for each in rulings]
    if keys.ruling in {"string", "pair"}:
        return [f"{each.written}: {each.text}" if each.written else each.text for each in rulings]
    if keys.ruling == "by date" and rulings[0].written:
        ordered = sorted(rulings, key=lambda each: each.written)
        groups = groupby(ordered, key=lambda each: each.written)
        return {written: [each.text for each in members] for written, members in groups}
    return [_ruling_tree(draft, keys, each, {}) for each in rulings]


def _ruling_tree(draft: Draft, keys: Keys, ruling: Ruling, first: Mapping[str, Tree]) -> dict[str, Tree]:
    date: dict[str, Tree] = {keys.date: ruling.written} if ruling.written else {}
    own = {key: _FIELDS[key](draft, ruling) for key in keys.fields}
    parts = [date, own] if draft.seed % 3 else [own, date]
    text: dict[str, Tree] = {keys.text: ruling.text}
    return dict(first) | ((parts[0] | parts[1] | text) if draft.seed % 4 else (text | parts[0] | parts[1]))


def _one_card(draft: Draft, keys: Keys, cards: Sequence[Card], rulings: Sequence[Ruling]) -> Tree:
    return _card_tree(draft, keys, cards[0], rulings)


def _of_each(cards: Sequence[Card], rulings: Sequence[Ruling]) -> list[tuple[Card, list[Ruling]]]:
    return [(card, [each for each in rulings if each.card == card]) for card in cards]


def _rows(draft: Draft, keys: Keys, _: Sequence[Card], rulings: Sequence[Ruling]) -> Tree:
    names = replace(keys, name="card" if keys.name in {keys.text, "title"} else keys.name)
    return [_ruling_tree(draft, names, each, {names.name: each.printed or ""}) for each in rulings]


def _by_name(draft: Draft, keys: Keys, cards: Sequence[Card], rulings: Sequence[Ruling]) -> Tree:
    return {members[0].printed or "": _rulings_tree(draft, keys, members) for _, members in _of_each(cards, rulings)}


def _answer(draft: Draft, keys: Keys, _: Sequence[Card], rulings: Sequence[Ruling]) -> Tree:
    """Return what a web service answers: rulings without the name of their card."""
    number = f"{draft.random.getrandbits(32):08x}-0000-4000-8000-0000000000bb"
    rows = [_ruling_tree(draft, keys, each, {"object": "ruling", "oracle_id": number}) for each in rulings]
    return {"object": "list", "has_more": False, "data": rows}


def _cards(draft: Draft, keys: Keys, cards: Sequence[Card], rulings: Sequence[Ruling]) -> Tree:
    trees: list[Tree] = [_card_tree(draft, keys, card, members) for card, members in _of_each(cards, rulings)]
    if draft.chance(0.3):
        trees.append(_card_tree(draft, keys, draft.card(), []))
    return trees


def _sets(draft: Draft, keys: Keys, cards: Sequence[Card], rulings: Sequence[Ruling]) -> Tree:
    inner = {
        "name": "Time Spiral",
        "releaseDate": "2006-10-06",
        "cards": _cards(draft, keys, cards, rulings),
    }
    return {"meta": {"date": "2021-12-01", "version": "5.2.0"}, "data": {"TSP": inner}}


_TREES: dict[str, Callable[[Draft, Keys, Sequence[Card], Sequence[Ruling]], Tree]] = {
    "card": _one_card,
    "rows": _rows,
    "by-name": _by_name,
    "answer": _answer,
    "cards": _cards,
    "sets": _sets,
}


def cards_without_rulings(draft: Draft, count: int) -> Tree:
    """Return a list of cards that have no rulings."""
    extra = (*draft.random.sample(sorted(_EXTRA), draft.count(1, 4)), "oracleText")
    keys = Keys("date", "text", "name", "rulings", "object", extra, ())
    trees: list[Tree] = []
    for _ in range(count):
        tree = _card_tree(draft, keys, draft.card(), [])
        trees.append(tree | {"rulings": []} if draft.seed % 2 else tree)
    return trees


def _card_line(place: int) -> Callable[[Draft, Card], Tree]:
    return lambda draft, _: draft.one("cards").split("\n")[place]


_EXTRA: dict[str, Callable[[Draft, Card], Tree]] = {
    "type": _card_line(0),
    "manaCost": _card_line(1),
    "oracleText": _card_line(2),
    "set": lambda draft, _: draft.pick(("TSP", "DOM", "ZEN")),
    "number": lambda draft, _: str(draft.count(1, 250)),
    "rarity": lambda draft, _: draft.pick(("common", "uncommon", "rare")),
    "uuid": lambda draft, _: f"{draft.random.getrandbits(32):08x}-0000-4000-8000-0000000000aa",
    "legalities": lambda _, __: {"modern": "Legal", "vintage": "Legal", "standard": "Not legal"},
    "prices": lambda draft, _: {"usd": f"{draft.count(0, 30)}.{draft.count(10, 99)}", "tix": None},
    "foreignNames": lambda _, card: [{"language": "French", "name": card.french}] if card.french else None,
    "reserved": lambda draft, _: draft.chance(0.2),
    "edhrecRank": lambda draft, _: draft.count(1, 20000),
    "releasedAt": lambda draft, _: dates.ISO.write(dates.days(draft.random, 1, dates.ISO)[0]),
    "flavorText": lambda draft, _: draft.one("trivia"),
}
_FIELDS: dict[str, Callable[[Draft, Ruling], Tree]] = {
    "source": lambda _, __: "wotc",
    "id": lambda draft, _: draft.count(100, 99999),
    "lang": lambda _, ruling: ruling.lang,
    "url": lambda draft, _: f"https://www.example.org/r/{draft.count(1, 9999)}",
}


# --- writing --------------------------------------------------------------------------------------------------------


def write(draft: Draft, kind: str, tree: Tree, name: str) -> tuple[str, str]:
    """Return *tree* in the syntax of *kind*, and the extension of such files; *name* is that of a variable."""
    if kind == "json":
        indent = draft.pick((None, 1, 2, 2, 4, "\t"))
        return json.dumps(tree, indent=indent, ensure_ascii=draft.chance(0.4)) + draft.pick(("\n", "")), "json"
    if kind == "jsonlines" and isinstance(tree, Sequence):
        return "".join(json.dumps(each, ensure_ascii=draft.chance(0.4)) + "\n" for each in tree), "jsonl"
    if kind == "yaml":
        begin = draft.pick(("---", "", "# cards"))
        lines = syntaxes.yaml(tree, draft.pick(("double", "single", "folded")))
        return "\n".join((*([begin] if begin else []), *lines, "")), draft.pick(("yaml", "yml"))
    if kind == "toml":
        return "\n".join((*syntaxes.toml(tree if isinstance(tree, Mapping) else {name: tree}), "")), "toml"
    if kind == "xml":
        root = name if name in {"cards", "records"} else "card"
        lines = syntaxes.xml(root, tree, attributes=draft.chance(0.5))
        return "\n".join(('<?xml version="1.0" encoding="UTF-8"?>', *lines, "")), "xml"
    syntax = draft.pick(SYNTAXES[kind])
    inner = syntaxes.write(syntax, tree, draft.pick(("  ", "    ", "\t", "")))
    variable = name if kind == "javascript" else "cards"
    begin, end = (part.replace("{id}", variable).replace("{ID}", "CARDS") for part in (syntax.begin, syntax.end))
    return begin + inner + end, syntax.extension
