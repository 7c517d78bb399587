"""Money is summed up, not counted: who got the most money did not get the most payments."""

from __future__ import annotations

import re

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.columns import called_anew
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Call, Name
from memory.text import split_name

_MONEY = re.compile(
    r"\b(?:most|least|much|more|less|total|amount of|all the) money\b", re.IGNORECASE
)
_AMOUNTS = frozenset(
    ["amount", "price", "cost", "fee", "sum", "paid", "value", "total", "fare", "rent", "salary"]
)


def summed_money(statement: Statement, known: Known) -> list[Fix]:
    """Sum up the one amount of what is counted, at the end of the only hop."""
    if not _MONEY.search(known.question or "") or len(statement.query.branches) != 1:
        return []
    calls = [p for p in parts(statement) if isinstance(p, Call) and p.function.lower() == "count"]
    bindings = bindings_of(statement.query, known.schema)
    counted = calls[0].arguments[0] if len(calls) == 1 and len(calls[0].arguments) == 1 else None
    # Along a second hop an amount may come up again.
    if not isinstance(counted, Name) or len(bindings.hops) != 1:
        return []
    owners = bindings.of(counted.name)
    held = known.owner(owners[0]) if len(owners) == 1 else None
    amounts = [
        prop.name
        for prop in (held.properties.values() if held is not None else ())
        if prop.type in ("INTEGER", "FLOAT") and _AMOUNTS & set(split_name(prop.name))
    ]
    if len(amounts) != 1:
        return []
    text = f"sum({quoted(counted.name)}.{quoted(amounts[0])})"
    edits = (
        Edit(calls[0].start, calls[0].end, text),
        *called_anew(statement, calls[0], owners[0], f"total_{amounts[0]}"),
    )
    return [Fix("summed_money", f"{text}, not how many", edits)]
