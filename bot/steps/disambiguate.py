"""Which of several individuals of one name, or of part of one, is meant.

It is asked only where their answers differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.cypher.statement import to_cypher
from bot.errors import GraphError
from bot.offline.reading import Reading
from bot.ports import Graph
from bot.realiser.english import to_english
from bot.steps.suggest import Suggestions
from guardrails.ambiguity import find_ambiguity
from guardrails.scope import Redirect
from guardrails.short_names import Settled, settle_short_name, which_of_ways
from memory.query import Query
from memory.schema import LinkedValue, Schema

_SECONDS = 3.0


async def disambiguate(
    question: str,
    reading: Reading,
    linked: Sequence[LinkedValue],
    schema: Schema,
    graph: Graph,
    suggestions: Suggestions,
    tied: Sequence[Reading] = (),
) -> Redirect | Reading:
    """The redirect that asks which is meant; else the reading, with the name that has an answer.

    `tied` are readings that are as good; of ways between things each is one between other things.

    A database that fails or takes long here is no reason to ask: the statement itself will tell.
    """
    if reading.query.route is not None:
        which = which_of_ways(question, [one.used for one in (reading, *tied)])
        if which is not None:
            return which

    async def probe(cypher: str, parameters: Mapping[str, Any]) -> Sequence[tuple[Any, ...]]:
        return (await graph.run(cypher, parameters, seconds=_SECONDS)).rows

    async def answer(narrowed: Query) -> Sequence[tuple[Any, ...]]:
        return await probe(*to_cypher(narrowed))

    try:
        short = await settle_short_name(question, reading.query, reading.used, linked, answer)
        if isinstance(short, Redirect):
            return short
        if short is not None:
            reading = _settled(reading, short, schema)
        asked = await find_ambiguity(
            question, reading.query, schema, probe, answer, suggestions.ask
        )
        return asked or reading
    except GraphError:
        return reading


def _settled(reading: Reading, settled: Settled, schema: Schema) -> Reading:
    used = tuple(settled.new if link == settled.old else link for link in reading.used)
    return replace(reading, query=settled.query, text=to_english(settled.query, schema), used=used)
