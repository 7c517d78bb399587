"""Every case of tests/data/parser: Cypher, parameters and reading; or what is not read."""

from __future__ import annotations

from typing import Any

import pytest

from bot.offline.cypher import to_cypher
from bot.offline.english import to_question
from bot.offline.parser import Parser
from bot.offline.reading import Parse
from tests.unit.offline.cases import World, worlds

WORLDS = worlds()
PARSERS = {world.name: Parser(world.schema) for world in WORLDS}
CASES = [
    pytest.param(world, case, id=f"{world.name}: {case.get('context', '')} {case['question']}")
    for world in WORLDS
    for case in world.cases
]
READ = [param for param in CASES if "cypher" in param.values[1]]
BACK = [param for param in READ if not param.values[1].get("one_way")]


def parse(world: World, case: dict[str, Any]) -> Parse:
    parser, context = PARSERS[world.name], None
    if "context" in case:
        before = case["context"]
        context = parser.parse(before, world.link(before)).readings[0].query
    return parser.parse(case["question"], world.link(case["question"]), context)


def test_there_are_cases_of_several_domains() -> None:
    assert len(WORLDS) >= 3
    assert len(READ) > 100
    assert len(BACK) > 0.93 * len(READ)


@pytest.mark.parametrize(("world", "case"), CASES)
def test_a_question_is_read_or_declined(world: World, case: dict[str, Any]) -> None:
    result = parse(world, case)
    if "unread" in case:
        assert list(result.unread) == case["unread"]
        assert not result.readings
    elif "declined" in case:
        assert len(result.readings) != 1
    else:
        assert len(result.readings) == 1, [r.text for r in result.readings]
        reading = result.readings[0]
        cypher, parameters = to_cypher(reading.query)
        assert cypher == case["cypher"].strip()
        assert parameters == case["parameters"]
        assert reading.text == case["reading"]


@pytest.mark.parametrize(("world", "case"), BACK)
def test_a_tree_told_as_a_question_means_the_same(world: World, case: dict[str, Any]) -> None:
    query = parse(world, case).readings[0].query
    question = to_question(query, world.schema)
    again = PARSERS[world.name].parse(question, world.link(question))
    assert again.readings, question
    assert _meaning(again.readings[0].query) == _meaning(query), question


def _meaning(query: Any) -> Any:
    """The statement up to the names of variables and the order of its parts."""
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    edges = sorted((labels[e.start], e.types, labels[e.end]) for e in query.pattern.edges)
    values = sorted(str(v) for v in to_cypher(query)[1].values())
    return edges, values, query.form, query.limit, len(query.pattern.where)
