"""Pages of text, Markdown and HTML whose rulings are entries of a list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tests.tools.reader.pages import dates, entries, frame
from tests.tools.reader.pages.draft import Card, Draft, Ruling
from tests.tools.reader.pages.entries import Style
from tests.tools.reader.pages.frame import Naming, Part
from tests.tools.reader.pages.html_page import html_page
from tests.tools.reader.pages.plain import markdown_page, text_page

_CONTAINERS = (("text", 50), ("markdown", 15), ("html", 35))
EXTENSIONS = {"text": "txt", "markdown": "md", "html": "html"}
_DATED = (
    ("before", 28),
    ("after", 12),
    ("inline-before", 28),
    ("inline-after", 22),
    ("some-before", 4),
    ("some-after", 6),
)
_HEADING_NOTE = "date of the heading; null is right too"


@dataclass(frozen=True, slots=True)
class Written:
    """A page with its rulings."""

    text: str
    extension: str
    rulings: tuple[Ruling, ...]
    stem: str = ""
    """The name of its file without extension; "" where the traits make the name."""


def compose(draft: Draft, container: str, parts: Sequence[Part], style: Style, **options: str) -> Written:
    """Write *parts* in *container*."""
    writers: dict[str, Callable[..., str]] = {"text": text_page, "markdown": markdown_page, "html": html_page}
    rulings = tuple(each for part in parts for each in part.rulings)
    return Written(writers[container](draft, parts, style, **options), EXTENSIONS[container], rulings)


def slug(card: Card, seed: int) -> str:
    """Return the stem of a file that is named for *card*."""
    return "-".join((*"".join(c if c.isalnum() else " " for c in card.english.lower()).split(), f"{seed:04}"))


# --- one card -------------------------------------------------------------------------------------------------------


def dated_list(draft: Draft) -> Written:
    """Write the rulings of one card, all or some of them with dates of their own."""
    return _one_card(draft, draft.trait(_CONTAINERS), draft.weighted(_DATED))


def terse_list(draft: Draft) -> Written:
    """Write dated rulings of one card that say next to nothing: only their place shows what they are."""
    draft.terse = True
    return _one_card(
        draft, draft.trait(_CONTAINERS), draft.weighted((("before", 60), ("inline-before", 25), ("after", 15)))
    )


def date_groups(draft: Draft) -> Written:
    """Write the rulings of one card below their dates, several below one."""
    return _one_card(draft, draft.trait(_CONTAINERS), "group")


def undated_list(draft: Draft) -> Written:
    """Write the rulings of one card without dates of their own."""
    return _one_card(draft, draft.trait(_CONTAINERS), draft.weighted((("undated", 78), ("heading", 22))))


def _one_card(draft: Draft, container: str, place: str) -> Written:
    draft.traits.append(place)
    card = draft.card()
    named = frame.choose_naming(draft, card, container)
    rulings = named.on(draft.rulings(draft.count(2, 8), card, named=named.printed is not None), card)
    style, author = entries.with_source(entries.choose_style(draft, place, container), draft)
    style = _marked(draft, style) if place.startswith("some") else style
    rulings, headings = _dates(draft, place, rulings, author)
    above = frame.before(draft)
    parts = [*above, *named.parts]
    text = [frame.card_text(draft)] if named.parts and draft.chance(0.3) else []
    if draft.terse or _needs_heading(container, style, named, text=bool(text), above=bool(above)) or draft.chance(0.7):
        text.append(frame.section(draft, named))
    page = compose(
        draft,
        container,
        [*parts, *text, *headings, Part("rulings", rulings=tuple(rulings)), *frame.after(draft)],
        style,
        **_options(container, named),
    )
    return replace(page, stem=slug(card, draft.seed)) if named.mode == "file-name" else page


def _options(container: str, named: Naming) -> dict[str, str]:
    return {"page_title": named.page_title} if container == "html" else {}


def _dates(draft: Draft, place: str, rulings: list[Ruling], author: str) -> tuple[list[Ruling], list[Part]]:
    """Return *rulings* with dates as *place* has it, and a heading with the date of all."""
    if place == "undated":
        return rulings, []
    if place == "heading":
        form = draft.form()
        day = dates.days(draft.random, 1, form)[0]
        heading = draft.one("dated_sections").replace("{date}", form.write(day).removeprefix("le "))
        return [replace(each, day=day, note=_HEADING_NOTE) for each in rulings], [Part("heading", (heading,))]
    if draft.langs == ("en",) and draft.lang == "en" and place != "group" and draft.chance(0.04):
        draft.traits.append("ambiguous")
        return draft.ambiguously_dated(rulings), []
    dated = draft.dated(rulings, draft.form(), repeats=0.75 if place == "group" else 0.5)
    if place.startswith("some"):
        bare = {draft.count(0, len(dated) - 1) for _ in range(len(dated) // 2)}
        undated = [replace(each, day=None, written="") for each in dated]
        dated = [undated[number] if number in bare else each for number, each in enumerate(dated)]
    return [replace(each, author=author if each.day else "") for each in dated], []


def _needs_heading(container: str, style: Style, named: Naming, *, text: bool, above: bool) -> bool:
    """Return whether the page needs a heading to show where the rulings begin."""
    if named.section or (above and not named.parts):
        return True
    if style.place in {"undated", "some-before", "some-after", "after"}:
        return container == "html" or not style.mark or not named.parts
    return style.place == "inline-after" and text and (container == "html" or not style.mark)


def translated_card(draft: Draft) -> Written:
    """Write the French text of a card and, below it, English rulings: no heading parts the two, nothing is marked."""
    draft.traits.append("translated-card")
    abilities = draft.material.lines["fr"]["abilities"]
    text = Part("card text", tuple(draft.random.sample(abilities, draft.count(1, 3))))
    draft.lang, draft.langs = "en", ("en",)
    rulings = draft.rulings(draft.count(2, 5), named=False)
    style = Style(place="undated", gap=draft.count(0, 1))
    return compose(draft, "text", [text, Part("rulings", rulings=tuple(rulings))], style)


def dated_post(draft: Draft) -> Written:
    """Write a post that is dated above and whose rulings, each behind the name of its card, are not."""
    draft.traits.append("dated-post")
    cards = [draft.card() for _ in range(draft.count(2, 6))]
    rulings = [draft.ruling(draft.pick(draft.langs), card, named=True) for card in cards]
    lines = tuple(f"{card.name(each.lang)}: {each.text}" for card, each in zip(cards, rulings, strict=True))
    above = [draft.other_day(), draft.one("titles")]
    gap = "\n\n" if draft.chance(0.4) else "\n"
    comments = [line for part in frame.comments(draft) for line in part.lines] if draft.chance(0.6) else []
    blocks = ["\n\n".join(above), gap.join(lines), "\n".join(comments)]
    found = tuple(replace(each, printed=card.name(each.lang)) for card, each in zip(cards, rulings, strict=True))
    return Written("\n\n".join(block for block in blocks if block) + "\n", "txt", found)


# --- several cards --------------------------------------------------------------------------------------------------


def notes_under_cards(draft: Draft) -> Written:
    """Write blocks of several cards, each with the card's text and the rulings below it."""
    container = draft.trait(_CONTAINERS)
    place = draft.trait((("undated", 65), ("inline-before", 10), ("inline-after", 15), ("before", 10)))
    style, author = entries.with_source(_marked(draft, entries.choose_style(draft, place, container)), draft)
    sizes = draft.sizes(draft.count(2, 4), 3)
    cards = [draft.card() for _ in sizes]
    rulings = [_of(draft, card) for card, size in zip(cards, sizes, strict=True) for _ in range(size)]
    rulings, _ = _dates(draft, place, rulings, author)
    pattern = draft.pick(("{name}", "{name}", "{name}:", "{name} (TSP)", "{name} {cost}", "{name} – {kind}"))
    texts, rule = draft.chance(0.7), container == "text" and draft.chance(0.2)
    parts = frame.article(draft) if draft.chance(0.5) else [Part("title", draft.lines("titles"))]
    labels = draft.random.sample(sorted(_remarks(draft)), draft.count(1, 3)) if draft.chance(0.3) else []
    sign = draft.pick((style.mark + " ", "", "- "))
    for card, size in zip(cards, sizes, strict=True):
        members, rulings = rulings[:size], rulings[size:]
        block = _block(draft, card, pattern, members, texts=texts)
        remarks = [f"{sign}{label}: {draft.pick(_remarks(draft)[label])}" for label in labels]
        parts += [*block[:-1], Part("notes", tuple(remarks)), block[-1]] if remarks else block
        if rule and rulings:
            parts.append(Part("notes", ("-----",)))
    return compose(draft, container, [*parts, *frame.after(draft)], style)


