"""The numbers that a statement's text tells beforehand: literals, and names bound to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import Any

from guardrails.syntax import (
    Binary,
    Call,
    Case,
    Constant,
    Expression,
    Index,
    ListComprehension,
    ListOf,
    MapOf,
    Name,
    Parameter,
    Projection,
    Property,
    Quantified,
    Query,
    Reduce,
    Slice,
    Unary,
    Unwind,
)
from guardrails.words import words

# With a factor like this, a number out of the data is no longer as small as the data.
_LARGE_FACTOR = 1_000
# Functions that give one of the numbers they are given, or a smaller one.
_KEEPING = words(
    "abs ceil ceiling floor round tointeger tointegerornull tofloat tofloatornull toint coalesce "
    "head last min max sum avg range reverse tail nullif collect"
)
_COUNTING = words("size length count char_length character_length cardinality path_length")
_SMALL = words("rand pi e date datetime localdatetime localtime time")


def numbers_known(query: Query, parameters: Mapping[str, Any]) -> dict[str, float]:
    """The largest number (by size) that a name can stand for; `$name` is a parameter.

    A name that hangs on the data is not among them.
    """
    known: dict[str, float] = {}
    for name, value in parameters.items():
        _learn(known, "$" + name, _of_value(value))
    for part in query.walk():
        match part:
            case Unwind() | ListComprehension() | Quantified():
                _learn(known, part.variable, number(part.source, known))
            case Reduce():
                _learn(known, part.variable, number(part.source, known))
                _learn(known, part.accumulator, number(part, known))
            case Projection():
                for item in part.items:
                    if item.alias:
                        _learn(known, item.alias, number(item.expression, known))
    return known


def _learn(known: dict[str, float], name: str, value: float | None) -> None:
    if value is not None:
        known[name] = max(value, known.get(name, value), key=abs)


def _of_value(value: Any) -> float | None:
    match value:
        case bool() | None:
            return None
        case int() | float():
            return value
        case str():
            return _of_text(value)
        case list() | tuple():
            return _largest(_of_value(item) for item in value)
        case dict():
            return _largest(_of_value(item) for item in value.values())
    return None


def _of_text(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def number(expression: Expression, known: Mapping[str, float]) -> float | None:
    """The largest number an expression can stand for.

    None where it hangs on the data (and is as small as that), inf where the text hides it.
    """
    match expression:
        case Constant(value=value):
            return _of_value(value)
        case Name(name=name):
            return known.get(name)
        case Parameter(name=name):
            return known.get("$" + name)
        case Unary(operator="-", operand=operand):
            value_of = number(operand, known)
            return None if value_of is None else -value_of
        case Binary():
            return _binary(expression, known)
        case ListOf(items=items):
            return _largest(number(item, known) for item in items)
        case MapOf(entries=entries):
            return _largest(number(value, known) for _, value in entries)
        case Property(base=base, name=name):
            # `datetime().epochMillis` is no number of the data.
            if name.lower().startswith("epoch") or name.lower().endswith("seconds"):
                return inf
            return number(base, known)
        case Index(base=base) | Slice(base=base):
            return number(base, known)
        case ListComprehension(source=source, projection=projection):
            return number(projection or source, known)
        case Case(branches=branches, otherwise=otherwise):
            results = [result for _, result in branches]
            results += [otherwise] if otherwise is not None else []
            return _largest(number(result, known) for result in results)
        case Reduce():
            return inf
        case Call():
            return _call(expression, known)
    return None


def _binary(part: Binary, known: Mapping[str, float]) -> float | None:
    if part.operator not in ("+", "-", "*", "/", "^", "%"):
        return None
    texts = [side for side in (part.left, part.right) if _is_text(side)]
    if texts and part.operator == "+":
        return inf if len(texts) == 2 else None  # '1' + '000000000'
    left, right = number(part.left, known), number(part.right, known)
    if left is not None and right is not None:
        return _calculate(part.operator, left, right)
    one = left if left is not None else right
    if one is None:
        return None
    if part.operator in ("*", "^") and abs(one) >= _LARGE_FACTOR:
        return inf
    return one if part.operator in ("+", "-") and abs(one) >= _LARGE_FACTOR else None


def _is_text(expression: Expression) -> bool:
    return isinstance(expression, Constant) and isinstance(expression.value, str)


def _call(call: Call, known: Mapping[str, float]) -> float | None:
    function = call.function.lower()
    if function in _COUNTING:
        return None
    inner = [number(argument, known) for argument in call.arguments]
    if not inner:
        return 1 if function in _SMALL or call.star else inf
    if inf in inner or function in _KEEPING:
        return _largest(inner)
    return None if None in inner else inf


def _largest(values: Iterable[float | None]) -> float | None:
    return max((v for v in values if v is not None), key=abs, default=None)


def _calculate(operator: str, left: float, right: float) -> float:
    try:
        match operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left / right if right else inf
            case "^":
                return float(left) ** right if abs(right) < 400 else inf
            case _:
                return abs(right)
    except (OverflowError, ZeroDivisionError):
        return inf
