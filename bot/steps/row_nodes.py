"""Which nodes the rows of an answer are, where their names alone do not tell it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from bot.errors import GraphError
from bot.events import Rows
from bot.ports import Graph
from bot.steps.behind_rows import ending
from bot.steps.conditions import returned
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import quoted
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.scopes import aggregates
from guardrails.statement import Refused, check_statement
from guardrails.syntax import Name, Property
from memory.conversation import Mention
from memory.schema import Schema

_SECONDS = 3.0


async def row_nodes(
    cypher: str,
    parameters: Mapping[str, Any],
    rows: Rows,
    of: Mention,
    schema: Schema,
    graph: Graph,
    most: int,
) -> list[tuple[str, ...]]:
    """Return the element ids behind each row; [] where nobody can tell.

    Args:
        cypher: The statement of the answer.
        parameters: Its parameters.
        rows: What it found.
        of: One of the individuals that it found.
        schema: Labels and properties.
        graph: Is asked once more.
        most: So many rows of it are looked at.
    """
    asked = with_ids(cypher, of, schema)
    if asked is None:
        return []
    statement, keys = asked
    verdict = await check_statement(statement, parameters, schema)
    if isinstance(verdict, Refused):
        return []
    try:
        found = await graph.run(verdict.cypher, parameters, max_rows=most, seconds=_SECONDS)
    except GraphError:
        return []
    by_key: dict[str, list[str]] = defaultdict(list)
    for *key, id_ in found.rows:
        by_key[repr(key)].append(str(id_))
    keyed = [repr([row[at] for at in keys]) for row in rows.rows]
    times, seen, behind = Counter(keyed), Counter[str](), list[tuple[str, ...]]()
    for one in keyed:
        ids = by_key.get(one, [])
        # As many rows as nodes: one each. Else a row stands for all of that name.
        alone = len(ids) == times[one]
        behind.append((ids[seen[one]],) if alone else tuple(dict.fromkeys(ids)))
        seen[one] += 1
    return behind


def owners_of(cypher: str, schema: Schema) -> list[tuple[str, str] | None]:
    """Return label and property that each column of a statement shows, where it shows one.

    >>> from memory.schema import Label, Property
    >>> name = {"name": Property("name", ("STRING",))}
    >>> schema = Schema({"City": Label("City", 2, name), "Person": Label("Person", 9, name)}, {})
    >>> owners_of("MATCH (p:Person) RETURN p.name AS who, count(*) AS n", schema)
    [('Person', 'name'), None]
    """
    ends = returned(cypher)
    if ends is None:
        return []
    statement, _, last = ends
    bindings, found = bindings_of(statement.query, schema), list[tuple[str, str] | None]()
    for item in last.items:
        one = item.expression
        labels: list[str] = []
        if isinstance(one, Property) and isinstance(one.base, Name):
            certain = bindings.is_node(one.base.name) and bindings.certain(one.base.name)
            of = bindings.of(one.base.name) if certain else ()
            labels = [x for x in of if one.name in schema.labels[x].properties]
        # Of a node's labels the one that the others imply.
        label = max(labels, key=lambda x: schema.labels[x].count, default="")
        found.append((label, one.name) if label and isinstance(one, Property) else None)
    return found


def with_ids(cypher: str, of: Mention, schema: Schema) -> tuple[str, Sequence[int]] | None:
    """Return a statement that adds to each row the element id of the node that it is.

    Its first columns are those of the given statement by which a row is told, whose numbers come
    with it. None where no column shows what stands for such an individual.
    """
    ends = returned(cypher)
    if ends is None:
        return None
    statement, _, last = ends
    bindings = bindings_of(statement.query, schema)
    keys = [at for at, item in enumerate(last.items) if not list(aggregates(item.expression))]
    variable = next(
        (
            one.base.name
            for one in (last.items[at].expression for at in keys)
            if isinstance(one, Property) and isinstance(one.base, Name)
            if one.name == of.property and of.label in bindings.of(one.base.name)
        ),
        None,
    )
    if variable is None:
        return None
    shown = [statement.text[last.items[at].start : last.items[at].end] for at in keys]
    shown.append(f"elementId({quoted(variable)}) AS {fresh(statement.text, 'item')}")
    end = ending(statement, last, whole=len(keys) == len(last.items))
    distinct = "DISTINCT " if last.distinct else ""
    return f"{statement.text[: last.start]}RETURN {distinct}{', '.join(shown)}{end}", keys
