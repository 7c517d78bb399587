"""A follow-up becomes a standalone question: pronouns, ellipsis, "the second one"."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from memory.conversation import Exchange
from memory.query import Query
from memory.schema import LinkedValue

LookUp: TypeAlias = Callable[[str], Awaitable[Sequence[LinkedValue]]]


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What a message means in its conversation, as far as rules can tell.

    `standalone` is the text to link and read. `context` is the earlier tree that the message is
    to be read against ("only those after 2010"). `query` is an edited tree where the meaning is
    known already ("what about Meg Ryan?"). `pinned` are values the rewriting put in, whose link is
    certain. `open` says that the message leans on the conversation in a way the rules cannot
    follow: a model should be asked.
    """

    standalone: str
    follows: bool = False
    context: Query | None = None
    query: Query | None = None
    pinned: tuple[LinkedValue, ...] = ()
    open: bool = False


async def rewrite(message: str, history: Sequence[Exchange], look_up: LookUp) -> Rewrite:
    """The standalone form of `message` after `history` (oldest first)."""
    del look_up
    last = next((past for past in reversed(history) if past.query is not None), None)
    return Rewrite(message, context=last.query if last else None)
