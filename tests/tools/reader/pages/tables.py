"""Tables of rulings: HTML, CSV and its kin, Markdown, wikitext, lines with bars."""

import csv
import io
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from tests.tools.reader.pages import frame, markup
from tests.tools.reader.pages.draft import Draft, Ruling
from tests.tools.reader.pages.entries import Style
from tests.tools.reader.pages.frame import Part
from tests.tools.reader.pages.html_page import html_page
from tests.tools.reader.pages.lists import Written, compose, slug

_HEADERS = {
    "en": {
        "date": (
            "date",
            "Date",
            "published_at",
            "Published",
            "ruling date",
            "Date of ruling",
            "day",
            "as of",
            "publishedOn",
        ),
        "text": (
            "text",
            "ruling",
            "Ruling",
            "comment",
            "note",
            "Ruling text",
            "explanation",
            "content",
            "Clarification",
        ),
        "card": ("card", "Card", "name", "card_name", "Card name", "cardName"),
    },
    "fr": {
        "date": ("date", "Date", "jour", "Publié le", "date de la décision"),
        "text": ("texte", "décision", "Décision", "commentaire", "Précision", "règle"),
        "card": ("carte", "Carte", "nom", "Nom de la carte"),
    },
}
_EXTRA: dict[str, Callable[[Draft, int], str]] = {
    "set": lambda draft, _: draft.pick(("TSP", "DOM", "ZEN", "EVE", "M19")),
    "number": lambda draft, _: str(draft.count(1, 280)),
    "uuid": lambda draft, _: (
        f"{draft.random.getrandbits(32):08x}-{draft.random.getrandbits(16):04x}-4000-8000-0000000000aa"
    ),
    "url": lambda draft, row: f"https://www.example.org/rulings/{draft.seed + row}",
    "id": lambda draft, row: str(1000 + draft.seed + row),
    "source": lambda _, __: "wotc",
    "rarity": lambda draft, _: draft.pick(("common", "uncommon", "rare")),
    "lang": lambda _, __: "",
    "#": lambda _, row: str(row + 1),
}
_KINDS = (("html", 32), ("csv", 14), ("tsv", 10), ("semicolon", 10), ("markdown", 16), ("wiki", 10), ("bars", 8))


_SEPARATORS = {"csv": ",", "tsv": "\t", "semicolon": ";"}
_PLAIN = Style(place="undated")


@dataclass(frozen=True, slots=True)
class Table:
    """A table before it is written."""

    header: tuple[str, ...]
    """Empty where the table has none."""
    rows: tuple[tuple[str, ...], ...]
    texts: int
    """Place of the column of texts."""


def table(draft: Draft) -> Written:
    """Write a table of rulings, of one card or of one card a row."""
    kind = draft.trait(_KINDS)
    per_row = draft.trait((("card-per-row", 50), ("one-card", 50))) == "card-per-row"
    draft.terse = draft.chance(0.06)
    if per_row or kind in _SEPARATORS:
        rulings = _many_cards(draft) if per_row else _column_of_one_card(draft)
        above = [Part("heading", (draft.one("sections", without="{card}"),))] if draft.chance(0.4) else []
    else:
        rulings, above = _card_above(draft, kind)
    if draft.terse or draft.chance(0.85):
        rulings = draft.dated(rulings, draft.form())
    found = _table(draft, rulings, with_card=per_row or (kind in _SEPARATORS and bool(rulings[0].printed)))
    if kind in _SEPARATORS:
        page = _separated(draft, kind, found, rulings)
        card = rulings[0].card
        return replace(page, stem=slug(card, draft.seed)) if card and not rulings[0].printed else page
    if kind == "html":
        return _html(draft, found, above, rulings)
    lines = {"markdown": _markdown, "wiki": _wiki, "bars": _bars}[kind](draft, found)
    parts = [*frame.before(draft), *above, Part("verbatim", tuple(lines), tuple(rulings)), *frame.after(draft)]
    return compose(draft, "markdown" if kind == "markdown" else "text", parts, _PLAIN)


def _many_cards(draft: Draft) -> list[Ruling]:
    cards = [draft.card() for _ in range(draft.count(2, 5))]
    sizes = draft.sizes(len(cards), 2)
    return [
        replace(each, printed=card.name(draft.lang))
        for card, size in zip(cards, sizes, strict=True)
        for each in draft.rulings(size, card)
    ]


def _column_of_one_card(draft: Draft) -> list[Ruling]:
    """Return rulings of a card whose name is in each row, or only in the name of the file."""
    card, named = draft.card(), draft.chance(0.7)
    printed = card.name(draft.lang) if named else None
    return [replace(each, printed=printed) for each in draft.rulings(draft.count(2, 7), card, named=named)]


