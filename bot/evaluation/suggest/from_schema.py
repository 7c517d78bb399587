"""Pairs made from the schema, with stored values drawn from the whole graph."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.evaluation.questions import Question
from bot.evaluation.suggest.drafts_file import Draft
from bot.evaluation.suggest.prove import Prover, note
from bot.events import Rows
from bot.offline.making import make_pairs
from bot.steps.make_examples import stored_values


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
