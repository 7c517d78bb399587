"""Spans told from a day, which no file of cases can hold."""

from __future__ import annotations

from datetime import date

import pytest

from bot.offline.from_today import from_today, season
from bot.offline.parser import Parser
from bot.offline.periods import periods
from bot.stored.amounts import Before, UpToToday
from bot.stored.comparing import conditions
from memory.query import Attribute, Comparison, Constant
from tests.unit.offline.cases import worlds

WORLDS = {world.name: world for world in worlds()}
FRIDAY = date(2024, 3, 15)


@pytest.mark.parametrize(
    ("words", "first", "after"),
    [
        ("tonight", date(2024, 3, 15), date(2024, 3, 16)),
        ("tomorrow", date(2024, 3, 16), date(2024, 3, 17)),
        ("last night", date(2024, 3, 14), date(2024, 3, 15)),
        ("this week", date(2024, 3, 11), date(2024, 3, 18)),
        ("next week", date(2024, 3, 18), date(2024, 3, 25)),
        ("last month", date(2024, 2, 1), date(2024, 3, 1)),
        ("next month", date(2024, 4, 1), date(2024, 5, 1)),
        ("last quarter", date(2023, 10, 1), date(2024, 1, 1)),
        ("this year", date(2024, 1, 1), date(2025, 1, 1)),
        ("in the last 5 years", date(2019, 3, 15), date(2024, 3, 16)),
        ("within the past thirty days", date(2024, 2, 14), date(2024, 3, 16)),
        ("over the past month", date(2024, 2, 15), date(2024, 3, 16)),
        ("in the next two weeks", date(2024, 3, 15), date(2024, 3, 30)),
        ("in the last decade", date(2014, 3, 15), date(2024, 3, 16)),
        ("three years ago", date(2021, 1, 1), date(2022, 1, 1)),
        ("a week ago", date(2024, 3, 4), date(2024, 3, 11)),
        ("two days ago", date(2024, 3, 13), date(2024, 3, 14)),
        ("less than a month ago", date(2024, 2, 15), date(2024, 3, 16)),
        ("last summer", date(2023, 6, 1), date(2023, 9, 1)),
        ("last winter", date(2023, 12, 1), date(2024, 3, 1)),
        ("this summer", date(2024, 6, 1), date(2024, 9, 1)),
    ],
)
def test_spans_are_told_from_today(words: str, first: date, after: date) -> None:
    ((start, end, moment),) = from_today(f"Who joined {words}?", FRIDAY)
    assert words.endswith(f"Who joined {words}?"[start:end])
    assert (moment.first, moment.after) == (first, after)


@pytest.mark.parametrize(
    "words",
    [
        "in the last 3 months of 2020",
        "in each of the last 3 years",
        "the last 3 films",
        "this film",
    ],
)
def test_what_is_no_span_is_left_alone(words: str) -> None:
    assert not from_today(words, FRIDAY)


def test_the_last_day_of_a_month_stays_in_the_month() -> None:
    ((_, _, moment),) = from_today("in the past month", date(2024, 3, 31))
    assert moment.first == date(2024, 2, 29)


def test_this_winter_is_the_one_that_lasts() -> None:
    ((_, _, moment),) = from_today("this winter", date(2024, 1, 9))
    assert moment == season("winter", 2023)


def test_more_than_so_long_ago_is_any_time_before() -> None:
    born = Attribute("person", "born")
    ((_, _, moment),) = from_today("more than five years ago", FRIDAY)
    assert isinstance(moment, Before)
    assert conditions(born, "date", None, "=", moment) == (
        Comparison(born, "<", Constant(date(2019, 3, 15))),
    )
    assert conditions(born, "date", None, "after", moment) is None


def test_of_whole_years_the_last_five_end_with_this_one() -> None:
    year = Attribute("film", "year")
    ((_, _, moment),) = from_today("in the last five years", FRIDAY)
    assert isinstance(moment, UpToToday)
    assert conditions(year, "year", None, "=", moment) == (
        Comparison(year, ">", Constant(2019)),
        Comparison(year, "<=", Constant(2024)),
    )
    ((_, _, brief),) = from_today("in the last five weeks", FRIDAY)
    assert conditions(year, "year", None, "=", brief) is None


@pytest.mark.parametrize(
    ("words", "first", "after"),
    [
        ("in the summer of 1994", date(1994, 6, 1), date(1994, 9, 1)),
        ("winter 1996", date(1996, 12, 1), date(1997, 3, 1)),
        ("the early 1980s", date(1980, 1, 1), date(1984, 1, 1)),
        ("mid-1990s", date(1994, 1, 1), date(1997, 1, 1)),
        ("late 2010s", date(2017, 1, 1), date(2020, 1, 1)),
    ],
)
def test_seasons_and_parts_of_decades(words: str, first: date, after: date) -> None:
    ((_, _, moment),) = periods(words)
    assert (moment.first, moment.after) == (first, after)


@pytest.mark.parametrize(
    ("world", "question", "plainly"),
    [
        ("beacons", "How many faults were there last month?", "How many faults last month?"),
        ("beacons", "How many faults did we have last year?", "How many faults last year?"),
        ("hospital", "How many visits were there last year?", "How many visits last year?"),
    ],
)
def test_that_there_were_any_says_no_more(world: str, question: str, plainly: str) -> None:
    known = WORLDS[world]
    read = [Parser(known.schema).parse(q, known.link(q)).readings for q in (question, plainly)]
    assert read[0] and read[0][0].query == read[1][0].query
