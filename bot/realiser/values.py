"""Words for values asked for by how many have them: vendors with more than three switches."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.words import plural
from bot.realiser.clauses import Teller
from bot.realiser.wording import COUNTS
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Comparison,
    Constant,
    Entity,
    Function,
    Operand,
    Query,
)
from memory.schema import Schema
from memory.tree_edits import attributes_of

_TIMES = frozenset(["year", "month", "quarter", "decade", "century"])


def key_of(query: Query) -> Attribute | None:
    """The property whose values are rows beside the number of what has them; None for others."""
    counts = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    keys = [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]
    own = Aggregate("count", Entity(query.subject), distinct=True)
    if counts != [own] or len(keys) != 1 or not isinstance(keys[0], Attribute):
        return None
    return keys[0] if keys[0].variable not in query.distinct_on else None


def _time_of(query: Query) -> Function | None:
    """The year or month of what is counted, a row for each; None for others."""
    counts = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    keys = [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]
    own = Aggregate("count", Entity(query.subject), distinct=True)
    if counts != [own] or len(keys) != 1 or not isinstance(keys[0], Function):
        return None
    return keys[0] if keys[0].name in _TIMES and len([*attributes_of(keys[0])]) == 1 else None


def having(query: Query, schema: Schema) -> str | None:
    """Vendors with more than three switches; None for other trees."""
    if len(query.having) != 1 or query.limit is not None:
        return None
    key = key_of(query) or _time_of(query)
    if key is None:
        return _with_figure(query, schema)
    (test,) = query.having
    if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
        return None
    if test.left != Aggregate("count", Entity(query.subject), distinct=True):
        return None
    teller = Teller(replace(bare(query, key), having=()), schema)
    noun, rest = teller.subject()
    single = test.right.value == 1
    many = f"{COUNTS.get(test.operator, test.operator)} {'one' if single else test.right.value}"
    counted = teller.singular() if single else noun
    return f"{plural(teller.operand(key))} with {many} {counted}{rest}"


def _with_figure(query: Query, schema: Schema) -> str | None:
    """Lines of policies with an average premium over 1,800; None for other trees."""
    figures = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    keys = [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]
    (test,) = query.having
    if len(keys) != 1 or not isinstance(keys[0], Attribute) or not isinstance(test, Comparison):
        return None
    if keys[0].variable in query.distinct_on or [test.left] != figures:
        return None
    noun, rest = Teller(replace(bare(query, keys[0]), having=()), schema).subject()
    teller = Teller(query, schema)
    return f"{plural(teller.operand(keys[0]))} of {noun}{rest} {teller.bound(test)}"


def bare(query: Query, key: Attribute | Function) -> Query:
    """What is counted: without order, and that there is such a value goes without saying."""
    known = [Comparison(stored, "IS NOT NULL") for stored in attributes_of(key)]
    where = tuple(test for test in query.pattern.where if test not in known)
    pattern = replace(query.pattern, where=where)
    return replace(query, pattern=pattern, order=(), limit=None, skip=0)


def spread(query: Query) -> Operand | None:
    """What the highest and the lowest of are held apart, where that is asked."""
    if len(query.columns) != 1 or not isinstance(query.columns[0].operand, Arithmetic):
        return None
    highest, lowest = query.columns[0].operand.left, query.columns[0].operand.right
    if not isinstance(highest, Aggregate) or not isinstance(lowest, Aggregate):
        return None
    ends = (highest.function, lowest.function) == ("max", "min")
    return highest.operand if ends and highest.operand == lowest.operand else None
