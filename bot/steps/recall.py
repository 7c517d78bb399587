"""The individuals in an answer, in row order: what "it" or "the second one" will mean next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.element import Element
from bot.events import Rows
from bot.render.node_name import name_property
from memory.conversation import Mention
from memory.query import Attribute, Entity, Query
from memory.schema import LinkedValue, Property, Scalar, Schema

MOST_KEPT = 50
# The element ids behind each row.
Nodes = Sequence[Sequence[str]]
# Label and property that each column shows.
Owners = Sequence[tuple[str, str] | None]
_NAME_LIKE = ("name", "title", "label", "code", "id")
# Shares of different values from which on a property tells its nodes apart: a name may have a few
# namesakes, a key may not.
_NAMES, _IDENTIFIES = 0.9, 0.99


@dataclass(frozen=True, slots=True)
class _Identity:
    """Which property stands for an individual, and which ones name it to people."""

    key: str
    shown: tuple[str, ...]


def recall(
    result: Rows,
    query: Query | None,
    schema: Schema,
    linked: Sequence[LinkedValue],
    owners: Owners = (),
    nodes: Nodes = (),
) -> tuple[Mention, ...]:
    """At most 50 mentions, from the subject's column of a parsed question or from the values.

    An answer without individuals (a count, yes or no) keeps the values the question named. `nodes`
    are the element ids behind each row, where they are known: two of one name are then two.
    `owners` are label and property that each column shows, where the statement tells.
    """
    if query is None:
        return _of_values(result, schema, nodes, owners)
    mentions = _of_tree(result, query, schema, nodes)
    if mentions or (query.form == "list" and len(result.rows) != 1):
        return mentions
    named = (Mention(v.label, v.property, v.value, nodes=v.nodes) for v in linked)
    return tuple(dict.fromkeys(named))[:MOST_KEPT]


def is_shared(mention: Mention, schema: Schema) -> bool:
    """Whether others may have what stands for an individual: its name alone does not tell it."""
    owner, known = (
        schema.labels.get(mention.label),
        _property(schema, mention.label, mention.property),
    )
    if owner is None or known is None or not known.distinct:
        return False
    return known.distinct < round(owner.count * (1 - known.null_share))


def single_value(result: Rows) -> Scalar | None:
    """The number, text or date of an answer that is one value: what "that year" will mean."""
    if len(result.rows) != 1 or len(result.rows[0]) != 1:
        return None
    value = result.rows[0][0]
    return value if isinstance(value, str | int | float) else None


def _of_tree(result: Rows, query: Query, schema: Schema, nodes: Nodes) -> tuple[Mention, ...]:
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    label = next(iter(labels.get(query.subject, ())), "")
    positions: dict[str, int] = {}
    for position, column in enumerate(query.columns):
        operand = column.operand
        if isinstance(operand, Entity) and operand.variable == query.subject:
            return _nodes(result, position, schema)
        if isinstance(operand, Attribute) and operand.variable == query.subject:
            positions.setdefault(operand.property, position)
    identity = _identity(label, positions, schema)
    if identity is None:
        # "When was he born?" is answered by a date of the subject, not by the subject.
        texts = [p for p in positions if len(result.rows) > 1 and _is_text(schema, label, p)]
        if not texts:
            return ()
        identity = _Identity(texts[0], (texts[0],))
    records = ({name: row[position] for name, position in positions.items()} for row in result.rows)
    return _mentions(label, identity, records, nodes)


def _identity(
    label: str, names: Iterable[str], schema: Schema, named: str | None = None
) -> _Identity | None:
    """The best of the properties `names` to stand for a node of the label.

    `named` is the one that the answer calls it by.
    """
    names = tuple(names)
    called = sorted((n for n in names if _name_rank(n) < len(_NAME_LIKE)), key=_name_rank)
    parts = [name for name in called if name.lower().endswith(_NAME_LIKE[:2])]
    if len(parts) < 2 and called and _tells_apart(schema, label, called[0], _NAMES):
        return _Identity(called[0], (called[0],))
    keys = [name for name in names if _tells_apart(schema, label, name, _IDENTIFIES)]
    if keys:
        owned = schema.labels[label].properties
        key = min(keys, key=lambda n: (n != named, -owned[n].distinct, _name_rank(n)))
        shown = tuple(parts)
        return _Identity(key, shown or (key,))
    return _Identity(called[0], (called[0],)) if called else None


def _tells_apart(schema: Schema, label: str, name: str, share: float) -> bool:
    owner = schema.labels.get(label)
    known = _property(schema, label, name)
    if owner is None or known is None or known.type not in ("STRING", "INTEGER"):
        return False
    return known.distinct >= share * owner.count * (1 - known.null_share)


def _property(schema: Schema, label: str, name: str) -> Property | None:
    owner = schema.labels.get(label)
    return owner.properties.get(name) if owner is not None else None


def _is_text(schema: Schema, label: str, name: str) -> bool:
    known = _property(schema, label, name)
    return known is not None and known.type == "STRING"


def _of_values(result: Rows, schema: Schema, nodes: Nodes, owners: Owners) -> tuple[Mention, ...]:
    """Guess the column of individuals of a model's query: nodes, or texts under a name's column."""
    if not result.rows:
        return ()
    for position, column in enumerate(result.columns):
        first = result.rows[0][position]
        if isinstance(first, dict) and "_labels" in first:
            return _nodes(result, position, schema)
        owner, prop = (owners[position] if owners else None) or ("", column.rsplit(".", 1)[-1])
        if isinstance(first, str):
            having = [owner] * bool(owner) or [
                label.name for label in schema.labels.values() if prop in label.properties
            ]
            if having and prop.lower().endswith(_NAME_LIKE):
                label = having[0] if len(having) == 1 else ""
                rows = ({prop: row[position]} for row in result.rows)
                return _mentions(label, _Identity(prop, (prop,)), rows, nodes)
    return ()


def _nodes(result: Rows, position: int, schema: Schema) -> tuple[Mention, ...]:
    found: dict[Mention, None] = {}
    for row in result.rows[:MOST_KEPT]:
        node: Any = row[position]
        if not isinstance(node, dict) or not node.get("_labels"):
            continue
        label = str(node["_labels"][0])
        values = {name: value for name, value in node.items() if not name.startswith("_")}
        identity = _identity(label, values, schema, name_property(node))
        if identity is not None:
            ids = (node.id,) if isinstance(node, Element) else ()
            one = _mentions(label, identity, [values], (ids,))
            known = ids and one and is_shared(one[0], schema)
            found.update(dict.fromkeys(one if known else (replace(m, nodes=()) for m in one)))
    return tuple(found)


def _mentions(
    label: str, identity: _Identity, records: Iterable[Mapping[str, Any]], nodes: Nodes = ()
) -> tuple[Mention, ...]:
    found: dict[tuple[Scalar, Sequence[str]], Mention] = {}
    for at, record in enumerate(records):
        value, ids = record[identity.key], tuple(nodes[at]) if at < len(nodes) else ()
        if isinstance(value, str | int | float) and (value, ids) not in found:
            shown = " ".join(str(record[n]) for n in identity.shown if record[n] is not None)
            called = "" if shown == str(value) else shown
            found[value, ids] = Mention(label, identity.key, value, called, ids)
        if len(found) == MOST_KEPT:
            break
    return tuple(found.values())


def _name_rank(prop: str) -> int:
    lower = prop.lower()
    return next((i for i, end in enumerate(_NAME_LIKE) if lower.endswith(end)), len(_NAME_LIKE))
