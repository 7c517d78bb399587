"""Words for pairs: both of two things of one kind, each pair once."""

from __future__ import annotations

from dataclasses import replace

from bot.realiser.clauses import Teller
from bot.realiser.tree import variables_of
from memory.query import Attribute, Comparison, Entity, Function, Query
from memory.schema import Schema


def pairs(query: Query, schema: Schema) -> str | None:
    """Pairs of players, each once: those that played for the same club as another; else None."""
    found = [t for t in query.pattern.where if isinstance(t, Comparison) and _ordering(t)]
    if len(found) != 1 or len(query.columns) < 2:
        return None
    (test,) = found
    one, other = (_variable(side) for side in (test.left, test.right))
    nodes = {n.variable: n.labels for n in query.pattern.nodes}
    if one != query.subject or nodes.get(one) != nodes.get(other):
        return None
    shown = {v for c in query.columns for v in variables_of(c.operand)}
    if not {one, other} <= shown:
        # Older than X: that is a test of the one, not what comes first.
        return None
    apart = Comparison(Entity(one), "<>", Entity(other))
    where = tuple(apart if t == test else t for t in query.pattern.where)
    pattern = replace(query.pattern, where=where)
    plain = replace(query, pattern=pattern, columns=query.columns[:1], distinct_on=(one,))
    noun, rest = Teller(plain, schema).subject()
    top = f"the top {query.limit} " if query.limit is not None and query.limit > 1 else ""
    return f"{top}pairs of {noun}, each once: those{rest}"


def _ordering(test: Comparison) -> bool:
    """Whether a test only says which of two comes first."""
    one, other = test.left, test.right
    if test.operator != "<" or type(one) is not type(other):
        return False
    named = isinstance(one, Attribute) and isinstance(other, Attribute)
    if named and one.property == other.property:  # type: ignore[union-attr]
        return one.variable != other.variable  # type: ignore[union-attr]
    return all(isinstance(x, Function) and x.name == "elementId" for x in (one, other))


def _variable(side: object) -> str:
    inner = side.operands[0] if isinstance(side, Function) else side
    return inner.variable if isinstance(inner, Attribute | Entity) else ""
