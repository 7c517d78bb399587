"""How introspection asks: a few statements at a time, each bounded, none fatal that is optional."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from neo4j import Record

from bot.errors import StatementFailed, StatementTimeout
from guardrails.privacy import Hidden

T = TypeVar("T")


class Read(Protocol):
    """Runs a statement and gives all its records, with the driver's own values."""

    def __call__(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        seconds: float | None = None,
    ) -> Awaitable[list[Record]]:
        """Raises the members of `GraphError`."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """How much introspection looks at.

    `sample` nodes (or relationships) of each label (or type) are fetched; a label with no more
    is read whole. Up to `whole` of them the database itself is asked for exact figures over all
    (up to `distinct` for how many different values there are); beyond, for what it can tell
    within `attempt_seconds`, until `seconds` have passed in all. `scan_seconds` is the limit of
    the one statement that groups all nodes by their labels, and of that for relationships.
    """

    sample: int = 1_000
    whole: int = 2_000_000
    distinct: int = 200_000
    attempt_seconds: float = 4.0
    scan_seconds: float = 10.0
    seconds: float = 30.0
    at_once: int = 4


# Nodes that are fetched of all labels together, a few of each where there are many.
_FETCHED, _LEAST = 40_000, 100


class Reader:
    """The statements of one introspection; `hidden` are the labels that `private` hides."""

    def __init__(self, read: Read, private: Hidden, limits: Limits) -> None:
        self.private = private
        self.hidden = frozenset[str]()
        self.limits = limits
        self._read = read
        self._gate = asyncio.Semaphore(limits.at_once)
        self._until = time.monotonic() + limits.seconds

    @property
    def late(self) -> bool:
        """Whether the time is over, so that only what has to be known is asked."""
        return time.monotonic() > self._until

    async def read(self, cypher: str, parameters: Mapping[str, Any] | None = None) -> list[Record]:
        """What has to be known; as long as it takes within `Limits.seconds`."""
        async with self._gate:
            return await self._read(
                cypher, self._with_hidden(parameters), seconds=self.limits.seconds
            )

    async def attempt(
        self,
        cypher: str,
        seconds: float | None = None,
        *,
        parameters: Mapping[str, Any] | None = None,
        late: bool = False,
    ) -> list[Record] | None:
        """What is good to know: None where the database cannot tell it in `seconds`.

        It is asked `late`, too, when the time of the whole introspection is over.
        """
        async with self._gate:
            limit = self.limits.attempt_seconds if seconds is None else seconds
            left = limit if late else min(limit, self._until - time.monotonic())
            if left <= 0:
                return None
            try:
                return await self._read(cypher, self._with_hidden(parameters), seconds=left)
            except (StatementTimeout, StatementFailed):
                return None

    def _with_hidden(self, parameters: Mapping[str, Any] | None) -> dict[str, Any]:
        return {**(parameters or {}), "hidden": sorted(self.hidden)}

    async def count_each(self, patterns: Sequence[str]) -> list[int]:
        """How often each pattern of a variable `x` matches: on Neo4j from its count store."""
        found = await in_parallel(self._count_batch(batch) for batch in batches(patterns, 50))
        return [number for batch in found for number in batch]

    async def _count_batch(self, patterns: Sequence[str]) -> list[int]:
        # A constant next to count(x) would group by it, and the count store would not be used.
        parts = [
            f"MATCH {pattern} WITH count(x) AS n RETURN {index} AS i, n"
            for index, pattern in enumerate(patterns)
        ]
        counts = {row["i"]: row["n"] for row in await self.read(" UNION ALL ".join(parts))}
        return [counts.get(index, 0) for index in range(len(patterns))]


def sampled(labels: int, most: int = 1_000) -> int:
    """How many nodes of each of so many labels are fetched."""
    return min(most, max(_LEAST, _FETCHED // max(labels, 1)))


def quote(name: str) -> str:
    """A label, type or property name as it stands in Cypher.

    >>> print(quote("Film"), quote("it`s"))
    `Film` `it``s`
    """
    return f"`{name.replace('`', '``')}`"


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in runs of at most `size`."""
    return (items[start : start + size] for start in range(0, len(items), size))


def packed(sizes: Mapping[str, int], most: int, length: int) -> Iterator[list[str]]:
    """Names in groups of at most `length` whose sizes sum up to at most `most`."""
    group: list[str] = []
    total = 0
    for name, size in sizes.items():
        if group and (total + size > most or len(group) >= length):
            yield group
            group, total = [], 0
        group.append(name)
        total += size
    if group:
        yield group


def spread(count: int, sample: int, parts: int = 5) -> Iterator[tuple[int, int]]:
    """(skip, limit) of `parts` runs from the first to the last of `count`, `sample` in all.

    So that not only the oldest nodes are seen.

    >>> list(spread(1000, 100, 2)), list(spread(80, 100))
    ([(0, 50), (950, 50)], [(0, 80)])
    """
    if count <= sample:
        yield 0, count
        return
    length = max(sample // parts, 1)
    for part in range(parts):
        yield part * (count - length) // (parts - 1), length


async def in_parallel(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """The results in order; the first failure ends the others and is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in work]
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return [task.result() for task in tasks]
