"""A few things are named in full; what has neither name nor facts is counted."""

from __future__ import annotations

from typing import Any

import pytest

from bot.events import Rows
from bot.steps.summarise import summarise
from memory.catalogue import speaking
from memory.query import Column, Entity, Node, Pattern, Query

ZONES = Query(Pattern((Node("z", ("Zone",)),)), (Column(Entity("z"), "zone"),), "z")


def told(*zones: dict[str, Any], query: Query | None = ZONES) -> str:
    rows = tuple(({"_labels": ["Zone"], **zone},) for zone in zones)
    return summarise(Rows(("zone",), rows, len(rows), False), query)


@pytest.mark.parametrize(
    ("zones", "said"),
    [
        (({}, {}, {}), "3 zones."),
        (({"code": "A1"}, {"code": "B2"}, {"code": "C3"}), "3 zones: A1, B2, C3."),
        (({"area": 12}, {"area": 12}, {"area": 20}), "3 zones: area 12, area 12, area 20."),
        (({}, {"code": "A1"}, {}), "3 zones: A1, and 2 more."),
    ],
)
def test_a_few_things_are_named_in_full(zones: tuple[dict[str, Any], ...], said: str) -> None:
    assert told(*zones) == said


def test_nameless_things_are_counted_whoever_asked() -> None:
    assert told({}, {}, query=None) == "2 rows."
    with speaking("de"):
        assert told({}, {}) == "2 Zeilen."
