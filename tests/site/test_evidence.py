"""Why a ruling is tied to a mechanic, in the reader's language."""

from datetime import date
from pathlib import Path

import pytest

from kb.ingest.assemble import assemble, read_files
from kb.ingest.corpus import corpus_files
from kb.model import Knowledge, Lang
from kb.site.base.lookups import survey
from kb.site.base.tree import Tree
from kb.site.base.words import read_words
from kb.site.pages.evidence import reason
from kb.site.pages.values import Name
from tests.site.conftest import TEMPLATES

CORPUS = Path(__file__).parents[2] / "corpus"
WORDS = read_words(TEMPLATES / "strings.toml")
ATLAS = survey(Knowledge())
FR, EN = (Tree(ATLAS, WORDS[lang], lambda _: ()) for lang in (Lang.FR, Lang.EN))

SAID = (
    ("the text says “suspend”", "le texte dit «\u00a0suspend\u00a0»"),
    (
        "the text says “cast”, “suspended” ×2; 57 of 69 cards have it",
        "le texte dit «\u00a0cast\u00a0», «\u00a0suspended\u00a0» ×2\u202f; 57 cartes sur 69 la possèdent",
    ),
    (
        "3 of 4 cards have it; 1 ruling of that date name it",
        "3 cartes sur 4 la possèdent\u202f; 1 décision de cette date la nomme",
    ),
    (
        "1 of 2 cards have it; the same words are linked to it on another date",
        "1 carte sur 2 la possède\u202f; les mêmes mots y sont liés à une autre date",
    ),
    (
        "the only card of that date that has it; 3 of its 4 other rulings name it",
        "seule carte de cette date à la posséder\u202f; 3 de ses 4 autres décisions la nomment",
    ),
    (
        "5 of the 6 other rulings of its page and date name it",
        "5 des 6 autres décisions de sa page et de sa date la nomment",
    ),
    ("it stands under “Returning; again: “Suspend””", "elle figure sous «\u00a0Returning; again: “Suspend”\u00a0»"),
)


@pytest.mark.parametrize(("english", "french"), SAID)
def test_evidence_is_said_in_french_on_french_pages(english: str, french: str) -> None:
    assert reason(FR, english) == Name(french)
    assert reason(EN, english).lang == ""


def test_english_pages_mind_the_number_of_the_verb() -> None:
    assert reason(EN, "1 of 2 cards have it; 2 rulings of that date name it") == Name(
        "1 of 2 cards has it; 2 rulings of that date name it"
    )


@pytest.mark.parametrize("odd", ["", "nobody knows", "3 of 4 cards have it; nobody knows", "٣ of 4 cards have it"])
def test_evidence_of_another_kind_stays_english_and_says_so(odd: str) -> None:
    assert reason(FR, odd) == Name(odd, "en")
    assert reason(EN, odd) == Name(odd)


def test_every_evidence_that_links_of_the_corpus_rest_on_is_understood() -> None:
    links = assemble(read_files(corpus_files((CORPUS,)), today=date(2026, 1, 1))).links
    assert len(links) > 50
    assert [link.evidence for link in links if reason(FR, link.evidence).lang] == []
