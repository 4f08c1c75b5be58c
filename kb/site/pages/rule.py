"""The rules: the list of sections, and a page for each section and for each titled rule of a very long one."""

from collections.abc import Iterator

from kb.site.base import address
from kb.site.base.rules import gather
from kb.site.base.tree import Tree, foreign_english, frame, mechanic_ref, other_name_of_mechanic
from kb.site.pages.entries import days, entry, groups
from kb.site.pages.passages import entry_of, passage
from kb.site.pages.rule_kinds import RulePage, RulesPage
from kb.site.pages.values import Chapter, Counted, Neighbours, PassageView, Ref

_SHOWN = 20
"""So many rulings stand on the page of a rule, besides those that cite it; the others are a click away."""


def rule_pages(tree: Tree) -> Iterator[RulesPage | RulePage]:
    """Yield every page of numbered rules; there is none where there are no rules."""
    codex = tree.atlas.codex
    if not codex.numbered:
        return
    yield _contents(tree)
    pages = tuple(codex.pages)
    for place, page in enumerate(pages):
        near = Neighbours(
            None, _neighbour(tree, pages[max(place - 1, 0) : place]), _neighbour(tree, pages[place + 1 : place + 2])
        )
        yield _page(tree, page, near)


def _contents(tree: Tree) -> RulesPage:
    codex = tree.atlas.codex
    up = address.up(address.RULES)
    return RulesPage(
        frame=frame(tree, address.RULES, tree.words.say("rules"), tree.words.say("rules_lead")),
        total=sum("." in number for number in codex.numbered),
        terms=len(codex.terms),
        text_lang=foreign_english(tree),
        chapters=tuple(
            Chapter(f"chapter-{chapter}", chapter, _title(tree, chapter), tuple(_row(tree, n, up) for n in sections))
            for chapter, sections in codex.chapters.items()
        ),
    )


def _page(tree: Tree, page: str, near: Neighbours) -> RulePage:
    codex = tree.atlas.codex
    up = address.up(address.rule(page))
    title = _title(tree, page)
    rulings = _rulings(tree, page)
    every = groups(tree, rulings)
    shown = tuple(
        group
        for place, group in enumerate(every)
        if place < _SHOWN or any(rulings.get(one) for one in (group.lead, *group.same))
    )
    numbers = _numbers(tree, page)
    return RulePage(
        frame=frame(
            tree,
            address.rule(page),
            f"{tree.words.say('rule')} {page} {title}".strip(),
            tree.words.say("rule_summary", number=page, title=title),
            crumbs=_crumbs(tree, page, up),
        ),
        text_lang=foreign_english(tree),
        number=page,
        title=title,
        is_section="." not in page,
        opening=passage(tree, page, up) if page in codex.numbered else None,
        passages=tuple(passage(tree, number, up) for number in codex.pages[page] if number != page),
        further=tuple(_row(tree, number, up) for number in codex.apart.get(page, ())),
        glossary=_glossary(tree, page, up),
        mechanics=tuple(_mechanic(tree, slug, up) for n in numbers for slug in codex.mechanics.get(n, ())),
        total=len(rulings),
        cut=len(shown) < len(every),
        days=days(tree, shown, up, lambda group: entry(tree, group, up)),
        neighbours=near,
    )


def _title(tree: Tree, number: str) -> str:
    rule = tree.atlas.codex.numbered.get(number)
    return rule.title if rule else ""


def _numbers(tree: Tree, page: str) -> tuple[str, ...]:
    """Return the number of a page and all that stand on it."""
    return tuple(dict.fromkeys((page, *tree.atlas.codex.pages[page])))


def _rulings(tree: Tree, page: str) -> dict[str, bool]:
    """Return the rulings that explain what stands on a page, and of each whether its text cites it."""
    codex = tree.atlas.codex
    numbers = _numbers(tree, page)
    about = (tree.atlas.about.get(slug, {}) for number in numbers for slug in codex.defines.get(number, ()))
    found = {ruling: False for ties in about for ruling in ties}
    return found | {ruling: True for number in numbers for ruling in codex.cited.get(number, ())}


def _row(tree: Tree, number: str, up: str) -> Counted:
    """Link to a page, with its number beside its title and how many rulings explain what is there or set apart."""
    ref = Ref(up + address.rule(number), _title(tree, number) or number, foreign_english(tree))
    pages = (number, *tree.atlas.codex.apart.get(number, ()))
    return Counted(ref, len({ruling for page in pages for ruling in _rulings(tree, page)}), note=number)


def _mechanic(tree: Tree, slug: str, up: str) -> Counted:
    return Counted(
        mechanic_ref(tree, slug, up),
        len(tree.atlas.about.get(slug, {})),
        other_name_of_mechanic(tree, tree.atlas.mechanics[slug]),
    )


def _glossary(tree: Tree, page: str, up: str) -> tuple[PassageView, ...]:
    """Return what the glossary has on the mechanics of a rule that has its page to itself."""
    codex = tree.atlas.codex
    found = (entry_of(tree, codex.of_mechanic[slug], up) for slug in codex.defines.get(page, ()))
    return tuple(entries[0] for entries in gather((one.anchor, one) for one in found if one).values())


def _crumbs(tree: Tree, page: str, up: str) -> tuple[Ref, ...]:
    rules = Ref(up + address.RULES, tree.words.say("rules"))
    section = page.partition(".")[0]
    return (rules,) if section == page else (rules, _page_ref(tree, section, up))


def _page_ref(tree: Tree, page: str, up: str) -> Ref:
    return Ref(up + address.rule(page), f"{page} {_title(tree, page)}".strip(), foreign_english(tree))


def _neighbour(tree: Tree, pages: tuple[str, ...]) -> Ref | None:
    return _page_ref(tree, pages[0], address.up(address.rule(pages[0]))) if pages else None
