"""Every case of tests/data/parser: what is read of them is what they say, and enough is read.

A case that is declined is counted. One that is read otherwise fails, but for those that
`misread.txt` lists: the list may only become shorter.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bot.cypher.statement import to_cypher
from bot.offline.parser import Parser
from bot.offline.reading import Parse, Reading
from bot.realiser.english import to_question
from memory.query import Query
from tests.unit.offline.cases import FOLDER, World, worlds

WORLDS = {world.name: world for world in worlds()}
PARSERS = {name: Parser(world.schema) for name, world in WORLDS.items()}
MISREAD = frozenset((FOLDER / "misread.txt").read_text(encoding="utf-8").splitlines())
# How many of the cases that can be read are, and of those how many again as their trees are told.
READ, READ_BACK = 0.63, 0.98
# In these worlds the wording of the readings is held, too.
WORDED = ["company", "films", "library"]


@cache
def outcomes(name: str) -> dict[str, tuple[str, dict[str, Any], Reading | None]]:
    """How each case of a world came out, by its name: right, declined or otherwise."""
    found = {}
    for case in WORLDS[name].cases:
        readings = parse(WORLDS[name], case).readings
        reading = readings[0] if len(readings) == 1 else None
        came = "declined" if reading is None else _came(case, reading.query)
        found[f"{name}: {case['question']}"] = came, case, reading
    return found


def parse(world: World, case: dict[str, Any]) -> Parse:
    """What is read of a case."""
    return PARSERS[world.name].parse(case["question"], world.link(case["question"]))


def _came(case: dict[str, Any], query: Query) -> str:
    meant = case.get("cypher", "").strip(), case.get("parameters")
    return "right" if to_cypher(query) == meant else "otherwise"


@pytest.mark.parametrize("name", WORLDS)
def test_what_is_read_is_what_is_meant(name: str) -> None:
    found = outcomes(name)
    otherwise = {case for case, (came, *_) in found.items() if came == "otherwise"}
    assert otherwise == MISREAD & set(found)


@pytest.mark.parametrize("name", WORDED)
def test_readings_are_worded_as_the_cases_say(name: str) -> None:
    right = [x for x in outcomes(name).values() if x[0] == "right"]
    assert [(r.text if r else "") for _, _, r in right] == [case["reading"] for _, case, _ in right]


@cache
def told_back(name: str) -> tuple[int, list[str], int]:
    """How many trees of a world are told as questions; which mean another thing; how many any."""
    told, other, back = 0, list[str](), 0
    for came, case, reading in outcomes(name).values():
        if came != "right" or reading is None or case.get("one_way"):
            continue
        question = to_question(reading.query, WORLDS[name].schema)
        again = PARSERS[name].parse(question, WORLDS[name].link(question)).readings
        told, back = told + 1, back + bool(again)
        if again and _meaning(again[0].query) != _meaning(reading.query):
            other.append(question)
    return told, other, back


@pytest.mark.parametrize("name", WORLDS)
def test_a_tree_told_as_a_question_means_the_same(name: str) -> None:
    assert not told_back(name)[1]


def test_enough_is_read() -> None:
    found = [x for name in WORLDS for x in outcomes(name).values()]
    right = sum(came == "right" for came, *_ in found)
    assert right >= READ * sum("cypher" in case for _, case, _ in found)
    told = sum(told_back(name)[0] for name in WORLDS)
    assert sum(told_back(name)[2] for name in WORLDS) >= READ_BACK * told
    assert {case for name in WORLDS for case in outcomes(name)} >= MISREAD


def _meaning(query: Query) -> Any:
    """The statement up to the names of variables and the order of its parts."""
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    edges = sorted((labels[e.start], e.types, labels[e.end]) for e in query.pattern.edges)
    values = sorted(str(v) for v in to_cypher(query)[1].values())
    return edges, values, query.form, query.limit, len(query.pattern.where)
