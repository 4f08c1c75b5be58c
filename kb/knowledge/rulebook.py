"""Look-ups over the Comprehensive Rules: by number, by their tree, and by the mechanic that they define."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.model import Mechanic, MechanicKind, Rule, RuleKind
from kb.text.folding import fold, name_key, slug
from kb.text.rule_numbers import references

_SECTION_TITLES = {
    "keyword actions": MechanicKind.KEYWORD_ACTION,
    "keyword abilities": MechanicKind.KEYWORD_ABILITY,
}
_SECTION_NUMBERS = {"701": MechanicKind.KEYWORD_ACTION, "702": MechanicKind.KEYWORD_ABILITY}
_ABILITY_WORDS = "ability words are "
_NOTE = re.compile(r"\s*\([^()]*\)$")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_VOWELS = "aeiou"
_SMALL_WORDS = frozenset({"a", "an", "and", "for", "from", "in", "into", "of", "on", "the", "to", "with"})


@dataclass(frozen=True, slots=True)
class MechanicRules:
    """What the rules have on one mechanic; None where they have nothing."""

    heading: Rule | None = None
    """The rule that carries its name (`702.62`), or for an ability word the subrule that lists it."""
    defining: Rule | None = None
    """The first subrule below that heading: what says what the mechanic is."""
    glossary: Rule | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A place in the rules, as one looks it up."""

    rules: tuple[Rule, ...]
    """The rule, section or glossary entry itself, then what stands directly under it."""
    parents: tuple[Rule, ...] = ()
    """What it stands under, the chapter first."""
    mechanics: tuple[Mechanic, ...] = ()
    """Those that the rule, or the rule above a subrule, defines or lists."""

    @property
    def explained(self) -> tuple[Mechanic, ...]:
        """The mechanics that the place is about in whole: those of a rule, not those that it merely lists."""
        if self.rules[0].kind is not RuleKind.RULE:
            return ()
        return tuple(m for m in self.mechanics if m.kind is not MechanicKind.ABILITY_WORD)


def passage(rules: Sequence[Rule], mechanics: Iterable[Mechanic], name: str) -> Passage | None:
    """Return what stands at the number or glossary term *name*, without regard to case; None when nothing does."""
    wanted = name.strip().rstrip(".").casefold()
    numbered = by_number(rules)
    if wanted not in numbered:
        entry = _terms(rules).get(name_key(name))
        return None if entry is None else Passage((entry,), (), _called(entry, mechanics))
    parents = tuple(numbered[above] for above in reversed(_above(wanted)) if above in numbered)
    homes = {wanted, parent_number(wanted)} if numbered[wanted].kind is RuleKind.SUBRULE else {wanted}
    tied = tuple(m for m in mechanics if m.rule in homes)
    return Passage((numbered[wanted], *subrules(rules, wanted)), parents, tied)


def _above(number: str) -> list[str]:
    """List what *number* stands under, the nearest first."""
    found = []
    while number := parent_number(number):
        found.append(number)
    return found


def _called(entry: Rule, mechanics: Iterable[Mechanic]) -> tuple[Mechanic, ...]:
    return tuple(m for m in mechanics if name_key(m.name) == name_key(entry.title))


def cites(text: str, number: str) -> bool:
    """Return whether *text* speaks of the rule *number* or of a subrule of it.

    >>> cites("See rule 702.62b.", "702.62"), cites("See rule 702.6.", "702.62"), cites("See rule 702.62.", "702")
    (True, False, False)
    """
    found = {cited for _, _, cited in references(text)}
    return number in found or ("." in number and number in {cited.rstrip(_LETTERS) for cited in found})


# --- by number ------------------------------------------------------------------------------------------------------


def by_number(rules: Iterable[Rule]) -> dict[str, Rule]:
    """Return every numbered rule by its number, in the order of the document; glossary entries have none."""
    return {rule.number: rule for rule in rules if rule.kind is not RuleKind.GLOSSARY}


