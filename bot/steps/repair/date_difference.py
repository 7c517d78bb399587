"""One date minus another, which Cypher does not have: the days between them.

`max(s.seen) - min(s.seen)` becomes `duration.inDays(min(s.seen), max(s.seen)).days`, and
`s.seen - 30` becomes `s.seen - duration({days: 30})`, or the unit that the question has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Call, Constant, Expression, Item, Name, Property
from memory.catalogue import say

_DATES = frozenset({"DATE", "LOCAL DATETIME", "ZONED DATETIME"})
_MADE = frozenset({"date", "datetime", "localdatetime"})
_UNITS = ("day", "week", "month", "year", "hour", "minute")
_SAME_KIND = frozenset({"max", "min", "head", "last"})


def date_difference(statement: Statement, known: Known) -> list[Fix]:
    """Take the days between two dates, and a number of days from a date."""
    bindings, text = bindings_of(statement.query, known.schema), statement.text
    columns = {
        part.alias: part.expression
        for part in parts(statement)
        if isinstance(part, Item) and part.alias and not isinstance(part.expression, Name)
    }
    found = []
    for part in parts(statement):
        if not isinstance(part, Binary) or part.operator not in ("-", "+"):
            continue
        if _is_date(part.left, known, bindings, columns) and _is_whole(part.right):
            amount = text[part.right.start : part.right.end]
            unit = _unit(amount, known.question or "")
            edit = Edit(part.right.start, part.right.end, f"duration({{{unit}: {amount}}})")
            told = say("{amount} from a date", amount=f"{amount} {unit}")
            found.append(Fix("date_difference", told, (edit,)))
        if part.operator == "+":
            continue
        if all(_is_date(side, known, bindings, columns) for side in (part.left, part.right)):
            left, right = (text[side.start : side.end] for side in (part.left, part.right))
            edit = Edit(part.start, part.end, f"duration.inDays({right}, {left}).days")
            told = say("the days from {one} to {other}", one=right, other=left)
            found.append(Fix("date_difference", told, (edit,)))
    return found


def _is_date(
    part: Expression, known: Known, bindings: Bindings, columns: Mapping[str, Expression]
) -> bool:
    """Whether an expression is a date or a moment."""
    if isinstance(part, Name) and part.name in columns:
        part = columns[part.name]
    if isinstance(part, Call):
        if part.function.lower() in _MADE:
            return True
        inner = part.arguments[0] if len(part.arguments) == 1 else None
        if part.function.lower() not in _SAME_KIND or inner is None:
            return False
        part = inner
    if not isinstance(part, Property) or not isinstance(part.base, Name):
        return False
    owners = bindings.of(part.base.name) if bindings.certain(part.base.name) else ()
    held = known.property_of(owners, part.name)
    return held is not None and held.type in _DATES


def _is_whole(part: Expression) -> bool:
    return isinstance(part, Constant) and isinstance(part.value, int) and part.value is not True


def _unit(amount: str, question: str) -> str:
    """The unit of a number in the question; days where it has none."""
    found = re.search(rf"\b{amount}\s+({'|'.join(_UNITS)})s?\b", question, re.IGNORECASE)
    return f"{found[1].lower()}s" if found is not None else "days"
