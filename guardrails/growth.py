"""Lists and texts that grow: ranges, repetition, and values that double."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf, isnan, prod
from typing import Any

from guardrails.excess import Excess
from guardrails.numbers import number, numbers_known
from guardrails.syntax import (
    Binary,
    Call,
    Case,
    Constant,
    Expression,
    ListComprehension,
    ListOf,
    MapOf,
    Name,
    Part,
    Projection,
    Query,
    Reduce,
    Unwind,
)
from guardrails.words import words

MAX_RANGE = 100_000
# Elements that lists in one another may multiply to, and copies a value may be made of.
MAX_LISTED = 1_000_000
MAX_REPEAT = 10_000
# Functions that repeat, and which argument says how often.
_REPEATERS = {
    "apoc.text.repeat": 1,
    "apoc.text.lpad": 1,
    "apoc.text.rpad": 1,
    "apoc.text.random": 0,
    "apoc.coll.randomitems": 1,
}
_REPLACING = words("replace apoc.text.replace apoc.text.regreplace")
_SHRINKING = words(
    "size length head last coalesce tostring tointeger tofloat abs sign round floor ceil sqrt "
    "date datetime left right substring count sum avg min max collect"
)


def growing(query: Query, parameters: Mapping[str, Any]) -> Iterator[Excess]:
    """Every range, repetition or value in the statement that becomes too large."""
    known = numbers_known(query, parameters)
    yield from _ranges(query, known)
    for part in query.walk():
        if isinstance(part, Reduce) and _copies(part.step, part.accumulator) > 1:
            yield Excess(
                "doubling", "it builds a value that doubles at every step", part.start, part.end
            )
        elif isinstance(part, Call):
            yield from _repeats(part, known)
    if _largest_value(query, known) > MAX_LISTED:
        yield Excess("doubling", "it builds a value that doubles again and again", 0, query.end)


# --- ranges --------------------------------------------------------------------------------------


def _ranges(query: Query, known: Mapping[str, float]) -> Iterator[Excess]:
    sizes: list[float] = []
    for part in query.walk():
        if isinstance(part, Call) and part.function.lower() == "range":
            size = range_size(part, known)
            if size > MAX_RANGE:
                shown = "more numbers than can be told" if size == inf else f"{size:,.0f} numbers"
                yield Excess(
                    "range",
                    f"it lists {shown}; {MAX_RANGE:,} is the limit",
                    part.start,
                    part.end,
                )
            sizes.append(size)
        elif isinstance(part, Unwind) and isinstance(part.source, ListOf):
            sizes.append(len(part.source.items))
    total = prod(max(size, 1) for size in sizes)
    if total > MAX_LISTED and all(size <= MAX_RANGE for size in sizes):
        yield Excess(
            "list_product",
            f"its lists multiply to {total:,.0f} rows; {MAX_LISTED:,} is the limit",
            query.start,
            query.end,
        )


def range_size(call: Call, known: Mapping[str, float]) -> float:
    """How many numbers a `range` lists at most; 1 where its bounds are as small as the data."""
    if len(call.arguments) not in (2, 3):
        return inf
    bounds = [number(argument, known) for argument in call.arguments]
    low, high, step = bounds[0], bounds[1], bounds[2] if len(bounds) == 3 else 1
    if low is None or high is None:
        # `range(0, size(list) - 1)` is common and as small as the data.
        given = abs(low or high or 0)
        return given if given > MAX_RANGE else 1
    if isnan(low) or isnan(high) or inf in (abs(low), abs(high)):
        return inf
    return abs(high - low) // max(abs(step or 1), 1) + 1


# --- repetition ----------------------------------------------------------------------------------


def _repeats(call: Call, known: Mapping[str, float]) -> Iterator[Excess]:
    function = call.function.lower()
    if function == "apoc.text.format":
        times: float | None = _widest(call.arguments[0]) if call.arguments else 0
    elif function in _REPEATERS:
        place = _REPEATERS[function]
        times = number(call.arguments[place], known) if len(call.arguments) > place else inf
    else:
        return
    if times is None or times > MAX_REPEAT:
        yield Excess(
            "repeat",
            f"it makes texts or lists longer than {MAX_REPEAT:,}",
            call.start,
            call.end,
        )


def _widest(template: Expression) -> float:
    """The widest field of a format such as `%9d`; inf where the template is not written out."""
    if not isinstance(template, Constant) or not isinstance(template.value, str):
        return inf
    digits = "".join(c if c.isdecimal() else " " for c in template.value)
    return max((float(width) for width in digits.split()), default=0)


# --- doubling ------------------------------------------------------------------------------------


def _copies(expression: Part, name: str) -> int:
    """How many copies of the variable end up in the value of the expression, at most."""
    match expression:
        case Name(name=found):
            return int(found == name)
        case Binary(operator="+" | "||" | "*", left=left, right=right):
            return _copies(left, name) + _copies(right, name)
        case ListOf(items=items):
            return sum(_copies(item, name) for item in items)
        case MapOf(entries=entries):
            return sum(_copies(value, name) for _, value in entries)
        case ListComprehension(source=source, projection=projection):
            return _copies(source, name) + (_copies(projection, name) if projection else 0)
        case Call(function=function, arguments=arguments):
            if function.lower() in _SHRINKING:
                return min(1, max((_copies(a, name) for a in arguments), default=0))
            if function.lower() in _REPLACING and _copies(arguments[0], name):
                return 2 if len(arguments) > 2 and _length(arguments[2]) > 1 else 1
            return sum(_copies(a, name) for a in arguments)
        case _:
            return max((_copies(child, name) for child in expression.children()), default=0)


def _length(expression: Expression) -> int:
    """Characters of a literal text; 1 for anything else, which is as small as the data."""
    if isinstance(expression, Constant) and isinstance(expression.value, str):
        return len(expression.value)
    return 1


def _largest_value(query: Query, known: Mapping[str, float]) -> float:
    """The size of the largest value that is built, data counting as one."""
    sizes: dict[str, float] = {}
    largest = 0.0
    for part in query.walk():
        if isinstance(part, Projection):
            found = [(item.alias, _size(item.expression, sizes, known)) for item in part.items]
            largest = max([largest, *(size for _, size in found)])
            for alias, size in found:
                if alias:
                    sizes[alias] = max(size, sizes.get(alias, 1.0))
    return largest


def _size(expression: Part, sizes: Mapping[str, float], known: Mapping[str, float]) -> float:
    match expression:
        case Name(name=name):
            return sizes.get(name, 1.0)
        case Binary(operator="+" | "||", left=left, right=right):
            return _size(left, sizes, known) + _size(right, sizes, known)
        case ListOf(items=items):
            return sum((_size(item, sizes, known) for item in items), 1.0)
        case ListComprehension(source=source, projection=projection):
            inner = _size(projection, sizes, known) if projection else 1.0
            return _size(source, sizes, known) * inner
        case Case():
            return max((_size(child, sizes, known) for child in expression.children()), default=1)
        case Call(function=function, arguments=arguments):
            name = function.lower()
            if name == "range":
                return range_size(expression, known)
            if name in _SHRINKING or not arguments:
                return 1.0
            total = sum(_size(argument, sizes, known) for argument in arguments)
            if name in _REPLACING and len(arguments) > 2:
                total = _size(arguments[0], sizes, known) * max(_length(arguments[2]), 1)
            return total
        case _:
            return max((_size(child, sizes, known) for child in expression.children()), default=1.0)
