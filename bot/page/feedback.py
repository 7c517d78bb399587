"""Thumbs on an answer: liked pairs are kept as examples, disliked ones dropped."""

from __future__ import annotations

from bot.cicerone import Cicerone
from bot.events import Outcome, Rows
from memory.store import Answered


async def learn(cicerone: Cicerone, person: str, answer_id: str, positive: bool) -> bool:
    """Take in the verdict of `person` on their own answer; whether there was such an answer."""
    found = await cicerone.store.answered(answer_id) if cicerone.store else None
    if found is None or found.user != person:
        return False
    await cicerone.like(person, _outcome(found), positive)
    return True


def _outcome(found: Answered) -> Outcome:
    exchange = found.exchange
    engine = found.engine
    return Outcome(
        question=exchange.question,
        standalone=exchange.standalone,
        cypher=exchange.cypher,
        parameters=dict(exchange.parameters),
        engine=engine if engine in ("memory", "offline", "llm") else None,  # type: ignore[arg-type]
        linked=exchange.linked,
        result=Rows(exchange.columns, (), exchange.row_count, exchange.row_count != 0),
        reading=exchange.reading,
    )
