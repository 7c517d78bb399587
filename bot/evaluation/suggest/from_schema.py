"""Pairs made from the schema, with stored values drawn from the whole graph."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.errors import GraphError
from bot.evaluation.questions import Question
from bot.evaluation.suggest.drafts_file import Draft
from bot.evaluation.suggest.prove import Prover, note
from bot.events import Rows
from bot.offline.cypher import quote
from bot.offline.kinds import display_properties
from bot.offline.making import make_pairs
from bot.ports import Graph
from memory.schema import Scalar, Schema

# Values of a property that are read, and kept of them, evenly spread.
_READ, _KEPT = 3_000, 60
_SECONDS = 10.0
_TOLD = ("STRING", "INTEGER", "FLOAT", "DATE")


async def from_schema(prover: Prover, seed: int) -> AsyncIterator[Draft]:
    """Drafts of all shapes in turn; each has run and returned rows."""
    values = await stored_values(prover.graph, prover.schema)
    proven: dict[str, Rows] = {}

    async def run(cypher: str) -> Rows | None:
        rows = await prover.run(cypher)
        if rows is not None:
            proven[cypher] = rows
        return rows

    async for pair in make_pairs(prover.schema, run, values=values, seed=seed):
        # A rank was proven with one row more than it has.
        rows = proven.get(pair.cypher) or await prover.run(pair.cypher)
        proven.clear()
        question = Question(pair.question, pair.cypher, pair.type, pair.ordered)
        yield Draft(question, "schema", note=note(rows) if rows else "")


async def stored_values(graph: Graph, schema: Schema) -> dict[tuple[str, str], list[Scalar]]:
    """Names of nodes and values of relationships, of which the schema keeps only a few.

    The same graph gives the same ones. A property that takes too long keeps the schema's.
    """
    found: dict[tuple[str, str], list[Scalar]] = {}
    for label in schema.labels.values():
        told = [name for name, p in label.properties.items() if p.type in _TOLD]
        wanted = [*display_properties(label)[:1], *told]
        for name in dict.fromkeys(wanted):
            pattern = f"(x:{quote(label.name)})"
            if values := await _distinct(graph, pattern, name):
                found[label.name, name] = values
    for rel in schema.relationships.values():
        for name in rel.properties:
            pattern = f"()-[x:{quote(rel.type)}]->()"
            if values := await _distinct(graph, pattern, name):
                found[rel.type, name] = values
    return found


async def _distinct(graph: Graph, pattern: str, name: str) -> list[Scalar]:
    cypher = (
        f"MATCH {pattern} WHERE x.{quote(name)} IS NOT NULL "
        f"WITH DISTINCT x.{quote(name)} AS value ORDER BY value LIMIT {_READ} RETURN value"
    )
    try:
        rows = (await graph.run(cypher, max_rows=_READ, seconds=_SECONDS)).rows
    except GraphError:
        return []
    values = [row[0] for row in rows]
    return values[:: max(1, len(values) // _KEPT)][:_KEPT]
