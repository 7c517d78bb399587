"""How far apart the ends of what is measured are: between the highest and the lowest price."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.naming import column_names
from memory.query import Aggregate, Arithmetic, Column

_COST = 0.05
_UP = "highest|largest|maximum|max|biggest|greatest|longest|latest|most expensive|top"
_DOWN = "lowest|smallest|minimum|min|least|shortest|earliest|cheapest|bottom"
_FIGURE = frozenset(["highest", "largest", "maximum", "max", "biggest", "greatest", "top"])
_BETWEEN = re.compile(
    r"(?:what(?:['’]s| is| was)? |how (?:big|large|great|wide)(?: is| was)? )?(?:the )?"
    r"(?:difference|gap|spread|distance|range) between (?:the )?"
    rf"(?:(?P<up>{_UP})|(?P<low>{_DOWN})),? and (?:the )?"
    rf"(?P<other>{_UP}|{_DOWN}) (?=\w)",
    re.I,
)


@cued(" between ")
def frame(asked: Asked) -> Iterator[Heard]:
    """What is the difference between the highest and the lowest price of our cakes?"""
    found = _BETWEEN.search(asked.question)
    if found is None:
        return
    first, other = found["up"] or found["low"], found["other"].lower()
    rising = found["up"] is None
    if not re.fullmatch(_UP if rising else _DOWN, other):
        return
    if not {first.lower(), other} & _FIGURE:
        # The longest and the shortest film: those are no figures.
        return
    heard = asked.hear((*found.span(), "What is the average "))
    if heard is None or len(heard.query.columns) != 1:
        return
    query = heard.query
    mean = query.columns[0].operand
    if query.form != "value" or not isinstance(mean, Aggregate) or mean.function != "avg":
        return
    ends = (replace(mean, function="max"), replace(mean, function="min"))
    apart = Arithmetic("-", *ends)
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    name = column_names([apart], labels, query.subject)[0]
    made = replace(query, columns=(Column(apart, name),))
    yield heard.priced(_COST, made)
