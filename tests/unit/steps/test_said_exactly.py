"""Words that can be said in one way only: flags by their name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.events import Rows
from bot.steps.judge import Asked, Doubtful, Sound, judge
from memory.schema import Property, Schema
from tests.unit.steps.graphs import fleet

TWO = Rows(("a",), (("x",), ("y",)), 2, False)
PORTS = "MATCH (s:Ship)-[:CALLS_AT]->(p:Port) "


def flagged() -> Schema:
    """Ships of which some are laid up or ice-strengthened, and some are new."""
    schema = fleet()
    flags = {name: Property(name, ("BOOLEAN",)) for name in ("ice_strengthened", "isNew")}
    ship = schema.labels["Ship"]
    ship = replace(ship, properties={**ship.properties, **flags})
    return replace(schema, labels={**schema.labels, "Ship": ship})


def verdict(question: str, cypher: str) -> Sound | Doubtful:
    return judge(TWO, cypher, Asked(question, flagged()))


@pytest.mark.parametrize(
    ("question", "flag"),
    [
        ("Which ice-strengthened ships are there?", "Ship.ice_strengthened"),
        ("How many new ships call at ports?", "Ship.isNew"),
        ("Which ships are new?", "Ship.isNew"),
    ],
)
def test_a_flag_that_is_named_must_be_asked_for(question: str, flag: str) -> None:
    found = verdict(question, PORTS + "RETURN s.name AS name")
    assert isinstance(found, Doubtful) and flag in found.problem and not found.open
    prop = flag.split(".")[1]
    assert verdict(question, PORTS + f"WHERE s.{prop} RETURN s.name AS name") == Sound()
    assert verdict(question, f"MATCH (s:Ship {{{prop}: true}}) RETURN s.name AS name") == Sound()


@pytest.mark.parametrize("question", ["Ships with a new motto", "Ships that call at new ports"])
def test_a_word_beside_another_thing_is_no_flag(question: str) -> None:
    assert verdict(question, PORTS + "RETURN s.name AS name") == Sound()
