"""Draws trees shape by shape, proves each on the graph, and words it."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Any, TypeAlias, TypeVar

from bot.cypher.literals import inline
from bot.cypher.statement import to_cypher
from bot.events import Rows
from bot.offline.making.ground import Ground, Values, ground
from bot.offline.making.shapes_of_joins import SHAPES_OF_CHAINS, SHAPES_OF_LINKS
from bot.offline.making.shapes_of_one import SHAPES_OF_ONE
from bot.realiser.english import to_question
from memory.query import Comparison, Query
from memory.schema import Schema

Run: TypeAlias = Callable[[str], Awaitable[Rows | None]]
T = TypeVar("T")

# More rows than this nobody reviews.
_MOST_ROWS = 200
# How often a shape is drawn from each thing or join, and how often in a row it may fail.
_DRAWS = 15
_FAILURES = 16
_ASKING = ("Show me the ", "List the ", "Give me the ", "Find the ")
_FIGURES = ("What are the average ", "What are the total ", "What are the number ")


@dataclass(frozen=True, slots=True)
class Pair:
    """A question with its Cypher, values written in; `type` is the name of its shape.

    `ordered` tells that the question asks for an order and the rows have just one. `values` are
    those that were written in.
    """

    question: str
    cypher: str
    type: str
    ordered: bool = False
    values: tuple[object, ...] = ()


async def make_pairs(
    schema: Schema, run: Run, *, values: Values | None = None, seed: int = 0
) -> AsyncIterator[Pair]:
    """Pairs of all shapes in turn, for as long as there are any; the caller stops.

    Args:
        schema: With values and examples; labels whose nodes have no names are left out.
        run: Runs a statement: its rows, or None where it failed or took too long.
        values: More stored values by (label or type, property).
        seed: Another seed, other pairs.
    """
    drawn = ground(schema, values or {}, seed)
    streams = list(_streams(drawn))
    seen: set[str] = set()
    while streams:
        for stream in list(streams):
            pair = await _next_proven(stream, drawn, run, seen)
            if pair is None:
                streams.remove(stream)
            else:
                yield pair


async def _next_proven(
    stream: Iterator[tuple[str, Query]], drawn: Ground, run: Run, seen: set[str]
) -> Pair | None:
    """The next pair of a shape that holds; None once it fails too often in a row."""
    failures = 0
    for type_, query in stream:
        statement, parameters = to_cypher(query)
        cypher = inline(statement, parameters)
        if cypher in seen:
            continue
        seen.add(cypher)
        ordered = await _proven(query, cypher, run)
        question = _worded(query, drawn) if ordered is not None else ""
        if ordered is not None and question not in seen:
            seen.add(question)
            return Pair(question, cypher, type_, ordered, tuple(parameters.values()))
        failures += 1
        if failures == _FAILURES:
            return None
    return None


def _streams(drawn: Ground) -> Iterator[Iterator[tuple[str, Query]]]:
    """One endless-looking stream a shape, each with a chance of its own."""
    for type_, shape in SHAPES_OF_ONE.items():
        yield _stream(drawn, type_, shape, drawn.things)
    for type_, shape_of_link in SHAPES_OF_LINKS.items():
        yield _stream(drawn, type_, shape_of_link, drawn.links)
    for type_, shape_of_chain in SHAPES_OF_CHAINS.items():
        yield _stream(drawn, type_, shape_of_chain, drawn.chains())


def _stream(
    drawn: Ground,
    type_: str,
    shape: Callable[[Ground, T], Query | None],
    subjects: Sequence[T],
) -> Iterator[tuple[str, Query]]:
    own = replace(drawn, chance=random.Random(f"{drawn.chance.random()} {type_}"))
    subjects = own.shuffled(subjects)
    for subject in islice(cycle(subjects), _DRAWS * len(subjects)):
        query = shape(own, subject)
        if query is not None:
            yield type_, query


async def _proven(query: Query, cypher: str, run: Run) -> bool | None:
    """None where it is no good example; else whether its rows have one order only.

    A good one has a few rows, says something in each, and cuts no tie with its LIMIT.
    """
    if query.limit is None or not query.order:
        found = await run(cypher)
        return False if found is not None and _telling(found) else None
    longer = replace(query, limit=query.limit + 1)
    found = await run(inline(*to_cypher(longer)))
    if found is None or len(found.rows) <= query.limit or not _telling(found):
        return None
    at = next(i for i, c in enumerate(query.columns) if c.operand == query.order[0].operand)
    keys = [str(row[at]) for row in found.rows]
    if keys[query.limit - 1] == keys[query.limit]:
        return None
    return len(set(keys)) == len(keys) and query.limit > 1


def _telling(found: Rows) -> bool:
    """Whether there are rows, not too many, and none that says nothing."""
    if not found.rows or found.truncated or len(found.rows) > _MOST_ROWS:
        return False
    if len(found.columns) == 1 and len(found.rows) == 1:
        return found.rows[0][0] not in (None, 0, False)
    return all(any(_said(value) for value in row) for row in found.rows)


def _said(value: Any) -> bool:
    return value is not None and value != "" and not isinstance(value, Mapping)


def _without_known(query: Query) -> Query:
    """Without tests that what is shown is there: nobody asks for the flags of ships with a flag."""
    shown = {column.operand for column in query.columns}
    kept = tuple(
        test
        for test in query.pattern.where
        if not (
            isinstance(test, Comparison)
            and test.operator == "IS NOT NULL"
            and test.left in shown
            and not query.order
        )
    )
    return replace(query, pattern=replace(query.pattern, where=kept))


def _worded(query: Query, drawn: Ground) -> str:
    """The question, some of the lists asked for in other words."""
    text = to_question(_without_known(query), drawn.schema)
    if text.startswith(_FIGURES):
        return "What is " + text.removeprefix("What are ")
    if text.startswith("What are the ") and drawn.chance.random() < 0.4:
        opening = drawn.pick(_ASKING) or _ASKING[0]
        return opening + text.removeprefix("What are the ").removesuffix("?") + "."
    return text
