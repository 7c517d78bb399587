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
    """A statement whose rows hold paths and nodes; `has_path` says that the answer named one."""

    cypher: str
    has_path: bool


def pattern_drawn(cypher: str) -> Drawn | None:
    """Return the paths and nodes that the statement matches in place of its columns.

    The order and the limit of the rows stay. None where one row stands for many (a figure, a row
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
    found = [path for clause in matches if isinstance(clause, Match) for path in clause.paths]
    if len(found) != sum(len(c.paths) if isinstance(c, Match) else 1 for c in matches):
        return None
    shown, names = _named(found, query)
    if not shown:
        return None
    text = f"{cypher[: last.start]}RETURN {', '.join(shown)}{_ending(last, cypher)}"
    for at, name in sorted(names, reverse=True):
        text = f"{text[:at]}{name}={text[at:]}"
    return Drawn(text, any(path.variable for path in found))


def _named(found: list[Path], query: Query) -> tuple[list[str], list[tuple[int, str]]]:
    """What to return, and where a path gets a name for it."""
    taken = {getattr(part, "variable", None) for part in query.walk()}
    shown: list[str] = []
    names: list[tuple[int, str]] = []
    for path in found:
        first = path.elements[0]
        if path.variable is not None:
            shown.append(_quoted(path.variable))
        elif len(path.elements) == 1:
            if isinstance(first, NodePattern) and first.variable is not None:
                shown.append(_quoted(first.variable))
        else:
            number = len(names) + 1
            while (name := f"path{number}") in taken:
                number += len(found)
            names.append((path.start, name))
            shown.append(name)
    return list(dict.fromkeys(shown)), names


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
