"""Figures are told with what they are of, where that is known."""

from __future__ import annotations

import pytest

from bot.events import Rows
from bot.steps.summarise import summarise
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Entity,
    Function,
    Node,
    Operand,
    Pattern,
    Query,
)

BORN, DIED = Attribute("k", "born"), Attribute("k", "died")
LIFE = Function("lifespan", (BORN, DIED))


def told(operand: Operand, value: object, *before: str) -> str:
    """The answer of one row, which begins with these."""
    names = [Column(Attribute("k", "name"), "name") for _ in before]
    pattern = Pattern((Node("k", ("Keeper",)), Node("t", ("FoodTin",))))
    query = Query(pattern, (*names, Column(operand, "figure")), "k")
    return summarise(Rows(("a", "b")[: len(before) + 1], ((*before, value),), 1, False), query)


@pytest.mark.parametrize(
    ("operand", "value", "answer", "beside"),
    [
        (LIFE, 28, "28 years.", "28 years"),
        (LIFE, 1, "1 year.", "1 year"),
        (Aggregate("avg", LIFE), 61.25, "61.25 years on average.", "61.25 years on average"),
        (Aggregate("count", Entity("t")), 3, "3 food tins.", "3 food tins"),
        (Aggregate("count", Entity("t")), 0, "No food tins.", "no food tins"),
        (Aggregate("count", Entity("gone")), 3, "3.", "3"),
        (Attribute("k", "salary"), 1200, "A salary of 1,200.", "salary 1,200"),
        (Attribute("k", "walkMinutes"), 45, "45 minutes.", "45 minutes"),
        (Attribute("k", "visitors"), 45_000, "45,000 visitors.", "45,000 visitors"),
        (Attribute("k", "hiredYear"), 1999, "1999.", "1999"),
        (Attribute("k", "is_lead"), True, "Yes.", "yes"),
        (Aggregate("sum", Attribute("t", "price")), 9.5, "9.5 in total.", "9.5 in total"),
        (Aggregate("max", Attribute("t", "load_kg")), 90, "90 kg.", "90 kg"),
        (BORN, "1979-04-04", "4 April 1979.", "born 4 April 1979"),
        (Attribute("k", "motto"), "Never sleep!", "Never sleep!", "Never sleep!"),
    ],
)
def test_alone_and_beside_a_name(operand: Operand, value: object, answer: str, beside: str) -> None:
    assert told(operand, value) == answer
    assert told(operand, value, "Ann") == f"Ann ({beside})."
