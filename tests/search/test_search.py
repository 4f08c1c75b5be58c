"""Asking questions of small knowledge bases, and getting the ruling that answers."""

import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.model import Card, Lang, Rule, RuleKind
from tests.search.make import Base, Said, base, said

SMALL_WORDS = said("""
    Test A1 | If the suspend cost has X, you choose X as you begin to suspend the card.
    Test A2 | The suspend cost is paid once.
    Test A3 | It is as it will be.
    Test A4 | You can't do that, and may not try.
    Test A5 | Choose a number for Y.
""")
ACCENTS = said(
    """
    Test NFC | Le coût est payé avant la célérité.
    Test NFD | Le cou\u0302t est payé après la célérité.
    Test Manœuvre | Cette manœuvre touche le cœur de l’Æther.
    Test Français | Ça commence par une majuscule à cédille ; À côté, l’été.
    """,
    Lang.FR,
)
SIGNS = said("""
    Test Plus | Put a +1/+1 counter on it.
    Test Minus | Put a -1/-1 counter on it.
    Test True Minus | Put one −1/−1 counter on it.
    Test One | Create 1 token. It is a 1/1 creature.
    Test Hybrid | It costs {1}{B/G}.
    Test Split Cost | It costs {1}{B}{G}.
    Test Letters | Row B and row G are letters.
""")
PHRASES = said("""
    Test B1 | Whenever it deals damage to a player, draw a card.
    Test B2 | Damage player piece is not a phrase people use.
    Test B3 | A player dealt damage may draw.
    Test B4 | It dealt damages to players.
""")
HIDDEN = Said(
    "If a card has {X} in its mana cost, choose 0 for X when you cast it for free.",
    "2013-06-01",
    "Late Spell|Slow Spell",
    "~suspend",
)
MIXED = [
    HIDDEN,
    Said("The suspend cost is paid once.", "2006-09-25", "Slow Spell", "suspend"),
    Said("You exile a suspended card with time counters on it.", "2021-03-19", "Late Spell", "suspend"),
    Said("X is chosen as you cast the spell; its cost includes X.", "2010-06-01", "Big Spell"),
    Said("Cascade looks for a card with lesser mana value.", "2021-06-18", "Falling Spell", "cascade"),
    Said(
        "La suspension exile la carte avec des marqueurs « temps ».", "2021-06-18", "Slow Spell", "suspend", Lang.FR, ""
    ),
    Said("A note: casting it late is fine.", "2021-06-18", "Late Spell", "", Lang.EN, "scryfall"),
    Said("A ruling: casting it late is fine.", "2004-10-04", "Early Spell"),
    Said("Undated words on casting a decoy.", "", "Early Spell"),
]
CARDS = [
    Card("slow-spell", "Slow Spell", "Sort lent"),
    Card("rest-in-test", "Rest in Test", "Repos dans l'épreuve"),
    Card("fire-ice", "Fire // Ice", "Feu // Glace", faces=("Fire", "Ice"), faces_fr=("Feu", "Glace")),
]


@pytest.fixture(scope="module")
def small_words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    """Rulings of small and one-letter words."""
    with base(tmp_path_factory.mktemp("small"), SMALL_WORDS) as opened:
        yield opened


@pytest.fixture(scope="module")
def accents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    """French rulings, one of them with decomposed accents."""
    with base(tmp_path_factory.mktemp("accents"), ACCENTS) as opened:
        yield opened


@pytest.fixture(scope="module")
def signs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    """Rulings on counters and costs."""
    with base(tmp_path_factory.mktemp("signs"), SIGNS) as opened:
        yield opened


@pytest.fixture(scope="module")
def phrases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    """Rulings that say nearly the same words."""
    with base(tmp_path_factory.mktemp("phrases"), PHRASES) as opened:
        yield opened


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    """Rulings of both languages, with mechanics, dates and sources."""
    with base(tmp_path_factory.mktemp("mixed"), MIXED, CARDS) as opened:
        yield opened


# --- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("suspend X cost", "Test A1"),
        ("X", "Test A1"),
        ("Y", "Test A5"),
        ("as it will be", "Test A3"),
        ("can't", "Test A4"),
        ("cant", "Test A4"),
        ("may not", "Test A4"),
    ],
)
def test_one_letter_and_small_words_are_looked_for(small_words: Base, query: str, first: str) -> None:
    assert small_words.cards(query)[0] == first


