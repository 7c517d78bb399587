"""The stored values that words of a question can point at: names, keys, categories."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

from bot.errors import StatementTimeout
from bot.graph.introspect_reader import quote, sampled
from bot.ports import Graph
from memory.schema import Label, Property, Schema
from memory.value_record import LeftOut
from memory.values import MOST_INDEXED, Place, StoredValue

LONGEST = 100
# Grouping more than this at once is what small databases cannot do.
_MOST_NODES = 400_000
_TOGETHER = 500
MOST_OF_ONE = 1_000_000

Told: TypeAlias = Callable[[LeftOut], None]


def name_places(schema: Schema, state: str = "") -> tuple[list[Place], list[LeftOut]]:
    """The properties in which names are kept, and those of long texts and addresses, left out.

    Args:
        schema: The graph's.
        state: What else tells one state of the graph from another, as when it was loaded.
    """
    places, left_out, shown = [], [], sampled(len(schema.labels))
    for label in schema.labels.values():
        for prop in label.properties.values():
            if not _holds_texts(prop):
                continue
            if not is_name_like(prop):
                left_out.append(LeftOut(label.name, prop.name, "texts"))
                continue
            told = f"{state} {label.count} {prop.type}".strip()
            places.append(
                Place(label.name, prop.name, told, _expected(label, prop, shown), label.count)
            )
    return places, left_out


def _expected(label: Label, prop: Property, shown: int) -> int:
    """About how many values it holds: of a sample that has no two alike, all."""
    if prop.values is not None:
        return len(prop.values)
    present = round(label.count * (1 - prop.null_share))
    return present if prop.distinct * 2 > min(present, shown) else prop.distinct


async def names_of(
    graph: Graph,
    place: Place,
    left_out: Told = lambda left: None,
    *,
    limit: int = MOST_OF_ONE,
    seconds: float = 60.0,
) -> AsyncIterator[StoredValue]:
    """(label, property, value, number of nodes) for the texts that nodes hold in one place.

    Of a list of strings each element is a value. A label that implies another is reported as well
    as that other.

    Args:
        graph: the graph.
        place: what is read.
        left_out: told of everything that is left out, before the last value is given.
        limit: values at most, the commonest first.
        seconds: time limit of the statement; one that takes longer gives what came until then.

    Raises:
        GraphError: one of its members, but `StatementTimeout`.
    """
    label, name, given = place.label, place.name, 0
    if place.nodes > _MOST_NODES:
        left_out(LeftOut(label, name, "nodes"))
    statement = _statement(label, name, in_order=place.nodes > limit)
    try:
        async for _, (groups,) in graph.stream(statement, {"limit": limit + 2}, seconds=seconds):
            for value, nodes, kinds in groups:
                if value is None:
                    left_out(LeftOut(label, name, "long", kinds))
                    continue
                given += 1
                if isinstance(value, str) and value and given <= limit:
                    yield label, name, value, nodes
        if given > limit:
            more = await _more_than(graph, label, name, limit, seconds)
            left_out(LeftOut(label, name, "limit", more))
    except StatementTimeout:
        left_out(LeftOut(label, name, "late"))


async def distinct_values(
    graph: Graph,
    schema: Schema,
    *,
    per_property_limit: int = MOST_OF_ONE,
    total_limit: int = MOST_INDEXED,
    left_out: Told = lambda left: None,
) -> AsyncIterator[StoredValue]:
    """All values that `names_of` gives for the places of a schema, within a limit in all.

    Raises:
        GraphError: one of its members.
    """
    places, texts = name_places(schema)
    for one in texts:
        left_out(one)
    given = 0
    for place in places:
        limit = min(per_property_limit, total_limit - given)
        if limit <= 0:
            left_out(LeftOut(place.label, place.name, "total", place.expected or None))
            continue
        async for value in names_of(graph, place, left_out, limit=limit):
            given += 1
            yield value


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


def _statement(label: str, name: str, *, in_order: bool) -> str:
    # Long ones are one group, the first, which tells how many they are. The values come in lists,
    # because a row of its own for each would take the driver fifty times as long.
    return (
        f"{_values(label, name)} WITH value, count(*) AS nodes "
        f"WITH CASE WHEN size(toStringOrNull(value)) <= {LONGEST} THEN value END AS value, "
        "sum(nodes) AS nodes, count(*) AS kinds "
        "WITH value, nodes, kinds, CASE WHEN value IS NULL THEN 0 ELSE 1 END AS named "
        f"{'ORDER BY named, nodes DESC, value ' if in_order else ''}LIMIT $limit "
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
