"""Pinned questions: from under an answer to the person's own welcome page."""

from __future__ import annotations

from bot.cicerone import Cicerone
from bot.errors import UsageError

PIN = "/public/pin.svg"
_PINNED = "Pinned to the welcome page; unpin it under Memory."


async def pinned(cicerone: Cicerone, person: str) -> list[str]:
    """The questions that a person pinned on this graph, the first pinned first.

    Raises:
        StoreError: the database fails.
    """
    own = cicerone.own_pairs
    if own is None:
        return []
    return [one.question for one in await own.pinned(person, cicerone.settings.graph_key)]


async def pin_answer(cicerone: Cicerone, person: str, answer_id: str) -> str:
    """Pin the question of one of the person's own answers with its query; what to tell them.

    Raises:
        UsageError: it is no answer of theirs with a query, or as many are pinned as one may.
        StoreError: the database fails.
    """
    found = await cicerone.store.answered(answer_id) if cicerone.store else None
    mine = found if found is not None and found.user == person else None
    if mine is None or not await cicerone.own_memory(person).pin(mine.exchange):
        raise UsageError("There is no answer here whose question could be pinned.")
    return _PINNED
