"""A hop that no type allows between its ends, although one of them is joined to another node.

`(s:Ship)-[:OWNED_BY]->(o:Company)-[:VISITS]->(p:Port)`: it is the ship that calls at ports. And a
hop that closes a ring which holds without it goes.
"""

from __future__ import annotations

from bot.steps.repair.bindings import Bindings, Hop, bindings_of
from bot.steps.repair.fix import Edit, Fix, Source, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import free_paths, fresh, started_at
from bot.steps.repair.names import count
from guardrails.cypher import Statement
from guardrails.syntax import NodePattern
from memory.catalogue import say


def rejoined(statement: Statement, known: Known) -> list[Fix]:
    """Mend the first hop that cannot be, by what else its ends are joined to."""
    source, bindings = Source(statement), bindings_of(statement.query, known.schema)
    free = {id(path) for path in free_paths(statement.query)}
    for hop in bindings.hops:
        plain = hop.relationship.variable is None or _unused(bindings, hop.relationship.variable)
        if id(hop.path) not in free or not plain or hop.relationship.properties:
            continue
        if bindings.possible(hop) or bindings.possible(hop, turned=True):
            continue
        if bindings.types_between(bindings.labels(hop.left), bindings.labels(hop.right)):
            continue
        fix = _without(bindings, hop) or _from_before(source, bindings, hop, known)
        fix = fix or _to_behind(source, bindings, hop)
        if fix is not None:
            return [fix]
    return []


def _unused(bindings: Bindings, variable: str) -> bool:
    """Whether a variable is bound once and never read."""
    return count(bindings.query, variable) == 1


def _without(bindings: Bindings, hop: Hop) -> Fix | None:
    """Cut the path in two where its ends hang together without the hop."""
    known: set[str | None] = {hop.left.variable} - {None}
    grown = bool(known)
    while grown:
        before = len(known)
        for other in bindings.hops:
            ends = {other.left.variable, other.right.variable} - {None}
            if other is not hop and known & ends:
                known |= ends
        grown = len(known) > before
    if hop.right.variable is None or hop.right.variable not in known:
        return None
    types = "|".join(hop.types) or say("an arrow")
    edit = Edit(hop.relationship.start, hop.relationship.end, ", ")
    told = say("without {types}, which does not join these", types=types)
    return Fix("rejoined", told, (edit,))


def _from_before(source: Source, bindings: Bindings, hop: Hop, known: Known) -> Fix | None:
    """From the nearest node before that one type joins to the right end."""
    nodes = [e for e in hop.path.elements[: hop.index - 1] if isinstance(e, NodePattern)]
    for other in reversed(nodes):
        arrow = _arrow(bindings, other, hop.right)
        if arrow is not None:
            edits = started_at(source, bindings, hop, other, known)
            place = Edit(hop.relationship.start, hop.relationship.end, arrow)
            told = say("{type} from a node before", type=_name(arrow))
            return Fix("rejoined", told, (*edits, place))
    return None


def _to_behind(source: Source, bindings: Bindings, hop: Hop) -> Fix | None:
    """From the left end to the nearest node behind that one type joins to it."""
    nodes = [e for e in hop.path.elements[hop.index + 2 :] if isinstance(e, NodePattern)]
    for other in nodes:
        arrow = _arrow(bindings, hop.left, other)
        if arrow is None:
            continue
        name, edits = other.variable, list[Edit]()
        if name is None:
            name = fresh(source.text, "n")
            edits.append(Edit(other.start + 1, other.start + 1, name))
        made = f"{arrow}({quoted(name)}), "
        edits.append(Edit(hop.relationship.start, hop.relationship.end, made))
        told = say("{type} to a node behind", type=_name(arrow))
        return Fix("rejoined", told, tuple(edits))
    return None


def _arrow(bindings: Bindings, left: NodePattern, right: NodePattern) -> str | None:
    """The one way to join two nodes, as Cypher writes it."""
    here, there = bindings.labels(left), bindings.labels(right)
    if len(here) != 1 or len(there) != 1 or here == there:
        return None
    found = bindings.types_between(here, there)
    if len(found) != 1:
        return None
    ((type_, way),) = found
    head, tail = ("<-", "-") if way == "<" else ("-", "->")
    return f"{head}[:{quoted(type_)}]{tail}"


def _name(arrow: str) -> str:
    return arrow.strip("<->[]:")
