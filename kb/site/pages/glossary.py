"""The glossary of the rules: on one page, or on a page for each letter where it is long."""

from collections.abc import Iterator
from itertools import groupby

from kb.site.base import address
from kb.site.base.lookups import letter, listing
from kb.site.base.tree import Tree, foreign_english, frame
from kb.site.pages.card import letter_title
from kb.site.pages.passages import term, term_address
from kb.site.pages.rule_kinds import GlossaryPage
from kb.site.pages.values import Ref, Terms


def glossary_pages(tree: Tree) -> Iterator[GlossaryPage]:
    """Yield every page of the glossary; there is none where there are no entries."""
    codex = tree.atlas.codex
    if not codex.terms:
        return
    ordered = sorted(codex.terms, key=lambda title: listing(title)[:2])
    letters = {key: tuple(titles) for key, titles in groupby(ordered, letter)}
    yield _page(tree, address.GLOSSARY, tree.words.say("glossary"), letters, letters)
    if codex.spread:
        for key, titles in letters.items():
            title = tree.words.say("glossary_under", letter=letter_title(tree, key))
            yield _page(tree, address.terms(key), title, {key: titles}, letters)


def _page(
    tree: Tree, where: str, title: str, held: dict[str, tuple[str, ...]], letters: dict[str, tuple[str, ...]]
) -> GlossaryPage:
    up = address.up(where)
    first = where == address.GLOSSARY
    spread = tree.atlas.codex.spread
    apart = first and spread
    crumbs = [Ref(up + address.RULES, tree.words.say("rules"))] if tree.atlas.codex.numbered else []
    if not first:
        crumbs.append(Ref(up + address.GLOSSARY, tree.words.say("glossary")))
    return GlossaryPage(
        frame=frame(tree, where, title, tree.words.say("glossary_lead"), crumbs=crumbs),
        title=title,
        text_lang=foreign_english(tree),
        letters=tuple(
            Ref(up + address.terms(key) if spread else f"#letter-{key}", letter_title(tree, key)) for key in letters
        ),
        names=tuple(_names(tree, key, titles, up) for key, titles in held.items()) if apart else (),
        entries=tuple(_entries(tree, key, titles, up) for key, titles in held.items()) if not apart else (),
    )


def _names(tree: Tree, key: str, titles: tuple[str, ...], up: str) -> Terms:
    refs = tuple(Ref(up + term_address(tree, title), title, foreign_english(tree)) for title in titles)
    return Terms(f"letter-{key}", letter_title(tree, key), refs, ())


def _entries(tree: Tree, key: str, titles: tuple[str, ...], up: str) -> Terms:
    return Terms(f"letter-{key}", letter_title(tree, key), (), tuple(term(tree, title, up) for title in titles))
