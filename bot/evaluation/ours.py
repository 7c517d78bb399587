"""Our own turn as a candidate: each question is a conversation of its own."""

from __future__ import annotations

import time
import uuid
from typing import Any

from bot.cicerone import Cicerone
from bot.cypher.literals import inline
from bot.errors import GraphError
from bot.evaluation.ports import Reply
from bot.evaluation.specs import Spec
from bot.events import Drafted, Event, Outcome, StepFinished, StepStarted
from bot.models.reply_cache import counted
from bot.parts import Message

_USER = "evaluation"


class Ours:
    """An engine with its flow and model; `max_rows` bounds the rows that are judged."""

    def __init__(self, cicerone: Cicerone, spec: Spec, max_rows: int) -> None:
        self.name = str(spec)
        self._cicerone = cicerone
        self._spec = spec
        self._max_rows = max_rows

    async def reply(self, question: str) -> Reply:
        """What the turn came to, with all rows of the statement that ran."""
        watch = _Watch()
        message = Message(
            question,
            str(uuid.uuid4()),
            _USER,
            engine=self._spec.engine,
            flow=self._spec.flow or None,
        )
        started = time.perf_counter()
        outcome = await self._cicerone.ask(message, watch.listen)
        ms = (time.perf_counter() - started) * 1000
        rows, error = await self._rows(outcome)
        result = outcome.result
        return Reply(
            cypher=outcome.cypher,
            parameters=outcome.parameters,
            columns=result.columns if result else (),
            rows=rows,
            answer=outcome.answer,
            error=error,
            verdict=outcome.verdict,
            engine=outcome.engine,
            first_draft=watch.first_draft(outcome),
            usage=outcome.usage,
            ms=ms,
            steps={name: value + watch.saved.get(name, 0.0) for name, value in outcome.ms.items()},
        )

    async def close(self) -> None:
        """Nothing: the graph is shared."""

    async def _rows(
        self, outcome: Outcome
    ) -> tuple[tuple[tuple[Any, ...], ...] | None, str | None]:
        """All rows: those of the turn, or where it left some, those of the statement run again."""
        result = outcome.result
        if result is None or outcome.cypher is None:
            return None, outcome.error
        if not result.truncated:
            return result.rows, outcome.error
        stream = self._cicerone.graph.stream(
            outcome.cypher, outcome.parameters, max_rows=self._max_rows
        )
        try:
            return tuple([row async for _, row in stream]), outcome.error
        except GraphError as error:
            return result.rows, outcome.error or str(error)


class _Watch:
    """Listens to one turn: its first draft, and what cached replies saved in each step."""

    def __init__(self) -> None:
        self.saved: dict[str, float] = {}
        self._drafts: list[str] = []
        self._before = 0.0

    async def listen(self, event: Event) -> None:
        match event:
            case Drafted():
                self._drafts.append(inline(event.cypher, event.parameters))
            case StepStarted():
                self._before = counted().saved_seconds
            case StepFinished():
                saved = (counted().saved_seconds - self._before) * 1000
                self.saved[event.step] = self.saved.get(event.step, 0.0) + saved

    def first_draft(self, outcome: Outcome) -> str | None:
        """The statement before the first repair and correction."""
        if outcome.repairs and len(self._drafts) < 2:
            return outcome.repairs[0].before
        return self._drafts[0] if self._drafts else outcome.cypher
