"""An alias that takes the name of a variable, and `id()`, which servers are giving up."""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import has_aggregate
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Call, Constant, Name, Parameter, Projection, Property
from memory.catalogue import say


def shadowed(statement: Statement, known: Known) -> list[Fix]:
    """`RETURN f.name AS f ORDER BY f.size`: sorted before the name changes its meaning."""
    del known
    for part in parts(statement):
        if not isinstance(part, Projection) or not part.order or part.distinct:
            continue
        if has_aggregate(part) or part.where is not None:
            continue
        taken = {
            item.alias
            for item in part.items
            if item.alias
            and not isinstance(item.expression, Name)
            and any(isinstance(p, Name) and p.name == item.alias for p in item.expression.walk())
        }
        sorted_by = [p for key in part.order for p in key.walk() if isinstance(p, Property)]
        if any(isinstance(p.base, Name) and p.base.name in taken for p in sorted_by):
            end = part.items[-1].end
            page = statement.text[end : part.end]
            edits = (Edit(part.start, part.start, f"WITH *{page} "), Edit(end, part.end, ""))
            return [Fix("shadowed", say("sorted before the alias takes the name"), edits)]
    return []


def element_id(statement: Statement, known: Known) -> list[Fix]:
    """`elementId(n)` for `id(n)`, where it is not compared with a number."""
    del known
    numbers: set[int] = set()
    for part in parts(statement):
        if isinstance(part, Binary) and any(
            isinstance(side, Constant | Parameter) for side in (part.left, part.right)
        ):
            numbers |= {side.start for side in (part.left, part.right)}
    return [
        Fix(
            "element_id",
            say("{new} for {old}", new="elementId()", old="id()"),
            (Edit(part.start, part.start + len(part.function), "elementId"),),
        )
        for part in parts(statement)
        if isinstance(part, Call) and part.function.lower() == "id" and part.start not in numbers
    ]
