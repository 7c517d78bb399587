"""The figures of a row that answer questions of their own, told by their names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.cypher.figures import figures_beside, without_figures
from bot.events import Rows
from bot.steps.say_figure import say_figure
from bot.steps.say_value import say_value
from memory.query import Aggregate, Column, Figure, Query


def figures_told(result: Rows, query: Query | None) -> tuple[str, Rows | None, Query | None]:
    """Their sentence ("" where there are none), and what stands beside them."""
    figures = _figures(query)
    if query is None or not figures or len(result.rows) != 1:
        return "", result, query
    (row,) = result.rows
    told = "; ".join(_told(row[n], result.columns[n], query.columns[n], query) for n in figures)
    others = [n for n in range(len(row)) if n not in figures]
    told = f"{told[:1].upper()}{told[1:]}."
    if not others:
        return told, None, None
    rest = replace(
        result,
        columns=tuple(result.columns[n] for n in others),
        rows=(tuple(row[n] for n in others),),
    )
    return told, rest, without_figures(query)


def _told(value: Any, name: str, column: Column, query: Query) -> str:
    """241 films; the highest price 9.5."""
    operand, whole = column.operand, query
    if isinstance(column.operand, Figure):
        whole = column.operand.query
        operand = whole.columns[0].operand
    counted = isinstance(operand, Aggregate) and operand.function == "count"
    said = say_figure(value, operand, whole) if counted else None
    return said or f"{name.strip('_').replace('_', ' ')} {say_value(value)}"


def _figures(query: Query | None) -> list[int]:
    """The columns of figures: several that make a row, or those beside something else."""
    told = [column.operand for column in query.columns] if query is not None else []
    if len(told) > 1 and all(isinstance(x, Aggregate | Figure) for x in told):
        return list(range(len(told)))
    beside = figures_beside(query) if query is not None else ()
    return [n for n, x in enumerate(told) if x in beside]
