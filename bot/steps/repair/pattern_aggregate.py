"""A pattern inside an aggregate: `count(DISTINCT (m)-[:IN_GENRE]->())`.

No server of today takes it. Where the pattern hangs on grouping keys alone its number is meant,
`COUNT { }`; else it is matched in front, and what stands at its far end is aggregated.
"""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, Source, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.names import named
from bot.steps.repair.scopes import is_aggregate, known_before, pattern_variables
from guardrails.cypher import Statement
from guardrails.syntax import (
    Branch,
    Call,
    Name,
    NodePattern,
    Path,
    PatternExpression,
    Projection,
    Property,
    RelationshipPattern,
)
from memory.catalogue import say


def pattern_aggregate(statement: Statement, known: Known) -> list[Fix]:
    """Mend the first aggregate over a pattern."""
    for part in parts(statement):
        if not isinstance(part, Branch):
            continue
        for i, clause in enumerate(part.clauses):
            if isinstance(clause, Projection):
                fix = _fixed(statement, known, part, i, clause)
                if fix is not None:
                    return [fix]
    return []


def _fixed(
    statement: Statement, known: Known, branch: Branch, i: int, clause: Projection
) -> Fix | None:
    for item in clause.items:
        for call in item.expression.walk():
            if not isinstance(call, Call) or not is_aggregate(call) or len(call.arguments) != 1:
                continue
            argument = call.arguments[0]
            prop = argument.name if isinstance(argument, Property) else None
            pattern = argument.base if isinstance(argument, Property) else argument
            if not isinstance(pattern, PatternExpression):
                continue
            keys = {it.expression.name for it in clause.items if isinstance(it.expression, Name)}
            counts = call.function.lower() == "count" and not call.distinct and prop is None
            before = known_before(branch, i, statement.text)
            if counts and pattern_variables(pattern) & before <= keys:
                shown = statement.text[pattern.start : pattern.end]
                edit = Edit(call.start, call.end, f"COUNT {{ {shown} }}")
                told = say("{new} for {old}", new="COUNT {}", old="count()")
                return Fix("pattern_aggregate", told, (edit,))
            return _matched(statement, known, clause, call, pattern.path, prop)
    return None


def _matched(
    statement: Statement, known: Known, clause: Projection, call: Call, path: Path, prop: str | None
) -> Fix | None:
    """`OPTIONAL MATCH` the pattern in front of the projection and aggregate its far end."""
    source = Source(statement)
    far = _holder(known, path, prop)
    if far is None:
        return None
    name, edits = named(source, far)
    text = source.of(path.start, path.end)
    for edit in edits:
        at = edit.start - path.start
        text = text[:at] + edit.text + text[at:]
    if name in ("n1", "r1"):
        name = fresh(statement.text, name[0])
    shown = name if prop is None else f"{name}.{quoted(prop)}"
    distinct = "DISTINCT " if call.distinct else ""
    moved = (
        Edit(clause.start, clause.start, f"OPTIONAL MATCH {text}\n"),
        Edit(call.start, call.end, f"{call.function}({distinct}{shown})"),
    )
    told = say("the pattern matched first, then aggregated")
    return Fix("pattern_aggregate", told, moved)


def _holder(known: Known, path: Path, prop: str | None) -> NodePattern | RelationshipPattern | None:
    """What is aggregated: the far end, or what has the property asked for."""
    last = path.elements[-1]
    if not isinstance(last, NodePattern):
        return None
    if prop is None:
        return last
    for part in reversed(path.elements):
        if isinstance(part, NodePattern | RelationshipPattern):
            labels = part.labels if isinstance(part, NodePattern) else part.types
            names = [p.name for p in labels.walk() if hasattr(p, "name")] if labels else []
            if known.property_of(names, prop) is not None:
                return part
    return last
