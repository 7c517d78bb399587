"""Pinned questions: from under an answer to the person's own welcome page."""

from __future__ import annotations

from bot.cicerone import Cicerone
from bot.errors import UsageError
from memory.catalogue import say
from memory.store import Answered

PIN = "/public/pin.svg"


async def pinned(cicerone: Cicerone, person: str) -> list[str]:
    """The questions that a person pinned on this graph, the first pinned first.

    Raises:
        StoreError: the database fails.
    """
    own = cicerone.own_pairs
    if own is None:
        return []
    return [one.question for one in await own.pinned(person, cicerone.settings.graph_key)]


async def pin_answer(cicerone: Cicerone, found: Answered) -> str:
    """Pin the question of an answer with its query, for whoever asked it; what to tell them.

    Raises:
        UsageError: it has no query, or as many are pinned as one may.
        StoreError: the database fails.
    """
    if not await cicerone.own_memory(found.user).pin(found.exchange):
        raise UsageError(say("There is no answer here whose question could be pinned."))
    return say("Pinned to the welcome page; unpin it under Memory.")
