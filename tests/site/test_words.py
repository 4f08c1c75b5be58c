"""The site's phrases, counts and days."""

import re
import string
import tomllib
from datetime import date
from pathlib import Path

import pytest

from kb.errors import BuildError
from kb.model import Lang
from kb.site.base.words import PageWords, read_words
from kb.site.pages.search import EXAMPLES
from tests.site.conftest import TEMPLATES

WORDS = read_words(TEMPLATES / "strings.toml")
PACKAGE = Path(__file__).parents[2] / "kb" / "site"


@pytest.fixture
def en() -> PageWords:
    return WORDS[Lang.EN]


@pytest.fixture
def fr() -> PageWords:
    return WORDS[Lang.FR]


def test_a_day_is_written_out_in_each_language(en: PageWords, fr: PageWords) -> None:
    assert en.day(date(2024, 2, 2)) == "February 2, 2024"
    assert fr.day(date(2024, 2, 2)) == "2 février 2024"


def test_the_first_of_a_french_month_is_an_ordinal(fr: PageWords) -> None:
    assert fr.day(date(2016, 4, 1)) == "1er avril 2016"
    assert fr.day(date(2016, 8, 11)) == "11 août 2016"


def test_a_missing_day_is_said_to_be_missing(en: PageWords, fr: PageWords) -> None:
    assert (en.day(None), fr.day(None)) == ("No date", "Sans date")


def test_thousands_are_grouped_as_the_language_does(en: PageWords, fr: PageWords) -> None:
    assert en.number(25247) == "25,247"
    assert fr.number(25247) == "25\u202f247"


def test_french_keeps_the_singular_for_nought_and_english_does_not(en: PageWords, fr: PageWords) -> None:
    assert [en.count(n, "n_rulings") for n in (0, 1, 2)] == ["0 rulings", "1 ruling", "2 rulings"]
    assert [fr.count(n, "n_rulings") for n in (0, 1, 2)] == ["0 décision", "1 décision", "2 décisions"]


def test_a_card_name_with_braces_is_set_into_a_phrase_as_it_is(en: PageWords) -> None:
    assert en.say("rulings_on", card="{0} {x}") == "Rulings on {0} {x}."


def test_a_phrase_without_one_of_the_languages_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "strings.toml").write_text('home = { en = "Home" }\n', "utf-8")
    with pytest.raises(BuildError, match=r"home \(fr\)"):
        read_words(tmp_path / "strings.toml")


def test_a_missing_file_of_phrases_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="cannot be read"):
        read_words(tmp_path / "strings.toml")


def test_both_languages_of_a_phrase_have_the_same_forms_and_the_same_gaps() -> None:
    def gaps(phrase: object) -> list[set[str | None]]:
        forms = phrase if isinstance(phrase, tuple) else (phrase,)
        return [{name for _, name, _, _ in string.Formatter().parse(str(form)) if name} for form in forms]

    for key in WORDS[Lang.EN].phrases:
        assert gaps(WORDS[Lang.EN].phrases[key]) == gaps(WORDS[Lang.FR].phrases[key]), key


def test_every_phrase_is_used_somewhere() -> None:
    texts = [path.read_text("utf-8") for path in (*TEMPLATES.glob("*.html"), *PACKAGE.rglob("*.py"))]
    used = set(re.findall(r"\bt\.(\w+)|\]\.(\w+)|\.(?:en|fr)\.(\w+)|\"(\w+)\"", "\n".join(texts)))
    known = {name for names in used for name in names}
    otherwise = {key for key in WORDS[Lang.EN].phrases if key.startswith(("find_", "box_", "search_eg_"))}
    otherwise |= {f"search_{example}" for example in EXAMPLES}
    assert sorted(set(WORDS[Lang.EN].phrases) - known - otherwise) == []


def test_french_phrases_have_french_typography() -> None:
    table = tomllib.loads((TEMPLATES / "strings.toml").read_text("utf-8"))
    for key, entry in table.items():
        for form in entry["fr"] if isinstance(entry["fr"], list) else [entry["fr"]]:
            assert "'" not in form, key
            assert not re.search(r"(?<![\u202f\u00a0])[;?!»]", form), key
            assert not re.search(r"[^\u00a0]:", form), key
            assert not re.search(r"«[^\u00a0]", form), key
