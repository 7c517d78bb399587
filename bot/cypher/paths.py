"""A pattern as Cypher has it: paths of nodes and relationships."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from memory.query import Edge, Node, Pattern

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def quote(name: str) -> str:
    """A schema name as Cypher writes it.

    >>> quote("title"), quote("release date")
    ('title', '`release date`')
    """
    return name if _PLAIN.match(name) else "`" + name.replace("`", "``") + "`"


def paths(pattern: Pattern, seen: set[str]) -> str:
    """Every edge once, chained where the next starts at the last node.

    Within one MATCH no relationship is used twice, and who ordered both A and B may have done
    so in one order: the way to B gets a MATCH of its own.
    """
    nodes = {node.variable: node for node in pattern.nodes}
    left = list(pattern.edges)
    texts: list[str] = []
    apart, again = ",\n      ", "\nMATCH "
    before: list[Edge] = []
    while left:
        edge = left.pop(0)
        path = [edge]
        first, last = edge.start, edge.end
        if last in seen and first not in seen:
            first, last = last, first
        text = _node(nodes, first, seen) + _edge(edge, first) + _node(nodes, last, seen)
        while True:
            following = next((e for e in left if last in (e.start, e.end)), None)
            if following is None:
                break
            left.remove(following)
            path.append(following)
            to = following.end if following.start == last else following.start
            text += _edge(following, last) + _node(nodes, to, seen)
            last = to
        shared = any(_alike(a, b, pattern.edges) for a in before for b in path)
        texts.append(f"{again if shared else apart}{text}" if texts else text)
        before += path
    for variable in nodes:
        if variable not in seen:
            texts.append((apart if texts else "") + _node(nodes, variable, seen))
    return "".join(texts)


def _node(nodes: dict[str, Node], variable: str, seen: set[str]) -> str:
    node = nodes.get(variable)
    labels = (
        "" if variable in seen or node is None else "".join(":" + quote(x) for x in node.labels)
    )
    seen.add(variable)
    return f"({quote(variable)}{labels})"


def _edge(edge: Edge, came_from: str) -> str:
    hops = ""
    if edge.hops != (1, 1):
        low, high = edge.hops
        hops = f"*{low}" if low == high else f"*{low}..{high}"
    types = "|".join(quote(x) for x in edge.types)
    inner = f"{quote(edge.variable) if edge.variable else ''}{':' + types if types else ''}{hops}"
    body = f"[{inner}]" if inner else ""
    if not edge.directed:
        return f"-{body}-"
    return f"-{body}->" if came_from == edge.start else f"<-{body}-"


def _alike(one: Edge, other: Edge, edges: Sequence[Edge]) -> bool:
    """Whether two relationships from one node may be the same: both lead on to other nodes."""
    near = {one.start, one.end} & {other.start, other.end}
    if len(near) != 1 or not {*one.types} & {*other.types}:
        return False
    far = ({one.start, one.end} | {other.start, other.end}) - near
    return all(sum(node in (e.start, e.end) for e in edges) > 1 for node in far)


def branches(pattern: Pattern, bound: Set[str]) -> Iterator[Pattern]:
    """The parts of a pattern that have only bound nodes in common: each is there or not.

    What is tested speaks of the whole, which is one part then.
    """
    if pattern.where or not pattern.edges:
        yield pattern
        return
    left = list(pattern.edges)
    while left:
        part = [left.pop(0)]
        while near := [e for e in left if any(_meet(e, other, bound) for other in part)]:
            part += near
            left = [e for e in left if e not in near]
        ends = {end for edge in part for end in (edge.start, edge.end)}
        nodes = tuple(node for node in pattern.nodes if node.variable in ends)
        yield Pattern(nodes, tuple(part))


def _meet(one: Edge, other: Edge, bound: Set[str]) -> bool:
    """Whether two edges have an end in common that is not bound."""
    return bool(({one.start, one.end} & {other.start, other.end}) - bound)
