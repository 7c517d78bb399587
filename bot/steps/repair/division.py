"""`m.budget / m.revenue` fails on a nought, and cuts off the rest between two whole numbers."""

from __future__ import annotations

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, Source, parts
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import tokens_of, with_condition
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Branch, Expression, Match, Name, Property
from memory.catalogue import say


def division(statement: Statement, known: Known) -> list[Fix]:
    """Leave out those that would be divided by nought; divide whole numbers as a ratio."""
    source, bindings = Source(statement), bindings_of(statement.query, known.schema)
    for part in parts(statement):
        if not isinstance(part, Binary) or part.operator != "/":
            continue
        below = part.right
        if not isinstance(below, Property) or not isinstance(below.base, Name):
            continue
        held = known.property_of(bindings.of(below.base.name), below.name)
        match = _matched_by(statement, below.base.name)
        if held is None or match is None:
            continue
        text = source.of(below.start, below.end)
        place = source.index(match.paths[0].start)
        added = with_condition(tokens_of(statement.text), place, f"{text} <> 0")
        if added is None or f"{text} <> 0" in statement.text:
            continue
        edits = list(added)
        if held.types == ("INTEGER",) and isinstance(part.left, Property):
            edits.append(_as_ratio(source, part.left))
        told = say("without those whose {name} is 0", name=below.name)
        return [Fix("division", told, tuple(edits))]
    return []


def _as_ratio(source: Source, above: Expression) -> Edit:
    return Edit(above.start, above.end, f"toFloat({source.of(above.start, above.end)})")


def _matched_by(statement: Statement, variable: str) -> Match | None:
    """The clause that binds the variable."""
    for part in parts(statement):
        if isinstance(part, Branch):
            for clause in part.clauses:
                bound = isinstance(clause, Match) and any(
                    getattr(inner, "variable", None) == variable for inner in clause.walk()
                )
                if bound and isinstance(clause, Match) and not clause.optional:
                    return clause
    return None
