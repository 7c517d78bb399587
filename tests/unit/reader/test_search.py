"""Readings of a small schema: the right one is among the candidates, whatever the weights."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.offline.cypher import to_cypher
from bot.reader.anchors import anchors_of
from bot.reader.ground import Ground
from bot.reader.search import sketches
from bot.reader.training import Judged, Priors, fit
from bot.reader.tree import tree_of
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema


def no_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Nothing is like anything but by its letters."""
    return np.zeros((len(texts), 4), dtype=np.float32)


NAME = Property("name", ("STRING",), ("Vega",), distinct=40)
TONS = Property("tonnage", ("INTEGER",), (900,), None, 100, 9000, 0.0, 40)
SCHEMA = Schema(
    {
        "Ship": Label("Ship", 40, {"name": NAME, "tonnage": TONS}),
        "Port": Label("Port", 9, {"name": NAME}),
    },
    {"CALLS_AT": Relationship("CALLS_AT", 90, (Join("Ship", "Port", 90),))},
)
GROUND = Ground(SCHEMA, no_vectors)

READ = {
    "Which ships call at Bergen?": "(ship)-[:CALLS_AT]->(port:Port) WHERE port.name = $name",
    "How many ships are there?": "RETURN count(DISTINCT ship) AS ships",
    "Which ships have a tonnage over 500?": "ship.tonnage > $tonnage",
    "Which port has the most ships?": "ORDER BY ships DESC LIMIT 1",
    "Which ships call at no port?": "NOT EXISTS { MATCH (ship)-[:CALLS_AT]->(port:Port) }",
    "What is the average tonnage of ships?": "RETURN avg(ship.tonnage)",
}


@pytest.mark.parametrize(("question", "part"), READ.items(), ids=READ)
def test_the_right_reading_is_among_the_candidates(question: str, part: str) -> None:
    at = question.find("Bergen")
    links = [LinkedValue("Bergen", "Port", "name", "Bergen", at, at + 6)] if at >= 0 else []
    found = sketches(GROUND, anchors_of(question, GROUND, links), Priors())
    trees = [tree_of(sketch, GROUND) for sketch in found]
    told = [" ".join(to_cypher(tree)[0].split()) for tree in trees if tree is not None]
    wanted = part.replace("(ship)-", "(ship:Ship)-") if part.startswith("(ship)") else part
    assert any(wanted in text for text in told), told[:5]


def test_weights_learn_what_tells_right_from_wrong() -> None:
    told = [Judged(({"join.named": 1.0}, {"left.content": 1.0}), (False, True))] * 20
    weights = fit(told)
    assert weights["left.content"] > weights["join.named"]