def parent_number(number: str) -> str:
    """Return the number of what *number* stands under; "" for a chapter.

    >>> [parent_number(number) for number in ("702.62a", "702.62", "702", "7")]
    ['702.62', '702', '7', '']
    """
    bare = number.rstrip(_LETTERS)
    if bare != number:
        return bare
    section, dot, _ = number.partition(".")
    return section if dot else number[:1] if len(number) > 1 else ""


def subrules(rules: Iterable[Rule], number: str) -> tuple[Rule, ...]:
    """List what stands directly under *number*: subrules of a rule, rules of a section, sections of a chapter."""
    return tuple(rule for rule in rules if rule.kind is not RuleKind.GLOSSARY and parent_number(rule.number) == number)


# --- by mechanic ----------------------------------------------------------------------------------------------------


def rules_of(rules: Sequence[Rule], mechanics: Iterable[Mechanic]) -> dict[str, MechanicRules]:
    """Return what *rules* have on each of *mechanics*, by slug: one pass for many of them."""
    numbered = by_number(rules)
    headings = _headings(rules)
    terms = _terms(rules)
    first_below: dict[str, Rule] = {}
    for rule in numbered.values():
        first_below.setdefault(parent_number(rule.number), rule)
    found: dict[str, MechanicRules] = {}
    for mechanic in mechanics:
        heading = _heading(mechanic, headings, numbered)
        defining = None if heading is None else _defining(heading, first_below)
        found[mechanic.slug] = MechanicRules(heading, defining, _named(mechanic, terms))
    return found


def _defining(heading: Rule, first_below: Mapping[str, Rule]) -> Rule | None:
    below = None if heading.text else first_below.get(heading.number)
    return below or (heading if heading.text else None)


def _heading(
    mechanic: Mechanic, headings: Mapping[MechanicKind, Mapping[str, Rule]], numbered: Mapping[str, Rule]
) -> Rule | None:
    kinds = (mechanic.kind, *(kind for kind in MechanicKind if kind is not mechanic.kind))
    for kind in kinds:
        if name_key(mechanic.name) in headings[kind]:
            return headings[kind][name_key(mechanic.name)]
    for form in mechanic.forms:
        if name_key(form) in headings[mechanic.kind]:
            return headings[mechanic.kind][name_key(form)]
    there = numbered.get(mechanic.rule)
    return there if there is not None and _speaks_of(there, mechanic) else None


def _speaks_of(rule: Rule, mechanic: Mechanic) -> bool:
    """Whether *rule* is about *mechanic*; a title speaks for the whole rule."""
    if mechanic.kind is MechanicKind.ABILITY_WORD and _ABILITY_WORDS in rule.text:
        return True
    where = fold(rule.title or rule.text)
    return any(_stands_in(fold(form), where) for form in (mechanic.name, *mechanic.forms))


def _stands_in(words: str, text: str) -> bool:
    """Whether *words* stand in *text* as whole words."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _headings(rules: Iterable[Rule]) -> dict[MechanicKind, dict[str, Rule]]:
    """Return the rules that carry a mechanic's name as their title, and the subrule that lists the ability words."""
    rules = tuple(rules)
    titled = {rule.number: _SECTION_TITLES.get(name_key(rule.title)) for rule in rules if rule.kind is RuleKind.SECTION}
    kinds = {number: kind for number, kind in titled.items() if kind is not None} or _SECTION_NUMBERS
    found: dict[MechanicKind, dict[str, Rule]] = {kind: {} for kind in MechanicKind}
    for rule in rules:
        kind = kinds.get(parent_number(rule.number)) if rule.kind is RuleKind.RULE and rule.title else None
        if kind is not None:
            found[kind].setdefault(name_key(rule.title), rule)
    for name, rule in _ability_words(rules):
        found[MechanicKind.ABILITY_WORD].setdefault(name_key(name), rule)
    return found


def _ability_words(rules: Iterable[Rule]) -> tuple[tuple[str, Rule], ...]:
    """List the ability words that the rules name, each with the subrule that lists it."""
    for rule in rules:
        _, found, rest = rule.text.partition(_ABILITY_WORDS)
        if found and rule.kind is not RuleKind.GLOSSARY:
            listed = rest.partition(".")[0]
            parts = listed.split(",") if "," in listed else listed.split(" and ")
            names = (part.strip().removeprefix("and ").strip() for part in parts)
            return tuple((name, rule) for name in names if name)
    return ()


