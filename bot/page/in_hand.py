"""What a person does with an answer by a click: overrule a name, run a query, keep it as verified.

What the browser sends is not to be trusted: an answer is looked up by whose it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from chainlit import Action, Message, Step
from chainlit.context import get_context

from bot.errors import CiceroneError, UsageError
from bot.page.conversation import converse, person
from bot.page.feedback import outcome_of
from bot.page.lifespan import opened
from bot.page.limits import limits, who_asks
from bot.page.overrule import overruled, said
from bot.page.pins import pin_answer
from guardrails.cypher import MAX_BYTES
from memory.catalogue import marked, preferred, say, speak
from memory.schema import LinkedValue
from memory.store import Answered

_LONGEST_QUESTION = 300
_SAVED = marked("Kept: you are answered with this query from now on.")
_WAITS = marked("For everybody else it waits until it is reviewed.")
_MINE = marked("It cannot be for everybody: others would not ask it in this form.")


async def overrule(action: Action) -> None:
    """The person says what words really mean, and the question is asked again."""

    async def meant(found: Answered) -> None:
        standalone = found.exchange.standalone
        async with opened.held_for(found) as cicerone:
            link = overruled(action.payload, standalone, cicerone.schema)
        _begin(said(link), standalone, overrules=[link])

    await _with_answer(action, meant)


async def run_query(action: Action) -> None:
    """The query of an answer, edited, is run for the same question."""

    async def edited(found: Answered) -> None:
        cypher = action.payload.get("cypher")
        if not isinstance(cypher, str) or not cypher.strip():
            raise UsageError(say("The query is blank; write one."))
        if len(cypher.encode("utf-8", "replace")) > MAX_BYTES:
            raise UsageError(
                say("That query is longer than {count} bytes; shorten it.", count=MAX_BYTES)
            )
        _begin(cypher.strip(), found.exchange.standalone, cypher=cypher.strip())

    await _with_answer(action, edited)


async def save_verified(action: Action) -> None:
    """Question and query of an answer are kept for the person, and as a lesson for review."""

    async def kept(found: Answered) -> None:
        asked = action.payload.get("question")
        question = " ".join(asked.split()) if isinstance(asked, str) else ""
        if not question:
            raise UsageError(say("The question is blank; write what this query answers."))
        if len(question) > _LONGEST_QUESTION:
            raise UsageError(
                say("Write the question in {count} characters at most.", count=_LONGEST_QUESTION)
            )
        outcome = outcome_of(found)
        if outcome.error or not outcome.cypher:
            raise UsageError(say("Only a query that ran can be kept."))
        if question != outcome.standalone:
            outcome = replace(outcome, standalone=question, linked=())
        async with opened.held_for(found) as cicerone:
            why = marked("Somebody saved it as verified.")
            waits = await cicerone.like(person(), outcome, True, why)
        await get_context().emitter.send_toast(
            f"{say(_SAVED)} {say(_WAITS if waits else _MINE)}", "success"
        )

    await _with_answer(action, kept)


async def pin(action: Action) -> None:
    """The question of an answer is pinned to the person's welcome page."""

    async def pinned(found: Answered) -> None:
        async with opened.held_for(found) as cicerone:
            told = await pin_answer(cicerone, found)
        await get_context().emitter.send_toast(told, "success")

    await _with_answer(action, pinned)


ACTIONS = {
    "overrule": overrule,
    "run_query": run_query,
    "save_verified": save_verified,
    "pin": pin,
}


async def _with_answer(action: Action, do: Callable[[Answered], Awaitable[None]]) -> None:
    """Do something with an answer of the person's own, within their limits; tell what is wrong."""
    speak(preferred(getattr(get_context().session, "language", "")))
    if told := limits().refusal(who_asks(get_context().session)):
        await get_context().emitter.send_toast(told, "error")
        return
    try:
        found = await (await opened.store()).answered(str(action.payload.get("answer")))
        if found is None or found.user != person():
            raise UsageError(say("There is no such answer of yours."))
        await do(found)
    except CiceroneError as error:
        await get_context().emitter.send_toast(str(error), "error")


def _begin(
    shown: str, question: str, *, overrules: Sequence[LinkedValue] = (), cypher: str | None = None
) -> None:
    """Answer in a task of the session, so that Stop ends it like any other turn."""
    turn = _turn(shown, question, overrules=overrules, cypher=cypher)
    get_context().session.current_task = asyncio.create_task(turn)


async def _turn(shown: str, question: str, **how: Any) -> None:
    await get_context().emitter.task_start()
    try:
        await Message(content=shown, type="user_message", author=person()).send()
        async with Step(name="on_message", type="run") as run:
            await converse(question, run.id, **how)
    finally:
        await get_context().emitter.task_end()
