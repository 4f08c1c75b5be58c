"""The rules as the site shows them: what stands on which page, where each number leads, and what is tied to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from kb.knowledge.rulebook import MechanicRules, by_number, rules_of
from kb.model import Knowledge, MechanicKind, Rule, RuleKind
from kb.site.base import address
from kb.site.base.markup import Mark
from kb.text.folding import unique_slugs
from kb.text.rule_numbers import references

LIGHT = 24_000
"""So many letters a section holds on one page; in a longer one every rule with a title has a page of its own."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"

K = TypeVar("K")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Codex:
    """The numbered rules and the glossary. Addresses are given from the folder of a language tree."""

    numbered: Mapping[str, Rule]
    """Every rule by its number, in the order of the document."""
    chapters: Mapping[str, tuple[str, ...]]
    """By the number of a chapter, those of its sections."""
    pages: Mapping[str, tuple[str, ...]]
    """By the number of a section, or of a rule with a page of its own, the numbers that stand on that page."""
    apart: Mapping[str, tuple[str, ...]]
    """By the number of a section, those of its rules that have pages of their own."""
    places: Mapping[str, str]
    """Where each number stands."""
    terms: Mapping[str, tuple[Rule, ...]]
    """The entries of the glossary by their term, in its order."""
    anchors: Mapping[str, str]
    """The anchor of each term: `term-…`, so that it is none of the page's own."""
    spread: bool
    """Whether the glossary is too long for one page."""
    of_mechanic: Mapping[str, MechanicRules]
    mechanics: Mapping[str, tuple[str, ...]]
    """By the number of a rule, the mechanics that it defines or lists."""
    defines: Mapping[str, tuple[str, ...]]
    """By the number of a rule, the mechanics that it defines: a list of ability words defines none."""
    citations: Mapping[str, tuple[Mark, ...]]
    """By ruling, where its text cites a rule that is here, and the number."""
    cited: Mapping[str, tuple[str, ...]]
    """By the number of a rule, the rulings that cite it."""

    def references(self, text: str) -> tuple[Mark, ...]:
        """Return where *text* cites a rule that is here, and the number."""
        return tuple(found for found in references(text) if found[2] in self.places) if self.places else ()


def codex(knowledge: Knowledge) -> Codex:
    """Lay out the rules of *knowledge*: all is empty where it holds none."""
    numbered = by_number(knowledge.rules)
    pages, apart = _pages(numbered)
    places = _places(numbered, pages)
    terms = gather((rule.title, rule) for rule in knowledge.rules if rule.kind is RuleKind.GLOSSARY)
    of_mechanic = rules_of(knowledge.rules, knowledge.mechanics) if knowledge.rules else {}
    headed = [(m, heading.number) for m in knowledge.mechanics if (heading := _heading(of_mechanic, m.slug))]
    citations = _citations(knowledge, places)
    return Codex(
        numbered=numbered,
        chapters=gather((number[0], number) for number in pages if "." not in number),
        pages=pages,
        apart=apart,
        places=places,
        terms=terms,
        anchors={title: f"term-{anchor}" for title, anchor in unique_slugs(tuple(terms)).items()},
        spread=sum(len(rule.text) for rules in terms.values() for rule in rules) > LIGHT,
        of_mechanic=of_mechanic,
        mechanics=gather((number, m.slug) for m, number in headed),
        defines=gather((number, m.slug) for m, number in headed if m.kind is not MechanicKind.ABILITY_WORD),
        citations=citations,
        cited=gather(
            (number, ruling) for ruling, marks in citations.items() for number in dict.fromkeys(m[2] for m in marks)
        ),
    )


def gather(entries: Iterable[tuple[K, T]]) -> dict[K, tuple[T, ...]]:
    """Return the values of each key, both in the order in which they come."""
    lists: dict[K, list[T]] = {}
    for key, value in entries:
        lists.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in lists.items()}


def _heading(of_mechanic: Mapping[str, MechanicRules], slug: str) -> Rule | None:
    return of_mechanic[slug].heading if slug in of_mechanic else None


def _pages(numbered: Mapping[str, Rule]) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return what stands on each page, and which rules of each section have pages of their own."""
    held = gather((number[:3], rule) for number, rule in numbered.items() if len(number) > 1)
    pages: dict[str, list[str]] = {}
    apart: dict[str, tuple[str, ...]] = {}
    for section, rules in held.items():
        heavy = sum(len(rule.title) + len(rule.text) for rule in rules) > LIGHT
        own = {rule.number: None for rule in rules if heavy and rule.kind is RuleKind.RULE and rule.title}
        apart[section] = tuple(own)
        pages[section] = []
        for rule in rules:
            bare = rule.number.rstrip(_LETTERS)
            pages.setdefault(bare if bare in own else section, []).append(rule.number)
    return {page: tuple(numbers) for page, numbers in pages.items()}, apart


def _places(numbered: Mapping[str, Rule], pages: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    places = {number: f"{address.RULES}#chapter-{number}" for number in numbered if len(number) == 1}
    for page, numbers in pages.items():
        places[page] = address.rule(page)
        places.update((number, f"{address.rule(page)}#{number}") for number in numbers if number != page)
    return places


def _citations(knowledge: Knowledge, places: Mapping[str, str]) -> dict[str, tuple[Mark, ...]]:
    if not places:
        return {}
    found = ((r.id, tuple(mark for mark in references(r.text) if mark[2] in places)) for r in knowledge.rulings)
    return {ruling: marks for ruling, marks in found if marks}
