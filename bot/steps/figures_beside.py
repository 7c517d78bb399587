"""The figures of a row that answer questions of their own, told by their names."""

from __future__ import annotations

from dataclasses import replace

from bot.events import Rows
from bot.offline.figures import figures_beside, without_figures
from bot.steps.say_value import say_value
from memory.query import Aggregate, Figure, Query


def figures_told(result: Rows, query: Query | None) -> tuple[str, Rows | None, Query | None]:
    """Their sentence ("" where there are none), and what stands beside them."""
    figures = _figures(query)
    if not figures or len(result.rows) != 1:
        return "", result, query
    (row,) = result.rows
    named = (f"{_named(result.columns[n])} {say_value(row[n])}" for n in figures)
    told = "; ".join(named)
    others = [n for n in range(len(row)) if n not in figures]
    told = f"{told[:1].upper()}{told[1:]}."
    if not others or query is None:
        return told, None, None
    rest = replace(
        result,
        columns=tuple(result.columns[n] for n in others),
        rows=(tuple(row[n] for n in others),),
    )
    return told, rest, without_figures(query)


def _named(column: str) -> str:
    return column.strip("_").replace("_", " ")


def _figures(query: Query | None) -> list[int]:
    """The columns of figures: several that make a row, or those beside something else."""
    told = [column.operand for column in query.columns] if query is not None else []
    if len(told) > 1 and all(isinstance(x, Aggregate | Figure) for x in told):
        return list(range(len(told)))
    beside = figures_beside(query) if query is not None else ()
    return [n for n, x in enumerate(told) if x in beside]
