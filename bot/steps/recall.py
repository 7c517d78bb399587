"""The individuals in an answer, in row order: what "it" or "the second one" will mean next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.events import Rows
from memory.conversation import Mention
from memory.query import Attribute, Entity, Query
from memory.schema import LinkedValue, Scalar, Schema

_KEPT = 50
_NAME_LIKE = ("name", "title", "label", "code", "id")


def recall(
    result: Rows, query: Query | None, schema: Schema, linked: Sequence[LinkedValue]
) -> tuple[Mention, ...]:
    """At most 50 mentions, from the subject's column of a parsed question or from the values.

    An answer without individuals (a count, yes or no) keeps the values the question named.
    """
    if query is None:
        return _of_values(result, schema)
    mentions = _of_tree(result, query, schema)
    if mentions or (query.form == "list" and len(result.rows) != 1):
        return mentions
    named = {(v.label, v.property, v.value): None for v in linked}
    return tuple(Mention(*key) for key in named)[:_KEPT]


def single_value(result: Rows) -> Scalar | None:
    """The number, text or date of an answer that is one value: what "that year" will mean."""
    if len(result.rows) != 1 or len(result.rows[0]) != 1:
        return None
    value = result.rows[0][0]
    return value if isinstance(value, str | int | float) else None


def _of_tree(result: Rows, query: Query, schema: Schema) -> tuple[Mention, ...]:
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    label = next(iter(labels.get(query.subject, ())), "")
    named: list[tuple[int, int, str]] = []
    for position, column in enumerate(query.columns):
        operand = column.operand
        if isinstance(operand, Attribute) and operand.variable == query.subject:
            named.append((_name_rank(operand.property), position, operand.property))
        if isinstance(operand, Entity) and operand.variable == query.subject:
            return _nodes(result, position)
    if not named:
        return ()
    rank, position, prop = min(named)
    # "When was he born?" is answered by a date of the subject, not by the subject.
    if rank == len(_NAME_LIKE) and (len(result.rows) == 1 or not _is_text(schema, label, prop)):
        return ()
    return _column(result, position, label, prop)


def _is_text(schema: Schema, label: str, prop: str) -> bool:
    owner = schema.labels.get(label)
    return (
        owner is not None and prop in owner.properties and owner.properties[prop].type == "STRING"
    )


def _of_values(result: Rows, schema: Schema) -> tuple[Mention, ...]:
    """Guess the column of individuals of a model's query: nodes, or texts under a name's column."""
    if not result.rows:
        return ()
    for position, column in enumerate(result.columns):
        first = result.rows[0][position]
        if isinstance(first, dict) and "_labels" in first:
            return _nodes(result, position)
        prop = column.rsplit(".", 1)[-1]
        if isinstance(first, str):
            owners = [
                label.name
                for label in schema.labels.values()
                if prop in label.properties and prop.lower().endswith(_NAME_LIKE)
            ]
            if owners:
                return _column(result, position, owners[0] if len(owners) == 1 else "", prop)
    return ()


def _column(result: Rows, position: int, label: str, prop: str) -> tuple[Mention, ...]:
    seen = dict.fromkeys(
        row[position] for row in result.rows if isinstance(row[position], str | int | float)
    )
    return tuple(Mention(label, prop, value) for value in list(seen)[:_KEPT])


def _nodes(result: Rows, position: int) -> tuple[Mention, ...]:
    found: dict[Mention, None] = {}
    for row in result.rows[:_KEPT]:
        node: Any = row[position]
        if not isinstance(node, dict) or not node.get("_labels"):
            continue
        for prop in sorted(node, key=_name_rank):
            if isinstance(node[prop], str) and _name_rank(prop) < len(_NAME_LIKE):
                found[Mention(str(node["_labels"][0]), prop, node[prop])] = None
                break
    return tuple(found)


def _name_rank(prop: str) -> int:
    lower = prop.lower()
    return next((i for i, end in enumerate(_NAME_LIKE) if lower.endswith(end)), len(_NAME_LIKE))
