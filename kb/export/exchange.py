"""An index as JSON lines, whole: what `kb export` writes, and `kb.layouts.exchange` reads back to an equal index.

A line is a ruling as `kb.export.forms.export` gives it, with two fields more, for whoever reads all of it:

* `witnesses`: every place where the ruling was found. `file`, `number` (the how-manieth ruling of that file) and
  `lines`; `text`, where it stood otherwise there; `source`, `section`, `lost_symbol`; and `card`, `oracle_id` and
  `evidence`, where the card is known.
* `also`: what the index knows besides rulings, an object each: `{"file": …}`, a file of the corpus with its problems,
  and the count of its rulings, by which an export that was cut is known; `{"card": …}`, all that card data and pages
  say of a card; `{"rule": …}`, a rule or glossary entry. They have nothing to do with the ruling on their line: they
  are dealt out evenly, so that a line stays a ruling, and none grows long.

What is empty is left out. An index without rulings is one line of nothing but `also`. Mechanics, links, newer wordings
and French versions are not told: they follow from the rest.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from kb.export import forms
from kb.export.forms import Form, NamesById
from kb.model import Card, Finding, Knowledge, Link, Rule, Ruling, Source, Witness


def lines(knowledge: Knowledge) -> Iterator[str]:
    """Yield *knowledge* as lines of ASCII, rulings in their order."""
    cards = {card.key: card for card in knowledge.cards}
    names = NamesById({card.key: card.name for card in knowledge.cards}, {m.slug: m.name for m in knowledge.mechanics})
    links: dict[str, list[Link]] = {ruling.id: [] for ruling in knowledge.rulings}
    for link in knowledge.links:
        links[link.ruling].append(link)
    also = list(_besides(knowledge))
    for number, ruling in enumerate(knowledge.rulings):
        form = forms.export(ruling, links[ruling.id], names)
        form["witnesses"] = [_witness(witness, ruling, cards) for witness in ruling.witnesses]
        yield json.dumps(form | _lean({"also": _share(also, number, len(knowledge.rulings))}))
    if also and not knowledge.rulings:
        yield json.dumps({"also": also})


def _share(also: Sequence[Form], number: int, of: int) -> Sequence[Form]:
    return also[len(also) * number // of : len(also) * (number + 1) // of]


def _lean(form: Form) -> Form:
    return {name: value for name, value in form.items() if value}


def _witness(witness: Witness, ruling: Ruling, cards: Mapping[str, Card]) -> Form:
    card = cards.get(witness.card)
    where: Form = {"file": witness.path, "number": witness.number, "lines": [witness.span.first, witness.span.last]}
    return where | _lean(
        {
            "text": witness.text if witness.text != ruling.text else "",
            "source": witness.source,
            "card": card and card.name,
            "oracle_id": card and card.oracle_id,
            "evidence": witness.evidence,
            "section": witness.section,
            "lost_symbol": witness.lost_symbol,
        }
    )


def _besides(knowledge: Knowledge) -> Iterator[Form]:
    problems: dict[str, list[Finding]] = {}
    for finding in knowledge.findings:
        problems.setdefault(finding.path, []).append(finding)
    for source in knowledge.sources:
        yield {"file": _file(source, problems.get(source.path, ()))}
    for card in knowledge.cards:
        yield {"card": _card(card)}
    for rule in knowledge.rules:
        yield {"rule": _rule(rule)}


def _file(source: Source, problems: Sequence[Finding]) -> Form:
    return _lean(
        {
            "name": source.path,
            "layout": source.layout,
            "digest": source.digest,
            "machine_translated": source.machine_translated,
            "notice": source.notice,
            "rulings": source.raw,
            "skipped": source.skipped,
            "problems": [_problem(finding) for finding in problems],
        }
    )


def _problem(finding: Finding) -> Form:
    found = finding.problem
    return {"code": found.code, "detail": found.detail, "lines": [found.span.first, found.span.last]}


def _card(card: Card) -> Form:
    return _lean(
        {
            "name": card.name,
            "name_fr": card.name_fr,
            "oracle_id": card.oracle_id,
            "faces": card.faces,
            "faces_fr": card.faces_fr,
            "aliases": card.aliases,
            "text": card.text,
            "text_fr": card.text_fr,
            "type": card.type_line,
            "keywords": card.keywords,
            "sets": card.sets,
            "by_pages": card.by_pages,
        }
    )


def _rule(rule: Rule) -> Form:
    return _lean({"number": rule.number, "kind": rule.kind, "title": rule.title, "text": rule.text})
