"""A hop at the end of a path of which nobody spoke: it only keeps out what has no such neighbour.

`(f:Fault)-[:IN_PART]->(p:Part) WHERE f.closed > f.due RETURN f.no` for the faults that were closed
late. It goes where nothing is asked of it, and each word of the question is in what remains.
"""

from __future__ import annotations

from bot.steps.repair.all_said import all_said
from bot.steps.repair.asked import mentioned
from bot.steps.repair.bindings import Hop, bindings_of
from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from bot.steps.repair.names import count
from guardrails.cypher import Statement
from guardrails.syntax import Call, Match, NodePattern
from memory.catalogue import say
from memory.text import split_name


def idle_hop(statement: Statement, known: Known) -> list[Fix]:
    """Cut the hop off."""
    question = known.question
    if not question or len(statement.query.branches) != 1:
        return []
    bindings = bindings_of(statement.query, known.schema)
    clauses = statement.query.branches[0].clauses
    matched = [path for c in clauses if isinstance(c, Match) and not c.optional for path in c.paths]
    if any(isinstance(part, Call) and part.star for part in parts(statement)):
        return []
    for hop in bindings.hops:
        if hop.path not in matched or hop.path.variable or not _idle(statement, hop, None):
            continue
        for end, edit in (
            (hop.right, Edit(hop.relationship.start, hop.right.end, "")),
            (hop.left, Edit(hop.left.start, hop.relationship.end, "")),
        ):
            if end is not hop.path.elements[0 if end is hop.left else -1]:
                continue
            names = " ".join(w for n in (*hop.types, *bindings.labels(end)) for w in split_name(n))
            spoken = mentioned(question, names) or not all_said(
                statement, question, (hop.relationship, end)
            )
            if _idle(statement, hop, end) and bindings.labels(end) and not spoken:
                types = "|".join(hop.types) or say("an arrow")
                told = say("without {name}, of which nobody spoke", name=types)
                return [Fix("idle_hop", told, (edit,))]
    return []


def _idle(statement: Statement, hop: Hop, end: NodePattern | None) -> bool:
    """Whether nothing is asked of the relationship, or of the node at its end."""
    part = end or hop.relationship
    if part.properties or part.where or (hop.relationship.hops is not None):
        return False
    return part.variable is None or count(statement.query, part.variable) == 1
