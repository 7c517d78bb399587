"""A label at the end of a hop whose types never touch it: the label that they do join."""

from __future__ import annotations

from bot.steps.repair.bindings import Bindings, Hop, bindings_of
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import LabelName, Name, NodePattern, Property
from memory.catalogue import say


def relabelled(statement: Statement, known: Known) -> list[Fix]:
    """`(c:Country)<-[:CALLED_AT]-(s:Ship)` where ships call at ports alone: `(c:Port)`."""
    bindings = bindings_of(statement.query, known.schema)
    for hop in bindings.hops:
        if bindings.possible(hop) or bindings.possible(hop, turned=True):
            continue
        fixes = [_fixed(statement, known, bindings, hop, node) for node in (hop.left, hop.right)]
        found = [fix for fix in fixes if fix is not None]
        if len(found) == 1:
            return found
    return []


def _fixed(
    statement: Statement, known: Known, bindings: Bindings, hop: Hop, node: NodePattern
) -> Fix | None:
    """The one label that every hop of the node and every property asked of it allow."""
    if not isinstance(node.labels, LabelName) or node.labels.name not in known.schema.labels:
        return None
    around = [each for each in bindings.hops if node in (each.left, each.right)]
    if _touched(known, hop, node.labels.name) or any(each.relationship.hops for each in around):
        return None
    fitting = [
        label
        for label in known.schema.labels
        if all(_fits(known, bindings, each, node, label) for each in around)
        and all(name in known.schema.labels[label].properties for name in _asked(statement, node))
    ]
    if len(fitting) != 1:
        return None
    edit = Edit(node.labels.start, node.labels.end, quoted(fitting[0]))
    names = "|".join(hop.types)
    told = say(
        "{types} joins {one}, not {other}", types=names, one=fitting[0], other=node.labels.name
    )
    return Fix("relabelled", told, (edit,))


def _touched(known: Known, hop: Hop, label: str) -> bool:
    """Whether one of the hop's types begins or ends at the label anywhere (or is not known)."""
    types = known.schema.relationships
    return not hop.types or any(
        name not in types or any(label in (join.start, join.end) for join in types[name].joins)
        for name in hop.types
    )


def _fits(known: Known, bindings: Bindings, hop: Hop, node: NodePattern, label: str) -> bool:
    others = bindings.labels(hop.right if hop.left is node else hop.left)
    return any(
        (join.start == label and join.end in others) or (join.end == label and join.start in others)
        for name in hop.types
        if name in known.schema.relationships
        for join in known.schema.relationships[name].joins
    )


def _asked(statement: Statement, node: NodePattern) -> set[str]:
    """The properties that the statement reads from the node."""
    names = {name for name, _ in getattr(node.properties, "entries", ())}
    if node.variable is None:
        return names
    for part in parts(statement):
        if not isinstance(part, Property) or not isinstance(part.base, Name):
            continue
        if part.base.name == node.variable:
            names.add(part.name)
    return names
