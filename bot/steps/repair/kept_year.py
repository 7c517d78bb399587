"""A year asked of a date, where the year is kept as a number of its own.

`m.released STARTS WITH '2014'` finds nothing where dates are missing or kept otherwise, and
`m.year = 2014` does. Tried only where the statement came back empty.
"""

from __future__ import annotations

import re

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Call, Constant, Expression, Name, Property
from memory.catalogue import say

_YEAR = re.compile(r"(\d{4})(-01-01|-12-31)?(?:T[\d:.]+Z?)?\Z")
# Operators that ask the same of the first (the last) day of a year as of the year.
_WITH_FIRST, _WITH_LAST = (">=", "<"), ("<=", ">")
_DATES = frozenset({"STRING", "DATE", "LOCAL DATETIME", "ZONED DATETIME"})


def kept_year(statement: Statement, known: Known) -> list[Fix]:
    """Compare the one property named year instead."""
    bindings, found = bindings_of(statement.query, known.schema), []
    for part in parts(statement):
        if not isinstance(part, Binary):
            continue
        held = _dated(part.left)
        if held is None or not isinstance(held.base, Name):
            continue
        owners = bindings.of(held.base.name) if bindings.certain(held.base.name) else ()
        date, year = known.property_of(owners, held.name), known.property_of(owners, "year")
        if date is None or year is None or year.type != "INTEGER" or date.type not in _DATES:
            continue
        asked = _asked(part.operator, part.right)
        if asked is not None:
            test = f"{quoted(held.base.name)}.year {asked[0]} {asked[1]}"
            told = say("the year of its own, not that of {name}", name=held.name)
            found.append(Fix("kept_year", told, (Edit(part.start, part.end, test),)))
    return found


def _dated(part: Expression) -> Property | None:
    """`n.released`, also inside of `date(n.released).year` and its like."""
    while isinstance(part, Property | Call):
        if isinstance(part, Property) and isinstance(part.base, Name):
            return part
        if isinstance(part, Property) and part.name == "year":
            part = part.base
        elif isinstance(part, Call) and part.function.lower() in ("date", "datetime", "tostring"):
            part = part.arguments[0] if part.arguments else Constant(None)
        else:
            break
    return None


def _asked(operator: str, value: Expression) -> tuple[str, int] | None:
    """The comparison of the year that a comparison of the date comes to."""
    if isinstance(value, Call) and value.function.lower() in ("date", "datetime"):
        value = value.arguments[0] if len(value.arguments) == 1 else value
    text = value.value if isinstance(value, Constant) else None
    if isinstance(text, int) and not isinstance(text, bool) and 1000 <= text <= 3000:
        return (operator, text) if operator in ("=", "<>", "<", "<=", ">", ">=") else None
    found = _YEAR.match(text) if isinstance(text, str) else None
    if found is None:
        return None
    year, day = int(found.group(1)), found.group(2)
    if operator == "STARTS WITH" and day is None:
        return "=", year
    exact = operator in _WITH_FIRST if day != "-12-31" else operator in _WITH_LAST
    return (operator, year) if exact else None
