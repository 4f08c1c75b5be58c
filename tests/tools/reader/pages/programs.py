"""Pages of source code: rulings as arguments of calls, as annotations, in comments and in SQL."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tests.tools.reader.pages import dates, entries
from tests.tools.reader.pages.draft import Card, Draft, Ruling
from tests.tools.reader.pages.entries import Style
from tests.tools.reader.pages.lists import Written
from tests.tools.reader.pages.literals import identifier
from tests.tools.reader.pages.syntaxes import double, single


@dataclass(frozen=True, slots=True)
class Program:
    """A program that has rulings as arguments; `{name}`, `{id}`, `{cost}`, `{rules}` are those of its card."""

    extension: str
    begin: str
    call: str
    """One ruling, with `{date}` and `{text}` in quotes."""
    bare_call: str
    """One ruling without a date."""
    end: str
    names_card: bool = True
    """The name is there as a text; otherwise the card is only an identifier."""
    quote: Callable[[str], str] = double


_PROGRAMS = (
    Program(
        "kt",
        "package org.example.cards\n\nval {id} = card({name}) {\n    manaCost = {cost}\n    oracleText = {rules}\n",
        "    ruling({date}, {text})",
        "    ruling({text})",
        "}",
    ),
    Program(
        "rb",
        "# frozen_string_literal: true\n\ncard {name} do\n  mana_cost {cost}\n",
        "  ruling {date}, {text}",
        "  note {text}",
        "end",
        quote=single,
    ),
    Program(
        "py",
        "from cards import Card, Ruling\n\n\nCARD = Card(\n    name={name},\n    cost={cost},\n    rulings=[",
        "        Ruling({date}, {text}),",
        "        Ruling(text={text}),",
        "    ],\n)",
    ),
    Program(
        "cs",
        "namespace Example.Cards;\n\npublic class {id} : Card\n{\n    public {id}() : base({name}, {cost})\n    {",
        "        AddRuling(new Ruling({date}, {text}));",
        "        AddRuling(new Ruling({text}));",
        "    }\n}",
    ),
    Program(
        "cs",
        "using Example.Rules;\n\n[Card(Cost = {cost})]",
        "[Ruling({date}, {text})]",
        "[Ruling({text})]",
        "public class {id} : CardBase\n{\n}",
        names_card=False,
    ),
    Program(
        "java",
        "package org.example.cards;\n\nimport org.example.Ruling;\n\n@Cost({cost})",
        "@Ruling(date = {date}, text = {text})",
        "@Ruling(text = {text})",
        "public final class {id} extends CardImpl {\n}",
        names_card=False,
    ),
    Program(
        "java",
        "class {id} extends CardImpl {\n    {id}() {\n        super({name}, {cost});",
        "        addRuling({date}, {text});",
        "        addRuling({text});",
        "        // end of rulings\n    }\n}",
    ),
    Program("lua", "local c = Card.new({name}, {cost})", "c:ruling({date}, {text})", "c:ruling({text})", "return c"),
    Program(
        "js",
        "import { card } from './cards.js';\n\nexport default card({name}, {cost})",
        "  .ruling({date}, {text})",
        "  .ruling({text})",
        "  .build();",
        quote=single,
    ),
    Program(
        "rs",
        "pub fn {snake}() -> Card {\n    Card::new({name}, {cost})",
        "        .ruling({date}, {text})",
        "        .ruling_undated({text})",
        "}",
    ),
)
_COMMENTS = (
    ("java", "/**", " * ", " */", "public final class {id} extends CardImpl {\n}"),
    ("cs", "", "/// ", "", "public sealed class {id} : Card { }"),
    ("py", "", "# ", "", "class {id}(Card):\n    pass"),
    ("py", '"""', "", '"""', "class {id}(Card):\n    pass"),
    ("c", "/*", " * ", " */", "static const struct card {id} = { 0 };"),
    ("lua", "", "-- ", "", "local {id} = Card.new()"),
    ("el", "", ";; ", "", "(defcard {id})"),
    ("rb", "", "# ", "", "class {id} < Card\nend"),
    ("js", "", "// ", "", "export class {id} extends Card {}"),
    ("hs", "{-", "   ", "-}", "data {id} = {id}"),
)


def source_code(draft: Draft) -> Written:
    """Write a program that has rulings of one card."""
    kind = draft.trait((("calls", 45), ("comment", 35), ("sql", 20)))
    return {"calls": _calls, "comment": _comment, "sql": _sql}[kind](draft)


def _dated(draft: Draft, rulings: list[Ruling]) -> list[Ruling]:
    if draft.chance(0.15):
        return rulings
    return draft.dated(rulings, draft.form() if draft.chance(0.3) else dates.ISO)


def _filled(text: str, draft: Draft, card: Card, quote: Callable[[str], str]) -> str:
    kind, cost, rules = draft.one("cards").split("\n")[:3]
    own = identifier(card)
    snake = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in own).strip("_")
    values = {"{name}": quote(card.english), "{cost}": quote(cost), "{rules}": quote(rules), "{kind}": quote(kind)}
    for slot, value in (values | {"{id}": own, "{snake}": snake}).items():
        text = text.replace(slot, value)
    return text


def _calls(draft: Draft) -> Written:
    program = draft.pick(_PROGRAMS)
    draft.traits.append(program.extension)
    card = draft.card()
    printed = card.english if program.names_card else identifier(card)
    rulings = [replace(each, printed=printed) for each in _dated(draft, draft.rulings(draft.count(2, 6), card))]
    calls = [
        entries.join(program.call, program.quote(each.text), {"{date}": program.quote(each.written)})
        if each.written
        else entries.join(program.bare_call, program.quote(each.text), {})
        for each in rulings
    ]
    begin, end = (_filled(part, draft, card, program.quote) for part in (program.begin, program.end))
    return Written("\n".join((begin, *calls, end, "")), program.extension, tuple(rulings))


def _comment(draft: Draft) -> Written:
    """Write rulings into a comment above the code of their card, which names it in words or only by an identifier."""
    extension, opening, prefix, closing, code = draft.pick(_COMMENTS)
    draft.traits.append(extension)
    card = draft.card()
    named = draft.chance(0.5)
    rulings = _dated(draft, draft.rulings(draft.count(2, 6), card))
    printed = card.english if named else identifier(card)
    rulings = [replace(each, printed=printed) for each in rulings]
    lines = entries.write(_comment_style(draft, dated=bool(rulings[0].written)), rulings)
    head = [card.english, ""] if named else []
    heading = [draft.one("sections", without="{card}"), ""] if draft.chance(0.5) or not rulings[0].written else []
    paragraph = "<p>" if extension == "java" and draft.chance(0.4) else ""
    body = [f"{prefix}{line or paragraph}".rstrip() for line in (*head, *heading, *lines)]
    parts = [opening, *body, closing, code.replace("{id}", identifier(card)), ""]
    return Written("\n".join(part for part in parts if part) + "\n", extension, tuple(rulings))


def _comment_style(draft: Draft, *, dated: bool) -> Style:
    place = draft.pick(("inline-before", "inline-before", "inline-after", "before")) if dated else "undated"
    join = draft.pick(("{date} {text}", "{date}: {text}", "[{date}] {text}"))
    mark = draft.pick(("-", "*", "", ""))
    return Style(
        place=place,
        join="{text} ({date})" if place == "inline-after" else join,
        mark=mark,
        gap=draft.count(0, 1) if mark or place == "before" else 1,
        width=draft.count(60, 78) if draft.chance(0.7) else 0,
        hang=2 if mark else 0,
    )


def _sql(draft: Draft) -> Written:
    """Write statements that insert rulings, with the names of their cards or only with numbers."""
    card_named = draft.chance(0.7)
    cards = [draft.card() for _ in range(draft.count(1, 3) if card_named else 1)]
    rulings = [
        replace(each, card=card if card_named else None, printed=card.name(draft.lang) if card_named else None)
        for card in cards
        for each in draft.rulings(2 if len(cards) > 1 else draft.count(2, 5), card, named=card_named)
    ]
    rulings = _dated(draft, rulings)
    names = ("card_name", "name", "card") if card_named else ("card_id",)
    columns = [
        draft.pick(names),
        *(["published_at"] if rulings[0].written else []),
        draft.pick(("ruling", "comment", "text")),
    ]
    rows = [f"({', '.join(_sql_values(each, draft.seed))})" for each in rulings]
    into = f"INSERT INTO rulings ({', '.join(columns)}) VALUES"
    table = f"CREATE TABLE rulings ({', '.join(f'{column} TEXT' for column in columns)});\n"
    if draft.chance(0.5):
        text = f"{into}\n  " + ",\n  ".join(rows) + ";\n"
    else:
        text = "".join(f"{into} {row};\n" for row in rows)
    return Written((table if draft.chance(0.4) else "") + text, "sql", tuple(rulings))


def _sql_values(ruling: Ruling, number: int) -> Sequence[str]:
    texts = [ruling.printed, *([ruling.written] if ruling.written else []), ruling.text]
    return [str(417 + number) if text is None else "'" + text.replace("'", "''") + "'" for text in texts]
