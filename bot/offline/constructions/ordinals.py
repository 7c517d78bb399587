"""The second largest: all that are larger are passed over."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import State


def ordinal(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """The superlative that follows is passed over so many times."""
    if state.skip or state.limit is not None or state.rank is not None:
        return
    yield state.on(item.end, 0.0, skip=int(item.word) - 1, singular=True)


CONSTRUCTIONS = {"ordinal": ordinal}
