"""Lists that are asked for as charts, and those that stay lists."""

from __future__ import annotations

import pytest

from bot.offline.parser import Parser
from bot.steps.as_figures import as_figures
from memory.schema import Join, Label, Property, Relationship, Schema

NAME = Property("name", ("STRING",), ("Vega", "Lyra"), distinct=80)
SHIP = {
    "name": NAME,
    "tonnage": Property("tonnage", ("INTEGER",), (1200,), None, 900, 90_000),
    "builtYear": Property("builtYear", ("INTEGER",), (1990,), None, 1950, 2020),
    "flag": Property("flag", ("STRING",), (), ("Malta", "Norway", "Panama"), distinct=3),
}
SCHEMA = Schema(
    {"Ship": Label("Ship", 80, SHIP), "Port": Label("Port", 20, {"name": NAME})},
    {"CALLS_AT": Relationship("CALLS_AT", 300, (Join("Ship", "Port", 300),))},
)


@pytest.mark.parametrize(
    ("question", "figures"),
    [
        ("ships by port", "The number of ships for each port"),
        ("ships by built year", "The number of ships with a built year for each built year"),
        ("ships with a tonnage over 2000 by port", None),
        ("ships by tonnage", ""),
        ("how many ships are there per port", ""),
        ("list the ships", ""),
        ("ships with their tonnages", ""),
    ],
)
def test_a_list_by_something_is_counted(question: str, figures: str | None) -> None:
    readings = Parser(SCHEMA).parse(question, ()).readings
    assert readings, question
    told = as_figures(readings[0], SCHEMA)
    if figures is None:
        assert told.text.startswith("The number of ships"), told.text
    else:
        assert told.text == (figures or readings[0].text)
