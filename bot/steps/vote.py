"""Several drafts at once: what most of them come to is the answer, their share how sure it is.

Wang et al., "Self-Consistency Improves Chain of Thought Reasoning", ICLR 2023, on rows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.errors import ModelError
from bot.ports import Writer, WriteRequest
from bot.steps.execute import Attempt, Execution, same_text
from bot.steps.same_rows import lenient
from bot.steps.write import Draft

DRAFTS, TEMPERATURE = 3, 0.7


async def drafts(request: WriteRequest, writer: Writer) -> list[Draft]:
    """Return the drafts that came, three at most.

    Raises:
        ModelError: none came.
    """
    asked = replace(request, temperature=TEMPERATURE)
    came = await asyncio.gather(
        *(writer.write(asked) for _ in range(DRAFTS)), return_exceptions=True
    )
    failed = [one for one in came if isinstance(one, BaseException)]
    other = next((error for error in failed if not isinstance(error, ModelError)), None)
    if other is not None or len(failed) == len(came):
        raise other or failed[0]
    return [Draft(c[0], "llm", usage=c[1]) for c in came if not isinstance(c, BaseException)]


async def elected(voters: Sequence[Draft], execution: Execution) -> tuple[Attempt, float]:
    """Return what most drafts come to, and their share of all that were asked for.

    Drafts that fail have no vote; of as many, what less speaks against is taken.
    """
    attempts: dict[str, Attempt] = {}
    for draft in voters:
        key = same_text(draft.cypher)
        if key not in attempts:
            attempts[key] = await execution.attempt(draft)
    parties: list[list[Attempt]] = []
    for draft in voters:
        _join(parties, attempts[same_text(draft.cypher)])
    party = max(parties, key=lambda p: (p[0].rows is not None, len(p), p[0].rank))
    best = max(party, key=lambda one: one.rank)
    return best, len(party) / DRAFTS if best.rows is not None else 0.0


def _join(parties: list[list[Attempt]], one: Attempt) -> None:
    for party in parties:
        if party[0] is one or _alike(party[0], one):
            party.append(one)
            return
    parties.append([one])


def _alike(one: Attempt, other: Attempt) -> bool:
    if one.rows is None or other.rows is None:
        return False
    return lenient(one.rows.rows, other.rows.rows)
