"""What a link to a card, a mechanic, a rule or a term shows of it before anyone follows it.

Previews lie in small files by a sum over the address, so that a script finds the one it needs without a list of them.
"""

import json
from collections.abc import Iterator

from kb.model import Lang, Rule
from kb.site.base import address
from kb.site.base.lookups import Atlas
from kb.site.base.markup import pieces
from kb.site.base.tree import (
    Tree,
    foreign,
    name_of_card,
    name_of_mechanic,
    other_name_of_card,
    other_name_of_mechanic,
    shorten,
)
from kb.site.pages.mechanic import KINDS
from kb.site.pages.passages import term_address
from kb.site.pages.values import Name

FOLDER = "previews"
_IN_ONE = 24
"""So many previews lie in a file: about ten kilobytes."""
_LONGEST = 420
_MODULUS = 65_521

Preview = dict[str, object]


def parts(atlas: Atlas) -> int:
    """Return in how many files the previews of a language lie."""
    return 1 + (len(atlas.on_card) + len(atlas.mechanics) + len(atlas.codex.places) + len(atlas.codex.terms)) // _IN_ONE


def preview_files(tree: Tree) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a language by their paths from the folder of the site.

    Their number is part of their names: a file that a browser kept from a smaller site is never taken for another.
    """
    count = parts(tree.atlas)
    held: list[Preview] = [{} for _ in range(count)]
    for key, preview in _previews(tree):
        held[part_of(key, count)][key] = {name: value for name, value in preview.items() if value}
    for number, found in enumerate(held):
        name = f"{tree.lang}-{number}-of-{count}"
        written = json.dumps(found, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        yield f"{FOLDER}/{name}.js", f'kb.previewed("{name}",{written});\n'.encode(errors="backslashreplace")


def part_of(key: str, count: int) -> int:
    """Return in which of *count* files the preview of what stands at *key* lies, as the script does.

    >>> part_of("cards/rift-bolt", 1), part_of("a", 50)
    (0, 47)
    """
    total = 0
    for letter in key:
        total = (total * 31 + ord(letter)) % _MODULUS
    return total % count


def _previews(tree: Tree) -> Iterator[tuple[str, Preview]]:
    """Yield each preview by the address of what it shows, without the ending."""
    for key in tree.atlas.on_card:
        yield _key(address.card(key)), _card(tree, key)
    for slug in tree.atlas.mechanics:
        yield _key(address.mechanic(slug)), _mechanic(tree, slug)
    codex = tree.atlas.codex
    for number, place in codex.places.items():
        if number in codex.numbered and "#chapter" not in place:
            kind = tree.words.say("rule" if "." in number else "rule_section")
            yield _key(place), _rule(tree, f"{kind} {number}", codex.numbered[number])
    for title, entries in codex.terms.items():
        yield _key(term_address(tree, title)), _rule(tree, tree.words.say("glossary"), entries[0])


def _key(place: str) -> str:
    return place.replace(".html", "", 1)


def _card(tree: Tree, key: str) -> Preview:
    card = tree.atlas.cards[key]
    french = tree.lang is Lang.FR and bool(card.text_fr)
    return {
        "over": card.type_line,
        "over_lang": foreign(tree, Lang.EN),
        **_named(name_of_card(tree, card), other_name_of_card(tree, card)),
        "text": _text(card.text_fr if french else card.text),
        "lang": foreign(tree, Lang.FR if french else Lang.EN),
        "under": tree.words.count(len(tree.atlas.on_card[key]), "n_rulings"),
    }


def _mechanic(tree: Tree, slug: str) -> Preview:
    mechanic = tree.atlas.mechanics[slug]
    rules = tree.atlas.codex.of_mechanic.get(slug)
    said = rules and (rules.glossary or rules.defining)
    kind = tree.words.say(KINDS[mechanic.kind][0])
    return {
        "over": f"{kind} · {tree.words.say('rule')} {mechanic.rule}" if mechanic.rule else kind,
        **_named(name_of_mechanic(tree, mechanic), other_name_of_mechanic(tree, mechanic)),
        "text": _text(said.text) if said else (),
        "lang": foreign(tree, Lang.EN),
        "under": tree.words.count(len(tree.atlas.about.get(slug, {})), "n_rulings"),
    }


def _rule(tree: Tree, over: str, rule: Rule) -> Preview:
    lang = foreign(tree, Lang.EN)
    return {"over": over, **_named(Name(rule.title, lang), None), "text": _text(rule.text), "lang": lang}


def _named(name: Name, also: Name | None) -> Preview:
    return {
        "name": name.text,
        "name_lang": name.lang,
        "also": also.text if also else "",
        "also_lang": also.lang if also else "",
    }


def _text(text: str) -> list[list[object]]:
    """Return the beginning of *text* in paragraphs, each in pieces."""
    return [pieces(line) for line in shorten(text, _LONGEST).splitlines() if line.strip()]
