"""Which of several individuals of one name is meant: asked only where their answers differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.errors import GraphError
from bot.offline.cypher import to_cypher
from bot.ports import Graph
from bot.steps.suggest import Suggestions
from guardrails.ambiguity import find_ambiguity
from guardrails.scope import Redirect
from memory.query import Query
from memory.schema import Schema

_SECONDS = 3.0


async def disambiguate(
    question: str, query: Query, schema: Schema, graph: Graph, suggestions: Suggestions
) -> Redirect | None:
    """The redirect that asks which is meant, or None.

    A database that fails or takes long here is no reason to ask: the statement itself will tell.
    """

    async def probe(cypher: str, parameters: Mapping[str, Any]) -> Sequence[tuple[Any, ...]]:
        return (await graph.run(cypher, parameters, seconds=_SECONDS)).rows

    async def answer(narrowed: Query) -> Sequence[tuple[Any, ...]]:
        return await probe(*to_cypher(narrowed))

    try:
        return await find_ambiguity(question, query, schema, probe, answer, suggestions.ask)
    except GraphError:
        return None