def _remarks(draft: Draft) -> dict[str, list[str]]:
    """Return what people note of a card besides its rulings, by its label."""
    found: dict[str, list[str]] = {}
    for line in draft.material.lines[draft.lang]["remarks"]:
        label, text = line.split("|")
        found.setdefault(label, []).append(text)
    return found


def _marked(draft: Draft, style: Style) -> Style:
    """Return *style* with a mark before each entry, so that everyone sees where one begins."""
    mark = style.mark or draft.pick("-*•")
    return replace(style, mark=mark.replace(".", ")"), hang=len(mark) + 1 if style.width else style.hang, between="")


def _of(draft: Draft, card: Card, lang: str = "") -> Ruling:
    name = card.name(draft.lang)
    return replace(draft.ruling(lang or draft.pick(draft.langs), card, named=True), printed=name)


def _block(draft: Draft, card: Card, pattern: str, members: Sequence[Ruling], *, texts: bool) -> list[Part]:
    invented = draft.one("cards")
    kind, cost = invented.split("\n")[:2]
    heading = pattern.replace("{cost}", cost).replace("{kind}", kind).replace("{name}", card.name(draft.lang))
    text = [frame.card_text(draft, invented)] if texts else []
    return [Part("heading", (heading,)), *text, Part("rulings", rulings=tuple(members))]


