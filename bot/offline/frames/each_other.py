"""Do X and Y follow each other: whether the one does it to the other, and the other to the one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.frames.two_named import told_of_two
from memory.query import Query

_COST = 0.05
_ONE = {"do": "Does", "did": "Did", "are": "Is", "were": "Was", "have": "Has"}
_WAYS = (
    r"(?P<do>do|did|are|were|have) @1 and @2(?: both)? (?P<rest>[a-z]+(?: [a-z]+){0,2}?)"
    r" (?:each other|one another)",
)


@cued("each other", "one another")
def frame(asked: Asked) -> Iterator[Heard]:
    """Do Ada and Bo admire each other?"""
    for two, found in told_of_two(asked, _WAYS):
        one, other = found.span("one"), found.span("other")
        heard = asked.hear(
            (0, one[0], f"{_ONE[found['do'].lower()]} "),
            (one[1], other[0], f" {found['rest']} "),
            (other[1], asked.end, ""),
        )
        query = _both_ways(heard.query) if heard is not None else None
        if heard is not None and query is not None:
            links = used_by(heard, Heard(query, 0.0, (two.one, two.other)))
            yield Heard(query, heard.cost + _COST, links)
            return


def _both_ways(query: Query) -> Query | None:
    """The tree with its one relationship in the other direction as well."""
    nodes, edges = query.pattern.nodes, query.pattern.edges
    if query.form != "yes_no" or len(edges) != 1 or len(nodes) != 2 or edges[0].variable:
        return None
    if not edges[0].directed:
        return query
    back = replace(edges[0], start=edges[0].end, end=edges[0].start)
    return replace(query, pattern=replace(query.pattern, edges=(*edges, back)))
