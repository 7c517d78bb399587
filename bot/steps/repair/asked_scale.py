"""The measure that a superlative speaks of: the cheapest of what is sold has the lowest price.

A draft sorts suppliers by what is spent on them a year, where `-[:SUPPLIES {unit_price: 4.2}]->` is
matched, too: what measures the scale best is sorted by.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.measures import Measures
from bot.steps.repair.bindings import Bindings, bindings_of, label_names
from bot.steps.repair.columns import called_anew
from bot.steps.repair.fix import Edit, Fix, Source, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.names import named
from bot.steps.repair.scopes import has_aggregate
from guardrails.cypher import Statement
from guardrails.syntax import Item, Name, NodePattern, Projection, Property, RelationshipPattern
from memory.schema import Schema
from memory.text import fold

_SCALES = {
    word: tuple(scale["measure"])
    for word, scale in load("scales")["superlatives"].items()
    if not any(name.startswith(("*", "@", "#")) for name in scale["measure"])
}
_WORD = re.compile(rf"\b(?:{'|'.join(sorted(_SCALES, key=len, reverse=True))})\b")
# What a property costs that measures it plainly, and one that hardly does.
_PLAINLY, _HARDLY = 0.05, 0.2


def asked_scale(statement: Statement, known: Known) -> list[Fix]:
    """Sort by what is matched and measures the one scale of the question best."""
    scales = {_SCALES[word] for word in _WORD.findall(fold(known.question or ""))}
    projections = [part for part in parts(statement) if isinstance(part, Projection)]
    keys = [key for clause in projections for key in clause.order]
    if len(scales) != 1 or len(keys) != 1 or len(statement.query.branches) != 1:
        return []
    if any(has_aggregate(clause) for clause in projections):
        return []
    sorted_by = _written(keys[0].expression, projections)
    if not isinstance(sorted_by, Property) or not isinstance(sorted_by.base, Name):
        return []
    measures, bindings = _measures_of(known.schema), bindings_of(statement.query, known.schema)
    (names,), variable = scales, sorted_by.base.name
    now = _ranks(measures, bindings.of(variable), names).get(sorted_by.name)
    ranked = [
        (cost, part, name)
        for part, owners in _matched(bindings)
        for name, cost in _ranks(measures, owners, names).items()
        if (part.variable, name) != (variable, sorted_by.name)
    ]
    plainly = [(part, name) for cost, part, name in ranked if cost < _PLAINLY]
    if len(plainly) != 1 or (now is not None and now < _HARDLY):
        return []
    part, name = plainly[0]
    if part.variable == variable:
        return []
    text, edits = named(Source(statement), part)
    uses = [
        Edit(one.start, one.end, f"{text}.{quoted(name)}")
        for one in parts(statement)
        if isinstance(one, Property)
        and one.name == sorted_by.name
        and isinstance(one.base, Name)
        and one.base.name == variable
    ]
    handed = [
        Edit(clause.items[-1].end, clause.items[-1].end, f", {text}")
        for clause in projections
        if clause.keyword == "WITH" and not clause.star and text not in _handed(clause)
    ]
    called = called_anew(statement, sorted_by, sorted_by.name, name)
    return [Fix("asked_scale", f"sorted by {text}.{name}", (*edits, *uses, *handed, *called))]


def _written(key: object, projections: list[Projection]) -> object:
    """What is sorted by, a column written out."""
    columns: dict[str | None, Item] = {i.alias: i for clause in projections for i in clause.items}
    if isinstance(key, Name) and key.name in columns:
        return columns[key.name].expression
    return key


def _handed(clause: Projection) -> set[str]:
    return {item.expression.name for item in clause.items if isinstance(item.expression, Name)}


def _matched(
    bindings: Bindings,
) -> Iterator[tuple[NodePattern | RelationshipPattern, tuple[str, ...]]]:
    """The nodes and single relationships of the pattern with what they are."""
    seen: set[object] = set()
    for hop in bindings.hops:
        for part in (hop.left, hop.relationship, hop.right):
            key = part.variable or part.start
            if key in seen or (isinstance(part, RelationshipPattern) and part.hops is not None):
                continue
            seen.add(key)
            if isinstance(part, RelationshipPattern):
                yield part, label_names(part.types)
            else:
                yield part, tuple(bindings.labels(part))


def _ranks(measures: Measures, owners: tuple[str, ...], names: tuple[str, ...]) -> dict[str, float]:
    return dict(measures.ranking(owners[0], names)) if len(owners) == 1 else {}


def _measures_of(schema: Schema) -> Measures:
    """What a schema measures; that of the schema asked for last is kept."""
    if not _recent or _recent[0].schema is not schema:
        _recent.append(Measures(schema))
    return _recent[-1]


_recent: deque[Measures] = deque(maxlen=1)
