"""Dates are found in whatever form they are printed, and never guessed."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.text.dates import DateForm, DateFrame, DateOrder, find_dates, leading_month, order_of, readings, speaks_french

FRENCH = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
    "décembre",
)  # fmt: skip
ENGLISH = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def days(line: str, order: DateOrder = DateOrder.UNSETTLED) -> list[list[str]]:
    """Return every date of *line* as the days it can mean."""
    return [[day.isoformat() for day in readings(mark, order)] for mark in find_dates(line)]


@pytest.mark.parametrize(
    "printed",
    [
        "2021-03-19", "2021/03/19", "2021.03.19", "2021-3-19", "2021\u201103\u201119", "2021-03-19T08:30:00Z",
        "19/03/2021", "19.03.2021", "19-03-2021", "19 / 03 / 2021", "3/19/2021", "03/19/2021",
        "19/03/21", "3/19/21", "19.03.21", "19-Mar-21", "19-Mar-2021",
        "March 19, 2021", "Mar 19, 2021", "Mar. 19 2021", "March 19th, 2021", "19 March 2021", "19th of March, 2021",
        "Friday, March 19, 2021", "Fri, 19 Mar 2021 00:00:00 GMT", "2021 March 19",
        "19 mars 2021", "19 MARS 2021", "le 19 mars 2021", "vendredi 19 mars 2021", "19\u00a0mars\u202f2021",
        "19. März 2021", "19 de março de 2021", "19 marzo 2021",
    ],
)  # fmt: skip
def test_one_day_is_read_in_all_its_forms(printed: str) -> None:
    assert days(f"({printed})") == [["2021-03-19"]]


@pytest.mark.parametrize(
    ("printed", "day"),
    [
        ("1er février 2007", "2007-02-01"),
        ("1ER FÉVRIER 2007", "2007-02-01"),
        ("1er fevr. 2007", "2007-02-01"),
        ("2 fe\u0301vrier 2007", "2007-02-02"),
        ("5 août 2022", "2022-08-05"),
        ("5 aout 2022", "2022-08-05"),
        ("14 juil. 2017", "2017-07-14"),
        ("22 déc. 2005", "2005-12-22"),
        ("8 avr. 2016", "2016-04-08"),
        ("27 sept. 2013", "2013-09-27"),
        ("9/25/96", "1996-09-25"),
        ("29 février 2024", "2024-02-29"),
    ],
)
def test_french_and_short_forms_mean_the_day_they_say(printed: str, day: str) -> None:
    assert days(printed) == [[day]]


@pytest.mark.parametrize(
    "line",
    [
        "rule 702.62a", "a 2/2 creature", "+1/+1 counter", "1/1/1", "in April 2018", "since 2018",
        "version 10.2.2021.4", "19 mots 2021", "12345-01-02", "2021-03-19-b", "http://example.org/2021/03/19/x",
        "{2}{W/U} 2024", "19 March 1066", "May 5, the 2021 rules",
    ],
)  # fmt: skip
def test_numbers_of_the_game_are_no_dates(line: str) -> None:
    assert find_dates(line) == ()


def test_a_day_the_calendar_does_not_have_is_found_and_means_nothing() -> None:
    assert days("30/02/2021, 2021-02-29, 31 juin 2021, 0 mai 2021, 2021-13-01") == [[], [], [], [], []]


def test_a_date_with_two_readings_keeps_both_until_an_order_is_settled() -> None:
    assert days("03/05/2011") == [["2011-03-05", "2011-05-03"]]
    assert days("03/05/2011", DateOrder.DAY_FIRST) == [["2011-05-03"]]
    assert days("03/05/2011", DateOrder.MONTH_FIRST) == [["2011-03-05"]]
    assert days("05/05/2011") == [["2011-05-05"]]


def test_an_order_never_turns_a_date_round_that_can_be_read_one_way_only() -> None:
    assert days("19/03/2021", DateOrder.MONTH_FIRST) == [[]]
    assert days("19/03/2021") == [["2021-03-19"]]


@pytest.mark.parametrize(
    ("printed", "frame", "order"),
    [
        ("03/05/2011 19/03/2021", DateFrame.ENGLISH, DateOrder.DAY_FIRST),
        ("03/05/2011 03/19/2021", DateFrame.DAY_FIRST, DateOrder.MONTH_FIRST),
        ("19/03/2021 03/19/2021 03/05/2011", DateFrame.DAY_FIRST, DateOrder.UNSETTLED),
        ("03/05/2011", DateFrame.DAY_FIRST, DateOrder.DAY_FIRST),
        ("03/05/2011", DateFrame.ENGLISH, DateOrder.UNSETTLED),
        ("3/5/2011", DateFrame.ENGLISH, DateOrder.MONTH_FIRST),
        ("3/5/2011", DateFrame.OPEN, DateOrder.UNSETTLED),
        ("3/5/2011 04/06/2012", DateFrame.ENGLISH, DateOrder.UNSETTLED),
        ("03.05.2011 04.06.2012", DateFrame.ENGLISH, DateOrder.DAY_FIRST),
        ("05/05/2011", DateFrame.ENGLISH, DateOrder.UNSETTLED),
        ("30/2/2011 3/4/2011", DateFrame.ENGLISH, DateOrder.MONTH_FIRST),
        ("2011-05-03", DateFrame.DAY_FIRST, DateOrder.UNSETTLED),
    ],
)
def test_neighbours_settle_the_order_or_nothing_does(printed: str, frame: DateFrame, order: DateOrder) -> None:
    assert order_of(find_dates(printed), frame) is order


def test_the_words_around_a_date_belong_to_it_where_they_only_lead_to_it() -> None:
    line = "Added on Friday, March 19, 2021 by hand"
    (mark,) = find_dates(line)
    assert (mark.printed, line[mark.start : mark.end]) == ("on Friday, March 19, 2021",) * 2


def test_several_dates_of_a_line_are_found_in_order() -> None:
    assert days("from 1er mai 2020 to 2021-03-19 (was 3/19/2019)") == [["2020-05-01"], ["2021-03-19"], ["2019-03-19"]]


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("September 2006: text", "September 2006"),
        ("[sept. 2006] texte", "sept. 2006"),
        ("February 1, 2007: text", ""),
        ("Rules 2006: text", ""),
        ("Text of September 2006", ""),
    ],
)
def test_a_month_without_a_day_is_seen_where_a_line_begins_and_means_no_day(line: str, printed: str) -> None:
    mark = leading_month(line)
    assert (mark.printed if mark else "") == printed
    assert mark is None or readings(mark) == ()


def test_only_french_names_of_months_speak_french() -> None:
    assert [speaks_french(mark) for mark in find_dates("2 mai 2020, 2 May 2020, 2 août 2020, 2020-05-02")] == [
        True, False, True, False,
    ]  # fmt: skip


@given(st.dates(date(1990, 1, 1), date(2199, 12, 31)))
def test_every_day_is_read_back_from_each_form(day: date) -> None:
    french, english = FRENCH[day.month - 1], ENGLISH[day.month - 1]
    for printed in (day.isoformat(), f"{english} {day.day}, {day.year}", f"{day.day} {french} {day.year}"):
        (mark,) = find_dates(f"x {printed}: text")
        assert readings(mark) == (day,)
    (mark,) = find_dates(f"{day:%d/%m/%Y}")
    assert mark.form is DateForm.NUMERIC
    assert day in readings(mark)


@given(st.text(alphabet="0123456789/-. ,erjanvmiFeb", max_size=120))
def test_any_line_gives_dates_that_lie_in_it_one_after_the_other(line: str) -> None:
    at = 0
    for mark in find_dates(line):
        assert at <= mark.start < mark.end <= len(line)
        assert line[mark.start : mark.end] == mark.printed
        at = mark.end
