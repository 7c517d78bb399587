"""An arrow that the graph has only the other way round is turned."""

from __future__ import annotations

from bot.steps.repair.bindings import Hop, bindings_of
from bot.steps.repair.fix import Edit, Fix, Source
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import RelationshipPattern
from memory.catalogue import say


def direction(statement: Statement, known: Known) -> list[Fix]:
    """Turn each relationship whose labels the schema joins only in the other direction."""
    source = Source(statement)
    bindings = bindings_of(statement.query, known.schema)
    return [_turned(source, hop) for hop in bindings.turned]


def _turned(source: Source, hop: Hop) -> Fix:
    types = "|".join(hop.types) or say("an arrow")
    told = say("turned {types} round", types=types)
    return Fix("direction", told, turn(source, hop.relationship))


def turn(source: Source, relationship: RelationshipPattern) -> tuple[Edit, ...]:
    """The edits that turn an arrow."""
    tokens = source.inside(relationship.start, relationship.end)
    closing = max((i for i, t in enumerate(tokens) if t.is_symbol("]")), default=-1)
    if relationship.direction == ">":
        head = next(t for t in tokens[closing + 1 :] if t.is_symbol(">"))
        return (Edit(tokens[0].start, tokens[0].start, "<"), Edit(head.start, head.end, ""))
    # Behind the closing bracket, or `<--`, the last dash gets the head.
    dashes = [t for t in tokens[closing + 1 :] if t.is_symbol("-")]
    dash = dashes[0] if closing >= 0 else dashes[1]
    return (Edit(tokens[0].start, tokens[0].end, ""), Edit(dash.end, dash.end, ">"))