def test_a_ruling_without_the_x_stands_clearly_lower_or_not_at_all(small_words: Base) -> None:
    first, *others = small_words.ask("suspend X cost").hits
    assert all(hit.score < first.score * 0.7 for hit in others)


@pytest.mark.parametrize("query", ["X", "Y", "can't", "may not"])
def test_a_small_word_finds_only_the_ruling_that_has_it(small_words: Base, query: str) -> None:
    assert small_words.ask(query).total == 1


def test_a_query_of_very_common_words_only_finds_them_and_says_so(small_words: Base) -> None:
    answer = small_words.ask("the")
    assert {hit.ruling.text for hit in answer.hits} == {SMALL_WORDS[0].text, SMALL_WORDS[1].text}
    assert answer.notes == ("the query has only very common words: the",)


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ("cout", {"Test NFC", "Test NFD"}),
        ("coût", {"Test NFC", "Test NFD"}),
        ("cou\u0302t", {"Test NFC", "Test NFD"}),
        ("COÛT", {"Test NFC", "Test NFD"}),
        ("celerite", {"Test NFC", "Test NFD"}),
        ("manoeuvre", {"Test Manœuvre"}),
        ("manœuvre", {"Test Manœuvre"}),
        ("aether", {"Test Manœuvre"}),
        ("ca commence", {"Test Français"}),
    ],
)
def test_accents_case_and_ligatures_do_not_count(accents: Base, query: str, cards: set[str]) -> None:
    assert set(accents.cards(query)) == cards


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ("+1/+1", {"Test Plus"}),
        ("-1/-1", {"Test Minus", "Test True Minus"}),
        ("−1/−1", {"Test Minus", "Test True Minus"}),
        ("{B/G}", {"Test Hybrid"}),
        ("{B}{G}", {"Test Split Cost"}),
        ('"{B}{G}"', {"Test Split Cost"}),
        ("{X}", set()),
    ],
)
def test_signs_and_symbols_match_themselves_alone(signs: Base, query: str, cards: set[str]) -> None:
    assert set(signs.cards(query)) == cards


def test_a_size_finds_its_creature_first(signs: Base) -> None:
    assert signs.cards("1/1")[0] == "Test One"


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ('"deals damage to a player"', ["Test B1"]),
        ('"damage to a player"', ["Test B1"]),
        ('"damage player"', ["Test B2"]),
        ('"player damage"', []),
    ],
)
def test_a_phrase_means_these_words_side_by_side(phrases: Base, query: str, cards: list[str]) -> None:
    assert phrases.cards(query) == cards


def test_words_without_quotes_are_matched_in_all_their_forms(phrases: Base) -> None:
    assert sorted(phrases.cards("damage player")) == ["Test B1", "Test B2", "Test B3", "Test B4"]


def test_a_word_left_out_is_not_found(phrases: Base) -> None:
    assert phrases.cards("damage -piece -may -dealt") == ["Test B1"]


def test_a_start_of_a_word_finds_all_its_endings(phrases: Base) -> None:
    assert sorted(phrases.cards("dea*")) == ["Test B1", "Test B3", "Test B4"]


def test_or_asks_for_either_and_and_for_both(phrases: Base) -> None:
    assert sorted(phrases.cards("piece OR draw")) == ["Test B1", "Test B2", "Test B3"]
    assert phrases.cards("piece AND draw") == []
    assert phrases.cards("damage AND card") == ["Test B1"]


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["suspend X cost", "suspension coût X", "suspension cout x", "Suspended X costs"])
def test_a_ruling_tied_to_the_mechanic_answers_though_it_never_names_it(mixed: Base, query: str) -> None:
    assert mixed.texts(query)[0] == HIDDEN.text


def test_a_mechanic_in_french_finds_english_rulings_that_name_it(mixed: Base) -> None:
    assert MIXED[1].text in mixed.texts("suspension")
    assert MIXED[5].text in mixed.texts("suspension")


def test_a_card_by_its_french_name_finds_the_rulings_on_it(mixed: Base) -> None:
    found = mixed.cards("sort lent")
    assert found
    assert all("Slow Spell" in cards for cards in found)


