"""Whether a tree only gives back what the question said: a firm, asked who its head is."""

from __future__ import annotations

from memory.query import Attribute, Comparison, Constant, Query


def echoes(query: Query) -> bool:
    """Whether each value that a tree shows is one that it was told, of what has a relationship.

    What stands alone may be shown by its name: show the film Heat.
    """
    if query.form != "list" or query.source is not None or not query.pattern.edges:
        return False
    told = {
        test.left
        for test in query.pattern.where
        if isinstance(test, Comparison) and test.operator == "=" and _text(test.right)
    }
    shown = [column.operand for column in query.columns]
    return bool(shown) and all(isinstance(x, Attribute) and x in told for x in shown)


def _text(operand: object) -> bool:
    return isinstance(operand, Constant) and isinstance(operand.value, str)
