"""Pages of questions and answers."""

import re
from dataclasses import replace

from tests.tools.reader.pages import dates, entries, frame
from tests.tools.reader.pages.draft import Card, Draft, Ruling
from tests.tools.reader.pages.entries import Style
from tests.tools.reader.pages.frame import Part
from tests.tools.reader.pages.lists import Written, compose
from tests.tools.reader.pages.material import Question

_ARTICLE_NOTE = "date of the article; null is right too"
_SENTENCE_END = re.compile(r"(?<=\.) ")


def questions(draft: Draft) -> Written:
    """Write questions with their answers, on one card or on any."""
    container = draft.trait((("text", 50), ("markdown", 18), ("html", 32)))
    draft.langs = (draft.pick(draft.langs),)
    card = draft.card() if draft.chance(0.25) else None
    chosen = _chosen(draft, card)
    labels = ("", "") if container == "html" and draft.chance(0.4) else _labels(draft)
    rulings = [
        _pair(draft, question, labels, number, last=number == len(chosen)) for number, question in enumerate(chosen, 1)
    ]
    place = "before" if labels[0] and draft.chance(0.12) else "undated"
    style = _style(draft, container, place, marks=labels[0].endswith(":"))
    title, rulings = _frame(draft, card, place, rulings)
    parts = [*title, Part("rulings", rulings=tuple(rulings)), *frame.after(draft)]
    return compose(draft, container, parts, style)


def _chosen(draft: Draft, card: Card | None) -> list[Question]:
    stock = [each for each in draft.material.questions[draft.langs[0]] if not (card and each.card)]
    return draft.random.sample(stock, draft.count(2, 6))


def _labels(draft: Draft) -> tuple[str, str]:
    question, answer = draft.pick(draft.material.lines[draft.langs[0]]["question_labels"]).split("|")
    return question, answer


def _pair(draft: Draft, found: Question, labels: tuple[str, str], number: int, *, last: bool) -> Ruling:
    """Return a question with its answer, rarely in two paragraphs where another question follows."""
    question, answer = (label.replace("{n}", str(number)) for label in labels)
    answers = _SENTENCE_END.split(found.answer, maxsplit=1) if not last and draft.chance(0.1) else [found.answer]
    paragraphs = ((question, found.question), (answer, answers[0]), *(("", more) for more in answers[1:]))
    card = Card(*found.card) if found.card else None
    return Ruling(paragraphs, draft.langs[0], card, labelled=bool(question))


def _style(draft: Draft, container: str, place: str, *, marks: bool) -> Style:
    draft.traits.append(place)
    style = replace(entries.choose_style(draft, place, container), between="")
    if container != "html" and (not marks or draft.chance(0.75)):
        style = replace(style, mark="", hang=0, indent=0, gap=draft.count(0, 2))
    return replace(style, gap=1, inner=1) if container == "markdown" and not style.mark else style


def _frame(draft: Draft, card: Card | None, place: str, rulings: list[Ruling]) -> tuple[list[Part], list[Ruling]]:
    """Return the parts above the questions, and *rulings* with the card and the dates given there."""
    parts: list[Part] = []
    if place == "before":
        rulings = draft.dated(rulings, draft.form())
    elif draft.chance(0.4):
        form = draft.pick((dates.ISO, dates.LONG[draft.lang]))
        day = dates.days(draft.random, 1, form)[0]
        head = draft.one("heads", with_slot="{date}").replace("{date}", form.write(day))
        parts = [Part("title", draft.lines("titles")), Part("notes", (head,))]
        rulings = [replace(each, day=day, note=_ARTICLE_NOTE) for each in rulings]
    else:
        parts = frame.before(draft)
    if card:
        named = frame.choose_naming(draft, card, "text", named=True)
        parts += named.parts
        rulings = named.on(rulings, card)
        if named.section:
            parts.append(Part("name", (named.section,)))
    if not card or draft.chance(0.5):
        parts.append(Part("heading", draft.lines("question_sections")))
    if draft.chance(0.25):
        parts.append(Part("prose", draft.lines("chat", 1, 2)))
    return parts, rulings
