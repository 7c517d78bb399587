"""The figures that a yes or no rests on: Heat (runtime 170) and Alien (runtime 117)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.cypher.statement import to_cypher
from bot.cypher.subtrees import variables
from bot.errors import GraphError
from bot.ports import Graph
from bot.steps.say_figure import beside
from bot.steps.say_value import say_value, sentence
from guardrails.nouns import spoken
from guardrails.portrait import name_property
from guardrails.selection import select_visible
from guardrails.statement import Refused, check_statement
from memory.catalogue import is_english, listed, say
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Figure,
    Function,
    Operand,
    Query,
)
from memory.schema import Schema

_SECONDS = 3.0
# So many figures are told in a sentence.
_MOST = 4
_SIGNS = frozenset(["<", "<=", ">", ">=", "=", "<>"])


async def yes_no_figures(query: Query | None, schema: Schema, graph: Graph) -> str:
    """Tell what was compared for a yes or no, with whose it is; "" where it is not of one row.

    Args:
        query: What was asked; only one for yes or no is looked at.
        schema: What things are called by, and for the guard.
        graph: Asked for the figures in a statement of its own.
    """
    if query is None or query.form != "yes_no":
        return ""
    tests = [one for one in (*query.pattern.where, *query.having) if _compares(one)]
    figures = list(dict.fromkeys(leaf for one in tests for leaf in _leaves(one)))
    if not figures or len(figures) > _MOST:
        return ""
    whose = [_owner(one, query, schema) for one in figures]
    owners = list(dict.fromkeys(one for one in whose if one is not None))
    asked = _asked(query, [*owners, *figures])
    cypher, parameters = to_cypher(asked)
    cypher = select_visible(cypher, schema)
    if isinstance(await check_statement(cypher, parameters, schema), Refused):
        return ""
    try:
        found = (await graph.run(cypher, parameters, max_rows=2, seconds=_SECONDS)).rows
    except GraphError:
        return ""
    if len(found) != 1:
        return ""
    values = dict(zip([*owners, *figures], found[0], strict=True))
    told: defaultdict[str, list[str]] = defaultdict(list)
    for figure, owner in zip(figures, whose, strict=True):
        name = say_value(values[owner]) if owner is not None else ""
        told[name].append(_told(values[figure], figure, asked))
    parts = [f"{name} ({', '.join(said)})" for name, said in told.items() if name]
    whole = listed([*parts, *told.get("", [])])
    return sentence(whole[:1].upper() + whole[1:])


def _compares(condition: Condition) -> bool:
    """Whether figures are compared: with each other, or with a number or a day."""
    if not isinstance(condition, Comparison) or condition.operator not in _SIGNS:
        return False
    sides = (condition.left, condition.right)
    fixed = [one.value for one in sides if isinstance(one, Constant)]
    exact = condition.operator in ("=", "<>")
    return not any(isinstance(value, bool | tuple) for value in fixed) and not (
        exact and any(isinstance(value, str) for value in fixed)
    )


def _leaves(operand: Operand | Condition | None) -> Iterator[Operand]:
    """What is looked up: attributes, counts, what is reckoned of one thing."""
    match operand:
        case Comparison(left, _, right) | Arithmetic(_, left, right):
            yield from _leaves(left)
            yield from _leaves(right)
        case Attribute() | Aggregate():
            yield operand
        case Function() if len(set(variables(operand))) == 1:
            yield operand
        case Figure(_, each) if not each:
            yield operand


def _owner(figure: Operand, query: Query, schema: Schema) -> Attribute | None:
    """The name of what a figure is of; None where it is a relationship's, or of all."""
    if isinstance(figure, Figure):
        return None
    own = {query.subject} if isinstance(figure, Aggregate) else set(variables(figure))
    for node in query.pattern.nodes:
        if node.variable in own:
            label = schema.labels.get((*node.labels, "")[0])
            named = name_property(label) if label is not None else None
            return Attribute(node.variable, named.name) if named is not None else None
    return None


def _asked(query: Query, operands: Sequence[Operand]) -> Query:
    """The query for the figures: as it was, but nothing is compared."""
    where = tuple(one for one in query.pattern.where if not _compares(one))
    counts = any(isinstance(one, Aggregate) for one in operands)
    return replace(
        query,
        pattern=replace(query.pattern, where=where),
        columns=tuple(Column(one, f"value_{n}") for n, one in enumerate(operands)),
        form="list",
        having=(),
        distinct=not counts,
        distinct_on=(query.subject,) if counts else (),
        limit=2,
    )


def _told(value: Any, figure: Operand, query: Query) -> str:
    """A figure with what it is, or that it is unknown.

    >>> from memory.query import Node, Pattern
    >>> query = Query(Pattern((Node("f", ("Film",)),)), (), "f")
    >>> [_told(value, Attribute("f", "runtime"), query) for value in (170, None)]
    ['runtime 170', 'runtime unknown']
    """
    name = ""
    if isinstance(figure, Figure):
        name = spoken(figure.query.columns[0].name)
    elif value is None and isinstance(figure, Attribute):
        name = spoken(figure.property) if is_english() else figure.property
    if not name:
        return beside(value, figure, query)
    said = say_value(value)
    return f"{name} {said}" if is_english() else say("{name}: {value}", name=name, value=said)
