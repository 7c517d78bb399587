"""Thumbs on an answer: liked pairs are kept as examples, disliked ones are known again."""

from __future__ import annotations

from bot.cicerone import Cicerone
from bot.events import ENGINES, Outcome, Rows
from bot.page.lifespan import opened
from memory.catalogue import marked, say
from memory.store import Answered

_NOTED = marked("Noted: this answer is not taken for right. Ask again in other words.")


async def is_of(person: str, answer_id: str) -> bool:
    """Whether a person got this answer.

    Raises:
        StoreError: the store fails.
    """
    found = await (await opened.store()).answered(answer_id)
    return found is not None and found.user == person


async def learn(person: str, answer_id: str, positive: bool) -> str:
    """Take in the verdict of `person` on their own answer; one sentence on what follows, or "".

    Raises:
        CiceroneError: the store or the answer's graph fails.
    """
    found = await (await opened.store()).answered(answer_id)
    if found is None or found.user != person:
        return ""
    async with opened.held_for(found) as cicerone:
        return await rate(cicerone, found, positive)


async def rate(cicerone: Cicerone, found: Answered, positive: bool) -> str:
    """Take in the verdict of whoever asked on an answer; one sentence on what follows, or ""."""
    await cicerone.like(found.user, outcome_of(found), positive)
    return say(_NOTED) if found.exchange.cypher and not found.exchange.act and not positive else ""


def outcome_of(found: Answered) -> Outcome:
    """What is kept of an answer, as it was told."""
    exchange = found.exchange
    # What ran has columns; an error is nobody's example, whatever thumb is on it.
    failed = None if exchange.columns else "It did not run."
    return Outcome(
        question=exchange.question,
        standalone=exchange.standalone,
        cypher=exchange.cypher,
        parameters=dict(exchange.parameters),
        engine=next((one for one in ENGINES if one == found.engine), None),
        linked=exchange.linked,
        result=Rows(exchange.columns, (), exchange.row_count, exchange.row_count != 0),
        reading=exchange.reading,
        act=exchange.act,
        error=failed,
    )
