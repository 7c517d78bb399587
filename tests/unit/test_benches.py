"""The scripts behind the figures can still be started: what they import is there."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from bot.reader.ground import Ground
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from tests.bench.reader_data import _Graph

BENCHES = sorted(path.stem for path in (Path(__file__).parents[1] / "bench").glob("*.py"))


@pytest.mark.parametrize("name", BENCHES)
def test_a_bench_can_be_imported(name: str) -> None:
    assert importlib.import_module(f"tests.bench.{name}")


def test_what_a_question_asks_for_is_taken_from_the_graph() -> None:
    name, tons = Property("name", ("STRING",)), Property("tonnage", ("INTEGER",))
    labels = {"Ship": Label("Ship", 9, {"name": name, "tonnage": tons}), "Port": Label("Port", 2)}
    types = {"CALLS_AT": Relationship("CALLS_AT", 9, (Join("Ship", "Port", 9),))}
    ground = Ground(Schema(labels, types), lambda texts: np.zeros((len(texts), 4), np.float32))
    vega = LinkedValue("Vega", "Ship", "name", "Vega", 0, 4)
    heavy = LinkedValue("heavy", "Ship", "tonnage", "heavy", 5, 10)
    # What would run statements and keep rows is not asked.
    none = cast("Any", None)
    whole = _Graph("ships", none, none, ground, lambda text: [vega, heavy], varied=True)
    gold = "MATCH (s:Ship {name: 'Vega'})-[:CALLS_AT]->(p:Port) WHERE s.tonnage > 1 RETURN s.name"
    assert whole._spoken_of(gold) == {"CALLS_AT", "tonnage"}
    cases = [{"question": f"number {n}", "gold": gold} for n in range(40)]
    made = [graph for graph, _ in whole.with_lesser(cases) if graph is not whole]
    assert 0 < len(made) < len(cases)
    without = whole._without("tonnage")
    assert {*without._ground.stored.labels["Ship"].properties} == {"name"}
    assert without._links("Vega heavy") == [vega]
    assert not whole._without("CALLS_AT")._ground.stored.relationships
