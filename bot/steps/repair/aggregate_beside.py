"""An aggregate that WHERE asks of a WITH that lacks it: `WITH s, sum(x) AS a WHERE count(c) > 2`.

The WITH gathers already, so the missing one becomes a column beside.
"""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.scopes import aggregates, has_aggregate
from guardrails.cypher import Statement
from guardrails.syntax import Call, Projection
from memory.catalogue import say


def aggregate_beside(statement: Statement, known: Known) -> list[Fix]:
    """Make a column of each aggregate in the WHERE of a WITH that aggregates."""
    del known
    for clause in parts(statement):
        if not isinstance(clause, Projection) or clause.keyword != "WITH" or not clause.items:
            continue
        if clause.where is None or not has_aggregate(clause):
            continue
        calls = list(aggregates(clause.where))
        if calls:
            return [_beside(statement, clause, calls)]
    return []


def _beside(statement: Statement, clause: Projection, calls: list[Call]) -> Fix:
    names: dict[str, str] = {
        statement.text[item.expression.start : item.expression.end]: item.alias
        for item in clause.items
        if item.alias is not None
    }
    edits, columns = [], ""
    for call in calls:
        written = statement.text[call.start : call.end]
        if written not in names:
            names[written] = fresh(statement.text + columns, "n")
            columns += f", {written} AS {names[written]}"
        edits.append(Edit(call.start, call.end, names[written]))
    end = clause.items[-1].end
    if columns:
        edits.append(Edit(end, end, columns))
    shown = statement.text[calls[0].start : calls[0].end]
    told = say("{expression} as a column to compare", expression=shown)
    return Fix("aggregate", told, tuple(edits))
