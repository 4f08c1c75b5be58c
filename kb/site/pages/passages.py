"""The words of the rules as they are set: paragraphs, examples, and numbers that lead to what they name."""

from kb.knowledge.rulebook import MechanicRules
from kb.model import Rule, RuleKind
from kb.site.base import address
from kb.site.base.lookups import letter
from kb.site.base.markup import Html, linked
from kb.site.base.tree import Tree, rule_links
from kb.site.pages.values import Paragraph, PassageView, Ref

_EXAMPLE = ("Example:", "Examples:")


def passage(tree: Tree, number: str, up: str) -> PassageView:
    """Show the rule *number*; its number leads to the place where it stands."""
    rule = tree.atlas.codex.numbered[number]
    return PassageView(
        anchor=number,
        ref=Ref(up + tree.atlas.codex.places[number], number),
        title=rule.title,
        sub=rule.kind is RuleKind.SUBRULE,
        paragraphs=paragraphs(tree, rule, up),
    )


def term(tree: Tree, title: str, up: str) -> PassageView:
    """Show what the glossary has under *title*."""
    entries = tree.atlas.codex.terms[title]
    return PassageView(
        anchor=tree.atlas.codex.anchors[title],
        ref=Ref(up + term_address(tree, title), title),
        title=title,
        sub=False,
        paragraphs=tuple(paragraph for entry in entries for paragraph in paragraphs(tree, entry, up)),
    )


def term_address(tree: Tree, title: str) -> str:
    """Return the place of a term from the folder of the tree."""
    page = address.terms(letter(title)) if tree.atlas.codex.spread else address.GLOSSARY
    return f"{page}#{tree.atlas.codex.anchors[title]}"


def defining(tree: Tree, rules: MechanicRules | None, up: str) -> PassageView | None:
    """Show the rule that says what a mechanic is."""
    return passage(tree, rules.defining.number, up) if rules and rules.defining else None


def entry_of(tree: Tree, rules: MechanicRules | None, up: str) -> PassageView | None:
    """Show what the glossary has on a mechanic."""
    return term(tree, rules.glossary.title, up) if rules and rules.glossary else None


def paragraphs(tree: Tree, rule: Rule, up: str) -> tuple[Paragraph, ...]:
    """Set the text of *rule*, a paragraph a line."""
    lines = (line for line in rule.text.split("\n") if line.strip())
    return tuple(Paragraph(_set(tree, line, up), line.startswith(_EXAMPLE)) for line in lines)


def _set(tree: Tree, text: str, up: str) -> Html:
    return linked(text, rule_links(tree, tree.atlas.codex.references(text), up))
