"""Names that people are likely to know: of each kind those that a relationship joins most."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.errors import GraphError
from bot.ports import Graph
from bot.steps.repair.fix import quoted
from guardrails.phrases import Tie
from guardrails.portrait import name_property
from guardrails.suggest import Known, first_ties
from memory.schema import Schema

# So many nodes of a label are looked at, and so many names taken.
_NODES, _NAMES = 5_000, 5
_SECONDS, _SECONDS_IN_ALL = 1.0, 4.0


async def well_connected(schema: Schema, graph: Graph) -> Known:
    """Return names for the relationships that questions are likely to be about.

    Where the graph is too slow or fails, those that were found by then; other names will do.
    """
    found: dict[tuple[str, str], Sequence[str]] = {}
    try:
        async with asyncio.timeout(_SECONDS_IN_ALL):
            for tie in first_ties(schema):
                if (tie.other.name, tie.type) not in found:
                    found[tie.other.name, tie.type] = await _names(tie, graph)
    except (TimeoutError, GraphError):
        pass
    return {key: names for key, names in found.items() if names}


async def _names(tie: Tie, graph: Graph) -> Sequence[str]:
    named = name_property(tie.other)
    if named is None:
        return ()
    name = f"n.{quoted(named.name)}"
    back, on = ("<-", "-") if tie.forward else ("-", "->")
    cypher = (
        f"MATCH (n:{quoted(tie.other.name)}) WHERE {name} IS NOT NULL WITH n LIMIT {_NODES} "
        f"MATCH (n){back}[:{quoted(tie.type)}]{on}(:{quoted(tie.label.name)}) "
        f"RETURN {name} AS name, count(*) AS joined ORDER BY joined DESC, name LIMIT {_NAMES}"
    )
    rows = (await graph.run(cypher, {}, seconds=_SECONDS)).rows
    # What each has one of makes nobody known.
    return [name for name, joined in rows if isinstance(name, str) and joined > 1]
