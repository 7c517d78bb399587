"""Do rows say what a gold's say, in other words? What teaches as right, beyond what is right.

A gold shows the number of an issue, a reading its title; a share comes as a fraction or in percent;
a difference the other way round; those that have none are told with a nought or left out; of those
that tie all are told, or one. Learning from such readings as wrong ones would teach nonsense. How
often answers are right is measured without any of this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.steps import same_rows
from memory.query import Attribute, Column, Entity, Query

Rows = Sequence[Sequence[Any]]
_CLOSE = 1e-6
_TIES = 30


def says_the_same(cypher: str, gold: Rows, rows: Rows, tree: Query) -> bool:
    """Whether rows tell what a gold's do.

    Args:
        cypher: The gold.
        gold: Its rows.
        rows: Those of a reading.
        tree: The reading.
    """
    if (one := _number(gold)) is not None and (other := _number(rows)) is not None:
        sizes = [(one, other), (-one, other), (100 * one, other), (one, 100 * other)]
        return bool(one) and any(abs(a - b) <= _CLOSE * max(1.0, abs(a)) for a, b in sizes)
    some = [row for row in gold if not any(_nought(cell) for cell in row)]
    if some and len(some) < len(gold) and same_rows.lenient(some, rows):
        return True
    ties = tree.limit == 1 and bool(tree.order) and ("max(" in cypher or "min(" in cypher)
    if not ties or len(rows) != 1 or not 1 < len(gold) <= _TIES:
        return False
    return any(same_rows.lenient([row], rows) for row in gold)


def of_whole_things(tree: Query) -> Query | None:
    """A reading that shows whole things where it shows values of theirs; None where it shows none.

    >>> from memory.query import Node, Pattern
    >>> tree = Query(Pattern((Node("f", ("Film",)),)), (Column(Attribute("f", "title"), "t"),), "f")
    >>> of_whole_things(tree).columns
    (Column(operand=Entity(variable='f'), name='f'),)
    """
    columns = list[Column]()
    for one in tree.columns:
        if isinstance(one.operand, Attribute):
            one = Column(Entity(one.operand.variable), one.operand.variable)
        if one not in columns:
            columns.append(one)
    return replace(tree, columns=tuple(columns)) if tuple(columns) != tree.columns else None


def _number(rows: Rows) -> float | None:
    if len(rows) != 1 or len(rows[0]) != 1 or not _figure(rows[0][0]):
        return None
    return float(rows[0][0])


def _figure(cell: Any) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _nought(cell: Any) -> bool:
    return _figure(cell) and not cell
