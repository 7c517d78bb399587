"""Verified questions: asked in other words they are others, with other values they are the same."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bot.events import Verification
from bot.layer.match import VerifiedPair, VerifiedQuestions
from bot.layer.read import read_layer
from bot.offline.parser import Parser
from bot.steps.suggest import Suggestions
from memory.schema import LinkedValue
from tests.unit.steps.graphs import TellingGraph, fleet

SCHEMA = fleet()
BY = "    verified_by: Ada\n    verified_on: 2026-11-27\n"
TEXT = f"""
verified:
  - question: Who berths in {{port}}?
    cypher: "MATCH (s:Ship)-[:CALLS_AT]->(:Port {{name: $port}}) RETURN s.name"
    parameters: {{port: Oslo}}
{BY}
  - question: ships of over {{tons}} tons that call at {{port}}
    cypher: |
      MATCH (s:Ship)-[:CALLS_AT]->(p:Port) WHERE p.name = $port AND s.tonnage > $tons
      RETURN s.name LIMIT $most
    parameters: {{port: Oslo, tons: 1000, most: 5}}
{BY}
  - question: whose motto has "{{word}}" in it?
    cypher: MATCH (s:Ship) WHERE s.motto CONTAINS $word RETURN s.name
    parameters: {{word: sea}}
{BY}
  - question: How many ships are there?
    cypher: MATCH (s:Ship) RETURN count(s)
{BY}
  - question: Which ships sank?
    cypher: MATCH (s:Ship) WHERE s.sank RETURN s.name
{BY}"""


def verified() -> VerifiedQuestions:
    return VerifiedQuestions(read_layer(Path("fleet.yaml"), TEXT).layer, SCHEMA)


def link(question: str, text: str, label: str, value: str, score: float = 1.0) -> LinkedValue:
    at = question.index(text)
    return LinkedValue(text, label, "name", value, at, at + len(text), score)


async def asked(question: str, *links: LinkedValue) -> VerifiedPair | None:
    return await verified().match(question, links)


async def test_its_own_words_need_no_links() -> None:
    found = await asked("who berths in oslo")
    assert found is not None and found.parameters == {"port": "Oslo"}
    assert found.verified == Verification("Ada", "2026-11-27")
    counted = await asked("How many ships are there")
    assert counted is not None and counted.parameters == {}


async def test_a_stored_value_stands_in_its_place() -> None:
    question = "Who berths in split?"
    found = await asked(question, link(question, "split", "Port", "Split"))
    assert found is not None and found.parameters == {"port": "Split"}
    # A ship is no port, and what is not surely stored is asked otherwise.
    assert await asked(question, link(question, "split", "Ship", "Split")) is None
    assert await asked(question, link(question, "split", "Port", "Split", 0.8)) is None
    assert await asked(question) is None


async def test_numbers_and_values_together() -> None:
    question = "Ships of over 2,500 tons that call at Split"
    found = await asked(question, link(question, "Split", "Port", "Split"))
    assert found is not None and found.parameters == {"port": "Split", "tons": 2500, "most": 5}
    question = "Ships of over many tons that call at Split"
    assert await asked(question, link(question, "Split", "Port", "Split")) is None


async def test_where_nothing_is_compared_for_equality_words_are_taken() -> None:
    found = await asked('Whose motto has "the brave" in it')
    assert found is not None and found.parameters == {"word": "the brave"}


@pytest.mark.parametrize(
    "question", ["Who berths in Oslo and sings?", "Who sleeps in Oslo?", "How many ships?"]
)
async def test_another_question_is_not_verified(question: str) -> None:
    links = [link(question, "Oslo", "Port", "Oslo")] if "Oslo" in question else []
    assert await asked(question, *links) is None


async def test_those_that_may_run_are_examples() -> None:
    examples = await verified().examples()
    assert "Who berths in Oslo?" in examples and "Which ships sank?" not in examples
    (near, cypher), *_ = await verified().nearest("Who berths in Split?", ["Split"], 3)
    assert near == "Who berths in Oslo?" and 'name: "Oslo"' in cypher


async def test_one_begins_with_them() -> None:
    class Values:
        async def lookup(self, question: str) -> list[LinkedValue]:
            return []

    graph = TellingGraph(lambda _: [("Vega", 2)])
    suggestions = Suggestions(graph, SCHEMA, Parser(SCHEMA), Values(), verified=verified())
    shown = [choice.question for choice in await suggestions.starters()]
    assert "How many ships are there?" in shown and "Which ships sank?" not in shown
    first = next(iter(suggestions.propose(["motto", "the"])))
    assert first == 'whose motto has "sea" in it?'


@pytest.mark.parametrize("lead", ["List {}", "give us {}", "can you show me the {}, please"])
async def test_what_it_is_asked_with_does_not_matter(lead: str) -> None:
    question = lead.format("ships of over 2,500 tons that call at Split")
    found = await asked(question, link(question, "Split", "Port", "Split"))
    assert found is not None and found.parameters["tons"] == 2500
    found = await asked(lead.format("ships of over 1000 tons that call at Oslo"))
    assert found is not None and found.parameters["port"] == "Oslo"


async def test_a_message_made_to_be_taken_apart_in_many_ways_is_soon_done() -> None:
    text = TEXT.partition("  - question: ships")[0] + (
        "  - question: '{a} or {b} or {c} or {d} sink'\n    cypher: RETURN $a, $b, $c, $d\n"
        f"    parameters: {{a: x, b: x, c: x, d: x}}\n{BY}"
    )
    questions = VerifiedQuestions(read_layer(Path("fleet.yaml"), text).layer, SCHEMA)
    began = time.perf_counter()
    assert await questions.match("a or " * 800, []) is None
    assert time.perf_counter() - began < 2


async def test_what_may_not_run_matches_nothing() -> None:
    assert await asked("Which ships sank?") is None
