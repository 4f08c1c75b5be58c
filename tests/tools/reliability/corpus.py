"""Corpora of any size in words of our own, the same for the same seed."""

import json
import random
from datetime import date, timedelta
from pathlib import Path

_OPENINGS = (
    "If {card} leaves the battlefield first,",
    "Once {card} has been cast,",
    "While {card} waits in exile,",
    "When two players own {card},",
    "As long as {card} stays untapped,",
    "In the turn in which {card} came,",
)
_MIDDLES = (
    "the trigger of {word} still resolves",
    "{word} looks at the mana value as it was last",
    "nothing stops {word} from being used again",
    "{word} counts each of the {number} counters once",
    "a copy made by {word} has no cost of {{X}}",
    "its controller may put off {word} until {number} steps later",
)
_ENDS = (
    "and no player can answer in between.",
    "even if the target is gone by then.",
    "unless an effect says otherwise in so many words.",
    "and what was paid for it is not given back.",
    "but the order is chosen by whoever plays turn {number}.",
)
_FRENCH = (
    "Tant que {card} reste en exil, {word} ne se déclenche pas avant l’étape {number}.",
    "Si {card} quitte le champ de bataille, {word} se résout quand même {number} fois.",
    "Le coût de {card} compte {number} fois pour {word}, et rien n’est rendu.",
)
_WORDS = ("suspend", "cascade", "flying", "vanishing", "madness", "convoke", "delirium", "trample", "haste", "storm")
_WORDS_FR = ("la suspension", "la cascade", "le vol", "la disparition", "la folie", "la célérité")
_FIRST_DAY = date(2004, 10, 4)


def sentence(chance: random.Random, card: str, number: int) -> str:
    """Make an English ruling on *card*; another *number*, another text."""
    parts = (chance.choice(_OPENINGS), chance.choice(_MIDDLES), chance.choice(_ENDS))
    return " ".join(parts).format(card=card, word=chance.choice(_WORDS), number=number)


def card_name(number: int) -> str:
    """Name a card that no one has printed."""
    beings = ("Warden", "Lantern", "Otter", "Ferry", "Quarry", "Bell", "Orchard")
    places = ("Low Water", "the Ninth Stair", "Salt Hollow", "Old Harrow", "the Tin Sun")
    return f"{beings[number % 7]} of {places[number % 5]} {number}"


def write_corpus(folder: Path, rulings: int, seed: int) -> Path:
    """Write about *rulings* rulings into *folder*: pages of text, a page of markup, and rows of JSON lines."""
    chance = random.Random(seed)  # noqa: S311  (a fixed seed, no secret)
    folder.mkdir(parents=True)
    paged = min(max(rulings // 4, 16), 400)
    for page in range(paged // 8):
        _write_page(folder / f"page-{page}.txt", card_name(page), chance)
    rows = [_row(chance, number, rulings) for number in range(rulings - paged)]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "ascii")
    return folder


def _write_page(file: Path, card: str, chance: random.Random) -> None:
    lines = [card, ""]
    for number in range(8):
        lines += [_day(chance), sentence(chance, card, number), ""]
    file.write_text("\n".join(lines), "utf-8")


def _row(chance: random.Random, number: int, rulings: int) -> dict[str, object]:
    card = card_name(chance.randrange(max(rulings // 6, 1)))
    french = number % 9 == 0
    text = sentence(chance, card, number)
    if french:
        text = chance.choice(_FRENCH).format(card=card, word=chance.choice(_WORDS_FR), number=number)
    row = {"date": _day(chance), "lang": "fr" if french else "en", "text": text}
    return {"id": f"{number:012x}", **row, "cards": [card], "mechanics": [], "sources": ["wotc"]}


def _day(chance: random.Random) -> str:
    return (_FIRST_DAY + timedelta(days=30 * chance.randrange(240))).isoformat()
