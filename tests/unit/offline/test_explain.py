"""Readings of arbitrary Cypher, held to the pairs in tests/data/readings.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.realiser.cypher import explain
from memory.schema import Join, Label, Property, Relationship, Schema

CASES = tomllib.loads((Path(__file__).parents[2] / "data" / "readings.toml").read_text("utf-8"))[
    "case"
]


def _label(name: str, *properties: tuple[str, str]) -> Label:
    return Label(name, 100, {p: Property(p, (type_,)) for p, type_ in properties})


def _type(name: str, start: str, end: str) -> Relationship:
    return Relationship(name, 300, (Join(start, end, 300),))


SCHEMA = Schema(
    {
        "Film": _label("Film", ("title", "STRING"), ("year", "INTEGER"), ("budget", "INTEGER")),
        "Person": _label("Person", ("name", "STRING"), ("born", "DATE")),
        "Genre": _label("Genre", ("name", "STRING")),
        "Studio": _label("Studio", ("name", "STRING")),
    },
    {
        "ACTED_IN": _type("ACTED_IN", "Person", "Film"),
        "DIRECTED": _type("DIRECTED", "Person", "Film"),
        "IN_GENRE": _type("IN_GENRE", "Film", "Genre"),
        "PRODUCED_BY": _type("PRODUCED_BY", "Film", "Studio"),
    },
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["cypher"][:60])
def test_reading(case: dict[str, Any]) -> None:
    found = explain(case["cypher"], case.get("parameters", {}), SCHEMA)
    assert (found or "") == case["reading"]


def test_very_long_readings_are_left_out() -> None:
    names = ", ".join(f"'{'x' * 30}{i}'" for i in range(30))
    assert explain(f"MATCH (f:Film) WHERE f.title IN [{names}] RETURN f", {}, SCHEMA) is None
