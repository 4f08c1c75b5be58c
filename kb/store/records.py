"""Turn rows of the structured index back into the values they were written from."""

import json
from datetime import date

from kb.model import (
    Card,
    Evidence,
    Finding,
    Lang,
    Link,
    LinkKind,
    Mechanic,
    MechanicKind,
    Pair,
    PairStatus,
    Problem,
    Rule,
    RuleKind,
    Ruling,
    Source,
    Span,
    Witness,
)

Row = tuple[object, ...]


def names(column: str) -> tuple[str, ...]:
    """Read a list that is kept in one column."""
    return tuple(json.loads(column))


def ruling(row: Row, cards: tuple[str, ...], witnesses: tuple[Witness, ...]) -> Ruling:
    """Read a row of `ruling` together with what other tables hold of it."""
    _, ident, day, lang, text, wording, pattern, sources, section, lost, machine = row
    return Ruling(
        id=str(ident),
        date=date.fromisoformat(str(day)) if day else None,
        lang=Lang(str(lang)),
        text=str(text),
        wording=str(wording),
        pattern=str(pattern),
        cards=cards,
        sources=names(str(sources)),
        section=str(section),
        lost_symbol=bool(lost),
        machine_translated=bool(machine),
        witnesses=witnesses,
    )


def witness(row: Row) -> Witness:
    """Read a row of `witness`, after its ruling."""
    path, first, last, text, label, card, evidence, machine = row
    return Witness(
        path=str(path),
        span=Span(int(str(first)), int(str(last))),
        text=str(text),
        source=str(label),
        card=str(card),
        evidence=Evidence(str(evidence)) if evidence else None,
        machine_translated=bool(machine),
    )


def link(row: Row) -> Link:
    """Read a row of `link`."""
    ruling, mechanic, kind, weight, evidence = row
    return Link(str(ruling), str(mechanic), LinkKind(str(kind)), float(str(weight)), str(evidence))


def card(row: Row) -> Card:
    """Read a row of `card`."""
    key, name, name_fr, oracle_id, faces, faces_fr, aliases, text, text_fr, type_line, keywords, sets = map(str, row)
    return Card(
        key=key,
        name=name,
        name_fr=name_fr,
        oracle_id=oracle_id,
        faces=names(faces),
        faces_fr=names(faces_fr),
        aliases=names(aliases),
        text=text,
        text_fr=text_fr,
        type_line=type_line,
        keywords=names(keywords),
        sets=names(sets),
    )


def mechanic(row: Row) -> Mechanic:
    """Read a row of `mechanic`."""
    slug, kind, name, name_fr, forms, forms_fr, rule, ambiguous, evergreen, evidence = row
    return Mechanic(
        slug=str(slug),
        kind=MechanicKind(str(kind)),
        name=str(name),
        name_fr=str(name_fr),
        forms=names(str(forms)),
        forms_fr=names(str(forms_fr)),
        rule=str(rule),
        ambiguous=bool(ambiguous),
        evergreen=bool(evergreen),
        name_fr_evidence=str(evidence),
    )


def source(row: Row) -> Source:
    """Read a row of `source`, without its number."""
    path, layout, digest, machine, notice = map(str, row)
    return Source(path, layout, digest, tuple(map(Lang, names(machine))), notice)


def finding(row: Row) -> Finding:
    """Read a row of `problem`, after its file."""
    path, first, last, code, detail = map(str, row)
    return Finding(path, Problem(code, detail, Span(int(first), int(last))))


def rule(row: Row) -> Rule:
    """Read a row of `rule`, without its position."""
    number, kind, title, text = map(str, row)
    return Rule(number, RuleKind(kind), title, text)


def pair(row: Row) -> Pair:
    """Read a row of `pair`."""
    french, english, status = map(str, row)
    return Pair(french, english, PairStatus(status))
