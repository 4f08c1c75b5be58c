"""Pages without any ruling that look as if they might have some."""

from collections.abc import Callable

from tests.tools.reader.pages import entries, frame, literals
from tests.tools.reader.pages.draft import Draft
from tests.tools.reader.pages.frame import Part
from tests.tools.reader.pages.lists import Written, compose

_CONTAINERS = (("text", 50), ("markdown", 20), ("html", 30))


def no_rulings(draft: Draft) -> Written:
    """Write an article, a list of cards or of prices, rules, news, or data of cards."""
    kind = draft.trait(
        (
            ("article", 16),
            ("cards", 20),
            ("prices", 8),
            ("rules", 13),
            ("news", 8),
            ("data", 12),
            ("changes", 11),
            ("reviews", 12),
        )
    )
    if kind == "data":
        return _data(draft)
    container = draft.trait(_CONTAINERS)
    parts = [*frame.before(draft), *_PARTS[kind](draft), *frame.after(draft)]
    style = entries.Style(place="undated")
    return compose(draft, container, parts, style)


def _data(draft: Draft) -> Written:
    syntax = draft.trait((("json", 40), ("yaml", 20), ("xml", 15), ("javascript", 10), ("lua", 15)))
    tree = literals.cards_without_rulings(draft, draft.count(2, 5))
    text, extension = literals.write(draft, syntax, tree, "cards")
    return Written(text, extension, ())


def _article(draft: Draft) -> list[Part]:
    paragraphs = [Part("prose", draft.lines("chat", 2, 5)) for _ in range(draft.count(2, 4))]
    return [*frame.article(draft), *paragraphs]


def _cards(draft: Draft) -> list[Part]:
    """Return cards with their printed text, type and cost."""
    pattern = draft.pick(("{name}", "{name} (DOM)", "{name}:", "[{name}]"))
    parts: list[Part] = [Part("title", draft.lines("titles"))] if draft.chance(0.5) else []
    for _ in range(draft.count(1, 5)):
        parts.append(Part("heading", (pattern.replace("{name}", draft.card().name(draft.lang)),)))
        parts.append(frame.card_text(draft))
        if draft.chance(0.2):
            parts.append(Part("notes", draft.lines("trivia")))
    if draft.chance(0.25):
        heading = draft.one("sections", without="{card}")
        parts += [Part("heading", (heading,)), Part("notes", draft.lines("none_yet"))]
    return parts


def _prices(draft: Draft) -> list[Part]:
    pattern = draft.pick(("{name} - {price}", "{name}\t{price}", "{name} | {price}", "{count}x {name}: {price}"))
    lines = [
        pattern.format(name=draft.card().name(draft.lang), price=draft.one("price"), count=draft.count(1, 4))
        for _ in range(draft.count(3, 9))
    ]
    return [
        Part("title", draft.lines("titles")),
        Part("notes", tuple(lines)),
        Part("notes", draft.lines("price", 1, 3)),
    ]


def _rules(draft: Draft) -> list[Part]:
    return [Part("heading", draft.lines("rules_sections")), Part("notes", tuple(sorted(draft.lines("rules", 3, 9))))]


def _news(draft: Draft) -> list[Part]:
    return [part for _ in range(draft.count(1, 2)) for part in frame.news(draft)]


def _changes(draft: Draft) -> list[Part]:
    """Return what is new in each version of a program, dated."""
    parts: list[Part] = [Part("title", draft.lines("change_titles"))]
    pattern = draft.pick(("{version} ({day})", "{day}: {version}", "v{version} - {day}", "{day}"))
    mark = draft.pick(("- ", "* ", "", "• "))
    for number in range(draft.count(1, 4)):
        version = f"{draft.count(1, 4)}.{9 - number}.{draft.count(0, 9)}"
        parts.append(Part("heading", (pattern.format(version=version, day=draft.other_day()),)))
        parts.append(Part("notes", tuple(f"{mark}{line}" for line in draft.lines("changes", 1, 4))))
    return parts


def _reviews(draft: Draft) -> list[Part]:
    """Return a shop's page of a card: its text, dated reviews, questions on orders."""
    card = draft.card().name(draft.lang)
    parts: list[Part] = [Part("heading", (card,)), frame.card_text(draft), Part("notes", draft.lines("price", 1, 2))]
    pattern = draft.pick(("{day}\n{text}", "{day}: {text}", "[{day}] {text}", "{text} ({day})"))
    reviews = (pattern.format(day=draft.other_day(), text=review) for review in draft.lines("reviews", 2, 5))
    parts += (Part("notes", tuple(review.split("\n"))) for review in reviews)
    if draft.chance(0.5):
        question, answer = draft.one("question_labels").replace("{n}", "1").split("|")
        for pair in draft.lines("shop_questions", 1, 3):
            asked, told = pair.split("|")
            parts.append(Part("notes", (f"{question} {asked}", f"{answer} {told}")))
    return parts


_PARTS: dict[str, Callable[[Draft], list[Part]]] = {
    "article": _article,
    "cards": _cards,
    "prices": _prices,
    "rules": _rules,
    "news": _news,
    "changes": _changes,
    "reviews": _reviews,
}
