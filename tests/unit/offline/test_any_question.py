"""Whatever is asked of whatever graph, the rules read it or decline: they never fail."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from bot.cypher.statement import to_cypher
from bot.events import Linked
from bot.offline.parser import Parser
from bot.offline.reading import Parse
from bot.steps.read import Standalone, read
from memory.schema import LinkedValue
from tests.bench.parser_data import Matcher, load, schema_of
from tests.unit.steps.graphs import fleet

GRAPHS = Path(__file__).parents[2] / "bench" / "graphs"
NAMES = sorted(folder.name for folder in GRAPHS.iterdir() if folder.is_dir())
EVERY = 5


@cache
def questions() -> list[str]:
    """Some of every graph's questions; each is asked of all graphs."""
    found = []
    for name in NAMES:
        cases = json.loads((GRAPHS / name / "questions.json").read_text())
        found += [case["question"] for case in cases[::EVERY]]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_questions_of_every_graph(name: str) -> None:
    graph = load(GRAPHS / name / "graph.json.gz")
    schema, values = schema_of(graph), Matcher(graph)
    parser = Parser(schema)
    for question in questions():
        parse = parser.parse(question, values(question))
        for reading in parse.readings:
            assert to_cypher(reading.query)[0] and reading.text


@pytest.mark.parametrize("name", NAMES)
def test_what_breaks_off_or_begins_late(name: str) -> None:
    graph = load(GRAPHS / name / "graph.json.gz")
    schema, values = schema_of(graph), Matcher(graph)
    parser = Parser(schema)
    cases = json.loads((GRAPHS / name / "questions.json").read_text())
    for case in cases[:: EVERY * 2]:
        words = case["question"].split()
        for cut in range(1, len(words)):
            for part in (" ".join(words[:cut]), " ".join(words[cut:])):
                for reading in parser.parse(part, values(part)).readings:
                    assert to_cypher(reading.query)[0] and reading.text


class Broken(Parser):
    """Rules with a mistake in them."""

    def parse(self, question: str, linked: Sequence[LinkedValue] = ()) -> Parse:
        raise IndexError("a mistake")


def test_a_mistake_in_the_rules_declines() -> None:
    found = read(Broken(fleet()), Standalone("Which ships are there?"), Linked(fleet(), ()))
    assert found.reading is None and found.standalone == "Which ships are there?"
