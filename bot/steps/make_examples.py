"""Examples for the first day: pairs made from the schema, each run and proven to return rows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress

from bot.cypher.paths import quote
from bot.errors import GraphError
from bot.events import Rows
from bot.offline.making import Pair, make_pairs
from bot.ports import Graph
from bot.stored.kinds import display_properties
from guardrails.statement import Refused, check_statement
from memory.made_examples import MadeExample
from memory.question_form import question_form
from memory.schema import Scalar, Schema

# Enough for every shape over most labels; more pairs are found no better.
_PAIRS = 240
# Seconds for a statement, for reading values and for making pairs: a slow graph is spared.
_SECONDS, _READING, _MAKING = 3.0, 30.0, 60.0
_ROWS = 201
# Values of a property that are read, and kept of them, evenly spread.
_READ, _KEPT = 3_000, 60
_READING_SECONDS = 10.0
_TOLD = ("STRING", "INTEGER", "FLOAT", "DATE")


async def make_examples(graph: Graph, schema: Schema) -> list[MadeExample]:
    """Pairs of all shapes in turn, as many as there are time for; the same graph, the same ones.

    What the graph fails at or the guard refuses is left out.
    """

    async def run(cypher: str) -> Rows | None:
        checked = await check_statement(cypher, schema=schema)
        if isinstance(checked, Refused):
            return None
        try:
            return await graph.run(checked.cypher, max_rows=_ROWS, seconds=_SECONDS)
        except GraphError:
            return None

    found: list[MadeExample] = []
    values: dict[tuple[str, str], list[Scalar]] = {}
    with suppress(TimeoutError):
        async with asyncio.timeout(_READING):
            async for place, stored in _stored(graph, schema):
                values[place] = stored
    ends = asyncio.get_running_loop().time() + _MAKING
    async with aclosing(make_pairs(schema, run, values=values)) as pairs:  # type: ignore[type-var]
        async for pair in pairs:
            found.append(_made(pair))
            if len(found) == _PAIRS or asyncio.get_running_loop().time() > ends:
                break
    return found


def _made(pair: Pair) -> MadeExample:
    given = [
        v for value in pair.values for v in (value if isinstance(value, tuple | list) else [value])
    ]
    values = [value for value in given if isinstance(value, str)]
    form = question_form(pair.question, values)
    return MadeExample(pair.question, pair.cypher, pair.type, form)


async def stored_values(graph: Graph, schema: Schema) -> dict[tuple[str, str], list[Scalar]]:
    """Names of nodes and values of relationships, of which the schema keeps only a few.

    The same graph gives the same ones. A property that takes too long keeps the schema's.
    """
    return {place: values async for place, values in _stored(graph, schema)}


async def _stored(
    graph: Graph, schema: Schema
) -> AsyncIterator[tuple[tuple[str, str], list[Scalar]]]:
    for label in schema.labels.values():
        told = [name for name, p in label.properties.items() if p.type in _TOLD]
        wanted = [*display_properties(label)[:1], *told]
        for name in dict.fromkeys(wanted):
            if values := await _distinct(graph, f"(x:{quote(label.name)})", name):
                yield (label.name, name), values
    for rel in schema.relationships.values():
        for name in rel.properties:
            if values := await _distinct(graph, f"()-[x:{quote(rel.type)}]->()", name):
                yield (rel.type, name), values


async def _distinct(graph: Graph, pattern: str, name: str) -> list[Scalar]:
    cypher = (
        f"MATCH {pattern} WHERE x.{quote(name)} IS NOT NULL "
        f"WITH DISTINCT x.{quote(name)} AS value ORDER BY value LIMIT {_READ} RETURN value"
    )
    try:
        rows = (await graph.run(cypher, max_rows=_READ, seconds=_READING_SECONDS)).rows
    except GraphError:
        return []
    values = [row[0] for row in rows]
    return values[:: max(1, len(values) // _KEPT)][:_KEPT]
