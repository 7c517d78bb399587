"""Pairs from answers that people rated in the chat: liked as they are, disliked to be mended."""

from __future__ import annotations

from collections.abc import AsyncIterator

from sqlalchemy import select

from bot.cypher.literals import inline
from bot.evaluation.questions import Question
from bot.evaluation.suggest.drafts_file import Draft
from bot.evaluation.suggest.prove import Prover, note
from memory.codec import load_exchange
from memory.examples import same_question
from memory.store import Store
from memory.tables import exchanges, feedbacks


async def from_chat(store: Store, graph: str, prover: Prover) -> AsyncIterator[Draft]:
    """Rated questions about a graph, the newest first, each once; those liked before the others.

    A liked statement has to run and return rows still. A disliked one is drafted in any case that
    runs: its type says that the Cypher is in doubt.
    """
    seen: set[str] = set()
    for value, source in ((1, "liked"), (0, "disliked")):
        for question, cypher in await _rated(store, graph, value):
            rows = await prover.run(cypher)
            key = same_question(question)
            if key in seen or rows is None or (value and not rows.rows):
                continue
            seen.add(key)
            yield Draft(Question(question, cypher, source), source, note=note(rows))


async def _rated(store: Store, graph: str, value: int) -> list[tuple[str, str]]:
    query = (
        select(exchanges.c.body)
        .join(feedbacks, feedbacks.c.forId == exchanges.c.message)
        .where(exchanges.c.graph == graph, feedbacks.c.value == value)
        .order_by(exchanges.c.id.desc())
    )
    async with store.read() as connection:
        bodies = (await connection.execute(query)).scalars().all()
    found = [load_exchange(body) for body in bodies]
    return [
        (each.standalone or each.question, inline(each.cypher, each.parameters))
        for each in found
        if each is not None and each.cypher and not each.act
    ]
