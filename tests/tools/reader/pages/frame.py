"""What surrounds the rulings of a page: how it names their card, and everything that is no ruling."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tests.tools.reader.pages.draft import Card, Draft, Ruling


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page, before it is written in text, Markdown or HTML."""

    role: str
    """`navigation`, `title`, `name`, `link`, `label`, `heading`, `card text`, `prose`, `notes`, `footer`, `rulings`,
    `verbatim`: rulings that are written already."""
    lines: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()


# --- how a page names its card --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Naming:
    """How a page names a card."""

    mode: str
    parts: tuple[Part, ...] = ()
    printed: Mapping[str, str | None] | None = None
    """The printed name by language of the ruling; None if the page has no name."""
    section: str = ""
    """The name for the heading of the rulings; "" leaves it open."""
    page_title: str = ""
    """The name for the `<title>` of an HTML page."""

    def on(self, rulings: Sequence[Ruling], card: Card) -> list[Ruling]:
        """Return *rulings* as those of *card*, printed as this page prints it."""
        if self.mode == "no-name":
            return [replace(each, card=None) for each in rulings]
        printed = self.printed or {}
        return [replace(each, card=card, printed=printed.get(each.lang)) for each in rulings]


_SETS = (("Time Spiral", "TSP"), ("Dominaria", "DOM"), ("Zendikar", "ZEN"), ("Eventide", "EVE"), ("Ravnica", "RAV"))
_MODES = (("name-line", 26), ("twice", 8), ("both", 10), ("label", 12), ("section", 14), ("set", 6), ("thread", 5))
_UNNAMED = (("file-name", 4), ("no-name", 9))
_THREADS = {
    "en": ("[{code}] {name}", "Re: {name}", "Topic: {name}", "Card of the day: {name}", "Thread: {name}"),
    "fr": ("[{code}] {name}", "Re : {name}", "Sujet : {name}", "Carte du jour : {name}", "Discussion : {name}"),
}


def choose_naming(draft: Draft, card: Card, container: str, *, named: bool = False) -> Naming:
    """Choose how the page names *card*; *named* excludes pages without a name."""
    modes = [*_MODES, *(() if named else _UNNAMED)]
    if container != "text":
        modes.append(("link", 8))
    if container == "html":
        modes.append(("page-title", 6))
    if not card.french or card.french == card.english:
        modes.remove(("both", 10))
    mode = draft.trait(modes)
    name = card.name(draft.lang if draft.chance(0.75) else "en")
    return _NAMINGS[mode](draft, card, name)


def _one_name(mode: str, *parts: Part) -> Callable[[Draft, Card, str], Naming]:
    """Return the maker of a naming that prints one name, in *parts* with `{name}`."""

    def make(draft: Draft, _: Card, name: str) -> Naming:
        label, (title, code) = draft.one("labels"), draft.pick(_SETS)
        slots = {
            "{label}": label,
            "{thread}": draft.pick(_THREADS[draft.lang]),
            "{set}": draft.pick((f"({title})", f"({title} #{draft.count(2, 260)})", f"[{code}]")),
            "{code}": code,
            "{name}": name,
        }
        filled = tuple(Part(part.role, tuple(_fill(line, slots) for line in part.lines)) for part in parts)
        return Naming(mode, filled, {"en": name, "fr": name})

    return make


def _fill(line: str, slots: Mapping[str, str]) -> str:
    for slot, value in slots.items():
        line = line.replace(slot, value)
    return line


def _both(draft: Draft, card: Card, _: str) -> Naming:
    pattern = draft.pick(("{en} / {fr}", "{fr} / {en}", "{fr} ({en})", "{en} – {fr}", "{en} | {fr}", "{en} ({fr})"))
    title = pattern.format(en=card.english, fr=card.french)
    return Naming("both", (Part("title", (title,)),), {"en": card.english, "fr": card.french})


def _in_section(_: Draft, __: Card, name: str) -> Naming:
    return Naming("section", (), {"en": name, "fr": name}, section=name)


def _in_page_title(_: Draft, __: Card, name: str) -> Naming:
    return Naming("page-title", (), {"en": name, "fr": name}, page_title=name)


