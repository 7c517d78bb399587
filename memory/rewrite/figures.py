"""Another figure of the same things: "and the total?" after an average, "the top 3" of a list."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from memory.conversation import Exchange
from memory.query import Aggregate, Attribute, Query
from memory.rewrite.utterance import Utterance

_FIGURES: dict[str, Literal["avg", "sum", "max", "min"]] = {
    **dict.fromkeys(("average", "mean"), "avg"),
    **dict.fromkeys(("total", "sum", "overall", "combined"), "sum"),
    **dict.fromkeys(("highest", "maximum", "max", "largest", "biggest", "greatest"), "max"),
    **dict.fromkeys(("lowest", "minimum", "min", "smallest"), "min"),
}
_NAMED = {"avg": "average", "sum": "total", "max": "highest", "min": "lowest"}
_FIGURE = re.compile(
    r"^(?:what (?:is|was|are|were|'s) )?(?:the |its |their )?"
    rf"(?P<how>{'|'.join(_FIGURES)})(?: (?:one|value|figure))?$"
)
_DIRECTED = re.compile(
    r"\b(?:first|ascending|descending|asc|desc|reverse|alphabetical\w*|\w+est)\b"
)


def another_figure(said: Utterance, query: Query) -> Query | None:
    """The same with another aggregate in the place of its one, where it gives a single value."""
    found = _FIGURE.match(said.plain)
    if not found or len(query.columns) != 1 or query.having or query.order:
        return None
    column = query.columns[0]
    operand = column.operand
    if not isinstance(operand, Aggregate) or not isinstance(operand.operand, Attribute):
        return None
    function = _FIGURES[found["how"]]
    if operand.function not in _NAMED or operand.function == function:
        return None
    name = column.name.removeprefix(f"{_NAMED[operand.function]}_")
    changed = replace(operand, function=function)
    return replace(
        query, columns=(replace(column, operand=changed, name=f"{_NAMED[function]}_{name}"),)
    )


def end_of_sorted(base: Exchange, query: Query, end: str, size: int) -> Query | None:
    """The first or last so many of a list that was sorted.

    The top is where the large ones are, unless the asker said in which direction to sort.
    """
    if not query.order or query.each or query.form != "list":
        return None
    if end in ("first", "last") or _DIRECTED.search(base.question.lower()):
        turned = end in ("last", "bottom", "worst")
        order = tuple(replace(key, descending=key.descending != turned) for key in query.order)
    else:
        first = replace(query.order[0], descending=end in ("top", "best"))
        order = (first, *query.order[1:])
    return replace(query, order=order, limit=size)
