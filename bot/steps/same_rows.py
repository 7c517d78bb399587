"""Do two results say the same? Execution accuracy, strict and lenient, and what differs.

Names and order of columns never matter. A node or relationship counts as its property values.
Where the gold repeats a row, both sides are compared as sets of rows. The order of rows counts
only where the question asks for one.

strict    the same multiset of rows, a row being the multiset of its values
lenient   the rows pair one to one so that in each pair one row's values contain the other's
          (the gold returned a node and the answer its name, or one column more), nulls aside

Execution accuracy as a measure: Yu et al., "Spider", EMNLP 2018; nodes for names, and columns more
or fewer: Feng et al., "CypherBench", ACL 2025, and people who read answers rather than tables.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Rows: TypeAlias = Sequence[Sequence[Any]]
Atom: TypeAlias = Hashable
_Cells: TypeAlias = tuple[Atom, ...]

_DECIMALS = 4
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Difference:
    """Rows that have no partner on the other side, as they came."""

    missing: tuple[Sequence[Any], ...]
    extra: tuple[Sequence[Any], ...]


def strict(gold: Rows, got: Rows, *, ordered: bool = False) -> bool:
    """Whether both are the same multiset of rows (of the same order, where `ordered`).

    Args:
        gold: Rows of JSON-ready values; a node is {"_labels": [...], property: value, ...}.
        got: The same of the answer.
        ordered: Whether the order of rows counts.

    >>> strict([["Alien", 1979]], [[1979.0, "Alien"]]), strict([["Alien", 1979]], [["Alien"]])
    (True, False)
    >>> strict([["a"], ["a"], ["b"]], [["b"], ["a"]])
    True
    >>> strict([["a"], ["b"]], [["b"], ["a"]], ordered=True)
    False
    """
    wanted, shown = _as_compared(gold, got)
    left, right = [_multiset(row) for row in wanted], [_multiset(row) for row in shown]
    return left == right if ordered else Counter(left) == Counter(right)


def lenient(gold: Rows, got: Rows, *, ordered: bool = False) -> bool:
    """Whether the rows pair one to one, one row's values containing the other's.

    A row of nulls stands for a node that lacks the property shown: it may take the place of a row
    that found no partner, for up to half of the rows.

    >>> lenient([[{"_labels": ["Film"], "title": "Alien", "year": 1979}]], [["Alien"]])
    True
    >>> lenient([["Alien"], ["Aliens"]], [["Alien"]]), lenient([["Alien"]], [["Aliens"]])
    (False, False)
    >>> lenient([["a", 1], ["b", 1]], [["b"], ["a"]], ordered=True)
    False
    """
    wanted, shown = _as_compared(gold, got)
    if len(wanted) != len(shown):
        return False
    left, right = [_values(row) for row in wanted], [_values(row) for row in shown]
    if ordered:
        in_order = all(_fits(a, b) for a, b in zip(left, right, strict=True))
        if in_order or len(left) > 1:
            return in_order
    blank_gold, blank = sum(not row for row in left), sum(not row for row in right)
    spare = min(blank, max(blank_gold, len(left) // 2))
    filled = [row for row in left if row]
    partners = _partners(filled, [row for row in right if row])
    return partners.count(None) + blank_gold <= spare


def jaccard(gold: Rows, got: Rows) -> float:
    """Rows that both have, as a share of the rows that either has: 0 to 1; 1 where both are empty.

    Source: Jaccard, "The distribution of the flora in the alpine zone", New Phytologist 1912.

    >>> jaccard([["a"], ["b"], ["c"]], [["b"], ["c"], ["d"]])
    0.5
    """
    left, right = ({_multiset(_cells(row)) for row in rows} for rows in (gold, got))
    either = left | right
    return len(left & right) / len(either) if either else 1.0


def completeness(gold: Rows, got: Rows) -> float | None:
    """Share of the gold's items (rows) that are present in the answer; None where it has none.

    An item is present if a row of the answer's own pairs with it as for `lenient`. What the answer
    has beyond them does not count against it; precision and Jaccard tell that.

    >>> completeness([["Alien", 1979], ["Heat", 1995]], [["Alien"], ["Up"], ["Cars"]])
    0.5
    """
    wanted, shown = _as_compared(gold, got)
    if not wanted:
        return None
    partners = _partners([_values(row) for row in wanted], [_values(row) for row in shown])
    return (len(partners) - partners.count(None)) / len(partners)


def difference(gold: Rows, got: Rows) -> Difference:
    """What is missing from the answer and what it has beyond the gold.

    >>> difference([["Alien", 1979], ["Heat", 1995]], [["Alien"], ["Up"]])
    Difference(missing=(['Heat', 1995],), extra=(['Up'],))
    """
    left, right = list(gold), list(got)
    if len(_once(map(_cells, left))) < len(left):
        left, right = _rows_once(left), _rows_once(right)
    partners = _partners([_values(_cells(r)) for r in left], [_values(_cells(r)) for r in right])
    taken = {index for index in partners if index is not None}
    return Difference(
        tuple(row for row, partner in zip(left, partners, strict=True) if partner is None),
        tuple(row for index, row in enumerate(right) if index not in taken),
    )


def _rows_once(rows: Rows) -> list[Sequence[Any]]:
    return list({tuple(map(_written, _cells(row))): row for row in rows}.values())


def _as_compared(gold: Rows, got: Rows) -> tuple[list[_Cells], list[_Cells]]:
    wanted, shown = [_cells(row) for row in gold], [_cells(row) for row in got]
    once = _once(wanted)
    return (once, _once(shown)) if len(once) < len(wanted) else (wanted, shown)


def _once(rows: Iterable[_Cells]) -> list[_Cells]:
    """Each row once; true and 1 are two values here, as they are for the reader."""
    return list({tuple(map(_written, row)): row for row in rows}.values())


def _written(value: Atom) -> str:
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(_written, value))) + "}"
    return repr(value)


def _fits(a: frozenset[Atom], b: frozenset[Atom]) -> bool:
    return (not a and not b) or (bool(a & b) and (a <= b or b <= a))


def _cells(row: Iterable[Any]) -> _Cells:
    return tuple(_plain(value) for value in row)


def _multiset(cells: _Cells) -> frozenset[tuple[Atom, int]]:
    return frozenset(Counter(_atoms(cells)).items())


def _values(cells: _Cells) -> frozenset[Atom]:
    return frozenset(atom for atom in _atoms(cells) if atom is not None)


def _atoms(cells: _Cells) -> Iterable[Atom]:
    for cell in cells:
        if isinstance(cell, frozenset):
            yield from cell
        else:
            yield cell


def _plain(value: Any) -> Atom:
    """A value that compares as it should; a node or relationship is the set of its values."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return round(float(value), _DECIMALS)
    if isinstance(value, Mapping):
        parts = (_plain(part) for name, part in value.items() if not str(name).startswith("_"))
        return frozenset(part for part in parts if part is not None)
    if isinstance(value, list | tuple):
        return tuple(sorted(_shown(_plain(part)) for part in value))
    return _moment(str(value))


