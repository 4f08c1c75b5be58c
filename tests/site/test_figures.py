"""The figures of the about page."""

from dataclasses import replace

from kb.model import Knowledge, Lang
from kb.site.base.lookups import survey
from kb.site.base.tree import Tree
from kb.site.base.words import read_words
from kb.site.pages.figures import figures
from kb.site.pages.values import Chart
from tests.site.conftest import TEMPLATES, Site
from tests.site.sample import ruling
from tests.site.test_pages import hrefs, words

WORDS = read_words(TEMPLATES / "strings.toml")


def chart_of(amounts: dict[int, int]) -> Chart:
    """The chart of so many rulings a year."""
    rulings = tuple(
        replace(ruling(f"{year} {n}", f"{year}-01-01"), id=f"{year}{n}")
        for year in amounts
        for n in range(amounts[year])
    )
    chart, _ = figures(Tree(survey(Knowledge(rulings=rulings)), WORDS[Lang.EN], lambda _: ()))
    assert chart is not None
    return chart


def test_a_chart_shows_every_year_from_the_first_to_the_last_in_its_height() -> None:
    chart = chart_of({2004: 40, 2006: 10})
    assert [(bar.y, bar.height, bar.label) for bar in chart.bars] == [
        ("10", "158", "2004"),
        ("168", "0", "2005"),
        ("128.5", "39.5", "2006"),
    ]
    assert [(line.y, line.label) for line in chart.lines] == [
        ("128.5", "10"),
        ("89", "20"),
        ("49.5", "30"),
        ("10", "40"),
    ]
    assert chart.says == "From 2004 to 2006; most in 2004, with 40 rulings."


def test_years_are_written_under_a_chart_only_as_far_as_there_is_room() -> None:
    chart = chart_of({1994: 1, 2024: 3})
    assert [bar.label for bar in chart.bars if bar.label] == ["1994", "2000", "2006", "2012", "2018", "2024"]
    assert float(chart.bars[-1].x) + float(chart.bar_width) <= chart.width


def test_there_is_no_chart_where_no_ruling_is_dated() -> None:
    for rulings in ((), (replace(ruling("undated"), date=None),)):
        assert figures(Tree(survey(Knowledge(rulings=rulings)), WORDS[Lang.FR], lambda _: ()))[0] is None


def test_the_chart_is_a_picture_with_a_title_a_sentence_and_a_table(site: Site) -> None:
    page = site.page("fr/about.html")
    picture = page.select_one("svg")
    assert picture is not None
    assert picture["role"] == "img"
    assert [words(page.select_one(f"#{name}")) for name in str(picture["aria-labelledby"]).split()] == [
        "Décisions par année",
        "De 2006 à 2024 ; l’année la plus fournie est 2006, avec 4 décisions.",
    ]
    table = page.select_one("details table")
    assert table is not None
    rows = [[words(cell) for cell in row.select("th, td")] for row in table.select("tbody tr")]
    assert rows[0] == ["2006", "4"]
    assert rows[1] == ["2007", "0"]
    assert rows[-1] == ["Sans date", "1"]
    assert hrefs(table)[0] == "dates/index.html#year-2006"


def test_rulings_are_counted_by_language_label_and_mechanic(site: Site) -> None:
    tables = site.page("en/about.html").select(".tables table")
    assert [[words(cell) for cell in table.select("caption, th, td")] for table in tables] == [
        ["Rulings by language", "Language", "Rulings", "English", "11", "French", "3"],
        ["Rulings by label", "Label", "Rulings", "wotc", "12", "scryfall", "1", "None", "1"],
        ["Mechanics with most rulings", "Mechanic", "Rulings", "Suspend", "7", "Delirium", "1", "Exile", "1"],
    ]
