"""Years, decades, dates' years and plain numbers in a few words, as bounds that a tree can hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from memory.query import Comparison, Constant, Function, Query
from memory.schema import Scalar
from memory.tree_edits import Slot, replace_comparisons, slots

_NUMBER = r"\d+(?:\.\d+)?"
_OPERATORS = (
    (r"(?:after|later than)", ">"),
    (r"(?:more than|over|above|greater than|higher than|longer than|bigger than|larger than)", ">"),
    (r"(?:before|earlier than|prior to)", "<"),
    (r"(?:less than|under|below|fewer than|lower than|shorter than|smaller than)", "<"),
    (r"(?:since|from|at least|no less than|starting in)", ">="),
    (r"(?:until|till|up to|at most|no more than|through)", "<="),
    (r"(?:in|during|of|for|exactly|on|at|with)?", "="),
)
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_DECADE = re.compile(r"(?:in|from|during|of|for)? ?(?:the )?(?P<era>\d\d|\d{4})s")
_BETWEEN = re.compile(
    rf"(?:between|from)? ?(?P<low>{_NUMBER}) (?:and|to|until|through) (?P<high>{_NUMBER})"
)


@dataclass(frozen=True, slots=True)
class Amount:
    """Bounds on one number: (operator, number) pairs that all hold."""

    bounds: tuple[tuple[str, int | float], ...]

    @property
    def yearly(self) -> bool:
        """Whether every number can be a year."""
        return all(isinstance(n, int) and 1000 <= n <= 2200 for _, n in self.bounds)


def amount_of(plain: str) -> Amount | None:
    """The bounds that a phrase names, or None where it is not just that.

    >>> amount_of("in the 1990s").bounds, amount_of("after 2010").bounds
    ((('>=', 1990), ('<', 2000)), (('>', 2010),))
    >>> amount_of("the 80s").bounds, amount_of("between 2 and 3.5").bounds
    ((('>=', 1980), ('<', 1990)), (('>=', 2), ('<=', 3.5)))
    >>> amount_of("2 directors") is None
    True
    """
    if found := _DECADE.fullmatch(plain):
        era = int(found["era"])
        first = era if era > 99 else era + (1900 if era >= 30 else 2000)
        return Amount(((">=", first), ("<", first + 10)))
    if found := _BETWEEN.fullmatch(plain):
        return Amount((((">=", _number(found["low"]))), ("<=", _number(found["high"]))))
    for words, operator in _OPERATORS:
        if found := re.fullmatch(rf"{words} ?(?P<n>{_NUMBER})", plain):
            return Amount(((operator, _number(found["n"])),))
    return None


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def is_year(value: Scalar) -> bool:
    """Whether a number can be a year."""
    return isinstance(value, int) and Amount((("=", value),)).yearly


def replace_amount(query: Query, amount: Amount) -> Query | None:
    """The query with its bounds on a number or a year replaced; None where it has no such bound."""
    groups: dict[object, list[Slot]] = {}
    for slot in slots(query):
        if _takes(slot, amount):
            groups.setdefault(slot.attribute, []).append(slot)
    if not groups:
        return _in_having(query, amount)
    group = list(groups.values())[-1]
    new = [made for bound in amount.bounds for made in _bound(group[0], *bound)]
    return replace_comparisons(query, [slot.comparison for slot in group], new)


def _in_having(query: Query, amount: Amount) -> Query | None:
    """The bound on a count or other aggregate, where there is one: "more than 10 films"."""
    tests = [t for t in query.having if isinstance(t, Comparison)]
    if len(tests) != 1 or not isinstance(tests[0].right, Constant):
        return None
    new = tuple(
        Comparison(tests[0].left, operator, Constant(number))  # type: ignore[arg-type]
        for operator, number in amount.bounds
    )
    return replace(query, having=(*(t for t in query.having if t != tests[0]), *new))


def _takes(slot: Slot, amount: Amount) -> bool:
    value = slot.values[0]
    if isinstance(value, date | datetime) or _ISO.fullmatch(str(value)):
        return amount.yearly
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return amount.yearly == Amount((("=", value),)).yearly


def _bound(slot: Slot, operator: str, number: int | float) -> Sequence[Comparison]:
    """The bound on the slot's operand, in its own type: a number, or whole years as dates."""
    left, value = slot.comparison.left, slot.values[0]
    textual = isinstance(value, str)
    if isinstance(left, Function) or not (textual or isinstance(value, date | datetime)):
        return (Comparison(left, operator, Constant(number)),)  # type: ignore[arg-type]
    year = int(number)
    starts, ends = _first_day(value, year), _first_day(value, year + 1)
    pairs: dict[str, tuple[tuple[str, Scalar], ...]] = {
        "=": ((">=", starts), ("<", ends)),
        ">": ((">=", ends),),
        ">=": ((">=", starts),),
        "<": (("<", starts),),
        "<=": (("<", ends),),
    }
    return tuple(
        Comparison(left, op, Constant(moment))  # type: ignore[arg-type]
        for op, moment in pairs[operator]
    )


def _first_day(like: Scalar, year: int) -> Scalar:
    if isinstance(like, str):
        return f"{year}-01-01"
    if isinstance(like, datetime):
        return datetime(year, 1, 1, tzinfo=like.tzinfo)
    return date(year, 1, 1)
