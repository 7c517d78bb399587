"""A turn on the page and in the widget: steps, the streamed answer, the rows below it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from chainlit import CustomElement, Message, Step
from chainlit.config import config
from chainlit.context import get_context
from chainlit.utils import utc_now

from bot.events import (
    AnswerToken,
    Drafted,
    Event,
    Linked,
    Notice,
    Outcome,
    Rewritten,
    StepFinished,
    StepStarted,
)
from bot.prices import usage_text
from bot.render.answer_props import answer_props, is_worth_showing
from bot.render.markdown import code_block, escape, escape_prose
from bot.render.phrases import duration, in_line, step_running, step_summary, step_title
from bot.render.shown_parts import ELEMENT, show_part
from bot.render.table import cell_text
from memory.catalogue import in_english, is_english, say
from memory.schema import LinkedValue


class Web:
    """One turn of the page."""

    def __init__(
        self,
        answer_id: str,
        max_export: int,
        has_model: bool,
        hosts: Collection[str] = (),
        charts: bool = True,
    ) -> None:
        """`answer_id` is the run that feedback names.

        Where it `has_model`, prose may have strong words, and links to these hosts. `charts` says
        whether rows are drawn.
        """
        self._charts = charts
        self._answer_id = answer_id
        self._max_export = max_export
        self._escape: Callable[[str], str] = escape
        if has_model:
            self._escape = partial(escape_prose, hosts=hosts)
        self._began = time.perf_counter()
        self._trail = Step(
            name="Thinking",
            type="tool",
            parent_id=answer_id,
            metadata={"avatarName": config.ui.name},
        )
        self._answer = Message(content="")
        self._question: str | None = None
        self._candidates: tuple[LinkedValue, ...] = ()
        self._query = ""
        self._notices: list[str] = []
        self._doubts: list[str] = []
        self._steps = 0

    async def __call__(self, event: Event) -> None:
        """Show an event."""
        match event:
            case StepStarted(step):
                await self._running(step_running(step))
            case StepFinished():
                if event.step == "judge" and in_english(event.summary) not in ("", "answers"):
                    self._doubts.append(event.summary)
                await self._finished(event)
            case Rewritten(standalone):
                self._question = standalone
            case Linked(_, linked):
                self._candidates = linked
            case Drafted():
                self._query = _query_text(event)
            case Notice(text):
                self._notices.append(text)
                # The lines of the trail are folded in; its name is what is seen.
                await self._running(text)
                await self._line(text, "")
            case AnswerToken(text):
                await self._token(text)

    async def waits(self, number: int) -> None:
        """Show the place in line."""
        await self._running(in_line(number))

    async def finish(self, outcome: Outcome) -> None:
        """Close the trail and set the whole answer, or the error with what was tried."""
        took = duration((time.perf_counter() - self._began) * 1000)
        told = [say("How I got there"), took, usage_text(outcome.usage)]
        thread = get_context().session.thread_id
        await self._end_trail(" · ".join(filter(None, told)))
        shown = (self._candidates, self._notices, self._max_export, self._charts)
        props = answer_props(outcome, self._answer_id, *shown, self._doubts, took, thread)
        if outcome.error:
            await self._fail(outcome.error)
        else:
            self._answer.content = self._lead() + self._escape(outcome.answer or "")
        if outcome.shown is not None and not await show_part(*outcome.shown):
            self._answer.content = say("There is none here.")
        if is_worth_showing(props):
            element = CustomElement(name=ELEMENT, props=props, display="inline")
            self._answer.elements = [element]  # type: ignore[list-item]
        await self._answer.send()

    async def stop(self) -> None:
        """Show that the turn was stopped; what was told by then is kept."""
        await self._end_trail(say("Stopped"))
        if self._answer.streaming:
            await self._answer.send()

    async def _fail(self, error: str) -> None:
        """Make the error the answer; what was already told of another stays."""
        if self._answer.streaming:
            await self._answer.send()
            self._answer = Message(content="")
        self._answer.is_error = True
        self._answer.content = escape(error)

    async def _running(self, name: str) -> None:
        """Say what is under way. Only the page is told: a name of a moment is not worth saving."""
        self._trail.name = name
        if self._trail.start is None:
            self._trail.start = utc_now()
            await self._trail.send()
        else:
            await get_context().emitter.update_step(self._trail.to_dict())

    async def _finished(self, event: StepFinished) -> None:
        title = [step_title(event.step), step_summary(event), duration(event.ms)]
        await self._line(
            " · ".join(filter(None, title)), self._query if event.step == "run" else ""
        )

    async def _line(self, name: str, detail: str) -> None:
        step = Step(name=name, type="tool", parent_id=self._trail.id, show_input=False)
        step.start = step.end = utc_now()
        step.output = detail
        self._steps += 1
        await step.send()

    async def _token(self, text: str) -> None:
        if not self._answer.streaming and self._lead():
            await self._answer.stream_token(self._lead())
        await self._answer.stream_token(self._escape(text))

    def _lead(self) -> str:
        """A follow-up is answered under the question as it was understood, where it was."""
        return f"> {escape(self._question)}\n\n" if self._question and self._query else ""

    async def _end_trail(self, name: str) -> None:
        if self._trail.start is None:
            return
        self._trail.name = name
        self._trail.end = utc_now()
        await self._trail.update()


def _query_text(draft: Drafted) -> str:
    parts = [escape(draft.reading)] if draft.reading and is_english() else []
    parts.append(code_block(draft.cypher.strip(), "cypher"))
    if draft.parameters:
        parts.append(code_block(_parameter_lines(draft.parameters)))
    return "\n\n".join(parts)


def _parameter_lines(parameters: Mapping[str, Any]) -> str:
    return "\n".join(f"${name} = {cell_text(value)}" for name, value in parameters.items())
