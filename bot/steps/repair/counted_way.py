"""Which end of `HAS_SUPPLIER` is counted where a question counts suppliers.

Between two of one label the schema cannot tell which way an arrow goes, but a type that says "has"
does: it leads from the owner to what is had. `(o)-[:HAS_SUPPLIER]->()` finds the suppliers of o,
and `(o)<-[:HAS_SUPPLIER]-()` whom it supplies.
"""

from __future__ import annotations

import re

from bot.steps.repair.bindings import Hop, bindings_of
from bot.steps.repair.direction import turn
from bot.steps.repair.fix import Fix, Source, parts
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import is_aggregate
from guardrails.cypher import Statement
from guardrails.syntax import Call, Match, Name, NodePattern, Path, Subquery
from memory.catalogue import say
from memory.english import NUMBER_WORDS, singular
from memory.text import fold, split_name

_HAVING = frozenset({"has", "have", "with", "owns", "got"})
_NUMBERS = "|".join(word for word, number in NUMBER_WORDS.items() if number > 1)
_COUNTING = (
    rf"(?:how many|(?:number|count|amount) of|most|fewest|least|more|fewer|less|than|over|exactly|"
    rf"several|multiple|\d+|{_NUMBERS})"
)


def counted_way(statement: Statement, known: Known) -> list[Fix]:
    """Turn the arrow of the first counted pattern that counts the owners of what is asked for."""
    if known.question is None:
        return []
    bindings = bindings_of(statement.query, known.schema)
    for hop in bindings.hops:
        noun = _had(hop, known)
        if noun is None or not counts(known.question, noun):
            continue
        counted = hop.right if hop.relationship.direction == "<" else hop.left
        other = hop.left if counted is hop.right else hop.right
        if other.variable and _is_counted(statement, hop, counted):
            told = say("counts what {types} leads to", types="|".join(hop.types))
            return [Fix("counted_way", told, turn(Source(statement), hop.relationship))]
    return []


def _had(hop: Hop, known: Known) -> str | None:
    """What the type says is had, where it joins a label to itself."""
    if len(hop.types) != 1 or not hop.relationship.direction:
        return None
    held = known.schema.relationships.get(hop.types[0])
    words = split_name(hop.types[0])
    if held is None or len(words) < 2 or words[0] not in _HAVING:
        return None
    alike = any(join.start == join.end for join in held.joins)
    return " ".join(words[1:]) if alike else None


def counts(question: str, noun: str) -> bool:
    """Whether the question counts such things.

    >>> counts("organizations with more than 3 suppliers", "supplier")
    True
    >>> counts("the suppliers of three organizations", "supplier")
    False
    """
    words = " ".join(singular(word) for word in fold(question).split())
    return re.search(rf"\b{_COUNTING} (?:\w+ )?{re.escape(noun)}\b(?! of)", words) is not None


def _is_counted(statement: Statement, hop: Hop, node: NodePattern) -> bool:
    """Whether it is this node whose number the statement takes."""
    for part in parts(statement):
        if isinstance(part, Call) and is_aggregate(part) and part.function.lower() == "count":
            argument = part.arguments[0] if part.arguments else None
            if isinstance(argument, Name) and argument.name == node.variable:
                return True
        if counted_path(part) is hop.path and node.variable is None:
            return True
    return False


def counted_path(part: object) -> Path | None:
    """The one path of `COUNT { }`."""
    if not isinstance(part, Subquery) or part.kind != "COUNT" or len(part.query.branches) != 1:
        return None
    clauses = part.query.branches[0].clauses
    if len(clauses) != 1 or not isinstance(clauses[0], Match) or len(clauses[0].paths) != 1:
        return None
    path = clauses[0].paths[0]
    return path if len(path.elements) == 3 else None