_NAMINGS: dict[str, Callable[[Draft, Card, str], Naming]] = {
    "name-line": _one_name("name-line", Part("title", ("{name}",))),
    "twice": _one_name("twice", Part("title", ("{name}",)), Part("name", ("{name}",))),
    "label": _one_name("label", Part("label", ("{label}", "{name}"))),
    "set": _one_name("set", Part("title", ("{name} {set}",))),
    "thread": _one_name("thread", Part("title", ("{thread}",))),
    "link": _one_name("link", Part("link", ("{name}",))),
    "both": _both,
    "section": _in_section,
    "page-title": _in_page_title,
    "file-name": lambda _, __, ___: Naming("file-name"),
    "no-name": lambda _, __, ___: Naming("no-name"),
}


def section(draft: Draft, naming: Naming, *, kind: str = "sections") -> Part:
    """Return the heading of the rulings."""
    name = naming.section or (naming.printed or {}).get(draft.lang) or ""
    slot = "{card}" if naming.section else ""
    line = draft.one(kind, with_slot=slot, without=None if name else "{card}")
    return Part("heading", (line.replace("{card}", name),))


def card_text(draft: Draft, invented: str = "") -> Part:
    """Return the printed text of an invented card, line by line; of *invented* if that is given."""
    kind, cost, *lines = (invented or draft.one("cards")).split("\n")
    order = draft.pick(((kind, cost, *lines), (cost, kind, *lines), (f"{kind} {cost}", *lines), (kind, *lines)))
    return Part("card text", tuple(line for line in order if line != "—"))


# --- noise ----------------------------------------------------------------------------------------------------------


def before(draft: Draft) -> list[Part]:
    """Return the parts above the card and its rulings; often none."""
    kinds = draft.weighted((((), 35), (("navigation",), 25), (("article",), 12), (("forum",), 8), (("news",), 5)))
    if draft.chance(0.12):
        kinds = (*kinds, "chat")
    return [part for kind in kinds for part in _NOISE[kind](draft)]


def after(draft: Draft) -> list[Part]:
    """Return the parts below the rulings; often none."""
    options = ("footer", "footer", "comments", "legality", "price", "news", "forum", "trivia", "see also")
    count = draft.weighted(((0, 45), (1, 35), (2, 20)))
    kinds = dict.fromkeys(draft.pick(options) for _ in range(count))
    return [part for kind in sorted(kinds, key="footer".__eq__) for part in _NOISE[kind](draft)]


def news(draft: Draft) -> list[Part]:
    """Return a box of news with dates."""
    pattern = draft.pick(("{day}: {line}", "{day} - {line}", "{line} ({day})", "{day}\n{line}"))
    lines = [pattern.format(day=draft.other_day(), line=line) for line in draft.lines("news", 1, 3)]
    return [Part("heading", draft.lines("news_sections")), Part("notes", tuple("\n".join(lines).split("\n")))]


def comments(draft: Draft) -> list[Part]:
    """Return what readers wrote below the page."""
    said = {"en": ("{who} said...", "{who}, {day}", "{who} wrote:"), "fr": ("{who} a dit…", "{who}, {day}", "{who} :")}
    pattern = draft.pick(said[draft.lang])
    lines = [
        line
        for text in draft.lines("comments", 1, 3)
        for line in (pattern.format(who=draft.one("people"), day=draft.other_day()), text)
    ]
    return [Part("heading", draft.lines("comment_sections")), Part("notes", tuple(lines))]


def article(draft: Draft) -> list[Part]:
    """Return the head of an article."""
    return [Part("title", draft.lines("titles")), Part("notes", draft.lines("heads"))]


def _see_also(draft: Draft) -> list[Part]:
    heading = {"en": "See also", "fr": "Voir aussi"}[draft.lang]
    names = tuple(draft.card().name(draft.lang) for _ in range(draft.count(2, 4)))
    return [Part("heading", (heading,)), Part("notes", names)]


def _lines(role: str, kind: str, least: int, most: int) -> Callable[[Draft], list[Part]]:
    return lambda draft: [Part(role, draft.lines(kind, least, most))]


_NOISE: dict[str, Callable[[Draft], list[Part]]] = {
    "navigation": _lines("navigation", "navigation", 2, 7),
    "forum": _lines("notes", "forum", 2, 5),
    "chat": _lines("prose", "chat", 1, 3),
    "footer": _lines("footer", "footer", 1, 4),
    "legality": _lines("notes", "legality", 3, 9),
    "price": _lines("notes", "price", 2, 5),
    "trivia": lambda draft: [
        Part("heading", draft.lines("trivia_sections")),
        Part("notes", draft.lines("trivia", 1, 3)),
    ],
    "news": news,
    "comments": comments,
    "article": article,
    "see also": _see_also,
}