def test_a_word_that_is_not_in_the_query_s_language_is_found_through_the_terms_table(mixed: Base) -> None:
    assert HIDDEN.text in mixed.texts("coût de mana")


def test_a_quoted_card_name_finds_the_rulings_on_the_card(mixed: Base) -> None:
    assert mixed.cards('"Falling Spell"') == ["Falling Spell"]


# --- filters --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("card:falling", {4}),
        ('card:"sort lent"', {0, 1, 5}),
        ("mechanic:suspend", {0, 1, 2, 5}),
        ("kw:suspension lang:fr", {5}),
        ("mechanic:suspend -lang:fr", {0, 1, 2}),
        ("rule:702.62 date>=2021", {2, 5}),
        ("is:context", {0}),
        ("is:shared", {0}),
        ("-is:official", {6}),
        ("-is:rule is:shared", {0}),
        ("source:scryfall", {6}),
        ("date:2021-06", {4, 5, 6}),
        ("date:2021-06-18 cascade", {4}),
        ("date<2006", {7}),
        ("date:2006..2010", {1, 3}),
    ],
)
def test_a_filter_leaves_only_what_it_names(mixed: Base, query: str, places: set[int]) -> None:
    assert set(mixed.texts(query)) == {MIXED[place].text for place in places}


def test_options_filter_as_the_query_does(mixed: Base) -> None:
    assert mixed.texts("", mechanic="suspend", lang=Lang.FR) == [MIXED[5].text]
    assert mixed.texts("", card="Slow Spell", until=date(2006, 12, 31)) == [MIXED[1].text]
    assert set(mixed.texts("", since=date(2021, 6, 1), source="wotc")) == {MIXED[4].text}


@pytest.mark.parametrize(
    "query",
    ["card:nowhere", "mechanic:nowhere", "lang:xx", "date:soon", "source:nobody", "rule:702.6", "is:odd", "-date:2021"],
)
def test_a_filter_that_means_nothing_is_set_aside_and_said(mixed: Base, query: str) -> None:
    answer = mixed.ask(f"cascade {query}")
    assert [hit.ruling.text for hit in answer.hits] == mixed.texts("cascade")
    assert len(answer.notes) == 1
    assert answer.notes[0].startswith(f"set aside: {query}")


def test_an_unknown_word_does_not_empty_a_good_query_and_is_said(mixed: Base) -> None:
    answer = mixed.ask("cascade qwxyz")
    assert answer.hits[0].ruling.text == MIXED[4].text
    assert "no ruling here has: qwxyz" in answer.notes


def test_an_unknown_field_is_plain_text(mixed: Base) -> None:
    assert mixed.texts("foo:cascade") == mixed.texts("cascade")


def test_filters_alone_list_newest_first_and_undated_last(mixed: Base) -> None:
    dates = [hit.ruling.date for hit in mixed.ask("is:official", limit=20).hits]
    assert dates[-1] is None
    known = [day for day in dates if day]
    assert known == sorted(known, reverse=True)


# --- order and collapsing -------------------------------------------------------------------------------------------


def test_an_official_ruling_stands_before_a_newer_note_that_says_the_same(mixed: Base) -> None:
    assert mixed.texts("casting late fine")[:2] == [MIXED[7].text, MIXED[6].text]


REISSUED = [
    Said("It comes back tapped.", "2004-10-04", "First Name"),
    Said("It comes back tapped.", "2013-06-01", "First Name"),
    Said("It comes back tapped.", "2021-06-18", "First Name"),
    Said("First Name comes back untapped.", "2010-01-01", "First Name"),
    Said("Second Name comes back untapped.", "2012-01-01", "Second Name"),
    Said("First Name doesn't come back untapped.", "2012-01-01", "First Name"),
]


def test_one_wording_is_shown_once_the_newest_for_all(tmp_path: Path) -> None:
    with base(tmp_path, REISSUED) as opened:
        answer = opened.ask("tapped")
    (hit,) = answer.hits
    assert (answer.total, hit.ruling.date) == (3, date(2021, 6, 18))
    assert hit.other_dates == (date(2013, 6, 1), date(2004, 10, 4))
    assert len(hit.same) == 2


