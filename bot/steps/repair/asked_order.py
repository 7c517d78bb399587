"""The order that a question names and a draft leaves out: "from the shortest to the longest"."""

from __future__ import annotations

import re

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import aggregates
from guardrails.cypher import Statement
from guardrails.syntax import Item, Name, Projection, Property, SortKey
from memory.catalogue import say

_UP = r"(?:lowest|smallest|shortest|least|fewest|cheapest|earliest|lightest|slowest|nearest)"
_DOWN = (
    r"(?:highest|largest|biggest|longest|greatest|most|latest|newest|heaviest|fastest|priciest|"
    r"farthest)"
)
_RISING = re.compile(
    rf"\bascending\b|\b{_UP}\b[\w\s]{{0,20}}\bfirst\b|\bfrom (?:the )?{_UP}\b.* to "
)
_FALLING = re.compile(
    rf"\bdescending\b|\b{_DOWN}\b[\w\s]{{0,20}}\bfirst\b|\bfrom (?:the )?{_DOWN}\b.* to "
)
_MEASURED = frozenset(["INTEGER", "FLOAT", "DATE", "LOCAL DATETIME", "ZONED DATETIME", "DURATION"])


def asked_order(statement: Statement, known: Known) -> list[Fix]:
    """Sort by the one figure that is returned."""
    question = (known.question or "").lower()
    rising, falling = _RISING.search(question), _FALLING.search(question)
    if (rising is None) == (falling is None) or len(statement.query.branches) != 1:
        return []
    last = statement.query.branches[0].clauses[-1]
    if not isinstance(last, Projection) or last.star or last.limit is not None:
        return []
    if any(isinstance(part, SortKey) for part in parts(statement)):
        return []
    bindings = bindings_of(statement.query, known.schema)
    figures = [item for item in last.items if _is_figure(item, statement, bindings, known)]
    if len(figures) != 1:
        return []
    (figure,) = figures
    shown = figure.expression
    text = quoted(figure.alias) if figure.alias else statement.text[shown.start : shown.end]
    down = " DESC" if falling else ""
    told = say("sorted by {name}", name=text)
    if falling:
        told = say("sorted by {name}, the highest first", name=text)
    return [Fix("asked_order", told, (Edit(last.end, last.end, f" ORDER BY {text}{down}"),))]


def _is_figure(item: Item, statement: Statement, bindings: Bindings, known: Known) -> bool:
    """Whether a column is a number or a date."""
    shown = item.expression
    if isinstance(shown, Name):
        given = [
            part.expression
            for part in parts(statement)
            if isinstance(part, Item) and part.alias == shown.name
        ]
        shown = given[0] if given else shown
    if any(True for _ in aggregates(shown)):
        return True
    if not isinstance(shown, Property) or not isinstance(shown.base, Name):
        return False
    held = known.property_of(bindings.of(shown.base.name), shown.name)
    return held is not None and held.type in _MEASURED
