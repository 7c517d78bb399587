"""Groups by a whole list, where its elements are asked for: `RETURN f.countries, count(*)`.

"How many films has each country" wants a row a country, not one for every combination of them.
"""

from __future__ import annotations

from bot.steps.repair.asked import mentioned
from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.scopes import has_aggregate
from guardrails.cypher import Statement
from guardrails.syntax import Branch, Call, Item, Match, Name, Projection, Property
from memory.catalogue import say
from memory.english import singular
from memory.text import fold, split_name

_TOGETHER = frozenset({"combination", "combinations", "together", "pair", "pairs", "list", "set"})


def unwound(statement: Statement, known: Known) -> list[Fix]:
    """Unwind the one list that rows are grouped by, where the question names its elements."""
    question = known.question or ""
    if _TOGETHER & set(fold(question).split()):
        return []
    bindings = bindings_of(statement.query, known.schema)
    for part in parts(statement):
        if not isinstance(part, Branch):
            continue
        for before, clause in zip(part.clauses, part.clauses[1:], strict=False):
            if not isinstance(clause, Projection) or not isinstance(before, Match):
                continue
            item = _sole_key(clause, known, bindings)
            held = item.expression if item is not None else None
            if item is None or not isinstance(held, Property):
                continue
            if mentioned(question, " ".join(split_name(held.name))):
                return [_fix(statement.text, clause, item, held)]
    return []


def _sole_key(clause: Projection, known: Known, bindings: Bindings) -> Item | None:
    """The item rows are grouped by, if it is the only one and a stored list."""
    if not has_aggregate(clause):
        return None
    keys = [item for item in clause.items if not has_aggregate(Projection("WITH", (item,)))]
    if len(keys) != 1 or not isinstance(held := keys[0].expression, Property):
        return None
    if not isinstance(held.base, Name) or not bindings.certain(held.base.name):
        return None
    found = known.property_of(bindings.of(held.base.name), held.name)
    return keys[0] if found is not None and found.type.startswith("LIST") else None


def _fix(text: str, clause: Projection, item: Item, held: Property) -> Fix:
    whole = text[held.start : held.end]
    words = split_name(held.name)
    element = fresh(text, singular(words[-1]) if words else "element")
    edits = [Edit(clause.start, clause.start, f"UNWIND {whole} AS {element} ")]
    shown = element if item.alias is not None else f"{element} AS {quoted(held.name)}"
    edits.append(Edit(held.start, held.end, shown))
    for key in clause.order:
        if text[key.expression.start : key.expression.end] == whole:
            edits.append(Edit(key.expression.start, key.expression.end, item.alias or held.name))
    # How many lists there are is no news: what has them is counted.
    edits += [
        Edit(counted.start, counted.end, text[counted.base.start : counted.base.end])
        for call in clause.walk()
        if isinstance(call, Call) and call.function.lower() == "count"
        for counted in call.arguments
        if isinstance(counted, Property) and text[counted.start : counted.end] == whole
    ]
    return Fix("unwound", say("a row for each of {name}", name=whole), tuple(edits))
