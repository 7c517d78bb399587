"""The stored values that words of a question can point at: names, keys, categories."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.errors import StatementTimeout
from bot.graph.introspect_reader import quote
from bot.ports import Graph
from memory.schema import Property, Schema

LONGEST = 100
# Grouping more than this at once is what small databases cannot do.
_MOST_NODES = 400_000
_TOGETHER = 500


async def distinct_values(
    graph: Graph,
    schema: Schema,
    *,
    per_property_limit: int = 20_000,
    total_limit: int = 500_000,
    seconds: float = 20.0,
) -> AsyncIterator[tuple[str, str, str, int]]:
    """(label, property, value, number of nodes) for the texts that nodes hold.

    Long texts and web addresses are left out; of a list of strings each element is a value. A
    label that implies another is reported as well as that other.

    Args:
        graph: the graph.
        schema: its schema; only what is in there is read.
        per_property_limit: values of one property at most, the commonest first.
        total_limit: values in all, at most.
        seconds: time limit of the statement for each property; one that takes longer gives none.

    Raises:
        GraphError: one of its members.
    """
    given = 0
    for label in schema.labels.values():
        for prop in label.properties.values():
            if not _is_name_like(prop):
                continue
            limit = min(per_property_limit, total_limit - given)
            if limit <= 0:
                return
            try:
                async for _, (pairs,) in graph.stream(
                    _statement(label.name, prop.name), {"limit": limit}, seconds=seconds
                ):
                    for value, count in pairs:
                        if isinstance(value, str) and value:
                            given += 1
                            yield label.name, prop.name, value, count
            except StatementTimeout:
                continue


def _is_name_like(prop: Property) -> bool:
    if not {"STRING", "LIST<STRING>"} & set(prop.types):
        return False
    texts = [example for example in prop.examples if isinstance(example, str)]
    unfit = [t for t in texts if len(t) > LONGEST or t.startswith(("http://", "https://"))]
    return not texts or 2 * len(unfit) <= len(texts)


def _statement(label: str, name: str) -> str:
    # UNWIND takes a single value as a list of one. The values come in lists, because a row of its
    # own for each would take the driver fifty times as long.
    return (
        f"MATCH (n:{quote(label)}) WHERE n.{quote(name)} IS NOT NULL "
        f"WITH n LIMIT {_MOST_NODES} UNWIND n.{quote(name)} AS value "
        "WITH value, count(*) AS nodes "
        f"WHERE size(toStringOrNull(value)) <= {LONGEST} "
        "WITH value, nodes ORDER BY nodes DESC, value LIMIT $limit "
        "WITH collect([value, nodes]) AS pairs "
        f"UNWIND range(0, size(pairs) - 1, {_TOGETHER}) AS start "
        f"RETURN pairs[start..start + {_TOGETHER}] AS pairs"
    )
