"""What a link rests on, in the reader's language: the sentences that `kb.link` writes, put into the site's words."""

import re

from kb.site.base.tree import Tree, foreign_english
from kb.site.pages.values import Name

_HEADING = re.compile(r"it stands under “(.*)”", re.DOTALL)
_SAID = re.compile(r"the text says (.+)", re.DOTALL)
_QUOTED = re.compile("“([^”]*)”")
_COUNTED = tuple(
    (re.compile(pattern, re.ASCII), key)
    for pattern, key in (
        (r"(\d{1,9}) of (\d{1,9}) cards have it", "why_cards"),
        (r"(\d{1,9}) rulings? of that date name it", "why_date"),
        (r"(\d{1,9}) of its (\d{1,9}) other rulings? name it", "why_card_others"),
        (r"(\d{1,9}) of the (\d{1,9}) other rulings? of its page and date name it", "why_page_others"),
    )
)
_PLAIN = {
    "the same words are linked to it on another date": "why_wording",
    "the only card of that date that has it": "why_only_card",
}


def reason(tree: Tree, evidence: str) -> Name:
    """Return *evidence* in the language of the tree; in English, and marked so, where that has no words for it."""
    if heading := _HEADING.fullmatch(evidence):
        return Name(tree.words.say("why_heading", heading=heading[1]))
    clauses = [_clause(tree, clause) for clause in evidence.split("; ")]
    return Name(tree.words.say("semicolon").join(clauses)) if all(clauses) else Name(evidence, foreign_english(tree))


def _clause(tree: Tree, clause: str) -> str:
    """Return one part of an evidence in words; "" if it is none that is known."""
    say = tree.words.say
    if clause in _PLAIN:
        return say(_PLAIN[clause])
    if said := _SAID.fullmatch(clause):
        return say("why_said", said=_QUOTED.sub(lambda form: say("quoted", text=form[1]), said[1]))
    for pattern, key in _COUNTED:
        if found := pattern.fullmatch(clause):
            return tree.words.count(int(found[1]), key, of=found[found.re.groups])
    return ""
