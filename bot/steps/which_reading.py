"""Two readings as good as each other: both are offered, in English, where their answers differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.errors import GraphError
from bot.offline.cypher import to_cypher
from bot.offline.english import to_question
from bot.offline.parser import Reading
from bot.ports import Graph
from bot.steps.suggest import Suggestions
from guardrails.offer import Offer
from guardrails.scope import Redirect
from memory.schema import Schema

_SECONDS = 3.0
_MOST = 4


async def which_reading(
    readings: Sequence[Reading], schema: Schema, graph: Graph, suggestions: Suggestions
) -> Redirect | None:
    """The redirect that asks which reading is meant.

    None where they come to the same, or where a wording of them would not be read as it is meant.
    """
    offers: dict[tuple[str, ...], Offer] = {}
    for reading in readings[:_MOST]:
        try:
            rows = (await graph.run(*to_cypher(reading.query), seconds=_SECONDS)).rows
        except GraphError:
            return None
        if not rows or _bag(rows) in offers:
            continue
        question = to_question(reading.query, schema)
        found = await suggestions.ask(question)
        if found is not None and _bag(found) == _bag(rows):
            offers[_bag(rows)] = Offer(question, question)
    if len(offers) < 2:
        return None
    return Redirect("ambiguous", "readings", offers=tuple(offers.values()))


def _bag(rows: Sequence[Sequence[Any]]) -> tuple[str, ...]:
    return tuple(sorted(repr(tuple(row)) for row in rows))
