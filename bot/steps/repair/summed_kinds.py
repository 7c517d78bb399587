"""How many there are of all kinds: the numbers that relationships keep, and not the kinds.

`count(DISTINCT model)` is how many models a dealer stocks. Asked for the number of cars, where
`-[:STOCKS {count: 12}]->(:CarModel)`, it is `sum(r.count)`.
"""

from __future__ import annotations

import re

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.columns import called_anew
from bot.steps.repair.fix import Edit, Fix, Source, parts
from bot.steps.repair.known import Known
from bot.steps.repair.names import named
from guardrails.cypher import Statement
from guardrails.syntax import Call, Name
from memory.english import singular
from memory.text import fold, split_name

_KINDS = frozenset(["type", "model", "kind", "class", "category", "variant", "make", "line"])
_NUMBERS = frozenset(["count", "quantity", "qty", "number", "units", "pieces", "copies"])
_COUNTED = re.compile(
    r"\b(?:how many|(?:total )?number of|most|fewest|total)\s+((?:[\w-]+\s*){1,3})"
)


def summed_kinds(statement: Statement, known: Known) -> list[Fix]:
    """Sum up what the relationship says, where the question counts things and no kinds of them."""
    calls = [p for p in parts(statement) if isinstance(p, Call) and p.function.lower() == "count"]
    if known.question is None or len(calls) != 1 or len(statement.query.branches) != 1:
        return []
    call, bindings = calls[0], bindings_of(statement.query, known.schema)
    counted = call.arguments[0] if len(call.arguments) == 1 else None
    if not isinstance(counted, Name) or not _kinds_counted(known, bindings.of(counted.name)):
        return []
    around = [
        hop for hop in bindings.hops if counted.name in (hop.left.variable, hop.right.variable)
    ]
    if len(around) != 1 or len(around[0].types) != 1 or around[0].relationship.hops is not None:
        return []
    held = known.schema.relationships.get(around[0].types[0])
    numbers = [
        prop.name
        for prop in (held.properties.values() if held is not None else ())
        if prop.type == "INTEGER" and prop.name.lower() in _NUMBERS
    ]
    if len(numbers) != 1:
        return []
    variable, edits = named(Source(statement), around[0].relationship)
    text = f"sum({variable}.{numbers[0]})"
    called = called_anew(statement, call, bindings.of(counted.name)[0], f"total_{numbers[0]}")
    told = f"{text} for the number of kinds"
    return [Fix("summed_kinds", told, (*edits, Edit(call.start, call.end, text), *called))]


def _kinds_counted(known: Known, labels: tuple[str, ...]) -> bool:
    """Whether it is a label of kinds, and the question counts what they are kinds of."""
    words = [singular(word) for word in split_name(labels[0])] if len(labels) == 1 else []
    if len(words) < 2 or words[-1] not in _KINDS:
        return False
    question = fold(known.question or "")
    if words[-1] in {singular(word) for word in question.split()}:
        return False
    counted = (" ".join(map(singular, m[1].split())) for m in _COUNTED.finditer(question))
    return any(f" {' '.join(words[:-1])} " in f" {text} " for text in counted)
