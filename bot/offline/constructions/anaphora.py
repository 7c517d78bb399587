"""Those, them, their: what the question before was about."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import State


def anaphor(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Points at the subject of the question before; without one, "their" points at the noun."""
    if item.word == "their":
        if state.sites:
            yield state.on(
                item.end,
                0.0,
                previous="their",
                pending=None if state.pending and state.pending.types is None else state.pending,
            )
        return


CONSTRUCTIONS = {"anaphora": anaphor}
