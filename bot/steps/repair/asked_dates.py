"""The time between two dates that the question names: "shipped within 3 days after the order".

Of `ordered_on`, `shipped_on` and `delivered_on` a draft takes any two; the question says which.
"""

from __future__ import annotations

import re

from bot.steps.repair.all_said import akin
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Call, Name, Property
from memory.text import fold, split_name

_DATES = frozenset({"DATE", "LOCAL DATETIME", "ZONED DATETIME"})
_PLAIN = frozenset(["date", "time", "on", "at", "day", "dt", "the", "of", "by", "datetime"])
_APART = re.compile(r"\b\d+ (?:hour|day|week|month|year)s? (after|before|of|from)\b")


def asked_dates(statement: Statement, known: Known) -> list[Fix]:
    """Reckon from the one named date to the other."""
    question = fold(known.question or "")
    apart = _APART.search(question)
    calls = [
        part
        for part in parts(statement)
        if isinstance(part, Call)
        and part.function.lower() in ("duration.between", "duration.indays")
        and len(part.arguments) == 2
    ]
    if apart is None or not calls:
        return []
    bindings, used = bindings_of(statement.query, known.schema), set[tuple[str, str]]()
    for call in calls:
        for one in call.arguments:
            if not isinstance(one, Property) or not isinstance(one.base, Name):
                return []
            used.add((one.base.name, one.name))
    variables = {variable for variable, _ in used}
    owners = bindings.of(min(variables)) if len(variables) == 1 else ()
    held = known.owner(owners[0]) if len(owners) == 1 else None
    dates = [p.name for p in held.properties.values() if p.type in _DATES] if held else []
    before = _first(dates, question[: apart.start()])
    behind = _first(dates, question[apart.end() :])
    if before is None or behind is None or before == behind:
        return []
    earlier, later = (before, behind) if apart[1] == "before" else (behind, before)
    if {name for _, name in used} == {before, behind}:
        return []
    variable = quoted(min(variables))
    ends = f"{variable}.{quoted(earlier)}, {variable}.{quoted(later)}"
    edits = tuple(Edit(c.arguments[0].start, c.arguments[1].end, ends) for c in calls)
    return [Fix("asked_dates", f"from {earlier} to {later}, as is asked", edits)]


def _first(dates: list[str], text: str) -> str | None:
    """The one date whose name has a word of the text."""
    said = {word for word in text.split() if word not in _PLAIN}
    found = [
        name
        for name in dates
        if any(akin(own, said) for own in split_name(name) if own not in _PLAIN)
    ]
    return found[0] if len(found) == 1 else None
