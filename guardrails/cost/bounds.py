"""What would run away, and the text with an upper bound on every path that has none.

The time limit ends any statement; these checks refuse at once what could only ever end there, and
what fills memory or cannot be stopped before the limit is up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from guardrails.cost.excess import Excess, TooMuch
from guardrails.cost.graph import MAX_HOPS, graph_of
from guardrails.cost.rows import Rows
from guardrails.syntax import (
    Binary,
    GroupPattern,
    Name,
    NodePattern,
    Path,
    Property,
    Query,
    RelationshipPattern,
)
from memory.catalogue import say
from memory.schema import Schema

_NARROWING = ("=", "IN", "STARTS WITH", "ENDS WITH", "CONTAINS", "=~")


def excesses(
    query: Query, parameters: Mapping[str, Any] | None = None, schema: Schema | None = None
) -> Iterator[Excess]:
    """Everything in the statement that is out of bounds."""
    anchored = _anchored(query)
    for part in query.walk():
        if isinstance(part, Path):
            yield from _long_paths(part, anchored)
    try:
        Rows(graph_of(schema), parameters).query(query, {})
    except TooMuch as error:
        yield error.excess


def bounded(text: str, query: Query) -> str:
    """The text with an upper bound on every path that has none; shortest paths are left alone.

    >>> from guardrails.cypher import parse
    >>> text = "MATCH (a:A {x: 1})-[:R*]->(b), (b)-[:S]->{2,}(c) RETURN c"
    >>> bounded(text, parse(text).query)
    'MATCH (a:A {x: 1})-[:R*1..15]->(b), (b)-[:S]->{2,15}(c) RETURN c'
    """
    edits: dict[tuple[int, int], str] = {}
    for path in query.walk():
        if isinstance(path, Path) and "SHORTEST" not in path.selector:
            for element in _repeated(path):
                assert element.hops is not None
                low, high = element.hops
                if high is None:
                    behind = element.hops_span[1] == element.end
                    bound = f"{{{low},{MAX_HOPS}}}" if behind else f"*{low}..{MAX_HOPS}"
                    edits[element.hops_span] = bound
    for (start, end), bound in sorted(edits.items(), reverse=True):
        text = text[:start] + bound + text[end:]
    return text


def _repeated(path: Path) -> list[RelationshipPattern | GroupPattern]:
    return [
        e
        for e in path.elements
        if isinstance(e, (RelationshipPattern, GroupPattern)) and e.hops is not None
    ]


def _long_paths(path: Path, anchored: set[str]) -> Iterator[Excess]:
    repeated = _repeated(path)
    if not repeated:
        return
    open_ended = [e for e in repeated if e.hops and e.hops[1] is None]
    lengths = [max(e.hops[0] or 0, e.hops[1] or 0) for e in repeated if e.hops]
    if sum(lengths) > MAX_HOPS:
        yield Excess(
            "path_bound",
            say(
                "it follows paths of up to {steps} steps; {most} is the limit",
                steps=sum(lengths),
                most=MAX_HOPS,
            ),
            path.start,
            path.end,
        )
    elif open_ended:
        yield from _open_path(path, open_ended[0], anchored)


def _open_path(
    path: Path, element: RelationshipPattern | GroupPattern, anchored: set[str]
) -> Iterator[Excess]:
    ends = [e for e in (path.elements[0], path.elements[-1]) if isinstance(e, NodePattern)]
    free = [e for e in ends if not (e.properties or e.where or e.variable in anchored)]
    shortest = "SHORTEST" in path.selector
    every = "ALL" in path.selector
    typed = isinstance(element, RelationshipPattern) and element.types is not None
    if (len(free) == 2 and (shortest or not typed)) or (free and shortest and every):
        yield Excess(
            "path_unanchored",
            say(
                "it follows paths of any length between any two nodes; name where they start and "
                "end, or give a limit"
            ),
            path.start,
            path.end,
        )
    elif not shortest:
        yield Excess(
            "path_unbounded",
            say("its paths are followed for up to {most} steps", most=MAX_HOPS),
            element.start,
            element.end,
            fatal=False,
        )


def _anchored(query: Query) -> set[str]:
    """Variables that a property map or a condition on their own values narrows down."""
    found: set[str] = set()
    for part in query.walk():
        if isinstance(part, NodePattern) and part.variable and (part.properties or part.where):
            found.add(part.variable)
        elif isinstance(part, Binary) and part.operator in _NARROWING:
            found |= {
                p.base.name
                for p in part.walk()
                if isinstance(p, Property) and isinstance(p.base, Name)
            }
    return found
