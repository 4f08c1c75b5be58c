"""The JSON and CSV forms of what `kb` knows; stable, and documented in the README."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kb.model import Answer, Hit, Link, Rule, Ruling

if TYPE_CHECKING:
    from kb.knowledge.rulebook import Passage
    from kb.model import Card, Finding, Mechanic

Form = dict[str, object]

EXPORT_FIELDS = ("id", "date", "lang", "text", "cards", "mechanics", "sources")


class NamesById:
    """Gives keys and slugs the names that people read."""

    def __init__(self, cards: Mapping[str, str], mechanics: Mapping[str, str]) -> None:
        """Take the names of cards, by key, and of mechanics, by slug."""
        self._cards = cards
        self._mechanics = mechanics

    def cards(self, ruling: Ruling) -> list[str]:
        """Return the names of the cards that *ruling* stands on."""
        return [self._cards[key] for key in ruling.cards]

    def mechanic(self, slug: str) -> str:
        """Return the name of the mechanic of *slug*."""
        return self._mechanics[slug]


def export(ruling: Ruling, links: Sequence[Link], names: NamesById) -> Form:
    """Return a ruling as `kb export` writes it."""
    return {
        "id": ruling.id,
        "date": ruling.date and ruling.date.isoformat(),
        "lang": ruling.lang,
        "text": ruling.text,
        "cards": names.cards(ruling),
        "mechanics": [names.mechanic(link.mechanic) for link in links],
        "sources": list(ruling.sources),
    }


def export_csv(forms: Iterable[Form]) -> Iterator[str]:
    """Yield *forms* of `export` as lines of CSV, head first; several values in a field are parted by ` | `.

    A value that a spreadsheet would take for a formula is led in by an apostrophe.
    """
    yield _csv_line(EXPORT_FIELDS)
    for form in forms:
        yield _csv_line([_cell(form[name]) for name in EXPORT_FIELDS])


_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet runs; some take wide signs for the narrow ones."""


def _cell(value: object) -> str:
    text = " | ".join(value) if isinstance(value, list) else str(value or "")
    return f"'{text}" if text.startswith(_FORMULA) else text


def _csv_line(cells: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()


def answer(found: Answer, links: Mapping[str, Sequence[Link]], names: NamesById) -> Form:
    """Return the result of a search as `kb search --json` prints it."""
    form: Form = {
        "query": found.query,
        "total": found.total,
        "hits": [_hit(hit, links[hit.ruling.id], names) for hit in found.hits],
        "did_you_mean": found.did_you_mean,
        "rules": [_scored_rule(rule, score) for rule, score in found.rules],
        "notes": list(found.notes),
    }
    if found.reading:
        form["reading"] = list(found.reading)
    return form


def _hit(hit: Hit, links: Sequence[Link], names: NamesById) -> Form:
    form = {"rank": hit.rank, "score": round(hit.score, 4)} | export(hit.ruling, links, names)
    form["mechanics"] = [_weighted(link, names) for link in links]
    form["other_dates"] = [day.isoformat() for day in hit.other_dates]
    form["same"] = list(hit.same)
    if hit.why:
        form["why"] = list(hit.why)
    return form


def _weighted(link: Link, names: NamesById) -> Form:
    return {"name": names.mechanic(link.mechanic), "kind": link.kind, "weight": link.weight}


def _scored_rule(found: Rule, score: float) -> Form:
    return {"number": found.number, "title": found.title, "text": found.text, "score": round(score, 4)}


def ruling(shown: Ruling, links: Sequence[Link], names: NamesById) -> Form:
    """Return everything known of one ruling, as `kb show ID --json` prints it."""
    form = export(shown, links, names)
    form["mechanics"] = [_weighted(link, names) | {"evidence": link.evidence} for link in links]
    form |= {
        "wording": shown.wording,
        "official": shown.official,
        "machine_translated": shown.machine_translated,
        "lost_symbol": shown.lost_symbol,
        "witnesses": [
            {"file": w.path, "lines": [w.span.first, w.span.last], "text": w.text, "evidence": w.evidence}
            for w in shown.witnesses
        ],
    }
    return form


def card(shown: "Card", rulings: Iterable[Form]) -> Form:
    """Return a card with its rulings."""
    return {
        "card": shown.name,
        "name_fr": shown.name_fr or None,
        "oracle_id": shown.oracle_id or None,
        "type": shown.type_line or None,
        "text": shown.text or None,
        "rulings": list(rulings),
    }


def mechanic(shown: "Mechanic", rules: Iterable[Rule], rulings: Iterable[Form]) -> Form:
    """Return a mechanic with its rules and rulings."""
    return {
        "mechanic": shown.name,
        "name_fr": shown.name_fr or None,
        "kind": shown.kind,
        "rule": shown.rule or None,
        "rules": [rule(r) for r in rules],
        "rulings": list(rulings),
    }


def rule(shown: Rule) -> Form:
    """Return a rule or glossary entry."""
    return {"number": shown.number, "kind": shown.kind, "title": shown.title, "text": shown.text}


def passage(shown: "Passage", rulings: Iterable[Form]) -> Form:
    """Return a place in the rules, with its mechanics and rulings."""
    return {
        "rules": [rule(r) for r in shown.rules],
        "mechanics": [m.name for m in shown.mechanics],
        "rulings": list(rulings),
    }


def problem(found: "Finding") -> Form:
    """Return a problem as `kb ingest --json` lists it."""
    return {
        "file": found.path,
        "line": found.problem.span.first,
        "code": found.problem.code,
        "detail": found.problem.detail,
    }
