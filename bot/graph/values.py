"""The stored values that words of a question can point at: names, keys, categories."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from bot.errors import StatementTimeout
from bot.graph.introspect_reader import quote
from bot.ports import Graph
from memory.schema import Property, Schema
from memory.value_record import LeftOut, Reason

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
    left_out: Callable[[LeftOut], None] = lambda left: None,
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
        left_out: told of everything that is left out, before the last value is given.

    Raises:
        GraphError: one of its members.
    """
    given = 0
    for label in schema.labels.values():
        for prop in label.properties.values():
            if not _holds_texts(prop):
                continue
            if not is_name_like(prop):
                left_out(LeftOut(label.name, prop.name, "texts"))
                continue
            limit = min(per_property_limit, total_limit - given)
            if limit <= 0:
                left_out(LeftOut(label.name, prop.name, "total", prop.distinct or None))
                continue
            if label.count > _MOST_NODES:
                left_out(LeftOut(label.name, prop.name, "nodes", None))
            mine = 0
            try:
                async for _, (groups,) in graph.stream(
                    _statement(label.name, prop.name), {"limit": limit + 2}, seconds=seconds
                ):
                    for value, nodes, kinds in groups:
                        if value is None:
                            left_out(LeftOut(label.name, prop.name, "long", kinds))
                            continue
                        mine += 1
                        if isinstance(value, str) and value and mine <= limit:
                            given += 1
                            yield label.name, prop.name, value, nodes
                if mine > limit:
                    reason: Reason = "limit" if limit == per_property_limit else "total"
                    more = await _more_than(graph, label.name, prop.name, limit, seconds)
                    left_out(LeftOut(label.name, prop.name, reason, more))
            except StatementTimeout:
                left_out(LeftOut(label.name, prop.name, "late"))


def _holds_texts(prop: Property) -> bool:
    return bool({"STRING", "LIST<STRING>"} & set(prop.types))


def is_name_like(prop: Property) -> bool:
    """Whether a property holds what may name something: texts, but no long ones or addresses."""
    if not _holds_texts(prop):
        return False
    texts = [example for example in prop.examples if isinstance(example, str)]
    unfit = [t for t in texts if len(t) > LONGEST or t.startswith(("http://", "https://"))]
    return not texts or 2 * len(unfit) <= len(texts)


def _values(label: str, name: str) -> str:
    # UNWIND takes a single value as a list of one.
    return (
        f"MATCH (n:{quote(label)}) WHERE n.{quote(name)} IS NOT NULL "
        f"WITH n LIMIT {_MOST_NODES} UNWIND n.{quote(name)} AS value "
    )


def _statement(label: str, name: str) -> str:
    # Long ones are one group, the first, which tells how many they are. The values come in lists,
    # because a row of its own for each would take the driver fifty times as long.
    return (
        f"{_values(label, name)} WITH value, count(*) AS nodes "
        f"WITH CASE WHEN size(toStringOrNull(value)) <= {LONGEST} THEN value END AS value, "
        "sum(nodes) AS nodes, count(*) AS kinds "
        "WITH value, nodes, kinds, CASE WHEN value IS NULL THEN 0 ELSE 1 END AS named "
        "ORDER BY named, nodes DESC, value LIMIT $limit "
        "WITH collect([value, nodes, kinds]) AS groups "
        f"UNWIND range(0, size(groups) - 1, {_TOGETHER}) AS start "
        f"RETURN groups[start..start + {_TOGETHER}] AS groups"
    )


async def _more_than(graph: Graph, label: str, name: str, limit: int, seconds: float) -> int | None:
    """How many values there are beyond so many; None where that takes too long."""
    counted = (
        f"{_values(label, name)} WITH DISTINCT value "
        f"WHERE size(toStringOrNull(value)) <= {LONGEST} RETURN count(value) AS values"
    )
    try:
        return int((await graph.run(counted, seconds=seconds)).rows[0][0]) - limit
    except StatementTimeout:
        return None
