"""Ages of things, which are counted back from today, and what is none."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from bot.offline.from_today import moved
from bot.offline.parser import Parser
from bot.offline.reading import Parse
from memory.query import Attribute, Comparison, Constant
from tests.unit.offline.cases import worlds

WORLDS = {world.name: world for world in worlds()}


def parse(world: str, question: str) -> Parse:
    return Parser(WORLDS[world].schema).parse(question, WORLDS[world].link(question))


def back(unit: str, many: int) -> date:
    day = moved(date.today(), unit, -many)
    assert day is not None
    return day


@pytest.mark.parametrize(
    ("world", "question", "property", "operator", "value"),
    [
        ("films", "Films older than 30 years", "released", "<", back("year", 30)),
        ("films", "Films over 30 years old", "released", "<", back("year", 30)),
        ("harbour", "Ships older than a decade", "launched", "<", back("decade", 1)),
        ("bakeries", "Bakeries younger than 40 years", "founded", ">", back("year", 40).year),
        (
            "vets",
            "Pets younger than 6 months",
            "birth_date",
            ">=",
            back("month", 6) + timedelta(days=1),
        ),
    ],
)
def test_things_are_so_old_since_a_day(
    world: str, question: str, property: str, operator: str, value: Any
) -> None:
    (reading,) = parse(world, question).readings
    (test,) = reading.query.pattern.where
    assert isinstance(test, Comparison) and isinstance(test.left, Attribute)
    assert (test.left.property, test.operator, test.right) == (property, operator, Constant(value))


@pytest.mark.parametrize(
    ("world", "question"),
    [
        ("vets", "Medicines older than a year"),
        ("vets", "Pets who lived in Leeds for more than 10 years"),
        ("company", "Employees over 50"),
        ("films", "Films over 30 and over"),
    ],
)
def test_what_has_no_age_is_not_so_old(world: str, question: str) -> None:
    assert not parse(world, question).readings