def test_one_sentence_on_two_cards_is_shown_once_and_its_opposite_apart(tmp_path: Path) -> None:
    with base(tmp_path, REISSUED) as opened:
        answer = opened.ask("untapped")
        named = opened.ask('untapped card:"First Name"')
    assert answer.total == 3
    assert {hit.ruling.text: len(hit.same) for hit in answer.hits} == {REISSUED[4].text: 1, REISSUED[5].text: 0}
    assert all(hit.other_dates == () for hit in answer.hits)
    assert {hit.ruling.text for hit in named.hits} == {REISSUED[3].text, REISSUED[5].text}
    assert all(hit.same == () for hit in named.hits)


def test_the_card_that_was_asked_for_stands_for_the_sentence(tmp_path: Path) -> None:
    with base(tmp_path, REISSUED) as opened:
        assert opened.texts("first name untapped")[0] in {REISSUED[3].text, REISSUED[5].text}
        assert opened.texts("second name untapped")[0] == REISSUED[4].text


def test_pages_of_hits_follow_each_other(tmp_path: Path) -> None:
    rows = [Said(f"Word{n} and the same thing.", f"20{n:02}-01-01") for n in range(30)]
    with base(tmp_path, rows) as opened:
        whole = opened.ask("same thing", limit=30).hits
        pages = [hit for start in range(0, 30, 7) for hit in opened.ask("same thing", limit=7, offset=start).hits]
    assert [hit.rank for hit in pages] == list(range(1, 31))
    assert [hit.ruling for hit in pages] == [hit.ruling for hit in whole]
    assert [hit.ruling.date for hit in whole if hit.ruling.date] == sorted(
        (r.ruling.date for r in whole if r.ruling.date), reverse=True
    )


def test_equal_knowledge_gives_equal_answers(tmp_path: Path) -> None:
    with base(tmp_path / "one", MIXED, CARDS) as one, base(tmp_path / "two", MIXED[::-1], CARDS[::-1]) as two:
        for query in ("suspend X cost", "casting", "spell card", "is:official"):
            assert one.ask(query, explain=True) == two.ask(query, explain=True)


# --- marks, suggestions, explanations -------------------------------------------------------------------------------


def test_whole_words_are_marked_in_the_letters_of_the_text(accents: Base) -> None:
    assert accents.marked("cout") == [["coût"], ["cou\u0302t"]] or accents.marked("cout") == [["cou\u0302t"], ["coût"]]
    assert accents.marked("coeur aether") == [["cœur", "Æther"]]


def test_forms_symbols_and_phrases_are_marked(mixed: Base, signs: Base, phrases: Base) -> None:
    assert ["suspended"] in mixed.marked("suspend")
    assert mixed.marked("X free")[0] == ["{X}", "X", "free"]
    assert signs.marked("{B}{G}") == [["{B}", "{G}"]]
    assert phrases.marked('"to a player"') == [["to", "a", "player"]]


@pytest.mark.parametrize(
    ("query", "suggested"),
    [("cascde", "cascade"), ("Cascde value", "cascade value"), ("suspennd X", "suspend X"), ("countres", "counters")],
)
def test_a_misspelt_word_is_respelt_when_that_finds_something(mixed: Base, query: str, suggested: str) -> None:
    assert mixed.ask(query).did_you_mean == suggested


@pytest.mark.parametrize("query", ["cascade", "qwxyz", "", "cascde lang:fr"])
def test_nothing_is_suggested_that_finds_nothing_or_is_right_already(mixed: Base, query: str) -> None:
    assert mixed.ask(query).did_you_mean is None


def test_explain_tells_how_the_query_was_read_and_what_each_hit_scored_for(mixed: Base) -> None:
    answer = mixed.ask("suspend the X -token lang:en date>=2010", explain=True)
    told = "\n".join(answer.reading)
    for part in (
        "suspend: the mechanic Suspend",
        "x: this word",
        "token: left out",
        "lang:en: only those",
        "from 2010-01-01",
    ):
        assert part in told
    assert "too common to look for: the" in told
    assert any(line.startswith("suspend +") for line in answer.hits[0].why)
    assert mixed.ask("suspend").reading == ()


# --- hostile queries ------------------------------------------------------------------------------------------------


PIECES = """
suspend "X cost -1/-1 { * OR NOT AND ( ) date: card: is:shared is:rule é ’ {x} lang:fr - a* "a b" rule:7 Slow Spell coût
"""