def _card_above(draft: Draft, kind: str) -> tuple[list[Ruling], list[Part]]:
    card = draft.card()
    named = frame.choose_naming(draft, card, "text", named=kind == "wiki")
    rulings = named.on(draft.rulings(draft.count(2, 7), card, named=named.printed is not None), card)
    heading = [frame.section(draft, named)] if named.section or draft.chance(0.5) else []
    if named.mode == "file-name":
        rulings = [replace(each, card=None) for each in rulings]
    return rulings, [*named.parts, *heading]


def _table(draft: Draft, rulings: Sequence[Ruling], *, with_card: bool) -> Table:
    """Return the table of *rulings*, its columns in any order."""
    extra = draft.random.sample(sorted(_EXTRA), draft.weighted(((0, 50), (1, 25), (2, 15), (4, 10))))
    own = [*(["card"] if with_card else []), *(["date"] if rulings[0].written else []), "text"]
    columns = [*own, *extra] if len(own) > 1 or extra else ["#", *own]
    if draft.chance(0.5):
        draft.random.shuffle(columns)
    names = _HEADERS[draft.lang if draft.chance(0.7) else "en"]
    header = tuple(draft.pick(names[column]) if column in names else column for column in columns)
    rows = tuple(tuple(_cell(draft, column, each, row) for column in columns) for row, each in enumerate(rulings))
    bare = len(own) > 1 and not extra and draft.chance(0.25)
    return Table(() if bare else header, rows, columns.index("text"))


def _cell(draft: Draft, column: str, ruling: Ruling, row: int) -> str:
    own = {"text": ruling.text, "date": ruling.written, "card": ruling.printed or "", "lang": ruling.lang}
    return own[column] if column in own else _EXTRA[column](draft, row)


# --- how tables are written -----------------------------------------------------------------------------------------


def _html(draft: Draft, found: Table, above: Sequence[Part], rulings: Sequence[Ruling]) -> Written:
    look = markup.choose_look(draft, "before")
    draft.traits.pop()  # of the look only what holds for cells is used
    tag = draft.pick(("th", "th", "td"))
    head = "".join(f"<{tag}>{markup.plain(look, name)}</{tag}>" for name in found.header)
    striped = draft.chance(0.5)
    called = draft.chance(0.5 if draft.terse else 0.15)
    days = {each.written for each in rulings if each.written}
    lines = [f"<tr>{head}</tr>"] if head else []
    for number, row in enumerate(found.rows):
        kinds = [_class(place, cell, found.texts, days) if called else "" for place, cell in enumerate(row)]
        cells = "".join(
            f"<td{kind}>{_html_cell(draft, look, row, place, found.texts)}</td>" for place, kind in enumerate(kinds)
        )
        lines.append(f'<tr class="{("odd", "even")[number % 2]}">{cells}</tr>' if striped else f"<tr>{cells}</tr>")
    written = (f'<table class="{look.classes[0]}">', *lines, "</table>")
    parts = [*frame.before(draft), *above, Part("verbatim", written, tuple(rulings)), *frame.after(draft)]
    return Written(html_page(draft, parts, _PLAIN, look=look), "html", tuple(rulings))


def _class(place: int, cell: str, texts: int, days: Collection[str]) -> str:
    """Return the class of a cell of a page that calls its rulings so."""
    return ' class="rulingText"' if place == texts else ' class="rulingDate"' if cell in days else ""


def _html_cell(draft: Draft, look: markup.Look, row: Sequence[str], place: int, texts: int) -> str:
    return markup.rich(draft, look, row[place]) if place == texts else markup.plain(look, row[place])


def _separated(draft: Draft, kind: str, found: Table, rulings: Sequence[Ruling]) -> Written:
    out = io.StringIO()
    writer = csv.writer(out, draft.pick(("unix", "excel", "excel")), delimiter=_SEPARATORS[kind])
    writer.writerows([found.header, *found.rows] if found.header else found.rows)
    extension = "txt" if draft.chance(0.1) else ("tsv" if kind == "tsv" else "csv")
    return Written(out.getvalue(), extension, tuple(rulings))


def _markdown(draft: Draft, found: Table) -> list[str]:
    header = found.header or tuple(" " for _ in found.rows[0])
    rule = "|".join(draft.pick((" --- ", ":---", " :-: ", "------")) for _ in header)
    lines = [" | ".join(row) for row in (header, *found.rows)]
    if draft.chance(0.8):
        lines, rule = [f"| {line} |" for line in lines], f"|{rule}|"
    return [lines[0], rule, *lines[1:]]


def _wiki(draft: Draft, found: Table) -> list[str]:
    lines = ['{| class="wikitable"']
    if found.header:
        lines.append(f"! {' !! '.join(found.header)}")
    one_line = draft.chance(0.5)
    for row in found.rows:
        lines += ["|-", *([f"| {' || '.join(row)}"] if one_line else [f"| {cell}" for cell in row])]
    return [*lines, "|}"]


def _bars(draft: Draft, found: Table) -> list[str]:
    """Return the lines of a table as browsers copy it."""
    separator = draft.pick((" | ", "\t", " |\t"))
    return [separator.join(row) for row in ((found.header, *found.rows) if found.header else found.rows)]
