"""A collection that is read part by part: a stop loses little of it, a change renews little.

A *part* is what was read of one source (the names that one property holds) at one state of it. Each
reading has a number, which its entries carry in their payload; a part that is read anew takes the
place of the old one at once, when it is whole. Who holds `writing` is the only writer; everybody
else sees each part as soon as it is there.

Adapters: `memory.index_pieces` (in this process) and `memory.index_server_parts` (a Qdrant server).
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from memory.index import Collection as Layout
from memory.index import Entry, Hit, Search

NUMBER = "part"

Noted: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A part that is whole.

    `state` is that of its source when it was read, `size` how many entries it has, `read` when, in
    seconds since 1970, and `noted` what its reader says of it, as JSON.
    """

    number: int
    state: str
    size: int
    read: float
    noted: Noted = field(default_factory=dict)


class Writer(Protocol):
    """Writes parts. Every method raises `StoreError` where the index fails."""

    async def put(
        self,
        name: str,
        state: str,
        entries: AsyncIterable[Entry],
        noted: Callable[[], Noted] = dict,
    ) -> int:
        """Write one part; it is seen once it is safe, at the latest after `finish`.

        Args:
            name: The part's.
            state: The state of its source.
            entries: All of them; their identities do not matter.
            noted: Called once they are all there: what to remember of the part.

        Returns:
            How many entries it has.
        """
        ...

    async def finish(self, names: Collection[str]) -> None:
        """Make safe what was put, and forget every part but these."""
        ...


class PartedIndex(Protocol):
    """One collection in parts. Every method raises `StoreError` where the index fails."""

    collection: Layout

    async def parts(self) -> Mapping[str, Part]:
        """What is there, by the parts' names."""
        ...

    def writing(self) -> AbstractAsyncContextManager[Writer | None]:
        """The right to write, until the block ends; None while another process has it."""
        ...

    async def search(self, searches: Sequence[Search]) -> list[list[Hit]]:
        """The hits of each search, best first; those of parts that were replaced are left out."""
        ...

    async def count(self) -> int:
        """How many entries the parts have."""
        ...

    async def close(self) -> None:
        """Let go."""
        ...


def living(hits: Sequence[Hit], numbers: Collection[int], limit: int) -> list[Hit]:
    """The hits of parts that still hold, best first."""
    found = [hit for hit in hits if hit.payload.get(NUMBER) in numbers]
    return sorted(found, key=lambda hit: -hit.score)[:limit]
