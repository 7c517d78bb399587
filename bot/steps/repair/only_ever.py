"""What only ever is so is so each time: `WHERE r.score > 3` alone leaves the other times out.

Ports that are only ever reviewed with more than 3 have no review with less, so that is asked, too.
"""

from __future__ import annotations

import re

from bot.steps.repair.bindings import Bindings, Hop, bindings_of
from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import fresh
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Constant,
    Match,
    Name,
    NodePattern,
    Projection,
    Property,
    RelationshipPattern,
    conjuncts,
)

_EACH_TIME = re.compile(r"\b(?:only ever|ever only|exclusively|without exception)\b", re.IGNORECASE)
_TESTS = frozenset(["=", "<>", "<", "<=", ">", ">="])


def only_ever(statement: Statement, known: Known) -> list[Fix]:
    """Ask that there is no other, where one condition is on what joins the thing asked for."""
    if len(statement.query.branches) != 1 or not _EACH_TIME.search(known.question or ""):
        return []
    clauses = statement.query.branches[0].clauses
    matches = [one for one in clauses if isinstance(one, Match)]
    if len(matches) != 1 or matches[0].optional or "NOT EXISTS" in statement.text.upper():
        return []
    bindings = bindings_of(statement.query, known.schema)
    asked = _asked(clauses[-1], bindings)
    for test in conjuncts(matches[0].where):
        match test:
            case Binary(
                operator=operator,
                left=Property(base=Name(name=variable) as base),
                right=Constant(),
            ) if operator in _TESTS and variable not in asked:
                rest = statement.text[base.end : test.end]
                for hop in bindings.hops:
                    other = _otherwise(statement, hop, variable, rest, asked)
                    if other:
                        end = matches[0].end
                        edit = Edit(end, end, f" AND NOT EXISTS {{ {other} }}")
                        return [Fix("only_ever", "and never otherwise", (edit,))]
    return []


def _asked(last: object, bindings: Bindings) -> set[str]:
    """The nodes that are shown."""
    items = last.items if isinstance(last, Projection) else ()
    return {
        part.name
        for item in items
        for part in item.walk()
        if isinstance(part, Name) and bindings.is_node(part.name)
    }


def _otherwise(statement: Statement, hop: Hop, variable: str, rest: str, asked: set[str]) -> str:
    """The hop from the thing asked for to one that does not hold; "" where it is another hop."""
    ends = (hop.left, hop.right)
    here = [node for node in ends if node.variable in asked]
    other = hop.left if hop.right in here else hop.right
    if len(here) != 1 or variable not in (hop.relationship.variable, other.variable):
        return ""
    pieces = (hop.left, hop.relationship, hop.right)
    if any(piece.properties or piece.where for piece in pieces) or hop.relationship.hops:
        return ""
    new = fresh(statement.text, "o")
    path = "".join(_piece(statement, piece, variable, new, here[0]) for piece in pieces)
    return f"MATCH {path} WHERE NOT {new}{rest}"


def _piece(
    statement: Statement,
    piece: NodePattern | RelationshipPattern,
    variable: str,
    new: str,
    here: NodePattern,
) -> str:
    if piece is here:
        return f"({quoted(here.variable or '')})"
    text = statement.text[piece.start : piece.end]
    name = new if piece.variable == variable else ""
    if not piece.variable:
        return text
    return re.sub(rf"(?<=[(\[])\s*`?{re.escape(piece.variable)}`?", name, text, count=1)
