"""A property that nothing in the pattern has, but what its owner is joined to.

`MATCH (s:Ship) RETURN s.iban` where only a company has an iban and ships are owned by one:
`MATCH (s:Ship), (s)-[:OWNED_BY]->(n1:Company) RETURN n1.iban`. Where the owner is joined to no
such thing, the one other node of the clause that is. Tried only where nothing was found.
"""

from __future__ import annotations

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.likeness import nearest
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.routes import Step, route
from guardrails.cypher import Statement
from guardrails.syntax import Branch, Match, Name, NodePattern, Property
from memory.catalogue import say


def fetched(statement: Statement, known: Known) -> list[Fix]:
    """Match the one thing next to its owner that has the first such property."""
    bindings = bindings_of(statement.query, known.schema)
    for part in parts(statement):
        if not isinstance(part, Property) or not isinstance(part.base, Name):
            continue
        match = _matched(statement, part.base.name)
        found = _found(known, bindings, match, part.base.name, part.name) if match else None
        if found is None or match is None:
            continue
        start, (type_, direction, label) = found
        name = fresh(statement.text, "n")
        head, tail = ("<-", "-") if direction == "<" else ("-", "->")
        node = f"({quoted(start)}){head}[:{quoted(type_)}]{tail}({name}:{quoted(label)})"
        place = match.paths[-1].end
        uses = [
            Edit(use.base.start, use.base.end, name)
            for use in parts(statement)
            if isinstance(use, Property) and _same(use, part)
        ]
        told = say(
            "{name} of the {label} that {type} leads to", name=part.name, label=label, type=type_
        )
        return [Fix("fetched", told, (Edit(place, place, f", {node}"), *uses))]
    return []


def _same(use: Property, other: Property) -> bool:
    """Whether both read the same property of the same variable."""
    bases = (use.base, other.base)
    names = [base.name for base in bases if isinstance(base, Name)]
    return use.name == other.name and len(names) == 2 and names[0] == names[1]


def _found(
    known: Known, bindings: Bindings, match: Match, variable: str, name: str
) -> tuple[str, Step] | None:
    """The node that is one step from the one label that has the property, and the step."""
    label = _label(known, bindings, variable)
    if label is None:
        return None
    held = known.schema.labels[label].properties
    if name in held or nearest(name, held) is not None:
        return None
    labels = [label for label, each in known.schema.labels.items() if name in each.properties]
    if len(labels) != 1:
        return None
    nodes = [e for path in match.paths for e in path.elements if isinstance(e, NodePattern)]
    others = {e.variable for e in nodes if e.variable} - {variable}
    for starts in ([variable], sorted(others)):
        ways = [(x, step) for x in starts if (step := _step(known, bindings, x, labels[0]))]
        if len(ways) == 1:
            return ways[0]
    return None


def _step(known: Known, bindings: Bindings, variable: str, label: str) -> Step | None:
    """The one step from the variable's label to another."""
    own = _label(known, bindings, variable)
    steps = route(known.schema, own, label, known.question or "") if own is not None else None
    return steps[0] if steps is not None and len(steps) == 1 else None


def _label(known: Known, bindings: Bindings, variable: str) -> str | None:
    """The one label of a node."""
    owners = bindings.of(variable) if bindings.is_node(variable) else ()
    return owners[0] if len(owners) == 1 and owners[0] in known.schema.labels else None


def _matched(statement: Statement, variable: str) -> Match | None:
    """The clause, no optional one, that binds the variable."""
    for part in parts(statement):
        for clause in part.clauses if isinstance(part, Branch) else ():
            if isinstance(clause, Match) and not clause.optional:
                nodes = [e for path in clause.paths for e in path.elements]
                if any(isinstance(e, NodePattern) and e.variable == variable for e in nodes):
                    return clause
    return None