def _terms(rules: Iterable[Rule]) -> dict[str, Rule]:
    """Return the glossary by term; `Kicker, Kicked` also by each of its words, where no entry has that one alone."""
    entries = [rule for rule in rules if rule.kind is RuleKind.GLOSSARY]
    terms: dict[str, Rule] = {}
    for entry in entries:
        terms.setdefault(name_key(entry.title), entry)
    for entry in entries:
        for part in _NOTE.sub("", entry.title[:200]).split(","):
            terms.setdefault(name_key(part.strip(' "“”')), entry)
    return terms


def _named(mechanic: Mechanic, terms: Mapping[str, Rule]) -> Rule | None:
    keys = (name_key(name) for name in (mechanic.name, *mechanic.forms))
    return next((terms[key] for key in keys if key in terms), None)


# --- mechanics learnt from the rules --------------------------------------------------------------------------------


def learn_mechanics(rules: Sequence[Rule], mechanics: Sequence[Mechanic]) -> tuple[Mechanic, ...]:
    """Return *mechanics* with the numbers that *rules* have for them, then those that only *rules* know.

    A number at which the rules define something else is dropped; without rules nothing changes. A learnt mechanic has
    no French name, and counts as ambiguous if it is a single word: nobody has looked whether it is an everyday one.
    """
    numbered = by_number(rules)
    known = rules_of(rules, mechanics)
    current = tuple(_renumbered(mechanic, known[mechanic.slug].heading, numbered) for mechanic in mechanics)
    names = {name_key(name) for mechanic in mechanics for name in (mechanic.name, *mechanic.forms)}
    slugs = {mechanic.slug for mechanic in mechanics}
    learnt: dict[str, Mechanic] = {}
    for kind, found in _headings(rules).items():
        for key, rule in found.items():
            address = slug(key)
            if key not in names and address and address not in slugs:
                learnt.setdefault(address, _learnt(key, kind, rule, rules))
    return (*current, *learnt.values())


def _renumbered(mechanic: Mechanic, heading: Rule | None, numbered: Mapping[str, Rule]) -> Mechanic:
    if heading is not None:
        return replace(mechanic, rule=heading.number)
    return replace(mechanic, rule="") if mechanic.rule in numbered else mechanic


def _learnt(key: str, kind: MechanicKind, rule: Rule, rules: Iterable[Rule]) -> Mechanic:
    name = _capitalised(key) if kind is MechanicKind.ABILITY_WORD else rule.title
    below = fold(" ".join(other.text for other in subrules(rules, rule.number)))
    forms = (fold(name), *(form for form in _inflected(fold(name)) if _stands_in(form, below)))
    return Mechanic(
        slug=slug(name),
        kind=kind,
        name=name,
        forms=forms,
        rule=rule.number,
        ambiguous=" " not in name,
        name_fr_evidence="none",
    )


def _capitalised(name: str) -> str:
    """Return *name* as a title.

    >>> _capitalised("will of the council")
    'Will of the Council'
    """
    words = name.split()
    return " ".join(w if at and w in _SMALL_WORDS else w[:1].upper() + w[1:] for at, w in enumerate(words))


def _inflected(name: str) -> tuple[str, ...]:
    """List the forms that *name* would have if its first word were a verb.

    >>> _inflected("collect evidence")
    ('collects evidence', 'collected evidence', 'collecting evidence', 'collectted evidence', 'collectting evidence')
    >>> _inflected("forage")
    ('forages', 'foraged', 'foraging')
    """
    verb, space, rest = name.partition(" ")
    stem, endings = verb, ["s", "ed", "ing", verb[-1:] + "ed", verb[-1:] + "ing"]
    if verb.endswith("e"):
        stem, endings = verb[:-1], ["es", "ed", "ing"]
    elif verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        stem, endings = verb[:-1], ["ies", "ied", "ying"]
    elif verb.endswith(("s", "x", "z", "ch", "sh")):
        endings = ["es", "ed", "ing"]
    return tuple(f"{stem}{ending}{space}{rest}" for ending in endings)
