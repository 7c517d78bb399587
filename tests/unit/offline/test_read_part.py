"""Parts of questions that the rules decline: what they read, and what they leave out."""

from __future__ import annotations

import pytest

from bot.cypher.statement import to_cypher
from bot.offline.parser import Parser
from bot.offline.read_part import Part, read_part
from tests.unit.offline.cases import FOLDER, load

WORLDS = {name: load(FOLDER / f"{name}.toml") for name in ("films", "library")}


async def part_of(world: str, question: str) -> Part | None:
    schema, linked = WORLDS[world].schema, WORLDS[world].link(question)
    parser = Parser(schema)
    known = parser.parse(question, linked)
    assert not known.readings
    return read_part(parser, question, linked, known.unread, known.schema_words)


@pytest.mark.parametrize(
    ("world", "question", "left_out", "reading"),
    [
        ("films", "Which films did Meg Ryan hilariously act in?", "hilariously",
         "Films that Meg Ryan acted in"),
        ("films", "In which films did Tom Hanks appear reluctantly after 1995?", "reluctantly",
         "Films after 1995 that Tom Hanks acted in"),
        ("films", "Which films did nobody ever wearily direct?", "wearily",
         "Films not directed by a person"),
        ("library", "Which members secretly borrowed Cold Harbour?", "secretly",
         "Members that took a loan that covers Cold Harbour"),
    ],
)  # fmt: skip
async def test_a_word_that_nobody_knows_is_left_out(
    world: str, question: str, left_out: str, reading: str
) -> None:
    found = await part_of(world, question)
    assert found is not None and (found.left_out, found.reading.text) == (left_out, reading)


async def test_names_numbers_and_negations_stay() -> None:
    found = await part_of("films", "Which films not from Japan did Meg Ryan act in hilariously?")
    assert found is not None and found.left_out == "hilariously"
    cypher, parameters = to_cypher(found.reading.query)
    assert {"Japan", "Meg Ryan"} <= set(parameters.values()) and "NOT EXISTS" in cypher


@pytest.mark.parametrize(
    ("world", "question"),
    [
        ("films", "Who directed Cast Away wearing a hat?"),
        ("films", "What is the frobnication of Heat?"),
        ("films", "Welche Filme hat Meg Ryan gedreht?"),
        ("library", "Which books were gleefully returned late?"),
        ("films", "Which films failed to win?"),
        ("films", "Which films without frobnication did Meg Ryan act in?"),
    ],
)
async def test_too_much_is_left_out(world: str, question: str) -> None:
    assert await part_of(world, question) is None


def test_who_guesses_believes_more_and_who_answers_no_more_than_before() -> None:
    parser = Parser(WORLDS["films"].schema)
    asked = "How many films are there?"
    assert parser.guessing().parse(asked).readings == parser.parse(asked).readings