def name_and_text(draft: Draft) -> Written:
    """Write rulings that each begin with the name of their card."""
    container = draft.trait(_CONTAINERS)
    place = draft.trait((("undated", 60), ("inline-after", 28), ("before", 12)))
    style, author = entries.with_source(entries.choose_style(draft, place, container), draft)
    style = replace(style, apart=False)
    separator = draft.pick((":", ":", ":", " -", " —", " –", " :" if draft.lang == "fr" else ":"))
    cards = sorted((draft.card() for _ in range(draft.count(2, 5))), key=lambda card: card.name(draft.lang))
    sizes = draft.sizes(len(cards), 2)
    rulings = [_of(draft, card) for card, size in zip(cards, sizes, strict=True) for _ in range(size)]
    labelled = [replace(each, paragraphs=((f"{each.printed}{separator}", each.text),)) for each in rulings]
    dated, _ = _dates(draft, place, labelled, author)
    heading = [Part("heading", (draft.one("sections", without="{card}"),))] if draft.chance(0.5) else []
    above = frame.article(draft) if not heading or draft.chance(0.5) else frame.before(draft)
    parts = [*above, *heading, Part("rulings", rulings=tuple(dated)), *frame.after(draft)]
    return compose(draft, container, parts, style)


# --- other forms ----------------------------------------------------------------------------------------------------


def both_languages(draft: Draft) -> Written:
    """Write each ruling in English and in French."""
    draft.langs = ("en", "fr")
    container = draft.trait(_CONTAINERS)
    place = draft.trait((("group", 65), ("undated", 35)))
    card = draft.card()
    named = frame.choose_naming(draft, card, container, named=True)
    style = replace(entries.choose_style(draft, place, container), apart=False)
    labels = draft.pick((("EN:", "FR:"), ("[EN]", "[FR]"), ("English:", "Français :"), ("(en)", "(fr)"), ("", "")))
    count = draft.count(2, 4)
    days = draft.dated([Ruling((("", ""),), "en")] * count, draft.form(), repeats=0.2) if place == "group" else []
    pairs = draft.random.sample(draft.material.pairs, count)
    rulings = []
    for number, texts in enumerate(pairs):
        for lang, label, text in zip(("en", "fr"), labels, texts, strict=True):
            ruling = Ruling(((label, text.replace("{card}", card.name(lang))),), lang)
            rulings.append(replace(ruling, day=days[number].day, written=days[number].written) if days else ruling)
    rulings = named.on(rulings, card)
    parts = [*frame.before(draft), *named.parts, frame.section(draft, named)]
    if not days and labels[0] == "":
        in_parts = [
            part
            for lang, heading in (("en", "English"), ("fr", "Français"))
            for part in (
                Part("heading", (heading,)),
                Part("rulings", rulings=tuple(each for each in rulings if each.lang == lang)),
            )
        ]
    else:
        in_parts = [Part("rulings", rulings=tuple(rulings))]
    return compose(draft, container, [*parts, *in_parts, *frame.after(draft)], style, **_options(container, named))


def quoted_post(draft: Draft) -> Written:
    """Write a post in a forum that quotes the rulings of a card."""
    container = draft.trait((("text", 60), ("markdown", 40)))
    quote = draft.pick(("> ", "> ", ">", "    ", "| ")) if container == "text" else "> "
    place = draft.trait((("undated", 30), ("inline-before", 35), ("inline-after", 20), ("before", 15)))
    card = draft.card()
    named = frame.choose_naming(draft, card, container, named=True)
    style, author = entries.with_source(_marked(draft, entries.choose_style(draft, place, container)), draft)
    rulings, _ = _dates(draft, place, named.on(draft.rulings(draft.count(2, 5), card), card), author)
    parts = [
        *named.parts,
        Part("notes", draft.lines("forum", 1, 4)),
        Part("prose", draft.lines("chat", 1, 2)),
        *([frame.card_text(draft)] if named.parts and draft.chance(0.4) else []),
        frame.section(draft, named),
        Part("rulings", rulings=tuple(rulings)),
        Part("prose", draft.lines("chat", 1, 2)),
        *(frame.comments(draft) if draft.chance(0.4) else []),
    ]
    return compose(draft, container, parts, style, quote=quote)
