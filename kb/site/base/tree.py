"""A language tree: the knowledge as readers of one language are shown it, and the frame around its pages."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kb.model import Card, Lang, Mechanic, Ruling
from kb.site.base import address
from kb.site.base.lookups import Atlas, card_name, mechanic_name
from kb.site.base.markup import Html, Link, Mark, linked, plain
from kb.site.base.words import PageWords
from kb.site.pages.values import FrameView, Name, Pager, Ref
from kb.text.language import language_of

Mentions = Callable[[Ruling], tuple[Mark, ...]]
"""Where the text of a ruling names mechanics."""

_SUMMARY = 155
_NEAR = 3
"""So many parts before and after the one that is shown are linked."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Everything that the pages of one language are made from."""

    atlas: Atlas
    words: PageWords
    mentions: Mentions
    base_url: str = ""
    """Where the site will stand, with a slash at the end; "" when that is not known."""
    paraphrased: bool = False
    """Whether the corpus is the one that comes with `kb`, in words of its own."""
    texts: dict[tuple[str, str], Html] = field(default_factory=dict, compare=False)
    """Texts already marked up: a ruling stands on many pages."""
    refs: dict[tuple[str, str], Ref] = field(default_factory=dict, compare=False)
    """Links to cards already made."""

    @property
    def lang(self) -> Lang:
        """The language of the tree."""
        return self.words.lang

    @property
    def other(self) -> Lang:
        """The language of the tree beside it."""
        return Lang.EN if self.lang is Lang.FR else Lang.FR


def marked(tree: Tree, ruling: Ruling, up: str, leave: str = "") -> Html:
    """Return the text of *ruling* for a page from which *up* leads to the tree; *leave* is the page's own mechanic."""
    key = (ruling.id, up)
    if not leave and key in tree.texts:
        return tree.texts[key]
    links = [(start, end, up + address.mechanic(slug)) for start, end, slug in tree.mentions(ruling) if slug != leave]
    links += rule_links(tree, tree.atlas.codex.citations.get(ruling.id, ()), up)
    text = linked(ruling.text, links)
    if not leave:
        tree.texts[key] = text
    return text


def rule_links(tree: Tree, marks: Iterable[Mark], up: str) -> Iterable[Link]:
    """Return *marks* of rules with the places where they lead."""
    return ((start, end, up + tree.atlas.codex.places[number]) for start, end, number in marks)


def foreign(tree: Tree, lang: Lang) -> str:
    """Return *lang* where it must be stated: it is not the tree's own."""
    return "" if lang is tree.lang else lang.value


def foreign_english(tree: Tree) -> str:
    """Return the language of what is English in every tree, where it must be stated."""
    return foreign(tree, Lang.EN)


def name_of_card(tree: Tree, card: Card) -> Name:
    """Return the name of *card* as readers of this tree know it."""
    text, lang = card_name(card, tree.lang)
    return Name(text, foreign(tree, lang))


def other_name_of_card(tree: Tree, card: Card) -> Name | None:
    """Return the name of *card* in the other language, where that is another name."""
    return _other(tree, card_name(card, tree.lang), card_name(card, tree.other))


def name_of_mechanic(tree: Tree, mechanic: Mechanic) -> Name:
    """Return the name of *mechanic* as readers of this tree know it."""
    text, lang = mechanic_name(mechanic, tree.lang)
    return Name(text, foreign(tree, lang))


def other_name_of_mechanic(tree: Tree, mechanic: Mechanic) -> Name | None:
    """Return the name of *mechanic* in the other language, where that is another name."""
    return _other(tree, mechanic_name(mechanic, tree.lang), mechanic_name(mechanic, tree.other))


def _other(tree: Tree, here: tuple[str, Lang], there: tuple[str, Lang]) -> Name | None:
    return Name(there[0], foreign(tree, there[1])) if there[0] != here[0] else None


def card_ref(tree: Tree, key: str, up: str) -> Ref:
    """Link to a card."""
    if (key, up) not in tree.refs:
        name = name_of_card(tree, tree.atlas.cards[key])
        tree.refs[key, up] = Ref(up + address.card(key), name.text, name.lang)
    return tree.refs[key, up]


def mechanic_ref(tree: Tree, slug: str, up: str) -> Ref:
    """Link to a mechanic."""
    name = name_of_mechanic(tree, tree.atlas.mechanics[slug])
    return Ref(up + address.mechanic(slug), name.text, name.lang)


def quoted(tree: Tree, text: str) -> Name:
    """Quote a few words of a file, in whatever language they are."""
    return Name(text, foreign(tree, language_of(text, tree.lang)))


def symbols(text: str) -> tuple[Html, ...]:
    """Mark up the rules text of a card, a paragraph each."""
    return tuple(plain(line) for line in text.splitlines() if line.strip())


def frame(
    tree: Tree,
    where: str,
    title: str,
    description: str,
    *,
    crumbs: Iterable[Ref] = (),
    twin: str = "",
    part: int = 1,
) -> FrameView:
    """Return the frame of the page at *where*, or of a further part of the list there.

    *twin* is the nearest page of the other tree, if that tree has no page at *where* itself.
    """
    up = address.up(where)
    there = f"{tree.other}/{twin or where}"
    here = f"{tree.lang}/{address.part(where, part)}"
    return FrameView(
        path=here,
        lang=tree.lang.value,
        title=title if part == 1 else tree.words.say("title_part", title=title, n=part),
        description=shorten(description),
        root=f"{up}../",
        up=up,
        other=f"{up}../{there}",
        twin=not twin and part == 1,
        canonical=tree.base_url and tree.base_url + here,
        twin_canonical=tree.base_url and tree.base_url + there,
        crumbs=(Ref(up + address.HOME, tree.words.say("home")), *crumbs),
        paraphrased=tree.paraphrased,
        rules=bool(tree.atlas.codex.numbered),
    )


def shorten(text: str, most: int = _SUMMARY) -> str:
    """Cut *text* at a word, for a summary of at most so many letters."""
    if len(text) <= most:
        return text
    return f"{text[:most].rpartition(' ')[0] or text[:most]}…"


def pager(tree: Tree, where: str, number: int, count: int) -> Pager | None:
    """Link the *count* parts of the list at *where*, if there are several."""
    if count < 2:
        return None
    up = address.up(where)
    shown = sorted({1, count, *range(max(number - _NEAR, 1), min(number + _NEAR, count) + 1)})
    return Pager(number, tuple((n, Ref(up + address.part(where, n), tree.words.number(n))) for n in shown))
