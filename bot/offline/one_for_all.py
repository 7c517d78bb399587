"""Whether what is said of everybody is told of anybody: older than everyone they know."""

from __future__ import annotations

import re

from bot.offline.data import load
from bot.offline.tree_parts import walk
from memory.query import Aggregate, Attribute, Comparison, Figure, Not, Query

_THAN_ALL = re.compile(
    r"\bthan (?:all(?! together\b)|every|each of|everyone|everybody|everything|any)\b(?! else\b)",
    re.I,
)
_EVERYBODY = re.compile(r"\b(?P<before>[\w'’]+) every(?:one|body)\b(?! else\b)", re.I)
# Behind these it is told of everybody: show everyone in Rome, the age of everyone.
_TOLD_OF = frozenset(load("asides")["before_everybody"])


def tells_one_for_all(question: str, query: Query) -> bool:
    """Whether a tree asks for one of those of whom all are spoken of."""
    if query.having or any(isinstance(part, Not | Figure) for part in walk(query)):
        return False
    if _THAN_ALL.search(question) and not query.order:
        tests = [test for test in query.pattern.where if isinstance(test, Comparison)]
        return any(_of_two(test) for test in tests)
    found = [match["before"].lower() for match in _EVERYBODY.finditer(question)]
    told = query.form == "list" and bool(query.pattern.edges)
    return told and any(before not in _TOLD_OF for before in found)


def _of_two(test: Comparison) -> bool:
    """Whether a property of one thing is compared with that of another."""
    sides = (test.left, test.right)
    if any(isinstance(side, Aggregate) for side in sides):
        return False
    return len({side.variable for side in sides if isinstance(side, Attribute)}) > 1
