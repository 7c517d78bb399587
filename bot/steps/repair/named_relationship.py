"""A relationship that a statement speaks of by a name it never gave it.

`MATCH (c:Captain)-[:COMMANDS]->(s:Ship) RETURN avg(r.rating)`: of what is matched, only COMMANDS
has a rating, so that is `r`. A name after a label is not a relationship's; `joined_label` has it.
"""

from __future__ import annotations

from bot.steps.repair.bindings import label_names
from bot.steps.repair.fix import Edit, Fix, Source, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.names import named
from bot.steps.repair.scopes import Unbound, unbound
from guardrails.cypher import Statement
from guardrails.syntax import Match, Name, Property, RelationshipPattern
from memory.catalogue import listed, say


def named_relationship(statement: Statement, known: Known, use: Unbound) -> Fix | None:
    """Give the name to the one relationship matched before that has all properties asked of it."""
    asked = _properties(statement, use.name)
    if asked is None:
        return None
    found = [part for part in _before(use) if _has_all(known, part, asked)]
    if len(found) != 1:
        return None
    (meant,) = found
    types = listed(label_names(meant.types), "or")
    told = say("{name} is {types}", name=use.name, types=types)
    if meant.variable is None:
        return Fix("variable", told, named(Source(statement), meant, quoted(use.name))[1])
    uses = [u for u in unbound(statement.query, statement.text) if u.name == use.name]
    edits = tuple(Edit(u.start, u.end, quoted(meant.variable)) for u in uses)
    return Fix("variable", told, edits)


def _properties(statement: Statement, name: str) -> frozenset[str] | None:
    """The properties asked of a name; None where it is used for anything else, too."""
    held = [
        part
        for part in parts(statement)
        if isinstance(part, Property) and isinstance(part.base, Name) and part.base.name == name
    ]
    bases = {part.base.start for part in held}
    uses = [u for u in unbound(statement.query, statement.text) if u.name == name]
    if not held or any(use.start not in bases for use in uses):
        return None
    return frozenset(part.name for part in held)


def _before(use: Unbound) -> list[RelationshipPattern]:
    """The single relationships that the clause of the use sees matched."""
    return [
        part
        for clause in use.branch.clauses[: use.index + 1]
        if isinstance(clause, Match)
        for path in clause.paths
        for part in path.elements
        if isinstance(part, RelationshipPattern) and part.hops is None
    ]


def _has_all(known: Known, part: RelationshipPattern, asked: frozenset[str]) -> bool:
    types = [known.schema.relationships.get(name) for name in label_names(part.types)]
    return bool(types) and all(
        type_ is not None and asked <= type_.properties.keys() for type_ in types
    )
