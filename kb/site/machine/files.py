"""The knowledge for programs: JSON beside the pages, and `llms.txt`, which says where all of it lies.

A file for each of so many rulings and cards would double the site. Rulings lie in 256 files by the first two digits of
their ids, cards in files by the first two letters of their addresses; each mechanic has a file of its own.
"""

import json
from collections.abc import Iterator, Mapping

from kb.model import Card, Lang, LinkKind, Mechanic, Ruling
from kb.site.base import address
from kb.site.base.lookups import Atlas
from kb.site.base.tree import Tree

FOLDER = "json"
_DIGITS = 2


def machine_files(trees: tuple[Tree, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield each file by its path from the folder of the site."""
    atlas = trees[0].atlas
    rulings = {ruling.id: _ruling(atlas, ruling) for ruling in atlas.knowledge.rulings}
    yield from _shards("rulings", rulings)
    yield from _shards("cards", {key: _card(atlas, atlas.cards[key]) for key in atlas.on_card})
    for slug, mechanic in atlas.mechanics.items():
        yield f"{FOLDER}/mechanics/{slug}.json", _bytes(_mechanic(atlas, mechanic))
    yield "llms.txt", _guide(trees).encode()


def _shards(kind: str, values: Mapping[str, object]) -> Iterator[tuple[str, bytes]]:
    shards: dict[str, dict[str, object]] = {}
    for key, value in values.items():
        shards.setdefault(key[:_DIGITS], {})[key] = value
    for name, shard in sorted(shards.items()):
        yield f"{FOLDER}/{kind}/{name}.json", _bytes(shard)


def _ruling(atlas: Atlas, ruling: Ruling) -> dict[str, object]:
    links = atlas.ties.get(ruling.id, ())
    return {
        "date": ruling.date.isoformat() if ruling.date else None,
        "lang": ruling.lang.value,
        "text": ruling.text,
        "cards": list(ruling.cards),
        "mechanics": {link.mechanic: round(link.weight, 2) for link in links},
        "context": [link.mechanic for link in links if link.kind is LinkKind.CONTEXT],
        "official": ruling.official,
    }


def _card(atlas: Atlas, card: Card) -> dict[str, object]:
    return {"name": card.name, "name_fr": card.name_fr or None, "rulings": list(atlas.on_card[card.key])}


def _mechanic(atlas: Atlas, mechanic: Mechanic) -> dict[str, object]:
    return {
        "slug": mechanic.slug,
        "kind": mechanic.kind.value,
        "name": mechanic.name,
        "name_fr": mechanic.name_fr or None,
        "rule": mechanic.rule or None,
        "rulings": list(atlas.about.get(mechanic.slug, {})),
    }


def _guide(trees: tuple[Tree, ...]) -> str:
    """Write what a language model needs to find its way, as https://llmstxt.org describes it."""
    base = trees[0].base_url
    lines: list[str] = []
    for tree in trees:
        say = tree.words.say
        home = f"{base}{tree.lang}/"
        lists = {"mechanics": address.MECHANICS, "cards": address.CARDS, "dates": address.DATES, "about": address.ABOUT}
        lines += [f"## {say('language_name')}", "", say("site_summary"), ""]
        lines += [f"- [{say(name)}]({home}{where}): {say(f'{name}_lead')}" for name, where in lists.items()]
        lines.append("")
    first = trees[0]
    return "\n".join(
        (
            f"# {first.words.say('site')}",
            "",
            f"> {first.words.say('site_summary')}",
            "",
            *([first.words.say("paraphrase_short"), ""] if first.paraphrased else ()),
            *lines,
            "## JSON",
            "",
            f"- {base}{FOLDER}/rulings/NN.json: rulings by id; NN is the first two digits of the id",
            f"- {base}{FOLDER}/cards/XX.json: the ids of the rulings on each card; XX is how its address begins",
            f"- {base}{FOLDER}/mechanics/NAME.json: the ids of the rulings that explain a mechanic, by its address",
            f"- {base}{Lang.EN}/rulings/ID.html: the page of a ruling",
            "",
        )
    )


def _bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