@settings(max_examples=300, deadline=1000)
@given(st.text() | st.lists(st.sampled_from(PIECES.split())).map(" ".join))
def test_nothing_typed_raises_or_takes_a_second(mixed: Base, query: str) -> None:
    answer = mixed.ask(query, explain=True)
    assert len(answer.hits) <= 10
    assert answer.total <= len(MIXED)


def test_queries_that_broke_other_parsers_are_answered(mixed: Base) -> None:
    sample = Path(__file__).parents[1] / "samples" / "search" / "queries-that-break-parsers.txt"
    for query in (*sample.read_text("utf-8").split("\n"), "\ud800", "\0", "a" * 100_000, "a " * 50_000, "(" * 5000):
        start = time.perf_counter()
        mixed.ask(query, explain=True)
        assert time.perf_counter() - start < 1


def test_a_bare_star_never_lists_everything(mixed: Base) -> None:
    answer = mixed.ask("*")
    assert (answer.total, answer.hits) == (0, ())
    assert "star" in answer.notes[0]


def test_an_empty_knowledge_base_answers_nothing(tmp_path: Path) -> None:
    with base(tmp_path, []) as opened:
        for query in ("suspend", "*", "date:2021", '"a b"', "sus*", ""):
            assert opened.ask(query).total == 0


RULES = [
    Rule("702.62", RuleKind.RULE, "Suspend", ""),
    Rule("702.62a", RuleKind.SUBRULE, "", "It is a keyword that stands for three abilities."),
    Rule("702.621", RuleKind.RULE, "Nothing", "Another thing."),
    Rule("Suspend", RuleKind.GLOSSARY, "Suspend", "A way to cast a spell later. See rule 702.62."),
]


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    """Rulings with the rules beside them."""
    with base(tmp_path_factory.mktemp("ruled"), MIXED, CARDS, RULES) as opened:
        yield opened


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("three abilities keyword", {"702.62a"}),
        ("suspend", {"702.62", "702.62a", "Suspend"}),
        ("rule:702.62", {"702.62", "702.62a"}),
        ("mechanic:suspend is:rule", {"702.62", "702.62a", "Suspend"}),
        ("is:rule", {"702.62", "702.62a", "702.621", "Suspend"}),
        ("suspend -is:rule", set()),
        ("suspend date>=2000", set()),
        ("lang:en", set()),
        ("cascade", set()),
    ],
)
def test_rules_that_match_stand_beside_the_rulings(ruled: Base, query: str, numbers: set[str]) -> None:
    answer = ruled.ask(query)
    assert {rule.number for rule, _ in answer.rules} == numbers
    assert all(rule in RULES for rule, _ in answer.rules)


def test_rules_do_not_stand_among_rulings(ruled: Base) -> None:
    assert ruled.ask("three abilities keyword").hits == ()
    assert ruled.ask("is:rule suspend").hits == ()
    assert ruled.ask("suspend").total == 4


def test_half_a_card_name_finds_the_rulings_on_the_card(mixed: Base) -> None:
    assert mixed.cards("falling") == ["Falling Spell"]
    assert mixed.cards("lent X")[0] == "Late Spell, Slow Spell"


@pytest.mark.parametrize("query", ["card:" + "x" * 3000, '"' + "x y " * 900 + '"', "source:" + "y" * 3000])
def test_a_note_tells_only_the_start_of_a_long_value(mixed: Base, query: str) -> None:
    notes = mixed.ask(query).notes
    assert notes
    assert all(len(note) < 120 for note in notes)


def test_a_common_word_repeated_is_asked_for_once(mixed: Base) -> None:
    assert mixed.ask("a " * 60).notes == ("the query has only very common words: a",)


def test_the_number_of_a_rule_among_words_finds_what_is_tied_to_the_rule(ruled: Base) -> None:
    by_number, by_name = (ruled.ask(f"{asked} exile") for asked in ("702.62", "mechanic:suspend"))
    tied = {hit.ruling.id for hit in by_name.hits}
    assert tied <= {hit.ruling.id for hit in by_number.hits}
    assert by_number.hits[0].ruling.id in tied
    assert {"702.62", "702.62a"} <= {rule.number for rule, _ in by_number.rules}
    assert "702.621" not in {rule.number for rule, _ in by_number.rules}
