"""Turn rows of the structured index back into the values they were written from."""

import json
from datetime import date
from functools import lru_cache
from sys import intern

from kb import model
from kb.model import Evidence, Lang, Link, LinkKind, Rule, RuleKind, Ruling, Span, Witness

# What a search does not read is named through `model`, so that no search makes these values. What stands in many rows,
# as names, places and the texts that witnesses repeat do, is kept once: that is a quarter of all room.

Row = tuple[object, ...]


@lru_cache(maxsize=4096)
def names(column: str) -> tuple[str, ...]:
    """Read a list that is kept in one column."""
    return tuple(json.loads(column))


def ruling(row: Row, cards: tuple[str, ...], witnesses: tuple[Witness, ...]) -> Ruling:
    """Read a row of `ruling` together with what other tables hold of it."""
    _, ident, day, lang, text, wording, pattern, matter, sources, section, lost, machine = row
    return Ruling(
        id=intern(str(ident)),
        date=date.fromisoformat(str(day)) if day else None,
        lang=Lang(str(lang)),
        text=intern(str(text)),
        wording=intern(str(wording)),
        pattern=intern(str(pattern)),
        matter=intern(str(matter)),
        cards=cards,
        sources=names(str(sources)),
        section=intern(str(section)),
        lost_symbol=bool(lost),
        machine_translated=bool(machine),
        witnesses=witnesses,
    )


def text(row: Row, cards: tuple[str, ...]) -> Ruling:
    """Read what a row has of `ruling`, with nothing but its text, its place and what it is compared by."""
    _, ident, day, lang, words, wording, pattern, place, machine = row
    path, number = str(place).split("\t")
    return Ruling(
        id=str(ident),
        date=date.fromisoformat(str(day)) if day else None,
        lang=Lang(str(lang)),
        text=str(words),
        wording=str(wording),
        pattern=str(pattern),
        cards=cards,
        machine_translated=bool(machine),
        witnesses=(Witness(path, Span(0, 0), "", number=int(number)),),
    )


def witness(row: Row) -> Witness:
    """Read a row of `witness`, after its ruling."""
    path, first, last, text, label, card, evidence, machine, section, lost, number = row
    return Witness(
        path=intern(str(path)),
        span=Span(int(str(first)), int(str(last))),
        text=intern(str(text)),
        source=intern(str(label)),
        card=intern(str(card)),
        evidence=Evidence(str(evidence)) if evidence else None,
        machine_translated=bool(machine),
        section=intern(str(section)),
        lost_symbol=bool(lost),
        number=int(str(number)),
    )


def attachment(row: Row) -> str:
    """Read the card of a row of `attachment`, after its ruling."""
    return intern(str(row[0]))


def link(row: Row) -> Link:
    """Read a row of `link`."""
    ruling, mechanic, kind, weight, evidence = row
    ident, slug, why = intern(str(ruling)), intern(str(mechanic)), intern(str(evidence))
    return Link(ident, slug, LinkKind(str(kind)), float(str(weight)), why)


def card(row: Row) -> "model.Card":
    """Read a row of `card`."""
    *texts, by_pages = row
    key, name, name_fr, oracle_id, faces, faces_fr, aliases, text, text_fr, type_line, keywords, sets = map(str, texts)
    return model.Card(
        key=intern(key),
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
        by_pages=bool(by_pages),
    )


def mechanic(row: Row) -> "model.Mechanic":
    """Read a row of `mechanic`."""
    slug, kind, name, name_fr, forms, forms_fr, rule, ambiguous, evergreen, evidence = row
    return model.Mechanic(
        slug=str(slug),
        kind=model.MechanicKind(str(kind)),
        name=str(name),
        name_fr=str(name_fr),
        forms=names(str(forms)),
        forms_fr=names(str(forms_fr)),
        rule=str(rule),
        ambiguous=bool(ambiguous),
        evergreen=bool(evergreen),
        name_fr_evidence=str(evidence),
    )


def source(row: Row) -> "model.Source":
    """Read a row of `source`, without its number."""
    path, layout, digest, machine, notice, reach = map(str, row[:6])
    raw, skipped = (int(str(count)) for count in row[6:])
    langs = tuple(map(Lang, names(machine)))
    return model.Source(path, layout, digest, langs, notice, model.Reach(reach), raw, skipped)


def finding(row: Row) -> "model.Finding":
    """Read a row of `problem`, after its file."""
    path, first, last, code, detail = map(str, row)
    return model.Finding(path, model.Problem(code, detail, Span(int(first), int(last))))


def rule(row: Row) -> Rule:
    """Read a row of `rule`, without its position."""
    number, kind, title, text = map(str, row)
    return Rule(number, RuleKind(kind), title, text)


def pair(row: Row) -> "model.Pair":
    """Read a row of `pair`."""
    french, english, status = map(str, row)
    return model.Pair(french, english, model.PairStatus(status))
