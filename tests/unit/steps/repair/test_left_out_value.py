"""What the question names and a statement forgets is asked for, where there is one way to do it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.steps.repair.fix import apply
from bot.steps.repair.known import Known
from bot.steps.repair.left_out_value import left_out_value
from guardrails.cypher import parse
from memory.schema import LinkedValue
from tests.unit.steps.repair.harbour import SCHEMA, STORED


class Named:
    """Finds the stored names that stand in a question as they are."""

    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        """The values, at their places."""
        return [
            LinkedValue(value, label, name, value, at, at + len(value))
            for label, name, value in STORED
            if (at := question.find(value)) >= 0
        ]


async def mended(question: str, draft: str) -> str:
    fixes = await left_out_value(parse(draft), Known(SCHEMA, Named(), question))
    text, _ = apply(draft, fixes)
    return text


@pytest.mark.parametrize(
    ("question", "draft", "cypher"),
    [
        (
            "which ships of Northern Lines weigh over 50 tons?",
            "MATCH (s:Ship) WHERE s.tonnage > 50 RETURN s.name",
            "MATCH (s:Ship) WHERE EXISTS { (s)-[:OWNED_BY]->(:Company {name: 'Northern Lines'}) } "
            "AND s.tonnage > 50 RETURN s.name",
        ),
        (
            "how deep is it in Rotterdam?",
            "MATCH (p:Port) RETURN p.depth",
            "MATCH (p:Port) WHERE p.name = 'Rotterdam' RETURN p.depth",
        ),
        (
            "ships that called in Norway",
            "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) WHERE s.tonnage > 1 OR p.depth > 2 "
            "RETURN s.name",
            "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) WHERE EXISTS "
            "{ (p)-[:LIES_IN]->(:Country {name: 'Norway'}) } AND (s.tonnage > 1 OR p.depth > 2) "
            "RETURN s.name",
        ),
    ],
)
async def test_asked_for_too(question: str, draft: str, cypher: str) -> None:
    assert await mended(question, draft) == cypher


@pytest.mark.parametrize(
    ("question", "draft"),
    [
        ("ships not in Rotterdam", "MATCH (s:Ship) RETURN s.name"),
        ("ships in Rotterdam or at sea", "MATCH (s:Ship) RETURN s.name"),
        ("ships heavier than Blue Heron", "MATCH (s:Ship) RETURN s.name"),
        (
            "ships in Rotterdam",
            "MATCH (s:Ship)-->(p:Port) WHERE p.name = 'rotterdam' RETURN s.name",
        ),
        ("ships in Rotterdam of Mara Lind", "MATCH (s:Ship) RETURN s.name"),
        ("ships in Rotterdam", "MATCH (s:Ship) MATCH (p:Port) RETURN s.name"),
        ("which countries know Northern Lines?", "MATCH (c:Country) RETURN c.name"),
    ],
)
async def test_left_alone(question: str, draft: str) -> None:
    assert await mended(question, draft) == draft


async def test_a_form_of_a_word_is_no_short_value() -> None:
    class Formed:
        async def lookup(self, question: str) -> Sequence[LinkedValue]:
            return [LinkedValue("goes", "Port", "code", "GO", 5, 9)]

    draft = "MATCH (p:Port) RETURN p.name"
    known = Known(SCHEMA, Formed(), "What goes into these ports?")
    assert await left_out_value(parse(draft), known) == []
