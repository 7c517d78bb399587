"""The statement of an answer, changed to return what its rows come from: for a picture of it."""

from __future__ import annotations

from dataclasses import dataclass

from guardrails.cypher import parse
from guardrails.functions import AGGREGATES
from guardrails.syntax import (
    Call,
    Item,
    Match,
    Name,
    NodePattern,
    Path,
    Projection,
    Query,
    SortKey,
)
from guardrails.tokens import Unreadable


@dataclass(frozen=True, slots=True)
class Drawn:
    """A statement whose rows hold paths and nodes.

    `has_path` says that the answer named a path, `has_edge` that any of it is one.
    """

    cypher: str
    has_path: bool
    has_edge: bool


def pattern_drawn(cypher: str, *, by_id: bool = False) -> Drawn | None:
    """Return the paths and nodes that the statement matches in place of its columns.

    The order and the limit of the rows stay. Where whole nodes may not be returned, `by_id` has the
    identifiers of all nodes in their place. None where one row stands for many (a figure, a row
    of a group), or where what is matched does not reach the rows as it is.

    >>> found = pattern_drawn("MATCH (p:Person)-[:WROTE]->(f:Film) RETURN f.title AS t ORDER BY t")
    >>> print(found.cypher)
    MATCH path1=(p:Person)-[:WROTE]->(f:Film) RETURN path1 ORDER BY f.title
    >>> pattern_drawn("MATCH (f:Film) RETURN count(f) AS films")
    """
    try:
        query = parse(cypher).query
    except Unreadable:
        return None
    if len(query.branches) != 1:
        return None
    *matches, last = query.branches[0].clauses
    if not isinstance(last, Projection) or last.keyword != "RETURN" or _sums_up(last):
        return None
    if last.distinct and (last.skip or last.limit):
        return None
    end = last.start
    if matches and isinstance(matches[-1], Projection) and hands_on(matches[-1]):
        end = matches.pop().start
    found = [path for clause in matches if isinstance(clause, Match) for path in clause.paths]
    if len(found) != sum(len(c.paths) if isinstance(c, Match) else 1 for c in matches):
        return None
    shown, names = _named(found, query, by_id=by_id)
    if not shown:
        return None
    text = f"{cypher[:end]}RETURN {', '.join(shown)}{_ending(last, cypher)}"
    for at, name in sorted(names, reverse=True):
        text = f"{text[:at]}{name}={text[at:]}"
    has_path = any(path.variable for path in found)
    return Drawn(text, has_path, any(len(path.elements) > 1 or path.variable for path in found))


def _named(
    found: list[Path], query: Query, *, by_id: bool
) -> tuple[list[str], list[tuple[int, str]]]:
    """What to return, and where a path gets a name for it."""
    taken = {getattr(part, "variable", None) for part in query.walk()}
    nodes, node = ("[n IN nodes({0}) | elementId(n)]", "elementId({0})") if by_id else ("{0}",) * 2
    shown: list[str] = []
    names: list[tuple[int, str]] = []
    for path in found:
        first = path.elements[0]
        if path.variable is not None:
            shown.append(nodes.format(_quoted(path.variable)))
        elif len(path.elements) == 1:
            if isinstance(first, NodePattern) and first.variable is not None:
                shown.append(node.format(_quoted(first.variable)))
        else:
            number = len(names) + 1
            while (name := f"path{number}") in taken:
                number += len(found)
            names.append((path.start, name))
            shown.append(nodes.format(name))
    return list(dict.fromkeys(shown)), names


def hands_on(clause: Projection) -> bool:
    """Whether a WITH only says which names go on, and that no row comes twice."""
    only = not (clause.star or clause.order or clause.skip or clause.limit or clause.where)
    return only and all(
        isinstance(item.expression, Name) and item.alias in (None, item.expression.name)
        for item in clause.items
    )


def _sums_up(last: Projection) -> bool:
    return any(
        isinstance(part, Call) and part.function.lower() in AGGREGATES
        for item in last.items
        for part in item.walk()
    )


def _ending(last: Projection, text: str) -> str:
    columns = {item.alias: item for item in last.items if item.alias}
    keys = [_key(key, columns, text) for key in last.order]
    ending = f" ORDER BY {', '.join(keys)}" if keys else ""
    for word, bound in (("SKIP", last.skip), ("LIMIT", last.limit)):
        if bound is not None:
            ending += f" {word} {text[bound.start : bound.end]}"
    return ending


def _key(key: SortKey, columns: dict[str, Item], text: str) -> str:
    asked = key.expression
    if isinstance(asked, Name) and asked.name in columns:
        asked = columns[asked.name].expression
    return text[asked.start : asked.end] + (" DESC" if key.descending else "")


def _quoted(name: str) -> str:
    return name if name.isidentifier() else "`" + name.replace("`", "``") + "`"
