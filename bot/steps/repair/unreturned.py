"""A statement that ends with WITH: what it hands on is what was to be returned.

Some servers take it and give its columns back, nodes whole; a node is shown by its name instead.
"""

from __future__ import annotations

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from bot.stored.kinds import display_properties
from guardrails.cypher import Statement
from guardrails.syntax import Item, Name, Projection
from memory.catalogue import say


def unreturned(statement: Statement, known: Known) -> list[Fix]:
    """Return the columns of the last WITH."""
    if len(statement.query.branches) != 1:
        return []
    last = statement.query.branches[0].clauses[-1]
    if not isinstance(last, Projection) or last.keyword != "WITH" or last.star:
        return []
    bindings = bindings_of(statement.query, known.schema)
    columns = [_column(item, bindings, known) for item in last.items]
    end = len(statement.text.rstrip("; \n"))
    edit = Edit(end, end, f" RETURN {', '.join(columns)}")
    return [Fix("unreturned", say("returns what it hands on"), (edit,))]


def _column(item: Item, bindings: Bindings, known: Known) -> str:
    name = item.alias or (item.expression.name if isinstance(item.expression, Name) else "")
    if bindings.is_node(name) and len(labels := bindings.of(name)) == 1:
        shown = display_properties(known.schema.labels[labels[0]])
        if shown:
            return f"{quoted(name)}.{quoted(shown[0])} AS {quoted(shown[0])}"
    return quoted(name)
