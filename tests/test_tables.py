"""The tables in kb/data say what they should, and a row that does not fit is named."""

import gzip
import re
from importlib.resources import files

import pytest

from kb import tables
from kb.model import Lang, MechanicKind
from kb.text.folding import slug, strip_accents

ROW = {
    "slug": "suspend",
    "kind": "keyword_ability",
    "rule": "702.62",
    "en": "Suspend",
    "fr": "suspension",
    "en_forms": "suspend|suspended",
    "fr_forms": "suspension",
    "ambiguous": "0",
    "evergreen": "0",
    "fr_evidence": "cards:62",
}
BY_SLUG = {mechanic.slug: mechanic for mechanic in tables.mechanics()}


def test_mechanics_are_sorted_by_slug_and_no_slug_stands_twice() -> None:
    slugs = [mechanic.slug for mechanic in tables.mechanics()]
    assert slugs == sorted(set(slugs))
    assert len(slugs) == 325


def test_a_slug_is_the_name_as_an_address() -> None:
    assert [m.slug for m in tables.mechanics() if m.slug != slug(m.name)] == []


def test_suspend_is_known_in_both_languages_with_its_rule() -> None:
    suspend = BY_SLUG["suspend"]
    assert (suspend.kind, suspend.name, suspend.name_fr) == (MechanicKind.KEYWORD_ABILITY, "Suspend", "suspension")
    assert (suspend.rule, suspend.ambiguous, suspend.evergreen) == ("702.62", False, False)
    assert {"suspend", "suspended", "suspending"} <= set(suspend.forms)
    assert {"suspension", "suspendu", "suspendue", "suspendus", "suspendues"} <= set(suspend.forms_fr)
    assert suspend.name_fr_evidence == "cards:62"


def test_both_halves_of_a_double_french_name_are_shown() -> None:
    assert BY_SLUG["daybound-and-nightbound"].name_fr == "diurne / nocturne"


@pytest.mark.parametrize(
    ("mechanic", "form"),
    [
        ("plot", "plotted"),
        ("foretell", "foretold"),
        ("morph", "morphed"),
        ("cycling", "islandcycling"),
        ("landwalk", "islandwalk"),
        ("ninjutsu", "commander ninjutsu"),
        ("detain", "detain"),
        ("umbra-armor", "totem armor"),
    ],
)
def test_inflected_and_compound_forms_belong_to_their_mechanic(mechanic: str, form: str) -> None:
    assert form in BY_SLUG[mechanic].forms


def test_flying_and_casting_are_evergreen_and_suspend_is_not() -> None:
    evergreen = {mechanic.slug for mechanic in tables.mechanics() if mechanic.evergreen}
    assert {"flying", "haste", "trample", "cast", "exile", "destroy", "sacrifice", "tap-and-untap"} <= evergreen
    assert not evergreen & {"suspend", "cascade", "morph", "transform"}


def test_a_mechanic_can_be_found_by_its_own_name() -> None:
    nameless = [m.slug for m in tables.mechanics() if m.name.casefold() not in m.forms]
    assert nameless == ["daybound-and-nightbound", "infinity", "tap-and-untap"]


@pytest.mark.parametrize("lang", list(Lang))
def test_no_two_mechanics_claim_one_form(lang: Lang) -> None:
    owners: dict[str, set[str]] = {}
    for mechanic in tables.mechanics():
        for form in mechanic.forms if lang is Lang.EN else mechanic.forms_fr:
            owners.setdefault(strip_accents(form).casefold(), set()).add(mechanic.slug)
    assert {form: slugs for form, slugs in owners.items() if len(slugs) > 1} == {}


def test_rule_numbers_have_the_shape_of_the_rules() -> None:
    numbers = {m.rule for m in tables.mechanics()}
    assert {number for number in numbers if not re.fullmatch(r"(\d{3}\.\d+[a-z]?)?", number)} == set()


def test_terms_pair_english_with_french_and_drop_the_note_on_the_sense() -> None:
    terms = tables.terms()
    assert tables.Term(("mana cost",), ("coût de mana",)) in terms
    assert tables.Term(("trigger",), ("se déclenche",)) in terms
    assert all(term.en and term.fr for term in terms)


@pytest.mark.parametrize("lang", list(Lang))
def test_every_sense_is_of_a_form_of_the_table(lang: Lang) -> None:
    forms = {form for m in tables.mechanics() for form in (m.forms if lang is Lang.EN else m.forms_fr)}
    assert tables.senses(lang).keys() - forms == {"*"}


@pytest.mark.parametrize("lang", list(Lang))
def test_contexts_are_written_folded(lang: Lang) -> None:
    contexts = [context for sense in tables.senses(lang).values() for context in (*sense.needs, sense.never)]
    words = {word for c in contexts for phrase in (*c.before, *c.after) for word in phrase}
    words |= {word for context in contexts for word in context.near}
    assert words
    assert {word for word in words if word != strip_accents(word).casefold() or re.search(r"\W", word)} == set()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "t.tsv: the first line after the notes must name the columns en, fr"),
        ("en\tde\nhand\tHand\n", "must name the columns"),
        ("# note\nen\tfr\nhand\n", "t.tsv, line 3: 1 columns where 2 are expected"),
        ("en\tfr\nhand\tmain\tx\n", "t.tsv, line 2: 3 columns where 2 are expected"),
    ],
)
def test_a_malformed_table_is_named_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        tables.parse_table("t.tsv", text, ("en", "fr"))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"slug": ""}, "needs a slug"),
        ({"en_forms": ""}, "needs a slug, a name and a form"),
        ({"kind": "keyword"}, "keyword"),
        ({"ambiguous": "yes"}, "suspend: ambiguous and evergreen are 0 or 1"),
    ],
)
def test_a_row_that_is_no_mechanic_is_refused(change: dict[str, str], complaint: str) -> None:
    assert tables.to_mechanic(ROW).forms == ("suspend", "suspended")
    with pytest.raises(ValueError, match=complaint):
        tables.to_mechanic(ROW | change)


@pytest.mark.parametrize("name", sorted(file.name for file in (files("kb") / "data").iterdir() if file.is_file()))
def test_each_file_opens_with_notes_on_itself(name: str) -> None:
    raw = (files("kb") / "data" / name).read_bytes()
    assert (gzip.decompress(raw) if name.endswith(".gz") else raw).startswith(b"# ")