def _shown(value: Atom) -> str:
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(_shown(part) for part in value)) + "}"
    return str(value)


def _moment(text: str) -> str:
    """A date and time without idle zeros, UTC unnamed; any other text as it is."""
    found = _MOMENT.fullmatch(text)
    if found is None:
        return text
    fraction = (found[2] or "").rstrip("0")
    zone = "" if found[3] in ("Z", "+00:00") else found[3]
    return found[1] + (f".{fraction}" if fraction else "") + zone


def _partners(left: list[frozenset[Atom]], right: list[frozenset[Atom]]) -> list[int | None]:
    """For each row of `left` the index of its own row in `right`, as many as can be.

    Equal rows first; then a maximum matching by augmenting paths (Kuhn, "The Hungarian method",
    1955), whose work is bounded: a result of many thousand alike rows may lose a pair by it.
    """
    fitting = _Fitting(right)
    owner: dict[int, int] = {}
    equal: dict[frozenset[Atom], list[int]] = {}
    for index in reversed(range(len(right))):
        equal.setdefault(right[index], []).append(index)
    alone = []
    for index, row in enumerate(left):
        same = equal.get(row)
        if same:
            owner[same.pop()] = index
        else:
            alone.append(index)
    budget = [2_000_000]
    for index in sorted(alone, key=lambda i: -len(left[i])):
        _augment(index, left, fitting, owner, budget)
    found: list[int | None] = [None] * len(left)
    for at, index in owner.items():
        found[index] = at
    return found


def _augment(
    start: int,
    left: list[frozenset[Atom]],
    fitting: _Fitting,
    owner: dict[int, int],
    budget: list[int],
) -> None:
    """Find a partner for one row, moving others to other partners if need be."""
    came_from: dict[int, int] = {}
    owned: dict[int, int] = {}
    queue = [start]
    for index in queue:
        for at in fitting.of(left[index]):
            budget[0] -= 1
            if budget[0] < 0:
                return
            if at in came_from:
                continue
            came_from[at] = index
            if at in owner:
                owned[owner[at]] = at
                queue.append(owner[at])
                continue
            while True:
                taker = came_from[at]
                owner[at] = taker
                if taker == start:
                    return
                at = owned[taker]


class _Fitting:
    """Rows by value, so that those which contain a row, or are contained in it, are found fast."""

    def __init__(self, rows: list[frozenset[Atom]]) -> None:
        self._rows = rows
        self._holding: dict[Atom, list[int]] = {}
        for index, row in enumerate(rows):
            for atom in row:
                self._holding.setdefault(atom, []).append(index)
        self._by_rarest: dict[Atom, list[int]] = {}
        for index, row in enumerate(rows):
            if row:
                rarest = min(row, key=lambda atom: len(self._holding[atom]))
                self._by_rarest.setdefault(rarest, []).append(index)
        self._blank = [index for index, row in enumerate(rows) if not row]
        self._known: dict[frozenset[Atom], list[int]] = {}

    def of(self, row: frozenset[Atom]) -> list[int]:
        """The rows that fit this one."""
        if row not in self._known:
            self._known[row] = self._find(row)
        return self._known[row]

    def _find(self, row: frozenset[Atom]) -> list[int]:
        if not row:
            return self._blank
        rarest = min(row, key=lambda atom: len(self._holding.get(atom, ())))
        found = [i for i in self._holding.get(rarest, ()) if row <= self._rows[i]]
        for atom in row:
            found += [i for i in self._by_rarest.get(atom, ()) if self._rows[i] < row]
        return found
