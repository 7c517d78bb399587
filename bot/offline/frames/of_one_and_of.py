"""The budget of X and of Y: of each of the two, as the budget of X and Y is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.telling_tree import comparisons
from memory.query import Attribute, Constant, Query
from memory.schema import LinkedValue

_COST = 0.02
_AND_OF = re.compile(r"(?P<and> and|,)(?P<of> of) (?:the )?(?=\w)", re.I)


@cued(" and of ", ", of ")
def frame(asked: Asked) -> Iterator[Heard]:
    """What is the budget of Finance and of Research?"""
    edits: list[Edit] = []
    named: list[LinkedValue] = []
    for found in _AND_OF.finditer(asked.question):
        before = [x for x in asked.linked if x.end == found.start()]
        after = [x for x in asked.linked if x.start == found.end()]
        if before and after:
            edits.append((*found.span("of"), ""))
            named += [*before, *after]
    heard = asked.hear(*edits) if edits else None
    if heard is not None and _of_both(heard.query, {x.value for x in named}):
        yield heard.priced(_COST)


def _of_both(query: Query, values: set[object]) -> bool:
    """Whether a figure is told of things that are those two, not of what both have."""
    if query.pattern.edges:
        return False
    return any(
        isinstance(test.left, Attribute)
        and test.left.variable == query.subject
        and isinstance(test.right, Constant)
        and isinstance(test.right.value, tuple)
        and {*test.right.value} <= values
        for test in comparisons(query.pattern.where)
    )
