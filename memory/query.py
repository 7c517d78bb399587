"""The query tree: the meaning of a question over a property graph, independent of any wording.

The parser builds it, Cypher and the English reading are made from it, follow-ups edit it.
All parts are frozen; edit with `dataclasses.replace`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf
from typing import TypeAlias

from memory.schema import Scalar


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the pattern; `labels` must all hold (usually one, none means any)."""

    variable: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A relationship of one of `types` from `start` to `end` (variables of nodes).

    `hops` is (1, 1) for a plain relationship; other bounds make it variable-length.
    `directed` is False where both directions are meant (a symmetric relationship).
    """

    start: str
    types: tuple[str, ...]
    end: str
    variable: str = ""
    directed: bool = True
    hops: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Entity:
    """The node (or relationship) itself, by its variable."""

    variable: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """A property of a node or relationship."""

    variable: str
    property: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A value; it becomes a parameter of the Cypher. A tuple for IN."""

    value: Scalar | tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function of operands: year, month, size, toLower, date, datetime, abs..."""

    name: str
    operands: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left operator right`, with + - * / as operator."""

    operator: OneOf["+", "-", "*", "/"]
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class Aggregate:
    """count, sum, avg, min, max or collect; `operand` None means count(*).

    Of another aggregate it is one of its values, one for each of `Query.distinct_on`: the average
    number of orders of a customer.
    """

    function: OneOf["count", "sum", "avg", "min", "max", "collect"]
    operand: Operand | None = None
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """For how much of the rows a condition holds: from 0 to 1, or in percent."""

    condition: Condition
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """The one value that a query of its own gives: the average price of all products.

    With `each` it is one for each of these, and the outer query, which has the same variables, is
    held against that of its own: nodes by being the same, values by being equal. The average price
    of their category is of the products of each category.
    """

    query: Query
    each: tuple[Operand, ...] = ()


Operand: TypeAlias = (
    Entity | Attribute | Constant | Function | Arithmetic | Aggregate | Share | Figure
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A test; `right` is None for IS NULL and IS NOT NULL. `folded` compares without case.

    HAS holds where `left` is a list and `right` one of its values. `nodes` are the element ids of
    the nodes that are meant by a value (=, IN, or not meant, <>), where others may have it too.
    """

    left: Operand
    operator: OneOf[
        "=",
        "<>",
        "<",
        "<=",
        ">",
        ">=",
        "IN",
        "HAS",
        "CONTAINS",
        "STARTS WITH",
        "ENDS WITH",
        "IS NULL",
        "IS NOT NULL",
    ]
    right: Operand | None = None
    folded: bool = False
    nodes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every condition holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one condition holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Exists:
    """The pattern, which shares at least one variable with the outer one, has a match."""

    pattern: Pattern


Condition: TypeAlias = Comparison | AllOf | AnyOf | Not | Exists


@dataclass(frozen=True, slots=True)
class Pattern:
    """Nodes joined by edges, with conditions that must all hold."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()
    where: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """What is returned, and under which name."""

    operand: Operand
    name: str


@dataclass(frozen=True, slots=True)
class Order:
    """A sort key."""

    operand: Operand
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """The shortest way from node `start` to node `end`, whatever joins them, in `most` steps.

    `names` are the properties that nodes on the way are called by; the first that is there counts.
    """

    start: str
    end: str
    most: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """A whole question.

    `subject` is the variable the question asks for: what "those", "them" or "the second one" of
    the next question will mean. Columns that are not aggregates are what aggregates are grouped
    by. `form` tells how the answer is worded: a list, one value, a count, or yes or no.
    `having` tests aggregates after grouping. `limit` is only what the asker named.
    `distinct_on` are variables that make up a row: there is one row for each combination of their
    nodes, however many ways the pattern matches it, and aggregates are grouped by those nodes (two
    people of one name stay two). `distinct` is about whole rows of values.
    `source` is a query that comes first and picks nodes (its subject, ordered and limited: "the
    five longest films"); `pattern` then goes on from them, under the same variable.
    `optional` is a pattern that need not match: customers without orders have 0 of them.
    `limit` is for `each` of these, where there are any: the longest film of each genre. What ties
    with the best of one is kept. Aggregates of aggregates are over those of each of them, too.
    `route` asks how two nodes of the pattern are connected; there are no columns then.
    """

    pattern: Pattern
    columns: tuple[Column, ...]
    subject: str
    form: OneOf["list", "value", "count", "yes_no", "none"] = "list"
    distinct: bool = False
    having: tuple[Condition, ...] = ()
    order: tuple[Order, ...] = ()
    limit: int | None = None
    skip: int = 0
    distinct_on: tuple[str, ...] = ()
    source: Query | None = None
    optional: Pattern | None = None
    each: tuple[Operand, ...] = ()
    route: Route | None = None
