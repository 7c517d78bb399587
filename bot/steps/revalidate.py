"""Does a remembered statement still fit the graph? Asked when its schema has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.errors import StatementFailed, StatementRefused, StatementTimeout
from bot.events import Rows
from bot.offline.making.literals import inline
from bot.ports import Graph
from bot.steps.repair.bindings import bindings_of, label_names
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.statement import Refused, check_statement
from guardrails.syntax import (
    LabelName,
    MapOf,
    Name,
    NodePattern,
    Property,
    RelationshipPattern,
)
from memory.schema import Schema

# A slow graph is spared: nobody waits for this answer.
SECONDS = 5.0
_ROWS = 200


async def fault(cypher: str, parameters: Mapping[str, Any], schema: Schema) -> str:
    """What is wrong with a statement before it runs, in a sentence; "" if nothing is.

    The guard may refuse it, or it names what the schema does not have.
    """
    checked = await check_statement(inline(cypher, parameters), schema=schema)
    if isinstance(checked, Refused):
        return checked.reason
    return next((f"This graph has no {name}." for name in _unknown(checked.statement, schema)), "")


async def revalidate(
    cypher: str, parameters: Mapping[str, Any], columns: Sequence[str], graph: Graph, schema: Schema
) -> Rows | str:
    """The rows of a statement that still runs, or in a sentence why it is of no use.

    Args:
        cypher: The statement.
        parameters: Its parameters.
        columns: What it returned before; () where that is not known.
        graph: Asked read-only, for a few rows and seconds.
        schema: The schema as it is now.

    Raises:
        GraphError: the graph is away.
    """
    problem = await fault(cypher, parameters, schema)
    if problem:
        return problem
    try:
        rows = await graph.run(cypher, parameters, max_rows=_ROWS, seconds=SECONDS)
    except (StatementFailed, StatementRefused, StatementTimeout) as error:
        return str(error)
    if columns and tuple(columns) != rows.columns:
        return f"It returns {', '.join(rows.columns)} and no longer {', '.join(columns)}."
    return rows


def _unknown(statement: Statement, schema: Schema) -> Iterator[str]:
    """Labels, types and properties of a statement that the schema lacks."""
    bindings = bindings_of(statement.query, schema)
    everything = (*schema.labels, *schema.relationships)
    for part in statement.query.walk():
        owners: Sequence[str] = ()
        match part:
            case LabelName(name=name) if name != "%" and name not in everything:
                yield name
            case Property(base=Name(name=variable), name=name):
                owners = bindings.of(variable)
                if owners and not _has(schema, owners, name):
                    yield f"{name} of {'|'.join(owners)}"
            case NodePattern(properties=MapOf(entries=entries)):
                owners = tuple(sorted(bindings.labels(part)))
                yield from (key for key, _ in entries if not _has(schema, owners, key))
            case RelationshipPattern(properties=MapOf(entries=entries)):
                owners = label_names(part.types) or everything
                yield from (key for key, _ in entries if not _has(schema, owners, key))


def _has(schema: Schema, owners: Sequence[str], name: str) -> bool:
    """Whether one of the owners has a property, or another label of its nodes."""
    for owner in owners:
        label = schema.labels.get(owner)
        names = (owner, *label.implies, *label.together) if label is not None else (owner,)
        if Known(schema).property_of(names, name) is not None:
            return True
    return False
