"""How large a value can be: an interval for a number, a length for a list or text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf, isnan
from typing import Any, Literal, TypeAlias

# `any` is a stored value of unknown type; `element` a node, relationship, path or map.
Kind: TypeAlias = Literal["plain", "text", "list", "element", "any"]

# Sizes taken for what is stored, where the schema does not tell: they are averages, as rows are.
STORED_TEXT, STORED_LIST, STORED_NUMBER = 200.0, 10.0, 10_000.0
# Characters that count as much as one item of a list.
_CHARACTERS = 10
# Of a number written out.
_DIGITS = 25.0


@dataclass(frozen=True, slots=True)
class Size:
    """How large a value can be, at most.

    `low` and `high` bound it as a number (a text: what toInteger would make of it); `length` is
    its characters or items; `item` what each of its items or entries can be; `held` the items in
    it at every depth; `count` how many different values it takes over the rows. `names` are the
    labels of a node or the types of a relationship, None where it is no element of the graph.
    `constant` says that the text alone determines it.
    """

    kind: Kind = "plain"
    low: float = 0.0
    high: float = 0.0
    length: float = 1.0
    item: Size | None = None
    held: float = 1.0
    count: float = inf
    names: tuple[str, ...] | None = None
    constant: bool = False
    text: str | None = None

    @property
    def entry(self) -> Size:
        """What one of its items or entries can be."""
        return self.item or self

    def __or__(self, other: Size) -> Size:
        """Either of two."""
        same = self.kind == other.kind
        item = _either(self.item, other.item)
        rank = {
            kind: place for place, kind in enumerate(("plain", "text", "any", "element", "list"))
        }
        kind = self.kind if same else max(self.kind, other.kind, key=lambda one: rank[one])
        return Size(
            kind,
            min(self.low, other.low),
            max(self.high, other.high),
            max(self.length, other.length),
            item,
            max(self.held, other.held),
            self.count + other.count,
            self.names if self.names == other.names else None,
            self.constant and other.constant,
        )

    def __add__(self, other: Size) -> Size:
        """A sum, or one text or list behind the other."""
        if "list" in (self.kind, other.kind):
            return listed(self.as_list, other.as_list)
        if "text" in (self.kind, other.kind):
            whole = None if None in (self.text, other.text) else f"{self.text}{other.text}"
            return text(self.as_text + other.as_text, whole=whole)
        kind: Kind = "plain" if "plain" in (self.kind, other.kind) else "any"
        summed = number(self.low + other.low, self.high + other.high)
        if kind == "plain":
            return replace(summed, constant=self.constant and other.constant)
        length = self.length + other.length
        return replace(summed, kind="any", length=length, held=1 + length / _CHARACTERS)

    @property
    def as_text(self) -> float:
        """Characters of it as text."""
        if self.kind in ("text", "any"):
            return self.length
        return _DIGITS if self.kind == "plain" else self.held * _DIGITS

    @property
    def as_list(self) -> Size:
        """The list that it is, or that holds it alone."""
        return (
            self if self.kind == "list" else Size("list", length=1, item=self, held=1 + self.held)
        )


def _either(one: Size | None, other: Size | None) -> Size | None:
    return one | other if one is not None and other is not None else one or other


UNKNOWN = Size(low=-inf, high=inf)
TRUTH = Size(high=1.0, count=2)


def number(low: float, high: float) -> Size:
    """A number between two; what cannot be reckoned is unbounded."""
    return Size(low=-inf if isnan(low) else low, high=inf if isnan(high) else high)


def text(length: float, *, whole: str | None = None) -> Size:
    """A text of so many characters."""
    value = _read(whole) if whole is not None else None
    most = 10.0 ** min(length, 300) if length < 300 else inf
    low, high = (value, value) if value is not None else (-most, most)
    if whole is not None and value is None and not any(c.isdecimal() for c in whole):
        low = high = 0.0
    held = 1 + length / _CHARACTERS
    count = 1.0 if whole is not None else inf
    constant = whole is not None
    return Size("text", low, high, length, None, held, count, None, constant, whole)


def listed(*lists: Size) -> Size:
    """The lists one behind the other."""
    item: Size | None = None
    for one in lists:
        item = _either(item, one.item)
    length = sum(one.length for one in lists)
    held = sum(one.held for one in lists)
    return Size("list", length=length, item=item, held=held)


def list_of(item: Size, length: float) -> Size:
    """A list of so many that are alike."""
    held = 1 + (length * item.held if length else 0)
    return Size("list", length=length, item=item, held=held)


def gathered(values: Iterable[Size], kind: Kind = "list") -> Size:
    """The list or map of these values."""
    found = list(values)
    item: Size | None = None
    for value in found:
        item = _either(item, value)
    held = 1 + sum(value.held for value in found)
    constant = all(value.constant for value in found)
    count = 1.0 if constant else inf
    return Size(kind, length=len(found), item=item, held=held, count=count, constant=constant)


def of_value(value: Any) -> Size:
    """The size of a constant or parameter."""
    match value:
        case bool() | None:
            return Size(high=1.0, count=1, constant=True)
        case int() | float():
            found = number(float(value), float(value))
            return replace(found, count=1, constant=True)
        case str():
            return text(len(value), whole=value)
        case list() | tuple():
            return gathered(of_value(item) for item in value)
        case dict():
            return gathered((of_value(item) for item in value.values()), "element")
    return Size(count=1)


def _read(written: str) -> float | None:
    try:
        return float(written)
    except ValueError:
        return None


def times(one: Size, other: Size) -> Size:
    """A product of numbers."""
    ends = [_product(a, b) for a in (one.low, one.high) for b in (other.low, other.high)]
    return number(min(ends), max(ends))


def _product(a: float, b: float) -> float:
    return 0.0 if 0.0 in (a, b) else a * b


def calculated(operator: str, left: Size, right: Size) -> Size:
    """What -, *, /, % and ^ make of numbers."""
    match operator:
        case "-":
            return number(left.low - right.high, left.high - right.low)
        case "*":
            return times(left, right)
        case "/":
            # An integer divisor is 1 at least; a fraction may be anything.
            whole = right.constant and min(abs(right.low), abs(right.high)) > 0
            return left if not whole else times(left, number(1 / right.high, 1 / right.low))
        case "%":
            most = max(abs(right.low), abs(right.high))
            return number(-most if left.low < 0 else 0.0, most)
    return _power(max(abs(left.low), abs(left.high)), right.high)


def _power(base: float, exponent: float) -> Size:
    try:
        most = max(base, 1.0) ** exponent if exponent < 1_000 else inf
    except OverflowError:
        most = inf
    return number(-most, most)
