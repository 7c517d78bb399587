"""A model with tools looks around in the graph until it has an answer; every step is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.events import Linked, Usage
from bot.ports import Explorer, ExploreRequest, Seen, WriteRequest
from bot.steps.execute import Attempt, Execution
from bot.steps.write import Draft

MOST_STEPS = 8

Tell = Callable[[str], Awaitable[None]]
LookUp = Callable[[str], Awaitable[Linked]]


class Exploration:
    """One question and the steps that a model takes for it.

    `back` is what it asks the person instead of answering; `usage` is what it cost.
    """

    def __init__(self, execution: Execution, look_up: LookUp, tell: Tell) -> None:
        self._execution, self._look_up, self._tell = execution, look_up, tell
        self._best: Attempt | None = None
        self.back = ""
        self.usage = Usage()

    async def draft(self, request: WriteRequest, model: Explorer) -> Draft | None:
        """Return the last statement that answered; None where none did, or it asks back.

        Raises:
            ModelError: the model is away, or takes no tools.
        """
        seen: list[Seen] = []
        for nth in range(1, MOST_STEPS + 1):
            last = nth == MOST_STEPS
            wanted, usage = await model.explore(ExploreRequest(request, tuple(seen), last=last))
            self.usage += usage
            if not wanted.tool:
                break
            await self._tell(f"Step {nth}: {wanted.tool}: {' '.join(wanted.argument.split())}")
            if wanted.tool == "ask_person":
                self.back = wanted.argument
                return None
            seen.append(await self._found(wanted))
        return self._best.draft if self._best is not None else None

    async def _found(self, wanted: Seen) -> Seen:
        if wanted.tool == "query":
            return await self._queried(wanted)
        around = await self._look_up(wanted.argument)
        return replace(wanted, slice=around.slice, linked=tuple(around.linked))

    async def _queried(self, wanted: Seen) -> Seen:
        attempt = await self._execution.attempt(Draft(wanted.argument, "llm"))
        if attempt.rows is not None and (self._best is None or attempt.rank >= self._best.rank):
            # What it wrote, since the repaired statement is checked and repaired anew.
            self._best = replace(attempt, draft=Draft(wanted.argument, "llm"))
        return replace(wanted, rows=attempt.rows, problem=attempt.problem)
