"""A share compared on the wrong scale: 0.75 where 75 is stored, or the reverse.

Models write "more than 75 percent" either way; the least and greatest stored value tell which.
"""

from __future__ import annotations

import re

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Constant, Name, Property
from memory.catalogue import say
from memory.schema import Property as Stored

_SAID = re.compile(r"(\d+(?:\.\d+)?)\s*(?:%|per\s?cent\b)", re.IGNORECASE)
_COMPARED = frozenset({"<", "<=", ">", ">=", "="})


def percent(statement: Statement, known: Known) -> list[Fix]:
    """Write the number as the property has it."""
    said = {float(number) for number in _SAID.findall(known.question or "")}
    if not said:
        return []
    bindings = bindings_of(statement.query, known.schema)
    for part in parts(statement):
        if not isinstance(part, Binary) or part.operator not in _COMPARED:
            continue
        held, value = part.left, part.right
        if not isinstance(held, Property) or not isinstance(held.base, Name):
            continue
        stored = known.property_of(bindings.of(held.base.name), held.name)
        if stored is None or not isinstance(value, Constant):
            continue
        meant = _meant(value.value, said, stored)
        if meant is not None:
            edit = Edit(value.start, value.end, f"{meant:g}")
            told = say("{value} as {name} has it", value=f"{meant:g}", name=held.name)
            return [Fix("percent", told, (edit,))]
    return []


def _meant(written: object, said: set[float], stored: Stored) -> float | None:
    least, most = stored.minimum, stored.maximum
    if isinstance(written, bool) or not isinstance(written, int | float):
        return None
    if not isinstance(least, int | float) or not isinstance(most, int | float):
        return None
    hundredfold, fraction = round(written * 100, 6), written / 100
    if most > 1.5 and written < 1 and hundredfold in said:
        return hundredfold
    return fraction if least >= 0 and most <= 1 and written > 1 and written in said else None
