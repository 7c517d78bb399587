"""Whether a property of years stands for a date that is missing here and there."""

from __future__ import annotations

from datetime import date

import pytest

from bot.stored.measures import Measures
from memory.schema import Label, Property, Schema


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [(1980, 2024, "year"), (2008, 2022, None), (2012, 2024, None)],
)
def test_years_hold_all_dates_or_are_of_something_else(
    first: int, last: int, found: str | None
) -> None:
    dates = date(2010, 3, 1), date(2024, 9, 30)
    released = Property(
        "releaseDate", ("DATE",), minimum=dates[0], maximum=dates[1], null_share=0.1
    )
    year = Property("year", ("INTEGER",), (first, last), minimum=first, maximum=last)
    held = {"releaseDate": released, "year": year}
    measures = Measures(Schema({"Edition": Label("Edition", 100, held)}, {}))
    assert measures.fuller_year("Edition", "releaseDate") == found
