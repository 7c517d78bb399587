"""Guesses at a path, tried where a statement failed or came back empty."""

from __future__ import annotations

from bot.steps.repair.bindings import Hop, bindings_of, hops
from bot.steps.repair.direction import turn
from bot.steps.repair.fix import Edit, Fix, Source
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from memory.catalogue import say

# A path that may be longer than this asks for any number of steps.
_MANY = 10


def other_way(statement: Statement, known: Known) -> list[Fix]:
    """Turn the relationships that join a label to itself: the schema cannot tell their way."""
    source, found = Source(statement), []
    for hop in bindings_of(statement.query, known.schema).hops:
        types = [known.schema.relationships.get(name) for name in hop.types]
        alike = types and all(
            type_ is not None and any(join.start == join.end for join in type_.joins)
            for type_ in types
        )
        if alike and hop.relationship.direction:
            names = "|".join(hop.types)
            edits = turn(source, hop.relationship)
            told = say("tried {types} the other way round", types=names)
            found.append(Fix("other_way", told, edits))
    return found


def one_step(statement: Statement, known: Known) -> list[Fix]:
    """Follow a relationship once where following it any number of times took too long."""
    del known
    found = []
    for hop in _hops(statement):
        relationship = hop.relationship
        if relationship.hops is None or (relationship.hops[1] or _MANY) < _MANY:
            continue
        start, end = relationship.hops_span
        names = "|".join(hop.types)
        edit = Edit(start, end, "")
        told = say("one step of {types}: any number took too long", types=names)
        found.append(Fix("one_step", told, (edit,)))
    return found


def _hops(statement: Statement) -> tuple[Hop, ...]:
    return tuple(hops(statement.query))
