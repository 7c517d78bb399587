"""Do two results say the same? For tests and benches that hold answers to gold Cypher.

Names and order of columns never matter; the order of rows does where `ordered`. Where the gold
repeats a row, both sides are compared as sets of rows. Rows pair one to one so that in each pair
one row's values contain the other's: the gold returned a node and the answer its name, or one more
column; nulls aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

Row: TypeAlias = frozenset[Any]

_MIDNIGHT = re.compile(r"T00:00(:00(\.0+)?)?(Z|\+00:00)?$")


def same_rows(
    gold: Sequence[Sequence[Any]], got: Sequence[Sequence[Any]], *, ordered: bool = False
) -> bool:
    """Whether two results, rows of JSON-ready values, say the same.

    >>> same_rows([["Alien", 1979]], [["Alien"]]), same_rows([["Alien"]], [["Aliens"]])
    (True, False)
    >>> same_rows([["a"], ["a"], ["b"]], [["b"], ["a"]])
    True
    >>> same_rows([["a"], ["b"]], [["b"], ["a"]], ordered=True)
    False
    """
    wanted, shown = [_row(row) for row in gold], [_row(row) for row in got]
    if len(set(wanted)) < len(wanted):
        wanted, shown = list(dict.fromkeys(wanted)), list(dict.fromkeys(shown))
    if len(wanted) != len(shown):
        return False
    if ordered:
        return all(_fits(a, b) for a, b in zip(wanted, shown, strict=True))
    return _paired(wanted, shown)


def _paired(wanted: Iterable[Row], shown: list[Row]) -> bool:
    left = list(shown)
    for row in sorted(wanted, key=len, reverse=True):
        # An equal row first: a smaller one may be what another needs.
        match = row if row in left else next((other for other in left if _fits(row, other)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _fits(a: Row, b: Row) -> bool:
    return (not a and not b) or (bool(a & b) and (a <= b or b <= a))


def _row(values: Iterable[Any]) -> Row:
    atoms = {atom for value in values for atom in _atoms(value)}
    return frozenset(atom for atom in atoms if atom is not None)


def _atoms(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return [_plain(part) for name, part in value.items() if not str(name).startswith("_")]
    return [_plain(value)]


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return round(float(value), 4)
    if isinstance(value, list | tuple):
        return tuple(sorted(str(_plain(part)) for part in value))
    return _MIDNIGHT.sub("", str(value))
