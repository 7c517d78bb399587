"""Query trees taken apart: other names for variables, and what hangs on a node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from bot.words.naming import free_name
from memory.query import (
    Entity,
    Node,
    Operand,
    Pattern,
    Query,
)
from memory.tree_edits import attributes_of

_T = TypeVar("_T")
_NAMES = ("variable", "start", "end", "subject", "distinct_on")


def renamed(part: _T, names: Mapping[str, str]) -> _T:
    """Part of a tree with other variables."""
    if isinstance(part, tuple):
        return tuple(renamed(one, names) for one in part)  # type: ignore[return-value]
    if not is_dataclass(part) or isinstance(part, type):
        return part
    changes: dict[str, Any] = {}
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name in _NAMES:
            kept = tuple(names.get(v, v) for v in value) if isinstance(value, tuple) else value
            changes[field.name] = names.get(kept, kept) if isinstance(kept, str) else kept
        else:
            changes[field.name] = renamed(value, names)
    return replace(part, **changes)


def variables_of(operand: object) -> set[str]:
    """The variables whose properties an operand is made of."""
    return {a.variable for a in attributes_of(operand)}


def variables(part: object) -> set[str]:
    """The variables that part of a tree speaks of."""
    if isinstance(part, tuple):
        return {name for one in part for name in variables(one)}
    if not is_dataclass(part) or isinstance(part, type):
        return set()
    found: set[str] = set()
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name in ("variable", "start", "end") and isinstance(value, str):
            found.add(value)
        else:
            found |= variables(value)
    return found - {""}


def apart(one: Query, other: Query) -> dict[str, str]:
    """Names that the first tree does not have, for all that the other speaks of."""
    taken, names = variables(one), dict[str, str]()
    for name in sorted(variables(other)):
        names[name] = free_name(name.rstrip("0123456789"), taken) if name in taken else name
        taken.add(names[name])
    return names


def node_of(query: Query, variable: str) -> Node:
    """The node of a variable."""
    return next(n for n in query.pattern.nodes if n.variable == variable)


def reached(pattern: Pattern, start: str, without: str) -> set[str]:
    """The nodes that are reached from one without passing another."""
    own = {start}
    while True:
        near = [{e.start, e.end} for e in pattern.edges if {e.start, e.end} & own]
        more = {end for ends in near for end in ends} - own - {without}
        if not more:
            return own
        own |= more


def beyond(pattern: Pattern, start: str, end: str) -> Pattern | None:
    """What hangs on a node towards another one, that node itself without its label.

    None where the two are not joined.
    """
    for first in (e for e in pattern.edges if start in (e.start, e.end)):
        reached = {first.end if first.start == start else first.start}
        frontier = list(reached)
        while frontier:
            at = frontier.pop()
            for edge in pattern.edges:
                ends = {edge.start, edge.end}
                if at in ends and start not in ends and edge is not first:
                    new = ends - reached
                    reached |= new
                    frontier += new
        if end in reached:
            edges = tuple(e for e in pattern.edges if e is first or {e.start, e.end} <= reached)
            held = reached | {e.variable for e in edges if e.variable}
            nodes = tuple(n for n in pattern.nodes if n.variable in reached)
            where = tuple(t for t in pattern.where if variables(t) & held)
            return Pattern((Node(start), *nodes), edges, where)
    return None


def without(pattern: Pattern, gone: Pattern) -> Pattern:
    """A pattern without what another one has beyond the nodes they share."""
    names = {n.variable for n in gone.nodes if n.labels} | {n.variable for n in gone.nodes[1:]}
    return Pattern(
        tuple(n for n in pattern.nodes if n.variable not in names),
        tuple(e for e in pattern.edges if e not in gone.edges),
        tuple(t for t in pattern.where if t not in gone.where),
    )


def entity(operand: Operand | None) -> str:
    """The variable of a node counted; "" for anything else."""
    return operand.variable if isinstance(operand, Entity) else ""
