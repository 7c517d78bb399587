"""Terms and lessons become a graph's file, but for what is there."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from bot.commands.from_old import verified_entries, word_entries
from bot.commands.lessons_file import from_toml
from bot.layer.add import add_missing
from bot.layer.match import VerifiedQuestions
from bot.layer.read import read_layer
from bot.terminology import read_terminology
from memory.schema import LinkedValue
from tests.unit.steps.graphs import fleet

SCHEMA, PATH, TODAY = fleet(), Path("fleet.yaml"), date(2026, 11, 27)
TERMS = """
tub: Ship
home port: Port.name = Oslo
giant: ships with a tonnage over 50000
talkie: Film
"""
LESSONS = """
[[lesson]]
question = "who berths in Oslo?"
form = "who berths in {port}?"
cypher = "MATCH (s:Ship)-[:CALLS_AT]->(:Port {name: $port})\\nRETURN s.name"
parameters = { port = "Oslo" }
status = "approved"
[[lesson]]
question = "How many ships are there?"
cypher = "MATCH (s:Ship) RETURN count(s)"
status = "approved"
[[lesson]]
question = "ships?"
cypher = "MATCH (s:Ship) RETURN s.name"
"""


async def test_terms_and_lessons_are_taken_over() -> None:
    text = "words: # ours\n  tub: Port\n"
    before = read_layer(PATH, text).layer
    terms, _ = read_terminology(TERMS, "fleet", SCHEMA)
    lessons, problems = await from_toml(LESSONS, "fleet", SCHEMA)
    assert not problems
    entries = word_entries(terms, before) + verified_entries(lessons, before, "Ada", TODAY)
    new = add_missing(PATH, text, entries).text
    layer = read_layer(PATH, new).layer
    assert layer.words == {
        "tub": "Port",
        "home port": "Port.name = Oslo",
        "giant": "ships with a tonnage over 50000",
    }
    first, second = layer.verified
    assert (first.question, first.parameters) == ("who berths in {name}", {"name": "Oslo"})
    assert (second.question, second.verified_by) == ("How many ships are there?", "Ada")
    # As it was learnt, so it is asked, with another value, too.
    question = "Who berths in Split?"
    found = await VerifiedQuestions(layer, SCHEMA).match(
        question, [LinkedValue("Split", "Port", "name", "Split", 14, 19)]
    )
    assert found is not None and found.parameters == {"name": "Split"}
    again = word_entries(terms, layer) + verified_entries(lessons, layer, "Bob", TODAY)
    assert again == []
