"""What a bare amount is about: a price, and of what has none its one figure."""

from __future__ import annotations

import pytest

from bot.offline.lexicon import Lexicon
from bot.offline.worth import worth
from bot.stored.amounts import Number
from memory.schema import Label, Property, Schema

CROWD = Property("attendance", ("INTEGER",), minimum=900, maximum=52_000)
CODE = Property("matchNo", ("INTEGER",), minimum=1, maximum=99_999)
GOALS = Property("goals", ("INTEGER",), minimum=0, maximum=30_000)
PRICE = Property("price", ("FLOAT",), minimum=5.0, maximum=90.0)


@pytest.mark.parametrize(
    ("kept", "amount", "found"),
    [
        ([CROWD], 20_000, "attendance"),
        ([CROWD, CODE], 20_000, "attendance"),
        ([CROWD], 60_000, None),
        ([CROWD], 500, None),
        ([CROWD, GOALS], 20_000, None),
        ([CROWD, PRICE], 20_000, "price"),
    ],
)
def test_the_one_figure_is_meant_where_it_can_be_that_much(
    kept: list[Property], amount: int, found: str | None
) -> None:
    match = Label("Match", 100, {property.name: property for property in kept})
    lexicon = Lexicon(Schema({"Match": match}, {}))
    assert worth(lexicon, "Match", (), Number(amount)) == found
